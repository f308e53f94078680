#pragma once

/// Who accessed memory last: what races are found by.

#include "core/kernel/simulator/execute/memory/access_log.h"
#include "core/kernel/simulator/machine/zeroed_array.h"

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
  /// Of a warp's lane, where this is the stamp of its lane 0.
  Stamp ofLane(unsigned lane) const { return {bits + (static_cast<std::uint64_t>(lane) << 16)}; }
};

/// Of one allocation or of a block's shared memory: a cell for 4 bytes until somebody accesses less, then one a byte.
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
  void pointCells(std::size_t count);
  ZeroedArray<std::uint64_t> stamps_;    ///< of writers, first and second readers, one after the other
  ZeroedArray<std::uint32_t> locations_; ///< in the code, likewise
  ShadowCells cells_;
  AccessLog log_;
  std::uint64_t bytes_ = 0;
};

} // namespace gevo::sim
