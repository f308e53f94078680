#pragma once

/// Asynchronous copies from global to shared memory (cp.async, PTX ISA 9.7.9.25). A copy's bytes count as not written until its thread
/// waits for it: whoever reads them before reads what nobody wrote. It writes in the eyes of race checks twice, when it starts and when it
/// is waited for. Its time passes beside the warp's, who is late only as far as it waits.

#include "core/kernel/simulator/execute/memory/access_checker.h"
#include "core/kernel/simulator/execute/memory/race_recorder.h"
#include "core/kernel/simulator/execute/thread_block.h"
#include "core/kernel/simulator/execute/timing/access_timing.h"

namespace gevo::sim {

class AsyncCopy {
public:
  AsyncCopy(AccessChecker checker, RaceChecker& races, AccessTiming& timing, LaunchReporter& reporter, ThreadBlock& block)
      : checker_(checker), races_(races), timing_(timing), reporter_(reporter), block_(block) {}

  /// `a` to, `b` from, `c` how many bytes are copied, the others are zeros. False: a fault.
  bool start(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location);
  /// What the lanes have started since they last did so becomes a group.
  static void commit(Warp& warp, Mask mask);
  /// For all but the last `groups` groups of each lane.
  void wait(Warp& warp, const Access& access, std::uint32_t groups, Mask mask, std::uint32_t location);
  /// For those, too, that are in no group yet.
  void waitForAll(Warp& warp, const Access& access, Mask mask, std::uint32_t location);

private:
  bool read(Warp& warp, const Op& op, Mask mask, std::uint32_t location, std::uint32_t bytes, std::uint8_t (*data)[16], double& latency);
  bool markPending(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location, const std::uint8_t (*data)[16],
                   double ready);
  void finish(Warp& warp, const PendingCopy& copy, std::uint32_t location);
  template <class IsDone> void finishThose(Warp& warp, const Access& access, std::uint32_t location, IsDone isDone);

  AccessChecker checker_;
  RaceRecorder races_;
  AccessTiming& timing_;
  LaunchReporter& reporter_;
  ThreadBlock& block_;
};

} // namespace gevo::sim
