#include "core/kernel/simulator/execute/executor.h"

#include <cstring>

namespace gevo::sim {

// Nearly all accesses are of words in rows, inside one region, and no part of a race: these need no look at each lane. Whatever else there
// is to say about an access, a fault above all, load() and store() say; here it is left alone.

/// The region where all lanes reach words in rows; null where they don't, or may not.
inline Region* Executor::regionOfRows(const Access& access, const std::uint64_t* addresses, Mask mask, CoalescedWords& rows) {
  const std::uint64_t given = addresses[firstLane(mask)];
  const std::uint64_t address = reached(given, access.space);
  Region* region = memory_.find(address, access.space);
  if (!region || region->size < 4 || (region->kind != RegionKind::Shared && region->kind != RegionKind::Global)) return nullptr;
  return vectors_.findCoalesced(addresses, mask, region->base - (address - given), region->size - 4, &rows) ? region : nullptr;
}

bool Executor::holdRows(Warp& warp, Region& region, const CoalescedWords& rows, Mask mask, bool isWrite, std::uint32_t place) {
  if (!region.shadow) return true;
  const Stamp first = races_.stamp(warp.number * laneCount, warp.sync, false);
  if (!races_.defer(*region.shadow, region.kind == RegionKind::Shared, rows, mask, 4, isWrite, first, place)) return false;
  if (races_.lockStep()) ++warp.sync;
  return true;
}

bool Executor::loadRows(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t place) {
  CoalescedWords rows;
  Region* region = regionOfRows(access, addresses, mask, rows);
  // What the cells get is the same whoever loads it.
  if (!region ||
      !vectors_.loadCoalesced(region->bytes, region->written, rows, mask, laneCells<std::uint32_t>(warp, access.parts.front().slot)) ||
      !holdRows(warp, *region, rows, mask, false, place))
    return false;
  warp.polls |= access.polls;
  for (const Slot unwritten : access.undefined) maskCell(warp, unwritten) &= ~mask;
  delayLoad(warp, access.timing, countRows(*region, rows, mask, true));
  return true;
}

bool Executor::storeRows(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t place) {
  CoalescedWords rows;
  Region* region = regionOfRows(access, addresses, mask, rows);
  if (!region || !holdRows(warp, *region, rows, mask, true, place)) return false;
  vectors_.storeCoalesced(region->bytes, region->written, rows, mask, laneCells<std::uint32_t>(warp, access.parts.front().slot));
  warp.changes = true;
  countRows(*region, rows, mask, false);
  return true;
}

/// As countAccess.
double Executor::countRows(Region& region, const CoalescedWords& rows, Mask mask, bool isLoad) {
  if (region.kind == RegionKind::Shared) {
    if (meetInBanks(rows, mask)) return countShared(lanesOf(region, rows, mask), 4);
    ++phase_.shared;
    return model_.sharedLatency;
  }
  const Touched touched = touchRows(region, rows, mask);
  chargeSectors(touched, isLoad);
  return latencyOf(touched);
}

Executor::Touched Executor::touchRows(Region& region, const CoalescedWords& rows, Mask mask) {
  const Mask halves[] = {mask & 0xffffU, mask >> 16};
  std::uint64_t begin[2] = {0, 0}; // of the sectors of each half
  std::uint64_t end[2] = {0, 0};
  for (unsigned half = 0; half < 2; ++half) {
    const Mask lanes = halves[half];
    if (lanes == 0) continue;
    const unsigned first = firstLane(lanes);
    if (const Mask fromFirst = lanes >> first; (fromFirst & (fromFirst + 1)) != 0) return touch(lanesOf(region, rows, mask), 4);
    const auto words = 32U - static_cast<unsigned>(__builtin_clz(lanes)) - first;
    const auto start = static_cast<std::uint64_t>(rows.start[half] + 4 * static_cast<std::int64_t>(first));
    begin[half] = start >> sectorShift;
    end[half] = ((start + 4 * words - 1) >> sectorShift) + 1;
  }
  if (halves[1] == 0) return touchRange(region, begin[0], end[0]);
  if (halves[0] == 0) return touchRange(region, begin[1], end[1]);
  if (begin[1] + 1 == end[0] || begin[1] == end[0]) return touchRange(region, begin[0], end[1]);
  if (begin[1] < end[0] && begin[0] < end[1]) return touch(lanesOf(region, rows, mask), 4);
  Touched touched = touchRange(region, begin[0], end[0]);
  touched.add(touchRange(region, begin[1], end[1]));
  return touched;
}

Executor::Group Executor::lanesOf(Region& region, const CoalescedWords& rows, Mask mask) {
  Group group;
  group.region = &region;
  group.mask = mask;
  for (unsigned lane = 0; lane < laneCount; ++lane)
    group.offset[lane] = static_cast<std::uint64_t>(rows.start[lane / 16] + 4 * static_cast<std::int64_t>(lane % 16));
  return group;
}

namespace {
Mask lanesFrom(unsigned start, unsigned count) { return static_cast<Mask>(((1ULL << count) - 1) << start); }
} // namespace

/// One place for all lanes: read once.
bool Executor::loadOnce(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t place) {
  const std::uint64_t given = addresses[firstLane(mask)];
  if (addresses[laneCount - 1 - static_cast<unsigned>(__builtin_clz(mask))] != given || !vectors_.allEqual(addresses, mask)) return false;
  const std::uint64_t address = reached(given, access.space);
  Region* region = memory_.find(address, access.space);
  if (!region || (region->kind != RegionKind::Shared && region->kind != RegionKind::Global)) return false;
  const std::uint64_t offset = address - region->base;
  if (region->size - offset < access.bytes || (offset & (access.alignment - 1)) != 0) return false;
  if (region->written && std::memchr(region->written + offset, 0, access.bytes)) return false;
  if (region->shadow) {
    if ((offset | access.bytes) % 4 != 0) return false;
    const Stamp first = races_.stamp(warp.number * laneCount, warp.sync, false);
    if (!races_.defer(*region->shadow, region->kind == RegionKind::Shared, UniformOffset{offset}, mask, access.bytes, false, first, place))
      return false;
    if (races_.lockStep()) ++warp.sync;
  }
  for (const AccessPart& part : access.parts) {
    std::uint64_t value = 0;
    std::memcpy(&value, region->bytes + offset + part.offset, part.bytes);
    if (part.cell == CellKind::Double)
      vectors_.spreadDouble(laneCells<std::uint64_t>(warp, part.slot), value, mask);
    else
      vectors_.spreadWord(laneCells<std::uint32_t>(warp, part.slot), static_cast<std::uint32_t>(value), mask);
  }
  warp.polls |= access.polls;
  for (const Slot unwritten : access.undefined) maskCell(warp, unwritten) &= ~mask;
  if (region->kind == RegionKind::Global) {
    const Touched touched = touchRange(*region, offset >> sectorShift, ((offset + access.bytes - 1) >> sectorShift) + 1);
    chargeSectors(touched, true);
    delayLoad(warp, access.timing, latencyOf(touched));
  } else {
    const unsigned lanesPerTurn = std::max(1U, laneCount / std::max(1U, (access.bytes + 3) / 4));
    unsigned wavefronts = 0;
    for (unsigned start = 0; start < laneCount; start += lanesPerTurn) wavefronts += (mask & lanesFrom(start, lanesPerTurn)) != 0;
    delayLoad(warp, access.timing, chargeShared(wavefronts, 1, (laneCount + lanesPerTurn - 1) / lanesPerTurn));
  }
  return true;
}

} // namespace gevo::sim
