// Logic, shifts, fields of bits and bytes.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

/// An integer type without lanes, or a predicate.
Type takeBits(Translation& t) {
  const Type type = t.takeType();
  if (type.isFloating() || type.lanes != 1) t.markUnsupported();
  return type;
}

void conjunction(Translation& t) {
  const Type type = takeBits(t);
  t.out(0, t.ir().CreateAnd(t.in(1, type), t.in(2, type)));
}
void disjunction(Translation& t) {
  const Type type = takeBits(t);
  t.out(0, t.ir().CreateOr(t.in(1, type), t.in(2, type)));
}
void difference(Translation& t) {
  const Type type = takeBits(t);
  t.out(0, t.ir().CreateXor(t.in(1, type), t.in(2, type)));
}
void complement(Translation& t) {
  const Type type = takeBits(t);
  t.out(0, t.ir().CreateNot(t.in(1, type)));
}
void logicalNot(Translation& t) {
  const Type type = takeBits(t);
  t.out(0, t.ir().CreateZExt(t.ir().CreateIsNull(t.in(1, type)), type.in(t.ir().getContext())));
}

/// Any function of three bits by its truth table, split by the first input into functions of the other two.
void threeInputLogic(Translation& t) {
  const Type type = takeBits(t);
  const Operand& tableOperand = t.operand(4);
  const auto* table = llvm::dyn_cast<llvm::ConstantInt>(t.read(tableOperand, wordType));
  if (!table) return t.markUnsupported();
  Value* inputs[] = {t.in(1, type), t.in(2, type), t.in(3, type)};
  Builder& ir = t.ir();
  const std::uint64_t truth = table->getZExtValue() & 0xff;
  // A function of the second and third input, by its four-bit truth table.
  const auto ofTwo = [&](std::uint64_t four) -> Value* {
    Value *b = inputs[1], *c = inputs[2];
    Value* whereFalse = (four & 3) == 0   ? t.constant(type, 0)
                        : (four & 3) == 3 ? t.constant(type, ~0ULL)
                        : (four & 3) == 2 ? c
                                          : ir.CreateNot(c);
    Value* whereTrue = (four >> 2) == 0   ? t.constant(type, 0)
                       : (four >> 2) == 3 ? t.constant(type, ~0ULL)
                       : (four >> 2) == 2 ? c
                                          : ir.CreateNot(c);
    if ((four & 3) == (four >> 2)) return whereFalse;
    if ((four & 3) == (~(four >> 2) & 3)) return ir.CreateXor(b, whereFalse); // complements of each other
    return ir.CreateOr(ir.CreateAnd(b, whereTrue), ir.CreateAnd(ir.CreateNot(b), whereFalse));
  };
  const std::uint64_t low = truth & 15, high = truth >> 4;
  if (low == high) return t.out(0, ofTwo(low));
  if (low == (~high & 15)) return t.out(0, ir.CreateXor(inputs[0], ofTwo(low)));
  t.out(0, ir.CreateOr(ir.CreateAnd(inputs[0], ofTwo(high)), ir.CreateAnd(ir.CreateNot(inputs[0]), ofTwo(low))));
}

/// PTX clamps the amount to the width; the back end recognises these forms.
void shiftLeft(Translation& t) {
  const Type type = takeBits(t);
  Value* value = t.in(1, type);
  Value* count = t.in(2, wordType);
  Value* amount = t.ir().CreateZExtOrTrunc(count, value->getType());
  Value* isInside = t.ir().CreateICmpULT(count, t.ir().getInt32(type.bits));
  t.out(0, t.ir().CreateSelect(isInside, t.ir().CreateShl(value, amount), t.constant(type, 0)));
}

void shiftRight(Translation& t) {
  const Type type = takeBits(t);
  Value* value = t.in(1, type);
  Value* count = t.in(2, wordType);
  Value* isInside = t.ir().CreateICmpULT(count, t.ir().getInt32(type.bits));
  if (type.isSigned()) {
    Value* amount = t.ir().CreateSelect(isInside, count, t.ir().getInt32(type.bits - 1));
    return t.out(0, t.ir().CreateAShr(value, t.ir().CreateZExtOrTrunc(amount, value->getType())), true);
  }
  Value* amount = t.ir().CreateZExtOrTrunc(count, value->getType());
  t.out(0, t.ir().CreateSelect(isInside, t.ir().CreateLShr(value, amount), t.constant(type, 0)));
}

void funnelShift(Translation& t) {
  const bool isLeft = t.take("l");
  if (!isLeft && !t.take("r")) return t.markUnsupported();
  const bool wraps = t.take("wrap");
  if (!wraps && !t.take("clamp")) return t.markUnsupported();
  const Type type = takeBits(t);
  if (type.bits != 32) return t.markUnsupported();
  Value* low = t.in(1, type);
  Value* high = t.in(2, type);
  Value* count = t.in(3, type);
  Value* shifted = t.ir().CreateIntrinsic(isLeft ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr, {low->getType()}, {high, low, count});
  if (wraps) return t.out(0, shifted);
  t.out(0, t.ir().CreateSelect(t.ir().CreateICmpULT(count, t.ir().getInt32(32)), shifted, isLeft ? low : high));
}

/// The lowest `length` bits set (at most 255).
Value* lowOnes(Translation& t, Value* length, Type type) {
  Value* width = t.constant(type, type.bits);
  Value* ones = t.constant(type, ~0ULL);
  Value* some = t.ir().CreateNot(t.ir().CreateShl(ones, length));
  return t.ir().CreateSelect(t.ir().CreateICmpULT(length, width), some, ones);
}

