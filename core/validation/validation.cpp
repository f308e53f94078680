#include "core/validation/validation.h"

#include "core/configurations/configurations.h"
#include "core/devices/evaluation_pool.h"
#include "core/devices/program_trust.h"
#include "core/devices/wait_for_job.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/workloads_in_full.h"
#include "core/inputs/input_line.h"
#include "core/inputs/input_recorder.h"
#include "core/protocol/load.h"
#include "core/protocol/validate.h"
#include "core/worker_pool/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>

namespace gevo {

namespace {

/// A check on the same inputs is the same candidacy again.
std::uint32_t candidateNumber(const std::vector<ValidationRow>& rows, std::int64_t variant, const std::vector<std::string>& arguments) {
  std::uint32_t last = 0;
  for (const ValidationRow& row : rows) {
    if (row.variant == variant && row.arguments == arguments) return row.candidate;
    last = std::max(last, row.candidate);
  }
  return last + 1;
}

std::vector<std::string> argumentsOf(const std::vector<TestCase>& tests, TestRole role) {
  std::vector<std::string> arguments;
  for (const TestCase& test : tests)
    if (test.role == role) arguments.push_back(test.arguments);
  return arguments;
}

/// A worker may lie: there is a report on each held-out test, on each workload in full if nothing failed before, and what passed has a
/// runtime. `asked`: both.
bool isSound(const ValidationReport& reply, const std::vector<TestCase>& asked) {
  std::vector<std::string> heldOut;
  std::vector<std::string> inFull;
  bool passes = true;
  for (const TestReport& test : reply.tests) {
    if (test.role == TestRole::HeldOut) heldOut.push_back(test.arguments);
    if (test.isInFull) inFull.push_back(test.arguments);
    if (test.result.valid() && !std::isfinite(test.result.fitness.runtime)) return false;
    passes = passes && test.result.valid();
  }
  return heldOut == argumentsOf(asked, TestRole::HeldOut) && (!passes || inFull == argumentsOf(asked, TestRole::Workload));
}

void sumUp(ValidationResult& validation, Metric metric) {
  ValidationRow& row = validation.row;
  row.passed = true;
  row.runtime = row.originalRuntime = row.error = 0;
  for (const TestReport& test : validation.reply.tests) {
    if (!test.result.valid() && row.passed) {
      row.passed = false;
      row.message = fmt::format("{} \"{}\": {}", kindOf(test), test.arguments, test.result.message);
    }
    row.error = std::max(row.error, test.result.fitness.error);
    if (test.role != TestRole::HeldOut) continue;
    row.runtime += test.result.fitness.runtime / double(row.arguments.size());
    row.originalRuntime += test.originalRuntime / double(row.arguments.size());
  }
  const auto inFull = static_cast<std::size_t>(std::ranges::count(validation.reply.tests, true, &TestReport::isInFull));
  if (row.passed)
    row.message = fmt::format("passed {}, {} of them held out{}{}", formatCounted(validation.reply.tests.size() - inFull, "test"),
                              row.arguments.size(), inFull > 0 ? ", and " + formatWorkloadsInFull(validation.reply.tests) : "",
                              row.error > 0 ? fmt::format(", with an error of up to {}", formatError(row.error, metric)) : "");
  else
    row.runtime = row.error = unknown;
  if (row.arguments.empty()) row.runtime = row.originalRuntime = unknown;
  for (const std::string& warning : validation.reply.warnings) row.message += "; " + warning;
  if (validation.earlierCandidates > 0)
    row.message += fmt::format("; {} on the same held-out inputs before",
                               formatCounted(validation.earlierCandidates, "candidate was validated", "candidates were validated"));
}

std::vector<std::string> freshRuns(const std::vector<std::string>& lines, std::uint32_t runs, std::vector<std::string> used) {
  std::vector<std::string> fresh;
  for (const std::string& line : lines) std::ranges::move(repeatedLine(line, runs, used), std::back_inserter(fresh));
  return fresh;
}

std::unexpected<Error> cancelledError() { return fail("the validation was cancelled"); }

} // namespace

Result<HeldOutUses> heldOutUses(const Store& store) {
  HeldOutUses uses;
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, store.runs());
  for (const RunInfo& run : runs) {
    GEVO_TRY_ASSIGN(const std::vector<ValidationRow> rows, store.validations(run.id));
    for (const ValidationRow& row : rows) {
      HeldOutUse& use = uses[row.arguments];
      use.candidates.emplace(run.id, row.variant);
      use.failed = use.failed || !row.passed;
    }
  }
  return uses;
}

struct Validator::Inputs {
  std::vector<TestCase> tests;
  bool fresh = false;
};

