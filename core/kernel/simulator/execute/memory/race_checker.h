#pragma once

/// Race detection: for each small piece of memory the last writer and two readers. Epochs advance at barriers and at the start
/// of a block, so that nothing needs clearing: what happened in an earlier epoch of the block is ordered before now.

#include "core/kernel/simulator/execute/memory/access_log.h"
#include "core/kernel/simulator/lanes/lanes.h"
#include "core/kernel/simulator/machine/zeroed_array.h"

#include <array>
#include <unordered_map>

namespace gevo::sim {

/// Who accessed, in 64 bits that compare quickly: epoch, thread in its block, sync count of its warp, atomic or not.
struct Stamp {
  std::uint64_t bits = 0;
  static Stamp of(std::uint32_t epoch, unsigned thread, std::uint32_t sync, bool atomic) {
    return {static_cast<std::uint64_t>(epoch) << 32 | static_cast<std::uint64_t>(thread) << 16 | (sync & 0x7fffU) << 1 |
            (atomic ? 1U : 0U)};
  }
  std::uint32_t epoch() const { return static_cast<std::uint32_t>(bits >> 32); }
  unsigned thread() const { return static_cast<unsigned>(bits >> 16) & 0xffffU; }
  unsigned warp() const { return thread() / laneCount; }
  unsigned sync() const { return static_cast<unsigned>(bits) >> 1 & 0x7fffU; }
  bool atomic() const { return bits & 1; }
  bool sameThread(Stamp other) const { return (bits ^ other.bits) >> 16 == 0; }
};

/// Shadow of one allocation or of a block's shared memory: a cell for 4 bytes until somebody accesses less, then one a byte.
class Shadow {
public:
  Shadow() = default;
  Shadow(Shadow&&) = default;
  Shadow& operator=(Shadow&&) = default;
  void resize(std::uint64_t bytes);
  std::uint64_t bytes() const { return bytes_; }
  void refine();
  bool fine() const { return cells_.shift == 0; }
  const ShadowCells& cells() const { return cells_; }
  AccessLog& log() { return log_; }

private:
  void place(std::size_t count);
  ZeroedArray<std::uint64_t> stamps_; ///< of writers, first and second readers, one after the other
  ZeroedArray<std::uint32_t> places_; ///< likewise
  ShadowCells cells_;
  AccessLog log_;
  std::uint64_t bytes_ = 0;
};

enum class AccessMode : std::uint8_t { Read, Write, Atomic };

class RaceChecker {
public:
  void startLaunch(const std::vector<SourceLocation>& places, bool lockStep);
  void startBlock();
  /// All warps of the block meet.
  void barrier();
  /// Some of the block's warps meet, by number; the others are not ordered with them.
  void barrier(const std::vector<unsigned>& warps);
  Stamp stamp(unsigned thread, std::uint32_t sync, bool atomic) const { return Stamp::of(epoch_, thread, sync, atomic); }
  /// Holds back a read or write of a warp's lanes (a Rows, or an offset for each lane) that can't be part of a race with anything so far.
  /// False: it is for noteQuiet(). `first` is the stamp of lane 0; words only, see LoggedAccess.
  template <class Where>
  bool hold(Shadow& shadow, bool isShared, const Where& where, Mask mask, std::uint32_t bytes, bool isWrite, Stamp first,
            std::uint32_t place) {
    const std::uint32_t horizon = this->horizon(isShared);
    if (!shadow.log().begin(horizon, shadow.bytes())) return false;
    if (shadow.log().add({first.bits, floor_, blockStart_, mask, place, bytes, isWrite}, where)) return true;
    catchUp(shadow, isShared);
    return false;
  }
  /// Notes in the shadow what was held back: before anything else is noted there, and before it is refined.
  void catchUp(Shadow& shadow, bool isShared);
  /// Notes the accesses of a warp's lanes that can't be part of a race, which are nearly all. Returns the lanes that may be: they
  /// are for access(), one by one. `first` is the stamp of lane 0.
  /// `rows`: as MemoryFunctions::rows says.
  Mask noteQuiet(const Shadow& shadow, bool isShared, const std::uint64_t* offsets, Mask mask, bool rows, std::uint64_t bytes,
                 AccessMode mode, Stamp first, std::uint32_t place) const {
    return noteQuiet(shadow, offsets, mask, rows, bytes, mode != AccessMode::Read, first, place, limits(isShared, floor_, blockStart_));
  }
  /// One thread's access. `sameValue`: a write of what was there already.
  void access(const Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessMode mode, bool sameValue, Stamp now,
              std::uint32_t place);
  /// Threads that write the same at once: two of them, which stand for all.
  void writeTogether(const Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, bool sameValue, Stamp first,
                     Stamp last, std::uint32_t place);
  bool lockStep() const { return lockStep_; }
  std::vector<Race> races(const std::string& kernel) const;

  /// A few bits of time are left before the count of epochs starts again: shadows must be forgotten first.
  bool nearlyExhausted() const { return epoch_ > 1U << 31; }

private:
  void meet(const ShadowCells& cells, std::uint64_t cell, bool isShared, AccessMode mode, bool sameValue, Stamp now, std::uint32_t place);
  bool conflict(Stamp earlier, Stamp now, bool isShared) const;
  Mask noteQuiet(const Shadow& shadow, const std::uint64_t* offsets, Mask mask, bool rows, std::uint64_t bytes, bool isWrite, Stamp first,
                 std::uint32_t place, const ShadowLimits& limits) const;
  ShadowLimits limits(bool isShared, std::uint32_t floor, std::uint32_t blockStart) const;
  /// The epoch from which on an access can be part of a race with one to come.
  std::uint32_t horizon(bool isShared) const { return isShared ? floor_ : launchStart_; }
  void report(Stamp earlier, std::uint32_t earlierPlace, Stamp now, std::uint32_t place, bool isShared);
  std::uint32_t orderedFrom(unsigned warp, unsigned other) const { return std::max(floor_, ordered_[warp][other]); }

  static constexpr unsigned mostWarps = 32;
  const std::vector<SourceLocation>* places_ = nullptr;
  std::unordered_map<std::uint64_t, bool> pairs_; ///< two places and whether shared memory; within one warp
  const MemoryFunctions& vectors_ = memoryFunctions();
  std::uint32_t epoch_ = 1;
  std::uint32_t launchStart_ = 1;
  std::uint32_t blockStart_ = 1;
  std::uint32_t floor_ = 1; ///< of this block everything earlier is ordered before now, for every warp
  /// Since the last barrier of all warps: the epoch from which on the second warp's accesses are not ordered before the first's.
  std::array<std::array<std::uint32_t, mostWarps>, mostWarps> ordered_{};
  bool lockStep_ = false;
};

} // namespace gevo::sim
