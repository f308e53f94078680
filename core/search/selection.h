#pragma once

/// Tournament selection (Liou et al. 2019, III-C) by the order of NSGA-II.

#include "core/search/nsga2.h"
#include "core/search/random.h"

namespace gevo {

/// Draws `entrants` points with replacement and returns the best of them. `ranking` is not empty, `entrants` > 0.
std::size_t tournament(const Ranking& ranking, std::span<const std::size_t> sizes, std::uint32_t entrants, RandomStream& stream);

} // namespace gevo