struct Validator::Asked {
  ValidateRequest request;
  std::string failure = {}; ///< of a program that does not run the held-out tests in the configuration of the edits
};

Validator::Validator(Store& store, RunInfo run, JobOptions settings, WorkLimit fullWorkloads)
    : store_(store), run_(std::move(run)), settings_(std::move(settings)), workloads_(store_, settings_, fullWorkloads) {}

Validator::~Validator() = default;

void Validator::note(std::string message) {
  if (std::ranges::find(notes_, message) == notes_.end()) notes_.push_back(std::move(message));
}

Result<ValidationResult> Validator::validate(const Individual& variant, HeldOutChoice choice) {
  GEVO_TRY_ASSIGN(Inputs inputs, chooseInputs(variant.id, choice));
  ValidationResult validation;
  validation.row.variant = variant.id;
  for (const TestCase& test : inputs.tests) validation.row.arguments.push_back(test.arguments);
  GEVO_TRY_ASSIGN(const std::vector<ValidationRow> rows, store_.validations(run_.id));
  validation.row.candidate = candidateNumber(rows, variant.id, validation.row.arguments);
  GEVO_TRY_ASSIGN(auto uses, heldOutUses(store_));
  HeldOutUse& use = uses[validation.row.arguments];
  use.candidates.erase({run_.id, variant.id});
  validation.earlierCandidates = std::uint32_t(use.candidates.size());
  if (validation.row.arguments.empty()) validation.earlierCandidates = 0;

  if (inputs.fresh) validation.fresh = inputs.tests;
  const Result<std::vector<TestCase>> tests = withWorkloads(inputs.tests);
  if (cancelled()) return cancelledError();
  GEVO_TRY(tests);
  GEVO_TRY_ASSIGN(auto* worker, checker());
  const Result<Asked> asked = requestFor(variant.edits, *tests);
  if (cancelled()) return cancelledError();
  GEVO_TRY(asked);
  if (!asked->failure.empty()) {
    validation.row.passed = false;
    validation.row.message = asked->failure;
    return validation;
  }
  Bytes request = wire::encode(asked->request);
  const JobResult result =
      wait(*worker, RequestKind::Validate, std::move(request),
           fmt::format("validating variant {} on held-out {}", variantName(variant.id), fmt::join(validation.row.arguments, ", ")));
  if (cancelled()) return cancelledError();
  switch (result.failure) {
  case JobFailure::None: {
    GEVO_TRY_ASSIGN(ValidationReport reply, wire::decode<ValidationReport>(result.reply, "worker's reply"));
    if (!isSound(reply, *tests)) return fail("the worker sent a damaged reply; check again");
    validation.reply = std::move(reply);
    sumUp(validation, run_.settings.evaluation.metric);
    // Beside what passed, wherever that is shown.
    if (validation.row.passed && !workloads_.notes().empty()) validation.row.message += "; results at full size were not compared";
    return validation;
  }
  case JobFailure::Crashed:
  case JobFailure::TimedOut:
    if (!originalEnds(*worker, *tests))
      return fail("the original does not get through the held-out tests either ({}); give smaller ones to gevo new with --heldout",
                  result.message);
    validation.row.passed = false;
    validation.row.message = fmt::format("the validation did not end: {}", result.message);
    return validation;
  case JobFailure::ErrorReply:
  case JobFailure::NoWorker:
    break;
  }
  return std::unexpected(Error{result.message, result.details});
}

Result<Judgement> Validator::judge(const EditList& edits, const std::vector<TestCase>& heldOut, const std::string& doing) {
  GEVO_TRY_ASSIGN(auto* worker, checker());
  const Result<Asked> asked = requestFor(edits, heldOut);
  if (cancelled()) return cancelledError();
  GEVO_TRY(asked);
  if (!asked->failure.empty()) return Judgement{{}, asked->failure};
  const JobResult result = wait(*worker, RequestKind::Validate, wire::encode(asked->request), doing);
  if (cancelled()) return cancelledError();
  if (result.failure == JobFailure::Crashed || result.failure == JobFailure::TimedOut) return Judgement{{}, result.message};
  if (result.failure != JobFailure::None) return std::unexpected(Error{result.message, result.details});
  GEVO_TRY_ASSIGN(ValidationReport reply, wire::decode<ValidationReport>(result.reply, "worker's reply"));
  if (!isSound(reply, heldOut)) return Judgement{{}, "the worker sent a damaged reply"};
  return Judgement{std::move(reply.tests), {}};
}

