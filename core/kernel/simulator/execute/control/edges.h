#pragma once

/// What happens between basic blocks of one warp: which edge a lane takes, and what moves along it.

#include "core/kernel/simulator/execute/warp.h"

namespace gevo::sim {

/// Lanes of a warp that take one of a block's edges.
struct Path {
  const Edge* edge = nullptr;
  Mask mask = 0;
};

/// Of a switch, the edge that a lane takes.
std::uint32_t switchEdge(const Warp& warp, const Block& block, unsigned lane);
/// Of a switch, those that lanes of the mask take.
std::vector<Path> switchPaths(const Warp& warp, const Block& block, Mask mask);

/// The phis of the edge's target get their values.
inline void followEdge(const MemoryFunctions& vectors, const Warp& warp, const WarpFrame& frame, std::size_t tracked, const Edge& edge,
                       Mask mask) {
  const Mask lanes = warp.orAll(mask);
  for (const Move& move : edge.moves) copyCell(vectors, frame, move.to, frame, move.from, move.cell, lanes);
  warp.scoreboard->passOn(edge.tracked, warp.self(), tracked);
}

} // namespace gevo::sim
