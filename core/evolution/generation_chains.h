#pragma once

/// What the slots of a generation begin with (Liou et al. 2019, Algorithm 1).

#include "core/evolution/population.h"

namespace gevo {

/// The initial population: the seeds, and in the slots after them mutants of the original, or of it as it was tuned. `tests`: see
/// EvaluateRequest; `moves`: null where parameters don't evolve.
std::vector<SlotChain> initialChains(const SearchSettings& settings, std::uint32_t generation, const Member& original,
                                     const Population& tuned, const std::vector<std::uint32_t>& tests, const std::vector<EditList>& seeds,
                                     const ParameterMoves* moves);

/// Each pair of slots draws its parents and whether they cross; each slot whether it mutates.
std::vector<SlotChain> nextChains(const SearchSettings& settings, std::uint32_t generation, const Population& population,
                                  const std::vector<std::uint32_t>& tests, const ParameterMoves* moves);

} // namespace gevo
