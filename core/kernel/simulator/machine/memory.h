#pragma once

/// The simulated device's global memory. Addresses are the same numbers on every device, so a
/// trace replays without relocation.

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/kernel/simulator/machine/zeroed_array.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace gevo::sim {

/// Start of the reserved range of device addresses, on CUDA too.
inline constexpr std::uint64_t deviceBase = 0x200000000000ULL;
/// Range of __device__ and __constant__ variables. Each has an address from its name's hash, so that it never depends on
/// which other variables a variant's module still has.
inline constexpr std::uint64_t symbolBase = 0x2f0000000000ULL;
/// Range of allocations by kernels.
inline constexpr std::uint64_t heapBase = 0x2e0000000000ULL;
inline constexpr std::uint64_t heapBytes = 8ULL << 20;
/// Where the blocks of a cooperative launch meet, while it runs.
inline constexpr std::uint64_t gridWorkspace = 0x2e8000000000ULL;

/// Limit of all allocations together, in bytes; only written pages take up host memory.
inline constexpr std::uint64_t mostMemory = 64ULL << 30;

class GlobalMemory {
public:
  /// Deterministic in the sequence of calls. 256-byte aligned, as close to the end of its 2 MiB pages as that allows, followed
  /// by an unmapped gap. Bytes start as "uninitialised".
  Result<std::uint64_t> allocate(std::uint64_t bytes);
  /// Reserves an address as `allocate` would return, without memory; nothing else will be allocated there.
  Result<std::uint64_t> reserve(std::uint64_t bytes);
  /// From now on what allocate() and reserve() return has so many bytes (a multiple of 256) of its own pages before and behind it: loads
  /// there don't fault on a GPU.
  void leaveMargins(std::uint64_t bytes) { margin_ = bytes; }
  /// Recreates an allocation at the address that a trace recorded.
  Result<void> allocateAt(std::uint64_t address, std::uint64_t bytes);
  Result<void> free(std::uint64_t address);
  /// For a kernel's malloc(): in a window of its own, at most 8 MiB in all (CUDA's default). Empty when it is full.
  std::optional<std::uint64_t> allocateOnDevice(std::uint64_t bytes);
  void clear();

  /// Host-side access; an error names the address and the nearest allocation.
  Result<void> write(std::uint64_t address, ByteView bytes);
  Result<void> fill(std::uint64_t address, std::uint8_t value, std::uint64_t size);
  Result<void> copy(std::uint64_t destination, std::uint64_t source, std::uint64_t size);
  /// Changes what is there, but not whether it counts as written. Does nothing outside of allocations.
  void overwrite(std::uint64_t address, ByteView bytes);
  Result<Bytes> read(std::uint64_t address, std::uint64_t size) const;
  /// View without a copy; null when [address, address + size) is not inside one allocation. Invalid after allocate/free.
  const std::uint8_t* view(std::uint64_t address, std::uint64_t size) const;
  /// Per byte: 1 once it was written. Null when every byte of the allocation has been written, or there is no allocation.
  const std::uint8_t* written(std::uint64_t address, std::uint64_t size) const;

  /// What was written so far counts as old: forEachNew() tells what is written from now on.
  void markOld();
  /// Calls `found` with the address of each byte that was written since markOld(), in order, and ends the distinction.
  template <class Found> void forEachNew(Found found);

  struct Allocation {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    ZeroedArray<std::uint8_t> bytes;
    ZeroedArray<std::uint8_t> written; ///< per byte: 0, 1 once it was written, 2 while that is old; empty while `complete`
    bool complete = false;             ///< every byte has been written
  };
  /// Sorted by address.
  const std::vector<Allocation>& allocations() const { return allocations_; }

private:
  friend class MemoryView;
  friend class MemoryImage;
  Allocation* find(std::uint64_t address, std::uint64_t size);
  const Allocation* find(std::uint64_t address, std::uint64_t size) const;
  std::string missing(std::uint64_t address, std::uint64_t size) const;
  static void markWritten(Allocation& allocation, std::uint64_t offset, std::uint64_t size);
  std::vector<Allocation> allocations_;
  std::uint64_t total_ = 0; ///< bytes of all allocations
  std::uint64_t next_ = deviceBase;
  std::uint64_t nextOnHeap_ = heapBase;
  std::uint64_t margin_ = 0;
};

template <class Found> void GlobalMemory::forEachNew(Found found) {
  for (Allocation& allocation : allocations_) {
    if (allocation.complete) continue; // by a kernel's malloc, or a copy
    for (std::uint64_t byte = 0; byte < allocation.size; ++byte) {
      std::uint8_t& written = allocation.written[byte];
      if (written == 1) found(allocation.address + byte);
      if (written == 2) written = 1;
    }
  }
}

} // namespace gevo::sim
