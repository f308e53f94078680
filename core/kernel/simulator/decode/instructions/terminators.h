#pragma once

/// What ends basic blocks: returns, branches, switches.

#include <llvm/IR/Instruction.h>

namespace gevo::sim {

struct DecoderParts;

void decodeTerminator(DecoderParts& parts, const llvm::Instruction& instruction);

} // namespace gevo::sim
