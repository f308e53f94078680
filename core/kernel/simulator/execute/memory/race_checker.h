#pragma once

/// Race detection: for each small piece of memory the last writer, two readers and two atomic operations. Epochs advance at barriers and at
/// the start of a block, so that nothing needs clearing: what happened in an earlier epoch of the block is ordered before now.

#include "core/kernel/simulator/execute/memory/granule_shadow.h"
#include "core/kernel/simulator/execute/memory/race_findings.h"
#include "core/kernel/simulator/execute/memory/thread_order.h"

namespace gevo::sim {

/// What a warp's lanes reach: `bytes` each, from an offset each.
struct LaneBytes {
  const std::uint64_t* offset = nullptr;
  Mask mask = 0;
  std::uint64_t bytes = 4;
  bool isCoalesced = false; ///< as MemoryFunctions::findCoalesced says
  bool isWhole = true;      ///< multiples of 4 bytes at multiples of 4
};

class RaceChecker {
public:
  void startLaunch(const std::vector<SourceLocation>& locations, const Limits& limits, unsigned threadsPerBlock);
  void startBlock();
  /// A block's first thread arrives at a grid-wide barrier. With the last block, what was accessed before is ordered before everything to
  /// come, unless other threads of a block have accessed memory since they last met the thread that arrives.
  void arriveAtGrid(bool isLast);
  /// All warps of the block meet.
  void barrier();
  /// Some of the block's warps meet, by number; the others are not ordered with them.
  void barrier(const std::vector<unsigned>& warps);
  /// Some lanes of a warp meet.
  void syncWarp(unsigned warp, Mask lanes);
  /// `flags`: of FenceFlag.
  void fence(unsigned warp, Mask lanes, std::uint32_t flags);
  /// A thread's strong access, after it was recorded. `writes`: it did, as a failed compare-and-exchange does not.
  void synchronise(unsigned thread, std::uint64_t address, AccessKind kind, bool writes);
  Stamp stamp(unsigned thread, std::uint32_t sync, AccessKind kind) const { return Stamp::of(epoch_, thread, sync, kind); }
  /// Keeps a plain read or write of a warp's lanes (CoalescedWords, an offset for each lane, or UniformOffset) out of the shadow while it
  /// can't race with anything so far. False: it is for recordQuiet(). `first` is the stamp of lane 0; words only, see LoggedAccess.
  template <class Where>
  bool defer(Shadow& shadow, bool isShared, const Where& where, Mask mask, std::uint32_t bytes, bool isWrite, Stamp first,
             std::uint32_t location) {
    noteOthers(isShared, first, mask);
    const std::uint32_t horizon = this->horizon(isShared);
    if (!shadow.log().begin(horizon, shadow.bytes())) return false;
    if (shadow.log().add({first.bits, floor_, blockStart_, mask, location, bytes, isWrite}, where)) return true;
    catchUp(shadow, isShared);
    return false;
  }
  /// Records in the shadow what was deferred: before anything else is recorded there.
  void catchUp(Shadow& shadow, bool isShared);
  /// Records the accesses of a warp's lanes that can't be part of a race, which are nearly all. Returns the lanes that may be: they
  /// are for recordAccess(), one by one. `first` is the stamp of lane 0.
  Mask recordQuiet(Shadow& shadow, bool isShared, const LaneBytes& lanes, AccessKind kind, Stamp first, std::uint32_t location);
  /// One thread's access. `sameValue`: a write of what was there already.
  void recordAccess(Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessKind kind, bool sameValue, Stamp now,
                    std::uint32_t location);
  /// Threads that write the same at once: two of them, which stand for all.
  void recordEqualWrites(Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessKind kind, bool sameValue,
                         Stamp first, Stamp last, std::uint32_t location);
  bool lanesInLockstep() const { return lanesInLockstep_; }
  std::vector<Race> races(const std::string& kernel) const { return findings_.races(kernel); }

  /// A few bits of time are left before the count of epochs starts again: shadows must be forgotten first.
  bool nearlyExhausted() const { return epoch_ > 1U << 31; }

private:
  /// One access of one cell, on its way through the checks.
  struct CellAccess {
    AccessKind kind;
    Stamp stamp;
    std::uint32_t location = 0;
    bool isShared = false;
    bool sameValue = false;
    std::uint64_t address = 0;
  };
  void reportConflicts(const Shadow& shadow, const GranuleAccess& access, CellAccess now);
  void reportConflicts(const ShadowCells& cells, std::uint64_t cell, unsigned bytes, const CellAccess& now);
  template <class Report> static void forEachThread(std::uint64_t stamp, std::uint32_t location, unsigned bytes, Report report);
  void reportConflict(Stamp earlier, RaceFindings::Access earlierAccess, const CellAccess& now);
  bool mayConflict(Stamp earlier, Stamp now, bool isShared) const;
  /// `first` is the stamp of lane 0.
  void noteOthers(bool isShared, Stamp first, Mask mask) { othersAccessed_ |= !isShared && (first.thread() != 0 || mask >> 1 != 0); }
  bool isOtherBlock(Stamp earlier) const { return earlier.epoch() < blockStart_; }
  Mask recordWhole(const ShadowCells& cells, const LaneBytes& lanes, AccessMode mode, Stamp first, std::uint32_t location,
                   const ShadowLimits& limits) const;
  const ShadowCells& cellsFor(Shadow& shadow, bool isShared, AccessKind kind) const;
  ShadowLimits limits(bool isShared, std::uint32_t floor, std::uint32_t blockStart) const;
  /// The epoch from which on an access can be part of a race with one to come.
  std::uint32_t horizon(bool isShared) const { return isShared ? floor_ : launchStart_; }
  std::uint32_t orderedFrom(unsigned warp, unsigned other) const { return std::max(floor_, ordered_[warp][other]); }
  std::shared_ptr<const ThreadEpochs> seenBy(unsigned thread) const;

  static constexpr unsigned mostWarps = 32;
  RaceFindings findings_;
  std::optional<ThreadOrder> order_; ///< where atomic operations, flags and fences are followed
  const MemoryFunctions& vectors_ = memoryFunctions();
  std::uint32_t epoch_ = 1;
  std::uint32_t launchStart_ = 1;
  std::uint32_t blockStart_ = 1;
  std::uint32_t floor_ = 1; ///< of this block everything earlier is ordered before now, for every warp
  /// Since the last barrier of all warps: the epoch from which on the second warp's accesses are not ordered before the first's.
  std::array<std::array<std::uint32_t, mostWarps>, mostWarps> ordered_{};
  std::array<std::uint32_t, mostWarps> warpSynced_{}; ///< epochs of the warps' last syncWarp(), where order_ is kept
  unsigned threadsPerBlock_ = 0;
  bool othersAccessed_ = false;   ///< threads but the block's first, global memory, since all last met
  bool arrivedUnordered_ = false; ///< a block at the grid-wide barrier, while they had
  bool lanesInLockstep_ = false;
};

} // namespace gevo::sim
