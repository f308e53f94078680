#pragma once

/// The operands of NVVM's texture and surface intrinsics that say where.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;

/// Finds the slots of the layer and position, which follow the object; adds them to `read`. The number of the next operand.
unsigned readPlace(DecoderParts& parts, const llvm::CallInst& call, TexturePlace& place, llvm::SmallVectorImpl<Slot>& read);

} // namespace gevo::sim
