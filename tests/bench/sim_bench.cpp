// The speed of the simulated GPU: decoding, a stencil with and without race checks, and the tests of the bundled samples as the search
// replays them (built with clang and recorded first, as `gevo new` does).

#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/worker/device.h"
#include "core/project/samples.h"
#include "tests/core/kernel/simulator/device.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

void decodeFixtures(benchmark::State& state) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseIRFile(fixture("kernels.ll"), diagnostic, context);
  const Model model = *loadModel("sim");
  for (auto _ : state) benchmark::DoNotOptimize(Simulator::create(*module, model));
}

void countInstructions(benchmark::State& state, std::uint64_t instructions) {
  state.counters["warp instructions"] = benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

void stencil(benchmark::State& state) {
  Device device;
  const int size = static_cast<int>(state.range(0));
  device.limits.checkRaces = state.range(1) != 0;
  const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  const auto in = device.upload(std::vector<float>(cells, 80.0F));
  const auto out = device.reserve<float>(cells);
  const auto blocks = static_cast<std::uint32_t>((size + 13) / 14);
  std::uint64_t instructions = 0;
  for (auto _ : state)
    instructions += device.launch("stencil", {blocks, blocks, 1}, {16, 16, 1}, in, out, size, size, 0.1F).statistics.warpInstructions;
  countInstructions(state, instructions);
}

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = valueOf(listSamples());
  return all;
}

/// A sample with its tests prepared for the optimised original.
struct Prepared {
  std::unique_ptr<ir::BaseModule> base;
  ir::Applied optimised;
  std::unique_ptr<worker::SimulatedDevice> device;
  worker::PreparedTests tests;
};

std::unique_ptr<Prepared> prepare(const Sample& sample) {
  BuildInputs request;
  request.name = sample.name;
  request.workingFolder = sample.source.parent_path().string();
  request.settings.files = {sample.source.filename().string()};
  request.settings.kernels = sample.kernels;
  std::vector<std::string> commandLines = sample.screen;
  commandLines.insert(commandLines.end(), sample.tests.begin(), sample.tests.end());
  for (const std::string& arguments : commandLines) request.tests.push_back({TestRole::Test, arguments, {}});
  const Project project = valueOf(program::build(request, {})).project;
  auto prepared = std::make_unique<Prepared>();
  prepared->base = valueOf(ir::BaseModule::load(project.base, project.build.kernels));
  prepared->optimised = ir::applyEdits(*prepared->base, {});
  ir::cleanUp(*prepared->optimised.module);
  ir::optimise(*prepared->optimised.module);
  prepared->device = valueOf(worker::SimulatedDevice::open(project, {}));
  for (const TestCase& test : project.tests)
    prepared->tests.push_back(valueOf(prepared->device->prepare(test, *prepared->optimised.module)));
  return prepared;
}

const Prepared& preparedSample(std::size_t number) {
  static std::map<std::size_t, std::unique_ptr<Prepared>> known;
  std::unique_ptr<Prepared>& prepared = known[number];
  if (!prepared) prepared = prepare(samples()[number]);
  return *prepared;
}

void decodeSample(benchmark::State& state, std::size_t number) {
  const Prepared& prepared = preparedSample(number);
  for (auto _ : state) benchmark::DoNotOptimize(prepared.device->decode(*prepared.optimised.module));
}

/// The cost of a variant, with a new Simulator each time; decoding is not measured.
void replaySample(benchmark::State& state, std::size_t number, std::size_t test) {
  const Prepared& prepared = preparedSample(number);
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::optional<Simulator> simulator(valueOf(prepared.device->decode(*prepared.optimised.module)));
    state.ResumeTiming();
    const program::ReplayReport report = prepared.device->replay(*prepared.tests[test], *simulator);
    if (!report.valid()) throw std::runtime_error(report.message);
    for (const std::uint64_t launch : report.launchWarpInstructions) instructions += launch;
    state.PauseTiming();
    simulator.reset();
    state.ResumeTiming();
  }
  countInstructions(state, instructions);
}

} // namespace

BENCHMARK(decodeFixtures);
BENCHMARK(stencil)->ArgNames({"size", "races"})->Args({64, 0})->Args({128, 0})->Args({128, 1})->Args({512, 0});

int main(int argc, char** argv) {
  for (std::size_t i = 0; i < samples().size(); ++i) {
    const Sample& sample = samples()[i];
    if (sample.hostRun.on) continue;
    benchmark::RegisterBenchmark((sample.name + "/decode").c_str(), decodeSample, i)->Unit(benchmark::kMicrosecond);
    for (std::size_t test = 0; test < sample.screen.size() + sample.tests.size(); ++test) {
      const bool screen = test < sample.screen.size();
      const std::string& arguments = screen ? sample.screen[test] : sample.tests[test - sample.screen.size()];
      benchmark::RegisterBenchmark(fmt::format("{}/{} {}", sample.name, screen ? "screen" : "test", arguments).c_str(), replaySample, i,
                                   test)
          ->Unit(benchmark::kMicrosecond);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
