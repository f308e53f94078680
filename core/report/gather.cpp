#include "core/report/gather.h"

#include "core/report/ptx_module.h"
#include "core/session/validation.h"

#include <algorithm>

namespace gevo::report {

namespace {

/// Each costs as much as running the tests; a variant with more edits is one to minimise first.
constexpr std::size_t mostShares = 32;

/// Microseconds over the tests that select; infinite where one fails.
double meanRuntime(const std::vector<TestReport>& tests) {
  double sum = 0;
  std::size_t count = 0;
  for (const TestReport& test : tests) {
    if (!test.outcome.valid()) return std::numeric_limits<double>::infinity();
    if (test.role != TestRole::Test) continue;
    sum += test.outcome.fitness.runtime;
    ++count;
  }
  return count == 0 ? unknown : sum / static_cast<double>(count);
}

std::vector<double> sharesOf(const Individual& variant, const AskWorker& ask, const std::vector<TestReport>& whole) {
  std::vector<double> shares(variant.edits.size(), unknown);
  if (activeEditCount(variant) > mostShares) return shares;
  for (std::size_t i = 0; i < variant.edits.size(); ++i) {
    if (i >= variant.active.size() || !variant.active[i]) continue;
    EditList without = variant.edits;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    const Result<CheckReply> reply = askFor(ask, CheckRequest{without, {}});
    if (reply) shares[i] = meanRuntime(reply->tests) / meanRuntime(whole) - 1;
  }
  return shares;
}

std::vector<HeldOutResult> heldOutOf(const Subject& subject) {
  std::vector<HeldOutResult> results;
  for (const ValidationRow& row : subject.validations) {
    if (row.variant != subject.variant.id) continue;
    std::set<std::int64_t> before;
    for (const ValidationRow& other : subject.validations)
      if (other.variant != row.variant && other.arguments == row.arguments && other.candidate < row.candidate) before.insert(other.variant);
    results.push_back({row, before.size()});
  }
  return results;
}

/// Those that the variant passed: with them its launches are validated.
Result<std::vector<TestCase>> passedTests(const Subject& subject, const std::vector<HeldOutResult>& heldOut) {
  std::vector<TestCase> tests;
  if (subject.variant.outcome.valid())
    for (const TestCase& test : subject.project->tests)
      if (test.role != TestRole::HeldOut) tests.push_back(test);
  if (heldOut.empty()) return tests;
  const Result<std::unique_ptr<Store>> store = Store::open(subject.file, Store::Access::Read);
  if (!store) return std::unexpected(store.error());
  const Result<std::vector<HeldOutSet>> sets = (*store)->heldOutSets();
  if (!sets) return std::unexpected(sets.error());
  for (const HeldOutSet& set : *sets) {
    const bool passed = std::ranges::any_of(
        heldOut, [&](const HeldOutResult& result) { return result.verdict.passed && result.verdict.arguments == set.arguments; });
    if (!passed) continue;
    Result<std::vector<TestCase>> recorded = (*store)->heldOutTests(set.number);
    if (!recorded) return std::unexpected(recorded.error());
    std::ranges::move(*recorded, std::back_inserter(tests));
  }
  return tests;
}

} // namespace

Result<Facts> gatherFacts(const Subject& subject, const AskWorker& ask, const GatherParts& parts) {
  Facts facts;
  facts.subject = subject;
  facts.texts = parts.texts;
  facts.architecture = parts.code.architecture;
  facts.assembler = parts.assembler;
  facts.toolVersion = GEVO_VERSION;
  facts.replaced = kernelsToReplace(parsePtx(parts.originalCode.text), parsePtx(parts.code.text));
  facts.heldOut = heldOutOf(subject);

  Result<std::vector<TestCase>> passed = passedTests(subject, facts.heldOut);
  if (!passed) return std::unexpected(passed.error());
  Result<LaunchesReply> launches = askFor(ask, LaunchesRequest{std::move(*passed)});
  if (!launches) return std::unexpected(launches.error());
  facts.launches = std::move(launches->tests);

  Result<CheckReply> checked = askFor(ask, CheckRequest{subject.variant.edits, {}});
  if (checked)
    facts.tests = std::move(checked->tests);
  else
    facts.testsProblem = checked.error().message;
  if (checked) facts.shares = sharesOf(subject.variant, ask, facts.tests);
  return facts;
}

} // namespace gevo::report
