#include "core/kernel/worker/cascade.h"

#include "core/kernel/ir/pipeline.h"
#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/worker/judge_tests.h"
#include "core/values/test_runtimes.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <llvm/IR/Module.h>

namespace gevo::worker {

namespace {

/// Wall clock of one stage, added to the outcome when the scope ends.
class StageClock {
public:
  StageClock(EvaluationResult& outcome, Stage stage) : outcome_(outcome), stage_(stage) { outcome_.stage = stage; }
  ~StageClock() {
    const auto spent = std::chrono::steady_clock::now() - begin_;
    outcome_.stageMicroseconds[static_cast<std::size_t>(stage_)] +=
        static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::microseconds>(spent).count());
  }
  StageClock(const StageClock&) = delete;
  StageClock& operator=(const StageClock&) = delete;

private:
  EvaluationResult& outcome_;
  Stage stage_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

void reject(EvaluationResult& outcome, Reason reason, std::string message) {
  outcome.reason = reason;
  outcome.message = std::move(message);
}

/// Copies everything but the stage times, which are this evaluation's own.
void reuse(EvaluationResult& outcome, const EvaluationResult& known) {
  const auto times = outcome.stageMicroseconds;
  outcome = known;
  outcome.stageMicroseconds = times;
  outcome.reused = true;
}

/// Enough for many generations' duplicates; bounds the memory of a long run.
constexpr std::size_t cacheLimit = 100'000;

/// Equal for equal code, tests and inputs.
Hash128 cacheKey(const Hash128& code, const Cascade::Wanted& wanted) {
  if (wanted.tests.empty() && wanted.inputs.empty()) return code;
  std::string text = toHex(code);
  for (const std::uint32_t test : wanted.tests) text += ' ' + std::to_string(test);
  for (const std::uint32_t input : wanted.inputs) text += '+' + std::to_string(input);
  return hashText(text);
}

std::vector<const PreparedTest*> pointers(const PreparedTests& tests) {
  std::vector<const PreparedTest*> result;
  for (const auto& test : tests) result.push_back(test.get());
  return result;
}

/// Of a measured time the lower end of its interval, at 95 %: what is slower even so, is.
double leastRuntime(const program::ReplayReport& report) { return report.microseconds * (1 - 2 * std::min(report.relativeError, 0.5)); }

double largest(const std::vector<double>& errors) { return errors.empty() ? 0 : *std::ranges::max_element(errors); }

/// Mean over the tests; unknown (NaN) if it is unknown for one of them.
double energyOf(const std::vector<Cascade::Timed>& timings) {
  double sum = 0;
  double weights = 0;
  for (const Cascade::Timed& timing : timings) {
    sum += timing.weight * timing.millijoules;
    weights += timing.weight;
  }
  return sum / weights;
}

template <class Measured> Cascade::Timed timingOf(const Measured& one, const PreparedTest& test) {
  return {test.weight, test.own, one.microseconds, one.relativeError, one.repeats, one.energy, one.energyError, one.energyPairs};
}

/// What a variant's runtimes are told for, with one test nothing more than its runtime.
void keepRuntimes(CodeMetrics& metrics, std::span<const PreparedTest* const> tests,
                  const std::function<double(std::size_t)>& microseconds) {
  if (tests.size() < 2) return;
  for (std::size_t i = 0; i < tests.size(); ++i)
    metrics.testRuntimes.push_back(tests[i]->isTimed ? microseconds(i) : std::numeric_limits<double>::quiet_NaN());
}

void remember(std::unordered_map<Hash128, EvaluationResult, Hash128Hasher>& cache, const Hash128& code, const EvaluationResult& outcome) {
  // Rejections name source lines, which may differ for equal code, so they are not cached.
  if (!outcome.valid()) return;
  if (cache.size() >= cacheLimit) cache.clear();
  cache.emplace(code, outcome);
}

} // namespace

Result<std::unique_ptr<Cascade>> Cascade::open(const ir::BaseModule& base, TestDevice& device, const std::vector<TestCase>& tests,
                                               const Progress& progress, RuntimeRules rules, std::optional<StatisticalRules> statistical) {
  std::unique_ptr<Cascade> cascade(new Cascade(base, device, std::move(rules), std::move(statistical)));
  GEVO_TRY(cascade->loadTests(tests, progress));
  return cascade;
}

Result<void> Cascade::loadTests(const std::vector<TestCase>& tests, const Progress& progress) {
  const auto cleaned = base_.original();
  ir::cleanUp(*cleaned);
  originalCleaned_ = ir::codeHash(*cleaned);
  const auto optimised = base_.original();
  ir::cleanUp(*optimised);
  ir::optimise(*optimised);
  original_.code = ir::codeHash(*optimised);

  testRuntimes_.assign(tests.size(), std::numeric_limits<double>::quiet_NaN());
  testSeconds_ = testRuntimes_;
  testWork_.assign(tests.size(), 0);
  const TestRole timed = timedRole(tests);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const bool screening = tests[i].role == TestRole::Screen;
    if (tests[i].role == TestRole::HeldOut || (screening && !device_.usesScreens())) continue;
    if (progress) progress(fmt::format("running the original, test {} of {}: {}", i + 1, tests.size(), tests[i].arguments));
    GEVO_TRY_ASSIGN(std::unique_ptr<PreparedTest> prepared, device_.prepare(tests[i], screening ? *cleaned : *optimised));
    testRuntimes_[i] = prepared->microseconds;
    testSeconds_[i] = prepared->seconds;
    testWork_[i] = prepared->work;
    // On a model it takes no time.
    prepared->isTimed = (tests[i].role == timed || !device_.timesAgainstOriginal()) && tests[i].run < firstRuns;
    const bool isWorkload = tests[i].role == TestRole::Workload;
    if (isWorkload && workloads_.size() < rules_.workloadWeights.size()) prepared->weight = rules_.workloadWeights[workloads_.size()];
    (screening ? screens_ : isWorkload ? workloads_ : tests_).push_back(std::move(prepared));
  }
  if (progress) progress("running the original's smallest test in other orders of its threads");
  GEVO_TRY(addScreen(tests, *cleaned));
  if (tests_.empty()) return fail("the project has no test; make it again with at least one --test");
  std::size_t place = 0;
  for (PreparedTests* prepared : {&tests_, &workloads_})
    for (const auto& test : *prepared) {
      test->own = place < rules_.own.size() ? rules_.own[place] : test->microseconds;
      ++place;
    }

