#pragma once

/// What the slots of a generation begin with (Liou et al. 2019, Algorithm 1).

#include "core/evolution/population.h"

namespace gevo {

/// The initial population: the seeds, dealt out to the islands, and in the slots after them mutants of the original, or of it as it was
/// tuned. `tests`: see EvaluateRequest; `moves`: null where parameters don't evolve.
std::vector<SlotChain> initialChains(const SearchSettings& settings, std::uint32_t generation, const Member& original,
                                     const Population& tuned, const std::vector<std::uint32_t>& tests, const std::vector<EditList>& seeds,
                                     const ParameterMoves* moves);

/// Each pair of slots of an island draws its parents and whether they cross; each slot whether it mutates. `number`: of the island, from 0.
std::vector<SlotChain> nextChains(const SearchSettings& run, std::uint32_t generation, const Population& island, std::uint32_t number,
                                  const std::vector<std::uint32_t>& tests, const ParameterMoves* moves);

} // namespace gevo
