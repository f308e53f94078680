#pragma once

/// What a kernel may ask of an address: masks of the lanes for which it is so.

#include "core/kernel/simulator/execute/memory/memory_view.h"
#include "core/kernel/simulator/execute/warp.h"

namespace gevo::sim {

/// PTX's isspacep: address `a` lies in the address space `extra`.
Mask lanesInSpace(MemoryView& memory, const Warp& warp, const Op& op, Mask mask);
/// Address `b` lies outside the allocation that `a` points into. The end of an allocation still is inside.
Mask lanesOutsideObject(MemoryView& memory, const Warp& warp, const Op& op, Mask mask);

} // namespace gevo::sim
