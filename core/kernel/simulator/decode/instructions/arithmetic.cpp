#include "core/kernel/simulator/decode/instructions/arithmetic.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/division.h"
#include "core/kernel/simulator/decode/variants.h"

#include <utility>

namespace gevo::sim {

namespace {

LaneFamily familyOf(unsigned opcode) {
  using I = llvm::Instruction;
  switch (opcode) {
  case I::Add:
    return LaneFamily::Add;
  case I::Sub:
    return LaneFamily::Sub;
  case I::Mul:
    return LaneFamily::Mul;
  case I::UDiv:
    return LaneFamily::UDiv;
  case I::SDiv:
    return LaneFamily::SDiv;
  case I::URem:
    return LaneFamily::URem;
  case I::SRem:
    return LaneFamily::SRem;
  case I::Shl:
    return LaneFamily::Shl;
  case I::LShr:
    return LaneFamily::LShr;
  case I::AShr:
    return LaneFamily::AShr;
  case I::And:
    return LaneFamily::And;
  case I::Or:
    return LaneFamily::Or;
  case I::Xor:
    return LaneFamily::Xor;
  case I::FAdd:
    return LaneFamily::FAdd;
  case I::FSub:
    return LaneFamily::FSub;
  case I::FMul:
    return LaneFamily::FMul;
  case I::FDiv:
    return LaneFamily::FDiv;
  default:
    return LaneFamily::FRem;
  }
}

/// PTX's div.approx.f32, which is what LLVM makes of a division that may be approximate.
bool isApproximateDivision(const llvm::BinaryOperator& instruction) {
  return instruction.getOpcode() == llvm::Instruction::FDiv && instruction.getType()->getScalarType()->isFloatTy() &&
         instruction.hasApproxFunc();
}

Cost approximateQuotientCost(const CostTable& costs) {
  return {costs.transcendental.issue + costs.arithmetic.issue, costs.transcendental.latency + costs.arithmetic.latency};
}

Cost binaryCost(const CostTable& costs, const llvm::BinaryOperator& instruction, ScalarType type) {
  const bool wide = type.cell == CellKind::Double;
  const unsigned opcode = instruction.getOpcode();
  if (instruction.getType()->isFPOrFPVectorTy()) {
    if (isApproximateDivision(instruction)) return approximateQuotientCost(costs);
    if (opcode == llvm::Instruction::FDiv || opcode == llvm::Instruction::FRem) return wide ? costs.doubleDivide : costs.floatDivide;
    return wide ? costs.doubleArithmetic : costs.arithmetic;
  }
  const bool constantRight = llvm::isa<llvm::Constant>(instruction.getOperand(1));
  switch (opcode) {
  case llvm::Instruction::Mul:
    return wide ? costs.wideMultiply : costs.multiply;
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SDiv:
    return constantRight ? costs.divideByConstant : wide ? costs.wideDivide : costs.divide;
  case llvm::Instruction::URem:
  case llvm::Instruction::SRem:
    return constantRight ? costs.divideByConstant : wide ? costs.wideRemainder : costs.remainder;
  default:
    return wide ? costs.wideArithmetic : costs.arithmetic;
  }
}

/// The lane family that implements a comparison, perhaps with its operands swapped.
struct Comparison {
  LaneFamily family;
  bool isSwapped = false;
};

std::optional<Comparison> comparisonOf(llvm::CmpInst::Predicate predicate) {
  using P = llvm::CmpInst;
  using F = LaneFamily;
  switch (predicate) {
  case P::ICMP_EQ:
    return Comparison{F::Equal};
  case P::ICMP_NE:
    return Comparison{F::NotEqual};
  case P::ICMP_UGT:
    return Comparison{F::ULess, true};
  case P::ICMP_ULT:
    return Comparison{F::ULess};
  case P::ICMP_UGE:
    return Comparison{F::ULessEqual, true};
  case P::ICMP_ULE:
    return Comparison{F::ULessEqual};
  case P::ICMP_SGT:
    return Comparison{F::SLess, true};
  case P::ICMP_SLT:
    return Comparison{F::SLess};
  case P::ICMP_SGE:
    return Comparison{F::SLessEqual, true};
  case P::ICMP_SLE:
    return Comparison{F::SLessEqual};
  case P::FCMP_OEQ:
    return Comparison{F::OrderedEqual};
  case P::FCMP_OGT:
    return Comparison{F::OrderedLess, true};
  case P::FCMP_OLT:
    return Comparison{F::OrderedLess};
  case P::FCMP_OGE:
    return Comparison{F::OrderedLessEqual, true};
  case P::FCMP_OLE:
    return Comparison{F::OrderedLessEqual};
  case P::FCMP_ONE:
    return Comparison{F::OrderedNotEqual};
  case P::FCMP_ORD:
    return Comparison{F::Ordered};
  case P::FCMP_UEQ:
    return Comparison{F::UnorderedEqual};
  case P::FCMP_UGT:
    return Comparison{F::UnorderedLess, true};
  case P::FCMP_ULT:
    return Comparison{F::UnorderedLess};
  case P::FCMP_UGE:
    return Comparison{F::UnorderedLessEqual, true};
  case P::FCMP_ULE:
    return Comparison{F::UnorderedLessEqual};
  case P::FCMP_UNE:
    return Comparison{F::UnorderedNotEqual};
  case P::FCMP_UNO:
    return Comparison{F::Unordered};
  default: // always true or false
    return std::nullopt;
  }
}

void compareMasks(DecoderParts& parts, llvm::CmpInst::Predicate predicate, Slot result, Slot a, Slot b) {
  using P = llvm::CmpInst;
  auto put = [&](LaneFamily family, Slot x, Slot y) { parts.emitter.emit(family, 0, maskType, result, {x, y}, parts.costs.predicate); };
  switch (predicate) { // as signed numbers, true is -1
  case P::ICMP_EQ:
    return put(LaneFamily::MaskEqual, a, b);
  case P::ICMP_NE:
    return put(LaneFamily::MaskXor, a, b);
  case P::ICMP_UGT:
  case P::ICMP_SLT:
    return put(LaneFamily::MaskAndNot, a, b);
  case P::ICMP_ULT:
  case P::ICMP_SGT:
    return put(LaneFamily::MaskAndNot, b, a);
  case P::ICMP_UGE:
  case P::ICMP_SLE:
    return put(LaneFamily::MaskOrNot, a, b);
  default:
    return put(LaneFamily::MaskOrNot, b, a);
  }
}

LaneFamily maskFamilyOf(unsigned opcode) {
  using I = llvm::Instruction;
  switch (opcode) {
  case I::And:
  case I::Mul:
  case I::AShr: // of the value with itself
    return LaneFamily::MaskAnd;
  case I::Or:
    return LaneFamily::MaskOr;
  case I::UDiv:
  case I::SDiv:
    return LaneFamily::MaskOrNot; // x / 0 is all ones
  case I::URem:
  case I::SRem:
  case I::Shl:
  case I::LShr:
    return LaneFamily::MaskAndNot;
  default:
    return LaneFamily::MaskXor;
  }
}

} // namespace

void emitMaskOperation(DecoderParts& parts, unsigned opcode, Slot result, Slot a, Slot b) {
  if (opcode == llvm::Instruction::AShr) b = a; // the sign stays, whatever the amount
  // On the GPU, logic on predicates is mostly part of the comparison that made them.
  parts.emitter.emit(maskFamilyOf(opcode), 0, maskType, result, {a, b}, parts.costs.predicate);
}

void decodeBinary(DecoderParts& parts, const llvm::BinaryOperator& instruction) {
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  const Slots& a = parts.values.slotsOf(instruction.getOperand(0));
  const Slots& b = parts.values.slotsOf(instruction.getOperand(1));
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return;
  const LaneFamily family = isApproximateDivision(instruction) ? LaneFamily::ApproximateQuotient : familyOf(instruction.getOpcode());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    if (type.cell == CellKind::Mask) {
      emitMaskOperation(parts, instruction.getOpcode(), results[i], a[i], b[i]);
      continue;
    }
    const Cost whole = parts.sums.contains(instruction) ? parts.costs.free : binaryCost(parts.costs, instruction, type);
    const Cost cost = scalarCost(whole, type, i);
    if (family == LaneFamily::FDiv)
      emitQuotient(parts, family, scalarVariant(type), type, results[i], a[i], b[i], cost);
    else
      parts.emitter.emit(family, scalarVariant(type), type, results[i], {a[i], b[i]}, cost);
  }
  parts.emitter.countInstruction();
}

