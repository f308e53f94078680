#pragma once

/// memcpy(), memmove() and memset(): each lane on its own, byte ranges checked as a whole.

#include "core/kernel/simulator/execute/memory/access_checker.h"
#include "core/kernel/simulator/execute/memory/race_recorder.h"
#include "core/kernel/simulator/execute/timing/access_timing.h"

namespace gevo::sim {

class MemoryCopy {
public:
  /// At most `warpInstructions` a launch, of which 64 bytes take one.
  MemoryCopy(AccessChecker checker, RaceChecker& races, AccessTiming& timing, LaunchReporter& reporter, std::uint64_t warpInstructions)
      : checker_(checker), races_(races), timing_(timing), reporter_(reporter), warpInstructions_(warpInstructions) {}

  /// False: a fault.
  bool run(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location);

private:
  using Range = AccessChecker::Range;
  bool spend(const Warp& warp, unsigned lane, std::uint64_t bytes, std::uint32_t location);
  bool copy(const Warp& warp, unsigned lane, const Range& to, std::uint64_t from, std::uint64_t bytes, std::uint32_t location,
            bool& isLocal);

  AccessChecker checker_;
  RaceRecorder races_;
  AccessTiming& timing_;
  LaunchReporter& reporter_;
  std::uint64_t warpInstructions_;
};

} // namespace gevo::sim
