/// How soon a way to choose configurations finds a good one, on spaces of which every configuration is known that meets the requirements:
/// the file for each space is what `gevo show FILE --configurations --csv` printed, the program's own configuration first. `sN`: the speed
/// of the best of N tries as a share of the best there is, mean of a hundred seeds. `near`: tries until it is within a twentieth of that,
/// the median.

#include "core/parameters/tuning.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string>
#include <vector>

using namespace gevo;

namespace {

constexpr std::size_t batch = 6; ///< as in a run
constexpr std::size_t most = 48;
constexpr std::uint64_t seeds = 100;

struct KnownSpace {
  std::string name;
  ParameterMoves moves;
  std::map<Configuration, double> runtimes; ///< 0: it can't be used
  double best = std::numeric_limits<double>::infinity();
};

double number(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

KnownSpace read(const std::string& name) {
  std::ifstream file(fmt::format("{}/resources/docs/benchmarks/data/tuning-{}.csv", GEVO_TEST_SOURCE, name));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    rows.emplace_back();
    for (const auto cell : line | std::views::split(',')) rows.back().emplace_back(cell.begin(), cell.end());
  }
  if (rows.size() < 2) throw std::runtime_error("no data of " + name);
  const auto axes = static_cast<std::size_t>(std::ranges::find(rows[0], "evaluations") - rows[0].begin());
  ParameterSpace space;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    Parameter& parameter = space.parameters.emplace_back();
    parameter.name = rows[0][axis];
    parameter.value = rows[1][axis];
    for (const auto& row : rows | std::views::drop(1))
      if (std::ranges::find(parameter.values, row[axis]) == parameter.values.end()) parameter.values.push_back(row[axis]);
    std::ranges::sort(parameter.values, {}, number);
  }
  if (name == "hotspot") space.requirements = {"BLOCK > 2 * STEPS_PER_LAUNCH"}; // as in its sample.toml
  KnownSpace known{name, std::move(*ParameterMoves::of(space)), {}};
  for (const auto& row : rows | std::views::drop(1)) {
    Configuration configuration;
    for (std::size_t axis = 0; axis < axes; ++axis)
      if (row[axis] != rows[1][axis]) configuration.push_back({rows[0][axis], row[axis]});
    std::ranges::sort(configuration);
    const double runtime = number(row[axes + 2]);
    known.runtimes[configuration] = runtime;
    if (runtime > 0) known.best = std::min(known.best, runtime);
  }
  return known;
}

using Tried = std::vector<TriedConfiguration>;
using Strategy = std::vector<Configuration> (*)(const KnownSpace&, const Tried&, RandomStream&);

std::vector<Configuration> bySteps(const KnownSpace& space, const Tried& known, RandomStream& stream) {
  return nextConfigurations(space.moves, known, batch, stream);
}

bool isNew(const Tried& known, const std::vector<Configuration>& chosen, const Configuration& configuration) {
  return std::ranges::find(known, configuration, &TriedConfiguration::configuration) == known.end() &&
         std::ranges::find(chosen, configuration) == chosen.end();
}

std::vector<Configuration> atRandom(const KnownSpace& space, const Tried& known, RandomStream& stream) {
  std::vector<Configuration> all;
  for (const auto& [configuration, runtime] : space.runtimes)
    if (isNew(known, {}, configuration)) all.push_back(configuration);
  stream.shuffle(std::span<Configuration>(all));
  if (all.size() > batch) all.resize(batch);
  return all;
}

/// A genetic algorithm: crossover and mutation of the better of two, each.
std::vector<Configuration> byGenes(const KnownSpace& space, const Tried& known, RandomStream& stream) {
  Tried valid;
  std::ranges::copy_if(known, std::back_inserter(valid), &TriedConfiguration::valid);
  const auto parent = [&]() -> const Configuration& {
    const TriedConfiguration& one = valid[stream.below(valid.size())];
    const TriedConfiguration& other = valid[stream.below(valid.size())];
    return (one.runtime <= other.runtime ? one : other).configuration;
  };
  std::vector<Configuration> chosen;
  for (int attempt = 0; attempt < 200 && chosen.size() < batch; ++attempt) {
    const Configuration child = space.moves.mutated(space.moves.crossed(parent(), parent(), stream).first, stream);
    if (isNew(known, chosen, child)) chosen.push_back(child);
  }
  return chosen;
}

/// The best runtime after each try.
std::vector<double> search(const KnownSpace& space, Strategy strategy, std::uint64_t seed) {
  Tried known{{{}, true, space.runtimes.at({})}};
  std::vector<double> best;
  for (std::uint32_t round = 0; best.size() < most; ++round) {
    RandomStream stream({seed, round, 0, 0, Purpose::Tuning});
    const std::vector<Configuration> next = strategy(space, known, stream);
    if (next.empty()) break;
    for (const Configuration& one : next) {
      const auto found = space.runtimes.find(one);
      const double runtime = found == space.runtimes.end() ? 0 : found->second;
      known.push_back({one, runtime > 0, runtime});
      const double before = best.empty() ? known.front().runtime : best.back();
      best.push_back(runtime > 0 ? std::min(before, runtime) : before);
    }
  }
  best.resize(most, best.empty() ? known.front().runtime : best.back());
  return best;
}

void tune(benchmark::State& state, const KnownSpace* shown, Strategy strategy) {
  const KnownSpace& space = *shown;
  std::map<std::size_t, double> shares;
  std::vector<double> near;
  for ([[maybe_unused]] auto _ : state) {
    shares.clear();
    near.clear();
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const std::vector<double> best = search(space, strategy, seed);
      for (const std::size_t tries : {std::size_t(6), std::size_t(12), std::size_t(24), most})
        shares[tries] += space.best / best[tries - 1] / double(seeds);
      const auto reached = std::ranges::find_if(best, [&](double runtime) { return space.best / runtime >= 0.95; });
      near.push_back(double(reached - best.begin()) + 1);
    }
  }
  for (const auto& [tries, share] : shares) state.counters[fmt::format("s{:02}", tries)] = share;
  std::ranges::nth_element(near, near.begin() + near.size() / 2);
  state.counters["near"] = near[near.size() / 2];
}

} // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  std::vector<std::unique_ptr<KnownSpace>> spaces;
  for (const char* const name : {"gaussian", "hotspot", "srad", "stereo"}) {
    const KnownSpace* space = spaces.emplace_back(std::make_unique<KnownSpace>(read(name))).get();
    const std::string shown = fmt::format("{} ({})", name, space->runtimes.size());
    benchmark::RegisterBenchmark((shown + " steps").c_str(), tune, space, bySteps)->Iterations(1);
    benchmark::RegisterBenchmark((shown + " genetic").c_str(), tune, space, byGenes)->Iterations(1);
    benchmark::RegisterBenchmark((shown + " random").c_str(), tune, space, atRandom)->Iterations(1);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
