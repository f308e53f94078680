#pragma once

/// The barriers of a block of threads: which warps wait at one, and when it opens.

#include "core/kernel/simulator/execute/launch_reporter.h"
#include "core/kernel/simulator/execute/memory/race_checker.h"
#include "core/kernel/simulator/execute/place_counters.h"
#include "core/kernel/simulator/execute/timing/phase_timer.h"

namespace gevo::sim {

class Barriers {
public:
  Barriers(ThreadBlock& block, RaceChecker& races, PhaseTimer& timer, LaunchReporter& reporter, PlaceCounters& counters)
      : block_(block), races_(races), timer_(timer), reporter_(reporter), counters_(counters) {}

  // False: a fault.

  /// The warp waits at the barrier at the end of a basic block; the mask must be all its running lanes.
  bool arrive(Warp& warp, const Block& at, Mask mask);
  /// All running threads of a group arrive: as one, unless the barrier needs something from each warp.
  bool arrive(WarpGroup& group, const Block& at, const Masks& masks);
  /// The warps of a group that waits as one wait each on their own from here on.
  bool arriveEach(WarpGroup& group, const Masks& masks);

  /// All groups wait as one at the same barrier.
  bool isCommon() const;
  /// Opens it: what openComplete() does, where it needs no look at each warp.
  void openCommon();
  /// Every warp waits or has ended: opens a barrier that is complete; if none is, no warp can ever go on, which is a fault.
  bool openComplete();

private:
  bool readNumber(Warp& warp, const Block& at, Mask mask);
  bool findComplete();
  bool areEnough(const Warp& first) const;
  void order();
  void reduce();
  void countCommon();
  void countReleased();

  ThreadBlock& block_;
  RaceChecker& races_;
  PhaseTimer& timer_;
  LaunchReporter& reporter_;
  PlaceCounters& counters_;
  std::vector<Warp*> released_; ///< kept for its memory
};

} // namespace gevo::sim
