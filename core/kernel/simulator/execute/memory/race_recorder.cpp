#include "core/kernel/simulator/execute/memory/race_recorder.h"

namespace gevo::sim {

Mask RaceRecorder::record(Warp& warp, const RegionAccess& part, std::uint32_t bytes, AccessKind kind, std::uint32_t location) {
  Shadow* shadow = part.region->shadow;
  if (!shadow) return 0;
  const bool isShared = part.region->isShared();
  const Stamp first = checker_.stamp(warp.number * laneCount, warp.sync, kind);
  if (checker_.lanesInLockstep()) ++warp.sync;
  const bool words = bytes % 4 == 0 && part.wordAligned;
  if (words && !kind.isStrong()) {
    const bool isWrite = kind.writes();
    const Mask deferred = part.isUniformWrite ? part.mask & (part.mask - 1) : part.mask; // the last is who wrote
    if (part.isCoalesced ? checker_.defer(*shadow, isShared, part.words, deferred, bytes, isWrite, first, location)
                         : checker_.defer(*shadow, isShared, part.offset, deferred, bytes, isWrite, first, location))
      return 0;
  } else {
    checker_.catchUp(*shadow, isShared);
  }
  if (part.isUniformWrite) {
    const unsigned last = firstLane(part.mask & (part.mask - 1));
    checker_.recordEqualWrites(*shadow, isShared, part.offset[last], bytes, kind, !part.changes, first.ofLane(firstLane(part.mask)),
                               first.ofLane(last), location);
    return 0;
  }
  const Mask suspects =
      checker_.recordQuiet(*shadow, isShared, {part.offset, part.mask, bytes, part.isCoalesced, words}, kind, first, location);
  if (kind.mode == AccessMode::Write) return suspects;
  for (Mask rest = suspects; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    checker_.recordAccess(*shadow, isShared, part.offset[lane], bytes, kind, false, first.ofLane(lane), location);
  }
  return 0;
}

void RaceRecorder::recordStore(const Warp& warp, const RegionAccess& part, unsigned lane, std::uint32_t bytes, AccessKind kind,
                               bool sameValue, std::uint32_t location) {
  const std::uint32_t sync = checker_.lanesInLockstep() ? warp.sync - 1 : warp.sync;
  checker_.recordAccess(*part.region->shadow, part.region->isShared(), part.offset[lane], bytes, kind, sameValue,
                        checker_.stamp(warp.number * laneCount + lane, sync, kind), location);
}

void RaceRecorder::recordRange(const Warp& warp, const Region& region, unsigned lane, std::uint64_t offset, std::uint64_t bytes,
                               AccessKind kind, std::uint32_t location) {
  if (!region.shadow) return;
  checker_.catchUp(*region.shadow, region.isShared());
  checker_.recordAccess(*region.shadow, region.isShared(), offset, bytes, kind, false,
                        checker_.stamp(warp.number * laneCount + lane, warp.sync, kind), location);
}

} // namespace gevo::sim
