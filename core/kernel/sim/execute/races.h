#pragma once

/// Race detection: for each small piece of memory the last writer and two readers. Epochs advance at barriers and at the start
/// of a block, so that nothing needs clearing: what happened in an earlier epoch of the block is ordered before now.

#include "core/kernel/sim/code.h"

#include <set>

namespace gevo::sim {

struct AccessRecord {
  std::uint32_t epoch = 0;
  std::uint32_t place = 0;
  std::uint16_t thread = 0; ///< in its block
  std::uint16_t sync = 0;   ///< of its warp: accesses before and after __syncwarp differ
  bool atomic = false;
};

struct ShadowCell {
  AccessRecord write;
  AccessRecord readers[2];
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
  /// One thread's access. `sameValue`: a write of what was there already.
  void access(Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessMode mode, bool sameValue,
              const AccessRecord& record);
  AccessRecord record(std::uint32_t place, unsigned thread, std::uint32_t sync, bool atomic) const {
    return {epoch_, place, static_cast<std::uint16_t>(thread), static_cast<std::uint16_t>(sync), atomic};
  }
  bool lockStep() const { return lockStep_; }
  std::vector<Race> races(const std::string& kernel) const;

private:
  bool conflict(const AccessRecord& earlier, const AccessRecord& now, bool isShared) const;
  void report(const AccessRecord& earlier, const AccessRecord& now, bool isShared);
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