  std::vector<Timed> timings;
  for (const auto& test : workloads_.empty() ? tests_ : workloads_)
    if (test->isTimed) timings.push_back(timingOf(*test, *test));
  double error = 0;
  for (const PreparedTests* prepared : {&screens_, &tests_, &workloads_})
    for (const auto& test : *prepared) error = std::max(error, test->error);
  original_.fitness = {runtimeOf(timings), error, energyOf(timings)};
  original_.metrics = metricsOf(timings);
  const std::vector<const PreparedTest*> all = evaluated();
  keepRuntimes(original_.metrics, all, [&](std::size_t i) { return all[i]->microseconds; });
  original_.stage = Stage::Done;
  original_.reason = Reason::None;
  return {};
}

std::vector<const PreparedTest*> Cascade::evaluated() const {
  std::vector<const PreparedTest*> all = pointers(tests_);
  for (const auto& workload : workloads_) all.push_back(workload.get());
  return all;
}

double Cascade::runtimeOf(const std::vector<Timed>& timings) const {
  std::vector<TimedTest> tests;
  for (const Timed& timing : timings) tests.push_back({timing.microseconds, timing.original, timing.weight});
  return runtimeAcross(rules_.across, tests);
}

/// Of the original in the program's own configuration, over the tests.
double Cascade::ownRuntime() const {
  double sum = 0;
  for (const auto& test : tests_) sum += test->own;
  return sum / static_cast<double>(tests_.size());
}

/// Screens with the smallest test if the device wants a screen and the project has none.
Result<void> Cascade::addScreen(const std::vector<TestCase>& tests, const llvm::Module& cleaned) {
  if (!device_.screensFirst() || !screens_.empty()) return {};
  const TestCase* smallest = nullptr;
  for (const TestCase& test : tests)
    if (test.role == TestRole::Test && (smallest == nullptr || test.trace.size() < smallest->trace.size())) smallest = &test;
  if (smallest == nullptr) return {};
  TestCase screen = *smallest;
  screen.role = TestRole::Screen;
  GEVO_TRY_ASSIGN(std::unique_ptr<PreparedTest> prepared, device_.prepare(screen, cleaned));
  screens_.push_back(std::move(prepared));
  return {};
}

