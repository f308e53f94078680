#include "core/kernel/simulator/execute/executor.h"

#include <bit>
#include <cstring>

namespace gevo::sim {

namespace {

/// Cells are zero-extended: a part smaller than its cell leaves the upper bytes 0.
template <class Cell> void gatherSmall(const std::uint8_t* bytes, const std::uint64_t* offset, Cell* cells, unsigned size, Mask mask) {
  for (Mask rest = mask; rest; rest &= rest - 1) {
    Cell value = 0;
    std::memcpy(&value, bytes + offset[firstLane(rest)], size);
    cells[firstLane(rest)] = value;
  }
}

template <class Cell> void scatter(std::uint8_t* bytes, const std::uint64_t* offset, const Cell* cells, unsigned size, Mask mask) {
  for (Mask rest = mask; rest; rest &= rest - 1) std::memcpy(bytes + offset[firstLane(rest)], &cells[firstLane(rest)], size);
}

void scatterWords(std::uint8_t* bytes, const std::uint64_t* offset, const std::uint32_t* cells, Mask mask) {
  if (mask == ~0U)
    for (unsigned lane = 0; lane < laneCount; ++lane) std::memcpy(bytes + offset[lane], &cells[lane], 4);
  else
    for (Mask rest = mask; rest; rest &= rest - 1) std::memcpy(bytes + offset[firstLane(rest)], &cells[firstLane(rest)], 4);
}

} // namespace

bool Executor::locate(Warp& warp, std::uint64_t address, std::uint64_t bytes, unsigned lane, const char* what, std::uint32_t place,
                      std::uint8_t*& data, Region*& region) {
  region = memory_.find(address, 0);
  if (!region || region->size - (address - region->base) < bytes)
    return fault(FaultKind::OutOfBounds, place, &warp, 1U << lane,
                 fmt::format("{}-byte {} at {:#x} is {}", bytes, what, address, memory_.nearest(address + (region ? bytes - 1 : 0), 0)));
  data = region->bytes + (address - region->base);
  if (region->kind == RegionKind::Local) data += static_cast<std::size_t>(lane) * region->size;
  return true;
}

/// The lanes that reach the same region as the first remaining one, checked for bounds and alignment.
bool Executor::nextGroup(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask remaining, const char* what,
                         std::uint32_t place, Group& group) {
  const unsigned first = firstLane(remaining);
  const std::uint64_t address = reached(addresses[first], access.space);
  Region* region = memory_.find(address, access.space);
  if (!region || region->size - (address - region->base) < access.bytes)
    return fault(FaultKind::OutOfBounds, place, &warp, 1U << first,
                 fmt::format("{}-byte {} at {:#x} is {}", access.bytes, what, addresses[first],
                             memory_.nearest(address + (region ? access.bytes - 1 : 0), access.space)));
  group.region = region;
  const std::uint64_t limit = region->size - access.bytes;
  const std::uint64_t origin = region->base - (address - addresses[first]);
  const std::uint64_t own = addresses[first] - origin;
  std::uint64_t low = 0;
  std::uint64_t common = 0;
  group.mask = vectors_.offsets(addresses, origin, limit, own, remaining, group.offset, &low, &common);
  group.oneSectorEach = access.bytes <= 32 && (access.bytes & (access.bytes - 1)) == 0 && (low & (access.bytes - 1)) == 0;
  group.inOneSector = group.oneSectorEach && ((low & ~common) >> sectorShift) == 0;
  group.wordAligned = (low & 3) == 0;
  group.isOneWrite = false;
  // Words in rows have a way of their own; those that come here all the same may race or were not written.
  group.inRows = access.isWord && region->kind != RegionKind::Local && (region->shadow || region->written) &&
                 vectors_.findCoalesced(group.offset, group.mask, 0, limit, &group.rows);
  if (low & (access.alignment - 1)) {
    for (Mask rest = group.mask; rest; rest &= rest - 1)
      if (group.offset[firstLane(rest)] & (access.alignment - 1))
        return fault(FaultKind::Misaligned, place, &warp, rest & -rest,
                     fmt::format("{}-byte {} at {:#x} is not aligned to {} bytes", access.bytes, what, addresses[firstLane(rest)],
                                 access.alignment));
  }
  if (region->kind == RegionKind::Local)
    for (unsigned lane = 0; lane < laneCount; ++lane) group.offset[lane] += static_cast<std::uint64_t>(lane) * region->size;
  return true;
}

bool Executor::checkWritten(Warp& warp, const Group& group, std::uint32_t bytes, std::uint32_t place) {
  const std::uint8_t* written = group.region->written;
  if (!written) return true;
  if (group.inRows) {
    if (vectors_.allOnesCoalesced(written, group.rows, group.mask)) return true;
  } else if (bytes == 4 && vectors_.allOnes(written, group.offset)) {
    return true;
  }
  for (Mask rest = group.mask; rest; rest &= rest - 1) {
    const std::uint64_t offset = group.offset[firstLane(rest)];
    if (std::memchr(written + offset, 0, bytes))
      return fault(
          FaultKind::Uninitialised, place, &warp, rest & -rest,
          group.region->kind == RegionKind::Shared
              ? fmt::format("{}-byte load of shared memory at byte {} that nobody has written", bytes, offset)
              : fmt::format("{}-byte load at byte {} of a {}-byte allocation that nobody has written", bytes, offset, group.region->size));
  }
  return true;
}

/// Notes the accesses of a group and reports races. Returns the lanes of a write that must be looked at one by one, see storeInOrder.
Mask Executor::checkRaces(Warp& warp, const Group& group, std::uint32_t bytes, AccessMode mode, std::uint32_t place) {
  Shadow* shadow = group.region->shadow;
  if (!shadow) return 0;
  const bool isShared = group.region->kind == RegionKind::Shared;
  const Stamp first = races_.stamp(warp.number * laneCount, warp.sync, mode == AccessMode::Atomic);
  if (races_.lockStep()) ++warp.sync;
  const bool words = bytes % 4 == 0 && group.wordAligned;
  if (words && mode != AccessMode::Atomic) {
    const bool isWrite = mode == AccessMode::Write;
    const Mask held = group.isOneWrite ? group.mask & (group.mask - 1) : group.mask; // the last is who wrote
    if (group.inRows ? races_.defer(*shadow, isShared, group.rows, held, bytes, isWrite, first, place)
                     : races_.defer(*shadow, isShared, group.offset, held, bytes, isWrite, first, place))
      return 0;
  } else {
    races_.catchUp(*shadow, isShared);
    if (!words) shadow->refine();
  }
  if (group.isOneWrite) {
    const auto of = [&](unsigned lane) { return Stamp{first.bits + (static_cast<std::uint64_t>(lane) << 16)}; };
    const unsigned last = firstLane(group.mask & (group.mask - 1));
    races_.recordEqualWrites(*shadow, isShared, group.offset[last], bytes, !group.changes, of(firstLane(group.mask)), of(last), place);
    return 0;
  }
  const Mask closer = races_.recordQuiet(*shadow, isShared, group.offset, group.mask, group.inRows, bytes, mode, first, place);
  if (mode == AccessMode::Write) return closer;
  for (Mask rest = closer; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    races_.recordAccess(*shadow, isShared, group.offset[lane], bytes, mode, false, {first.bits + (static_cast<std::uint64_t>(lane) << 16)},
                        place);
  }
  return 0;
}

/// A store some of whose lanes may race: lane after lane, so that each sees what those before it wrote. Writing what is there
/// already is no race.
void Executor::storeInOrder(Warp& warp, const Access& access, const Group& group, Mask closer, std::uint32_t place) {
  Region& region = *group.region;
  const std::uint32_t sync = races_.lockStep() ? warp.sync - 1 : warp.sync;
  for (Mask rest = group.mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    std::uint8_t* to = region.bytes + group.offset[lane];
    bool same = true;
    for (const AccessPart& part : access.parts) {
      const std::byte* value = warp.frame.cell(part.slot, part.cell) + lane * (part.cell == CellKind::Double ? 8 : 4);
      same &= std::memcmp(to + part.offset, value, part.bytes) == 0;
      std::memcpy(to + part.offset, value, part.bytes);
    }
    if (closer >> lane & 1)
      races_.recordAccess(*region.shadow, region.kind == RegionKind::Shared, group.offset[lane], access.bytes, AccessMode::Write, same,
                          races_.stamp(warp.number * laneCount + lane, sync, false), place);
  }
}

bool Executor::load(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t place) {
  warp.polls |= access.polls;
  for (const Slot unwritten : access.undefined) maskCell(warp, unwritten) &= ~mask;
  const auto* addresses = laneCells<std::uint64_t>(warp, op.a);
  double latency = 0;
  Group group;
  for (Mask remaining = mask; remaining; remaining &= ~group.mask) {
    if (!nextGroup(warp, access, addresses, remaining, "load", place, group)) return false;
    // The compiler may read a thread's own memory before it is known to be needed: what nobody wrote is undefined, no fault.
    if (group.region->kind == RegionKind::Local && !access.undefined.empty())
      findUnwritten(warp, access, group);
    else if (!checkWritten(warp, group, access.bytes, place))
      return false;
    checkRaces(warp, group, access.bytes, AccessMode::Read, place);
    latency = std::max(latency, countAccess(group, access.bytes, true));
    // Lanes outside the group read where its first lane does: harmless where nobody needs their old values.
    const bool all = group.mask == warp.existing || (!op.keepInactive && group.mask == mask);
    for (const AccessPart& part : access.parts) {
      std::uint8_t* bytes = group.region->bytes + part.offset;
      if (group.inRows)
        vectors_.loadCoalesced(bytes, nullptr, group.rows, group.mask, laneCells<std::uint32_t>(warp, part.slot));
      else if (all && part.bytes == 4 && part.cell == CellKind::Word)
        vectors_.gatherWords(bytes, group.offset, laneCells<std::uint32_t>(warp, part.slot));
      else if (all && part.bytes == 1)
        vectors_.gatherBytes(bytes, group.offset, laneCells<std::uint32_t>(warp, part.slot));
      else if (all && part.bytes == 8)
        vectors_.gatherDoubles(bytes, group.offset, laneCells<std::uint64_t>(warp, part.slot));
      else if (part.cell == CellKind::Word)
        gatherSmall(bytes, group.offset, laneCells<std::uint32_t>(warp, part.slot), part.bytes, group.mask);
      else
        gatherSmall(bytes, group.offset, laneCells<std::uint64_t>(warp, part.slot), part.bytes, group.mask);
    }
  }
  delayLoad(warp, access.timing, latency);
  return true;
}

/// Lanes that write the same to the same place agree, and the last is who wrote it. Whatever another thread did there before, one of two
/// lanes is another thread than that.
void Executor::joinEqualWrites(Warp& warp, const Access& access, Group& group) const {
  const unsigned first = firstLane(group.mask);
  const unsigned last = laneCount - 1 - static_cast<unsigned>(__builtin_clz(group.mask));
  if (first == last || group.offset[first] != group.offset[last]) return;
  for (Mask rest = group.mask; rest; rest &= rest - 1)
    if (group.offset[firstLane(rest)] != group.offset[first]) return;
  group.changes = false;
  for (const AccessPart& part : access.parts) {
    const std::size_t stride = part.cell == CellKind::Double ? 8 : 4;
    const std::byte* values = warp.frame.cell(part.slot, part.cell);
    group.changes |= std::memcmp(group.region->bytes + group.offset[first] + part.offset, values + first * stride, part.bytes) != 0;
    for (Mask rest = group.mask; rest; rest &= rest - 1)
      if (std::memcmp(values + firstLane(rest) * stride, values + first * stride, part.bytes) != 0) return;
  }
  group.mask = 1U << first | 1U << last;
  group.isOneWrite = true;
}

bool Executor::store(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t place) {
  warp.changes = true;
  const auto* addresses = laneCells<std::uint64_t>(warp, op.a);
  Group group;
  for (Mask remaining = mask; remaining;) {
    if (!nextGroup(warp, access, addresses, remaining, "store", place, group)) return false;
    remaining &= ~group.mask;
    Region& region = *group.region;
    joinEqualWrites(warp, access, group);
    if (region.kind == RegionKind::Parameter)
      return fault(FaultKind::OutOfBounds, place, &warp, group.mask, "a store to the kernel's parameters, which are read-only");
    if (const Mask closer = checkRaces(warp, group, access.bytes, AccessMode::Write, place); closer != 0) {
      storeInOrder(warp, access, group, closer, place);
    } else {
      for (const AccessPart& part : access.parts) {
        if (group.inRows)
          vectors_.storeCoalesced(region.bytes, nullptr, group.rows, group.mask, laneCells<std::uint32_t>(warp, part.slot));
        else if (part.cell == CellKind::Word && part.bytes == 4)
          scatterWords(region.bytes + part.offset, group.offset, laneCells<std::uint32_t>(warp, part.slot), group.mask);
        else if (part.cell == CellKind::Word)
          scatter(region.bytes + part.offset, group.offset, laneCells<std::uint32_t>(warp, part.slot), part.bytes, group.mask);
        else
          scatter(region.bytes + part.offset, group.offset, laneCells<std::uint64_t>(warp, part.slot), part.bytes, group.mask);
      }
    }
    if (region.written) markWritten(group, access.bytes);
    countAccess(group, access.bytes, false);
  }
  return true;
}

void Executor::markWritten(const Group& group, std::uint32_t bytes) {
  std::uint8_t* written = group.region->written;
  if (group.inRows) return vectors_.setOnesCoalesced(written, group.rows, group.mask);
  if (bytes == 4) {
    constexpr std::uint32_t ones = 0x01010101U;
    for (Mask rest = group.mask; rest; rest &= rest - 1) std::memcpy(written + group.offset[firstLane(rest)], &ones, 4);
    return;
  }
  for (Mask rest = group.mask; rest; rest &= rest - 1) std::memset(written + group.offset[firstLane(rest)], 1, bytes);
}

/// memcpy, memmove and memset: each lane on its own, byte ranges checked as a whole.
bool Executor::moveMemory(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t place) {
  const bool isSet = op.kind == OpKind::SetMemory;
  warp.changes = true;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const std::uint64_t length =
        op.cell == CellKind::Double ? laneCells<std::uint64_t>(warp, op.c)[lane] : laneCells<std::uint32_t>(warp, op.c)[lane];
    if (length == 0) continue;
    std::uint8_t* to = nullptr;
    Region* target = nullptr;
    if (!locate(warp, reached(laneCells<std::uint64_t>(warp, op.a)[lane], access.space), length, lane, "store", place, to, target))
      return false;
    if (target->kind == RegionKind::Parameter)
      return fault(FaultKind::OutOfBounds, place, &warp, 1U << lane, "a store to the kernel's parameters, which are read-only");
    const auto offset = static_cast<std::uint64_t>(to - target->bytes);
    report_.statistics.warpInstructions += length / 64;
    if (report_.statistics.warpInstructions > limits_.warpInstructions)
      return fault(FaultKind::Budget, place, &warp, 1U << lane, "copying memory takes more than the launch's budget");
    const Stamp now = races_.stamp(warp.number * laneCount + lane, warp.sync, false);
    auto note = [&](Region& region, std::uint64_t at, AccessMode mode) {
      if (!region.shadow) return;
      races_.catchUp(*region.shadow, region.kind == RegionKind::Shared);
      if ((at | length) % 4 != 0) region.shadow->refine();
      races_.recordAccess(*region.shadow, region.kind == RegionKind::Shared, at, length, mode, false, now, place);
    };
    if (isSet) {
      std::memset(to, static_cast<int>(laneCells<std::uint32_t>(warp, op.b)[lane] & 255), length);
    } else {
      std::uint8_t* from = nullptr;
      Region* source = nullptr;
      if (!locate(warp, laneCells<std::uint64_t>(warp, op.b)[lane], length, lane, "load", place, from, source)) return false;
      const auto sourceOffset = static_cast<std::uint64_t>(from - source->bytes);
      const bool ownToOwn = source->kind == RegionKind::Local && target->kind == RegionKind::Local;
      if (ownToOwn) std::memmove(target->written + offset, source->written + sourceOffset, length);
      if (!ownToOwn && source->written && source->kind != RegionKind::Local && std::memchr(source->written + sourceOffset, 0, length))
        return fault(FaultKind::Uninitialised, place, &warp, 1U << lane,
                     fmt::format("{}-byte copy of memory that nobody has written", length));
      note(*source, sourceOffset, AccessMode::Read);
      std::memmove(to, from, length);
      if (ownToOwn) continue;
    }
    note(*target, offset, AccessMode::Write);
    if (target->written) std::memset(target->written + offset, 1, length);
    phase_.issue += static_cast<double>(length) / 4.0 / laneCount;
    const std::uint64_t sectors = (length + 31) / 32;
    phase_.cacheSectors += static_cast<double>(sectors);
  }
  return true;
}

} // namespace gevo::sim
