// Arithmetic on floats. Forms that round to nearest and keep subnormals are plain LLVM IR; others are the intrinsics of that name.

#include "core/kernel/inline_ptx/floating.h"
#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

struct Modes {
  std::string rounding; ///< "rn", "rz", "rm", "rp"
  bool flushes = false;
  bool saturates = false;
  bool isPlain() const { return rounding == "rn" && !flushes && !saturates; }
};

Modes takeModes(Translation& t) {
  Modes modes;
  modes.rounding = t.takeOneOf({"rn", "rz", "rm", "rp"}).str();
  if (modes.rounding.empty()) modes.rounding = "rn";
  modes.flushes = t.take("ftz");
  modes.saturates = t.take("sat");
  return modes;
}

/// "llvm.nvvm.add.rz.ftz.sat.f"
std::string intrinsicName(const std::string& operation, const Modes& modes, Type type, bool withSaturation) {
  return "llvm.nvvm." + operation + "." + modes.rounding + (modes.flushes ? ".ftz" : "") +
         (withSaturation && modes.saturates ? ".sat" : "") + (type.bits == 64 ? ".d" : ".f");
}

Value* number(Value* like, double value) { return llvm::ConstantFP::get(like->getType(), value); }

/// A half clamped to [0, 1]; NaN becomes 0.
Value* saturatedHalf(Translation& t, Value* value) {
  return t.ir().CreateMinNum(t.ir().CreateMaxNum(value, number(value, 0)), number(value, 1));
}

/// Applies the modifiers of half-precision instructions to the result.
Value* finishedHalf(Translation& t, Value* value, const Modes& modes) {
  if (modes.rounding != "rn" || modes.flushes) t.markUnsupported();
  if (t.take("relu")) value = t.ir().CreateMaximum(value, number(value, 0));
  return modes.saturates ? saturatedHalf(t, value) : value;
}

std::string approximate(const std::string& operation, const Modes& modes) {
  return "llvm.nvvm." + operation + ".approx" + (modes.flushes ? ".ftz" : "");
}

/// One result for each lane.
template <class Function> Value* perLane(Translation& t, Value* value, Function compute) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (!vector) return compute(value);
  Value* all = llvm::PoisonValue::get(value->getType());
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    all = t.ir().CreateInsertElement(all, compute(t.ir().CreateExtractElement(value, i)), i);
  return all;
}

void reciprocal(Translation& t) {
  const bool isApproximate = t.take("approx");
  const Modes modes = takeModes(t);
  const Type type = t.takeType();
  if (!type.isWideFloat()) return t.markUnsupported();
  Value* value = t.in(1, type);
  if (isApproximate && modes.flushes)
    return t.out(0, t.call(type.bits == 64 ? "llvm.nvvm.rcp.approx.ftz.d" : "llvm.nvvm.rcp.approx.ftz.f", value));
  if (!isApproximate && !modes.isPlain()) return t.out(0, t.call(intrinsicName("div", modes, type, false), {number(value, 1), value}));
  Value* quotient = t.ir().CreateFDiv(number(value, 1), value);
  if (isApproximate)
    if (auto* division = llvm::dyn_cast<llvm::Instruction>(quotient)) division->setHasApproxFunc(true);
  t.out(0, quotient);
}

void squareRoot(Translation& t) {
  const bool isApproximate = t.take("approx");
  const Modes modes = takeModes(t);
  const Type type = t.takeType();
  if (!type.isWideFloat()) return t.markUnsupported();
  Value* value = t.in(1, type);
  if (isApproximate) return t.out(0, t.call(approximate("sqrt", modes) + ".f", value));
  if (!modes.isPlain()) return t.out(0, t.call(intrinsicName("sqrt", modes, type, false), value));
  t.out(0, t.ir().CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, value));
}

void approximation(Translation& t, const std::string& operation) {
  const bool isApproximate = t.take("approx");
  const Modes modes = takeModes(t);
  const Type type = t.takeType();
  if (!isApproximate || !type.isWideFloat()) return t.markUnsupported();
  t.out(0, t.call(approximate(operation, modes) + (type.bits == 64 ? ".d" : ".f"), t.in(1, type)));
}
void rootReciprocal(Translation& t) { approximation(t, "rsqrt"); }
void logarithm(Translation& t) { approximation(t, "lg2"); }
void sine(Translation& t) { approximation(t, "sin"); }
void cosine(Translation& t) { approximation(t, "cos"); }

