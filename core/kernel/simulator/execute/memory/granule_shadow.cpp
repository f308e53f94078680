#include "core/kernel/simulator/execute/memory/granule_shadow.h"

namespace gevo::sim {

namespace {

bool isAtomic(AccessMode mode) { return mode >= AccessMode::AtomicRead; }
bool onlyReads(AccessMode mode) { return mode == AccessMode::Read || mode == AccessMode::AtomicRead; }

/// Of a slot: the granule's bytes that its access reached.
unsigned covered(std::uint32_t location) { return ~(location >> uncoveredShift) & 15U; }

/// The same threads in the same epoch.
bool sameThreads(std::uint64_t a, std::uint64_t b) { return ((a ^ b) & ~Stamp::isPart) >> Stamp::threadShift == 0; }

} // namespace

bool GranuleShadow::isQuiet(std::uint64_t stamp, std::uint32_t location, const GranuleAccess& access) const {
  return !isCurrent(stamp) || sameThreads(stamp, access.stamp.bits) || (covered(location) & access.bytes) == 0;
}

bool GranuleShadow::areQuiet(const ShadowSlots& slots, const GranuleAccess& access) const {
  return !slots.stamps[0] || (isQuiet(slots.stamps[0][access.granule], slots.locations[0][access.granule], access) &&
                              isQuiet(slots.stamps[1][access.granule], slots.locations[1][access.granule], access));
}

bool GranuleShadow::isQuiet(const GranuleAccess& access) const {
  const bool isSplit = shadow_.isSplit(access.granule);
  const ShadowCells& cells = isSplit ? shadow_.byteCells(horizon_) : shadow_.cells(horizon_);
  const auto quiet = [&](const GranuleAccess& at) {
    return isQuiet(cells.write[at.granule], cells.writeLocations[at.granule], at) && (onlyReads(at.mode) || areQuiet(cells.readers, at)) &&
           (isAtomic(at.mode) || areQuiet(cells.atomics, at));
  };
  if (!isSplit) return quiet(access);
  for (unsigned byte = 0; byte < 4; ++byte)
    if (access.bytes >> byte & 1 && !quiet({4 * access.granule + byte, 15, access.stamp.ofByte(byte), 0, access.mode})) return false;
  return true;
}

void GranuleShadow::keep(const GranuleAccess& access) {
  if (shadow_.isSplit(access.granule)) return keepInBytes(access);
  const ShadowCells& cells = shadow_.cells(horizon_);
  const bool isKept = access.mode == AccessMode::Write ? put(cells.write[access.granule], cells.writeLocations[access.granule], access)
                                                       : putInSlots(isAtomic(access.mode) ? cells.atomics : cells.readers, access);
  if (isKept) return;
  shadow_.split(access.granule);
  keepInBytes(access);
}

/// False where that would forget an access of other bytes.
bool GranuleShadow::put(std::uint64_t& stamp, std::uint32_t& location, const GranuleAccess& access) const {
  const unsigned others = covered(location) & ~access.bytes;
  if (others == 0 || !isCurrent(stamp)) {
    stamp = access.stamp.bits;
    location = access.location;
    return true;
  }
  const bool isSame = ((stamp ^ access.stamp.bits) & ~Stamp::isPart) == 0 && ((location ^ access.location) & locationMask) == 0;
  if (!isSame) return false;
  const unsigned joined = covered(location) | access.bytes;
  location = (access.location & locationMask) | (~joined & 15U) << uncoveredShift;
  stamp = joined == 15 ? stamp & ~Stamp::isPart : stamp | Stamp::isPart;
  return true;
}

/// The first stays as long as it may race, the second holds the last of others: as MemoryFunctions::recordInSlots() has it for a byte each.
bool GranuleShadow::putInSlots(const ShadowSlots& slots, const GranuleAccess& access) const {
  std::uint64_t& first = slots.stamps[0][access.granule];
  std::uint64_t& second = slots.stamps[1][access.granule];
  const bool areWhole = ((first | second | access.stamp.bits) & Stamp::isPart) == 0;
  if (areWhole) {
    vectors_.recordInSlots(slots, access.granule, access.stamp.bits, access.location, limits_);
    return true;
  }
  const auto putIn = [&](unsigned slot) { return put(slots.stamps[slot][access.granule], slots.locations[slot][access.granule], access); };
  if (!isCurrent(first) || sameThreads(first, access.stamp.bits)) return putIn(0);
  if (!isCurrent(second) || sameThreads(second, access.stamp.bits) || (first & Stamp::isPart) == 0) return putIn(1);
  return false;
}

void GranuleShadow::keepInBytes(const GranuleAccess& access) {
  const ShadowCells& cells = shadow_.byteCells(horizon_);
  const std::uint32_t location = access.location & locationMask;
  for (unsigned byte = 0; byte < 4; ++byte) {
    if (!(access.bytes >> byte & 1)) continue;
    const std::uint64_t cell = 4 * access.granule + byte;
    const std::uint64_t now = access.stamp.ofByte(byte).bits;
    if (access.mode == AccessMode::Write) {
      cells.write[cell] = now;
      cells.writeLocations[cell] = location;
    } else {
      vectors_.recordInSlots(isAtomic(access.mode) ? cells.atomics : cells.readers, cell, now, location, limits_);
    }
  }
  shadow_.latest(access.granule) = std::max(shadow_.latest(access.granule), access.stamp.bits);
}

} // namespace gevo::sim
