#pragma once

/// Replays tests with counters.

#include "core/kernel/simulator/simulator.h"
#include "core/values/project.h"

#include <span>

namespace gevo::program {

struct CountedTests {
  sim::Counters kernels;
  std::vector<std::vector<std::uint64_t>> launches; ///< warp instructions, by test and launch
};

/// `simulator`: with Detail::Counters. Results are not compared. `original`: whose warp instructions, times `budgetFactor`, are the most
/// that a launch may take; null: there is no such limit. An error where a launch does not end.
Result<CountedTests> countTests(std::span<const TestCase> tests, sim::Simulator& simulator, const CountedTests* original,
                                double budgetFactor);

/// Those that show where time goes: what evaluates variants, or if none was recorded for the simulated GPU, what screens them. Workloads
/// are left out, since only samples of their blocks run.
std::vector<TestCase> testsToCount(const std::vector<TestCase>& tests, bool isRecordedOnGpu);

} // namespace gevo::program
