#pragma once

/// Uses in which an undefined value has an effect: stores, addresses, branches, divisors, operations across lanes.

#include "core/kernel/simulator/decode/function_context.h"
#include "core/kernel/simulator/decode/undefined/undefined_masks.h"

namespace gevo::sim {

/// Emits reports of undefined operands, before the instruction itself is decoded.
void reportUndefinedUses(const FunctionContext& function, UndefinedMasks& masks, const llvm::Instruction& instruction);

} // namespace gevo::sim