/// A position or a length: at most 255 by the PTX manual. Larger values are truncated by the hardware for 32 bits, but not for 64.
Value* fieldOperand(Translation& t, std::size_t i, Type type) {
  Value* value = t.in(i, wordType);
  if (type.bits == 32) value = t.ir().CreateAnd(value, t.ir().getInt32(255));
  return t.ir().CreateZExtOrTrunc(value, type.in(t.ir().getContext()));
}

void extractField(Translation& t) {
  const Type type = takeBits(t);
  if (type.bits < 32) return t.markUnsupported();
  Builder& ir = t.ir();
  Value* value = t.in(1, type);
  Value* position = fieldOperand(t, 2, type);
  Value* length = fieldOperand(t, 3, type);
  Value* width = t.constant(type, type.bits);
  Value* isInside = ir.CreateICmpULT(position, width);
  if (!type.isSigned()) {
    Value* field = ir.CreateSelect(isInside, ir.CreateLShr(value, position), t.constant(type, 0));
    return t.out(0, ir.CreateAnd(field, lowOnes(t, length, type)));
  }
  // Above the value's highest bit come copies of its sign.
  Value* field = ir.CreateAShr(value, ir.CreateSelect(isInside, position, t.constant(type, type.bits - 1)));
  Value* clamped = ir.CreateSelect(ir.CreateICmpULT(length, width), length, width);
  Value* unused = ir.CreateSub(width, clamped);
  Value* isEmpty = ir.CreateIsNull(length);
  Value* amount = ir.CreateSelect(isEmpty, t.constant(type, 0), unused);
  Value* extended = ir.CreateAShr(ir.CreateShl(field, amount), amount);
  t.out(0, ir.CreateSelect(isEmpty, t.constant(type, 0), extended));
}

void insertField(Translation& t) {
  const Type type = takeBits(t);
  if (type.bits < 32) return t.markUnsupported();
  Builder& ir = t.ir();
  Value* field = t.in(1, type);
  Value* into = t.in(2, type);
  Value* position = fieldOperand(t, 3, type);
  Value* length = fieldOperand(t, 4, type);
  Value* ones = lowOnes(t, length, type);
  Value* mask = ir.CreateShl(ones, position);
  Value* inserted = ir.CreateOr(ir.CreateAnd(ir.CreateShl(field, position), mask), ir.CreateAnd(into, ir.CreateNot(mask)));
  t.out(0, ir.CreateSelect(ir.CreateICmpULT(position, t.constant(type, type.bits)), inserted, into));
}

Value* leadingZeros(Translation& t, Value* value) { return t.ir().CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, value, t.ir().getFalse()); }

/// The position of the highest bit that differs from the sign; all ones where there is none.
void findHighestBit(Translation& t) {
  const bool asShift = t.take("shiftamt");
  const Type type = takeBits(t);
  if (type.bits < 32) return t.markUnsupported();
  Builder& ir = t.ir();
  Value* value = t.in(1, type);
  if (type.isSigned()) value = ir.CreateXor(value, ir.CreateAShr(value, type.bits - 1));
  Value* zeros = ir.CreateZExtOrTrunc(leadingZeros(t, value), ir.getInt32Ty());
  if (!asShift) return t.out(0, ir.CreateSub(ir.getInt32(type.bits - 1), zeros));
  t.out(0, ir.CreateSelect(ir.CreateIsNull(value), ir.getInt32(~0U), zeros));
}

void countLeadingZeros(Translation& t) {
  const Type type = takeBits(t);
  t.out(0, t.ir().CreateZExtOrTrunc(leadingZeros(t, t.in(1, type)), t.ir().getInt32Ty()));
}
void countOnes(Translation& t) {
  const Type type = takeBits(t);
  Value* ones = t.ir().CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, t.in(1, type));
  t.out(0, t.ir().CreateZExtOrTrunc(ones, t.ir().getInt32Ty()));
}
void reverse(Translation& t) { t.out(0, t.ir().CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, t.in(1, takeBits(t)))); }

void permuteBytes(Translation& t) {
  const Type type = takeBits(t);
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  Value* selector = t.in(3, type);
  if (!t.take("f4e")) return t.out(0, t.call("llvm.nvvm.prmt", {a, b, selector}));
  Value* amount = t.ir().CreateShl(t.ir().CreateAnd(selector, 3), 3);
  t.out(0, t.ir().CreateIntrinsic(llvm::Intrinsic::fshr, {a->getType()}, {b, a, amount}));
}

/// `length` bits set from `position`.
void bitMask(Translation& t) {
  const bool wraps = t.take("wrap");
  if (!wraps && !t.take("clamp")) return t.markUnsupported();
  const Type type = takeBits(t);
  if (type.bits != 32) return t.markUnsupported();
  Value* position = t.in(1, type);
  Value* length = t.in(2, type);
  if (wraps) {
    position = t.ir().CreateAnd(position, 31);
    length = t.ir().CreateAnd(length, 31);
  }
  Value* mask = t.ir().CreateShl(lowOnes(t, length, type), position);
  t.out(0, t.ir().CreateSelect(t.ir().CreateICmpULT(position, t.ir().getInt32(32)), mask, t.ir().getInt32(0)));
}

} // namespace

std::span<const Entry> bitEntries() {
  static constexpr Entry entries[] = {
      {"and", conjunction},      {"or", disjunction},       {"xor", difference},        {"not", complement},  {"cnot", logicalNot},
      {"lop3", threeInputLogic}, {"shl", shiftLeft},        {"shr", shiftRight},        {"shf", funnelShift}, {"bfe", extractField},
      {"bfi", insertField},      {"bfind", findHighestBit}, {"clz", countLeadingZeros}, {"popc", countOnes},  {"brev", reverse},
      {"prmt", permuteBytes},    {"bmsk", bitMask}};
  return entries;
}

} // namespace gevo::ir::assembly
