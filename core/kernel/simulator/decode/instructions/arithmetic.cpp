#include "core/kernel/simulator/decode/function_decoder.h"

#include <bit>

namespace gevo::sim {

namespace {

struct BinaryForm {
  LaneFamily family;
  bool floating;
};

BinaryForm formOf(unsigned opcode) {
  using I = llvm::Instruction;
  switch (opcode) {
  case I::Add:
    return {LaneFamily::Add, false};
  case I::Sub:
    return {LaneFamily::Sub, false};
  case I::Mul:
    return {LaneFamily::Mul, false};
  case I::UDiv:
    return {LaneFamily::UDiv, false};
  case I::SDiv:
    return {LaneFamily::SDiv, false};
  case I::URem:
    return {LaneFamily::URem, false};
  case I::SRem:
    return {LaneFamily::SRem, false};
  case I::Shl:
    return {LaneFamily::Shl, false};
  case I::LShr:
    return {LaneFamily::LShr, false};
  case I::AShr:
    return {LaneFamily::AShr, false};
  case I::And:
    return {LaneFamily::And, false};
  case I::Or:
    return {LaneFamily::Or, false};
  case I::Xor:
    return {LaneFamily::Xor, false};
  case I::FAdd:
    return {LaneFamily::FAdd, true};
  case I::FSub:
    return {LaneFamily::FSub, true};
  case I::FMul:
    return {LaneFamily::FMul, true};
  case I::FDiv:
    return {LaneFamily::FDiv, true};
  default:
    return {LaneFamily::FRem, true};
  }
}

} // namespace

Cost FunctionDecoder::binaryCost(const llvm::BinaryOperator& instruction, ScalarType type) const {
  const CostTable& costs = function_.kernel.model.costs;
  const bool wide = type.cell == CellKind::Double;
  const unsigned opcode = instruction.getOpcode();
  if (instruction.getType()->isFPOrFPVectorTy()) {
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

void FunctionDecoder::decodeBinary(const llvm::BinaryOperator& instruction) {
  const ScalarFields& fields = types_.fieldsOf(instruction.getType());
  const Slots& a = values_.slotsOf(instruction.getOperand(0));
  const Slots& b = values_.slotsOf(instruction.getOperand(1));
  const Slots& results = values_.define(instruction);
  if (function_.failed()) return;
  const BinaryForm form = formOf(instruction.getOpcode());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    if (type.cell == CellKind::Mask)
      maskBinary(instruction.getOpcode(), results[i], a[i], b[i]);
    else
      emitter_.emit(form.family, form.floating ? floatVariant(type) : integerVariant(type), type, results[i], {a[i], b[i]},
                    scalarCost(binaryCost(instruction, type), type, i));
  }
  emitter_.countInstruction();
}

void FunctionDecoder::maskBinary(unsigned opcode, Slot result, Slot a, Slot b) {
  using I = llvm::Instruction;
  LaneFamily family = LaneFamily::MaskXor;
  switch (opcode) {
  case I::And:
  case I::Mul:
    family = LaneFamily::MaskAnd;
    break;
  case I::Or:
    family = LaneFamily::MaskOr;
    break;
  case I::UDiv:
  case I::SDiv:
    family = LaneFamily::MaskOrNot;
    break; // x / 0 is all ones
  case I::URem:
  case I::SRem:
  case I::Shl:
  case I::LShr:
    family = LaneFamily::MaskAndNot;
    break;
  case I::AShr:
    b = a;
    family = LaneFamily::MaskAnd;
    break;
  default:
    break;
  }
  // Logic on predicates mostly rides on the comparison that made them.
  emitter_.emit(family, 0, maskType, result, {a, b}, function_.kernel.model.costs.predicate);
}

void FunctionDecoder::decodeNegate(const llvm::UnaryOperator& instruction) {
  const ScalarFields& fields = types_.fieldsOf(instruction.getType());
  const Slots& a = values_.slotsOf(instruction.getOperand(0));
  const Slots& results = values_.define(instruction);
  if (function_.failed()) return;
  for (std::size_t i = 0; i < fields.size(); ++i)
    emitter_.emit(LaneFamily::FNegate, floatVariant(fields[i].type), fields[i].type, results[i], {a[i]}, function_.kernel.model.costs.free);
  emitter_.countInstruction();
}

void FunctionDecoder::decodeCompare(const llvm::CmpInst& instruction) {
  using P = llvm::CmpInst;
  const ScalarFields& fields = types_.fieldsOf(instruction.getOperand(0)->getType());
  const Slots& left = values_.slotsOf(instruction.getOperand(0));
  const Slots& right = values_.slotsOf(instruction.getOperand(1));
  const Slots& results = values_.define(instruction);
  if (function_.failed()) return;
  LaneFamily family = LaneFamily::Equal;
  bool swapped = false;
  switch (instruction.getPredicate()) {
  case P::ICMP_EQ:
    family = LaneFamily::Equal;
    break;
  case P::ICMP_NE:
    family = LaneFamily::NotEqual;
    break;
  case P::ICMP_UGT:
    swapped = true;
    [[fallthrough]];
  case P::ICMP_ULT:
    family = LaneFamily::ULess;
    break;
  case P::ICMP_UGE:
    swapped = true;
    [[fallthrough]];
  case P::ICMP_ULE:
    family = LaneFamily::ULessEqual;
    break;
  case P::ICMP_SGT:
    swapped = true;
    [[fallthrough]];
  case P::ICMP_SLT:
    family = LaneFamily::SLess;
    break;
  case P::ICMP_SGE:
    swapped = true;
    [[fallthrough]];
  case P::ICMP_SLE:
    family = LaneFamily::SLessEqual;
    break;
  case P::FCMP_OEQ:
    family = LaneFamily::OrderedEqual;
    break;
  case P::FCMP_OGT:
    swapped = true;
    [[fallthrough]];
  case P::FCMP_OLT:
    family = LaneFamily::OrderedLess;
    break;
  case P::FCMP_OGE:
    swapped = true;
    [[fallthrough]];
  case P::FCMP_OLE:
    family = LaneFamily::OrderedLessEqual;
    break;
  case P::FCMP_ONE:
    family = LaneFamily::OrderedNotEqual;
    break;
  case P::FCMP_ORD:
    family = LaneFamily::Ordered;
    break;
  case P::FCMP_UEQ:
    family = LaneFamily::UnorderedEqual;
    break;
  case P::FCMP_UGT:
    swapped = true;
    [[fallthrough]];
  case P::FCMP_ULT:
    family = LaneFamily::UnorderedLess;
    break;
  case P::FCMP_UGE:
    swapped = true;
    [[fallthrough]];
  case P::FCMP_ULE:
    family = LaneFamily::UnorderedLessEqual;
    break;
  case P::FCMP_UNE:
    family = LaneFamily::UnorderedNotEqual;
    break;
  case P::FCMP_UNO:
    family = LaneFamily::Unordered;
    break;
  default:
    return function_.unsupported(instruction, "a comparison that is always true or false");
  }
  const CostTable& costs = function_.kernel.model.costs;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    const Slot a = swapped ? right[i] : left[i];
    const Slot b = swapped ? left[i] : right[i];
    if (type.cell == CellKind::Mask) {
      maskCompare(instruction.getPredicate(), results[i], left[i], right[i]);
      continue;
    }
    const Cost cost = type.cell == CellKind::Word ? costs.arithmetic : type.floating ? costs.doubleArithmetic : costs.wideArithmetic;
    Op& op = emitter_.emit(family, type.floating ? floatVariant(type) : integerVariant(type), type, results[i], {a, b},
                           scalarCost(cost, type, i));
    op.cell = CellKind::Mask;
  }
  emitter_.countInstruction();
}

void FunctionDecoder::maskCompare(llvm::CmpInst::Predicate predicate, Slot result, Slot a, Slot b) {
  using P = llvm::CmpInst;
  auto put = [&](LaneFamily family, Slot x, Slot y) {
    emitter_.emit(family, 0, maskType, result, {x, y}, function_.kernel.model.costs.predicate);
  };
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

void FunctionDecoder::decodeSelect(const llvm::SelectInst& instruction) {
  const ScalarFields& fields = types_.fieldsOf(instruction.getType());
  const Slots& conditions = values_.slotsOf(instruction.getCondition());
  const Slots& a = values_.slotsOf(instruction.getTrueValue());
  const Slots& b = values_.slotsOf(instruction.getFalseValue());
  const Slots& results = values_.define(instruction);
  if (function_.failed()) return;
  const CostTable& costs = function_.kernel.model.costs;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    const Slot condition = conditions.size() == 1 ? conditions[0] : conditions[i];
    const unsigned variant = type.cell == CellKind::Word ? 0 : type.cell == CellKind::Double ? 1 : 2;
    const Cost cost = variant == 0 ? costs.arithmetic : variant == 1 ? costs.wideArithmetic : costs.predicate;
    emitter_.emit(LaneFamily::Select, variant, type, results[i], {a[i], b[i], condition}, scalarCost(cost, type, i));
  }
  emitter_.countInstruction();
}

} // namespace gevo::sim
