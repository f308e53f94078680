#include "core/kernel/simulator/execute/memory/access_checker.h"

#include <cstring>

namespace gevo::sim {

bool AccessChecker::locate(const Warp& warp, std::uint64_t address, std::uint64_t bytes, unsigned lane, const char* what,
                           std::uint32_t location, Range& range) {
  Region* const region = memory_.find(address, 0);
  if (!region || region->size - (address - region->base) < bytes)
    return reporter_.fault(
        FaultKind::OutOfBounds, location, warp, 1U << lane,
        fmt::format("{}-byte {} at {:#x} is {}", bytes, what, address, memory_.nearest(address + (region ? bytes - 1 : 0), 0)));
  range = {region, address - region->base};
  if (region->kind == RegionKind::Local) range.offset += lane * region->size;
  return true;
}

bool AccessChecker::nextRegion(const Warp& warp, const Access& access, const std::uint64_t* addresses, Mask remaining, const char* what,
                               std::uint32_t location, RegionAccess& part) {
  const unsigned first = firstLane(remaining);
  const std::uint64_t address = genericAddress(addresses[first], access.space);
  Region* region = memory_.find(address, access.space);
  part.undefined = 0;
  part.isOutside = false;
  if (!region || region->size - (address - region->base) < access.bytes)
    return accessBeside(warp, access, addresses[first], first,
                        fmt::format("{}-byte {} at {:#x} is {}", access.bytes, what, addresses[first],
                                    memory_.nearest(address + (region ? access.bytes - 1 : 0), access.space)),
                        location, part);
  part.region = region;
  const std::uint64_t limit = region->size - access.bytes;
  const std::uint64_t origin = region->base - (address - addresses[first]);
  const std::uint64_t own = addresses[first] - origin;
  std::uint64_t low = 0;
  std::uint64_t common = 0;
  part.mask = vectors_.offsets(addresses, origin, limit, own, remaining, part.offset, &low, &common);
  part.oneSectorEach = access.bytes <= 32 && (access.bytes & (access.bytes - 1)) == 0 && (low & (access.bytes - 1)) == 0;
  part.inOneSector = part.oneSectorEach && ((low & ~common) >> sectorShift) == 0;
  part.wordAligned = (low & 3) == 0;
  part.isUniformWrite = false;
  // CoalescedAccess leaves coalesced words to others where they may race or were not written.
  part.isCoalesced = access.isWord && region->kind != RegionKind::Local && (region->shadow || region->written) &&
                     vectors_.findCoalesced(part.offset, part.mask, 0, limit, &part.words);
  if ((low & (access.alignment - 1)) != 0 && !checkAligned(warp, access, addresses, part, what, location)) return false;
  if (region->kind == RegionKind::Local)
    for (unsigned lane = 0; lane < laneCount; ++lane) part.offset[lane] += lane * region->size;
  return true;
}

/// A load of one lane that may be tolerated, though it is out of bounds, or a store that may be lost.
bool AccessChecker::accessBeside(const Warp& warp, const Access& access, std::uint64_t given, unsigned lane, const std::string& message,
                                 std::uint32_t location, RegionAccess& part) {
  const std::uint64_t address = genericAddress(given, access.space);
  const bool isLoad = access.kind.mode == AccessMode::Read;
  const Limits& limits = reporter_.limits();
  const bool mayBe = isLoad || (access.kind.mode == AccessMode::Write && limits.losesStoresOutside);
  Region* const region = mayBe ? memory_.beside(address, access.space, limits.reach) : nullptr;
  if (!region) return reporter_.fault(FaultKind::OutOfBounds, location, warp, 1U << lane, message);
  part.region = region;
  part.mask = part.undefined = 1U << lane;
  part.isOutside = true;
  part.offset[lane] = address - region->base;
  OutsideBytes outside{.allocation = region->size, .access = access.bytes, .isShared = region->isShared()};
  if (address < region->base)
    outside.before = region->base - address;
  else
    outside.past = address + access.bytes - (region->base + region->size);
  return reporter_.undefinedRead(isLoad ? UndefinedSource::Outside : UndefinedSource::StoreOutside, location, warp, part.mask, message,
                                 outside);
}

bool AccessChecker::checkAligned(const Warp& warp, const Access& access, const std::uint64_t* addresses, const RegionAccess& part,
                                 const char* what, std::uint32_t location) {
  for (Mask rest = part.mask; rest; rest &= rest - 1)
    if (part.offset[firstLane(rest)] & (access.alignment - 1))
      return reporter_.fault(
          FaultKind::Misaligned, location, warp, rest & -rest,
          fmt::format("{}-byte {} at {:#x} is not aligned to {} bytes", access.bytes, what, addresses[firstLane(rest)], access.alignment));
  return true;
}

bool AccessChecker::checkWritten(const Warp& warp, RegionAccess& part, std::uint32_t bytes, std::uint32_t location) {
  const std::uint8_t* written = part.region->written;
  if (!written) return true;
  if (part.isCoalesced) {
    if (vectors_.allOnesCoalesced(written, part.words, part.mask)) return true;
  } else if (bytes == 4 && vectors_.allOnes(written, part.offset)) {
    return true;
  }
  for (Mask rest = part.mask; rest; rest &= rest - 1)
    if (std::memchr(written + part.offset[firstLane(rest)], 0, bytes)) part.undefined |= rest & -rest;
  if (part.undefined == 0) return true;
  const std::uint64_t offset = part.offset[firstLane(part.undefined)];
  const bool isShared = part.region->isShared();
  if (part.region->kind == RegionKind::Local)
    return reporter_.fault(FaultKind::Uninitialised, location, warp, part.undefined,
                           fmt::format("{}-byte access of a thread's own memory that it has not written", bytes));
  return reporter_.undefinedRead(
      isShared ? UndefinedSource::UnwrittenShared : UndefinedSource::UnwrittenGlobal, location, warp, part.undefined,
      isShared ? fmt::format("{}-byte load of shared memory at byte {} that nobody has written", bytes, offset)
               : fmt::format("{}-byte load at byte {} of a {}-byte allocation that nobody has written", bytes, offset, part.region->size));
}

void AccessChecker::fillUndefined(const RegionAccess& part, std::uint32_t bytes) const {
  for (Mask rest = part.undefined; rest; rest &= rest - 1)
    for (std::uint64_t byte = part.offset[firstLane(rest)], end = byte + bytes; byte != end; ++byte)
      if (part.region->written[byte] == 0) part.region->bytes[byte] = reporter_.undefinedByte();
}

bool AccessChecker::checkWritable(const Warp& warp, const Region& region, Mask mask, std::uint32_t location, const char* what) {
  if (region.kind != RegionKind::Parameter) return true;
  return reporter_.fault(FaultKind::OutOfBounds, location, warp, mask,
                         fmt::format("{} the kernel's parameters, which are read-only", what));
}

bool AccessChecker::checkShareable(const Warp& warp, const Region& region, Mask mask, std::uint32_t location) {
  if (region.kind != RegionKind::Local) return true;
  return reporter_.fault(FaultKind::OutOfBounds, location, warp, mask,
                         "an atomic operation on a thread's own memory, where GPUs have none");
}

} // namespace gevo::sim
