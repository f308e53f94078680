#include "core/evolution/generation_chains.h"

#include "core/evolution/operator_weights.h"
#include "core/search/crossover.h"
#include "core/search/selection.h"

#include <algorithm>

namespace gevo {

namespace {

/// Half of the initial population begins with the best configuration, the others with any as good as the original.
Member initialParent(const SearchSettings& settings, std::uint32_t generation, std::uint32_t slot, const Population& tuned,
                     const Member& original) {
  if (tuned.members.empty()) return original;
  RandomStream stream({settings.seed, generation, slot, 0, Purpose::Selection});
  const Member& fastest = *std::ranges::min_element(tuned.members, {}, [](const Member& one) { return one->result.fitness.runtime; });
  const Member& drawn = tuned.members[stream.below(tuned.members.size())];
  return slot % 2 == 0 || drawn->result.fitness.runtime > original->result.fitness.runtime ? fastest : drawn;
}

/// Workers draw from the operators of the whole run where no weights say otherwise.
std::vector<std::uint32_t> weightsOf(const Population& island, const SearchSettings& own, const SearchSettings& run) {
  std::vector<std::uint32_t> weights = operatorWeights(island, own);
  if (!weights.empty() || own.operators == run.operators) return weights;
  weights.resize(operatorCount, 0);
  for (const Operator op : own.operators) weights[std::size_t(op)] = 1;
  return weights;
}

/// Parents with fewer than two edits between them have nothing to recombine.
bool canCross(const Individual& a, const Individual& b, const SearchSettings& settings) {
  const EditList first = inheritedEdits(a, settings);
  return first.size() >= 2 || unionOfEdits(first, inheritedEdits(b, settings)).size() >= 2;
}

} // namespace

std::vector<SlotChain> initialChains(const SearchSettings& settings, std::uint32_t generation, const Member& original,
                                     const Population& tuned, const std::vector<std::uint32_t>& tests, const std::vector<EditList>& seeds,
                                     const ParameterMoves* moves) {
  std::vector<SlotChain> chains;
  SearchSettings own;
  std::vector<std::uint32_t> weights;
  for (std::uint32_t slot = 0; slot < settings.slotCount(); ++slot) {
    if (slot % settings.population == 0) {
      own = settings.ofIsland(slot / settings.population);
      weights = weightsOf({}, own, settings);
    }
    ChainStart start{generation, slot, initialParent(settings, generation, slot, tuned, original), nullptr, settings.initialMutations,
                     tests};
    const std::size_t turn = std::size_t(slot % settings.population) * settings.islands + slot / settings.population;
    if (turn < seeds.size()) start.seed = seeds[turn];
    start.isInitial = true;
    start.weights = weights;
    start.moves = moves;
    chains.emplace_back(own, std::move(start));
  }
  return chains;
}

std::vector<SlotChain> nextChains(const SearchSettings& run, std::uint32_t generation, const Population& island, std::uint32_t number,
                                  const std::vector<std::uint32_t>& tests, const ParameterMoves* moves) {
  const SearchSettings settings = run.ofIsland(number);
  const std::vector<std::uint32_t> weights = weightsOf(island, settings, run);
  const std::uint32_t end = settings.population * (number + 1);
  std::vector<SlotChain> chains;
  for (std::uint32_t slot = settings.population * number; slot < end; slot += 2) {
    RandomStream selection({settings.seed, generation, slot / 2, 0, Purpose::Selection});
    const Ranking& ranking = island.rankingOf(slot / 2);
    const auto draw = [&] { return island.members[tournament(ranking, island.sizes, settings.tournament, selection)]; };
    const Member parents[2] = {draw(), draw()};
    const bool crosses = selection.chance(settings.crossoverRate) && canCross(*parents[0], *parents[1], settings);
    for (std::uint32_t side = 0; side < 2 && slot + side < end; ++side) {
      RandomStream chance({settings.seed, generation, slot + side, 0, Purpose::MutationChance});
      const std::uint32_t mutations = chance.chance(settings.mutationRate) ? 1 : 0;
      ChainStart start{generation, slot + side, parents[side], crosses ? parents[1 - side] : nullptr, mutations, tests};
      start.moves = moves;
      start.weights = weights;
      chains.emplace_back(settings, std::move(start));
    }
  }
  return chains;
}

} // namespace gevo
