#include "core/kernel/worker/device.h"

#include "core/base/cpu_time.h"
#include "core/base/wire.h"
#include "core/kernel/simulator/machine/model_print.h"
#include "core/kernel/trace/sampled_replay.h"
#include "core/values/device_name.h"

#include <numeric>

namespace gevo::worker {

struct LoadedTest : PreparedTest {
  LoadedTest(const TestCase& test, program::Trace recorded) : PreparedTest(test), trace(std::move(recorded)) {}
  program::Trace trace; ///< also of a workload in full
  /// In the ascending schedule; of screens in others too, as far as the original decides the same there.
  std::vector<program::Baseline> baselines;
  /// Of screens, with other values of undefined bytes where loads of them are tolerated, as far as the original decides the same.
  std::vector<program::Baseline> otherUndefined;
};

/// A workload that is timed by samples.
struct LoadedWorkload : PreparedTest {
  LoadedWorkload(const TestCase& test, program::Trace recorded) : PreparedTest(test), trace(std::move(recorded)) {}
  program::Trace trace;
  std::vector<program::LaunchSample> samples;
  program::SampledTimes original;
};

namespace {

const LoadedTest& loaded(const PreparedTest& test) { return static_cast<const LoadedTest&>(test); }

/// A screen runs the code before optimisation and checks its poison flags; optimisation has used them up.
sim::Detail detailFor(TestRole role) { return role == TestRole::Screen ? sim::Detail::PoisonFlags : sim::Detail::None; }

} // namespace

Result<std::unique_ptr<SimulatedDevice>> SimulatedDevice::open(const Project& project, const EvaluationSettings& settings) {
  GEVO_TRY_ASSIGN(sim::Model model, sim::loadModel(screeningDevice(settings.device), settings.model));
  auto device = std::make_unique<SimulatedDevice>();
  device->settings_ = settings;
  device->model_ = model;
  device->outputs_ = project.outputs;
  device->registers_ = program::registersOf(project);
  device->shownName_ = "simulated " + model.name;
  device->isRecordedOnGpu_ = isGpu(project.build.device);
  const Result<sim::Model> recorded = sim::loadModel(screeningDevice(project.build.device));
  device->isRecordedModel_ = recorded && sim::printModel(*recorded) == sim::printModel(model);
  device->isConfigured_ = !project.configuration.empty();
  return device;
}

Result<sim::Simulator> SimulatedDevice::decode(const llvm::Module& module, sim::Detail detail) const {
  Result<sim::Simulator> simulator = sim::Simulator::create(module, model_, detail);
  // Without optimisation only results count.
  const bool isTimed = detail == sim::Detail::None || detail == sim::Detail::Counters;
  const bool isVariant = simulator && isTimed && !pressures_.empty() && !registers_.empty();
  if (isVariant)
    simulator->useRegisters(program::estimateRegisters(registers_, pressures_, program::pressuresOf(module)));
  else if (simulator)
    simulator->useRegisters(registers_);
  return simulator;
}

void SimulatedDevice::estimateRegistersFrom(const llvm::Module& original) { pressures_ = program::pressuresOf(original); }

/// Where a screen shows that its blocks or threads may not run in any order, all orders are tried, the drawn one first.
program::ReplayReport SimulatedDevice::replayInOrders(const LoadedTest& test, sim::Simulator& simulator, std::uint64_t draw) const {
  const std::vector<program::Baseline>& baselines = test.baselines;
  // Other orders take longer, since warps don't run in lockstep there.
  const bool isTheSameInAll = settings_.races == RacePolicy::Reject && baselines.front().races.empty() && !simulator.dependsOnOrder();
  const std::size_t orders = isTheSameInAll ? 1 : baselines.size();
  program::ReplayReport first;
  for (std::size_t i = 0; i < orders; ++i) {
    const program::Baseline& baseline = baselines[isTheSameInAll ? 0 : (draw + i) % baselines.size()];
    program::ReplayReport report = program::replay(test.trace, simulator, model_, outputs_, settings_, &baseline);
    if (!report.valid()) {
      if (&baseline != &baselines.front()) report.message = "with its threads in another order, " + report.message;
      return report;
    }
    if (i == 0) first = std::move(report);
  }
  return first;
}

/// Its results are not compared: the tests' are.
program::ReplayReport SimulatedDevice::replayWorkload(const LoadedWorkload& workload, sim::Simulator& simulator) const {
  program::SampledTimes times = program::replaySampled(workload.trace, simulator, model_, &workload.original, settings_.budgetFactor);
  program::ReplayReport report;
  report.reason = times.reason;
  if (!times.valid()) report.message = fmt::format("in the workload \"{}\", {}", workload.arguments, times.message);
  report.microseconds = program::wholeRun(workload.samples, workload.original, times);
  report.complete = times.valid();
  return report;
}

program::ReplayReport SimulatedDevice::replay(const PreparedTest& test, sim::Simulator& simulator, std::uint64_t draw) const {
  if (const auto* const workload = dynamic_cast<const LoadedWorkload*>(&test)) return replayWorkload(*workload, simulator);
  program::ReplayReport report = replayInOrders(loaded(test), simulator, draw);
  const std::vector<program::Baseline>& others = loaded(test).otherUndefined;
  if (!report.valid() || others.empty()) return report;
  // Zero is right too often by luck.
  program::ReplayReport other = program::replay(loaded(test).trace, simulator, model_, outputs_, settings_,
                                                &others[draw / loaded(test).baselines.size() % others.size()]);
  if (other.valid()) return report;
  other.message = "with another value of undefined bytes, " + other.message;
  return other;
}

Result<std::unique_ptr<PreparedTest>> SimulatedDevice::prepare(const TestCase& test, const llvm::Module& original) {
  GEVO_TRY_ASSIGN(program::Trace trace, wire::decode<program::Trace>(test.trace, "recorded test \"" + test.arguments + "\""));
  if (test.role != TestRole::Screen && pressures_.empty()) estimateRegistersFrom(original);
  GEVO_TRY_ASSIGN(sim::Simulator simulator, decode(original, detailFor(test.role)));
  if (test.role == TestRole::Workload) {
    const bool isInFull = !isRecordedOnGpu_ && !program::isSampled(trace);
    return isInFull ? prepareInFull(test, std::move(trace), simulator) : prepareWorkload(test, std::move(trace), simulator);
  }
  auto prepared = std::make_unique<LoadedTest>(test, std::move(trace));
  const double begin = threadCpuSeconds();
  const program::ReplayReport report = program::replayOriginal(prepared->trace, simulator, model_, outputs_, settings_);
  prepared->seconds = (threadCpuSeconds() - begin) / program::replaysOf(report);
  if (!report.valid()) {
    const char* const hint = isRecordedOnGpu_ && test.role != TestRole::Screen ? "; it was recorded on a GPU: use --device cuda" : "";
    return fail("the original does not reproduce its test \"{}\": {}{}", test.arguments, report.message, hint);
  }
  if (report.error != 0 && !isConfigured_) return fail("the original's test \"{}\" does not give the same output twice", test.arguments);
  prepared->baselines.push_back(program::baselineOf(report));
  prepared->baselines.front().overwritten = program::findOverwritten(prepared->trace, simulator);
  if (test.role == TestRole::Screen)
    for (const sim::Schedule& schedule : program::otherSchedules(simulator)) {
      const auto other =
          program::replayOriginalIn(schedule, prepared->baselines.front(), prepared->trace, simulator, model_, outputs_, settings_);
      if (other.valid()) prepared->baselines.push_back(program::baselineOf(other, schedule));
    }
  if (test.role == TestRole::Screen && program::toleratesUndefined(prepared->trace))
    for (const std::uint8_t byte : program::otherUndefinedBytes) {
      const auto other = program::replayWithUndefined(byte, prepared->trace, simulator, model_, outputs_, settings_);
      if (!other.valid()) continue;
      prepared->otherUndefined.push_back(program::baselineWithUndefined(byte, other));
      // The replay before has found them.
      prepared->otherUndefined.back().checksRaces = prepared->otherUndefined.back().followsSynchronisation = false;
    }
  prepared->microseconds = report.microseconds;
  if (settings_.statistical && test.role != TestRole::Screen) {
    prepared->figures = program::recordedFigures(prepared->trace, outputs_);
    program::Baseline& baseline = prepared->baselines.front();
    baseline.schedule = program::scheduleOfRun(test.run);
    if (test.run != 0) {
      baseline.overwritten.clear(); // found in the ascending order
      const program::ReplayReport inOrder = program::replay(prepared->trace, simulator, model_, outputs_, settings_, &baseline);
      if (!inOrder.valid())
        return fail("the original does not run its test \"{}\" with its blocks in another order: {}", test.arguments, inOrder.message);
      prepared->microseconds = inOrder.microseconds; // another one than in the ascending order
    }
  }
  prepared->work = std::accumulate(report.launchWarpInstructions.begin(), report.launchWarpInstructions.end(), std::uint64_t(0));
  prepared->error = report.error;
  prepared->races = report.races;
  return prepared;
}

Result<std::unique_ptr<PreparedTest>> SimulatedDevice::prepareWorkload(const TestCase& test, program::Trace trace,
                                                                       sim::Simulator& simulator) const {
  if (!program::isSampled(trace))
    return fail("the workload \"{}\" was recorded on a real GPU, and the simulated one can't run it at full size: use --device cuda",
                test.arguments);
  auto prepared = std::make_unique<LoadedWorkload>(test, std::move(trace));
  GEVO_TRY_ASSIGN(prepared->samples, program::samplesOf(prepared->trace));
  const double begin = threadCpuSeconds();
  prepared->original = program::replaySampled(prepared->trace, simulator, model_, nullptr, settings_.budgetFactor);
  prepared->seconds = threadCpuSeconds() - begin;
  if (!prepared->original.valid())
    return fail("the original does not run its workload \"{}\" again: {}", test.arguments, prepared->original.message);
  // What launches took in full is of the machine that the program was recorded on.
  for (std::size_t i = 0; !isRecordedModel_ && i < prepared->samples.size(); ++i)
    prepared->samples[i].microseconds = prepared->original.microseconds[i];
  prepared->microseconds = program::wholeRun(prepared->samples, prepared->original, prepared->original);
  prepared->work = std::accumulate(prepared->original.instructions.begin(), prepared->original.instructions.end(), std::uint64_t(0));
  return prepared;
}

/// Results count, and bounds. Everything else was checked in the tests, and would take many times as long.
Result<std::unique_ptr<PreparedTest>> SimulatedDevice::prepareInFull(const TestCase& test, program::Trace trace,
                                                                     sim::Simulator& simulator) const {
  auto prepared = std::make_unique<LoadedTest>(test, std::move(trace));
  program::Baseline unchecked;
  unchecked.checksRaces = false;
  const double begin = threadCpuSeconds();
  const program::ReplayReport report = program::replay(prepared->trace, simulator, model_, outputs_, settings_, &unchecked);
  prepared->seconds = threadCpuSeconds() - begin;
  if (!report.valid()) return fail("the original does not reproduce its workload \"{}\": {}", test.arguments, report.message);
  unchecked.launchWarpInstructions = report.launchWarpInstructions;
  unchecked.microseconds = report.microseconds;
  prepared->baselines.push_back(std::move(unchecked));
  prepared->microseconds = report.microseconds;
  prepared->work = std::accumulate(report.launchWarpInstructions.begin(), report.launchWarpInstructions.end(), std::uint64_t(0));
  prepared->error = report.error;
  return prepared;
}

Result<std::vector<program::ReplayReport>> SimulatedDevice::run(std::span<const PreparedTest* const> tests, const llvm::Module& module) {
  return screen(tests, module, 0);
}

Result<std::vector<program::ReplayReport>> SimulatedDevice::screen(std::span<const PreparedTest* const> tests, const llvm::Module& module,
                                                                   std::uint64_t draw) {
  if (tests.empty()) return std::vector<program::ReplayReport>();
  GEVO_TRY_ASSIGN(sim::Simulator simulator, decode(module, detailFor(tests.front()->role)));
  std::vector<program::ReplayReport> reports;
  for (const PreparedTest* test : tests) {
    reports.push_back(replay(*test, simulator, draw));
    if (!reports.back().valid()) break;
  }
  return reports;
}

std::map<std::string, std::vector<double>> SimulatedDevice::profile(const PreparedTests& tests, const llvm::Module& module) {
  std::vector<const program::Trace*> traces;
  for (const auto& test : tests)
    if (test->role != TestRole::Workload) traces.push_back(&loaded(*test).trace);
  return profileTraces(traces, module);
}

std::map<std::string, std::vector<double>> SimulatedDevice::profileTraces(const std::vector<const program::Trace*>& traces,
                                                                          const llvm::Module& module) const {
  Result<sim::Simulator> simulator = decode(module, sim::Detail::Profile);
  if (!simulator) return {};
  for (const program::Trace* trace : traces) program::replay(*trace, *simulator, model_, outputs_, settings_, nullptr);
  return simulator->profile().cycles;
}

} // namespace gevo::worker
