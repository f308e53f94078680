// Integer arithmetic. Overflow wraps around, so the instructions made here have no poison flags (nsw, nuw).

#include "core/kernel/inline_ptx/carry.h"
#include "core/kernel/inline_ptx/floating.h"
#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

enum class Part { Low, High, Wide };

std::optional<Part> takePart(Translation& t) {
  if (t.take("lo")) return Part::Low;
  if (t.take("hi")) return Part::High;
  if (t.take("wide")) return Part::Wide;
  return std::nullopt;
}

Value* extended(Translation& t, Value* value, Type type, unsigned bits) {
  llvm::Type* wider = t.ir().getIntNTy(bits);
  return type.isSigned() ? t.ir().CreateSExt(value, wider) : t.ir().CreateZExt(value, wider);
}

Value* highProduct(Translation& t, Value* a, Value* b, Type type) {
  if (type.bits == 32) return t.call(type.isSigned() ? "llvm.nvvm.mulhi.i" : "llvm.nvvm.mulhi.ui", {a, b});
  if (type.bits == 64) return t.call(type.isSigned() ? "llvm.nvvm.mulhi.ll" : "llvm.nvvm.mulhi.ull", {a, b});
  Value* product = t.ir().CreateMul(extended(t, a, type, 32), extended(t, b, type, 32));
  return t.ir().CreateTrunc(t.ir().CreateLShr(product, type.bits), a->getType());
}

Value* product(Translation& t, Part part, Type type) {
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  switch (part) {
  case Part::Low:
    return t.ir().CreateMul(a, b);
  case Part::High:
    return highProduct(t, a, b, type);
  case Part::Wide:
    break;
  }
  if (type.bits > 32) t.markUnsupported();
  return t.ir().CreateMul(extended(t, a, type, 2 * type.bits), extended(t, b, type, 2 * type.bits));
}

/// `.sat` of an addition: clamped to the range of s32.
Value* saturated(Translation& t, llvm::Intrinsic::ID operation, Value* a, Value* b, Type type) {
  if (!type.isSigned() || type.bits != 32) t.markUnsupported();
  return t.ir().CreateBinaryIntrinsic(operation, a, b);
}

void add(Translation& t) {
  if (t.take("cc")) return addSettingCarry(t);
  const Type type = t.takeType();
  if (type.isFloating()) return addFloats(t, type);
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  t.out(0, t.take("sat") ? saturated(t, llvm::Intrinsic::sadd_sat, a, b, type) : t.ir().CreateAdd(a, b));
}

void subtract(Translation& t) {
  if (t.take("cc")) return subtractSettingCarry(t);
  const Type type = t.takeType();
  if (type.isFloating()) return subtractFloats(t, type);
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  t.out(0, t.take("sat") ? saturated(t, llvm::Intrinsic::ssub_sat, a, b, type) : t.ir().CreateSub(a, b));
}

void multiply(Translation& t) {
  const Type type = t.takeType();
  if (type.isFloating()) return multiplyFloats(t, type);
  const auto part = takePart(t);
  if (!part || type.lanes != 1) return t.markUnsupported();
  t.out(0, product(t, *part, type));
}

void multiplyAdd(Translation& t) {
  if (t.take("cc")) return multiplyAddSettingCarry(t);
  const Type type = t.takeType();
  if (type.isFloating()) return multiplyAddFloats(t, type);
  const auto part = takePart(t);
  if (!part || type.lanes != 1) return t.markUnsupported();
  Type sumType = type;
  if (*part == Part::Wide) sumType.bits *= 2;
  Value* left = product(t, *part, type);
  Value* right = t.in(3, sumType);
  if (!t.take("sat")) return t.out(0, t.ir().CreateAdd(left, right));
  if (*part != Part::High) return t.markUnsupported();
  t.out(0, saturated(t, llvm::Intrinsic::sadd_sat, left, right, type));
}

/// Uses the lower 24 bits of each operand.
Value* shortProduct(Translation& t, Type type) {
  const bool isHigh = t.take("hi");
  if (!isHigh && !t.take("lo")) t.markUnsupported();
  if (!type.isInteger() || type.width() != 32) t.markUnsupported();
  const auto cut = [&](Value* value) {
    value = t.ir().CreateShl(value, 8);
    return type.isSigned() ? t.ir().CreateAShr(value, 8) : t.ir().CreateLShr(value, 8);
  };
  Value* a = cut(t.in(1, wordType));
  Value* b = cut(t.in(2, wordType));
  if (!isHigh) return t.ir().CreateMul(a, b);
  Value* wide = t.ir().CreateMul(extended(t, a, type, 64), extended(t, b, type, 64)); // of its 48 bits the upper 32
  return t.ir().CreateTrunc(t.ir().CreateLShr(wide, 16), t.ir().getInt32Ty());
}

