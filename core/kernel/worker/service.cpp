#include "core/kernel/worker/service_state.h"

#include "core/base/wire.h"
#include "core/format/number.h"
#include "core/kernel/explain/inspect.h"
#include "core/kernel/ir/interface.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/ir/restriction.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/rewriting/find_rewrites.h"
#include "core/kernel/worker/find_launched_values.h"
#include "core/parameters/configure_sources.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace gevo::worker {

Service::Service(bool runsPrograms) : runsPrograms_(runsPrograms) {}
Service::~Service() = default;

namespace {

/// Configurations that are held: each has a base, what is known of codes and, on the simulated GPU, traces.
constexpr std::size_t mostConfigurations = 24;
constexpr std::size_t leastConfigurations = 6;      ///< however large they are; all where each holds processes of a live program
constexpr std::uint64_t mostTraceBytes = 256 << 20; ///< of all of them

/// Which a device holds on to: on a GPU they are held there.
std::uint64_t heldTraceBytes(const Project& project, const EvaluationSettings& settings) {
  std::uint64_t bytes = 0;
  for (const TestCase& test : project.tests)
    if (test.role == TestRole::Screen || !isGpu(settings.device)) bytes += test.trace.size();
  return bytes;
}

/// A host program may launch whatever it likes.
Result<std::unique_ptr<ir::BaseModule>> loadBase(const Project& project) {
  const auto held = project.build.hostRun.on ? ir::CodeOf::AllKernels : ir::CodeOf::LaunchedKernels;
  GEVO_TRY_ASSIGN(auto base, ir::BaseModule::load(project.base, project.build.kernels, unlaunchedKernels(project), held));
  base->setConfiguration(project.configuration);
  return base;
}

std::vector<KernelCode> codeOfKernels(const llvm::Module& module) {
  std::vector<KernelCode> all;
  for (const llvm::Function& function : module)
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel && !function.isDeclaration())
      all.push_back({function.getName().str(), ir::codeHash(function)});
  std::ranges::sort(all, {}, &KernelCode::kernel);
  return all;
}

/// A parameter's own value is known to the project, not to the base.
void describeParameters(VariantTexts& texts, const EditList& edits, const Project& project) {
  for (std::size_t i = 0; i < edits.size() && i < texts.edits.size(); ++i) {
    if (edits[i].op != Operator::Set) continue;
    const auto& parameters = project.parameters.parameters;
    const auto parameter = std::ranges::find(parameters, edits[i].parameter, &Parameter::name);
    if (parameter == parameters.end()) continue;
    texts.edits[i].text = fmt::format("`{}` becomes `{}` instead of `{}`", parameter->name, edits[i].value, parameter->value);
    texts.edits[i].meaning = "parameter";
    texts.edits[i].inSource = !parameter->places.empty();
    for (const ParameterPlace& place : parameter->places) texts.edits[i].target = {{place.file, place.line, 1, {}}};
  }
}

/// Lines are the same: a parameter's value never ends one.
std::vector<RewrittenSource> changedSources(const Project& own, const Project& configured) {
  std::vector<RewrittenSource> changed;
  for (std::size_t i = 0; i < own.sources.size(); ++i) {
    const std::string& text = configured.sources[i].text;
    if (text == own.sources[i].text) continue;
    RewrittenSource& source = changed.emplace_back();
    source.file = static_cast<std::int32_t>(i);
    source.text.text = text;
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + (text.ends_with('\n') ? 0 : 1);
    for (std::size_t line = 1; line <= lines; ++line) {
      source.text.sourceFile.push_back(source.file);
      source.text.sourceLine.push_back(static_cast<std::uint32_t>(line));
    }
  }
  return changed;
}

std::optional<StatisticalRules> statisticalRules(const Project& project, const EvaluationSettings& settings) {
  if (!settings.statistical) return std::nullopt;
  return StatisticalRules{project.outputs, settings.mode == Mode::Exact ? 0 : settings.tolerance};
}

} // namespace

