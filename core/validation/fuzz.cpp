#include "core/validation/fuzz.h"

#include "core/base/elapsed.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/inputs/fuzz_inputs.h"
#include "core/inputs/input_recorder.h"
#include "core/protocol/build.h"

#include <algorithm>
#include <cmath>

namespace gevo {

namespace {

/// Inputs of one request: each request runs the project's own tests too.
constexpr std::size_t batch = 8;
/// Inputs of one recording, which builds the program, where time does not matter: their traces are in memory together.
constexpr std::size_t recordedAtOnce = 64;

class Fuzz {
public:
  Fuzz(const Store& store, const RunInfo& run, const Individual& variant, Validator& validator, const FuzzSettings& settings)
      : store_(store), run_(run), variant_(variant), validator_(validator), settings_(settings) {}

  Result<void> judge(std::vector<TestCase> inputs) {
    const std::string doing = fmt::format("trying variant {} on {}", variantName(variant_.id), formatCounted(inputs.size(), "fresh input"));
    GEVO_TRY_ASSIGN(const Judgement judgement, validator_.judge(variant_.edits, inputs, doing));
    if (!judgement.failure.empty() && inputs.size() > 1) { // which of them?
      for (TestCase& input : inputs) GEVO_TRY(judge({std::move(input)}));
      return {};
    }
    if (!judgement.failure.empty()) return explain(std::move(inputs.front()), judgement.failure);
    for (TestCase& input : inputs) {
      const auto test = std::ranges::find_if(judgement.tests, [&](const TestReport& report) {
        return report.role == TestRole::HeldOut && report.arguments == input.arguments;
      });
      if (!test->result.valid()) {
        GEVO_TRY(explain(std::move(input), test->result.message));
        continue;
      }
      const double error = test->result.fitness.error;
      report_.error = std::max(report_.error, error);
      report_.passed.push_back(input.arguments);
      if (error > settings_.error) GEVO_TRY(addInexact(input.arguments, error));
    }
    return {};
  }

  FuzzReport& report() { return report_; }

private:
  Result<void> addInexact(const std::string& arguments, double error) {
    report_.inexact.push_back({arguments, "an error of " + formatError(error, run_.settings.evaluation.metric)});
    if (report_.inexact.size() > 1 || !settings_.keep) return {};
    GEVO_TRY_ASSIGN(const ValidationResult found, inexactOnInput(store_, run_, variant_.id, arguments, error));
    return settings_.keep(found);
  }

  /// A variant is only to blame for what the original does not do.
  Result<void> explain(TestCase input, const std::string& problem) {
    GEVO_TRY_ASSIGN(const bool isUseful, validator_.passes({}, {input}, fmt::format("trying the original on {}", input.arguments)));
    if (!isUseful) {
      report_.useless.push_back({std::move(input.arguments), "the original does not give the same results twice"});
      return {};
    }
    report_.failed.push_back({input.arguments, problem});
    if (report_.failed.size() > 1 || !settings_.keep) return {};
    GEVO_TRY_ASSIGN(const ValidationResult failure, failedOnInput(store_, run_.id, variant_.id, std::move(input), problem));
    return settings_.keep(failure);
  }

  const Store& store_;
  const RunInfo& run_;
  const Individual& variant_;
  Validator& validator_;
  const FuzzSettings& settings_;
  FuzzReport report_;
};

Result<void> judgeAll(Fuzz& fuzz, std::vector<TestCase> tests, std::size_t done, std::size_t of, const FuzzSettings& settings) {
  for (std::size_t begin = 0; begin < tests.size(); begin += batch) {
    if (settings.progress) settings.progress(done + begin, of);
    const auto first = std::make_move_iterator(tests.begin() + std::ptrdiff_t(begin));
    GEVO_TRY(fuzz.judge({first, first + std::ptrdiff_t(std::min(batch, tests.size() - begin))}));
  }
  return {};
}

} // namespace

Result<FuzzReport> fuzzVariant(const Store& store, const RunInfo& run, const Individual& variant, Validator& validator,
                               const JobOptions& job, const FuzzSettings& settings) {
  GEVO_TRY_ASSIGN(const Project project, store.project());
  const std::vector<std::string> lines = fuzzLines(project.build);
  if (lines.empty())
    return fail("the file has no command line with a place for a value, such as {{seed}}; give one to gevo new with --fuzz");
  GEVO_TRY_ASSIGN(std::vector<std::string> used, recordedLines(store));
  const std::vector<std::string> drawn = drawInputLines(lines, std::move(used), settings.inputs);
  if (drawn.empty()) return fail("the command lines have no further values; give wider ranges to gevo new with --fuzz");

  const auto begin = std::chrono::steady_clock::now();
  Fuzz fuzz(store, run, variant, validator, settings);
  FuzzReport& report = fuzz.report();
  const std::size_t step = std::isfinite(settings.seconds) ? batch : recordedAtOnce;
  for (std::size_t at = 0; at < drawn.size(); at += step) {
    if (at > 0 && secondsSince(begin) >= settings.seconds) break;
    const auto first = drawn.begin() + std::ptrdiff_t(at);
    const std::vector<std::string> some(first, first + std::ptrdiff_t(std::min(step, drawn.size() - at)));
    GEVO_TRY_ASSIGN(RecordTestsReply recorded, InputRecorder(store, job).recordUsable(TestRole::HeldOut, some));
    std::ranges::move(recorded.leftOut, std::back_inserter(report.useless));
    GEVO_TRY(judgeAll(fuzz, std::move(recorded.tests), at, drawn.size(), settings));
  }
  return std::move(report);
}

} // namespace gevo
