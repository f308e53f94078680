#pragma once

/// A variant of a program that varies, judged over the runs of each test.

#include "core/kernel/outputs/run_statistics.h"
#include "core/kernel/worker/test_device.h"

namespace gevo::worker {

/// Of each test: enough to see that a variant computes what the original does. They are timed, and the others are not.
inline constexpr std::uint32_t firstRuns = 3;

struct JudgedRun {
  std::uint32_t run = 0; ///< as TestCase::run: 0 begins another test
  program::RunFigures original;
  bool ran = false; ///< the variant did
  bool differs = false;
  program::RunFigures variant = {};
};
JudgedRun runOf(const PreparedTest& test);
JudgedRun runOf(const PreparedTest& test, const program::ReplayReport& report);

/// Of the first test in which something differs that can't be chance. Where a variant did the same as the original in all runs, nothing
/// does.
program::Verdict judgeTests(std::span<const JudgedRun> runs, const std::vector<OutputInfo>& outputs);

} // namespace gevo::worker
