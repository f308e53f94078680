// The cost of reading and writing a file of a long run: 200,000 evaluations, half of them valid. The file is created once, in the folder
// for temporary files, and removed at the end.

#include "core/store/follower.h"
#include "core/store/store.h"
#include "tests/bench/made_up.h"
#include "tests/core/base/value_of.h"

#include <benchmark/benchmark.h>
#include <cstdio>
#include <future>
#include <sys/resource.h>
#include <unistd.h>

using namespace gevo;

namespace {

constexpr std::uint32_t generationCount = 160;
constexpr std::int64_t evaluationsPerGeneration = 1250;
constexpr std::int64_t populationSize = 256;
constexpr std::int64_t run = 1;

/// A parent's edits and one more, like a mutation, up to 40.
Individual makeEvaluation(RandomStream& stream, const std::vector<EditList>& parents, std::int64_t id, std::uint32_t generation) {
  Individual one;
  one.id = id;
  one.generation = generation;
  one.slot = std::uint32_t(id % populationSize);
  one.step = std::uint32_t(id % evaluationsPerGeneration / populationSize);
  one.origin = generation == 0 ? Origin::InitialMutation : Origin::Mutation;
  one.parent = 0;
  one.edits = parents[stream.below(parents.size())];
  if (one.edits.size() < 40) one.edits.push_back(makeUpEdit(stream));
  one.active.assign(one.edits.size(), true);
  one.result = makeUpResult(stream, generation);
  return one;
}

GenerationResult makeGeneration(std::uint32_t number, std::vector<EditList>& parents) {
  RandomStream stream({1, number, 0, 0, Purpose::Test});
  GenerationResult result;
  result.generation = number;
  std::vector<EditList> offspring;
  for (std::int64_t i = 1; i <= evaluationsPerGeneration; ++i) {
    result.evaluations.push_back(makeEvaluation(stream, parents, number * evaluationsPerGeneration + i, number));
    const Individual& one = result.evaluations.back();
    if (!one.result.valid() || std::int64_t(result.population.size()) == populationSize) continue;
    result.population.push_back(one.id);
    result.rank.push_back(0);
    offspring.push_back(one.edits);
  }
  parents = std::move(offspring);
  return result;
}

double cpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return double(time.tv_sec) + 1e-6 * double(time.tv_usec); };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class LargeFile {
public:
  LargeFile() : path_(std::filesystem::temp_directory_path() / fmt::format("gevo-store-bench-{}.gevo", ::getpid())) {
    auto store = valueOf(Store::create(path_, {}));
    Individual original;
    original.result.reason = Reason::None;
    original.result.stage = Stage::Done;
    original.result.fitness = {200, 0};
    if (!store->beginRun({}, "made up", original)) std::exit(1);
    std::vector<EditList> parents{{}};
    for (std::uint32_t number = 0; number < generationCount; ++number)
      if (!store->addGeneration(run, makeGeneration(number, parents))) std::exit(1);
    store.reset();
    std::printf("%lld evaluations, %.0f bytes of file each\n", static_cast<long long>(generationCount * evaluationsPerGeneration),
                double(std::filesystem::file_size(path_)) / (generationCount * evaluationsPerGeneration));
  }
  ~LargeFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

const LargeFile& largeFile() {
  static const LargeFile file;
  return file;
}

template <class Read> void reading(benchmark::State& state, Read read) {
  const LargeFile& file = largeFile();
  for (auto _ : state) {
    const auto store = valueOf(Store::open(file.path(), Store::Access::Read));
    benchmark::DoNotOptimize(read(*store));
  }
}

void openAndRuns(benchmark::State& state) {
  reading(state, [](const Store& store) { return store.runs()->size(); });
}
void openAndFront(benchmark::State& state) {
  reading(state, [](const Store& store) { return store.frontVariants(run)->size(); });
}
void openAndVariants(benchmark::State& state) {
  reading(state, [](const Store& store) { return store.variants(run)->size(); });
}
void openAndGenerations(benchmark::State& state) {
  reading(state, [](const Store& store) { return store.generations(run)->size(); });
}
void openAndOneVariant(benchmark::State& state) {
  reading(state, [](const Store& store) { return store.individual(run, 150'000)->edits.size(); });
}
void openAndCheckpoint(benchmark::State& state) {
  reading(state, [](const Store& store) { return store.checkpoint(run)->codes.size(); });
}

/// The update that the explorer waits for before it shows anything.
void followersFirstUpdate(benchmark::State& state) {
  const LargeFile& file = largeFile();
  for (auto _ : state) {
    std::promise<std::size_t> first;
    const Follower follower(
        file.path(), 0, [&](const std::shared_ptr<const RunUpdate>& update) { first.set_value(update->added.size()); },
        [&](const Error& error) { std::fprintf(stderr, "%s\n", error.message.c_str()); }, std::chrono::hours(1));
    benchmark::DoNotOptimize(first.get_future().get());
  }
}

/// Stores evaluations like a run: `unfinished` ones during the generation, in batches of a quarter of a second at 700 evaluations per
/// second, then the generation. "share" is the share of one core at that rate.
void storing(benchmark::State& state) {
  const bool unfinished = state.range(0) != 0;
  const std::filesystem::path path = largeFile().path().string() + ".writing";
  std::filesystem::remove(path);
  auto store = valueOf(Store::create(path, {}));
  if (!store->beginRun({}, "made up", {})) std::exit(1);
  std::vector<EditList> parents{{}};
  std::uint32_t number = 0;
  double spent = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const GenerationResult result = makeGeneration(number++, parents);
    state.ResumeTiming();
    const double begin = cpuSeconds();
    constexpr std::size_t batch = 175;
    for (std::size_t i = 0; unfinished && i < result.evaluations.size(); i += batch) {
      const auto from = result.evaluations.begin() + std::ptrdiff_t(i);
      const auto end = result.evaluations.begin() + std::ptrdiff_t(std::min(i + batch, result.evaluations.size()));
      if (!store->addUnfinishedEvaluations(run, {from, end})) std::exit(1);
    }
    if (!store->addGeneration(run, result)) std::exit(1);
    spent += cpuSeconds() - begin;
  }
  const double evaluations = double(state.iterations()) * evaluationsPerGeneration;
  state.counters["us of CPU per evaluation"] = 1e6 * spent / evaluations;
  state.counters["share at 700/s"] = 700 * spent / evaluations;
  store.reset();
  std::filesystem::remove(path);
}

} // namespace

BENCHMARK(openAndRuns)->Unit(benchmark::kMillisecond);
BENCHMARK(openAndFront)->Unit(benchmark::kMillisecond);
BENCHMARK(openAndGenerations)->Unit(benchmark::kMillisecond);
BENCHMARK(openAndOneVariant)->Unit(benchmark::kMillisecond);
BENCHMARK(openAndVariants)->Unit(benchmark::kMillisecond);
BENCHMARK(followersFirstUpdate)->Unit(benchmark::kMillisecond);
BENCHMARK(openAndCheckpoint)->Unit(benchmark::kMillisecond);
BENCHMARK(storing)->ArgName("unfinished")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->Iterations(40);

BENCHMARK_MAIN();
