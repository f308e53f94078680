#pragma once

/// In which order blocks, warps and lanes take their turns.

#include "core/kernel/simulator/machine/launch.h"

#include <cstdint>
#include <vector>

namespace gevo::sim {

/// The numbers 0 to count - 1 in the order of a schedule.
std::vector<std::uint32_t> turnOrder(const Schedule& schedule, std::uint64_t count);

/// The lowest lane of a set, or the highest: whose turn is first.
inline unsigned nextLane(std::uint32_t lanes, bool fromHighest) {
  return static_cast<unsigned>(fromHighest ? 31 - __builtin_clz(lanes) : __builtin_ctz(lanes));
}

} // namespace gevo::sim
