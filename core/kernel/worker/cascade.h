#pragma once

/// The stages of an evaluation, cheapest first; each rejects with a reason (resources/docs/internals/evaluation.md).

#include "core/kernel/ir/base_module.h"
#include "core/kernel/worker/test_device.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace gevo::worker {

/// Takes each step of something that may take long.
using Progress = std::function<void(const std::string& step)>;

/// How a runtime is made of those of tests or workloads, whichever are timed.
struct RuntimeRules {
  Across across = Across::Mean;
  std::vector<double> workloadWeights; ///< as BuildSettings has them
  std::vector<double> own;             ///< of another configuration: CodeMetrics::testRuntimes of the program's own
};

/// How results are judged over the runs of each test, of a program that varies.
struct StatisticalRules {
  std::vector<OutputInfo> outputs;
  double tolerance = 0; ///< of a figure's shift, as a share of it, that can't be chance
};

class Cascade {
public:
  /// Runs the original of every screen and test case, at both levels of optimisation.
  static Result<std::unique_ptr<Cascade>> open(const ir::BaseModule& base, TestDevice& device, const std::vector<TestCase>& tests,
                                               const Progress& progress = {}, RuntimeRules rules = {},
                                               std::optional<StatisticalRules> statistical = {});

  struct FuzzInput {
    TestCase test;
    Reason reason = Reason::None; ///< why every variant fails on it
    std::string message;
  };
  /// Which `inputs` of an evaluation are places among. The original runs on each when it is first needed.
  void giveFuzzInputs(std::vector<FuzzInput> inputs);

  struct Wanted {
    /// Indices into the tests with the role Test, below `testCount`; empty: all. A runtime in some of them is scaled by the original's to
    /// all of them, and a variant that passes stays at Stage::Tests.
    std::vector<std::uint32_t> tests;
    bool remeasure = false; ///< bypasses the cache
    bool energy = false;    ///< measures that too
    std::vector<std::uint32_t> inputs;
  };
  /// Evaluates an applied module, which it modifies. Fills stage, reason, message, fitness, code and stage times.
  void evaluate(llvm::Module& module, EvaluationResult& outcome, const Wanted& wanted);
  void evaluate(llvm::Module& module, EvaluationResult& outcome) { evaluate(module, outcome, Wanted()); }
  /// Inputs up to the first that is not passed.
  struct PassedInputs {
    std::vector<double> errors;
    std::vector<double> runtimes; ///< microseconds, at least, where they are measured; 0: not known
  };
  /// On these inputs only, also modifying it: reason, message and error, with the runtime of the original where it passes.
  PassedInputs tryInputs(llvm::Module& module, EvaluationResult& outcome, const std::vector<std::uint32_t>& inputs);
  /// Null where the original does not repeat its results on it.
  const PreparedTest* preparedInput(std::uint32_t input);
  std::uint32_t inputCount() const { return static_cast<std::uint32_t>(inputs_.size()); }
  std::uint32_t testCount() const { return static_cast<std::uint32_t>(tests_.size()); }

  /// The result of the unmodified kernels; its code is the hash that means "no change".
  const EvaluationResult& original() const { return original_; }
  /// The original as another compiler made it, measured in the tests; its message says how its results differ. Has a reason if it
  /// does not run.
  EvaluationResult measureOther(const std::string& ptx);
  /// Microseconds per test case in the order given to `open`; NaN for those that are not run for selection.
  const std::vector<double>& testRuntimes() const { return testRuntimes_; }
  /// Likewise, what an evaluation spends on each, in seconds.
  const std::vector<double>& testSeconds() const { return testSeconds_; }
  const std::vector<std::uint64_t>& testWork() const { return testWork_; } ///< likewise, PreparedTest::work
  /// Cycles of the unmodified kernels by function and instruction of the base, in the screens, or in the tests where there are none.
  std::map<std::string, std::vector<double>> profile() const;

  /// Of one test.
  struct Timed {
    double weight = 1;
    double original = 0; ///< microseconds
    double microseconds = 0;
    double relativeError = 0;
    std::uint32_t repeats = 0;
    double millijoules = notMeasured;
    double energyError = 0;
    std::uint32_t energyPairs = 0;
  };

private:
  Cascade(const ir::BaseModule& base, TestDevice& device, RuntimeRules rules, std::optional<StatisticalRules> statistical)
      : base_(base), device_(device), rules_(std::move(rules)), statistical_(std::move(statistical)) {}
  Result<void> loadTests(const std::vector<TestCase>& tests, const Progress& progress);
  Result<void> addScreen(const std::vector<TestCase>& tests, const llvm::Module& cleaned);
  bool screen(llvm::Module& module, EvaluationResult& outcome, double& error);
  void test(llvm::Module& module, EvaluationResult& outcome, const Wanted& wanted);
  std::vector<const PreparedTest*> runnable(const std::vector<std::uint32_t>& inputs);
  bool passInputs(const std::vector<std::uint32_t>& inputs, std::span<const program::ReplayReport> reports, EvaluationResult& outcome,
                  PassedInputs& passed);
  void keepFigures(EvaluationResult& outcome, const program::ReplayReport& report, const PreparedTest& test) const;
  CodeMetrics metricsOf(const std::vector<Timed>& timings) const;
  double ownRuntime() const;
  double runtimeOf(const std::vector<Timed>& timings) const;
  std::vector<const PreparedTest*> evaluated() const;
  void runTests(llvm::Module& module, EvaluationResult& outcome, const Wanted& wanted);
  bool judge(const llvm::Module& module, EvaluationResult& outcome, std::span<const program::ReplayReport> reports, double& error);

  const ir::BaseModule& base_;
  TestDevice& device_;
  RuntimeRules rules_;
  std::optional<StatisticalRules> statistical_; ///< nothing: the program repeats its results
  PreparedTests screens_;                       ///< baselines of the lightly cleaned original
  PreparedTests tests_;                         ///< baselines of the optimised original
  PreparedTests workloads_;
  struct PreparedInput {
    FuzzInput input;
    bool isTried = false;                   ///< to prepare it
    std::unique_ptr<PreparedTest> prepared; ///< null where the original does not repeat its results
  };
  std::vector<PreparedInput> inputs_; ///< baselines of the optimised original
  std::vector<double> testRuntimes_;
  std::vector<double> testSeconds_;
  std::vector<std::uint64_t> testWork_;
  EvaluationResult original_;
  Hash128 originalCleaned_;
  /// Valid outcomes by the hash of the cleaned-up code and by that of the optimised code: the same code has the same fitness.
  /// For evaluations in some of the tests, or on fuzz inputs, the key includes these.
  std::unordered_map<Hash128, EvaluationResult, Hash128Hasher> cleanedCache_;
  std::unordered_map<Hash128, EvaluationResult, Hash128Hasher> optimisedCache_;
  /// Of the code that is evaluated, in the screens. Those of the tests depend on what is known already.
  std::vector<sim::UndefinedRead> excused_;
};

} // namespace gevo::worker
