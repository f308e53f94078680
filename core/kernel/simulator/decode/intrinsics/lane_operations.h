#pragma once

/// Intrinsics that compute in each lane.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/lanes/lanes.h"

#include <llvm/IR/Instructions.h>

namespace gevo::sim {

/// Emits the family for each scalar of the result, with as many operands of the result's type.
void emitPerScalar(DecoderParts& parts, const llvm::CallInst& call, LaneFamily family, Cost cost, unsigned operands);

/// Minima and maxima of i1. False for other families.
bool decodeMaskIntrinsic(DecoderParts& parts, const llvm::CallInst& call, LaneFamily family);

/// For a line of a table.
template <LaneFamily family, unsigned operands, Cost CostTable::*cost> bool perLane(DecoderParts& parts, const llvm::CallInst& call) {
  const ScalarFields& fields = parts.types.fieldsOf(call.getType());
  if (fields.size() == 1 && fields[0].type.cell == CellKind::Mask && call.arg_size() >= 2) return decodeMaskIntrinsic(parts, call, family);
  emitPerScalar(parts, call, family, parts.costs.*cost, operands);
  return true;
}

} // namespace gevo::sim
