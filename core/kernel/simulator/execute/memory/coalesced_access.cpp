#include "core/kernel/simulator/execute/memory/coalesced_access.h"

#include <cstring>

namespace gevo::sim {

/// The region where all lanes reach coalesced words; null where they don't, or may not.
inline Region* CoalescedAccess::find(const Access& access, const std::uint64_t* addresses, Mask mask, CoalescedWords& words) {
  std::uint64_t origin = 0;
  Region* region = regionOfWords(memory_, access, addresses[firstLane(mask)], origin);
  return region && vectors_.findCoalesced(addresses, mask, origin, region->size - 4, &words) ? region : nullptr;
}

bool CoalescedAccess::load(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t location) {
  CoalescedWords words;
  Region* region = find(access, addresses, mask, words);
  // What the cells get is the same whoever loads it.
  if (!region ||
      !vectors_.loadCoalesced(region->bytes, region->written, words, mask, laneCells<std::uint32_t>(warp, access.parts.front().slot)) ||
      !races_.defer(warp, *region, words, mask, false, location))
    return false;
  finishLoad(warp, access, mask);
  warp.delayLoad(access.timing, timing_.chargeCoalesced(*region, words, mask, true), region->isShared());
  return true;
}

bool CoalescedAccess::store(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t location) {
  CoalescedWords words;
  Region* region = find(access, addresses, mask, words);
  if (!region || !races_.defer(warp, *region, words, mask, true, location)) return false;
  vectors_.storeCoalesced(region->bytes, region->written, words, mask, laneCells<std::uint32_t>(warp, access.parts.front().slot));
  warp.changes = true;
  const double latency = timing_.chargeCoalesced(*region, words, mask, false);
  if (region->isShared()) warp.delayLoad(access.timing, latency, true);
  return true;
}

bool CoalescedAccess::loadUniform(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t location) {
  if (access.kind.isStrong()) return false;
  const std::uint64_t given = addresses[firstLane(mask)];
  if (addresses[laneCount - 1 - static_cast<unsigned>(__builtin_clz(mask))] != given || !vectors_.allEqual(addresses, mask)) return false;
  const std::uint64_t address = genericAddress(given, access.space);
  Region* region = memory_.find(address, access.space);
  if (!region || !(region->isShared() || region->isGlobal())) return false;
  const std::uint64_t offset = address - region->base;
  if (region->size - offset < access.bytes || (offset & (access.alignment - 1)) != 0) return false;
  if (region->written && std::memchr(region->written + offset, 0, access.bytes)) return false;
  if (!races_.defer(warp, *region, UniformOffset{offset}, mask, access.bytes, location)) return false;
  for (const AccessPart& part : access.parts) {
    std::uint64_t value = 0;
    std::memcpy(&value, region->bytes + offset + part.offset, part.bytes);
    if (part.cell == CellKind::Double)
      vectors_.spreadDouble(laneCells<std::uint64_t>(warp, part.slot), value, mask);
    else
      vectors_.spreadWord(laneCells<std::uint32_t>(warp, part.slot), static_cast<std::uint32_t>(value), mask);
  }
  finishLoad(warp, access, mask);
  warp.delayLoad(access.timing, timing_.chargeUniformLoad(*region, offset, access.bytes, mask));
  return true;
}

} // namespace gevo::sim