std::map<std::string, std::vector<double>> Cascade::profile() const {
  const auto original = base_.original();
  return device_.profile(screens_.empty() ? tests_ : screens_, *original);
}

EvaluationResult Cascade::measureOther(const std::string& ptx) {
  EvaluationResult outcome;
  outcome.stage = Stage::Done;
  const std::vector<const PreparedTest*> all = evaluated();
  const Result<std::vector<program::ReplayReport>> reports = device_.runOther(all, ptx);
  if (!reports) {
    reject(outcome, Reason::Unsupported, reports.error().message);
    return outcome;
  }
  std::vector<Timed> timings;
  for (std::size_t i = 0; i < reports->size(); ++i) {
    const program::ReplayReport& report = (*reports)[i];
    if (all[i]->isTimed) timings.push_back(timingOf(report, *all[i]));
    outcome.reason = report.reason;
    if (outcome.message.empty()) outcome.message = report.message;
    outcome.fitness.error = std::max(outcome.fitness.error, report.error);
  }
  if (outcome.reason != Reason::None) return outcome;
  outcome.fitness.runtime = runtimeOf(timings);
  outcome.metrics = metricsOf(timings);
  return outcome;
}

/// Keeps time and error of a wrong result if every launch finished: shown to users, ignored by selection.
void Cascade::keepFigures(EvaluationResult& outcome, const program::ReplayReport& report, const PreparedTest& test) const {
  if (report.reason != Reason::WrongOutput || !report.complete || !std::isfinite(report.error)) return;
  outcome.fitness = {original_.fitness.runtime * (report.microseconds / test.microseconds), report.error};
}

CodeMetrics Cascade::metricsOf(const std::vector<Timed>& timings) const {
  CodeMetrics metrics{device_.resources(), timings.front().repeats, 0, timings.front().energyPairs, 0, {}};
  double variance = 0;
  double energyVariance = 0;
  double sum = 0;
  double energySum = 0;
  for (const Timed& timing : timings) {
    sum += timing.weight * timing.microseconds;
    energySum += timing.weight * timing.millijoules;
    metrics.repeats = std::min(metrics.repeats, timing.repeats);
    variance += std::pow(timing.weight * timing.microseconds * timing.relativeError, 2);
    metrics.energyPairs = std::min(metrics.energyPairs, timing.energyPairs);
    energyVariance += std::pow(timing.weight * timing.millijoules * timing.energyError, 2);
  }
  if (metrics.energyPairs > 0) metrics.energyError = std::sqrt(energyVariance) / energySum;
  if (sum > 0) metrics.relativeError = std::sqrt(variance) / sum;
  return metrics;
}

void Cascade::giveFuzzInputs(std::vector<FuzzInput> inputs) {
  inputs_.clear();
  for (FuzzInput& input : inputs) inputs_.push_back({std::move(input), false, nullptr});
}

void Cascade::evaluate(llvm::Module& module, EvaluationResult& outcome, const Wanted& wanted) {
  Hash128 cleaned;
  {
    const StageClock clock(outcome, Stage::Apply);
    if (std::string complaint = ir::verifierMessage(module); !complaint.empty())
      return reject(outcome, Reason::Verify, std::move(complaint));
    ir::cleanUp(module);
    cleaned = ir::codeHash(module);
    outcome.code = cleaned;
  }
  if (cleaned == originalCleaned_) return reject(outcome, Reason::NoOp, "the code is the original's after clean-up");
  const Hash128 key = cacheKey(cleaned, wanted);
  if (const auto known = cleanedCache_.find(key); known != cleanedCache_.end() && !wanted.remeasure) return reuse(outcome, known->second);
  double error = 0;
  excused_.clear();
  if (screen(module, outcome, error)) {
    test(module, outcome, wanted);
    // Not before what is known of the optimised code is remembered: it may come from other code, with another error in the screen.
    if (outcome.valid()) outcome.fitness.error = std::max(outcome.fitness.error, error);
    if (outcome.valid() && !excused_.empty())
      outcome.message = "excused, because the original has the same: " + program::excusedText(excused_);
  }
  remember(cleanedCache_, key, outcome);
}

