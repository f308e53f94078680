#pragma once

/// What the CUDA device runtime has beside code of its own: printf, malloc, free, assert.

#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;

/// False where the runtime has no such function.
bool decodeLibraryCall(DecoderParts& parts, const llvm::CallInst& instruction);

} // namespace gevo::sim