void decodeNegation(DecoderParts& parts, const llvm::UnaryOperator& instruction) {
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  const Slots& a = parts.values.slotsOf(instruction.getOperand(0));
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return;
  for (std::size_t i = 0; i < fields.size(); ++i)
    parts.emitter.emit(LaneFamily::FNegate, floatVariant(fields[i].type), fields[i].type, results[i], {a[i]}, parts.costs.free);
  parts.emitter.countInstruction();
}

void decodeComparison(DecoderParts& parts, const llvm::CmpInst& instruction) {
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getOperand(0)->getType());
  const Slots& left = parts.values.slotsOf(instruction.getOperand(0));
  const Slots& right = parts.values.slotsOf(instruction.getOperand(1));
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return;
  const std::optional<Comparison> comparison = comparisonOf(instruction.getPredicate());
  if (!comparison) return parts.function.unsupported(instruction, "a comparison that is always true or false");
  const CostTable& costs = parts.costs;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    if (type.cell == CellKind::Mask) {
      compareMasks(parts, instruction.getPredicate(), results[i], left[i], right[i]);
      continue;
    }
    const Slot a = comparison->isSwapped ? right[i] : left[i];
    const Slot b = comparison->isSwapped ? left[i] : right[i];
    const Cost cost = type.cell == CellKind::Word ? costs.arithmetic : type.floating ? costs.doubleArithmetic : costs.wideArithmetic;
    parts.emitter.emitCompare(comparison->family, type, results[i], a, b, scalarCost(cost, type, i));
  }
  parts.emitter.countInstruction();
}

void decodeSelect(DecoderParts& parts, const llvm::SelectInst& instruction) {
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  const Slots& conditions = parts.values.slotsOf(instruction.getCondition());
  const Slots& a = parts.values.slotsOf(instruction.getTrueValue());
  const Slots& b = parts.values.slotsOf(instruction.getFalseValue());
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return;
  const CostTable& costs = parts.costs;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    const Slot condition = conditions.size() == 1 ? conditions[0] : conditions[i];
    const unsigned variant = cellVariant(type.cell);
    const Cost cost = variant == 0 ? costs.arithmetic : variant == 1 ? costs.wideArithmetic : costs.predicate;
    parts.emitter.emit(LaneFamily::Select, variant, type, results[i], {a[i], b[i], condition}, scalarCost(cost, type, i));
  }
  parts.emitter.countInstruction();
}

} // namespace gevo::sim
