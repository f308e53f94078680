#pragma once

/// What an atomic operation leaves in memory.

#include "core/kernel/simulator/execute/memory/region.h"

namespace gevo::sim {

/// Of `access.bits` bits, from what was there and the lane's operand.
std::uint64_t atomicResult(const Access& access, RegionKind memory, std::uint64_t old, std::uint64_t operand);

} // namespace gevo::sim
