#pragma once

/// The part of a warp's access that reaches one region, checked for bounds and alignment.

#include "core/kernel/simulator/execute/memory/region.h"
#include "core/kernel/simulator/lanes/lanes.h"

namespace gevo::sim {

struct RegionAccess {
  Region* region = nullptr;
  Mask mask = 0;
  bool wordAligned = false;    ///< every offset is a multiple of 4
  bool isCoalesced = false;    ///< one word a lane, at `words`
  bool oneSectorEach = false;  ///< of global memory, what a lane reaches
  bool inOneSector = false;    ///< and all lanes the same
  bool isUniformWrite = false; ///< the mask's two lanes stand for all between them, which write the same to the same address
  bool isOutside = false;      ///< one lane's access of bytes beside the region; its offset may be negative, modulo 2^64
  Mask undefined = 0;          ///< lanes that load undefined bytes, where that is tolerated
  bool changes = true;         ///< with isUniformWrite: what was there was something else
  CoalescedWords words;
  std::uint64_t offset[laneCount]; ///< of each lane's first byte in the region's bytes
};

/// Lane by lane, what coalesced words are as a whole.
RegionAccess laneByLane(Region& region, const CoalescedWords& words, Mask mask);

} // namespace gevo::sim
