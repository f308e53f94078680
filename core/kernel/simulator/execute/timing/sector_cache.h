#pragma once

/// Which sectors of global memory a block of threads, and the launch, has touched before: those of the block are in the L1 cache, and
/// blocks share no more than the L2 cache.

#include "core/kernel/simulator/execute/memory/memory_view.h"
#include "core/kernel/simulator/execute/memory/region_access.h"

namespace gevo::sim {

/// Sectors that an access reaches.
struct TouchedSectors {
  unsigned count = 0;
  unsigned missed = 0; ///< that the block touches for the first time
  unsigned fresh = 0;  ///< that the launch does
  void add(const TouchedSectors& other) {
    count += other.count;
    missed += other.missed;
    fresh += other.fresh;
  }
};

class SectorCache {
public:
  /// The numbers of the launch and its blocks are the memory's.
  explicit SectorCache(const MemoryView& memory) : memory_(memory) {}

  void startBlock() { accessNumber_ = 0; }
  TouchedSectors touch(const RegionAccess& part, std::uint32_t bytes);
  TouchedSectors touch(Region& region, const CoalescedWords& words, Mask mask);
  /// All sectors from `begin` to before `end`.
  TouchedSectors touchRange(Region& region, std::uint64_t begin, std::uint64_t end) const {
    const std::uint64_t block = static_cast<std::uint64_t>(memory_.stamp()) << 32;
    const std::uint64_t launch = static_cast<std::uint64_t>(memory_.launchStamp()) << 32;
    TouchedSectors touched{static_cast<unsigned>(end - begin), 0, 0};
    for (std::uint64_t sector = begin; sector < end; ++sector) {
      std::uint64_t& stamp = region.sectors[sector];
      if (stamp >= block) continue;
      touched.fresh += stamp < launch;
      stamp = block;
      ++touched.missed;
    }
    return touched;
  }

private:
  const MemoryView& memory_;
  std::uint32_t accessNumber_ = 0; ///< of the block's scattered accesses
};

} // namespace gevo::sim
