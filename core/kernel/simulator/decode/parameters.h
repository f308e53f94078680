#pragma once

/// A function's parameters: their slots and, for kernels, their offsets in parameter space.

#include "core/kernel/simulator/code/code.h"

namespace gevo::sim {

struct DecoderParts;

/// Lists the parameters in the function's code and, of a kernel, in `kernel`, which is null for other functions.
void decodeParameters(DecoderParts& parts, KernelCode* kernel);
/// A structure passed by value to a function that stays a call: each call works on a copy of its own. Goes to the start of the function.
void copyStructures(DecoderParts& parts);

} // namespace gevo::sim
