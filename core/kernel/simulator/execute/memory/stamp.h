#pragma once

/// Who accessed a cell of the race shadow.

#include "core/kernel/simulator/code/code.h"

namespace gevo::sim {

/// Who accessed, in 64 bits that compare quickly: epoch, kind, thread in its block, sync count of its warp.
struct Stamp {
  std::uint64_t bits = 0;
  static constexpr unsigned threadShift = 16;
  static constexpr unsigned kindShift = 26;
  static constexpr std::uint64_t threadMask = 0x3ffULL << threadShift;
  /// Of a granule: each byte, or each half, is another thread's, counting up from the thread of the first, modulo 1024.
  static constexpr std::uint64_t threadForEachByte = 1ULL << 29;
  static constexpr std::uint64_t threadForEachHalf = 1ULL << 30;
  /// Of a granule: some of its bytes only. Which these are not is in the location, see uncoveredShift.
  static constexpr std::uint64_t isPart = 1ULL << 31;
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
  Stamp ofThread(unsigned thread) const {
    return {(bits & ~threadMask) | (static_cast<std::uint64_t>(thread) << threadShift & threadMask)};
  }
  /// Of a granule's byte, 0 to 3: the thread that reached it.
  Stamp ofByte(unsigned byte) const {
    const unsigned further = bits & threadForEachByte ? byte : bits & threadForEachHalf ? byte / 2 : 0;
    const Stamp one = further == 0 ? *this : ofThread(thread() + further);
    return {one.bits & ~(threadForEachByte | threadForEachHalf | isPart)};
  }
};

/// The four highest bits of a granule's location: bytes of it that the access did not reach.
inline constexpr unsigned uncoveredShift = 28;
inline constexpr std::uint32_t locationMask = (1U << uncoveredShift) - 1;

} // namespace gevo::sim
