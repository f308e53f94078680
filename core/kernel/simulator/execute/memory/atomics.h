#pragma once

/// Atomic operations of one warp: lane after lane, which is one of the orders that the hardware may choose.

#include "core/kernel/simulator/execute/memory/access_checker.h"
#include "core/kernel/simulator/execute/memory/race_recorder.h"
#include "core/kernel/simulator/execute/timing/access_timing.h"

namespace gevo::sim {

class Atomics {
public:
  /// `fromHighest`: the highest lane is first.
  Atomics(AccessChecker checker, RaceChecker& races, AccessTiming& timing, bool fromHighest)
      : checker_(checker), races_(races), timing_(timing), fromHighest_(fromHighest) {}

  /// False: a fault.
  bool update(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location);
  bool compareExchange(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location);

private:
  bool begin(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask remaining, std::uint32_t location, RegionAccess& part);
  template <class Replace>
  bool forEachLane(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location, Replace replace);

  void arriveAtGrid(Warp& warp, unsigned lane, std::uint64_t old, std::uint64_t fresh);

  AccessChecker checker_;
  RaceRecorder races_;
  AccessTiming& timing_;
  bool fromHighest_;
};

} // namespace gevo::sim
