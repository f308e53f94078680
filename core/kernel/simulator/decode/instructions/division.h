#pragma once

/// Divisions of floats of 32 bits, whose time depends on the numbers.

#include "core/kernel/simulator/code/code.h"
#include "core/kernel/simulator/lanes/lanes.h"
#include "core/kernel/simulator/machine/model.h"

namespace gevo::sim {

struct DecoderParts;

/// As Emitter::emit, of a family that divides `a` by `b` as IEEE 754 has it. How long a quotient of 32 bits takes is known when it runs.
Op& emitQuotient(DecoderParts& parts, LaneFamily family, unsigned variant, ScalarType type, Slot result, Slot a, Slot b, Cost cost);

} // namespace gevo::sim