Result<bool> Validator::passes(const EditList& edits, const std::vector<TestCase>& heldOut, const std::string& doing, AtFullSize size) {
  std::vector<TestCase> tests = heldOut;
  if (size == AtFullSize::Yes) {
    GEVO_TRY_ASSIGN(tests, withWorkloads(std::move(tests)));
  }
  GEVO_TRY_ASSIGN(const Judgement judgement, judge(edits, tests, doing));
  return judgement.failure.empty() && std::ranges::all_of(judgement.tests, [](const TestReport& test) { return test.result.valid(); });
}

std::vector<std::string> Validator::notes() const {
  std::vector<std::string> notes = notes_;
  notes.insert(notes.end(), workloads_.notes().begin(), workloads_.notes().end());
  return notes;
}

bool ValidationResult::failedInFull() const {
  return std::ranges::any_of(reply.tests, [](const TestReport& test) { return test.isInFull && !test.result.valid(); });
}

/// A worker runs them last.
Result<std::vector<TestCase>> Validator::withWorkloads(std::vector<TestCase> heldOut) {
  GEVO_TRY_ASSIGN(std::vector<TestCase> workloads, workloads_.tests());
  std::ranges::move(workloads, std::back_inserter(heldOut));
  return heldOut;
}

/// Tests as they are in the configuration of the edits.
Result<Validator::Asked> Validator::requestFor(const EditList& edits, std::vector<TestCase> heldOut) {
  const Configuration configuration = configurationOf(edits);
  if (configuration.empty() || heldOut.empty()) return Asked{{edits, std::move(heldOut), {}}};
  GEVO_TRY_ASSIGN(Configurations* const source, configurations());
  if (settings_.progress) settings_.progress("recording held-out tests with " + printConfiguration(configuration));
  std::vector<TestCase> inFull = heldOut; // else workloads would be sampled
  for (TestCase& test : inFull) test.role = TestRole::HeldOut;
  GEVO_TRY_ASSIGN(ConfiguredProgram recorded, source->recorded(configuration, inFull, settings_.cancel));
  if (!recorded.usable()) return Asked{{}, fmt::format("held-out tests with {}: {}", printConfiguration(configuration), recorded.message)};
  if (recorded.tests.size() != heldOut.size()) return fail("the worker sent a damaged reply; check again");
  for (std::size_t i = 0; i < heldOut.size(); ++i) recorded.tests[i].role = heldOut[i].role;
  return Asked{{edits, std::move(recorded.tests), std::move(heldOut)}};
}

Result<Configurations*> Validator::configurations() {
  if (!configurations_) {
    GEVO_TRY_ASSIGN(const Project project, store_.project());
    configurations_ = std::make_unique<Configurations>(store_, project, Configurations::Options{settings_.workerProgram, 1});
  }
  return configurations_.get();
}

/// A variant is only to blame for what the original does not do.
bool Validator::originalEnds(WorkerPool& worker, const std::vector<TestCase>& heldOut) {
  const JobResult result = wait(worker, RequestKind::Validate, wire::encode(ValidateRequest{{}, heldOut, {}}), "validating the original");
  return result.failure == JobFailure::None;
}

Result<Validator::Inputs> Validator::chooseInputs(std::int64_t variant, HeldOutChoice choice) {
  if (choice == HeldOutChoice::Fresh) return recordFresh();
  GEVO_TRY_ASSIGN(const std::vector<HeldOutSet> sets, store_.heldOutSets());
  if (sets.empty()) {
    note("the file has no held-out tests; give some to gevo new with --heldout");
    return Inputs{};
  }
  GEVO_TRY_ASSIGN(auto uses, heldOutUses(store_));
  const auto tests = [&](const HeldOutSet& set) -> Result<Inputs> {
    GEVO_TRY_ASSIGN(std::vector<TestCase> loaded, store_.heldOutTests(set.number));
    return Inputs{std::move(loaded), false};
  };
  const HeldOutSet* own = nullptr;
  const HeldOutSet* unfailed = nullptr;
  for (const HeldOutSet& set : sets) {
    const HeldOutUse& use = uses[set.arguments];
    if (choice == HeldOutChoice::Known && use.candidates.contains({run_.id, variant})) own = &set;
    if (!use.failed) unfailed = &set;
  }
  if (own != nullptr) return tests(*own);
  if (unfailed != nullptr) return tests(*unfailed);
  if (choice == HeldOutChoice::Unused) {
    Result<Inputs> fresh = recordFresh();
    if (fresh || cancelled()) return fresh;
    note(fmt::format("no fresh held-out inputs, so those of before are used again: {}", fresh.error().message));
  }
  return tests(sets.back());
}

Result<std::vector<TestCase>> Validator::freshInputs() {
  GEVO_TRY_ASSIGN(Inputs fresh, recordFresh());
  return std::move(fresh.tests);
}