Result<void> Service::openGpuDevice(State& state, const LoadRequest& request) {
  if (!*gpu_) return std::unexpected(gpu_->error());
  GEVO_TRY_ASSIGN(std::unique_ptr<CudaDevice> device, CudaDevice::open(state.project, request.settings, **gpu_));
  if (!state.project.configuration.empty()) {
    for (const TestCase& test : own_->project.tests) { // those that evaluate have prepared them
      const bool isNeeded = test.role == TestRole::Test || test.role == TestRole::Workload;
      if (isNeeded && !own_->gpu->knows(test)) GEVO_TRY(own_->gpu->prepare(test, *optimised(*own_->base, {})));
    }
    device->compareWith(*own_->gpu);
  }
  state.gpu = device.get();
  state.device = std::move(device);
  return {};
}

Result<void> Service::openDevice(State& state, const LoadRequest& request) {
  const bool onGpu = isGpu(request.settings.device);
  if (onGpu && gpu_ && !state.project.build.hostRun.on) return openGpuDevice(state, request);
  const bool live = state.project.build.hostRun.on;
  if (live && runsPrograms_ && onGpu) {
    if (!liveGpu_) return fail("this worker was not told which GPU to run programs on; this is an error in the program that started it");
    GEVO_TRY_ASSIGN(std::unique_ptr<HostRunGpuDevice> device,
                    HostRunGpuDevice::open(state.project, request.settings, request.folder, *liveGpu_));
    if (!state.project.configuration.empty()) device->compareWith(*own_->liveGpu);
    state.liveGpu = device.get();
    state.device = std::move(device);
    return {};
  }
  if (live && runsPrograms_) {
    GEVO_TRY_ASSIGN(std::unique_ptr<HostRunDevice> device, HostRunDevice::open(state.project, request.settings, request.folder));
    state.device = std::move(device);
    return {};
  }
  GEVO_TRY_ASSIGN(std::unique_ptr<SimulatedDevice> device, SimulatedDevice::open(state.project, request.settings));
  state.device = std::move(device);
  state.evaluates = !live && !onGpu;
  return {};
}

Result<OriginalReport> Service::load(LoadRequest request) {
  auto state = std::make_unique<State>();
  state->project = std::exchange(request.project, {});
  GEVO_TRY_ASSIGN(OriginalReport report, open(*state, request));
  request_ = std::move(request);
  configured_.clear();
  own_ = std::move(state);
  state_ = own_.get();
  return report;
}

Result<OriginalReport> Service::loadConfiguration(LoadConfigurationRequest request) {
  if (!own_) return notLoaded();
  auto state = std::make_unique<State>();
  ConfiguredProgram& program = request.program;
  EvaluationResult failure;
  failure.stage = Stage::Apply;
  failure.reason = program.reason;
  failure.message = program.message;
  const std::string difference = program.difference;
  Configuration configuration = program.configuration;
  OriginalReport report;
  if (program.usable()) {
    state->packed = program.tests;
    state->fuzz = std::move(request.fuzz);
    GEVO_TRY_ASSIGN(state->project, configured(own_->project, std::move(program)));
    const Result<void> sources = configure(state->project, configuration);
    Result<OriginalReport> opened = sources ? open(*state, request_) : std::unexpected(sources.error());
    if (opened) {
      report = std::move(*opened);
      state->numbering.emplace(*own_->base, *state->base);
      state->traceBytes = heldTraceBytes(state->project, state->settings);
      for (TestCase& test : state->project.tests) test.trace = {};
      GEVO_TRY_ASSIGN(std::vector<Cascade::FuzzInput> fuzz, fuzzInputs(state->fuzz));
      if (state->cascade) state->cascade->giveFuzzInputs(std::move(fuzz));
    } else {
      failure.reason = difference.empty() ? Reason::Configuration : Reason::WrongOutput;
      failure.message = difference.empty() ? opened.error().message : difference;
    }
  }
  if (failure.reason != Reason::None) {
    state = std::make_unique<State>();
    state->failure = failure;
    report.original = failure;
  }
  state->project.configuration = std::move(configuration);
  std::erase_if(configured_, [&](const auto& other) { return other->project.configuration == state->project.configuration; });
  configured_.push_back(std::move(state));
  dropConfigurations();
  state_ = own_.get(); // the one before may be gone
  return report;
}

