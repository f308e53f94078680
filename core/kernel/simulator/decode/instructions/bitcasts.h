#pragma once

/// Bit casts of scalars and vectors, between slots of different sizes.

#include <llvm/IR/InstrTypes.h>

namespace gevo::sim {

struct DecoderParts;

void decodeBitcast(DecoderParts& parts, const llvm::CastInst& instruction);

} // namespace gevo::sim
