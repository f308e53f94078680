// LLVM's intrinsics on integers.

#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/intrinsics/lane_operations.h"
#include "core/kernel/simulator/decode/variants.h"

namespace gevo::sim {

namespace {

using C = CostTable;
using F = LaneFamily;

bool decodeWithOverflow(DecoderParts& parts, const llvm::CallInst& call, LaneFamily value, LaneFamily overflows) {
  parts.emitter.countInstruction();
  const ScalarType type = parts.types.scalarOf(call.getArgOperand(0));
  const Slot a = parts.values.slotOf(call.getArgOperand(0));
  const Slot b = parts.values.slotOf(call.getArgOperand(1));
  const Slots& results = parts.values.define(call);
  if (parts.function.failed() || results.size() != 2 || type.cell == CellKind::Mask) return false;
  parts.emitter.emit(value, integerVariant(type), type, results[0], {a, b}, parts.costs.arithmetic);
  parts.emitter.emitCompare(overflows, type, results[1], a, b, parts.costs.arithmetic);
  return true;
}

/// A value and whether it overflowed.
template <LaneFamily value, LaneFamily overflows> bool withOverflow(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeWithOverflow(parts, call, value, overflows);
}

bool decodeThreeWay(DecoderParts& parts, const llvm::CallInst& call, LaneFamily less) {
  const ScalarFields& fields = parts.types.fieldsOf(call.getType());
  const ScalarType compared = parts.types.scalarOf(call.getArgOperand(0));
  if (compared.cell == CellKind::Mask || (!fields.empty() && fields[0].type.cell == CellKind::Mask)) return false;
  parts.emitter.countInstruction();
  const Slots& left = parts.values.slotsOf(call.getArgOperand(0));
  const Slots& right = parts.values.slotsOf(call.getArgOperand(1));
  const Slots& results = parts.values.define(call);
  if (parts.function.failed()) return true;
  const Cost cost = parts.costs.arithmetic;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    const unsigned variant = cellVariant(type.cell);
    const Slot isLess = parts.frame.temporary(maskType);
    const Slot isMore = parts.frame.temporary(maskType);
    const Slot one = parts.frame.temporary(type);
    parts.emitter.emitCompare(less, compared, isLess, left[i], right[i], cost);
    parts.emitter.emitCompare(less, compared, isMore, right[i], left[i], cost);
    parts.emitter.emit(F::MaskToInt, variant, type, one, {isMore}, cost);
    const Slot minusOne = parts.frame.constant(type.cell, onesOf(type));
    parts.emitter.emit(F::Select, variant, type, results[i], {minusOne, one, isLess}, cost);
  }
  return true;
}

/// -1, 0 or 1.
template <LaneFamily less> bool threeWay(DecoderParts& parts, const llvm::CallInst& call) { return decodeThreeWay(parts, call, less); }

constexpr Intrinsic table[] = {
    {"llvm.abs", perLane<F::Abs, 1, &C::arithmetic>},
    {"llvm.smin", perLane<F::SMin, 2, &C::arithmetic>},
    {"llvm.smax", perLane<F::SMax, 2, &C::arithmetic>},
    {"llvm.umin", perLane<F::UMin, 2, &C::arithmetic>},
    {"llvm.umax", perLane<F::UMax, 2, &C::arithmetic>},
    {"llvm.scmp", threeWay<F::SLess>},
    {"llvm.ucmp", threeWay<F::ULess>},
    {"llvm.uadd.sat", perLane<F::UAddSat, 2, &C::multiply>},
    {"llvm.usub.sat", perLane<F::USubSat, 2, &C::multiply>},
    {"llvm.sadd.sat", perLane<F::SAddSat, 2, &C::multiply>},
    {"llvm.ssub.sat", perLane<F::SSubSat, 2, &C::multiply>},
    {"llvm.sadd.with.overflow", withOverflow<F::Add, F::SAddOverflow>},
    {"llvm.uadd.with.overflow", withOverflow<F::Add, F::UAddOverflow>},
    {"llvm.ssub.with.overflow", withOverflow<F::Sub, F::SSubOverflow>},
    {"llvm.usub.with.overflow", withOverflow<F::Sub, F::USubOverflow>},
    {"llvm.smul.with.overflow", withOverflow<F::Mul, F::SMulOverflow>},
    {"llvm.umul.with.overflow", withOverflow<F::Mul, F::UMulOverflow>},
    {"llvm.ctpop", perLane<F::PopulationCount, 1, &C::conversion>},
    {"llvm.ctlz", perLane<F::LeadingZeros, 1, &C::conversion>},
    {"llvm.cttz", perLane<F::TrailingZeros, 1, &C::conversion>},
    {"llvm.bitreverse", perLane<F::BitReverse, 1, &C::conversion>},
    {"llvm.bswap", perLane<F::ByteSwap, 1, &C::arithmetic>},
    {"llvm.fshl", perLane<F::FunnelLeft, 3, &C::arithmetic>},
    {"llvm.fshr", perLane<F::FunnelRight, 3, &C::arithmetic>},
};

} // namespace

IntrinsicTable integerIntrinsics() { return table; }

} // namespace gevo::sim
