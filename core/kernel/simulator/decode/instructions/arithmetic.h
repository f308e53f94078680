#pragma once

/// Arithmetic, comparisons and selects.

#include "core/kernel/simulator/code/code.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;

void decodeBinary(DecoderParts& parts, const llvm::BinaryOperator& instruction);
void decodeNegation(DecoderParts& parts, const llvm::UnaryOperator& instruction);
void decodeComparison(DecoderParts& parts, const llvm::CmpInst& instruction);
void decodeSelect(DecoderParts& parts, const llvm::SelectInst& instruction);

/// A binary operation on i1.
void emitMaskOperation(DecoderParts& parts, unsigned opcode, Slot result, Slot a, Slot b);

} // namespace gevo::sim
