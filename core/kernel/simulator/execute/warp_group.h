#pragma once

/// Some warps of a block that run in lockstep, as if they were one warp of many lanes, as long as they take the same path. The overhead of
/// an operation is then paid once for all of them.

#include "core/kernel/simulator/execute/memory/coalesced_address_cache.h"
#include "core/kernel/simulator/execute/warp.h"

#include <span>

namespace gevo::sim {

struct WarpGroup {
  std::span<Warp> warps;
  bool inLockstep = false;        ///< else each warp has a stack of its own
  Frames frames;                  ///< the kernel's
  Masks existing{};               ///< lanes that have a thread
  Warps changed = 0;              ///< those that changed memory this turn, in lockstep
  const Block* barrier = nullptr; ///< where all of it waits, whatever its warps' own states say
  LockstepStack stack;
  CoalescedAddressCache addresses;
  Scoreboard scoreboard;

  /// The first warp's cell; the others' follow.
  template <class T> T* cells(Slot slot) const { return reinterpret_cast<T*>(frames.cells + std::size_t{slot} * frames.warps); }
  Warps all() const { return everyWarp >> (warpGroupSize - warps.size()); }
  /// All threads of the masks' warps take part, as far as there are any.
  bool isFull(const Masks& masks) const;
  /// Every running thread is in the masks.
  bool areAllIn(const Masks& masks) const;

  /// For a new block of threads, whose warps are ready.
  void startThreadBlock();
  /// Resumes lockstep if all of its warps are at the same basic block and none has diverged lanes.
  void join();
  /// Each warp goes on alone from where it is.
  void separate();
};

} // namespace gevo::sim
