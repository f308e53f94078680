#include "core/kernel/simulator/execute/memory/granule_recording.h"

namespace gevo::sim {

namespace {

/// Each lane reaches the byte, or the half, after that of the lane before it.
bool areConsecutive(const LaneBytes& lanes) {
  const auto first = static_cast<unsigned>(__builtin_ctz(lanes.mask));
  const std::uint64_t origin = lanes.offset[first] - first * lanes.bytes;
  if (lanes.bytes == 2 && origin % 2 != 0) return false;
  std::uint64_t differences = 0;
  const std::uint64_t wide = lanes.mask;
  for (unsigned lane = 0; lane < laneCount; ++lane)
    differences |= (lanes.offset[lane] ^ (origin + lane * lanes.bytes)) & (std::uint64_t{0} - (wide >> lane & 1));
  return differences == 0;
}

/// For each two halves of a granule, its bytes.
constexpr unsigned bytesOfHalves[] = {0, 3, 12, 15};

/// Granule by granule, each with the lanes that reach it.
Mask recordConsecutive(GranuleShadow& granules, const LaneBytes& lanes, AccessMode mode, Stamp first, std::uint32_t location) {
  const auto lead = static_cast<unsigned>(__builtin_ctz(lanes.mask));
  const auto last = laneCount - 1 - static_cast<unsigned>(__builtin_clz(lanes.mask));
  const bool isByte = lanes.bytes == 1;
  const int perGranule = isByte ? 4 : 2;
  const std::uint64_t begin = lanes.offset[lead] >> 2;
  const std::uint64_t end = (lanes.offset[last] >> 2) + 1;
  // The lane whose part is the granule's first, or would be.
  int lane = static_cast<int>(lead) - static_cast<int>(lanes.offset[lead] % 4 / lanes.bytes);
  const Stamp layout{first.bits | (isByte ? Stamp::threadForEachByte : Stamp::threadForEachHalf)};
  Mask suspects = 0;
  for (std::uint64_t granule = begin; granule != end; ++granule, lane += perGranule) {
    const unsigned members = (lane >= 0 ? lanes.mask >> lane : lanes.mask << -lane) & ((1U << perGranule) - 1);
    if (members == 0) continue;
    granules.settle(granule);
    const GranuleAccess access(granule, isByte ? members : bytesOfHalves[members],
                               layout.ofThread(first.thread() + static_cast<unsigned>(lane)), location, mode);
    if (granules.isQuiet(access))
      granules.keep(access);
    else
      suspects |= lane >= 0 ? members << lane : members >> -lane;
  }
  return suspects;
}

} // namespace

Mask recordGranules(Shadow& shadow, std::uint32_t horizon, const LaneBytes& lanes, AccessMode mode, Stamp first, std::uint32_t location,
                    const ShadowLimits& limits) {
  GranuleShadow granules(shadow, horizon, limits);
  const bool isPlain = mode == AccessMode::Read || mode == AccessMode::Write;
  if (isPlain && lanes.bytes <= 2 && areConsecutive(lanes)) return recordConsecutive(granules, lanes, mode, first, location);
  Mask suspects = 0;
  for (Mask rest = lanes.mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    bool isQuiet = true;
    const auto each = [&](auto use) {
      forEachGranule(lanes.offset[lane], lanes.bytes, [&](std::uint64_t granule, unsigned bytes) {
        use(GranuleAccess(granule, bytes, first.ofLane(lane), location, mode));
      });
    };
    each([&](const GranuleAccess& access) {
      granules.settle(access.granule);
      isQuiet &= granules.isQuiet(access);
    });
    if (isQuiet)
      each([&](const GranuleAccess& access) { granules.keep(access); });
    else
      suspects |= rest & -rest;
  }
  return suspects;
}

} // namespace gevo::sim
