#pragma once

/// LLVM's casts.

#include <llvm/IR/InstrTypes.h>

namespace gevo::sim {

struct DecoderParts;

void decodeCast(DecoderParts& parts, const llvm::CastInst& instruction);

} // namespace gevo::sim
