// The simulated GPU's speed: decoding, and a stencil with and without the search for races.

#include "tests/core/kernel/sim/device.h"

#include <benchmark/benchmark.h>

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
  state.counters["warp instructions"] = benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

} // namespace

BENCHMARK(decodeFixtures);
BENCHMARK(stencil)->ArgNames({"size", "races"})->Args({64, 0})->Args({128, 0})->Args({128, 1})->Args({512, 0});

BENCHMARK_MAIN();
