#pragma once

/// Vectors, structures and arrays in registers: each scalar has its own slot, so most of these instructions emit nothing.

#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;

void decodeExtractElement(DecoderParts& parts, const llvm::ExtractElementInst& instruction);
void decodeInsertElement(DecoderParts& parts, const llvm::InsertElementInst& instruction);
void decodeShuffleVector(DecoderParts& parts, const llvm::ShuffleVectorInst& instruction);
void decodeExtractValue(DecoderParts& parts, const llvm::ExtractValueInst& instruction);
void decodeInsertValue(DecoderParts& parts, const llvm::InsertValueInst& instruction);

} // namespace gevo::sim
