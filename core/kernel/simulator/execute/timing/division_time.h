#pragma once

/// How much longer a division of floats takes where the usual instructions do not give the right quotient.
///
/// ptxas makes a division of a reciprocal, a few multiply-adds, and a test whether these are exact enough; where they are not, in any lane,
/// the warp calls a routine. Its cycles were measured on an H200, by clocks around chains of divisions. The routine is the assembler's own,
/// so other GPUs are taken to need as many.

#include "core/kernel/simulator/execute/warps.h"

namespace gevo::sim {

/// Cycles, for the lanes of `mask`; 0 where none of them needs the routine. `a` and `b`: of 32 lanes each.
double divisionDelay(const float* a, const float* b, Mask mask);

} // namespace gevo::sim
