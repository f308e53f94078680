#pragma once

/// A model as a file, in the form of resources/devices/*.toml.

#include "core/kernel/simulator/machine/model.h"

#include <map>

namespace gevo::sim {

struct ModelRemarks {
  std::vector<std::string> head;              ///< lines above all
  std::map<std::string, std::string> figures; ///< by "section.key": stands behind the figure
};

/// parseModel(printModel(model, remarks)) == model, whatever the remarks say.
std::string printModel(const Model& model, const ModelRemarks& remarks = {});

} // namespace gevo::sim
