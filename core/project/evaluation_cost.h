#pragma once

/// What evaluating a variant costs: a worker evaluates random variants of the original for a few seconds, as generation 0 of a run does.

#include "core/values/original_report.h"
#include "core/values/project.h"
#include "core/values/settings.h"

#include <stop_token>

namespace gevo {

struct EvaluationCost {
  std::uint32_t evaluations = 0;   ///< that were measured
  std::uint32_t valid = 0;         ///< of these
  double secondsPerEvaluation = 0; ///< wall clock of one worker, over valid and rejected variants
  std::string advice;              ///< see adviceOnTests
  OriginalReport original;         ///< runtimes of the unmodified kernels on the device
};

struct EvaluationCostOptions {
  std::string workerProgram; ///< empty: beside the running program
  EvaluationSettings settings;
  std::uint32_t evaluations = 64; ///< at most
  double seconds = 4;             ///< after these no further evaluation begins
  std::stop_token cancel;
  std::string folder; ///< of a host-executed program, see LoadRequest
};

/// "test 1 (2048) takes 95 % of it, and a smaller one gives up to 20 times the evaluations"; empty where there is nothing to advise.
/// `testSeconds`: as in OriginalReport.
std::string adviceOnTests(const std::vector<TestCase>& tests, const std::vector<double>& testSeconds);
/// "one evaluation takes about 4.2 s: " and the advice; empty where the time is not known.
std::string describeCost(const std::vector<TestCase>& tests, const std::vector<double>& testSeconds);
/// Of a variant that passes: sum over the tests; 0 where they are not known.
double secondsPerEvaluation(const std::vector<double>& testSeconds);

/// Blocks. An error says why the original can't be run on the device, or that it was cancelled.
Result<EvaluationCost> measureEvaluationCost(const Project& project, const EvaluationCostOptions& options);

} // namespace gevo
