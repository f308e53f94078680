#include "core/kernel/simulator/decode/undefined/poison_flags.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/variants.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace gevo::sim {

namespace {

std::uint64_t signBit(ScalarType type) { return 1ULL << (type.bits - 1); }

struct OverflowPair {
  LaneFamily isSigned;
  LaneFamily isUnsigned;
};

std::optional<OverflowPair> overflowOf(unsigned opcode) {
  switch (opcode) {
  case llvm::Instruction::Add:
    return OverflowPair{LaneFamily::SAddOverflow, LaneFamily::UAddOverflow};
  case llvm::Instruction::Sub:
    return OverflowPair{LaneFamily::SSubOverflow, LaneFamily::USubOverflow};
  case llvm::Instruction::Mul:
    return OverflowPair{LaneFamily::SMulOverflow, LaneFamily::UMulOverflow};
  default:
    return std::nullopt;
  }
}

Slot compareUntimed(DecoderParts& parts, LaneFamily family, ScalarType type, Slot a, Slot b) {
  const Slot result = parts.frame.allocate(maskType);
  parts.emitter.emitUntimed(family, scalarVariant(type), type, result, {a, b}).cell = CellKind::Mask;
  return result;
}

Slot computeUntimed(DecoderParts& parts, LaneFamily family, ScalarType type, Slot a, Slot b) {
  const Slot result = parts.frame.temporary(type);
  parts.emitter.emitUntimed(family, integerVariant(type), type, result, {a, b}).keepInactive = false;
  return result;
}

/// The value fits the narrower type: unsigned it is below 2^n; signed it is so after adding 2^(n-1).
Slots poisonOfTruncation(DecoderParts& parts, const llvm::TruncInst& instruction, ScalarType type, Slot a) {
  Slots violated;
  const unsigned bits = instruction.getType()->getScalarSizeInBits();
  auto exceeds = [&](Slot value) {
    return compareUntimed(parts, LaneFamily::ULess, type, parts.frame.constant(type.cell, (1ULL << bits) - 1), value);
  };
  if (instruction.hasNoUnsignedWrap()) violated.push_back(exceeds(a));
  if (instruction.hasNoSignedWrap())
    violated.push_back(exceeds(computeUntimed(parts, LaneFamily::Add, type, a, parts.frame.constant(type.cell, 1ULL << (bits - 1)))));
  return violated;
}

/// True where the value, truncated to an integer, is within the target's range; false for NaN.
Slots poisonOfConversion(DecoderParts& parts, const llvm::CastInst& instruction, ScalarType type, Slot a) {
  const unsigned bits = instruction.getType()->getScalarSizeInBits();
  const bool isSigned = instruction.getOpcode() == llvm::Instruction::FPToSI;
  const llvm::fltSemantics& semantics = type.bits == 64 ? llvm::APFloat::IEEEdouble() : llvm::APFloat::IEEEsingle();
  auto slotFor = [&](const llvm::APFloat& value) { return parts.frame.constant(type.cell, value.bitcastToAPInt().getZExtValue()); };
  auto powerOfTwo = [&](unsigned exponent) { return llvm::scalbn(llvm::APFloat(semantics, 1), static_cast<int>(exponent), {}); };
  const llvm::APFloat above = powerOfTwo(isSigned ? bits - 1 : bits); // the first that is too large
  // The largest value that is too small; where it can't be distinguished from the smallest that fits, the latter.
  llvm::APFloat below = isSigned ? powerOfTwo(bits - 1) : llvm::APFloat::getZero(semantics);
  if (isSigned) below.changeSign();
  llvm::APFloat smaller = below;
  const bool exact = smaller.subtract(llvm::APFloat(semantics, 1), llvm::APFloat::rmTowardNegative) == llvm::APFloat::opOK;
  if (exact) below = smaller;
  return {compareUntimed(parts, LaneFamily::UnorderedLessEqual, type, slotFor(above), a),
          compareUntimed(parts, exact ? LaneFamily::UnorderedLessEqual : LaneFamily::UnorderedLess, type, a, slotFor(below))};
}

Slots poisonOfScalar(DecoderParts& parts, const llvm::Instruction& instruction, ScalarType type, Slot a, Slot b, Slot result) {
  using I = llvm::Instruction;
  Slots violated;
  auto constant = [&](std::uint64_t value) { return parts.frame.constant(type.cell, value); };
  auto computed = [&](LaneFamily family, Slot x, Slot y) { return computeUntimed(parts, family, type, x, y); };
  auto violatedWhere = [&](LaneFamily family, Slot x, Slot y) { violated.push_back(compareUntimed(parts, family, type, x, y)); };
  if (const auto overflow = overflowOf(instruction.getOpcode())) {
    if (instruction.hasNoSignedWrap()) violatedWhere(overflow->isSigned, a, b);
    if (instruction.hasNoUnsignedWrap()) violatedWhere(overflow->isUnsigned, a, b);
    return violated;
  }
  switch (instruction.getOpcode()) {
  case I::Shl:
    if (instruction.hasNoSignedWrap()) violatedWhere(LaneFamily::NotEqual, computed(LaneFamily::AShr, result, b), a);
    if (instruction.hasNoUnsignedWrap()) violatedWhere(LaneFamily::NotEqual, computed(LaneFamily::LShr, result, b), a);
    violatedWhere(LaneFamily::ULessEqual, constant(type.bits), b);
    break;
  case I::LShr:
  case I::AShr:
    if (instruction.isExact()) violatedWhere(LaneFamily::NotEqual, computed(LaneFamily::Shl, result, b), a);
    violatedWhere(LaneFamily::ULessEqual, constant(type.bits), b);
    break;
  case I::UDiv:
  case I::SDiv: // exact
    violatedWhere(LaneFamily::NotEqual, computed(LaneFamily::Mul, result, b), a);
    break;
  case I::Or: // disjoint
    violatedWhere(LaneFamily::NotEqual, computed(LaneFamily::And, a, b), constant(0));
    break;
  case I::ZExt:
  case I::UIToFP: // nneg
    violatedWhere(LaneFamily::SLess, a, constant(0));
    break;
  case I::ICmp: // samesign
    violatedWhere(LaneFamily::SLess, computed(LaneFamily::Xor, a, b), constant(0));
    break;
  case I::Trunc:
    return poisonOfTruncation(parts, llvm::cast<llvm::TruncInst>(instruction), type, a);
  case I::FPToSI:
  case I::FPToUI:
    return poisonOfConversion(parts, llvm::cast<llvm::CastInst>(instruction), type, a);
  case I::Call: // of abs, ctlz or cttz
    violatedWhere(LaneFamily::Equal, a,
                  constant(llvm::cast<llvm::CallInst>(instruction).getIntrinsicID() == llvm::Intrinsic::abs ? signBit(type) : 0));
    break;
  default:
    break;
  }
  return violated;
}

/// inbounds: an address that is made from a pointer into an allocation stays in it, or at its end.
Slot outsideObject(DecoderParts& parts, const llvm::GetElementPtrInst& instruction) {
  const Slot base = parts.values.slotOf(instruction.getPointerOperand());
  const Slot result = parts.values.slotOf(&instruction);
  if (base == result) return parts.undefined.none();
  Op op;
  op.kind = OpKind::OutsideObject;
  op.result = parts.frame.allocate(maskType);
  op.a = base;
  op.b = result;
  op.extra = instruction.getPointerAddressSpace();
  return parts.emitter.emitUntimed(op).result;
}

void reportDivision(DecoderParts& parts, const llvm::Instruction& division, bool isSigned) {
  const ScalarFields& fields = parts.types.fieldsOf(division.getType());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    if (type.cell == CellKind::Mask) continue;
    const Slot a = parts.values.slotsOf(division.getOperand(0))[i];
    const Slot b = parts.values.slotsOf(division.getOperand(1))[i];
    parts.undefined.report(compareUntimed(parts, LaneFamily::Equal, type, b, parts.frame.constant(type.cell, 0)), UndefinedUse::Division);
    if (!isSigned) continue;
    const Slot tooLarge = parts.frame.allocate(maskType);
    parts.emitter.emitUntimed(LaneFamily::MaskAnd, 0, maskType, tooLarge,
                              {compareUntimed(parts, LaneFamily::Equal, type, a, parts.frame.constant(type.cell, signBit(type))),
                               compareUntimed(parts, LaneFamily::Equal, type, b, parts.frame.constant(type.cell, onesOf(type)))});
    parts.undefined.report(tooLarge, UndefinedUse::Division);
  }
}

