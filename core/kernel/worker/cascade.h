#pragma once

/// The cascade of checks (design 3): each stage rejects with a reason, cheapest first.

#include "core/kernel/ir/base_module.h"
#include "core/kernel/worker/test_device.h"

#include <unordered_map>

namespace gevo::worker {

class Cascade {
public:
  /// Runs the original of every screen and test case, at both levels of optimisation.
  static Result<std::unique_ptr<Cascade>> open(const ir::BaseModule& base, TestDevice& device, const std::vector<TestCase>& tests);

  /// Judges an applied module; changes it on the way. Fills stage, reason, detail, fitness, code and stage times. `tests`: places among
  /// those with the role Test, below `testCount`; empty: all. The runtime in some of them is scaled by the original's in these to all, and
  /// a variant that passes stays at Stage::Tests. `anew`: nothing is taken from the cache; `energy`: that is measured too.
  void judge(llvm::Module& module, EvaluationResult& outcome, const std::vector<std::uint32_t>& tests = {}, bool anew = false,
             bool energy = false);
  std::uint32_t testCount() const { return static_cast<std::uint32_t>(tests_.size()); }

  /// Of the unmodified kernels; its code is the hash that means "no change".
  const EvaluationResult& original() const { return original_; }
  /// The original as another compiler made it, measured in the tests: a detail says what its results are off by. With a reason where it
  /// does not run.
  EvaluationResult measureOther(const std::string& ptx);
  /// Microseconds per test case in the order given to `open`; NaN for those that selecting never runs.
  const std::vector<double>& testRuntimes() const { return testRuntimes_; }
  /// Cycles of the unmodified kernels by function and instruction of the base, in the screens, or in the tests where there are none.
  std::map<std::string, std::vector<double>> profile() const;

  /// Of one test.
  struct Timing {
    double microseconds = 0;
    double relativeError = 0;
    std::uint32_t repeats = 0;
    double millijoules = notMeasured;
    double energyError = 0;
    std::uint32_t energyPairs = 0;
  };

private:
  Cascade(const ir::BaseModule& base, TestDevice& device) : base_(base), device_(device) {}
  Result<void> loadTests(const std::vector<TestCase>& tests);
  Result<void> addScreen(const std::vector<TestCase>& tests, const llvm::Module& cleaned);
  bool screen(llvm::Module& module, EvaluationResult& outcome);
  void test(llvm::Module& module, EvaluationResult& outcome, const std::vector<std::uint32_t>& tests, bool anew, bool energy);
  void keepFigures(EvaluationResult& outcome, const program::ReplayReport& report, const PreparedTest& test) const;
  CodeMetrics factsOf(const std::vector<Timing>& timings) const;
  void runTests(llvm::Module& module, EvaluationResult& outcome, const std::vector<std::uint32_t>& tests);

  const ir::BaseModule& base_;
  TestDevice& device_;
  PreparedTests screens_; ///< baselines of the lightly cleaned original
  PreparedTests tests_;   ///< baselines of the optimised original
  std::vector<double> testRuntimes_;
  EvaluationResult original_;
  Hash128 originalCleaned_;
  /// Valid outcomes by the hash of the cleaned-up code and by that of the optimised code: the same code has the same fitness.
  /// Where a try took some of the tests, the hash is of these too.
  std::unordered_map<Hash128, EvaluationResult, Hash128Hasher> cleanedMemo_;
  std::unordered_map<Hash128, EvaluationResult, Hash128Hasher> optimisedMemo_;
};

} // namespace gevo::worker
