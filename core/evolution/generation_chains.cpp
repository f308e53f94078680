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

/// Parents with fewer than two edits between them have nothing to recombine.
bool canCross(const Individual& a, const Individual& b, const SearchSettings& settings) {
  const EditList first = inheritedEdits(a, settings);
  return first.size() >= 2 || unionOfEdits(first, inheritedEdits(b, settings)).size() >= 2;
}

} // namespace

std::vector<SlotChain> initialChains(const SearchSettings& settings, std::uint32_t generation, const Member& original,
                                     const Population& tuned, const std::vector<std::uint32_t>& tests, const std::vector<EditList>& seeds,
                                     const ParameterMoves* moves) {
  const std::vector<std::uint32_t> weights = operatorWeights({}, settings);
  std::vector<SlotChain> chains;
  for (std::uint32_t slot = 0; slot < settings.population; ++slot) {
    ChainStart start{generation, slot, initialParent(settings, generation, slot, tuned, original), nullptr, settings.initialMutations,
                     tests};
    if (slot < seeds.size()) start.seed = seeds[slot];
    start.isInitial = true;
    start.weights = weights;
    start.moves = moves;
    chains.emplace_back(settings, std::move(start));
  }
  return chains;
}

std::vector<SlotChain> nextChains(const SearchSettings& settings, std::uint32_t generation, const Population& population,
                                  const std::vector<std::uint32_t>& tests, const ParameterMoves* moves) {
  const std::vector<std::uint32_t> weights = operatorWeights(population, settings);
  std::vector<SlotChain> chains;
  for (std::uint32_t slot = 0; slot < settings.population; slot += 2) {
    RandomStream selection({settings.seed, generation, slot / 2, 0, Purpose::Selection});
    const Ranking& ranking = population.rankingOf(slot / 2);
    const auto draw = [&] { return population.members[tournament(ranking, population.sizes, settings.tournament, selection)]; };
    const Member parents[2] = {draw(), draw()};
    const bool crosses = selection.chance(settings.crossoverRate) && canCross(*parents[0], *parents[1], settings);
    for (std::uint32_t side = 0; side < 2 && slot + side < settings.population; ++side) {
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