void exponential(Translation& t) {
  const bool isApproximate = t.take("approx");
  const Modes modes = takeModes(t);
  const Type type = t.takeType();
  if (!isApproximate || !type.isFloating() || type.bits == 64) return t.markUnsupported();
  t.out(0, perLane(t, t.in(1, type), [&](Value* lane) { return t.call(approximate("ex2", modes), {lane}, {lane->getType()}); }));
}

void hyperbolicTangent(Translation& t) {
  if (!t.take("approx")) return t.markUnsupported();
  const Type type = t.takeType();
  if (!type.isFloating() || type.bits == 64) return t.markUnsupported();
  t.out(0, perLane(t, t.in(1, type), [&](Value* lane) {
          Value* result = t.ir().CreateUnaryIntrinsic(llvm::Intrinsic::tanh, lane);
          if (auto* call = llvm::dyn_cast<llvm::CallInst>(result)) call->setHasApproxFunc(true);
          return result;
        }));
}

/// The sign of the first operand on the magnitude of the second.
void copySign(Translation& t) {
  const Type type = t.takeType();
  if (!type.isWideFloat()) return t.markUnsupported();
  t.out(0, t.ir().CreateCopySign(t.in(2, type), t.in(1, type)));
}

/// Tests the bits without the sign: infinity has an exponent of all ones and a fraction of zero. Zero counts as normal.
void testProperty(Translation& t) {
  const std::string property = t.takeOneOf({"finite", "infinite", "number", "notanumber", "normal", "subnormal"}).str();
  const Type type = t.takeType();
  if (property.empty() || !type.isWideFloat()) return t.markUnsupported();
  Builder& ir = t.ir();
  const Type bits{TypeKind::Bits, type.bits};
  Value* size = ir.CreateAnd(t.in(1, bits), t.constant(bits, type.bits == 64 ? ~0ULL >> 1 : ~0U >> 1));
  Value* infinity = t.constant(bits, type.bits == 64 ? 0x7ffULL << 52 : 0xffULL << 23);
  Value* smallestNormal = t.constant(bits, type.bits == 64 ? 1ULL << 52 : 1ULL << 23);
  Value* isBelowInfinity = ir.CreateICmpULT(size, infinity);
  Value* isSubnormal = ir.CreateAnd(ir.CreateICmpULT(size, smallestNormal), ir.CreateIsNotNull(size));
  Value* answer = property == "finite"       ? isBelowInfinity
                  : property == "infinite"   ? ir.CreateICmpEQ(size, infinity)
                  : property == "number"     ? ir.CreateICmpULE(size, infinity)
                  : property == "notanumber" ? ir.CreateICmpUGT(size, infinity)
                  : property == "normal"     ? ir.CreateAnd(isBelowInfinity, ir.CreateNot(isSubnormal))
                                             : isSubnormal;
  t.out(0, answer);
}

} // namespace

void addFloats(Translation& t, Type type) {
  const Modes modes = takeModes(t);
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  if (!type.isWideFloat()) return t.out(0, finishedHalf(t, t.ir().CreateFAdd(a, b), modes));
  t.out(0, modes.isPlain() ? t.ir().CreateFAdd(a, b) : t.call(intrinsicName("add", modes, type, true), {a, b}));
}

void subtractFloats(Translation& t, Type type) {
  const Modes modes = takeModes(t);
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  if (!type.isWideFloat()) return t.out(0, finishedHalf(t, t.ir().CreateFSub(a, b), modes));
  if (modes.isPlain()) return t.out(0, t.ir().CreateFSub(a, b));
  t.out(0, t.call(intrinsicName("add", modes, type, true), {a, t.ir().CreateFNeg(b)}));
}

void multiplyFloats(Translation& t, Type type) {
  const Modes modes = takeModes(t);
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  Value* product = nullptr;
  if (modes.rounding == "rn" && !modes.flushes)
    product = t.ir().CreateFMul(a, b);
  else if (type.isWideFloat())
    product = t.call(intrinsicName("mul", modes, type, false), {a, b});
  else
    return t.markUnsupported();
  if (!type.isWideFloat()) return t.out(0, finishedHalf(t, product, modes));
  if (!modes.saturates) return t.out(0, product);
  t.out(0, t.call(std::string("llvm.nvvm.saturate") + (modes.flushes ? ".ftz" : "") + (type.bits == 64 ? ".d" : ".f"), product));
}

