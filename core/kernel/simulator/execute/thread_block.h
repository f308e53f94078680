#pragma once

/// The block of threads that runs: its warps, and the groups in which they run in lockstep.

#include "core/kernel/simulator/execute/warp_group.h"

namespace gevo::sim {

struct ThreadBlock {
  Dim3 index{};
  std::span<Warp> warps;
  std::vector<WarpGroup> groups; ///< each of the next warpGroupSize warps

  WarpGroup& groupOf(const Warp& warp) { return groups[warp.number / warpGroupSize]; }
  /// Allocations have changed: what was found at cached addresses is no longer valid.
  void invalidateAddresses() {
    for (WarpGroup& group : groups) group.addresses.invalidateAll();
  }
};

} // namespace gevo::sim
