#pragma once

/// What was found out about addresses that a group's warps use more than once (Access::cachedAddress): the region, and where the accesses
/// are coalesced. An entry is valid until its address is computed again.

#include "core/kernel/simulator/execute/memory/region.h"
#include "core/kernel/simulator/execute/warps.h"
#include "core/kernel/simulator/lanes/lanes.h"

#include <vector>

namespace gevo::sim {

struct CachedAddress {
  Region* region = nullptr;  ///< null: nothing is known
  bool hasConflicts = false; ///< in shared memory, a bank has to serve two words
  bool written = false;      ///< all that the lanes reach, since the block began
  Masks masks{};             ///< of the lanes of which it is known
  EachWarp<CoalescedWords> words;
};

class CoalescedAddressCache {
public:
  void resize(std::size_t count) { entries_.resize(count); }
  void startThreadBlock() {
    for (CachedAddress& entry : entries_) entry.written = false;
  }
  void invalidate(std::size_t number) { entries_[number].region = nullptr; }
  void invalidateAll() {
    for (CachedAddress& entry : entries_) entry.region = nullptr;
  }
  /// Null where it is not known for all lanes of the masks.
  CachedAddress* find(const Access& access, const Masks& masks) {
    if (access.cachedAddress < 0) return nullptr;
    CachedAddress& entry = entries_[static_cast<std::size_t>(access.cachedAddress)];
    if (!entry.region) return nullptr;
    Mask others = 0;
    for (unsigned i = 0; i < warpGroupSize; ++i) others |= masks[i] & ~entry.masks[i];
    return others == 0 ? &entry : nullptr;
  }
  /// The access must have a cached address.
  CachedAddress& keep(const Access& access, Region& region, const Masks& masks, const EachWarp<CoalescedWords>& words);

private:
  std::vector<CachedAddress> entries_;
};

} // namespace gevo::sim
