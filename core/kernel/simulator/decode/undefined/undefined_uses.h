#pragma once

/// Where an undefined value would show: stored, as an address, a way, a divisor, in what several lanes do together.

#include "core/kernel/simulator/decode/function_context.h"
#include "core/kernel/simulator/decode/undefined/undefined_masks.h"

namespace gevo::sim {

/// Emits reports of undefined operands, before the instruction itself is decoded.
void reportUndefinedUses(const FunctionContext& function, UndefinedMasks& masks, const llvm::Instruction& instruction);

} // namespace gevo::sim
