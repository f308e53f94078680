// The cost of each stage of the cascade on the hotspot sample, and of a whole evaluation. The argument is the number of
// edits: the variants are valid ones, found by a walk that keeps what passes, the same in every run.

#include "core/kernel/build/build.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/operators/mutate.h"
#include "core/kernel/worker/device.h"
#include "core/kernel/worker/service.h"

#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <llvm/IR/Module.h>

using namespace gevo;

namespace {

template <class Value> Value require(Result<Value> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "cascade_bench: %s\n", result.error().message.c_str());
  std::exit(1);
}

Project buildHotspot() {
  BuildInputs request;
  request.settings.files = {"hotspot.cu"};
  request.workingFolder = GEVO_TEST_SOURCE "/resources/samples/hotspot";
  request.name = "hotspot";
  request.tests = {{TestRole::Screen, "64 64 2 1", {}}, {TestRole::Test, "128 128 4 2", {}}, {TestRole::Test, "160 96 4 3", {}}};
  return require(program::build(request, [](const std::string&) {})).project;
}

/// The setup that all stages share.
struct Setup {
  Project project = buildHotspot();
  std::unique_ptr<ir::BaseModule> base = require(ir::BaseModule::load(project.base));
  std::unique_ptr<worker::SimulatedDevice> device = require(worker::SimulatedDevice::open(project, {}));
  worker::Service service;
  worker::PreparedTests screens; ///< with the baseline of the cleaned original
  worker::PreparedTests tests;   ///< with that of the optimised one

  Setup() {
    require(service.load({project, {}, true}));
    const auto cleaned = base->original();
    ir::cleanUp(*cleaned);
    const auto optimised = base->original();
    ir::cleanUp(*optimised);
    ir::optimise(*optimised);
    for (const TestCase& test : project.tests) {
      const bool screening = test.role == TestRole::Screen;
      (screening ? screens : tests).push_back(require(device->prepare(test, screening ? *cleaned : *optimised)));
    }
  }
};

Setup& setup() {
  static Setup made;
  return made;
}

EditList validWalk(std::uint32_t number, std::size_t length) {
  EditList edits;
  for (std::uint32_t i = 0; edits.size() < length; ++i) {
    EvaluateReply reply = require(setup().service.evaluate({edits, 1, RandomKey{1, number, i, 0, Purpose::Test}}));
    if (reply.result.valid()) edits = std::move(reply.edits);
  }
  return edits;
}

/// Eight valid lists of the length.
const std::vector<EditList>& lists(std::size_t length) {
  static std::map<std::size_t, std::vector<EditList>> known;
  std::vector<EditList>& result = known[length];
  while (result.size() < 8) result.push_back(validWalk(static_cast<std::uint32_t>(result.size()), length));
  return result;
}

const EditList& nextList(const benchmark::State& state, std::size_t& next) {
  const auto& variants = lists(static_cast<std::size_t>(state.range(0)));
  return variants[next++ % variants.size()];
}

enum class Level { Applied, Cleaned, Optimised };

ir::Applied variant(const EditList& edits, Level level) {
  ir::Applied applied = ir::applyEdits(*setup().base, edits);
  if (level >= Level::Cleaned) ir::cleanUp(*applied.module);
  if (level >= Level::Optimised) ir::optimise(*applied.module);
  return applied;
}

/// Runs `step` on variants at a level of optimisation; creating them is not measured.
template <class Step> void onVariants(benchmark::State& state, Level level, Step step) {
  std::size_t next = 0;
  lists(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    state.PauseTiming();
    ir::Applied applied = variant(nextList(state, next), level);
    state.ResumeTiming();
    step(*applied.module);
    state.PauseTiming();
    applied.module.reset();
    state.ResumeTiming();
  }
}

void propose(benchmark::State& state) {
  std::uint32_t number = 0;
  std::size_t next = 0;
  lists(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    RandomStream stream(RandomKey{2, 0, number++, 0, Purpose::Test});
    benchmark::DoNotOptimize(ir::proposeEdit(*setup().base, nextList(state, next), stream));
  }
}

void apply(benchmark::State& state) {
  std::size_t next = 0;
  lists(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(ir::applyEdits(*setup().base, nextList(state, next)));
}

void verify(benchmark::State& state) {
  onVariants(state, Level::Applied, [](llvm::Module& module) { benchmark::DoNotOptimize(ir::verifierMessage(module)); });
}
void cleanUp(benchmark::State& state) {
  onVariants(state, Level::Applied, [](llvm::Module& module) { ir::cleanUp(module); });
}
void hash(benchmark::State& state) {
  onVariants(state, Level::Cleaned, [](llvm::Module& module) { benchmark::DoNotOptimize(ir::codeHash(module)); });
}
void decode(benchmark::State& state) {
  onVariants(state, Level::Cleaned, [](llvm::Module& module) { benchmark::DoNotOptimize(setup().device->decode(module)); });
}
void optimise(benchmark::State& state) {
  onVariants(state, Level::Cleaned, [](llvm::Module& module) { ir::optimise(module); });
}

void replay(benchmark::State& state, Level level, const worker::PreparedTests& tests) {
  std::size_t next = 0;
  lists(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    state.PauseTiming();
    sim::Simulator simulator = require(setup().device->decode(*variant(nextList(state, next), level).module));
    state.ResumeTiming();
    for (const auto& test : tests) benchmark::DoNotOptimize(setup().device->replay(*test, simulator));
  }
}
void screen(benchmark::State& state) { replay(state, Level::Cleaned, setup().screens); }
void tests(benchmark::State& state) { replay(state, Level::Optimised, setup().tests); }

/// One mutation of a valid parent and its evaluation. The argument is the number of edits, the new one included.
void wholeEvaluation(benchmark::State& state) {
  const auto& parents = lists(static_cast<std::size_t>(state.range(0)) - 1);
  std::uint32_t number = 0;
  std::uint32_t valid = 0;
  std::uint32_t reused = 0;
  for (auto _ : state) {
    const EvaluateRequest request{parents[number % parents.size()], 1, RandomKey{3, 0, number, 0, Purpose::Test}};
    const EvaluateReply reply = require(setup().service.evaluate(request));
    ++number;
    valid += reply.result.valid() ? 1 : 0;
    reused += reply.result.reused ? 1 : 0;
  }
  state.counters["valid"] = static_cast<double>(valid) / number;
  state.counters["reused"] = static_cast<double>(reused) / number;
}

} // namespace

BENCHMARK(propose)->Arg(0)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(apply)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(verify)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(cleanUp)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(hash)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(decode)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(screen)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(optimise)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(tests)->Arg(1)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(wholeEvaluation)->Arg(1)->Arg(50)->Iterations(2000)->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
