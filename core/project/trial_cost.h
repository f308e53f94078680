#pragma once

/// What evaluating a variant costs: a worker evaluates random variants of the original for a few seconds, as generation 0 of a run does.

#include "core/values/original_report.h"
#include "core/values/project.h"
#include "core/values/settings.h"

#include <stop_token>

namespace gevo {

struct TrialCost {
  std::uint32_t evaluations = 0;   ///< that were measured
  std::uint32_t valid = 0;         ///< of these
  double secondsPerEvaluation = 0; ///< wall clock of one worker, over valid and rejected variants
  OriginalReport original;         ///< runtimes of the unmodified kernels on the device
};

struct TrialCostOptions {
  std::string workerProgram; ///< empty: beside the running program
  EvaluationSettings settings;
  std::uint32_t evaluations = 64; ///< at most
  double seconds = 4;             ///< after these no further evaluation begins
  std::stop_token cancel;
  std::string folder; ///< of a host-executed program, see LoadRequest
};

/// Blocks. An error says why the original can't be run on the device, or that it was cancelled.
Result<TrialCost> measureTrialCost(const Project& project, const TrialCostOptions& options);

} // namespace gevo
