#pragma once

/// Whether variants are screened on the simulated GPU before a real one runs them.

#include "core/values/project.h"
#include "core/values/settings.h"

#include <string>

namespace gevo::worker {

struct Screening {
  bool on = false;
  std::string note; ///< why not, where the user did not say so
};

/// What was recorded on a GPU would take the simulated one too long, and its results are others.
Screening screeningOf(const Project& project, const EvaluationSettings& settings);

} // namespace gevo::worker
