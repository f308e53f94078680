#pragma once

/// A variant of a program that varies, judged over the runs of each test.

#include "core/kernel/outputs/run_statistics.h"
#include "core/kernel/worker/test_device.h"

namespace gevo::worker {

using program::firstRuns;

struct JudgedRun {
  std::uint32_t run = 0; ///< as TestCase::run: 0 begins another test
  program::RunFigures original;
  bool ran = false; ///< the variant did
  bool differs = false;
  program::RunFigures variant = {};
};
JudgedRun runOf(const PreparedTest& test);
JudgedRun runOf(const PreparedTest& test, const program::ReplayReport& report);

/// With the largest shift of all tests, and what differs in the test that has it. Where a variant did the same as the original in all runs,
/// nothing does.
program::Verdict judgeTests(std::span<const JudgedRun> runs, const std::vector<OutputInfo>& outputs);

} // namespace gevo::worker
