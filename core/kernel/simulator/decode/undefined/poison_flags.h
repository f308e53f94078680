#pragma once

/// Preconditions that the compiler may rely on, with Detail::PoisonFlags: a lane that violates what an instruction's flags assert (nsw,
/// nuw, exact, disjoint, nneg, samesign, inbounds), or whose shift or conversion is out of range, has a poison result, which counts as
/// undefined.

#include "core/kernel/simulator/decode/frame_slots.h"

#include <llvm/IR/Instruction.h>

namespace gevo::sim {

struct DecoderParts;

/// Is the instruction's result poison for some operands: has it flags, or operands that an operation excludes?
bool hasPreconditions(const llvm::Instruction& instruction);

/// After the instruction was decoded: masks of the lanes in which its result is poison, for each scalar. Empty where it never is.
Slots poisonMasks(DecoderParts& parts, const llvm::Instruction& instruction);

/// Reports what must never happen at all: a division by zero or one whose result is too large, and an assumption that does not hold.
void reportUndefinedBehaviour(DecoderParts& parts, const llvm::Instruction& instruction);

} // namespace gevo::sim