void multiplyShort(Translation& t) { t.out(0, shortProduct(t, t.takeType())); }
void multiplyAddShort(Translation& t) {
  Value* left = shortProduct(t, t.takeType());
  t.out(0, t.ir().CreateAdd(left, t.in(3, wordType)));
}

void divide(Translation& t) {
  const Type type = t.takeType();
  if (type.isFloating()) return divideFloats(t, type);
  if (type.lanes != 1) return t.markUnsupported();
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  t.out(0, type.isSigned() ? t.ir().CreateSDiv(a, b) : t.ir().CreateUDiv(a, b));
}

void remainder(Translation& t) {
  const Type type = t.takeType();
  if (!type.isInteger() || type.lanes != 1) return t.markUnsupported();
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  t.out(0, type.isSigned() ? t.ir().CreateSRem(a, b) : t.ir().CreateURem(a, b));
}

void absolute(Translation& t) {
  const Type type = t.takeType();
  if (type.isFloating()) return absoluteFloat(t, type);
  t.out(0, t.ir().CreateBinaryIntrinsic(llvm::Intrinsic::abs, t.in(1, type), t.ir().getFalse()));
}

void negate(Translation& t) {
  const Type type = t.takeType();
  if (type.isFloating()) return negateFloat(t, type);
  t.out(0, t.ir().CreateNeg(t.in(1, type)));
}

void extreme(Translation& t, bool isMaximum) {
  const Type type = t.takeType();
  if (type.isFloating()) return extremeFloat(t, type, isMaximum);
  using I = llvm::Intrinsic::IndependentIntrinsics;
  const I id = type.isSigned() ? (isMaximum ? I::smax : I::smin) : (isMaximum ? I::umax : I::umin);
  Value* value = t.in(1, type);
  for (std::size_t i = 2; i < std::max<std::size_t>(3, t.operandCount()); ++i)
    value = t.ir().CreateBinaryIntrinsic(id, value, t.in(i, type));
  if (t.take("relu")) value = t.ir().CreateBinaryIntrinsic(I::smax, value, llvm::Constant::getNullValue(value->getType()));
  t.out(0, value);
}

void minimum(Translation& t) { extreme(t, false); }
void maximum(Translation& t) { extreme(t, true); }

/// c + |a - b|
void absoluteDifference(Translation& t) {
  const Type type = t.takeType();
  if (!type.isInteger() || type.lanes != 1) return t.markUnsupported();
  using I = llvm::Intrinsic::IndependentIntrinsics;
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  Value* larger = t.ir().CreateBinaryIntrinsic(type.isSigned() ? I::smax : I::umax, a, b);
  Value* smaller = t.ir().CreateBinaryIntrinsic(type.isSigned() ? I::smin : I::umin, a, b);
  t.out(0, t.ir().CreateAdd(t.ir().CreateSub(larger, smaller), t.in(3, type)));
}

/// Four products of bytes, or two of a half-word and a byte, added up.
void dotProduct(Translation& t, unsigned lanes) {
  const bool upper = lanes == 2 && t.take("hi");
  if (lanes == 2 && !upper && !t.take("lo")) return t.markUnsupported();
  const Type left = t.takeType();
  const Type right = t.takeType();
  if (left.width() != 32 || right.width() != 32 || left.isFloating() || right.isFloating()) return t.markUnsupported();
  const std::string signs = std::string(left.isSigned() ? ".s" : ".u") + (right.isSigned() ? ".s" : ".u");
  Value* a = t.in(1, wordType);
  Value* b = t.in(2, wordType);
  Value* c = t.in(3, wordType);
  if (lanes == 4) return t.out(0, t.call("llvm.nvvm.idp4a" + signs, {a, b, c}));
  t.out(0, t.call("llvm.nvvm.idp2a" + signs, {a, b, t.ir().getInt1(upper), c}));
}
void dotProductOfBytes(Translation& t) { dotProduct(t, 4); }
void dotProductOfHalves(Translation& t) { dotProduct(t, 2); }

} // namespace

std::span<const Entry> arithmeticEntries() {
  // div and rem are not pure: a division that the program would skip may divide by zero, which is undefined in LLVM IR.
  static constexpr Entry entries[] = {{"add", add},
                                      {"sub", subtract},
                                      {"mul", multiply},
                                      {"mad", multiplyAdd},
                                      {"fma", multiplyAdd},
                                      {"mul24", multiplyShort},
                                      {"mad24", multiplyAddShort},
                                      {"div", divide, false},
                                      {"rem", remainder, false},
                                      {"abs", absolute},
                                      {"neg", negate},
                                      {"min", minimum},
                                      {"max", maximum},
                                      {"sad", absoluteDifference},
                                      {"dp4a", dotProductOfBytes},
                                      {"dp2a", dotProductOfHalves}};
  return entries;
}

} // namespace gevo::ir::assembly
