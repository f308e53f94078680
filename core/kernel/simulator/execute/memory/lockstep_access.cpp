#include "core/kernel/simulator/execute/memory/lockstep_access.h"

namespace gevo::sim {

namespace {

/// Words of global memory lie far apart: requests what misses the host processor's cache all at once. The next block's are often beside
/// them.
/// Always inline: the compiler takes calls of a function that only prefetches for useless.
[[gnu::always_inline]] inline void prefetch(const Region& region, const CoalescedWords* words, Warps warps) {
  if (!region.isGlobal()) return;
  constexpr std::int64_t line = 64;
  for (Warps rest = warps; rest != 0; rest &= rest - 1)
    for (const std::int64_t start : words[firstWarp(rest)].start) {
      __builtin_prefetch(region.bytes + start);
      __builtin_prefetch(region.bytes + start + line);
      __builtin_prefetch(region.bytes + start + 2 * line);
      __builtin_prefetch(region.sectors + (start >> sectorShift));
      __builtin_prefetch(region.sectors + ((start + 2 * line) >> sectorShift));
    }
}

/// The operator of arrays calls memcmp().
bool areSame(const Masks& a, const Masks& b) {
  Mask differences = 0;
  for (unsigned i = 0; i < warpGroupSize; ++i) differences |= a[i] ^ b[i];
  return differences == 0;
}

} // namespace

/// Of which warps the lanes are coalesced (`good`), in the region of the first lane. Null: of none.
Region* LockstepAccess::find(const WarpGroup& group, const Access& access, const Op& op, const Masks& masks, Warps active, Warps& good) {
  const unsigned leader = firstWarp(active);
  const auto* const addresses = group.cells<std::uint64_t>(op.a);
  AddressBounds bounds;
  Region* region = regionOfWords(memory_, access, addresses[leader * laneCount + firstLane(masks[leader])], bounds.origin);
  if (!region) return nullptr;
  bounds.limit = region->size - 4;
  good = vectors_.findCoalescedByWarp(addresses, active, masks.data(), bounds, found_.data());
  prefetch(*region, found_.data(), good);
  return region;
}

/// The first warps whose access can't be part of a race; it is recorded, or will be.
Warps LockstepAccess::defer(WarpGroup& group, const Region& region, const CoalescedWords* words, const Masks& masks, Warps warps,
                            bool isWrite, std::uint32_t location) {
  if (!region.shadow) return warps;
  for (Warps rest = warps; rest != 0; rest &= rest - 1) {
    const unsigned i = firstWarp(rest);
    if (!races_.defer(group.warps[i], region, words[i], masks[i], isWrite, location)) return warps & ~rest;
  }
  return warps;
}

Warps LockstepAccess::load(WarpGroup& group, const Access& access, const Op& op, const Masks& masks, Warps active, std::uint32_t location) {
  auto* const cells = group.cells<std::uint32_t>(access.parts.front().slot);
  CachedAddress* known = group.addresses.find(access, masks);
  Warps good = active;
  Region* const region = known ? known->region : find(group, access, op, masks, active, good);
  if (!region) return active;
  const CoalescedWords* const words = known ? known->words.data() : found_.data();
  good = vectors_.loadCoalescedByWarp(region->bytes, known && known->written ? nullptr : region->written, words, good, masks.data(), cells);
  if (!known && access.cachedAddress >= 0 && good == active) known = &group.addresses.keep(access, *region, masks, found_);
  if (known && !known->written) known->written = good == active && areSame(masks, known->masks);
  if (region->shadow && good != active) return active; // recorded in the order of warps, whatever this machine takes for coalesced
  good = defer(group, *region, words, masks, good, false, location);
  if (!access.undefined.empty()) forEachWarp(good, [&](unsigned i) { finishLoad(group.warps[i], access, masks[i]); });
  EachWarp<double> latency;
  const bool isShortest = timing_.chargeCoalesced(*region, words, masks, good, known && !known->hasConflicts, true, latency);
  const LoadTiming& timing = access.timing;
  const bool isEarly = isShortest && timing.tracked < 0 && timing_.sharedLatency() <= static_cast<double>(timing.assumed) &&
                       !group.scoreboard.hasConflicts(timing);
  if (!isEarly) group.scoreboard.delayLoads(timing, good, latency, region->isShared());
  return active & ~good;
}

Warps LockstepAccess::store(WarpGroup& group, const Access& access, const Op& op, const Masks& masks, Warps active,
                            std::uint32_t location) {
  CachedAddress* known = group.addresses.find(access, masks);
  Warps good = active;
  Region* const region = known ? known->region : find(group, access, op, masks, active, good);
  if (!region || good != active) return active; // stored in the order of warps, whatever this machine takes for coalesced
  const CoalescedWords* const words = known ? known->words.data() : found_.data();
  if (!known && access.cachedAddress >= 0) known = &group.addresses.keep(access, *region, masks, found_);
  good = defer(group, *region, words, masks, active, true, location);
  vectors_.storeCoalescedByWarp(region->bytes, known && known->written ? nullptr : region->written, words, good, masks.data(),
                                group.cells<std::uint32_t>(access.parts.front().slot));
  if (known && !known->written) known->written = good == active && areSame(masks, known->masks);
  group.changed |= good;
  EachWarp<double> latency;
  const bool isShortest = timing_.chargeCoalesced(*region, words, masks, good, known && !known->hasConflicts, false, latency);
  if (region->isShared() && (!isShortest || access.timing.tracked >= 0 || group.scoreboard.hasConflicts(access.timing)))
    group.scoreboard.delayLoads(access.timing, good, latency, true);
  return active & ~good;
}

} // namespace gevo::sim