bool Cascade::screen(llvm::Module& module, EvaluationResult& outcome, double& error) {
  const StageClock clock(outcome, Stage::Screen);
  if (screens_.empty()) return true;
  const std::vector<const PreparedTest*> tests = pointers(screens_);
  // The same code meets the same order of threads, whoever evaluates it.
  Result<std::vector<program::ReplayReport>> reports = device_.screen(tests, module, outcome.code.low);
  if (!reports) {
    reject(outcome, Reason::Unsupported, reports.error().message);
    return false;
  }
  program::ReplayReport& last = reports->back();
  if (last.valid()) {
    for (const program::ReplayReport& report : *reports) {
      error = std::max(error, report.error);
      sim::collect(excused_, report.undefinedReads);
    }
    return true;
  }
  keepFigures(outcome, last, *tests[reports->size() - 1]);
  reject(outcome, last.reason, std::move(last.message));
  return false;
}

const PreparedTest* Cascade::preparedInput(std::uint32_t input) {
  PreparedInput& one = inputs_[input];
  if (!std::exchange(one.isTried, true)) {
    const auto optimised = base_.original();
    ir::cleanUp(*optimised);
    ir::optimise(*optimised);
    Result<std::unique_ptr<PreparedTest>> prepared = device_.prepare(one.input.test, *optimised);
    if (prepared) one.prepared = std::move(*prepared);
    one.input.test.trace = {};
  }
  return one.prepared.get();
}

/// Those that tell something of a variant, up to the first on which every variant fails.
std::vector<const PreparedTest*> Cascade::runnable(const std::vector<std::uint32_t>& inputs) {
  std::vector<const PreparedTest*> tests;
  for (const std::uint32_t input : inputs) {
    if (inputs_[input].input.reason != Reason::None) break;
    if (const PreparedTest* const test = preparedInput(input)) tests.push_back(test);
  }
  return tests;
}

/// `reports`: of the runnable ones. False: it fails on the one after those that `passed` has.
bool Cascade::passInputs(const std::vector<std::uint32_t>& inputs, std::span<const program::ReplayReport> reports,
                         EvaluationResult& outcome, PassedInputs& passed) {
  for (const std::uint32_t input : inputs) {
    const FuzzInput& known = inputs_[input].input;
    const auto fails = [&](Reason reason, const std::string& message) {
      reject(outcome, reason, fmt::format("on the input \"{}\": {}", known.test.arguments, message));
      return false;
    };
    if (known.reason != Reason::None) return fails(known.reason, known.message);
    if (preparedInput(input) == nullptr) { // it tells nothing of a variant
      passed.errors.push_back(0);
      passed.runtimes.push_back(0);
      continue;
    }
    if (!reports.front().valid()) return fails(reports.front().reason, reports.front().message);
    passed.errors.push_back(reports.front().error);
    // The original beside itself would tell less than its preparation did.
    passed.runtimes.push_back(outcome.code == original_.code ? preparedInput(input)->microseconds : leastRuntime(reports.front()));
    reports = reports.subspan(1);
  }
  return true;
}

Cascade::PassedInputs Cascade::tryInputs(llvm::Module& module, EvaluationResult& outcome, const std::vector<std::uint32_t>& inputs) {
  {
    const StageClock clock(outcome, Stage::Optimise);
    ir::cleanUp(module);
    ir::optimise(module);
    outcome.code = ir::codeHash(module);
  }
  const StageClock clock(outcome, Stage::Tests);
  device_.setRemeasure(false, false);
  PassedInputs passed;
  const Result<std::vector<program::ReplayReport>> reports = device_.run(runnable(inputs), module);
  if (!reports) {
    reject(outcome, Reason::Unsupported, reports.error().message);
  } else if (passInputs(inputs, *reports, outcome, passed)) {
    outcome.reason = Reason::None;
    outcome.fitness = {original_.fitness.runtime, largest(passed.errors)};
  }
  return passed;
}

void Cascade::test(llvm::Module& module, EvaluationResult& outcome, const Wanted& wanted) {
  {
    const StageClock clock(outcome, Stage::Optimise);
    ir::optimise(module);
    outcome.code = ir::codeHash(module);
  }
  if (outcome.code == original_.code) return reject(outcome, Reason::NoOp, "the code is the original's after optimisation");
  const Hash128 key = cacheKey(outcome.code, wanted);
  if (const auto known = optimisedCache_.find(key); known != optimisedCache_.end() && !wanted.remeasure)
    return reuse(outcome, known->second);
  runTests(module, outcome, wanted);
  if (outcome.valid() && wanted.tests.empty()) outcome.stage = Stage::Done;
  remember(optimisedCache_, key, outcome);
}

