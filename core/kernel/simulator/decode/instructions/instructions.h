#pragma once

/// From an instruction of LLVM IR to operations, by its kind.

#include <llvm/IR/Instruction.h>

namespace gevo::sim {

struct DecoderParts;

/// Any instruction but a phi, which the edges to its block write.
void decode(DecoderParts& parts, const llvm::Instruction& instruction);

} // namespace gevo::sim