/// Other values in every line that takes some.
Result<Validator::Inputs> Validator::recordFresh() {
  GEVO_TRY_ASSIGN(const Project project, store_.project());
  const std::vector<std::string>& lines = project.build.heldOut;
  for (const std::string& line : lines)
    if (!takesValues(line))
      note(fmt::format("held-out \"{}\" has no place for a value, such as {{seed}}, so it makes no fresh inputs and is used up", line));
  if (std::ranges::none_of(lines, takesValues))
    return fail("no held-out command line has a place for a value, such as {{seed}}, to make other inputs with; give one to gevo new");
  GEVO_TRY_ASSIGN(const std::vector<std::string> used, recordedLines(store_));
  const std::vector<std::string> fresh = project.build.statisticalRuns > 0 ? freshRuns(lines, project.build.statisticalRuns, used)
                                                                           : freshInputLines(lines, used, InputDraw::Uniform);
  if (fresh.empty()) return fail("the held-out command lines have no further values; give wider ranges to gevo new");
  GEVO_TRY_ASSIGN(std::vector<TestCase> tests, InputRecorder(store_, settings_).record(TestRole::HeldOut, fresh));
  return Inputs{std::move(tests), true};
}

Result<WorkerPool*> Validator::checker() {
  if (checker_) return checker_.get();
  GEVO_TRY_ASSIGN(Project project, store_.project());
  WorkerPoolSettings settings;
  settings.program = settings_.workerProgram;
  settings.jobLimit = settings_.limit;
  GEVO_TRY_ASSIGN(const std::string folder, hostRunFolder(store_, project));
  GEVO_TRY(fitEvaluation(settings, project, run_.settings.evaluation));
  GEVO_TRY_ASSIGN(Configurations* const source, configurations());
  settings.configurations = [source](const Configuration& configuration) { return source->program(configuration); };
  const LoadRequest load{withoutHeldOutTests(std::move(project)), run_.settings.evaluation, false, Targeting::Executed, folder};
  GEVO_TRY_ASSIGN(auto started, WorkerPool::start(settings, wire::encode(load)));
  checker_ = std::move(started);
  return checker_.get();
}

/// Cancelled: an empty result, and the pool is of no further use.
JobResult Validator::wait(WorkerPool& pool, RequestKind kind, Bytes request, const std::string& doing) {
  return waitForJob(pool, kind, std::move(request), settings_, doing).value_or(JobResult());
}

namespace {

Result<ValidationResult> resultOnInput(const Store& store, std::int64_t run, std::int64_t variant, const std::string& arguments,
                                       const std::string& found) {
  GEVO_TRY_ASSIGN(const std::vector<ValidationRow> rows, store.validations(run));
  ValidationResult validation;
  validation.row.variant = variant;
  validation.row.arguments = {arguments};
  validation.row.candidate = candidateNumber(rows, variant, validation.row.arguments);
  validation.row.passed = false;
  validation.row.message = fmt::format("fresh input \"{}\": {}", arguments, found);
  validation.row.runtime = validation.row.error = unknown;
  return validation;
}

} // namespace

Result<ValidationResult> failedOnInput(const Store& store, std::int64_t run, std::int64_t variant, TestCase input,
                                       const std::string& problem) {
  GEVO_TRY_ASSIGN(ValidationResult validation, resultOnInput(store, run, variant, input.arguments, problem));
  validation.fresh = {std::move(input)};
  return validation;
}

Result<ValidationResult> inexactOnInput(const Store& store, const RunInfo& run, std::int64_t variant, const std::string& arguments,
                                        double error) {
  const std::string found = fmt::format("passed, with an error of {}", formatError(error, run.settings.evaluation.metric));
  GEVO_TRY_ASSIGN(ValidationResult validation, resultOnInput(store, run.id, variant, arguments, found));
  validation.row.passed = true;
  validation.row.error = error;
  return validation;
}

Result<void> keepValidation(Store& store, std::int64_t run, const ValidationResult& validation) {
  if (!validation.fresh.empty()) {
    GEVO_TRY(store.addHeldOutSet(validation.fresh));
  }
  return store.addValidation(run, validation.row);
}

const ValidationRow* validationOf(std::span<const ValidationRow> rows, std::int64_t variant) {
  const ValidationRow* latest = nullptr;
  for (const ValidationRow& row : rows) {
    if (row.variant != variant) continue;
    if (!row.passed) return &row;
    if (latest == nullptr || row.candidate > latest->candidate) latest = &row;
  }
  return latest;
}

std::size_t candidatesIn(const std::vector<ValidationRow>& rows) {
  std::set<std::int64_t> variants;
  for (const ValidationRow& row : rows) variants.insert(row.variant);
  return variants.size();
}

} // namespace gevo