void multiplyAddFloats(Translation& t, Type type) {
  const Modes modes = takeModes(t);
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  Value* c = t.in(3, type);
  if (type.isWideFloat() && !modes.isPlain()) return t.out(0, t.call(intrinsicName("fma", modes, type, true), {a, b, c}));
  Value* sum = t.ir().CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c});
  t.out(0, type.isWideFloat() ? sum : finishedHalf(t, sum, modes));
}

void divideFloats(Translation& t, Type type) {
  const llvm::StringRef form = t.takeOneOf({"approx", "full"});
  const Modes modes = takeModes(t);
  if (!type.isWideFloat()) return t.markUnsupported();
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  if (form == "approx") return t.out(0, t.call(approximate("div", modes) + ".f", {a, b}));
  if (form == "full") return t.out(0, t.call(std::string("llvm.nvvm.div.full") + (modes.flushes ? ".ftz" : ""), {a, b}));
  t.out(0, modes.isPlain() ? t.ir().CreateFDiv(a, b) : t.call(intrinsicName("div", modes, type, false), {a, b}));
}

void absoluteFloat(Translation& t, Type type) {
  const bool flushes = t.take("ftz");
  Value* value = t.in(1, type);
  if (flushes) return type.isWideFloat() ? t.out(0, t.call("llvm.nvvm.fabs.ftz", {value}, {value->getType()})) : t.markUnsupported();
  t.out(0, t.ir().CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value));
}

void negateFloat(Translation& t, Type type) {
  const bool flushes = t.take("ftz");
  Value* negative = t.ir().CreateFNeg(t.in(1, type));
  if (!flushes) return t.out(0, negative);
  if (!type.isWideFloat()) return t.markUnsupported();
  t.out(0, t.call(intrinsicName("add", {"rn", true, false}, type, false), {negative, number(negative, -0.0)}));
}

void extremeFloat(Translation& t, Type type, bool isMaximum) {
  const bool flushes = t.take("ftz");
  const bool keepsNan = t.take("NaN");
  Builder& ir = t.ir();
  const auto join = [&](Value* a, Value* b) -> Value* {
    if (flushes && !type.isWideFloat()) t.markUnsupported();
    if (flushes)
      return t.call(std::string("llvm.nvvm.") + (isMaximum ? "fmax" : "fmin") + ".ftz" + (keepsNan ? ".nan" : "") + ".f", {a, b});
    if (keepsNan) return isMaximum ? ir.CreateMaximum(a, b) : ir.CreateMinimum(a, b);
    return isMaximum ? ir.CreateMaxNum(a, b) : ir.CreateMinNum(a, b);
  };
  if (t.take("xorsign")) { // of the magnitudes, with the product's sign
    if (!t.take("abs") || t.operandCount() != 3) return t.markUnsupported();
    Value* a = t.in(1, type);
    Value* b = t.in(2, type);
    Type bits = type;
    bits.kind = TypeKind::Bits;
    Value* signs = ir.CreateBitCast(ir.CreateXor(t.in(1, bits), t.in(2, bits)), a->getType());
    const auto size = [&](Value* value) { return ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value); };
    return t.out(0, ir.CreateCopySign(join(size(a), size(b)), signs));
  }
  Value* value = t.in(1, type);
  for (std::size_t i = 2; i < std::max<std::size_t>(3, t.operandCount()); ++i) value = join(value, t.in(i, type));
  t.out(0, value);
}

std::span<const Entry> floatEntries() {
  static constexpr Entry entries[] = {
      {"rcp", reciprocal}, {"sqrt", squareRoot}, {"rsqrt", rootReciprocal},   {"lg2", logarithm},     {"sin", sine},
      {"cos", cosine},     {"ex2", exponential}, {"tanh", hyperbolicTangent}, {"copysign", copySign}, {"testp", testProperty}};
  return entries;
}

} // namespace gevo::ir::assembly
