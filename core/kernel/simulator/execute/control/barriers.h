#pragma once

/// The barriers of a block of threads: who waits at one, and when it opens.

#include "core/kernel/simulator/execute/launch_reporter.h"
#include "core/kernel/simulator/execute/memory/race_checker.h"
#include "core/kernel/simulator/execute/timing/phase_timer.h"

namespace gevo::sim {

class Barriers {
public:
  Barriers(ThreadBlock& block, RaceChecker& races, PhaseTimer& timer, LaunchReporter& reporter)
      : block_(block), races_(races), timer_(timer), reporter_(reporter) {}

  // False: a fault.

  /// The warp waits at the barrier at the end of a basic block; the mask must be all its running lanes.
  bool arrive(Warp& warp, const Block& at, Mask mask);
  /// All running threads of a group do, as one if nothing more is to be known of each warp.
  bool arrive(WarpGroup& group, const Block& at, const Masks& masks);
  /// Of a group that waits as one, each warp waits by itself.
  bool arriveEach(WarpGroup& group, const Masks& masks);

  /// All groups wait as one at the same barrier.
  bool isCommon() const;
  /// Opens it: what openComplete() does, where it needs no look at each warp.
  void openCommon();
  /// Every warp waits or has ended: opens a barrier that is complete; with none, nobody can ever go on, which is a fault.
  bool openComplete();

private:
  bool readNumber(Warp& warp, const Block& at, Mask mask);
  bool findComplete();
  bool areEnough(const Warp& first) const;
  void order();
  void reduce();

  ThreadBlock& block_;
  RaceChecker& races_;
  PhaseTimer& timer_;
  LaunchReporter& reporter_;
  std::vector<Warp*> released_; ///< kept for its memory
};

} // namespace gevo::sim