/// Those of a configuration.
Result<std::vector<Cascade::FuzzInput>> Service::fuzzInputs(const std::vector<ConfiguredInput>& packed) const {
  std::vector<Cascade::FuzzInput> inputs;
  for (std::size_t i = 0; i < packed.size() && i < request_.fuzz.size(); ++i) {
    Cascade::FuzzInput& input = inputs.emplace_back(Cascade::FuzzInput{packed[i].test, packed[i].reason, packed[i].message});
    if (input.reason != Reason::None || !packed[i].isRecorded) continue;
    GEVO_TRY_ASSIGN(std::vector<TestCase> unpacked, testsOf({packed[i].test}, {request_.fuzz[i]}));
    input.test = std::move(unpacked.front());
    // On a GPU the results of the program's own configuration there are what is compared with.
    if (own_->gpu != nullptr && own_->cascade) own_->cascade->preparedInput(static_cast<std::uint32_t>(i));
  }
  return inputs;
}

/// Those that were not used for longest.
void Service::dropConfigurations() {
  const auto traceBytes = [&] {
    std::uint64_t sum = 0;
    for (const auto& state : configured_) sum += state->traceBytes;
    return sum;
  };
  const std::size_t most = own_->project.build.hostRun.on ? leastConfigurations : mostConfigurations;
  while (configured_.size() > most || (configured_.size() > leastConfigurations && traceBytes() > mostTraceBytes))
    configured_.erase(configured_.begin());
}

bool Service::choose(const Configuration& configuration, const std::vector<std::uint32_t>& inputs) {
  if (configuration.empty()) {
    state_ = own_.get();
    return true;
  }
  const auto known = std::ranges::find_if(configured_, [&](const auto& state) { return state->project.configuration == configuration; });
  if (known == configured_.end()) return false;
  const std::vector<ConfiguredInput>& recorded = (*known)->fuzz;
  const auto isThere = [&](std::uint32_t input) { return input < recorded.size() && recorded[input].isRecorded; };
  if (!(*known)->failure && !std::ranges::all_of(inputs, isThere)) return false;
  std::rotate(known, known + 1, configured_.end());
  state_ = configured_.back().get();
  return true;
}

