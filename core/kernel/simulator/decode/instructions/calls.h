#pragma once

/// Calls: of functions of the module, directly or through pointers, of intrinsics and of the device runtime.

#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;

void decodeCall(DecoderParts& parts, const llvm::CallInst& instruction);

} // namespace gevo::sim
