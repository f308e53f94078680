#pragma once

/// The same bits as another type: scalars and vectors whose scalars lie in slots of other sizes.

#include <llvm/IR/InstrTypes.h>

namespace gevo::sim {

struct DecoderParts;

void decodeBitcast(DecoderParts& parts, const llvm::CastInst& instruction);

} // namespace gevo::sim
