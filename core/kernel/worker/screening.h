#pragma once

/// Whether variants are screened on the simulated GPU before a real one runs them.

#include "core/values/project.h"
#include "core/values/settings.h"

#include <string>

namespace gevo::worker {

struct Screening {
  bool on = false;
  std::string note; ///< why not, unless the user switched it off
};

/// Tests recorded on a GPU don't screen: they would take the simulated GPU too long, and its results differ.
Screening screeningOf(const Project& project, const EvaluationSettings& settings);

} // namespace gevo::worker
