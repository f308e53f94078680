#include "core/kernel/simulator/execute/memory/coalesced_address_cache.h"

#include "core/kernel/simulator/execute/timing/bank_conflicts.h"

namespace gevo::sim {

CachedAddress& CoalescedAddressCache::keep(const Access& access, Region& region, const Masks& masks,
                                           const EachWarp<CoalescedWords>& words) {
  CachedAddress& entry = entries_[static_cast<std::size_t>(access.cachedAddress)];
  entry.region = &region;
  entry.masks = masks;
  entry.hasConflicts = false;
  entry.written = false;
  for (unsigned i = 0; i < warpGroupSize; ++i) {
    if (masks[i] == 0) continue;
    entry.words[i] = words[i];
    entry.hasConflicts |= haveBankConflict(words[i], masks[i]);
  }
  return entry;
}

} // namespace gevo::sim
