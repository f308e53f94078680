#pragma once

/// How many blocks of a kernel a multiprocessor holds at once, for the cycle model and for occupancy queries of programs. The rules are
/// those of NVIDIA's occupancy calculator (cuda_occupancy.h of the toolkit), with which a test compares them.

#include "core/kernel/simulator/machine/model.h"

#include <cstdint>

namespace gevo::sim {

struct BlockNeeds {
  unsigned threads = 1;
  std::uint64_t shared = 0;    ///< bytes, static and dynamic
  std::uint32_t registers = 0; ///< per thread; 0: unknown, registers limit nothing
};

/// 0 where not even one block fits.
unsigned residentBlocks(const Model& model, const BlockNeeds& needs);

/// The largest block, in threads, that fits with this number of registers per thread; a multiple of a warp, at most 1024.
unsigned largestBlock(const Model& model, std::uint32_t registers);

/// Dynamic shared memory, in bytes, that a block may use besides `staticShared` so that `blocks` are resident; 0 where none is left.
std::uint64_t dynamicSharedFor(const Model& model, unsigned blocks, std::uint64_t staticShared);

} // namespace gevo::sim
