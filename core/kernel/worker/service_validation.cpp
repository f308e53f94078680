/// Service's validation: every test again, and held-out ones.

#include "core/base/wire.h"
#include "core/format/number.h"
#include "core/kernel/demangle/demangle.h"
#include "core/kernel/ir/effects.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/ir/restriction.h"
#include "core/kernel/ir/specialisation.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/worker/find_launched_values.h"
#include "core/kernel/worker/judge_tests.h"
#include "core/kernel/worker/service_state.h"
#include "core/kernel/worker/soundness_check.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <llvm/ADT/ScopeExit.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <set>

namespace gevo::worker {

namespace {

/// Kernels that did something before.
std::vector<std::string> emptiedKernels(const Project& project, const llvm::Module& original, const llvm::Module& variant) {
  std::vector<std::string> warnings;
  for (const KernelInfo& kernel : project.kernels) {
    const llvm::Function* const before = original.getFunction(kernel.name);
    const llvm::Function* const after = variant.getFunction(kernel.name);
    if (before != nullptr && after != nullptr && ir::hasEffect(*before) && !ir::hasEffect(*after))
      warnings.push_back(fmt::format("{} does nothing any more, which the tests don't notice", kernel.shownName));
  }
  return warnings;
}

std::string generalBranch(const std::string& kernel, const TestCase& test) {
  return fmt::format(
      "in the {} \"{}\" {} is launched with other values than those it was specialised for, and runs its general branch there",
      roleName(test.role), test.arguments, briefName(kernel));
}

/// What passed because the original does it too.
class Excused {
public:
  void add(const program::ReplayReport& report) {
    sim::collect(races_, report.races);
    sim::collect(undefined_, report.undefined);
    sim::collect(reads_, report.undefinedReads);
  }
  /// Empty if there is none.
  std::string warning() const {
    std::vector<std::string> parts;
    if (!races_.empty()) parts.push_back(formatCounted(races_.size(), "race"));
    if (!undefined_.empty()) parts.push_back(formatCounted(undefined_.size(), "use of an undefined value", "uses of undefined values"));
    if (!reads_.empty()) parts.push_back(program::excusedText(reads_));
    return parts.empty() ? std::string() : fmt::format("excused, because the original has the same: {}", fmt::join(parts, ", "));
  }

private:
  std::vector<sim::Race> races_;
  std::vector<sim::UndefinedValue> undefined_;
  std::vector<sim::UndefinedRead> reads_;
};

/// Those that are run, in order: all of the project that can be, then the held-out ones.
std::vector<TestCase> testsToRun(std::vector<TestCase> tests, bool screens, std::vector<TestCase> heldOut, std::uint32_t runs) {
  numberRuns(heldOut, runs);
  numberRuns(tests, runs);
  std::erase_if(tests, [&](const TestCase& test) { return test.role == TestRole::HeldOut || (test.role == TestRole::Screen && !screens); });
  tests.insert(tests.end(), heldOut.begin(), heldOut.end());
  return tests;
}

bool passesAll(const std::vector<TestReport>& reports) {
  return std::ranges::all_of(reports, [](const TestReport& report) { return report.result.valid(); });
}

bool isJudged(const TestCase& test) { return test.role == TestRole::Test || test.role == TestRole::HeldOut; }

/// Each test's verdict is that of its first run. `runs`: of the reports on tests and held-out tests.
void judgeReports(std::span<const JudgedRun> runs, const std::vector<OutputInfo>& outputs, const EvaluationSettings& settings,
                  std::vector<TestReport>& reports) {
  if (!passesAll(reports)) return; // it fails anyway
  std::vector<TestReport*> judged;
  for (TestReport& report : reports)
    if (report.role == TestRole::Test || report.role == TestRole::HeldOut) judged.push_back(&report);
  for (std::size_t first = 0; first < runs.size() && first < judged.size();) {
    std::size_t end = first + 1;
    while (end < runs.size() && runs[end].run != 0) ++end;
    program::Verdict verdict = judgeTests(runs.subspan(first, end - first), outputs);
    EvaluationResult& result = judged[first]->result;
    for (std::size_t run = first; run < end && run < judged.size(); ++run) judged[run]->differs = runs[run].differs;
    first = end;
    if (verdict.isRight()) continue;
    result.fitness.error = std::max(result.fitness.error, verdict.shift);
    if (verdict.shift <= (settings.mode == Mode::Exact ? 0 : settings.tolerance)) continue;
    result.reason = Reason::WrongOutput;
    result.message = std::move(verdict.message);
  }
}

/// What is kept of the original takes several times as much.
constexpr std::uint64_t mostKeptTraces = 64ULL << 20;

/// Forgets what is of no use for these tests.
void keepFor(const std::vector<TestCase>& tests, const ir::BaseModule& base, ValidatedOriginal& known) {
  if (known.base != &base) known = {&base, std::nullopt, {}};
  std::set<Hash128> traces;
  for (const TestCase& test : tests) traces.insert(hashBytes(test.trace));
  std::erase_if(known.prepared, [&](const auto& one) { return !traces.contains(one.first.second); });
  if (known.soundness) known.soundness->keepOnly(traces);
}

bool areSmall(const std::vector<TestCase>& tests) {
  std::uint64_t bytes = 0;
  for (const TestCase& test : tests) bytes += test.trace.size();
  return bytes <= mostKeptTraces;
}

} // namespace

/// By the faster compiler: a variant has to beat that.
double Service::fastestOriginal(State& state, const PreparedTest& test) {
  if (state.project.nvcc.ptx.empty() || !state.device->timesAgainstOriginal() || test.role == TestRole::Screen) return test.microseconds;
  const PreparedTest* const one = &test;
  const Result<std::vector<program::ReplayReport>> reports = state.device->runOther({&one, 1}, state.project.nvcc.ptx);
  if (!reports || !reports->front().valid()) return test.microseconds;
  return std::min(test.microseconds, reports->front().microseconds);
}

Result<ValidationReport> Service::validateModule(const llvm::Module& asEdited, const ValidateRequest& request) {
  if (!state_) return notLoaded();
  return validateOn(*state_->base, asEdited, request);
}

/// In the program's own configuration, which is what a variant has to beat. Null: the request has no recording of it.
Result<std::unique_ptr<PreparedTest>> Service::prepareOwn(std::size_t index, const ValidateRequest& request) {
  const std::vector<TestCase> tests =
      testsToRun(own_->project.tests, own_->settings.screen, request.own, own_->project.build.statisticalRuns);
  if (index >= tests.size()) return nullptr;
  return own_->device->prepare(tests[index], *optimised(*own_->base, {}));
}

/// There may be many configurations.
void Service::forgetOtherValidations() {
  if (own_.get() != state_) own_->validated = {};
  for (const auto& other : configured_)
    if (other.get() != state_) other->validated = {};
}

/// On the simulated GPU, where it is the same every time, once for all variants. `once` owns it elsewhere.
Result<const PreparedTest*> Service::prepareKnown(const TestCase& test, const llvm::Module& original, std::unique_ptr<PreparedTest>& once) {
  if (state_->project.build.hostRun.on || isGpu(state_->settings.device)) {
    GEVO_TRY_ASSIGN(once, state_->device->prepare(test, original));
    return once.get();
  }
  auto& prepared = state_->validated.prepared;
  const std::pair key(test.role, hashBytes(test.trace));
  if (const auto known = prepared.find(key); known != prepared.end()) return known->second.get();
  GEVO_TRY_ASSIGN(std::unique_ptr<PreparedTest> made, state_->device->prepare(test, original));
  return prepared.emplace(key, std::move(made)).first->second.get();
}

Result<ValidationReport> Service::validateOn(const ir::BaseModule& base, const llvm::Module& asEdited, const ValidateRequest& request) {
  if (!state_->evaluates) return cannotEvaluate();
  const std::unique_ptr<llvm::Module> original = optimised(base, {});
  const std::unique_ptr<llvm::Module> variant = optimised(llvm::CloneModule(asEdited));
  GEVO_TRY_ASSIGN(std::vector<TestCase> ofProject, state_->tests(*own_));
  const std::vector<TestCase> tests =
      testsToRun(std::move(ofProject), state_->settings.screen, request.heldOut, state_->project.build.statisticalRuns);
  forgetOtherValidations();
  ValidatedOriginal& known = state_->validated;
  keepFor(tests, base, known);
  const bool keepsAll = areSmall(tests);
  const auto forget = llvm::make_scope_exit([&] {
    if (!keepsAll) known = {};
  });
  std::optional<SoundnessCheck> soundnessCheck;
  if (state_->settings.screen) {
    if (!known.soundness) {
      GEVO_TRY_ASSIGN(known.soundness, SoundnessOriginal::open(base, state_->settings, state_->project.outputs));
    }
    GEVO_TRY_ASSIGN(SoundnessCheck opened, SoundnessCheck::open(*known.soundness, asEdited));
    soundnessCheck.emplace(std::move(opened));
  }
  ValidationReport reply;
  reply.warnings = emptiedKernels(state_->project, *original, *variant);
  Excused excused;
  std::vector<JudgedRun> judged;
  std::set<std::string> untested; // general branches
  for (const ir::Specialisation& one : ir::specialisationsOf(asEdited)) untested.insert(one.kernel);
  const bool dependsOnLaunches = !ir::restrictionsOf(asEdited).empty() || !ir::specialisationsOf(asEdited).empty();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const TestCase& test = tests[i];
    // The project's own are sampled, or recorded on a real GPU and compared there.
    const bool isInFull = test.role == TestRole::Workload && i + request.heldOut.size() >= tests.size();
    if (isInFull && !passesAll(reply.tests)) break; // takes long, and would tell nothing new
    if (!keepsAll) keepFor({}, base, known);
    std::unique_ptr<PreparedTest> own;
    if (state_->numbering) { // first: this configuration is timed beside it
      GEVO_TRY_ASSIGN(own, prepareOwn(reply.tests.size(), request));
    }
    std::unique_ptr<PreparedTest> once;
    const Result<const PreparedTest*> opened = prepareKnown(test, *original, once);
    if (!opened && state_->numbering) {
      // The configuration alone gives other results.
      TestReport& report = reply.tests.emplace_back();
      report.role = test.role;
      report.arguments = test.arguments;
      report.isInFull = isInFull;
      report.result.stage = Stage::Done;
      report.result.reason = Reason::WrongOutput;
      report.result.message = opened.error().message;
      continue;
    }
    GEVO_TRY(opened);
    const PreparedTest* const chosen = *opened;
    state_->device->setRemeasure(true, false); // as well as it can be measured
    GEVO_TRY_ASSIGN(std::vector<program::ReplayReport> reports, state_->device->run({&chosen, 1}, *variant));
    program::ReplayReport& replayed = reports.front();
    TestReport& report = reply.tests.emplace_back();
    report.role = test.role;
    report.arguments = test.arguments;
    report.isInFull = isInFull;
    report.originalRuntime = own ? fastestOriginal(*own_, *own) : fastestOriginal(*state_, *chosen);
    report.result.stage = Stage::Done;
    report.result.reason = replayed.reason;
    report.result.message = std::move(replayed.message);
    report.result.fitness = {replayed.microseconds, replayed.error};
    report.result.code = codeIn(ir::codeHash(*variant), state_->project.configuration);
    if (dependsOnLaunches) {
      TestCase launching = test;
      launching.role = TestRole::Test; // whatever it is for
      GEVO_TRY_ASSIGN(const ir::LaunchedValues launched, findLaunchedValues(*variant, {launching}));
      for (const std::string& kernel : kernelsNotSpecial(*variant, launched)) {
        untested.erase(kernel);
        if (test.role != TestRole::Screen) reply.warnings.push_back(generalBranch(kernel, test));
      }
      // A host program may launch otherwise in each run.
      if (std::string broken = brokenRestriction(*variant, state_->project.build.hostRun.on ? ir::LaunchedValues() : launched);
          !broken.empty()) {
        report.result.reason = Reason::Undefined;
        report.result.message = std::move(broken);
        continue;
      }
    }
    // The simulated GPU's results differ from those recorded on a real one.
    const bool isSimulated = test.role == TestRole::Screen || !isGpu(state_->project.build.device);
    if (test.role == TestRole::Workload && isSimulated) continue; // times only, or results only
    if (state_->settings.statistical && isJudged(test)) judged.push_back(runOf(*chosen, replayed));
    // Further runs of a test are there for what it delivers.
    if (replayed.valid() && soundnessCheck && isSimulated && test.run == 0) {
      GEVO_TRY_ASSIGN(const program::ReplayReport plain, soundnessCheck->run(test));
      // A host run may follow other results than the trace does.
      if (!state_->project.build.hostRun.on || plain.reason == Reason::Undefined) {
        report.result.reason = plain.reason;
        report.result.message = plain.message;
        report.result.fitness.error = std::max(report.result.fitness.error, plain.error);
        excused.add(plain);
      }
    }
    excused.add(replayed);
    for (const sim::Race& race : replayed.races) {
      const bool isKnown = std::ranges::any_of(chosen->races, [&](const sim::Race& known) { return race.isExcusedBy(known); });
      std::string text = race.message() + (isKnown ? " (the original has it too)" : "");
      // Lines are all that a reader sees of a place.
      if (std::ranges::find(report.races, text) == report.races.end()) report.races.push_back(std::move(text));
    }
  }
  judgeReports(judged, state_->project.outputs, state_->settings, reply.tests);
  for (const std::string& kernel : untested)
    reply.warnings.push_back(fmt::format("no test ran the general branch of {}, which launches with other values run", briefName(kernel)));
  const bool passed = passesAll(reply.tests);
  if (passed && std::ranges::any_of(reply.tests, &TestReport::differs))
    reply.warnings.push_back(fmt::format("its results are others than the original's, and {} runs of a test can't tell them apart",
                                         state_->project.build.statisticalRuns));
  if (std::string warning = excused.warning(); passed && !warning.empty()) reply.warnings.push_back(std::move(warning));
  return reply;
}

Result<ValidationReport> Service::validate(const ValidateRequest& request) {
  if (!state_) return notLoaded();
  if (state_->failure) return notUsable(*state_->failure);
  GEVO_TRY_ASSIGN(const ir::BaseModule* const base, baseFor(request.heldOut));
  return validateOn(*base, *ir::applyEdits(*base, state_->numbered(request.edits)).module, request);
}

} // namespace gevo::worker
