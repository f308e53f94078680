#include "core/kernel/simulator/execute/memory/scattered_access.h"

#include <algorithm>
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

template <class T> bool areSame(const void* a, const void* b) {
  T first;
  T second;
  std::memcpy(&first, a, sizeof first);
  std::memcpy(&second, b, sizeof second);
  return first == second;
}

/// memcmp() is slow for the few bytes of a scalar.
bool areSame(const void* a, const void* b, unsigned bytes) {
  switch (bytes) {
  case 1:
    return areSame<std::uint8_t>(a, b);
  case 2:
    return areSame<std::uint16_t>(a, b);
  case 4:
    return areSame<std::uint32_t>(a, b);
  case 8:
    return areSame<std::uint64_t>(a, b);
  default:
    return std::memcmp(a, b, bytes) == 0;
  }
}

/// Of each part of a load from local memory, the lanes with a byte that nobody wrote.
void findUnwritten(const Warp& warp, const Access& access, const RegionAccess& part) {
  for (std::size_t i = 0; i < access.undefined.size(); ++i) {
    const AccessPart& scalar = access.parts[i];
    const std::uint8_t* written = part.region->written + scalar.offset;
    Mask unwritten = 0;
    for (Mask rest = part.mask; rest; rest &= rest - 1)
      if (std::memchr(written + part.offset[firstLane(rest)], 0, scalar.bytes)) unwritten |= rest & -rest;
    maskCell(warp, access.undefined[i]) |= unwritten;
  }
}

/// Lanes that write the same to the same address agree, and the last is who wrote it. Whatever another thread did there before, one of two
/// lanes is another thread than that.
void joinEqualWrites(const Warp& warp, const Access& access, RegionAccess& part) {
  const unsigned first = firstLane(part.mask);
  const unsigned last = laneCount - 1 - static_cast<unsigned>(__builtin_clz(part.mask));
  if (first == last || part.offset[first] != part.offset[last]) return;
  for (Mask rest = part.mask; rest; rest &= rest - 1)
    if (part.offset[firstLane(rest)] != part.offset[first]) return;
  part.changes = false;
  for (const AccessPart& scalar : access.parts) {
    const std::size_t stride = scalar.cell == CellKind::Double ? 8 : 4;
    const std::byte* values = warp.frame.cell(scalar.slot, scalar.cell);
    part.changes |= !areSame(part.region->bytes + part.offset[first] + scalar.offset, values + first * stride, scalar.bytes);
    for (Mask rest = part.mask; rest; rest &= rest - 1)
      if (!areSame(values + firstLane(rest) * stride, values + first * stride, scalar.bytes)) return;
  }
  part.mask = 1U << first | 1U << last;
  part.isUniformWrite = true;
}

} // namespace

bool ScatteredAccess::load(Warp& warp, const Access& access, const std::uint64_t* addresses, bool keepInactive, Mask mask,
                           std::uint32_t location) {
  finishLoad(warp, access, mask);
  double latency = 0;
  bool takesTurns = true; // all of it is in shared memory
  RegionAccess part;
  for (Mask remaining = mask; remaining; remaining &= ~part.mask) {
    if (!checker_.nextRegion(warp, access, addresses, remaining, "load", location, part)) return false;
    if (part.isOutside) {
      readUndefined(warp, access, part);
      continue;
    }
    // The compiler may read a thread's own memory before it is known to be needed: what nobody wrote is undefined, no fault.
    if (part.region->kind == RegionKind::Local && !access.undefined.empty())
      findUnwritten(warp, access, part);
    else if (!checker_.checkWritten(warp, part, access.bytes, location))
      return false;
    races_.record(warp, part, access.bytes, access.kind, location);
    synchronise(warp, access, part);
    latency = std::max(latency, timing_.charge(part, access.bytes, true));
    takesTurns = takesTurns && part.region->isShared();
    // Harmless where nobody needs the other lanes' old values.
    read(warp, access, part, part.mask == warp.existing || (!keepInactive && part.mask == mask));
    if (part.undefined != 0) readUndefined(warp, access, part);
  }
  warp.delayLoad(access.timing, latency, takesTurns);
  return true;
}

/// What strong accesses order.
void ScatteredAccess::synchronise(const Warp& warp, const Access& access, const RegionAccess& part) {
  if (!access.kind.isStrong()) return;
  for (Mask rest = part.mask; rest; rest &= rest - 1) races_.synchronise(warp, part, firstLane(rest), access.kind, access.kind.writes());
}

void ScatteredAccess::read(const Warp& warp, const Access& access, const RegionAccess& part, bool all) const {
  for (const AccessPart& scalar : access.parts) {
    const std::uint8_t* bytes = part.region->bytes + scalar.offset;
    if (part.isCoalesced)
      vectors_.loadCoalesced(bytes, nullptr, part.words, part.mask, laneCells<std::uint32_t>(warp, scalar.slot));
    else if (all && scalar.bytes == 4 && scalar.cell == CellKind::Word)
      vectors_.gatherWords(bytes, part.offset, laneCells<std::uint32_t>(warp, scalar.slot));
    else if (all && scalar.bytes == 1)
      vectors_.gatherBytes(bytes, part.offset, laneCells<std::uint32_t>(warp, scalar.slot));
    else if (all && scalar.bytes == 8)
      vectors_.gatherDoubles(bytes, part.offset, laneCells<std::uint64_t>(warp, scalar.slot));
    else if (scalar.cell == CellKind::Word)
      gatherSmall(bytes, part.offset, laneCells<std::uint32_t>(warp, scalar.slot), scalar.bytes, part.mask);
    else
      gatherSmall(bytes, part.offset, laneCells<std::uint64_t>(warp, scalar.slot), scalar.bytes, part.mask);
  }
}

