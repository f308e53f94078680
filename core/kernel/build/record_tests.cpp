#include "core/kernel/build/record_tests.h"

#include "core/base/wire.h"
#include "core/kernel/coverage/coverage_meter.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/trace/host_decisions.h"
#include "core/kernel/trace/replay.h"
#include "core/values/device_name.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// Numbers outputs as in the project: the order of first copies may differ here.
Result<void> renumberOutputs(Trace& trace, const std::vector<OutputInfo>& found, const std::vector<OutputInfo>& known) {
  for (Event& event : trace.events) {
    if (event.kind != EventKind::CopyToHost && event.kind != EventKind::ReadSymbol) continue;
    const std::string& name = found[event.output].name;
    const auto entry = std::ranges::find(known, name, &OutputInfo::name);
    if (entry == known.end()) return fail("the program delivers {}, which no test of the project does", name);
    event.output = static_cast<std::uint32_t>(entry - known.begin());
  }
  return {};
}

struct Recorded {
  std::vector<Trace> traces;
  std::vector<RunTimes> times;
};

Result<Recorded> record(const std::vector<TestCase>& tests, RecordRequest run, const Progress& progress) {
  Recorded recorded;
  for (const TestCase& test : tests) {
    run.run = test.run;
    if (progress) progress(fmt::format("running {} \"{}\"", roleName(test.role), test.arguments));
    GEVO_TRY_ASSIGN(auto one, recordTrace(run, test.arguments));
    recorded.traces.push_back(std::move(one.trace));
    recorded.times.push_back(std::move(one.times));
  }
  return recorded;
}

/// Marks copies that the host decides by.
Result<void> decide(Recorded& recorded, const std::vector<TestCase>& tests, bool isLive, const RecordRequest& run,
                    const DescribedOutputs& described) {
  HostDecisions decisions{described.candidates};
  if (!isLive) { // else the program decides by itself
    const auto find = [&](std::size_t i, const std::set<std::uint32_t>& open) {
      if (tests[i].run != 0) return Result<HostDecisions>(HostDecisions());
      return findDecisions(run, tests[i].arguments, recorded.traces[i], recorded.times[i], described.outputs, open);
    };
    GEVO_TRY_ASSIGN(decisions, findInTests(recorded.traces.size(), described.candidates, find));
  }
  for (Trace& trace : recorded.traces) markDecisions(trace, decisions.outputs);
  return {};
}

Result<std::vector<TestCase>> testsOf(std::vector<Trace> traces, const std::vector<TestCase>& tests, const std::vector<OutputInfo>& found,
                                      const std::vector<OutputInfo>& known, bool outline) {
  std::vector<TestCase> recorded;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    GEVO_TRY(renumberOutputs(traces[i], found, known));
    const Trace trace = outline ? outlineOf(std::move(traces[i])) : std::move(traces[i]);
    recorded.push_back({tests[i].role, tests[i].arguments, wire::encode(trace), tests[i].run});
  }
  return recorded;
}

struct Original {
  std::unique_ptr<ir::BaseModule> base; ///< whose context the module is in
  std::unique_ptr<llvm::Module> module; ///< optimised
};

Result<Original> optimisedOriginal(const Project& project) {
  Original original;
  GEVO_TRY_ASSIGN(original.base, ir::BaseModule::load(project.base, project.build.kernels));
  original.module = original.base->original();
  ir::cleanUp(*original.module);
  ir::optimise(*original.module);
  return original;
}

/// Replays tests with the original's kernels.
class Replays {
public:
  static Result<std::unique_ptr<Replays>> open(const Project& project) {
    auto replays = std::unique_ptr<Replays>(new Replays(project));
    GEVO_TRY_ASSIGN(replays->model_, sim::loadModel(screeningDevice(project.build.device)));
    GEVO_TRY_ASSIGN(replays->original_, optimisedOriginal(project));
    GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(*replays->original_.module, replays->model_));
    replays->simulator_.emplace(std::move(simulator));
    replays->simulator_->useRegisters(registersOf(project));
    if (Result<CoverageMeter> meter = CoverageMeter::open(project)) replays->meter_.emplace(std::move(*meter));
    return replays;
  }

  /// An error where it does not give the results that were recorded.
  Result<MeasuredInput> run(const TestCase& test) {
    GEVO_TRY_ASSIGN(const Trace trace, wire::decode<Trace>(test.trace, "recorded test"));
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    const ReplayReport report = replayOriginal(trace, *simulator_, model_, project_.outputs, settings);
    if (!report.valid()) return fail("the original does not repeat its own results: {}", report.message);
    MeasuredInput replayed = measure(trace);
    replayed.work = std::accumulate(report.launchWarpInstructions.begin(), report.launchWarpInstructions.end(), std::uint64_t(0));
    return replayed;
  }

  bool measures() const { return meter_.has_value(); }
  /// Takes less time than that, as it checks nothing.
  MeasuredInput measure(const Trace& trace) { return meter_ ? meter_->measure(trace).value_or(MeasuredInput()) : MeasuredInput(); }