Result<OriginalReport> Service::open(State& opened, LoadRequest request) {
  State* const state = &opened;
  numberRuns(state->project.tests, state->project.build.statisticalRuns);
  request.settings.statistical = state->project.build.statisticalRuns > 0;
  state->settings = request.settings;
  state->operators = usableOperators(request.operators, isGpu(request.settings.device), request.settings.mode == Mode::Exact);
  state->ideas = request.ideas;
  if (state->operators.empty()) return fail("{} draws none of these operators; give others, or a real GPU", request.settings.device);
  GEVO_TRY_ASSIGN(std::unique_ptr<ir::BaseModule> base, loadBase(state->project));
  state->base = std::move(base);
  const auto report = [this](const char* step) {
    if (progress_) progress_(step);
  };
  report(state->project.build.hostRun.on && runsPrograms_ ? "compiling the program" : "opening the device");
  GEVO_TRY(openDevice(*state, request));

  OriginalReport reply;
  reply.instructions = state->base->instructionCount();
  reply.device = state->device->shownName();
  if (request.evaluate) {
    if (!state->evaluates) return cannotEvaluate();
    RuntimeRules rules{request.settings.across, state->project.build.workloadWeights, {}};
    if (state->numbering && own_ && own_->cascade) rules.own = own_->cascade->original().metrics.testRuntimes;
    GEVO_TRY_ASSIGN(std::unique_ptr<Cascade> cascade, Cascade::open(*state->base, *state->device, state->project.tests, progress_,
                                                                    std::move(rules), statisticalRules(state->project, state->settings)));
    state->cascade = std::move(cascade);
    reply.original = state->cascade->original();
    reply.testRuntimes = state->cascade->testRuntimes();
    reply.testSeconds = state->cascade->testSeconds();
    reply.testWork = state->cascade->testWork();
    reply.tests = state->cascade->testCount();
    reply.deterministic = state->device->isDeterministic();
    reply.timesInputs = reply.deterministic || state->device->timesAgainstOriginal();
    reply.report.notes = state->device->notes();
    const NvccCode& nvcc = state->project.nvcc;
    if (state->device->timesAgainstOriginal() && !nvcc.ptx.empty()) {
      report("running nvcc's code");
      reply.report.nvcc = {nvcc.compiler, state->cascade->measureOther(nvcc.ptx)};
    }
    std::vector<Cascade::FuzzInput> fuzz;
    if (state->project.configuration.empty())
      for (const TestCase& test : request.fuzz) fuzz.push_back({test, Reason::None, {}});
    state->cascade->giveFuzzInputs(std::move(fuzz));
    GEVO_TRY_ASSIGN(state->launched, findLaunchedValues(state->base->module(), state->project.tests));
    if (state->project.build.hostRun.on) // where its launches may be others in each run
      for (auto& [kernel, launched] : state->launched) launched.apart.clear();
    report("profiling the original");
    if (request.targeting == Targeting::Executed) state->executionProfile.emplace(state->base->module(), state->cascade->profile());
  }
  return reply;
}

Result<EvaluateReply> Service::evaluate(const EvaluateRequest& request) {
  if (!state_) return notLoaded();
  if (state_->failure) {
    EvaluateReply reply;
    reply.edits = request.edits;
    reply.active.assign(reply.edits.size(), true);
    reply.result = *state_->failure;
    return reply;
  }
  if (!state_->cascade) return notLoaded();
  const std::uint32_t tests = state_->cascade->testCount();
  if (std::ranges::any_of(request.tests, [&](std::uint32_t test) { return test >= tests; }))
    return fail("the project has {} tests; this is an error in the program that asks for another one", tests);
  if (std::ranges::any_of(request.inputs, [&](std::uint32_t input) { return input >= state_->cascade->inputCount(); }))
    return fail("there are {} fuzz inputs; this is an error in the program that asks for another one", state_->cascade->inputCount());
  EvaluateReply reply;
  reply.result.stage = Stage::Propose;
  RandomStream stream(request.key);
  ir::MutationChoice choice;
  choice.operators = state_->operators;
  if (state_->executionProfile) choice.executionProfile = &*state_->executionProfile;
  choice.weights = request.weights;
  choice.ideas = &state_->ideas;
  choice.launched = &state_->launched;
  for (const KernelInfo& kernel : state_->project.kernels) choice.registers[kernel.name] = kernel.registers;
  ir::Mutant mutant = ir::mutate(*state_->base, state_->numbered(request.edits), request.mutations, stream, choice);
  reply.edits = state_->numbering ? state_->numbering->toProject(std::move(mutant.edits)) : std::move(mutant.edits);
  if (!mutant.applied.module) {
    reply.active.assign(reply.edits.size(), false);
    reply.result.message = "the operator found no legal edit";
    return reply;
  }
  reply.active = std::move(mutant.applied.active);
  reply.result.stage = Stage::Apply;
  // Of some of a variant's edits none may be active; inputs are tried on the original, too.
  if (!request.onlyInputs && std::ranges::none_of(reply.active, std::identity())) {
    reply.result.reason = Reason::NoOp;
    reply.result.message = "no edit is active";
    return reply;
  }
  if (std::string broken = brokenRestriction(*mutant.applied.module, state_->launched); !broken.empty()) {
    reply.result.reason = Reason::Undefined;
    reply.result.message = std::move(broken);
    return reply;
  }
  if (request.onlyInputs) {
    const auto tried = state_->cascade->tryInputs(*mutant.applied.module, reply.result, request.inputs);
    reply.inputErrors = tried.errors;
    reply.inputRuntimes = tried.runtimes;
    return reply;
  }
  if (request.onlyChecks) {
    GEVO_TRY_ASSIGN(reply.result, checkTests(*mutant.applied.module));
    return reply;
  }
  state_->cascade->evaluate(*mutant.applied.module, reply.result, {request.tests, request.remeasure, request.energy, request.inputs});
  // The configuration alone changes no code; a mutation should.
  if (state_->numbering && request.mutations == 0 && reply.result.reason == Reason::NoOp) {
    const auto times = reply.result.stageMicroseconds;
    reply.result = state_->cascade->original();
    reply.result.stageMicroseconds = times;
  }
  reply.result.code = codeIn(reply.result.code, state_->project.configuration);
  if (state_->device->timesAgainstOriginal()) {
    const Fitness& original = own_->cascade->original().fitness;
    reply.originalRuntime = original.runtime;
    reply.originalEnergy = original.hasEnergy() ? original.energy : 0;
  }
  return reply;
}

