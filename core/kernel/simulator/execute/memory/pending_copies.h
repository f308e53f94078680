#pragma once

/// Asynchronous copies that a warp's lanes have started and not waited for.

#include "core/kernel/simulator/execute/memory/region.h"

#include <array>
#include <vector>

namespace gevo::sim {

struct PendingCopy {
  Region* to = nullptr;
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;
  unsigned lane = 0;
  std::uint32_t group = 0; ///< of its lane's, in order
  double ready = 0;        ///< cycle
  std::array<std::uint8_t, 16> data{};
};

struct PendingCopies {
  std::vector<PendingCopy> copies;
  std::array<std::uint32_t, laneCount> groups{}; ///< that each lane has closed
  void clear() {
    copies.clear();
    groups.fill(0);
  }
};

} // namespace gevo::sim
