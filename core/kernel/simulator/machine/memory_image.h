#pragma once

/// What memory holds at one moment, to come back to it and to see what has changed since.

#include "core/kernel/simulator/machine/memory.h"

namespace gevo::sim {

/// [address, address + size)
struct MemoryRange {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool operator==(const MemoryRange&) const = default;
};

class MemoryImage {
public:
  /// Every allocation with what it holds. Takes two bytes for each: only for memory whose size is known to be small.
  explicit MemoryImage(const GlobalMemory& memory);

  /// Brings allocations, bytes, and which of them were written back.
  void restore(GlobalMemory& memory) const;
  /// Bytes that differ, in order of address. Empty where allocations have come or gone: nothing can be said.
  std::optional<std::vector<MemoryRange>> differences(const GlobalMemory& memory) const;

private:
  struct Saved {
    std::uint64_t address = 0;
    Bytes bytes;
    Bytes written; ///< empty: all
  };
  std::vector<Saved> saved_;
  std::uint64_t total_ = 0;
  std::uint64_t next_ = 0;
  std::uint64_t nextOnHeap_ = 0;
};

/// Adds one byte; those of a range come in order.
void addByte(std::vector<MemoryRange>& ranges, std::uint64_t address);
/// What of `ranges` is not in `others`. Both in order of address.
std::vector<MemoryRange> without(const std::vector<MemoryRange>& ranges, const std::vector<MemoryRange>& others);

} // namespace gevo::sim
