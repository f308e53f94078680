#pragma once

/// What is left of PTX assembly when a base is made: empty statements that keep the compiler from moving code. Bases made before assembly
/// was translated also hold waiting, approximations and the 32 x 32 + 32 -> 64-bit multiply-add of the slow path of sine and cosine, and
/// their edits count on it.

#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;

void decodeAssembly(DecoderParts& parts, const llvm::CallInst& instruction);

} // namespace gevo::sim
