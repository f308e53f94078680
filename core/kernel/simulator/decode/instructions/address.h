#pragma once

/// Address computations (getelementptr): a base, indices times sizes, and a constant offset.

#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;

void decodeAddress(DecoderParts& parts, const llvm::GetElementPtrInst& instruction);

} // namespace gevo::sim
