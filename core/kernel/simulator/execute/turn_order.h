#pragma once

/// In which order blocks, warps and lanes take their turns.

#include "core/kernel/simulator/machine/launch.h"

#include <cstdint>
#include <random>
#include <vector>

namespace gevo::sim {

/// Draws whose turn it is, where threads are interleaved.
class RandomTurns {
public:
  explicit RandomTurns(std::uint64_t seed) : engine_(seed) {}
  /// Whether a warp that may stop here does.
  bool stops() { return engine_() % 2 == 0; }
  /// One of so many.
  std::size_t draw(std::size_t count) { return engine_() % count; }

private:
  std::mt19937_64 engine_;
};

/// The numbers 0 to count - 1 in the order of a schedule.
std::vector<std::uint32_t> turnOrder(const Schedule& schedule, std::uint64_t count);

/// The lowest lane of a set, or the highest: whose turn is first.
inline unsigned nextLane(std::uint32_t lanes, bool fromHighest) {
  return static_cast<unsigned>(fromHighest ? 31 - __builtin_clz(lanes) : __builtin_ctz(lanes));
}

} // namespace gevo::sim
