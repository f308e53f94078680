/// The cost of the search without the workers: ranking and selection, chains of evaluations, the protocol, and whole generations on fake
/// workers that cost nothing. `search` of the last is the main process' CPU time for choosing parents and survivors, per evaluation.

#include "core/edit/operators.h"
#include "core/evolution/evolution.h"
#include "core/evolution/population.h"
#include "core/protocol/load.h"
#include "core/search/crossover.h"
#include "core/search/pareto_archive.h"
#include "core/worker_pool/worker_pool.h"

#include <benchmark/benchmark.h>
#include <cmath>

using namespace gevo;

namespace {

EditList someEdits(std::size_t count, RandomStream& stream) {
  EditList edits(count);
  for (Edit& edit : edits) {
    edit.uid = stream.next();
    edit.op = Operator(stream.below(gevoOperators().size()));
    edit.target = InstructionRef::base(stream.below(500));
    edit.other = InstructionRef::base(stream.below(500));
    edit.choices.resize(2);
  }
  return edits;
}

/// Valid individuals with distinct codes and a wide front.
std::vector<Member> someMembers(std::size_t count, std::size_t edits) {
  RandomStream stream({3, 0, 0, 0, Purpose::Test});
  std::vector<Member> members;
  for (std::size_t i = 0; i < count; ++i) {
    Individual individual;
    individual.id = std::int64_t(i + 1);
    individual.edits = someEdits(edits / 2 + stream.below(edits), stream);
    individual.active.assign(individual.edits.size(), true);
    individual.result.reason = Reason::None;
    individual.result.stage = Stage::Done;
    individual.result.fitness = {stream.unit(), stream.below(4) == 0 ? 0 : stream.unit()};
    individual.result.code = {stream.next(), stream.next()};
    members.push_back(std::make_shared<const Individual>(std::move(individual)));
  }
  return members;
}

void rankAndSelect(benchmark::State& state, const Objectives& objectives) {
  const auto members = someMembers(std::size_t(state.range(0)), 20);
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(selectPopulation(members, members.size() / 2, objectives).members.size());
}
BENCHMARK_CAPTURE(rankAndSelect, timeAndError, Objectives({Objective::Time, Objective::Error}))
    ->Arg(256)
    ->Arg(4096)
    ->Arg(8192)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(rankAndSelect, edits, Objectives({Objective::Time, Objective::Error, Objective::Edits}))
    ->Arg(256)
    ->Arg(4096)
    ->Arg(8192)
    ->Unit(benchmark::kMicrosecond);

/// Behind a curved front, so that it has many members.
std::vector<ObjectiveVector> somePoints(std::size_t count, std::size_t objectives) {
  RandomStream stream({3, 0, 0, 0, Purpose::Test});
  std::vector<ObjectiveVector> points;
  for (std::size_t i = 0; i < count; ++i) {
    ObjectiveVector point(objectives);
    double squares = 0;
    for (double& value : point) {
      value = stream.unit();
      squares += value * value;
    }
    const double radius = std::sqrt(squares) * (1 + stream.unit());
    for (double& value : point) value = 1 - value / radius;
    points.push_back(std::move(point));
  }
  return points;
}

void archive(benchmark::State& state) {
  const auto points = somePoints(std::size_t(state.range(0)), std::size_t(state.range(1)));
  std::size_t members = 0;
  for ([[maybe_unused]] auto _ : state) {
    ParetoArchive<> archive;
    for (const ObjectiveVector& point : points) archive.add(point);
    members = archive.members().size();
  }
  state.counters["members"] = double(members);
}
BENCHMARK(archive)->ArgNames({"points", "objectives"})->Args({100'000, 2})->Args({100'000, 3})->Unit(benchmark::kMillisecond);

void cross(benchmark::State& state) {
  RandomStream stream({3, 0, 0, 0, Purpose::Test});
  const EditList first = someEdits(std::size_t(state.range(0)), stream);
  const EditList second = someEdits(std::size_t(state.range(0)), stream);
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(crossover(first, second, stream).first.size());
}
BENCHMARK(cross)->Arg(1)->Arg(20)->Arg(50);

/// A crossover and a mutation, both accepted.
void slotChain(benchmark::State& state) {
  const auto members = someMembers(2, std::size_t(state.range(0)));
  const SearchSettings settings;
  for ([[maybe_unused]] auto _ : state) {
    SlotChain chain(settings, {1, 0, members[0], members[1], 1, {}, {}});
    while (auto request = chain.next()) {
      EvaluateReply reply{std::move(request->edits), {}, members[0]->result};
      reply.active.assign(reply.edits.size(), true);
      chain.ended(std::move(reply));
    }
    KnownCodes known;
    benchmark::DoNotOptimize(chain.finish(1, known).size());
  }
}
BENCHMARK(slotChain)->Arg(1)->Arg(20)->Arg(50);

void requestAndReplyOnTheWire(benchmark::State& state) {
  const Member member = someMembers(1, std::size_t(state.range(0))).front();
  const EvaluateRequest request{member->edits, 1, {}, {}, false};
  const EvaluateReply reply{member->edits, member->active, member->result};
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(wire::encode(request).size());
    const Bytes bytes = wire::encode(reply);
    benchmark::DoNotOptimize(wire::decode<EvaluateReply>(bytes, "reply")->edits.size());
  }
}
BENCHMARK(requestAndReplyOnTheWire)->Arg(1)->Arg(20)->Arg(50);

void wholeRun(benchmark::State& state) {
  WorkerPoolSettings pool;
  pool.program = GEVO_FAKE_WORKER;
  pool.workers = 2;
  auto workers = WorkerPool::start(pool, wire::encode(LoadRequest{}));
  if (!workers) return state.SkipWithError(workers.error().message.c_str());
  Individual original;
  original.result = (*workers)->loaded()->original;
  RunSettings settings;
  settings.search.population = std::uint32_t(state.range(0));
  settings.search.generations = 10;
  EvolutionProgress last;
  EvolutionCallbacks callbacks;
  callbacks.progress = [&](const EvolutionProgress& progress) { last = progress; };
  std::uint64_t evaluations = 0;
  double search = 0;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(Evolution(settings, **workers, original, callbacks).run({}).has_value());
    evaluations += last.evaluations;
    search += last.searchSeconds;
  }
  state.counters["us/evaluation"] =
      benchmark::Counter(double(evaluations) * 1e-6, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["search_us/evaluation"] = search * 1e6 / double(evaluations);
  state.counters["evaluations"] = double(evaluations) / double(state.iterations());
}
BENCHMARK(wholeRun)->Arg(256)->Arg(4096)->Unit(benchmark::kMillisecond)->Iterations(2);

} // namespace

BENCHMARK_MAIN();
