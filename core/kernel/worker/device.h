#pragma once

/// The tests of a project on one device, with what the original needed there.

#include "core/kernel/program/replay.h"
#include "core/run/messages.h"

namespace llvm {
class Module;
}

namespace gevo::worker {

/// One test, decoded, with the original's figures for a module at one level of optimisation.
struct LoadedTest {
  TestRole role = TestRole::Test;
  std::string arguments;
  program::Tape tape;
  program::Baseline baseline;
};

class SimulatedDevice {
public:
  static Result<SimulatedDevice> open(const EvaluationSettings& settings, std::vector<OutputInfo> outputs);

  const std::string& shownName() const { return shownName_; }
  /// Replays the original; an error when it does not reproduce its own tape.
  Result<LoadedTest> prepare(const TestCase& test, const llvm::Module& original) const;
  /// Replays `test` with the module's kernels.
  program::ReplayReport run(const LoadedTest& test, sim::Simulator& simulator) const;
  /// Cycles by function and instruction over the tests; empty where the simulated GPU can't run the module as it is.
  std::map<std::string, std::vector<double>> profile(const std::vector<LoadedTest>& tests, const llvm::Module& module) const;
  /// Decodes once for many tests.
  Result<sim::Simulator> decode(const llvm::Module& module) const;

private:
  EvaluationSettings settings_;
  sim::Model model_;
  std::vector<OutputInfo> outputs_;
  std::string shownName_;
};

} // namespace gevo::worker
