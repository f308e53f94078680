#pragma once

/// Who accessed memory last: what races are found by.

#include "core/kernel/simulator/execute/memory/access_log.h"
#include "core/kernel/simulator/machine/zeroed_array.h"

namespace gevo::sim {

/// Who accessed, in 64 bits that compare quickly: epoch, kind, thread in its block, sync count of its warp.
struct Stamp {
  std::uint64_t bits = 0;
  static constexpr unsigned threadShift = 16;
  static constexpr unsigned kindShift = 26;
  static Stamp of(std::uint32_t epoch, unsigned thread, std::uint32_t sync, AccessKind kind) {
    const std::uint64_t flags =
        (kind.isVolatile ? 1U : 0U) | (kind.isBlockScoped ? 2U : 0U) | (kind.mode == AccessMode::AtomicRead ? 4U : 0U);
    return {static_cast<std::uint64_t>(epoch) << 32 | flags << kindShift | static_cast<std::uint64_t>(thread) << threadShift |
            (sync & 0xffffU)};
  }
  std::uint32_t epoch() const { return static_cast<std::uint32_t>(bits >> 32); }
  unsigned thread() const { return static_cast<unsigned>(bits >> threadShift) & 0x3ffU; }
  unsigned warp() const { return thread() / laneCount; }
  unsigned sync() const { return static_cast<unsigned>(bits) & 0xffffU; }
  bool isVolatile() const { return bits >> kindShift & 1; }
  bool isBlockScoped() const { return bits >> kindShift & 2; }
  /// Of an atomic operation: it only reads.
  bool onlyReads() const { return bits >> kindShift & 4; }
  bool sameThread(Stamp other) const { return (bits ^ other.bits) >> threadShift == 0; }
  /// Of a warp's lane, where this is the stamp of its lane 0.
  Stamp ofLane(unsigned lane) const { return {bits + (static_cast<std::uint64_t>(lane) << threadShift)}; }
};

/// Of one allocation or of a block's shared memory: a cell for 4 bytes until somebody accesses less, then one a byte.
class Shadow {
public:
  Shadow() = default;
  Shadow(Shadow&&) = default;
  Shadow& operator=(Shadow&&) = default;
  /// For so many bytes from an address on.
  void resize(std::uint64_t base, std::uint64_t bytes);
  std::uint64_t base() const { return base_; }
  std::uint64_t bytes() const { return bytes_; }
  void refine();
  bool fine() const { return plain_.shift == 0; }
  /// With atomic operations only if there were any since an epoch.
  const ShadowCells& cells(std::uint32_t since) const { return latestAtomic_ >= since && latestAtomic_ != 0 ? all_ : plain_; }
  /// Before an atomic operation is recorded in `all()`.
  void startAtomic(std::uint32_t epoch, bool isBlockScoped);
  const ShadowCells& all() const { return all_; }
  /// The epoch of the last atomic operation for threads of one block only.
  std::uint32_t latestBlockScoped() const { return latestBlockScoped_; }
  AccessLog& log() { return log_; }

private:
  std::size_t cellCount() const { return fine() ? bytes_ : (bytes_ + 3) / 4; }
  void pointCells();
  void makeAtomics();
  ZeroedArray<std::uint64_t> stamps_;    ///< of writers, first and second readers, one after the other
  ZeroedArray<std::uint32_t> locations_; ///< in the code, likewise
  /// First and second atomic operations, likewise; empty until there is one.
  ZeroedArray<std::uint64_t> atomicStamps_;
  ZeroedArray<std::uint32_t> atomicLocations_;
  ShadowCells plain_;
  ShadowCells all_;
  AccessLog log_;
  std::uint64_t base_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint32_t latestAtomic_ = 0;
  std::uint32_t latestBlockScoped_ = 0;
};

} // namespace gevo::sim
