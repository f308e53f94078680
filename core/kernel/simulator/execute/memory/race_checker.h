#pragma once

/// Race detection: for each small piece of memory the last writer, two readers and two atomic operations. Epochs advance at barriers and at
/// the start of a block, so that nothing needs clearing: what happened in an earlier epoch of the block is ordered before now.

#include "core/kernel/simulator/execute/memory/granule_shadow.h"
#include "core/kernel/simulator/execute/memory/race_findings.h"
#include "core/kernel/simulator/execute/memory/thread_order.h"
#include "core/kernel/simulator/machine/memory.h"

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
  /// What is known of a block that takes turns with others of its launch, while another one runs.
  struct Resident {
    static constexpr unsigned mostWarps = 32;
    std::uint32_t sharedFloor = 0; ///< everything earlier in the block's shared memory is ordered before now, for every warp
    /// Since the last barrier of all warps: the epoch from which on the second warp's accesses are not ordered before the first's.
    std::array<std::array<std::uint32_t, mostWarps>, mostWarps> ordered{};
    std::uint32_t arrivedIn = 0; ///< round of the grid-wide barrier; 0: none yet
    bool othersAccessed = true;  ///< threads but the block's first, global memory, since all last met
    bool released = false;       ///< by the block's first thread, for the whole GPU, since it last met the others or accessed memory
    bool acquired = false;       ///< likewise, since it arrived
  };
  void resumeBlock(const Resident& block);
  Resident suspendBlock();
  /// A thread arrives at the launch's grid-wide barrier. When the block that comes last has met, what was accessed before is ordered before
  /// everything to come. Nothing is if a block came without a release by its first thread, after threads had accessed memory that had not
  /// met it since, or accessed any before the barrier opened, or if the last one went on without an acquire.
  void arriveAtGrid(unsigned thread, bool isLast);
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
    noteAccess(shadow, isShared, first, mask);
    const std::uint32_t horizon = this->horizon(isShared);
    if (!shadow.log().begin(horizon, shadow.bytes())) return false;
    if (shadow.log().add({first.bits, floorFor(isShared), blockStart_, mask, location, bytes, isWrite}, where)) return true;
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
  bool hasFound() const { return !findings_.isEmpty(); }
  /// Of the launch so far: barriers of whole blocks order each write and the accesses of other threads there. Without a race that is not so
  /// where a thread wrote what was there already, which counts as a race if its turn comes before the other's.
  bool isOrdered() const { return findings_.isEmpty() && isOrdered_; }
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
  void reportConflict(Stamp earlier, RaceFindings::Access earlierAccess, const CellAccess& now, bool isTolerated = false);
  bool mayConflict(Stamp earlier, Stamp now, bool isShared) const;
  /// `first` is the stamp of lane 0.
  /// For the grid-wide barrier.
  void noteAccess(const Shadow& shadow, bool isShared, Stamp first, Mask mask) {
    if (!takesTurns_ || isShared || shadow.base() == gridWorkspace) return;
    block_.othersAccessed |= first.thread() != 0 || mask >> 1 != 0;
    block_.released = false;
    arrivedUnordered_ |= block_.arrivedIn == round_;
  }
  void endRound(bool isOrdered);
  bool isOtherBlock(Stamp earlier) const { return earlier.epoch() < blockStart_; }
  Mask recordWhole(const ShadowCells& cells, const LaneBytes& lanes, AccessMode mode, Stamp first, std::uint32_t location,
                   const ShadowLimits& limits) const;
  const ShadowCells& cellsFor(Shadow& shadow, bool isShared, AccessKind kind) const;
  ShadowLimits limits(bool isShared, std::uint32_t floor, std::uint32_t blockStart) const;
  /// The epoch from which on an access can be part of a race with one to come.
  std::uint32_t horizon(bool isShared) const { return isShared ? block_.sharedFloor : launchStart_; }
  std::uint32_t floorFor(bool isShared) const { return isShared ? block_.sharedFloor : floor_; }
  std::uint32_t orderedFrom(unsigned warp, unsigned other) const { return std::max(block_.sharedFloor, block_.ordered[warp][other]); }
  std::shared_ptr<const ThreadEpochs> seenBy(unsigned thread) const;

  static constexpr unsigned mostWarps = Resident::mostWarps;
  RaceFindings findings_;
  std::optional<ThreadOrder> order_; ///< where atomic operations, flags and fences are followed
  const MemoryFunctions& vectors_ = memoryFunctions();
  std::uint32_t epoch_ = 1;
  std::uint32_t launchStart_ = 1;
  std::uint32_t blockStart_ = 1;
  std::uint32_t floor_ = 1; ///< of this block everything earlier is ordered before now, for every warp; or it is another turn's
  Resident block_;
  std::array<std::uint32_t, mostWarps> warpSynced_{}; ///< epochs of the warps' last syncWarp(), where order_ is kept
  unsigned threadsPerBlock_ = 0;
  bool takesTurns_ = false;       ///< with other blocks of the launch
  std::uint32_t round_ = 1;       ///< number of the grid-wide barrier to come
  bool opens_ = false;            ///< all have arrived, and the last block has yet to meet
  bool arrivedUnordered_ = false; ///< a block of this round
  bool lanesInLockstep_ = false;
  bool isOrdered_ = true;
};

} // namespace gevo::sim
