#include "core/report/gather.h"

#include "core/reduction/interaction_analysis.h"
#include "core/validation/validation.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <cmath>

namespace gevo::report {

namespace {

/// Each share costs a run of all tests; a variant with more edits should be minimised first.
constexpr std::size_t mostShares = 32;

/// Mean over what is timed, workloads or tests, in microseconds; infinite if one fails.
double meanRuntime(std::span<const TestReport> tests) {
  const bool hasWorkload = std::ranges::find(tests, TestRole::Workload, &TestReport::role) != tests.end();
  const TestRole timed = hasWorkload ? TestRole::Workload : TestRole::Test;
  double sum = 0;
  std::size_t count = 0;
  for (const TestReport& test : tests) {
    if (!test.result.valid()) return std::numeric_limits<double>::infinity();
    if (test.role != timed) continue;
    sum += test.result.fitness.runtime;
    ++count;
  }
  return count == 0 ? unknown : sum / static_cast<double>(count);
}

/// On a GPU, or by running its program: not in this process.
bool isJudgedElsewhere(const Subject& subject) {
  return isGpu(subject.run.settings.evaluation.device) || subject.project->build.hostRun.on;
}

/// When run again, or in the run where that is not done here.
bool passed(const Subject& subject, const TestCase& test, const Result<ValidationReport>& again) {
  const EvaluationResult& result = subject.variant.result;
  if (isJudgedElsewhere(subject)) return result.valid() && result.stage == Stage::Done && test.role != TestRole::HeldOut;
  return again && std::ranges::any_of(again->tests, [&](const TestReport& report) {
           return report.role == test.role && report.arguments == test.arguments && report.result.valid();
         });
}

/// Appends the held-out tests that the variant passed.
Result<void> addHeldOut(const Subject& subject, std::vector<TestCase>& tests) {
  const auto passed = [&](const HeldOutSet& set) {
    return std::ranges::any_of(subject.validations, [&](const ValidationRow& row) { return row.passed && row.arguments == set.arguments; });
  };
  if (subject.validations.empty()) return {};
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(subject.file, Store::Access::Read));
  GEVO_TRY_ASSIGN(const std::vector<HeldOutSet> sets, store->heldOutSets());
  for (const HeldOutSet& set : sets) {
    if (!passed(set)) continue;
    GEVO_TRY_ASSIGN(std::vector<TestCase> recorded, store->heldOutTests(set.number));
    std::ranges::move(recorded, std::back_inserter(tests));
  }
  return {};
}

} // namespace

Result<std::vector<HeldOutResult>> heldOutResults(const Subject& subject) {
  std::vector<HeldOutResult> results;
  if (subject.validations.empty()) return results;
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(subject.file, Store::Access::Read));
  GEVO_TRY_ASSIGN(HeldOutUses uses, heldOutUses(*store));
  for (const ValidationRow& row : subject.validations) {
    auto& others = uses[row.arguments].candidates;
    others.erase({subject.run.id, row.variant});
    results.push_back({row, row.arguments.empty() ? 0 : others.size()});
  }
  return results;
}

Result<std::vector<TestLaunches>> validatedLaunches(const Subject& subject, VariantWorker& worker, const Result<ValidationReport>& again) {
  std::vector<TestCase> validated;
  const Configuration configuration = configurationOf(subject.variant.edits);
  std::vector<TestCase> tests = subject.project->tests;
  if (!configuration.empty()) { // launches depend on parameters; held-out tests are not kept in other configurations
    GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(subject.file, Store::Access::Read));
    GEVO_TRY_ASSIGN(std::optional<ConfiguredProgram> program, store->configuration(configuration));
    if (program) {
      GEVO_TRY_ASSIGN(tests, testsOf(program->tests, withoutHeldOutTests(*subject.project).tests));
    } else {
      tests.clear();
    }
  }
  for (TestCase& test : tests)
    if (passed(subject, test, again)) validated.push_back(std::move(test));
  if (configuration.empty()) GEVO_TRY(addHeldOut(subject, validated));
  return worker.launches(validated);
}

std::vector<double> sharesOf(const Individual& variant, VariantWorker& worker, std::span<const TestReport> testReports) {
  std::vector<double> shares(variant.edits.size(), unknown);
  const double whole = meanRuntime(testReports);
  if (!std::isfinite(whole) || activeEditCount(variant) > mostShares) return shares;
  for (std::size_t i = 0; i < variant.edits.size(); ++i) {
    if (i >= variant.active.size() || !variant.active[i]) continue;
    EditList without = variant.edits;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    const Result<ValidationReport> reply = worker.test(without);
    if (!reply) break; // no worker, or one that dies of it: further evaluations would fail too
    shares[i] = meanRuntime(reply->tests) / whole - 1;
  }
  return shares;
}

std::optional<AnalysedEdits> knownInteractionsOf(const Subject& subject) {
  if (subject.isOriginal()) return std::nullopt;
  const auto store = Store::open(subject.file, Store::Access::Read);
  if (!store) return std::nullopt;
  Result<std::optional<KnownInteractions>> known = knownInteractions(**store, subject.run, subject.variant);
  if (!known || !*known) return std::nullopt;
  return AnalysedEdits{(*known)->variant.id, std::move((*known)->variant.edits), std::move((*known)->interactions)};
}

} // namespace gevo::report