/// For loads that are tolerated: byte by byte, with a value for those that nobody has defined. Memory stays as it is, since what the host
/// copies from there is not defined by a load.
void ScatteredAccess::readUndefined(const Warp& warp, const Access& access, const RegionAccess& part) const {
  const Region& region = *part.region;
  Bytes bytes(access.bytes);
  for (Mask rest = part.undefined; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    for (std::uint32_t i = 0; i < access.bytes; ++i) {
      const std::uint64_t at = part.offset[lane] + i;
      const bool isDefined = at < region.size && (!region.written || region.written[at] != 0);
      bytes[i] = isDefined ? region.bytes[at] : checker_.undefinedByte();
    }
    for (const AccessPart& scalar : access.parts) {
      std::uint64_t value = 0;
      std::memcpy(&value, bytes.data() + scalar.offset, scalar.bytes);
      if (scalar.cell == CellKind::Double)
        laneCells<std::uint64_t>(warp, scalar.slot)[lane] = value;
      else
        laneCells<std::uint32_t>(warp, scalar.slot)[lane] = static_cast<std::uint32_t>(value);
    }
  }
}

bool ScatteredAccess::store(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t location) {
  warp.changes = true;
  double latency = 0; // of what a load may stay behind
  RegionAccess part;
  for (Mask remaining = mask; remaining;) {
    if (!checker_.nextRegion(warp, access, addresses, remaining, "store", location, part)) return false;
    remaining &= ~part.mask;
    if (part.isOutside) continue;
    joinEqualWrites(warp, access, part);
    if (!checker_.checkWritable(warp, *part.region, part.mask, location, "a store to")) return false;
    if (const Mask suspects = races_.record(warp, part, access.bytes, access.kind, location); suspects != 0)
      writeInOrder(warp, access, part, suspects, location);
    else
      write(warp, access, part);
    synchronise(warp, access, part);
    if (part.region->written) markWritten(part, access.bytes);
    const double taken = timing_.charge(part, access.bytes, false);
    if (part.region->isShared()) latency = std::max(latency, taken);
  }
  if (latency > 0) warp.delayLoad(access.timing, latency, true);
  return true;
}

void ScatteredAccess::write(const Warp& warp, const Access& access, const RegionAccess& part) const {
  for (const AccessPart& scalar : access.parts) {
    std::uint8_t* bytes = part.region->bytes + scalar.offset;
    if (part.isCoalesced)
      vectors_.storeCoalesced(part.region->bytes, nullptr, part.words, part.mask, laneCells<std::uint32_t>(warp, scalar.slot));
    else if (scalar.cell == CellKind::Word && scalar.bytes == 4)
      scatterWords(bytes, part.offset, laneCells<std::uint32_t>(warp, scalar.slot), part.mask);
    else if (scalar.cell == CellKind::Word)
      scatter(bytes, part.offset, laneCells<std::uint32_t>(warp, scalar.slot), scalar.bytes, part.mask);
    else
      scatter(bytes, part.offset, laneCells<std::uint64_t>(warp, scalar.slot), scalar.bytes, part.mask);
  }
}

/// Where some lanes may race: lane after lane, so that each sees what those before it wrote.
void ScatteredAccess::writeInOrder(const Warp& warp, const Access& access, const RegionAccess& part, Mask suspects,
                                   std::uint32_t location) {
  for (Mask rest = part.mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    std::uint8_t* to = part.region->bytes + part.offset[lane];
    bool same = true;
    for (const AccessPart& scalar : access.parts) {
      const std::byte* value = warp.frame.cell(scalar.slot, scalar.cell) + lane * (scalar.cell == CellKind::Double ? 8 : 4);
      same &= areSame(to + scalar.offset, value, scalar.bytes);
      std::memcpy(to + scalar.offset, value, scalar.bytes);
    }
    if (suspects >> lane & 1) races_.recordStore(warp, part, lane, access.bytes, access.kind, same, location);
  }
}

void ScatteredAccess::markWritten(const RegionAccess& part, std::uint32_t bytes) const {
  std::uint8_t* written = part.region->written;
  if (part.isCoalesced) return vectors_.setOnesCoalesced(written, part.words, part.mask);
  if (bytes == 4) {
    constexpr std::uint32_t ones = 0x01010101U;
    for (Mask rest = part.mask; rest; rest &= rest - 1) std::memcpy(written + part.offset[firstLane(rest)], &ones, 4);
    return;
  }
  if (bytes == 1) { // memset() takes longer than the rest of an access to characters
    for (Mask rest = part.mask; rest; rest &= rest - 1) written[part.offset[firstLane(rest)]] = 1;
    return;
  }
  for (Mask rest = part.mask; rest; rest &= rest - 1) std::memset(written + part.offset[firstLane(rest)], 1, bytes);
}

} // namespace gevo::sim
