#pragma once

/// The tests of a project, replayed past what rejects variants.

#include "core/kernel/trace/replay.h"
#include "core/kernel/worker/device.h"
#include "core/values/tolerant_run.h"

namespace gevo::worker {

class TolerantTests {
public:
  /// `original`: optimised. `tests`: of the project, in its configuration; those with the role Test are run. An error where there is none,
  /// or where the simulated GPU can't replay one.
  static Result<TolerantTests> open(const Project& project, const EvaluationSettings& settings, const std::vector<TestCase>& tests,
                                    const llvm::Module& original);

  /// `variant`: optimised.
  Result<TolerantRun> run(const llvm::Module& variant) const;

private:
  struct Test {
    program::Trace trace;
    program::Baseline baseline;
  };
  std::unique_ptr<SimulatedDevice> device_;
  std::vector<OutputInfo> outputs_;
  EvaluationSettings settings_;
  std::vector<Test> tests_;
  double original_ = 0; ///< microseconds
};

} // namespace gevo::worker
