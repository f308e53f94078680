#include "core/kernel/build/build.h"

#include "core/base/cpu_time.h"
#include "core/base/wire.h"
#include "core/kernel/build/architecture_choice.h"
#include "core/kernel/build/findings.h"
#include "core/kernel/build/kernel_choice.h"
#include "core/kernel/build/mutation_score.h"
#include "core/kernel/build/parameter_space.h"
#include "core/kernel/build/project_sources.h"
#include "core/kernel/build/record_workload.h"
#include "core/kernel/build/recorded_size.h"
#include "core/kernel/build/statistical_runs.h"
#include "core/kernel/compile/compile.h"
#include "core/kernel/compile/flags.h"
#include "core/kernel/compile/nvcc.h"
#include "core/kernel/compile/project_program.h"
#include "core/kernel/coverage/coverage_meter.h"
#include "core/kernel/explain/inspect.h"
#include "core/kernel/host_run/host_run_evaluator.h"
#include "core/kernel/host_run/quality.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/parameter_reads.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/toolchain/registers.h"
#include "core/kernel/trace/host_decisions.h"
#include "core/kernel/trace/record.h"
#include "core/kernel/trace/replay.h"
#include "core/kernel/trace/sampled_replay.h"
#include "core/values/device_name.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

std::string_view view(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// A configuration may send the host program into a loop without end.
const WorkLimit configurationLimit{std::chrono::minutes(2)};

/// One build, step by step. Every step returns its first error.
class Builder {
public:
  Builder(BuildInputs request, Progress progress, FindGpu findGpu, CompilerSetup setup)
      : request_(std::move(request)), progress_(std::move(progress)), findGpu_(std::move(findGpu)), setup_(std::move(setup)) {}

  Result<BuiltProject> run() {
    for (const auto step : {&Builder::checkInput, &Builder::compileDevice, &Builder::prepare, &Builder::compileHost, &Builder::record,
                            &Builder::describe, &Builder::compareRuns, &Builder::replayTwice, &Builder::scoreTests, &Builder::runLive,
                            &Builder::compileOther, &Builder::collectSources, &Builder::findParameters, &Builder::coverTests})
      GEVO_TRY((this->*step)());
    return std::move(reply_);
  }

  /// Of another configuration: what comes before its tests.
  Result<void> compileConfiguration() {
    configuredDecisions_.emplace();
    for (const auto step : {&Builder::checkInput, &Builder::compileDevice, &Builder::prepare, &Builder::compileHost})
      GEVO_TRY((this->*step)());
    compiled_ = reply_;
    return {};
  }

  /// May be repeated, with other tests.
  Result<ConfigurationBuild> recordConfiguration(std::vector<TestCase> tests, const std::set<std::string>& decisions,
                                                 const OwnWorkloads& own, Progress progress) {
    request_.tests = std::move(tests);
    progress_ = std::move(progress);
    configuredDecisions_ = decisions;
    ownWorkloads_ = own;
    reply_ = compiled_;
    traces_.clear();
    times_.clear();
    problems_.clear();
    replayed_.clear();
    Result<void> done;
    for (const auto step : {&Builder::record, &Builder::describe, &Builder::replayOnce})
      if (done) done = (this->*step)();
    ownWorkloads_ = {}; // as large as the project's recordings
    GEVO_TRY(done);
    return ConfigurationBuild{std::move(reply_.project), std::move(traces_), std::move(replayed_), std::move(problems_)};
  }

private:
  bool isConfiguration() const { return configuredDecisions_.has_value(); }

  void report(const std::string& message) const {
    if (progress_) progress_(message);
  }

  Result<void> checkInput() {
    GEVO_TRY_ASSIGN(auto files, sortFiles(request_.settings, setup_.folder));
    files_ = std::move(files);
    const bool selects =
        std::any_of(request_.tests.begin(), request_.tests.end(), [](const TestCase& t) { return t.role != TestRole::HeldOut; });
    if (!selects && !isConfiguration()) return fail("there is no test to evaluate variants with; add at least one with --test");
    GEVO_TRY_ASSIGN(auto requests, outputRequests(request_.outputs));
    outputRequests_ = std::move(requests);
    const HostRunSettings& asked = request_.settings.hostRun;
    if (asked.on && !isGpu(setup_.settings.device) && timedRole(request_.tests) == TestRole::Workload)
      return fail("a workload is sampled from recordings, which variants evaluated by running the program don't use; leave out --workload "
                  "or --live");
    if (!asked.quality.empty()) GEVO_TRY(checkQualityPattern(asked.quality));
    if (const auto chosen = chooseDevice(); !chosen) return chosen;
    reply_.project.name = request_.name;
    reply_.project.build = setup_.settings;
    reply_.project.build.outputs = request_.outputs;
    reply_.project.compiler = setup_.clang.version;
    return {};
  }

  /// The GPU that the program sees, and the architecture that it is compiled for.
  Result<void> chooseDevice() {
    GEVO_TRY_ASSIGN(auto gpu, recordingGpu(setup_.settings.device, findGpu_));
    gpu_ = std::move(gpu);
    GEVO_TRY_ASSIGN(auto model, sim::loadModel(screeningDevice(setup_.settings.device)));
    model_ = std::move(model);
    const std::vector<std::string> named =
        setup_.settings.architecture.empty() ? flagsOf(setupFor(setup_, files_.cuda.front())).architectures : std::vector<std::string>();
    ChosenArchitecture chosen = chooseArchitecture(setup_.settings.architecture, named, gpu_ ? gpu_->architecture : model_.architecture(),
                                                   gpu_ ? setup_.settings.device : model_.name);
    setup_.settings.architecture = std::move(chosen.architecture);
    std::ranges::move(chosen.notes, std::back_inserter(reply_.notes));
    return {};
  }

  Result<void> compileDevice() {
    report("compiling the device code of " + joined(files_.cuda));
    GEVO_TRY_ASSIGN(auto made, compileDeviceCode(setup_, files_));
    deviceFiles_ = std::move(made);
    GEVO_TRY_ASSIGN(auto linked, linkDeviceFiles(deviceFiles_, files_.cuda));
    deviceCode_ = std::move(linked);
    GEVO_TRY_ASSIGN(auto described, describeDeviceCode(deviceCode_));
    device_ = std::move(described);
    if (device_.kernels.empty()) return fail("{} holds no kernel (no __global__ function)", joined(files_.cuda));
    if (isConfiguration()) {
      reply_.project.build.kernels = sameKernels(request_.settings.kernels, device_);
      return {};
    }
    GEVO_TRY_ASSIGN(auto chosen, chosenKernels(request_.settings.kernels, device_));
    reply_.project.build.kernels = std::move(chosen);
    return {};
  }

  Result<void> prepare() {
    report("preparing the base");
    Project& project = reply_.project;
    GEVO_TRY_ASSIGN(auto base, ir::prepareBase(deviceCode_));
    project.base = std::move(base);
    GEVO_TRY_ASSIGN(const auto module, ir::BaseModule::load(project.base, project.build.kernels));
    if (!isConfiguration()) {
      // As the views show it, without debug records and metadata.
      const auto shown = ir::inspect(*module, {}, {}, project.build.architecture);
      project.baseText = shown ? shown->ir.text : ir::printModule(module->module());
    }
    const auto baseline = module->original();
    ir::cleanUp(*baseline);
    ir::optimise(*baseline);
    parameterReads_ = ir::findParameterReads(*baseline);
    const FoundRegisters found = findRegisters(*baseline, project.build.architecture);
    if (!found.note.empty()) reply_.notes.push_back(found.note);
    for (const KernelDescription& kernel : device_.kernels) {
      const auto registers = found.registers.find(kernel.name);
      project.kernels.push_back({kernel.name, kernel.shownName, countInstructions(project.base, kernel.name),
                                 registers != found.registers.end() ? registers->second : 0, true, isOfLibrary(kernel, setup_.cuda)});
    }
    GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(*baseline, model_));
    simulator.useRegisters(registersOf(project));
    if (live().on) original_ = bitcodeOf(*baseline);
    if (gpu_) {
      GEVO_TRY_ASSIGN(auto code, writeGpuCode(*baseline, *gpu_, setup_.scratch));
      gpuCode_ = std::move(code);
    }
    simulator_.emplace(std::move(simulator));
    return writeFile(basePath(), view(project.base));
  }

  Result<void> compileHost() {
    report("compiling the host program");
    GEVO_TRY_ASSIGN(auto program, compileProgram(setup_, files_, deviceFiles_));
    program_ = std::move(program);
    if (setup_.warnings && !setup_.warnings->empty()) reply_.notes.push_back("the compilers warn:\n" + *setup_.warnings);
    return {};
  }

  RecordRequest runOf(std::size_t test) const {
    const Project& project = reply_.project;
    RecordRequest run{program_, basePath(), setup_.folder, setup_.scratch};
    run.registers = registersOf(project);
    run.device = onGpu(test) ? project.build.device : screeningDevice(project.build.device);
    run.gpuCode = onGpu(test) ? gpuCode_ : fs::path();
    run.outline = live().on && onGpu(test);
    run.toleratesUndefined = project.build.toleratesUndefined;
    run.parameterReads = parameterReads_;
    run.run = request_.tests[test].run;
    if (isConfiguration()) run.limit = configurationLimit;
    return run;
  }

  Result<void> recordTest(std::size_t test, std::vector<std::string>& unsupportedCalls) {
    const std::string& arguments = request_.tests[test].arguments;
    report(fmt::format("running test {} of {}: {}", test + 1, request_.tests.size(), arguments));
    GEVO_TRY_ASSIGN(auto recorded, recordTrace(runOf(test), arguments));
    traces_[test] = std::move(recorded.trace);
    times_[test] = std::move(recorded.times);
    for (const std::string& launch : recorded.refusedLaunches)
      noteOnce(fmt::format("test \"{}\" makes {}, which runs nothing", arguments, launch));
    for (const std::string& name : recorded.unsupportedCalls)
      if (std::find(unsupportedCalls.begin(), unsupportedCalls.end(), name) == unsupportedCalls.end()) unsupportedCalls.push_back(name);
    return {};
  }

  /// On the simulated GPU. What it launches beside is not what the tests notice.
  bool isSampled(std::size_t test) const { return !gpu_ && request_.tests[test].role == TestRole::Workload; }

  Result<void> recordSampled(std::size_t test) {
    const std::string& arguments = request_.tests[test].arguments;
    report(fmt::format("running the workload {}", arguments));
    const OriginalKernels kernels{*simulator_, model_};
    const auto record = [&]() -> Result<Recording> {
      if (!isConfiguration()) return recordWorkload(runOf(test), arguments, kernels);
      GEVO_TRY_ASSIGN(const OriginalKernels own, ownWorkloads_.kernels());
      return recordWorkload(runOf(test), arguments, kernels, ownWorkloads_.traces[test], own);
    };
    GEVO_TRY_ASSIGN(Recording recorded, record());
    traces_[test] = std::move(recorded.trace);
    for (const Event& event : traces_[test].events) {
      const auto same = std::ranges::find(reply_.project.kernels, event.name, &KernelInfo::name);
      if (event.kind == EventKind::Launch && same != reply_.project.kernels.end() && !same->launched)
        return fail("the workload \"{}\" launches {}, which no test does, so nothing would tell whether variants of it are right; add a "
                    "--test that launches it",
                    arguments, same->shownName);
    }
    return {};
  }

  bool isFuzz(std::size_t test) const { return request_.tests[test].role == TestRole::Fuzz; }

  Result<void> record() {
    std::vector<std::string> unsupportedCalls;
    traces_.resize(request_.tests.size());
    times_.resize(request_.tests.size());
    problems_.resize(request_.tests.size());
    for (std::size_t i = 0; i < request_.tests.size(); ++i) {
      if (!isFuzz(i) && !isSampled(i)) GEVO_TRY(recordTest(i, unsupportedCalls));
    }
    if (!unsupportedCalls.empty())
      reply_.notes.push_back(fmt::format("the program called {}, which GEVO's CUDA runtime does not support, and continued without it",
                                         joined(unsupportedCalls)));
    GEVO_TRY_ASSIGN(std::string unlaunched, markUnlaunched(reply_.project, traces_));
    if (!unlaunched.empty()) reply_.notes.push_back(std::move(unlaunched));
    for (std::size_t i = 0; i < request_.tests.size(); ++i)
      if (isSampled(i)) GEVO_TRY(recordSampled(i));
    // What they launch beside is not what the tests notice.
    for (std::size_t i = 0; i < request_.tests.size(); ++i)
      if (isFuzz(i)) {
        if (const Result<void> recorded = recordTest(i, unsupportedCalls); !recorded) problems_[i] = recorded.error().message;
      }
    return {};
  }

  Result<void> describe() {
    GEVO_TRY_ASSIGN(auto described, describeOutputs(traces_, device_, parameterOffsets(device_, *simulator_), outputRequests_));
    reply_.project.outputs = std::move(described.outputs);
    std::ranges::move(described.notes, std::back_inserter(reply_.notes));
    GEVO_TRY(decide(described.candidates));
    std::vector<RecordedTest> kept;
    for (std::size_t i = 0; i < traces_.size(); ++i) {
      reply_.recorded.push_back(summaryOf(traces_[i]));
      if (live().on && onGpu(i))
        traces_[i] = outlineOf(std::move(traces_[i]));
      else
        kept.push_back(reply_.recorded.back());
      reply_.project.tests.push_back(
          {request_.tests[i].role, request_.tests[i].arguments, wire::encode(traces_[i]), request_.tests[i].run});
    }
    return checkRecordedSize(kept);
  }

  /// Marks copies that the host decides by. In host-executed evaluations the program decides by itself.
  Result<void> decide(const std::set<std::uint32_t>& candidates) {
    if (isConfiguration()) {
      std::set<std::uint32_t> known;
      for (std::size_t i = 0; i < reply_.project.outputs.size(); ++i)
        if (configuredDecisions_->contains(reply_.project.outputs[i].name)) known.insert(static_cast<std::uint32_t>(i));
      for (Trace& trace : traces_) markDecisions(trace, known);
      return {};
    }
    HostDecisions decisions{candidates};
    if (!live().on) {
      GEVO_TRY_ASSIGN(
          decisions,
          findInTests(traces_.size(), candidates, [&](std::size_t i, const std::set<std::uint32_t>& open) -> Result<HostDecisions> {
            if (isSampled(i) || request_.tests[i].run != 0) return HostDecisions();
            report(fmt::format("finding out what decides test {} of {}", i + 1, traces_.size()));
            return findDecisions(runOf(i), request_.tests[i].arguments, traces_[i], times_[i], reply_.project.outputs, open);
          }));
    }
    std::size_t marked = 0;
    std::size_t copies = 0;
    for (Trace& trace : traces_) {
      marked += markDecisions(trace, decisions.outputs);
      copies += static_cast<std::size_t>(std::ranges::count_if(trace.events, copiesToHost));
    }
    if (!candidates.empty() && !live().on) reply_.notes.push_back(decisionNote(decisions, marked, copies, reply_.project.outputs));
    return {};
  }

  bool isStatistical() const { return request_.settings.statisticalRuns > 0; }

  Result<void> compareRuns() {
    if (!isStatistical()) return {};
    reply_.notes.push_back(fmt::format("each test is run {} times; an error of 0 means that variants can't be told from the original by "
                                       "statistics over these runs",
                                       request_.settings.statisticalRuns));
    if (live().on) return {};
    return checkRunsDiffer(request_.tests, traces_, reply_.project.outputs, request_.settings.statisticalRuns);
  }

  /// Replay needs kernels that repeat their results.
  Result<void> replayTwice() {
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    settings.statistical = isStatistical();
    for (std::size_t i = 0; i < traces_.size(); ++i) {
      if (onGpu(i)) continue; // the caller replays it there
      if (isSampled(i)) {
        noteSamples(i);
        continue;
      }
      report(fmt::format("replaying test {} of {}", i + 1, traces_.size()));
      for (int repeat = 0; repeat < (isStatistical() ? 1 : 2); ++repeat) {
        const double begin = threadCpuSeconds();
        const ReplayReport report = replayOriginal(traces_[i], *simulator_, model_, reply_.project.outputs, settings);
        if (request_.tests[i].role != TestRole::HeldOut && request_.tests[i].run < firstRuns && !live().on)
          reply_.recorded[i].seconds = (threadCpuSeconds() - begin) / replaysOf(report);
        if (!report.valid())
          return fail("the original does not repeat its own results in test \"{}\" ({}: {}); replay needs kernels that do; --live runs the "
                      "program instead, and "
                      "--statistical 20 judges variants by statistics over so many runs",
                      request_.tests[i].arguments, reasonName(report.reason), report.message);
        if (repeat == 0) noteOnce(findingsOf(report));
      }
      if (toleratesUndefined(traces_[i]))
        noteOnce(dependenceOf(traces_[i], request_.tests[i].arguments, *simulator_, model_, reply_.project.outputs));
    }
    for (const auto& [kernel, reason] : simulator_->unsupported())
      reply_.notes.push_back(fmt::format("no test launches a kernel that the simulated GPU can't run: {}", reason));
    return {};
  }

  void noteSamples(std::size_t test) {
    const double begin = threadCpuSeconds();
    replaySampled(traces_[test], *simulator_, model_, nullptr, 1);
    reply_.recorded[test].seconds = threadCpuSeconds() - begin;
    if (std::string note = noteOfSamples(traces_[test], request_.tests[test].arguments); !note.empty()) noteOnce(std::move(note));
  }

  /// What it finds is compared with what the program's own configuration does.
  Result<void> replayOnce() {
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    settings.statistical = isStatistical();
    for (std::size_t i = 0; i < traces_.size(); ++i) {
      ReplayReport& report = replayed_.emplace_back();
      if (onGpu(i) || isSampled(i) || !problems_[i].empty()) continue;
      report = replayOriginal(traces_[i], *simulator_, model_, reply_.project.outputs, settings);
      if (!report.valid() && isFuzz(i))
        problems_[i] = fmt::format("it does not repeat its own results ({}: {})", reasonName(report.reason), report.message);
      else if (!report.valid())
        return fail("it does not repeat its own results in test \"{}\" ({}: {})", request_.tests[i].arguments, reasonName(report.reason),
                    report.message);
    }
    return {};
  }

  /// A host-executed program may notice in another way than by its copies.
  Result<void> scoreTests() {
    if (live().on || isStatistical()) return {};
    std::vector<const Trace*> tests;
    for (std::size_t i = 0; i < traces_.size(); ++i)
      if (!onGpu(i) && !isSampled(i) && request_.tests[i].role != TestRole::HeldOut) tests.push_back(&traces_[i]);
    if (tests.empty()) return {};
    report("finding out what the tests notice");
    const Project& project = reply_.project;
    GEVO_TRY_ASSIGN(const auto base,
                    ir::BaseModule::load(project.base, project.build.kernels, unlaunchedKernels(project), ir::CodeOf::LaunchedKernels));
    std::map<std::string, std::string> shownNames;
    for (const KernelInfo& kernel : project.kernels) shownNames[kernel.name] = kernel.shownName;
    ScoreOptions options;
    options.progress = [this](std::size_t done, std::size_t all) {
      report(fmt::format("finding out what the tests notice: {} of {}", done, all));
    };
    std::ranges::move(notesOf(mutationScore(*base, tests, model_, project.outputs, options), shownNames), std::back_inserter(reply_.notes));
    return {};
  }

  /// For host-executed evaluations the original has to do the same twice in a private copy of its folder. On a GPU the caller checks that.
  Result<void> runLive() {
    if (!live().on) return {};
    const fs::path usual = fs::weakly_canonical(setup_.folder / files_.cuda.front()).parent_path();
    GEVO_TRY_ASSIGN(auto files, listFiles(setup_.folder, live().data, usual));
    reply_.project.build.hostRun.files = std::move(files);
    GEVO_TRY_ASSIGN(auto workspace, Workspace::open());
    GEVO_TRY_ASSIGN(auto runner, HostRunner::make(workspace.folder() / "run", program_, setup_.folder, live().files));
    runner.startFreshOnly(); // a fork server would not pay for two runs
    EvaluationSettings settings;
    settings.device = reply_.project.build.device;
    settings.statistical = isStatistical();
    const HostRunEvaluator evaluator(reply_.project, device_, parameterOffsets(device_, *simulator_), settings);
    for (std::size_t i = 0; i < request_.tests.size(); ++i) {
      if (onGpu(i) || request_.tests[i].run != 0) continue;
      report(fmt::format("running test {} of {} live: {}", i + 1, request_.tests.size(), request_.tests[i].arguments));
      GEVO_TRY_ASSIGN(const auto baseline, runOriginal(runner, evaluator, request_.tests[i].arguments, original_));
      if (request_.tests[i].role != TestRole::HeldOut) reply_.recorded[i].seconds = std::chrono::duration<double>(baseline.taken).count();
      for (const std::string& path : baseline.refusedWrites)
        noteOnce(fmt::format("the program tries to write {}, which fails in live runs: they may write in their own folder and $TMPDIR only",
                             path));
      if (!live().quality.empty())
        reply_.notes.push_back(
            fmt::format("in test \"{}\" the original prints the quality {}", request_.tests[i].arguments, baseline.quality));
    }
    return {};
  }

  /// The original compiled by nvcc, which runs on a real GPU measure too.
  Result<void> compileOther() {
    if (!findNvcc()) return {};
    report("compiling the device code with nvcc too");
    NvccOriginal made = compileByNvcc(setup_, files_, device_);
    reply_.project.nvcc = std::move(made.code);
    if (!made.note.empty()) reply_.notes.push_back(std::move(made.note));
    return {};
  }

  const HostRunSettings& live() const { return reply_.project.build.hostRun; }
  /// Screens run on the simulated GPU, so they are recorded there.
  bool onGpu(std::size_t test) const { return gpu_ && request_.tests[test].role != TestRole::Screen; }

  /// One note for each line or pair of lines, whatever the threads.
  void noteOnce(std::vector<std::string> notes) {
    for (std::string& note : notes) noteOnce(std::move(note));
  }
  void noteOnce(std::string note) {
    if (std::ranges::find(reply_.notes, note) == reply_.notes.end()) reply_.notes.push_back(std::move(note));
  }

  Result<void> collectSources() {
    reply_.project.sources = sourcesWithCode(setup_, files_, device_.files);
    return {};
  }

  Result<void> findParameters() {
    if (!request_.findsParameters && request_.parameters.empty()) return {};
    report("looking for parameters");
    addIncludedHeaders(reply_.project.sources, setup_, files_);
    GEVO_TRY_ASSIGN(ProgramParameters found, parameterSpaceOf(request_, setup_, files_, reply_.project.sources, reply_.notes));
    reply_.project.parameters = std::move(found.space);
    reply_.untuned = std::move(found.untuned);
    return {};
  }

  /// After the sources, whose lines are told.
  Result<void> coverTests() {
    if (gpu_) return {};
    report("finding out what the tests run");
    Result<CoverageMeter> meter = CoverageMeter::open(reply_.project);
    if (!meter) return {};
    ProgramCoverage coverage{meter->code(), {}};
    for (std::size_t i = 0; i < traces_.size(); ++i) {
      if (isSampled(i)) continue;
      Result<MeasuredInput> measured = meter->measure(traces_[i]);
      if (!measured) return {};
      coverage.inputs.push_back({request_.tests[i].role, std::move(measured->reached)});
    }
    reply_.coverage = std::move(coverage);
    return {};
  }

  fs::path basePath() const { return setup_.scratch / "base.bc"; }

  BuildInputs request_;
  Progress progress_;
  const FindGpu findGpu_;
  CompilerSetup setup_;
  InputFiles files_;
  std::vector<OutputRequest> outputRequests_;
  std::vector<fs::path> deviceFiles_;
  Bytes deviceCode_;
  DeviceDescription device_;
  sim::Model model_;
  std::optional<sim::Simulator> simulator_;
  ir::ParameterReads parameterReads_;
  Bytes original_;                  ///< optimised bitcode
  std::optional<RecordingGpu> gpu_; ///< that the program runs on; nothing for a simulated one
  fs::path gpuCode_;
  fs::path program_;
  std::vector<Trace> traces_;
  std::vector<std::string> problems_;                        ///< per trace: why there is none, of a fuzz input
  std::vector<RunTimes> times_;                              ///< of the runs that recorded them
  OwnWorkloads ownWorkloads_;                                ///< of another configuration
  std::optional<std::set<std::string>> configuredDecisions_; ///< of another configuration: outputs that the host decides by
  std::vector<ReplayReport> replayed_;
  BuiltProject compiled_; ///< of another configuration: the reply before tests were recorded
  BuiltProject reply_;
};