/// `reports`: of the first runs of each test. Where they differ from the original's, the others follow.
bool Cascade::judge(const llvm::Module& module, EvaluationResult& outcome, std::span<const program::ReplayReport> reports, double& error) {
  std::vector<JudgedRun> runs;
  std::vector<const PreparedTest*> others;
  for (const auto& test : tests_) {
    if (test->run >= firstRuns) {
      others.push_back(test.get());
      runs.push_back(runOf(*test));
    } else {
      runs.push_back(runOf(*test, reports.front()));
      reports = reports.subspan(1);
    }
  }
  if (std::ranges::none_of(runs, &JudgedRun::differs)) return true;
  program::Verdict verdict = judgeTests(runs, statistical_->outputs);
  if (verdict.isRight() || verdict.shift <= statistical_->tolerance) {
    Result<std::vector<program::ReplayReport>> further = device_.run(others, module);
    if (!further || (!further->empty() && !further->back().valid())) {
      reject(outcome, further ? further->back().reason : Reason::Unsupported,
             further ? std::move(further->back().message) : further.error().message);
      return false;
    }
    auto report = further->begin();
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (!runs[i].ran) runs[i] = runOf(*tests_[i], *report++);
    verdict = judgeTests(runs, statistical_->outputs);
  }
  if (verdict.isRight()) return true;
  if (verdict.shift > statistical_->tolerance) {
    reject(outcome, Reason::WrongOutput, std::move(verdict.message));
    return false;
  }
  error = std::max(error, verdict.shift);
  return true;
}

/// With the inputs before them, so that the module is made ready once.
void Cascade::runTests(llvm::Module& module, EvaluationResult& outcome, const Wanted& wanted) {
  const StageClock clock(outcome, Stage::Tests);
  // One run tells nothing of a program that varies.
  const std::vector<std::uint32_t> chosen = statistical_ ? std::vector<std::uint32_t>() : wanted.tests;
  std::vector<const PreparedTest*> tests = pointers(tests_);
  if (statistical_) std::erase_if(tests, [](const PreparedTest* test) { return test->run >= firstRuns; });
  if (!chosen.empty()) {
    tests.clear();
    for (const std::uint32_t test : chosen) tests.push_back(tests_[test].get());
  }
  for (const auto& workload : workloads_) tests.push_back(workload.get());
  std::vector<const PreparedTest*> all = runnable(wanted.inputs);
  const std::size_t inputs = all.size();
  const bool failsAlways = std::ranges::any_of(wanted.inputs, [&](auto input) { return inputs_[input].input.reason != Reason::None; });
  if (!failsAlways) all.insert(all.end(), tests.begin(), tests.end());
  device_.setRemeasure(wanted.remeasure, wanted.energy);
  Result<std::vector<program::ReplayReport>> reports = device_.run(all, module);
  if (!reports) return reject(outcome, Reason::Unsupported, reports.error().message);
  PassedInputs passed;
  if (!passInputs(wanted.inputs, *reports, outcome, passed)) return;
  std::vector<Timed> timings;
  double error = largest(passed.errors);
  const TestRole timed = workloads_.empty() ? TestRole::Test : TestRole::Workload;
  for (std::size_t i = 0; i + inputs < reports->size(); ++i) {
    program::ReplayReport& report = (*reports)[inputs + i];
    if (!report.valid()) {
      keepFigures(outcome, report, *tests[i]);
      return reject(outcome, report.reason, std::move(report.message));
    }
    if (tests[i]->role == timed) timings.push_back(timingOf(report, *tests[i]));
    error = std::max(error, report.error);
  }
  if (statistical_ && !judge(module, outcome, std::span(*reports).subspan(inputs), error)) return;
  const bool isWhole = chosen.empty() || !workloads_.empty();
  double baseline = 0;
  double sum = 0;
  for (const Timed& timing : timings) {
    baseline += timing.original;
    sum += timing.microseconds;
  }
  const double runtime = isWhole ? runtimeOf(timings) : ownRuntime() * (sum / baseline);
  outcome.fitness = {runtime, error, isWhole ? energyOf(timings) : notMeasured};
  outcome.metrics = metricsOf(timings);
  if (chosen.empty()) keepRuntimes(outcome.metrics, tests, [&](std::size_t i) { return (*reports)[inputs + i].microseconds; });
  outcome.reason = Reason::None;
}

} // namespace gevo::worker
