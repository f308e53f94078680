// The cost of each step of an evaluation on LLVM IR, before the simulation. The argument is the number of edits.

#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/operators/mutate.h"

#include <benchmark/benchmark.h>
#include <llvm/IR/Module.h>

#include <fstream>
#include <iterator>

using namespace gevo;
using namespace gevo::ir;

namespace {

Bytes preparedBase() {
  std::ifstream stream(GEVO_TEST_SOURCE "/tests/core/kernel/ir/fixtures/stencil.bc", std::ios::binary);
  const Bytes content((std::istreambuf_iterator<char>(stream)), {});
  return prepareBase(content).value();
}

const BaseModule& base() {
  static const auto module = std::move(BaseModule::load(preparedBase()).value());
  return *module;
}

/// Sixteen lists of the given length, the same in every run.
const std::vector<EditList>& lists(std::size_t length) {
  static std::map<std::size_t, std::vector<EditList>> known;
  std::vector<EditList>& result = known[length];
  for (std::uint32_t i = 0; result.size() < 16; ++i) {
    RandomStream stream(RandomKey{1, 0, i, 0, Purpose::Test});
    EditList edits;
    while (edits.size() < length) {
      if (auto edit = proposeEdit(base(), edits, stream)) edits.push_back(std::move(*edit));
    }
    result.push_back(std::move(edits));
  }
  return result;
}

/// Runs `step` on freshly applied modules; creating them is not measured.
template <class Step> void onVariants(benchmark::State& state, Step step) {
  const auto& variants = lists(static_cast<std::size_t>(state.range(0)));
  std::size_t next = 0;
  for (auto _ : state) {
    state.PauseTiming();
    Applied applied = applyEdits(base(), variants[next++ % variants.size()]);
    state.ResumeTiming();
    step(*applied.module);
    state.PauseTiming();
    applied.module.reset();
    state.ResumeTiming();
  }
}

void load(benchmark::State& state) {
  const Bytes content = preparedBase();
  for (auto _ : state) benchmark::DoNotOptimize(BaseModule::load(content));
}

void apply(benchmark::State& state) {
  const auto& variants = lists(static_cast<std::size_t>(state.range(0)));
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(applyEdits(base(), variants[next++ % variants.size()]));
}

void propose(benchmark::State& state) {
  const auto& parents = lists(static_cast<std::size_t>(state.range(0)));
  std::uint32_t next = 0;
  for (auto _ : state) {
    RandomStream stream(RandomKey{2, 0, next, 0, Purpose::Test});
    benchmark::DoNotOptimize(proposeEdit(base(), parents[next++ % parents.size()], stream));
  }
}

void verify(benchmark::State& state) {
  onVariants(state, [](llvm::Module& module) { benchmark::DoNotOptimize(verifierMessage(module)); });
}
void hash(benchmark::State& state) {
  onVariants(state, [](llvm::Module& module) { benchmark::DoNotOptimize(codeHash(module)); });
}
void lightCleanUp(benchmark::State& state) {
  onVariants(state, [](llvm::Module& module) { cleanUp(module); });
}
void fullPipeline(benchmark::State& state) {
  onVariants(state, [](llvm::Module& module) { optimise(module); });
}
void ptx(benchmark::State& state) {
  onVariants(state, [](llvm::Module& module) { benchmark::DoNotOptimize(emitPtx(module, "sm_90")); });
}

} // namespace

BENCHMARK(load)->Unit(benchmark::kMicrosecond);
BENCHMARK(apply)->Arg(0)->Arg(1)->Arg(5)->Arg(20)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(propose)->Arg(0)->Arg(1)->Arg(5)->Arg(20)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(verify)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(hash)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(lightCleanUp)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(fullPipeline)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(ptx)->Arg(1)->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