void reportAssumption(DecoderParts& parts, const llvm::Value* condition) {
  const Slot violated = parts.frame.allocate(maskType);
  parts.emitter.emitUntimed(LaneFamily::MaskXor, 0, maskType, violated,
                            {parts.values.slotOf(condition), parts.frame.constant(CellKind::Mask, 1)});
  parts.undefined.report(violated, UndefinedUse::Assumption);
  parts.undefined.requireDefined(condition, UndefinedUse::Assumption);
}

} // namespace

bool hasPreconditions(const llvm::Instruction& instruction) {
  using I = llvm::Instruction;
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return address->isInBounds();
  switch (instruction.getOpcode()) {
  case I::Add:
  case I::Sub:
  case I::Mul:
    return instruction.hasNoSignedWrap() || instruction.hasNoUnsignedWrap();
  case I::Shl:
  case I::LShr:
  case I::AShr:
  case I::FPToSI:
  case I::FPToUI:
    return true;
  case I::Or:
    return llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint();
  case I::UDiv:
  case I::SDiv:
    return instruction.isExact();
  case I::Trunc:
    return instruction.hasNoSignedWrap() || instruction.hasNoUnsignedWrap();
  case I::ZExt:
  case I::UIToFP:
    return instruction.hasNonNeg();
  case I::ICmp:
    return llvm::cast<llvm::ICmpInst>(instruction).hasSameSign();
  default:
    break;
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call) return false;
  const llvm::Intrinsic::ID id = call->getIntrinsicID();
  return (id == llvm::Intrinsic::abs || id == llvm::Intrinsic::ctlz || id == llvm::Intrinsic::cttz) &&
         llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->isOne();
}

