#pragma once

/// Passes a warp's accesses on to the race checker.

#include "core/kernel/simulator/execute/memory/race_checker.h"
#include "core/kernel/simulator/execute/memory/region_access.h"
#include "core/kernel/simulator/execute/warp.h"

#include <cstdlib>
#include <type_traits>

namespace gevo::sim {

class RaceRecorder {
public:
  explicit RaceRecorder(RaceChecker& checker) : checker_(checker) {}

  /// Of coalesced words, or of one address for all lanes: false where the access may be part of a race, which record() finds out. What
  /// comes after it in the order of warps must wait for that.
  bool defer(Warp& warp, const Region& region, const CoalescedWords& words, Mask mask, bool isWrite, std::uint32_t location) {
    return !region.shadow || deferAt(warp, region, words, mask, 4, isWrite, location);
  }
  bool defer(Warp& warp, const Region& region, UniformOffset at, Mask mask, std::uint32_t bytes, std::uint32_t location) {
    if (!region.shadow) return true;
    return (at.offset | bytes) % 4 == 0 && deferAt(warp, region, at, mask, bytes, false, location);
  }

  /// Finds the races of an access. Of a write, returns the lanes that recordStore() is for.
  Mask record(Warp& warp, const RegionAccess& part, std::uint32_t bytes, AccessKind kind, std::uint32_t location);
  /// One lane's write, after record(). `sameValue`: of what was there already, which is no race.
  void recordStore(const Warp& warp, const RegionAccess& part, unsigned lane, std::uint32_t bytes, AccessKind kind, bool sameValue,
                   std::uint32_t location);
  /// One lane's access to many bytes.
  void recordRange(const Warp& warp, const Region& region, unsigned lane, std::uint64_t offset, std::uint64_t bytes, AccessKind kind,
                   std::uint32_t location);
  /// See RaceChecker.
  void arriveAtGrid(unsigned thread, bool isLast) { checker_.arriveAtGrid(thread, isLast); }
  /// What a lane's strong access orders, after record(). `writes`: it did.
  void synchronise(const Warp& warp, const RegionAccess& part, unsigned lane, AccessKind kind, bool writes) {
    checker_.synchronise(warp.number * laneCount + lane, part.region->base + part.offset[lane], kind, writes);
  }

private:
  static bool mayOverlap(const CoalescedWords& words) { return std::abs(words.start[1] - words.start[0]) < 64; }
  static bool mayOverlap(UniformOffset) { return false; } // reads only
  /// Where nothing is kept out at present. False: some lanes may be part of a race. Those that are recorded by then can be recorded again,
  /// which is not so of lanes that write the same word.
  template <class Where>
  bool recordQuiet(const Region& region, const Where& where, Mask mask, std::uint32_t bytes, bool isWrite, Stamp first,
                   std::uint32_t location) {
    if (mayOverlap(where)) return false;
    constexpr bool isCoalesced = std::is_same_v<Where, CoalescedWords>;
    const auto offsets = laneOffsets(where);
    return checker_.recordQuiet(*region.shadow, region.isShared(), {offsets.data(), mask, bytes, isCoalesced, true},
                                {isWrite ? AccessMode::Write : AccessMode::Read}, first, location) == 0;
  }
  template <class Where>
  bool deferAt(Warp& warp, const Region& region, const Where& where, Mask mask, std::uint32_t bytes, bool isWrite, std::uint32_t location) {
    const Stamp first = checker_.stamp(warp.number * laneCount, warp.sync, {isWrite ? AccessMode::Write : AccessMode::Read});
    if (!checker_.defer(*region.shadow, region.isShared(), where, mask, bytes, isWrite, first, location) &&
        !recordQuiet(region, where, mask, bytes, isWrite, first, location))
      return false;
    if (checker_.lanesInLockstep()) ++warp.sync;
    return true;
  }

  RaceChecker& checker_;
};

} // namespace gevo::sim
