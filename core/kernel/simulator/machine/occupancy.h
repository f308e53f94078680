#pragma once

/// How many blocks of a kernel a multiprocessor holds at once: for the cycle model, and for programs that ask. The rules are those of
/// NVIDIA's occupancy calculator (cuda_occupancy.h of the toolkit), to which a test holds them.

#include "core/kernel/simulator/machine/model.h"

#include <cstdint>

namespace gevo::sim {

struct BlockNeeds {
  unsigned threads = 1;
  std::uint64_t shared = 0;    ///< bytes, static and dynamic
  std::uint32_t registers = 0; ///< of a thread; 0: not known, so that they limit nothing
};

/// 0 where not even one has room.
unsigned residentBlocks(const Model& model, const BlockNeeds& needs);

/// The largest block, a multiple of a warp, that has room with so many registers a thread; at most 1024 threads.
unsigned largestBlock(const Model& model, std::uint32_t registers);

/// Dynamic shared memory in bytes that a block may have so that `blocks` are resident, beside `staticShared`; 0 where there is no such.
std::uint64_t dynamicSharedFor(const Model& model, unsigned blocks, std::uint64_t staticShared);

} // namespace gevo::sim
