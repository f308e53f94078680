#include "core/kernel/simulator/decode/function_decoder.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/IR/Intrinsics.h>

namespace gevo::sim {

// What an instruction promises and the compiler may rest on: a lane that breaks it has an undefined result. Only with Detail::PoisonFlags.

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

} // namespace

Slot FunctionDecoder::compareAside(LaneFamily family, ScalarType type, Slot a, Slot b) {
  const Slot result = frame_.allocate(maskType);
  emitter_.emitUntimed(family, type.floating ? floatVariant(type) : integerVariant(type), type, result, {a, b}).cell = CellKind::Mask;
  return result;
}

Slot FunctionDecoder::computeAside(LaneFamily family, ScalarType type, Slot a, Slot b) {
  const Slot result = frame_.temporary(type);
  emitter_.emitUntimed(family, integerVariant(type), type, result, {a, b}).keepInactive = false;
  return result;
}

Slots FunctionDecoder::brokenPromises(const llvm::Instruction& instruction) {
  if (!promises(instruction)) return {};
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return {outsideObject(*address)};
  const ScalarFields& operands = types_.fieldsOf(instruction.getOperand(0)->getType());
  Slots broken;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const ScalarType type = operands[i].type;
    const bool isFolded = extensions_.contains(&instruction); // has no value of its own
    if (type.cell == CellKind::Mask || (type.floating && type.bits == 16)) {
      broken.push_back(defined());
      continue;
    }
    const Slot a = values_.slotsOf(instruction.getOperand(0))[i];
    const Slot result = isFolded ? a : values_.slotsOf(&instruction)[i];
    const Slot b = instruction.getNumOperands() > 1 && instruction.getOperand(1)->getType() == instruction.getOperand(0)->getType()
                       ? values_.slotsOf(instruction.getOperand(1))[i]
                       : a;
    broken.push_back(anyOf(brokenByScalar(instruction, type, a, b, result)));
  }
  return broken;
}

Slots FunctionDecoder::brokenByScalar(const llvm::Instruction& instruction, ScalarType type, Slot a, Slot b, Slot result) {
  using I = llvm::Instruction;
  Slots broken;
  auto constant = [&](std::uint64_t value) { return frame_.constant(type.cell, value); };
  if (const auto overflow = overflowOf(instruction.getOpcode())) {
    if (instruction.hasNoSignedWrap()) broken.push_back(compareAside(overflow->isSigned, type, a, b));
    if (instruction.hasNoUnsignedWrap()) broken.push_back(compareAside(overflow->isUnsigned, type, a, b));
    return broken;
  }
  switch (instruction.getOpcode()) {
  case I::Shl:
    if (instruction.hasNoSignedWrap())
      broken.push_back(compareAside(LaneFamily::NotEqual, type, computeAside(LaneFamily::AShr, type, result, b), a));
    if (instruction.hasNoUnsignedWrap())
      broken.push_back(compareAside(LaneFamily::NotEqual, type, computeAside(LaneFamily::LShr, type, result, b), a));
    broken.push_back(compareAside(LaneFamily::ULessEqual, type, constant(type.bits), b));
    break;
  case I::LShr:
  case I::AShr:
    if (instruction.isExact())
      broken.push_back(compareAside(LaneFamily::NotEqual, type, computeAside(LaneFamily::Shl, type, result, b), a));
    broken.push_back(compareAside(LaneFamily::ULessEqual, type, constant(type.bits), b));
    break;
  case I::UDiv:
  case I::SDiv: // exact
    broken.push_back(compareAside(LaneFamily::NotEqual, type, computeAside(LaneFamily::Mul, type, result, b), a));
    break;
  case I::Or: // disjoint
    broken.push_back(compareAside(LaneFamily::NotEqual, type, computeAside(LaneFamily::And, type, a, b), constant(0)));
    break;
  case I::ZExt:
  case I::UIToFP: // not negative
    broken.push_back(compareAside(LaneFamily::SLess, type, a, constant(0)));
    break;
  case I::ICmp: // same sign
    broken.push_back(compareAside(LaneFamily::SLess, type, computeAside(LaneFamily::Xor, type, a, b), constant(0)));
    break;
  case I::Trunc:
    return brokenTruncation(llvm::cast<llvm::TruncInst>(instruction), type, a);
  case I::FPToSI:
  case I::FPToUI:
    return brokenConversion(llvm::cast<llvm::CastInst>(instruction), type, a);
  case I::Call: // of abs, ctlz or cttz
    broken.push_back(
        compareAside(LaneFamily::Equal, type, a,
                     constant(llvm::cast<llvm::CallInst>(instruction).getIntrinsicID() == llvm::Intrinsic::abs ? signBit(type) : 0)));
    break;
  default:
    break;
  }
  return broken;
}