Slots poisonMasks(DecoderParts& parts, const llvm::Instruction& instruction) {
  if (!hasPreconditions(instruction)) return {};
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return {outsideObject(parts, *address)};
  const ScalarFields& operands = parts.types.fieldsOf(instruction.getOperand(0)->getType());
  Slots violated;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const ScalarType type = operands[i].type;
    const bool isFolded = parts.extensions.contains(&instruction); // has no value of its own
    if (type.cell == CellKind::Mask || (type.floating && type.bits == 16)) {
      violated.push_back(parts.undefined.none());
      continue;
    }
    const Slot a = parts.values.slotsOf(instruction.getOperand(0))[i];
    const Slot result = isFolded ? a : parts.values.slotsOf(&instruction)[i];
    const Slot b = instruction.getNumOperands() > 1 && instruction.getOperand(1)->getType() == instruction.getOperand(0)->getType()
                       ? parts.values.slotsOf(instruction.getOperand(1))[i]
                       : a;
    violated.push_back(parts.undefined.anyOf(poisonOfScalar(parts, instruction, type, a, b, result)));
  }
  return violated;
}

void reportUndefinedBehaviour(DecoderParts& parts, const llvm::Instruction& instruction) {
  using I = llvm::Instruction;
  switch (instruction.getOpcode()) {
  case I::UDiv:
  case I::URem:
    return reportDivision(parts, instruction, false);
  case I::SDiv:
  case I::SRem:
    return reportDivision(parts, instruction, true);
  default:
    if (const auto* assumption = llvm::dyn_cast<llvm::AssumeInst>(&instruction)) reportAssumption(parts, assumption->getArgOperand(0));
  }
}

} // namespace gevo::sim
