#pragma once

/// Loads and stores of one warp whose lanes reach words side by side in each half of the warp, or all the same address. Nearly all
/// accesses are such, lie inside one region and are no part of a race: these need no look at each lane. Whatever else there is to an
/// access, a fault above all, ScatteredAccess knows; here it is left alone.

#include "core/kernel/simulator/execute/memory/memory_view.h"
#include "core/kernel/simulator/execute/memory/race_recorder.h"
#include "core/kernel/simulator/execute/timing/access_timing.h"

namespace gevo::sim {

class CoalescedAccess {
public:
  CoalescedAccess(MemoryView& memory, RaceChecker& races, AccessTiming& timing) : memory_(memory), races_(races), timing_(timing) {}

  /// For accesses that mayCoalesce(). False: nothing has happened but that a load may have written the cells that it is to write.
  bool load(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t location);
  bool store(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t location);
  /// All lanes load from one address, which is read once. False: nothing has happened.
  bool loadUniform(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t location);

private:
  Region* find(const Access& access, const std::uint64_t* addresses, Mask mask, CoalescedWords& words);

  const MemoryFunctions& vectors_ = memoryFunctions();
  MemoryView& memory_;
  RaceRecorder races_;
  AccessTiming& timing_;
};

/// An access that may be one of coalesced words. Strong ones are looked at lane by lane: they may order threads.
inline bool mayCoalesce(const Access& access) { return access.isWord && access.alignment <= 4 && !access.kind.isStrong(); }

/// The region that a lane's address lies in, where coalesced words may: of shared or global memory. `origin`: what the region's offsets
/// are to be subtracted from addresses as they are given; null: none.
inline Region* regionOfWords(MemoryView& memory, const Access& access, std::uint64_t given, std::uint64_t& origin) {
  const std::uint64_t address = genericAddress(given, access.space);
  Region* region = memory.find(address, access.space);
  if (!region || region->size < 4 || !(region->isShared() || region->isGlobal())) return nullptr;
  origin = region->base - (address - given);
  return region;
}

} // namespace gevo::sim