BuildInputs numbered(BuildInputs request) {
  numberRuns(request.tests, request.settings.statisticalRuns);
  return request;
}

/// Valid while `scratch` is.
Result<CompilerSetup> setupOf(const BuildInputs& request, const ScratchFolder& scratch) {
  std::error_code ignored;
  const fs::path folder = fs::absolute(request.workingFolder.empty() ? fs::path(".") : fs::path(request.workingFolder), ignored);
  // A missing file is the more useful error than a missing compiler.
  GEVO_TRY(sortFiles(request.settings, folder));
  GEVO_TRY_ASSIGN(auto clang, locateClang());
  GEVO_TRY_ASSIGN(auto cuda, locateCuda());
  return CompilerSetup{std::move(clang), std::move(cuda), request.settings, folder, scratch.path()};
}

} // namespace

Result<BuiltProject> build(const BuildInputs& request, const Progress& progress, const FindGpu& findGpu) {
  GEVO_TRY_ASSIGN(const auto scratch, ScratchFolder::make());
  GEVO_TRY_ASSIGN(CompilerSetup setup, setupOf(request, scratch));
  if (request.warnings) setup.warnings = std::make_shared<std::string>();
  return Builder(numbered(request), progress, findGpu, std::move(setup)).run();
}

struct ConfigurationBuilder::Kept {
  Hash128 key;
  ScratchFolder scratch;
  Builder builder;
};

ConfigurationBuilder::ConfigurationBuilder(FindGpu findGpu) : findGpu_(std::move(findGpu)) {}
ConfigurationBuilder::~ConfigurationBuilder() = default;

Result<ConfigurationBuild> ConfigurationBuilder::build(const Hash128& key, const BuildInputs& request,
                                                       const std::map<fs::path, std::string>& changedFiles,
                                                       const std::set<std::string>& decisions, const OwnWorkloads& own,
                                                       const Progress& progress) {
  BuildInputs inputs = numbered(request);
  std::vector<TestCase> tests = inputs.tests;
  if (!kept_ || kept_->key != key) {
    kept_.reset();
    GEVO_TRY_ASSIGN(ScratchFolder scratch, ScratchFolder::make());
    GEVO_TRY_ASSIGN(CompilerSetup setup, setupOf(request, scratch));
    setup.changedFiles = changedFiles;
    std::unique_ptr<Kept> made(new Kept{key, std::move(scratch), Builder(std::move(inputs), progress, findGpu_, std::move(setup))});
    GEVO_TRY(made->builder.compileConfiguration());
    kept_ = std::move(made);
  }
  return kept_->builder.recordConfiguration(std::move(tests), decisions, own, progress);
}

} // namespace gevo::program
