#pragma once

/// What a running kernel sees of memory: global allocations, the block's shared memory, parameters, and each thread's own.

#include "core/kernel/simulator/execute/memory/local_memory.h"
#include "core/kernel/simulator/execute/memory/region.h"
#include "core/kernel/simulator/execute/memory/shadow.h"
#include "core/kernel/simulator/machine/memory.h"

#include <map>

namespace gevo::sim {

class MemoryView {
public:
  /// Before each launch. Shadows are kept for allocations that come back where they were, in later tests and variants too.
  void open(GlobalMemory& memory, bool checkRaces);
  void openShared(std::uint64_t bytes, bool checkRaces);
  void openParameters(ByteView parameters);
  /// The local memory of the warp that runs next.
  void openLocal(LocalMemory& memory);
  /// A kernel's malloc() and free(), while its launch runs. Null where there is no room; false where nothing starts there.
  std::uint64_t allocate(GlobalMemory& memory, std::uint64_t bytes, bool checkRaces);
  bool release(GlobalMemory& memory, std::uint64_t address);
  /// Another block's shared memory comes in the place of the one that is there.
  struct SharedMemory {
    Bytes bytes;
    Bytes written;
    Shadow shadow;
  };
  static SharedMemory makeShared(std::uint64_t bytes, bool checkRaces);
  void exchangeShared(SharedMemory& other);
  /// Shared memory of the next block: nothing written yet.
  void clearShared();

  /// The region that [address, address + 1) lies in; null where nothing is.
  Region* find(std::uint64_t address, unsigned space) {
    constexpr unsigned sharedSpace = 3;
    if (space == sharedSpace && (address < windowBytes || address - sharedWindow < windowBytes))
      return (address & (windowBytes - 1)) < shared_.size ? &shared_ : nullptr;
    if (last_ < global_.size() && address - global_[last_].base < global_[last_].size) return &global_[last_];
    return findElsewhere(address, space);
  }
  /// The shared memory or allocation that an access at an address that it does not find() or that crosses its end is beside, by less than
  /// `reach`, of shared memory at most undefinedReach; null: there is none.
  Region* beside(std::uint64_t address, unsigned space, std::uint64_t reach);
  /// For messages: where an address lies that find() does not find, relative to the nearest memory.
  std::string nearest(std::uint64_t address, unsigned space) const;
  /// Pieces of global memory that the launch has touched, by sectors, in order: address and size.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> touched() const;
  std::uint64_t globalBytes() const { return globalBytes_; }
  /// A number for each block, for the sectors it touched.
  std::uint32_t nextStamp() { return ++stamp_; }
  std::uint32_t stamp() const { return stamp_; }
  std::uint32_t launchStamp() const { return launchStamp_; }
  /// Few numbers are left for blocks; what is kept must be forgotten first.
  bool nearlyExhausted() const { return stamp_ > 1U << 31; }

private:
  Region* findElsewhere(std::uint64_t address, unsigned space);
  struct Kept {
    Shadow shadow;
    ZeroedArray<std::uint64_t> sectors;
    std::uint32_t lastLaunch = 0; ///< stamp of the last launch that used it
  };
  void forgetUnused();
  Region regionOf(GlobalMemory::Allocation& allocation, bool checkRaces);
  std::vector<Region> global_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Kept> kept_; ///< by address and size
  Region shared_;
  Region local_;
  Region parameters_;
  Bytes sharedBytes_;
  Bytes sharedWritten_;
  Shadow sharedShadow_;
  Bytes parameterBytes_;
  std::uint64_t globalBytes_ = 0;
  std::uint32_t stamp_ = 0;
  std::uint32_t launchStamp_ = 0;
  std::size_t last_ = 0;
};

} // namespace gevo::sim