/// The value fits the narrower type: without a sign it is below 2^n, with one below 2^(n-1) after adding that.
Slots FunctionDecoder::brokenTruncation(const llvm::TruncInst& instruction, ScalarType type, Slot a) {
  Slots broken;
  const unsigned bits = instruction.getType()->getScalarSizeInBits();
  auto exceeds = [&](Slot value) { return compareAside(LaneFamily::ULess, type, frame_.constant(type.cell, (1ULL << bits) - 1), value); };
  if (instruction.hasNoUnsignedWrap()) broken.push_back(exceeds(a));
  if (instruction.hasNoSignedWrap())
    broken.push_back(exceeds(computeAside(LaneFamily::Add, type, a, frame_.constant(type.cell, 1ULL << (bits - 1)))));
  return broken;
}

/// Truncated to an integer, the value lies within the target's range; so does NaN nowhere.
Slots FunctionDecoder::brokenConversion(const llvm::CastInst& instruction, ScalarType type, Slot a) {
  const unsigned bits = instruction.getType()->getScalarSizeInBits();
  const bool isSigned = instruction.getOpcode() == llvm::Instruction::FPToSI;
  const llvm::fltSemantics& semantics = type.bits == 64 ? llvm::APFloat::IEEEdouble() : llvm::APFloat::IEEEsingle();
  auto slotFor = [&](const llvm::APFloat& value) { return frame_.constant(type.cell, value.bitcastToAPInt().getZExtValue()); };
  auto powerOfTwo = [&](unsigned exponent) { return llvm::scalbn(llvm::APFloat(semantics, 1), static_cast<int>(exponent), {}); };
  const llvm::APFloat above = powerOfTwo(isSigned ? bits - 1 : bits); // the first that is too large
  // The last that is too small; where that can't be told from the smallest that fits, this one.
  llvm::APFloat below = isSigned ? powerOfTwo(bits - 1) : llvm::APFloat::getZero(semantics);
  if (isSigned) below.changeSign();
  llvm::APFloat smaller = below;
  const bool exact = smaller.subtract(llvm::APFloat(semantics, 1), llvm::APFloat::rmTowardNegative) == llvm::APFloat::opOK;
  if (exact) below = smaller;
  return {compareAside(LaneFamily::UnorderedLessEqual, type, slotFor(above), a),
          compareAside(exact ? LaneFamily::UnorderedLessEqual : LaneFamily::UnorderedLess, type, a, slotFor(below))};
}

/// An address that is made from a pointer into an allocation stays in it, or at its end.
Slot FunctionDecoder::outsideObject(const llvm::GetElementPtrInst& instruction) {
  const Slot base = values_.slotOf(instruction.getPointerOperand());
  const Slot result = values_.slotOf(&instruction);
  if (base == result) return defined();
  Op op;
  op.kind = OpKind::OutsideObject;
  op.result = frame_.allocate(maskType);
  op.a = base;
  op.b = result;
  op.extra = instruction.getPointerAddressSpace();
  return emitter_.emitUntimed(op).result;
}

/// What must never happen at all: a division by zero or one whose result is too large, and an assumption that does not hold.
void FunctionDecoder::noteBrokenRules(const llvm::Instruction& instruction) {
  using I = llvm::Instruction;
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    if (call->getIntrinsicID() != llvm::Intrinsic::assume) return;
    const Slot broken = frame_.allocate(maskType);
    emitter_.emitUntimed(LaneFamily::MaskXor, 0, maskType, broken,
                         {values_.slotOf(call->getArgOperand(0)), frame_.constant(CellKind::Mask, 1)});
    note(broken, UndefinedUse::Assumption);
    return requireDefined(call->getArgOperand(0), UndefinedUse::Assumption);
  }
  const unsigned opcode = instruction.getOpcode();
  const bool isSigned = opcode == I::SDiv || opcode == I::SRem;
  if (!isSigned && opcode != I::UDiv && opcode != I::URem) return;
  const ScalarFields& fields = types_.fieldsOf(instruction.getType());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    if (type.cell == CellKind::Mask) continue;
    const Slot a = values_.slotsOf(instruction.getOperand(0))[i];
    const Slot b = values_.slotsOf(instruction.getOperand(1))[i];
    note(compareAside(LaneFamily::Equal, type, b, frame_.constant(type.cell, 0)), UndefinedUse::Division);
    if (!isSigned) continue;
    const std::uint64_t ones = type.bits == 64 ? ~0ULL : (1ULL << type.bits) - 1;
    const Slot tooLarge = frame_.allocate(maskType);
    emitter_.emitUntimed(LaneFamily::MaskAnd, 0, maskType, tooLarge,
                         {compareAside(LaneFamily::Equal, type, a, frame_.constant(type.cell, signBit(type))),
                          compareAside(LaneFamily::Equal, type, b, frame_.constant(type.cell, ones))});
    note(tooLarge, UndefinedUse::Division);
  }
}

} // namespace gevo::sim
