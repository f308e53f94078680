#pragma once

/// The race shadow where threads reach single bytes. A granule's cell also holds what takes no more room than a word's access: bytes of one
/// thread, or bytes (halves) that threads side by side reach, as where a warp goes through an array of characters. What it doesn't hold
/// without forgetting something splits the granule: from then on each of its bytes has a cell. Nothing recorded differs from what
/// cells of bytes alone would say, at a quarter of the memory and fewer still to go through.

#include "core/kernel/simulator/execute/memory/shadow.h"

namespace gevo::sim {

/// An access of some bytes of one granule, by one thread, or by one for each byte or half.
struct GranuleAccess {
  std::uint64_t granule = 0;
  unsigned bytes = 15; ///< a bit for each
  Stamp stamp;
  std::uint32_t location = 0; ///< with what is not covered
  AccessMode mode = AccessMode::Read;

  GranuleAccess(std::uint64_t granule, unsigned bytes, Stamp stamp, std::uint32_t location, AccessMode mode)
      : granule(granule), bytes(bytes), stamp{stamp.bits | (bytes == 15 ? 0 : Stamp::isPart)},
        location(location | (~bytes & 15U) << uncoveredShift), mode(mode) {}
};

/// Calls use(granule, mask of its bytes) for each granule that bytes from an offset on lie in.
template <class Use> void forEachGranule(std::uint64_t offset, std::uint64_t bytes, Use use) {
  const std::uint64_t end = offset + bytes;
  for (std::uint64_t granule = offset >> 2; 4 * granule < end; ++granule) {
    unsigned mask = 15;
    if (4 * granule < offset) mask &= 15U << (offset - 4 * granule);
    if (end - 4 * granule < 4) mask &= (1U << (end - 4 * granule)) - 1;
    use(granule, mask & 15U);
  }
}

class GranuleShadow {
public:
  /// `horizon`: the epoch from which on an access can be part of a race.
  GranuleShadow(Shadow& shadow, std::uint32_t horizon, const ShadowLimits& limits) : shadow_(shadow), horizon_(horizon), limits_(limits) {}

  /// A split granule whose bytes nobody reached since the horizon has one cell again. Before anything else is asked of it.
  void settle(std::uint64_t granule) {
    if (shadow_.isSplit(granule) && shadow_.latest(granule) < static_cast<std::uint64_t>(horizon_) << 32) shadow_.join(granule);
  }
  /// Nothing that is recorded of those bytes can be part of a race with it. May say no where that is so.
  bool isQuiet(const GranuleAccess& access) const;
  void keep(const GranuleAccess& access);

private:
  bool isCurrent(std::uint64_t stamp) const {
    return stamp >= limits_.floor || stamp - limits_.keptFrom < limits_.keptTo - limits_.keptFrom;
  }
  bool isQuiet(std::uint64_t stamp, std::uint32_t location, const GranuleAccess& access) const;
  bool areQuiet(const ShadowSlots& slots, const GranuleAccess& access) const;
  bool put(std::uint64_t& stamp, std::uint32_t& location, const GranuleAccess& access) const;
  bool putInSlots(const ShadowSlots& slots, const GranuleAccess& access) const;
  void keepInBytes(const GranuleAccess& access);

  const MemoryFunctions& vectors_ = memoryFunctions();
  Shadow& shadow_;
  std::uint32_t horizon_;
  const ShadowLimits& limits_;
};

} // namespace gevo::sim
