#include "core/kernel/worker/host_run_gpu_device.h"

#include "core/base/paths.h"
#include "core/kernel/worker/screening.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <llvm/IR/Module.h>

namespace gevo::worker {

namespace fs = std::filesystem;

struct HostRunGpuTest : PreparedTest {
  explicit HostRunGpuTest(const TestCase& test) : PreparedTest(test), trace(test.trace) {}
  SharedBytes trace; ///< as recorded, encoded
  program::HostRunBaseline baseline;
  program::HostRunOrder original;                      ///< run beside each variant
  mutable std::deque<float> latest;                    ///< microseconds of the original
  mutable std::chrono::steady_clock::time_point timed; ///< time of the last run
};

namespace {

const HostRunGpuTest& live(const PreparedTest& test) { return static_cast<const HostRunGpuTest&>(test); }

/// In units of program runs, in each of which kernels may run often or once.
cuda::TimingGoal goalFor(double relativeError, bool atAGlance) {
  return {.relativeError = relativeError, .least = 3, .most = atAGlance ? 3U : 9U, .seconds = 20};
}

constexpr std::size_t runsOfOriginal = 3; // by each worker, when it begins
constexpr std::size_t keptOfOriginal = 5;
constexpr std::chrono::seconds originalHolds{1};
constexpr float slower = 1.02F; // more than one run of an equal program may deviate

/// Of a run, which may wait busily for other programs and the driver; launches have their own limit.
WorkLimit limitOf(const program::HostRunBaseline& original) {
  WorkLimit limit = program::HostRunEvaluator::limit(original);
  limit.processorTime = std::max<std::chrono::milliseconds>(limit.processorTime, std::chrono::minutes(1));
  return limit;
}

/// A GPU without free memory, or without another context, causes these reasons too.
bool mayBeTheMachine(Reason reason) { return reason == Reason::Unsupported || reason == Reason::ExitCode; }

cuda::RatioEstimate estimateOf(const std::deque<float>& times) { return cuda::estimate(std::vector<float>(times.begin(), times.end())); }

std::chrono::microseconds launchLimitOf(const program::HostRunBaseline& original) {
  constexpr double shortest = 200e3; // microseconds
  constexpr double factor = 20;
  double longest = 0;
  for (const program::HostRunLaunch& launch : original.launches) longest = std::max(longest, launch.microseconds);
  return std::chrono::microseconds(static_cast<std::int64_t>(std::max(shortest, factor * longest)));
}
constexpr std::chrono::microseconds noLimit{0};

/// Memory that kernels allocate with malloc is freed only with the context.
bool allocates(const llvm::Module& module) {
  const llvm::Function* allocator = module.getFunction("malloc");
  return allocator != nullptr && !allocator->use_empty();
}

} // namespace

Result<std::unique_ptr<HostRunGpuDevice>> HostRunGpuDevice::open(const Project& project, const EvaluationSettings& settings,
                                                                 const std::filesystem::path& folder, int gpu) {
  GEVO_TRY_ASSIGN(const fs::path worker, companionPath("gevo-worker"));
  GEVO_TRY_ASSIGN(auto server, cuda::LeaseServerProcess::start({worker.string(), "lease", std::to_string(gpu)}));
  auto program = program::HostRunProgram::open(project, settings, folder);
  GEVO_TRY(program);
  const std::shared_ptr<program::HostRunProgram> shared = std::move(*program);
  const cuda::Greeting found = server->greeting();
  GEVO_TRY_ASSIGN(auto lock, shared->workspace.gpuLockFile(found.uuid));
  server->useLock(std::move(lock));
  GEVO_TRY_ASSIGN(auto screener, HostRunDevice::open(project, settings, shared));
  GpuAssembler assembler = GpuAssembler::find(found.architecture, found.driverVersion);
  std::unique_ptr<HostRunGpuDevice> device(new HostRunGpuDevice(shared, std::move(screener), std::move(server), std::move(assembler)));
  EvaluationSettings lenient = settings;
  lenient.mode = Mode::TradeOff;
  lenient.tolerance = std::numeric_limits<double>::max();
  device->lenient_.emplace(shared->evaluator.with(std::move(lenient)));
  device->settings_ = settings;
  Screening screening = screeningOf(project, settings);
  device->screens_ = screening.on;
  if (!screening.note.empty()) device->notes_.push_back(std::move(screening.note));
  device->hasConfigurations_ = !project.parameters.empty() && project.configuration.empty();
  device->gpuName_ = fmt::format("cuda:{}", gpu);
  device->shownName_ = found.name + ", live";
  return device;
}

Result<Bytes> HostRunGpuDevice::makeCode(const llvm::Module& module) {
  Result<Bytes> code = assembler_.make(module);
  resources_ = assembler_.resources();
  return code;
}

program::HostRunOrder HostRunGpuDevice::order(Bytes module, Bytes code, const program::HostRunBaseline* original) const {
  program::HostRunOrder order = program_->evaluator.order(std::move(module), original);
  order.device = gpuName_;
  order.gpu.code = std::move(code);
  return order;
}

Result<program::HostRun> HostRunGpuDevice::runProgram(const std::string& arguments, program::HostRunOrder order, const WorkLimit& limit,
                                                      std::chrono::microseconds launchLimit, program::Start start) {
  GEVO_TRY_ASSIGN(const auto leased, server_->lease(launchLimit));
  order.gpu.lease = leased.descriptor();
  return program_->runner.run(arguments, order, limit, start);
}

Result<program::HostRunBaseline> HostRunGpuDevice::runOriginalOnce(const std::string& arguments, const program::HostRunOrder& order,
                                                                   program::Start start) {
  return program_->evaluator.baselineOf(runProgram(arguments, order, program::HostRunEvaluator::longest(), noLimit, start), arguments);
}

/// Runs it several times: it must do the same each time; its time is the median. `ran` is called after each.
Result<program::HostRunBaseline> HostRunGpuDevice::runOriginal(const std::string& arguments, const program::HostRunOrder& order,
                                                               const Ran& ran) {
  // Afresh, since all forked runs have the same addresses, on which the program may depend.
  GEVO_TRY_ASSIGN(auto first, runOriginalOnce(arguments, order, program::Start::Fresh));
  GEVO_TRY(ran(first));
  std::vector<float> times{static_cast<float>(first.microseconds)};
  const auto differenceTo = [&](const program::HostRunBaseline& other) {
    return program_->evaluator.difference(first, other, program::Times::Measured);
  };
  while (times.size() < runsOfOriginal) {
    auto next = runOriginalOnce(arguments, order, program::Start::Forked);
    if (program_->runner.hasForkServers() && (!next || !differenceTo(*next).empty())) {
      program_->runner.startFreshOnly();
      continue;
    }
    GEVO_TRY(next);
    if (const std::string difference = differenceTo(*next); !difference.empty())
      return fail("the original does not do the same twice on {} in test \"{}\": {}; give it a fixed seed, use --device sim, or judge "
                  "variants by statistics over runs with --statistical 20",
                  gpuName_, arguments, difference);
    GEVO_TRY(ran(*next));
    times.push_back(static_cast<float>(next->microseconds));
    first.taken = std::max(first.taken, next->taken);
    first.processorTime = std::max(first.processorTime, next->processorTime);
  }
  first.microseconds = cuda::estimate(times).median;
  return first;
}

Result<std::unique_ptr<PreparedTest>> HostRunGpuDevice::prepare(const TestCase& test, const llvm::Module& original) {
  if (test.role == TestRole::Screen) return screener_->prepare(test, original);
  if (allocates(original)) server_->useOneContextPerLease();
  GEVO_TRY_ASSIGN(Bytes code, makeCode(original));
  auto prepared = std::make_unique<HostRunGpuTest>(test);
  prepared->original = order(program::bitcodeOf(original), std::move(code), nullptr);
  const std::pair name(test.role, test.arguments);
  const KnownOriginal* const own = own_ != nullptr && own_->prepared_.contains(name) ? &own_->prepared_.at(name) : nullptr;
  std::vector<float> ratios; // to the program's own configuration, which runs in turns with this one
  GEVO_TRY_ASSIGN(auto baseline, runOriginal(test.arguments, prepared->original, [&](const program::HostRunBaseline& run) -> Result<void> {
                    prepared->latest.push_back(static_cast<float>(run.microseconds));
                    if (own == nullptr) return {};
                    // It ran before, so a failure is the machine's.
                    const auto beside = own_->runOriginalOnce(test.arguments, own->order, program::Start::Forked);
                    if (beside && beside->microseconds > 0) ratios.push_back(static_cast<float>(run.microseconds / beside->microseconds));
                    return {};
                  }));
  prepared->baseline = std::move(baseline);
  prepared->microseconds = !ratios.empty() ? own->microseconds * cuda::estimate(ratios).median : prepared->baseline.microseconds;
  prepared->seconds = std::chrono::duration<double>(prepared->baseline.taken).count();
  prepared->relativeError = estimateOf(prepared->latest).relativeError;
  prepared->repeats = runsOfOriginal;
  prepared->figures = prepared->baseline.figures;
  if (hasConfigurations_) prepared_[name] = {prepared->original, prepared->microseconds};
  return prepared;
}

cuda::RatioEstimate HostRunGpuDevice::timeOriginal(const HostRunGpuTest& test) {
  const auto now = std::chrono::steady_clock::now();
  if (glances_ && now - test.timed < originalHolds) return estimateOf(test.latest);
  auto original = runOriginalOnce(test.arguments, test.original, program::Start::Forked);
  // It ran before, so a failure is the machine's: the earlier times count.
  if (original) {
    test.latest.push_back(static_cast<float>(original->microseconds));
    test.timed = now;
  }
  if (test.latest.size() > keptOfOriginal) test.latest.pop_front();
  return estimateOf(test.latest);
}

Result<program::ReplayReport> HostRunGpuDevice::runOnce(const HostRunGpuTest& test, const Bytes& module, const Bytes& code,
                                                        const program::HostRunEvaluator& evaluator) {
  program::ReplayReport report;
  for (int i = 0; i < 2; ++i) {
    GEVO_TRY_ASSIGN(auto ended, runProgram(test.arguments, order(module, code, &test.baseline), limitOf(test.baseline),
                                           launchLimitOf(test.baseline), program::Start::Forked));
    report = evaluator.evaluate(std::move(ended), test.baseline);
    if (!mayBeTheMachine(report.reason) && !server_->wasKilled()) break;
  }
  return report;
}

Result<program::ReplayReport> HostRunGpuDevice::measure(const HostRunGpuTest& test, const Bytes& module, const Bytes& code,
                                                        const program::HostRunEvaluator& evaluator) {
  const cuda::TimingGoal goal = goalFor(settings_.timingError, glances_);
  const auto begun = std::chrono::steady_clock::now();
  program::ReplayReport report;
  cuda::RatioEstimate original;
  cuda::RatioEstimate estimated;
  std::vector<float> ratios;
  const auto isDone = [&] {
    if (ratios.empty()) return false;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    if (taken.count() > goal.seconds || ratios.size() >= goal.most) return true;
    if (ratios.size() < goal.least) return glances_ && ratios.size() == 1 && ratios.front() >= slower;
    return estimated.relativeError <= goal.relativeError || (glances_ && goal.isSettled(ratios, estimated));
  };
  while (!isDone()) {
    GEVO_TRY_ASSIGN(program::ReplayReport once, runOnce(test, module, code, evaluator));
    once.error = std::max(once.error, report.error);
    report = std::move(once);
    if (!report.valid()) return report;
    if (ratios.empty()) original = timeOriginal(test); // an invalid variant costs no run of the original
    ratios.push_back(static_cast<float>(report.microseconds / original.median));
    estimated = cuda::estimate(ratios);
  }
  report.microseconds = test.microseconds * estimated.median;
  // With fewer ratios it is not known.
  if (ratios.size() >= goal.least) report.relativeError = std::hypot(estimated.relativeError, original.relativeError);
  report.repeats = static_cast<std::uint32_t>(ratios.size());
  return report;
}

Result<std::vector<program::ReplayReport>> HostRunGpuDevice::runCode(std::span<const PreparedTest* const> tests, const Bytes& module,
                                                                     const Bytes& code, const program::HostRunEvaluator& evaluator) {
  std::vector<program::ReplayReport> reports;
  for (const PreparedTest* test : tests) {
    GEVO_TRY_ASSIGN(auto report, measure(live(*test), module, code, evaluator));
    reports.push_back(std::move(report));
    if (!reports.back().valid()) break;
  }
  return reports;
}

Result<std::vector<program::ReplayReport>> HostRunGpuDevice::run(std::span<const PreparedTest* const> tests, const llvm::Module& module) {
  if (tests.empty() || tests.front()->role == TestRole::Screen) return screener_->run(tests, module);
  GEVO_TRY_ASSIGN(const Bytes code, makeCode(module));
  return runCode(tests, program::bitcodeOf(module), code, program_->evaluator);
}

Result<std::vector<program::ReplayReport>> HostRunGpuDevice::runOther(std::span<const PreparedTest* const> tests, const std::string& ptx) {
  GEVO_TRY_ASSIGN(const Bytes code, assembler_.assemble(ptx));
  resources_ = assembler_.resources();
  // The host side of a launch is the same whichever compiler made the kernels.
  return tests.empty() ? std::vector<program::ReplayReport>() : runCode(tests, live(*tests.front()).original.module, code, *lenient_);
}

std::map<std::string, std::vector<double>> HostRunGpuDevice::profile(const PreparedTests& tests, const llvm::Module& module) {
  if (!screens_) return {};
  if (tests.empty() || tests.front()->role == TestRole::Screen) return screener_->profile(tests, module);
  std::vector<const SharedBytes*> traces;
  for (const auto& test : tests) traces.push_back(&live(*test).trace);
  return screener_->profileTraces(traces, module);
}

} // namespace gevo::worker