/// As a validation does: every test, the code before optimisation too, and threads in other orders.
Result<EvaluationResult> Service::checkTests(const llvm::Module& asEdited) {
  GEVO_TRY_ASSIGN(const ValidationReport report, validateOn(*state_->base, asEdited, {}));
  EvaluationResult result;
  result.stage = Stage::Tests;
  result.reason = Reason::None;
  result.fitness.runtime = state_->cascade->original().fitness.runtime;
  for (const TestReport& test : report.tests) {
    result.fitness.error = std::max(result.fitness.error, test.result.fitness.error);
    if (test.result.valid()) continue;
    result.reason = test.result.reason;
    result.message = fmt::format("{} \"{}\": {}", roleName(test.role), test.arguments, test.result.message);
    break;
  }
  return result;
}

/// With the code of all kernels. Edits mean the same there.
Result<const ir::BaseModule*> Service::wholeBase() {
  const Project& project = state_->project;
  const std::vector<std::string> unlaunched = unlaunchedKernels(project);
  if (unlaunched.empty()) return state_->base.get();
  if (!state_->wholeBase) {
    GEVO_TRY_ASSIGN(std::unique_ptr<ir::BaseModule> loaded,
                    ir::BaseModule::load(project.base, project.build.kernels, unlaunched, ir::CodeOf::AllKernels));
    loaded->setConfiguration(project.configuration);
    state_->wholeBase = std::move(loaded);
  }
  return state_->wholeBase.get();
}

/// Fresh inputs may launch kernels that no test of the project does.
Result<const ir::BaseModule*> Service::baseFor(const std::vector<TestCase>& tests) {
  const std::vector<std::string> unlaunched = unlaunchedKernels(state_->project);
  for (const TestCase& test : unlaunched.empty() ? std::vector<TestCase>() : tests) {
    GEVO_TRY_ASSIGN(const program::Trace trace, wire::decode<program::Trace>(test.trace, "recorded test \"" + test.arguments + "\""));
    const bool isOther = std::ranges::any_of(trace.events, [&](const program::Event& event) {
      return event.kind == program::EventKind::Launch && std::ranges::find(unlaunched, event.name) != unlaunched.end();
    });
    if (isOther) return wholeBase();
  }
  return state_->base.get();
}

Result<EvaluationResult> Service::evaluateModule(llvm::Module& variant) {
  if (!state_ || !state_->cascade) return notLoaded();
  EvaluationResult result;
  if (std::string broken = brokenRestriction(variant, state_->launched); !broken.empty()) {
    result.stage = Stage::Apply;
    result.reason = Reason::Undefined;
    result.message = std::move(broken);
    return result;
  }
  state_->cascade->evaluate(variant, result);
  if (state_->numbering && result.reason == Reason::NoOp) result = state_->cascade->original(); // the configuration alone
  return result;
}

