#pragma once

/// Race detection: for each small piece of memory the last writer and two readers. Epochs advance at barriers and at the start
/// of a block, so that nothing needs clearing: what happened in an earlier epoch of the block is ordered before now.

#include "core/kernel/sim/code.h"

#include <set>

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

struct ShadowCell {
  Stamp write;
  Stamp readers[2];
  std::uint32_t writePlace = 0;
  std::uint32_t readerPlaces[2] = {};
};

/// Shadow of one allocation or of a block's shared memory: a cell for 4 bytes until somebody accesses less, then one a byte.
class Shadow {
public:
  void resize(std::uint64_t bytes);
  std::uint64_t bytes() const { return bytes_; }
  void refine();
  bool fine() const { return shift_ == 0; }
  ShadowCell* cells(std::uint64_t offset) { return cells_.data() + (offset >> shift_); }
  std::uint64_t count(std::uint64_t offset, std::uint64_t bytes) const { return ((offset + bytes - 1) >> shift_) - (offset >> shift_) + 1; }

private:
  std::vector<ShadowCell> cells_;
  std::uint64_t bytes_ = 0;
  unsigned shift_ = 2;
};

enum class AccessMode : std::uint8_t { Read, Write, Atomic };

class RaceChecker {
public:
  void startLaunch(const std::vector<CodePlace>& places, bool lockStep);
  void startBlock();
  void barrier() { ++epoch_; }
  Stamp stamp(unsigned thread, std::uint32_t sync, bool atomic) const { return Stamp::of(epoch_, thread, sync, atomic); }
  /// Notes the accesses of a warp's lanes that can't be part of a race, which are nearly all. Returns the lanes that may be: they
  /// are for access(), one by one. `first` is the stamp of lane 0.
  Mask noteQuiet(Shadow& shadow, bool isShared, const std::uint64_t* offsets, Mask mask, std::uint64_t bytes, AccessMode mode, Stamp first,
                 std::uint32_t place);
  /// One thread's access. `sameValue`: a write of what was there already.
  void access(Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessMode mode, bool sameValue, Stamp now,
              std::uint32_t place);
  bool lockStep() const { return lockStep_; }
  std::vector<Race> races(const std::string& kernel) const;

private:
  bool conflict(Stamp earlier, Stamp now, bool isShared) const;
  bool replaceable(Stamp reader, Stamp now, bool isShared) const;
  void report(Stamp earlier, std::uint32_t earlierPlace, Stamp now, std::uint32_t place, bool isShared);
  struct Pair {
    std::uint32_t first;
    std::uint32_t second;
    bool shared;
    bool sameWarp;
  };
  const std::vector<CodePlace>* places_ = nullptr;
  std::vector<Pair> pairs_;
  std::uint32_t epoch_ = 1;
  std::uint32_t launchStart_ = 1;
  std::uint32_t blockStart_ = 1;
  bool lockStep_ = false;
};

} // namespace gevo::sim
