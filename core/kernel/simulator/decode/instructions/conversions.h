#pragma once

/// Conversions between scalars, which casts and intrinsics are made of.

#include "core/kernel/simulator/code/code.h"

namespace gevo::sim {

struct DecoderParts;

/// From an integer or a mask to another: cut, or extended with zeros or, where `isSigned`, with the sign.
void emitResize(DecoderParts& parts, ScalarType from, ScalarType to, Slot source, Slot result, bool isSigned);
/// NaN gives the same result as on the GPU.
void emitFloatToInteger(DecoderParts& parts, bool isSigned, ScalarType from, ScalarType to, Slot source, Slot result);
/// The value of a float of 16 bits in a temporary single, in which it is computed; exact.
Slot widenToSingle(DecoderParts& parts, ScalarType type, Slot value);
/// The value in a temporary, subnormals as zero.
Slot flushSubnormal(DecoderParts& parts, ScalarType type, Slot value);

} // namespace gevo::sim
