#pragma once

/// Which configurations to try next, by what is known of others, in batches: first some from all over the space, then a local search from
/// the best, as Kernel Tuner's greedy strategies. Parameters that only ever fail are left alone. tests/bench/tuning_bench compares it.

#include "core/parameters/moves.h"

namespace gevo {

struct TriedConfiguration {
  Configuration configuration;
  bool valid = false;
  double runtime = 0; ///< of a valid one
};

/// So few configurations are all tried in the end, the neighbours of the best first.
inline constexpr std::size_t fewConfigurations = 256;

/// At most `count` that are not among `known`; none when the search is over. `known` begins with the program's own.
std::vector<Configuration> nextConfigurations(const ParameterMoves& moves, const std::vector<TriedConfiguration>& known, std::size_t count,
                                              RandomStream& stream);

} // namespace gevo
