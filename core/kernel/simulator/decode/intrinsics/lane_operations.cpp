#include "core/kernel/simulator/decode/intrinsics/lane_operations.h"

#include "core/kernel/simulator/decode/instructions/arithmetic.h"
#include "core/kernel/simulator/decode/variants.h"

#include <algorithm>
#include <array>

namespace gevo::sim {

namespace {

/// Of 64 bits everything takes longer.
Cost costFor(const CostTable& costs, Cost cost, ScalarType type) {
  if (type.cell != CellKind::Double) return cost;
  if (type.floating && cost.latency > costs.arithmetic.latency) return costs.doubleDivide;
  const Cost slow = type.floating ? costs.doubleArithmetic : costs.wideArithmetic;
  return {std::max(cost.issue, slow.issue), std::max(cost.latency, slow.latency)};
}

} // namespace

void emitPerScalar(DecoderParts& parts, const llvm::CallInst& call, LaneFamily family, Cost cost, unsigned operands) {
  parts.emitter.countInstruction();
  const ScalarFields& fields = parts.types.fieldsOf(call.getType());
  std::array<const Slots*, 3> sources{};
  for (unsigned i = 0; i < operands; ++i) sources[i] = &parts.values.slotsOf(call.getArgOperand(i));
  const Slots& results = parts.values.define(call);
  if (parts.function.failed()) return;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    if (type.cell == CellKind::Mask) return parts.function.unsupported(call, "this intrinsic on i1");
    const Cost own = scalarCost(costFor(parts.costs, cost, type), type, i);
    const unsigned variant = scalarVariant(type);
    if (operands == 1)
      parts.emitter.emit(family, variant, type, results[i], {(*sources[0])[i]}, own);
    else if (operands == 2)
      parts.emitter.emit(family, variant, type, results[i], {(*sources[0])[i], (*sources[1])[i]}, own);
    else
      parts.emitter.emit(family, variant, type, results[i], {(*sources[0])[i], (*sources[1])[i], (*sources[2])[i]}, own);
  }
}

bool decodeMaskIntrinsic(DecoderParts& parts, const llvm::CallInst& call, LaneFamily family) {
  const bool isAnd = family == LaneFamily::UMin || family == LaneFamily::SMax; // as a signed number, true is -1
  if (!isAnd && family != LaneFamily::UMax && family != LaneFamily::SMin) return false;
  parts.emitter.countInstruction();
  const Slot a = parts.values.slotOf(call.getArgOperand(0));
  const Slot b = parts.values.slotOf(call.getArgOperand(1));
  emitMaskOperation(parts, isAnd ? llvm::Instruction::And : llvm::Instruction::Or, parts.values.define(call).front(), a, b);
  return true;
}

} // namespace gevo::sim
