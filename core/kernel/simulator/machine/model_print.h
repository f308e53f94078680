#pragma once

/// A model as a file, in the form of resources/devices/*.toml.

#include "core/kernel/simulator/machine/model.h"

#include <map>

namespace gevo::sim {

struct ModelComments {
  std::vector<std::string> head;              ///< comment lines at the top
  std::map<std::string, std::string> figures; ///< by "section.key": comment after the figure
};

/// parseModel(printModel(model, comments)) == model, whatever the comments are.
std::string printModel(const Model& model, const ModelComments& comments = {});

} // namespace gevo::sim