private:
  explicit Replays(const Project& project) : project_(project) {}

  const Project& project_;
  sim::Model model_;
  Original original_;
  std::optional<sim::Simulator> simulator_;
  std::optional<CoverageMeter> meter_; ///< nothing: it can't be measured
};

/// Takes what the program can be run with, as long as there is something to be found.
class UsableTests {
public:
  /// `measures`: what they reach is known.
  UsableTests(const RecordTestsRequest& request, bool measures) : request_(request), measures_(measures), reached_(request.reached) {}

  /// What comes now is for what it may reach.
  bool areEnough() const { return request_.enough > 0 && reply_.tests.size() >= request_.enough; }

  bool isDone() const {
    if (request_.enough == 0) return false;
    if (reply_.leftOut.size() >= request_.enough) return true; // the lines don't fit the program
    return areEnough() &&
           (!measures_ || !request_.reached.isMeasured() || work_ >= request_.mostWork || idle_ >= request_.enough || isComplete(reached_));
  }

  /// Whether it reaches what nothing before it does.
  bool wants(const MeasuredInput& further) {
    const bool reachesMore = countBeyond(further.reached, reached_) > 0;
    idle_ = reachesMore ? 0 : idle_ + 1;
    if (!reachesMore) work_ += further.work;
    return reachesMore;
  }

  void add(TestCase test, MeasuredInput replayed) {
    work_ += replayed.work;
    addTo(reached_, replayed.reached);
    reply_.tests.push_back(std::move(test));
    reply_.work.push_back(replayed.work);
    reply_.reached.push_back(std::move(replayed.reached));
  }

  void leaveOut(const std::string& arguments, const std::string& problem) { reply_.leftOut.push_back({arguments, problem}); }
  RecordTestsReply take() { return std::move(reply_); }

private:
  const RecordTestsRequest& request_;
  bool measures_;
  Coverage reached_; ///< by all together
  std::uint64_t work_ = 0;
  std::size_t idle_ = 0; ///< so many in a row reached nothing new
  RecordTestsReply reply_;
};

Result<RecordTestsReply> recordWith(const RecordTestsRequest& request, const RecordingProgram& program, const Progress& progress) {
  const Project& project = request.project;
  const RecordRequest& run = program.run;
  const auto describe = [&](Recorded recorded, const std::vector<TestCase>& tests) -> Result<std::vector<TestCase>> {
    GEVO_TRY_ASSIGN(const auto described, describeOutputs(recorded.traces, program.device, program.offsets, program.outputs));
    GEVO_TRY(decide(recorded, tests, project.build.hostRun.on, run, described));
    return testsOf(std::move(recorded.traces), tests, described.outputs, project.outputs, run.outline);
  };
  if (!request.leavesOut) {
    std::vector<TestCase> tests = request.tests;
    numberRuns(tests, project.build.statisticalRuns);
    RecordTestsReply reply;
    GEVO_TRY_ASSIGN(auto recorded, record(tests, run, progress));
    GEVO_TRY_ASSIGN(reply.tests, describe(std::move(recorded), tests));
    return reply;
  }
  std::unique_ptr<Replays> replays;
  if (request.replays && !project.build.hostRun.on && run.gpuCode.empty()) {
    GEVO_TRY_ASSIGN(replays, Replays::open(project));
  }
  UsableTests usable(request, replays != nullptr && replays->measures());
  for (const TestCase& test : request.tests) {
    if (usable.isDone()) break;
    Result<Recorded> recorded = record({test}, run, progress);
    if (recorded && usable.areEnough() && !usable.wants(replays->measure(recorded->traces.front()))) continue;
    Result<std::vector<TestCase>> one = recorded ? describe(std::move(*recorded), {test}) : std::unexpected(recorded.error());
    Result<MeasuredInput> replayed = one && replays ? replays->run(one->front()) : MeasuredInput();
    if (one && replayed)
      usable.add(std::move(one->front()), std::move(*replayed));
    else
      usable.leaveOut(test.arguments, one ? replayed.error().message : one.error().message);
  }
  return usable.take();
}

} // namespace

Result<RecordTestsReply> TestRecorder::record(const RecordTestsRequest& request, const Progress& progress) {
  GEVO_TRY_ASSIGN(const RecordingProgram* const program, programs_.find(request.project, request.workingFolder, progress));
  return recordWith(request, *program, progress);
}

} // namespace gevo::program