Result<std::unique_ptr<ir::BaseModule>> Service::changedBase(ByteView code) const {
  const Project& project = state_->project;
  GEVO_TRY_ASSIGN(auto changed, ir::BaseModule::load(code, project.build.kernels, unlaunchedKernels(project), ir::CodeOf::LaunchedKernels));
  GEVO_TRY(ir::checkInterface(state_->base->module(), changed->module()));
  return changed;
}

Result<Judged> Service::judge(const JudgeRequest& request) {
  if (!state_) return notLoaded();
  if (state_->failure) return notUsable(*state_->failure);
  if (!state_->cascade) return notLoaded();
  std::unique_ptr<ir::BaseModule> changed;
  if (!request.base.empty()) {
    GEVO_TRY_ASSIGN(changed, changedBase(request.base));
  }
  const std::unique_ptr<llvm::Module> code =
      changed ? changed->original() : ir::applyEdits(*state_->base, state_->numbered(request.edits)).module;
  if (changed) ir::noteRestrictions(*code, state_->base->module());
  Judged judged;
  const std::unique_ptr<llvm::Module> optimal = optimised(llvm::CloneModule(*code));
  judged.code = ir::codeHash(*optimal);
  judged.kernels = codeOfKernels(*optimal);
  if (request.expected == judged.code) return judged;
  if (request.validates) {
    GEVO_TRY_ASSIGN(judged.report, validateModule(*code, {{}, request.heldOut, request.own}));
  }
  GEVO_TRY_ASSIGN(judged.result, evaluateModule(*code));
  return judged;
}

Result<FoundRewrites> Service::findRewrites(const FindRewritesRequest& request) {
  if (!state_) return notLoaded();
  if (state_->failure) return notUsable(*state_->failure);
  return ir::findRewrites(*state_->base, {state_->numbered(request.edits), request.syntax}, state_->project.sources);
}

Result<DeviceComparison> Service::compare(const CompareRequest& request) {
  if (!state_) return notLoaded();
  if (state_->failure) return notUsable(*state_->failure);
  if (!state_->comparison) {
    GEVO_TRY_ASSIGN(const std::vector<TestCase> tests, state_->tests(*own_));
    GEVO_TRY_ASSIGN(std::unique_ptr<Comparison> opened,
                    Comparison::open(*state_->base, state_->project, tests, state_->settings, state_->gpu));
    state_->comparison = std::move(opened);
  }
  return state_->comparison->compare(*optimised(*state_->base, state_->numbered(request.edits)), request.relativeError);
}

Result<VariantTexts> Service::inspect(const InspectRequest& request) {
  if (!state_) return notLoaded();
  if (state_->failure) return notUsable(*state_->failure);
  Result<VariantTexts> texts = ir::inspect(*state_->base, state_->numbered(request.edits), state_->project.sources,
                                           state_->project.build.architecture, request.plainIr);
  if (texts) describeParameters(*texts, request.edits, state_->project);
  if (texts && state_->numbering) texts->cuda = changedSources(own_->project, state_->project);
  return texts;
}

Result<ExportedCode> Service::exportArtifact(const ExportRequest& request) {
  if (!state_) return notLoaded();
  if (state_->failure) return notUsable(*state_->failure);
  GEVO_TRY_ASSIGN(const ir::BaseModule* const base, wholeBase());
  const std::unique_ptr<llvm::Module> module = optimised(*base, state_->numbered(request.edits));
  const std::string& architecture = request.architecture.empty() ? state_->project.build.architecture : request.architecture;
  ExportedCode code;
  code.architecture = architecture;
  for (ir::Restriction& one : ir::restrictionsOf(*module))
    code.promises.push_back({std::move(one.kernel), one.parameter, std::move(one.others)});
  if (request.artifact == Artifact::Ir) {
    code.text = ir::printModule(*module);
  } else {
    GEVO_TRY_ASSIGN(code.text, ir::emitPtx(*module, architecture));
  }
  return code;
}

} // namespace gevo::worker
