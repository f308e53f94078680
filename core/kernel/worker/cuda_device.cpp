#include "core/kernel/worker/cuda_device.h"

#include "core/kernel/cuda/replay/timing.h"
#include "core/kernel/ir/gpu_code.h"
#include "core/kernel/worker/screening.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <cmath>
#include <llvm/IR/Module.h>

namespace gevo::worker {

namespace {

/// Of a valid variant: the check, and pairs with the original until their ratio is known.
double replaysOfAnEvaluation(double replaySeconds) {
  const cuda::TimingGoal goal = cuda::forSelection({}, replaySeconds);
  return double(1 + 2 * (goal.warmUps + goal.least));
}

struct GpuTest : PreparedTest {
  GpuTest(const TestCase& test, Hash128 name) : PreparedTest(test), key(name) {}
  Hash128 key; ///< by which the GPU knows it
};

Result<std::vector<cuda::SymbolAddress>> symbolAddresses(const llvm::Module& module) {
  std::vector<cuda::SymbolAddress> addresses;
  std::vector<std::string> names;
  for (const llvm::GlobalVariable& variable : module.globals())
    if (ir::isNamedVariable(variable)) names.push_back(variable.getName().str());
  if (names.empty()) return addresses;
  GEVO_TRY_ASSIGN(const sim::Model model, sim::loadModel("sim"));
  GEVO_TRY_ASSIGN(sim::Simulator simulator, sim::Simulator::create(module, model));
  sim::GlobalMemory memory;
  GEVO_TRY(simulator.placeSymbols(memory));
  for (const std::string& name : names)
    if (const auto symbol = simulator.symbol(name)) addresses.push_back({name, symbol->address, symbol->size});
  return addresses;
}

} // namespace

Result<GpuAccess> openGpu(const std::string& socket) {
  GEVO_TRY_ASSIGN(cuda::GpuClient client, cuda::GpuClient::connect(socket));
  GEVO_TRY_ASSIGN(cuda::GpuDescription gpu, client.describe());
  GpuAssembler assembler = GpuAssembler::find(gpu.architecture, gpu.driverVersion);
  return GpuAccess{std::move(client), std::move(gpu), std::move(assembler)};
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::open(const Project& project, const EvaluationSettings& settings, GpuAccess& access) {
  GEVO_TRY_ASSIGN(std::unique_ptr<SimulatedDevice> screener, SimulatedDevice::open(project, settings));
  std::unique_ptr<CudaDevice> device(new CudaDevice(access, std::move(screener)));
  device->settings_ = settings;
  device->outputs_ = project.outputs;
  device->shownName_ = access.gpu.name;
  device->isRecordedOnGpu_ = isGpu(project.build.device);
  device->timedRole_ = timedRole(project.tests);
  device->hasConfigurations_ = !project.parameters.empty() && project.configuration.empty();
  Screening screening = screeningOf(project, settings);
  device->screens_ = screening.on;
  if (!screening.note.empty()) device->notes_.push_back(std::move(screening.note));
  return device;
}

Result<std::unique_ptr<PreparedTest>> CudaDevice::prepare(const TestCase& test, const llvm::Module& original) {
  if (test.role == TestRole::Screen) return screener_->prepare(test, original);
  if (test.role == TestRole::Workload && !isRecordedOnGpu_)
    return fail("the workload \"{}\" was sampled for the simulated GPU; make the file again with --device cuda to measure it",
                test.arguments);
  cuda::TestRecipe recipe{test.trace, outputs_, settings_, {}, {}};
  if (own_ != nullptr) {
    const auto known = own_->prepared_.find({test.role, test.arguments});
    if (known == own_->prepared_.end()) return fail("the test \"{}\" has no recording of the program's own configuration", test.arguments);
    recipe.own = known->second;
  }
  // Which only tests that select are measured for.
  if (test.role != timedRole_) std::erase(recipe.settings.objectives, Objective::Energy);
  GEVO_TRY_ASSIGN(std::vector<cuda::SymbolAddress> symbols, symbolAddresses(original));
  recipe.symbols = std::move(symbols);
  GEVO_TRY_ASSIGN(Bytes code, access_.assembler.make(original));
  recipe.original = std::move(code);
  Result<cuda::PreparedOnGpu> made = access_.client.prepare(recipe);
  if (!made) return std::unexpected(Error{fmt::format("the test \"{}\": {}", test.arguments, made.error().message), made.error().details});
  cuda::PrepareReply& reply = made->reply;
  for (std::string& note : reply.notes) notes_.push_back(fmt::format("Test \"{}\": {}", test.arguments, std::move(note)));
  access_.assembler.takeLog(reply.log);
  auto prepared = std::make_unique<GpuTest>(test, made->test);
  prepared->microseconds = reply.microseconds;
  prepared->seconds = replaysOfAnEvaluation(reply.timedSeconds) * reply.timedSeconds;
  prepared->error = reply.error;
  prepared->figures = std::move(reply.figures);
  prepared->relativeError = reply.relativeError;
  prepared->repeats = reply.repeats;
  prepared->energy = reply.energy;
  prepared->energyError = reply.energyError;
  prepared->energyPairs = reply.energyWindows;
  if (hasConfigurations_) prepared_[{test.role, test.arguments}] = made->test;
  return prepared;
}

Result<program::ReplayReport> CudaDevice::measure(const PreparedTest& test, const Bytes& code, bool rejectWrongOutput) {
  cuda::MeasureOrder order;
  order.test = static_cast<const GpuTest&>(test).key;
  order.image = code;
  order.rejectWrongOutput = rejectWrongOutput;
  order.time = test.isTimed;
  order.remeasure = remeasure_ && rejectWrongOutput;
  order.energy = energy_ && order.remeasure && order.time;
  order.relativeError = settings_.timingError;
  GEVO_TRY_ASSIGN(cuda::Measurement measured, access_.client.measure(order));
  access_.assembler.takeLog(measured.log);
  program::ReplayReport report;
  report.relativeError = std::isfinite(measured.relativeError) ? measured.relativeError : 0;
  report.repeats = static_cast<std::uint32_t>(measured.ratios.size());
  report.reason = measured.reason;
  report.message = std::move(measured.message);
  report.microseconds = measured.microseconds;
  report.error = measured.error;
  report.complete = measured.complete;
  report.differs = measured.differs;
  report.figures = std::move(measured.figures);
  report.energy = measured.energy;
  report.energyError = std::isfinite(measured.energyError) ? measured.energyError : 0;
  report.energyPairs = static_cast<std::uint32_t>(measured.energyRatios.size());
  return report;
}

Result<std::vector<program::ReplayReport>> CudaDevice::run(std::span<const PreparedTest* const> tests, const llvm::Module& module) {
  if (tests.empty() || tests.front()->role == TestRole::Screen) return screener_->run(tests, module);
  GEVO_TRY_ASSIGN(const Bytes code, access_.assembler.make(module));
  return runCode(tests, code, true);
}

Result<std::vector<program::ReplayReport>> CudaDevice::runOther(std::span<const PreparedTest* const> tests, const std::string& ptx) {
  GEVO_TRY_ASSIGN(const Bytes code, access_.assembler.assemble(ptx));
  return runCode(tests, code, false);
}

Result<std::vector<program::ReplayReport>> CudaDevice::runCode(std::span<const PreparedTest* const> tests, const Bytes& code,
                                                               bool rejectWrongOutput) {
  std::vector<program::ReplayReport> reports;
  for (const PreparedTest* test : tests) {
    GEVO_TRY_ASSIGN(program::ReplayReport report, measure(*test, code, rejectWrongOutput));
    reports.push_back(std::move(report));
    if (!reports.back().valid()) break;
  }
  return reports;
}

Result<MeasuredCode> CudaDevice::measureCode(std::span<const PreparedTest* const> tests, const llvm::Module& module, double relativeError) {
  GEVO_TRY_ASSIGN(const Bytes code, access_.assembler.make(module));
  MeasuredCode result{hashBytes(code), {}};
  for (const PreparedTest* test : tests) {
    cuda::MeasureOrder order;
    order.test = static_cast<const GpuTest&>(*test).key;
    order.image = code;
    order.relativeError = relativeError;
    order.exactly = true;
    GEVO_TRY_ASSIGN(cuda::Measurement measured, access_.client.measure(order));
    result.tests.push_back(std::move(measured));
    if (!result.tests.back().valid()) break;
  }
  return result;
}

Result<CodeCounters> CudaDevice::countCode(std::span<const PreparedTest* const> tests, const llvm::Module& module) {
  GEVO_TRY_ASSIGN(const Bytes code, access_.assembler.make(module));
  CodeCounters counters;
  for (const PreparedTest* test : tests) {
    Result<CodeCounters> counted = access_.client.count({static_cast<const GpuTest&>(*test).key, code});
    if (!counted)
      return std::unexpected(Error{fmt::format("the test \"{}\": {}", test->arguments, counted.error().message), counted.error().details});
    addCounters(counters.kernels, counted->kernels);
  }
  return counters;
}

std::map<std::string, std::vector<double>> CudaDevice::profile(const PreparedTests& tests, const llvm::Module& module) {
  const bool areScreens = std::ranges::all_of(tests, [](const auto& test) { return test->role == TestRole::Screen; });
  if (!areScreens) return {};
  return screener_->profile(tests, module);
}

} // namespace gevo::worker
