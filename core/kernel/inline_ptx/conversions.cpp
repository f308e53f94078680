// cvt: between integers, between floats, and from one to the other.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;
using I = llvm::Intrinsic::IndependentIntrinsics;

struct Conversion {
  Type to;
  Type from;
  std::string rounding; ///< "rn", "rz", "rm", "rp"; empty: none given
  bool toWhole = false; ///< to an integral value: rni, rzi, rmi, rpi
  bool flushes = false;
  bool saturates = false;
  bool clips = false; ///< relu
};

Conversion takeConversion(Translation& t) {
  Conversion c;
  c.rounding = t.takeOneOf({"rni", "rzi", "rmi", "rpi", "rn", "rz", "rm", "rp"}).str();
  c.toWhole = c.rounding.size() == 3;
  c.rounding = c.rounding.substr(0, 2);
  c.flushes = t.take("ftz");
  c.saturates = t.take("sat");
  c.clips = t.take("relu");
  c.to = t.takeType();
  c.from = t.takeType();
  return c;
}

/// The nearest value that the target type can represent.
Value* clamped(Translation& t, Value* value, Type from, Type to) {
  Builder& ir = t.ir();
  const unsigned mostBits = to.bits - (to.isSigned() ? 1 : 0);
  const unsigned ownBits = from.bits - (from.isSigned() ? 1 : 0);
  if (mostBits < ownBits) {
    Value* most = t.constant(from, (1ULL << mostBits) - 1);
    value = ir.CreateBinaryIntrinsic(from.isSigned() ? I::smin : I::umin, value, most);
  }
  if (!from.isSigned()) return value;
  if (!to.isSigned()) return ir.CreateBinaryIntrinsic(I::smax, value, t.constant(from, 0));
  return mostBits < ownBits ? ir.CreateBinaryIntrinsic(I::smax, value, t.constant(from, ~0ULL << mostBits)) : value;
}

Value* resized(Translation& t, Value* value, Type from, Type to) {
  return t.ir().CreateIntCast(value, to.in(t.ir().getContext()), from.isSigned());
}

void integerToInteger(Translation& t, const Conversion& c) {
  if (!c.rounding.empty() || c.flushes || c.clips) return t.markUnsupported();
  Value* value = t.in(1, c.from);
  if (c.saturates) value = clamped(t, value, c.from, c.to);
  t.out(0, resized(t, value, c.from, c.to), c.to.isSigned());
}

/// Saturates by itself.
void floatToInteger(Translation& t, const Conversion& c) {
  if (!c.toWhole || c.clips) return t.markUnsupported();
  Builder& ir = t.ir();
  Value* value = t.in(1, c.from);
  if (c.from.bits == 16) value = ir.CreateFPExt(value, ir.getFloatTy());
  const Type word{c.to.kind, std::max(32U, c.to.bits)};
  const std::string name = std::string("llvm.nvvm.") + (c.from.bits == 64 ? "d2" : "f2") + (c.to.isSigned() ? "" : "u") +
                           (word.bits == 64 ? "ll" : "i") + "." + c.rounding + (c.flushes && c.from.bits == 32 ? ".ftz" : "");
  Value* whole = t.call(name, value);
  if (c.to.bits < 32) {
    Value* narrow = resized(t, clamped(t, whole, word, c.to), word, c.to);
    // NaN gives the highest bit where doubles are converted, also in narrow results.
    Value* highest = t.constant(c.to, 1ULL << (c.to.bits - 1));
    whole = c.from.bits == 64 ? ir.CreateSelect(ir.CreateFCmpUNO(value, value), highest, narrow) : narrow;
  }
  t.out(0, whole, c.to.isSigned());
}

Value* saturated(Translation& t, Value* value) {
  llvm::Type* type = value->getType();
  if (type->isFloatTy() || type->isDoubleTy()) return t.call(type->isFloatTy() ? "llvm.nvvm.saturate.f" : "llvm.nvvm.saturate.d", value);
  Value* positive = t.ir().CreateMaxNum(value, llvm::ConstantFP::get(type, 0));
  return t.ir().CreateMinNum(positive, llvm::ConstantFP::get(type, 1));
}

/// A float to half precision. Only rounding towards zero has an intrinsic; where the value lies beyond that result on the requested side,
/// the next number is taken.
Value* narrowedDirected(Translation& t, Value* value, const Conversion& c) {
  Builder& ir = t.ir();
  Value* nearer = t.call(std::string("llvm.nvvm.f2") + (c.to.kind == TypeKind::BFloat ? "bf16.rz" : "f16.rz"), value);
  if (c.rounding == "rz") return nearer;
  Value* back = ir.CreateFPExt(nearer, ir.getFloatTy());
  Value* isBeyond = c.rounding == "rm" ? ir.CreateFCmpOLT(value, back) : ir.CreateFCmpOGT(value, back);
  Value* bits = ir.CreateBitCast(nearer, ir.getInt16Ty());
  return ir.CreateBitCast(ir.CreateAdd(bits, ir.CreateZExt(isBeyond, ir.getInt16Ty())), nearer->getType());
}

void integerToFloat(Translation& t, const Conversion& c) {
  if (c.toWhole || c.clips || c.rounding.empty()) return t.markUnsupported();
  Builder& ir = t.ir();
  Value* value = t.in(1, c.from);
  llvm::Type* to = c.to.in(ir.getContext());
  if (c.rounding == "rn") {
    value = c.from.isSigned() ? ir.CreateSIToFP(value, to) : ir.CreateUIToFP(value, to);
  } else {
    const Type word{c.from.kind, std::max(32U, c.from.bits)};
    value = t.call(std::string("llvm.nvvm.") + (c.from.isSigned() ? "" : "u") + (word.bits == 64 ? "ll" : "i") +
                       (c.to.bits == 64 ? "2d." : "2f.") + c.rounding,
                   resized(t, value, c.from, word));
    // Rounding twice in the same direction equals rounding once.
    if (!c.to.isWideFloat()) value = narrowedDirected(t, value, c);
  }
  t.out(0, c.saturates ? saturated(t, value) : value);
}

/// Subnormals of f32 become zero.
Value* flushed(Translation& t, Value* value) {
  return t.call("llvm.nvvm.add.rn.ftz.f", {value, llvm::ConstantFP::get(value->getType(), -0.0)});
}

/// To a whole number of the same type.
Value* wholeFloat(Translation& t, Value* value, const Conversion& c) {
  if (c.flushes) {
    const std::string operation = c.rounding == "rn" ? "round" : c.rounding == "rz" ? "trunc" : c.rounding == "rm" ? "floor" : "ceil";
    if (c.from.bits != 32) t.markUnsupported();
    return t.call("llvm.nvvm." + operation + ".ftz.f", value);
  }
  const I id = c.rounding == "rn" ? I::rint : c.rounding == "rz" ? I::trunc : c.rounding == "rm" ? I::floor : I::ceil;
  return t.ir().CreateUnaryIntrinsic(id, value);
}

Value* narrowed(Translation& t, Value* value, const Conversion& c) {
  llvm::Type* to = c.to.lane().in(t.ir().getContext());
  if (c.rounding == "rn" && !(c.flushes && c.to.bits == 32)) return t.ir().CreateFPTrunc(value, to);
  if (c.to.bits == 32) return t.call("llvm.nvvm.d2f." + c.rounding + (c.flushes ? ".ftz" : ""), value);
  if (c.from.bits == 32 && !c.flushes) return narrowedDirected(t, value, c);
  t.markUnsupported();
  return llvm::Constant::getNullValue(to);
}

void floatToFloat(Translation& t, const Conversion& c) {
  Builder& ir = t.ir();
  Value* value = t.in(1, c.from);
  const bool isSameType = c.to.kind == c.from.kind && c.to.bits == c.from.bits;
  if (isSameType) {
    if (c.toWhole)
      value = wholeFloat(t, value, c);
    else if (!c.rounding.empty() || (c.flushes && c.from.bits != 32))
      t.markUnsupported();
    else if (c.flushes)
      value = flushed(t, value);
  } else if (c.to.bits > c.from.bits) {
    if (!c.rounding.empty()) t.markUnsupported();
    if (c.flushes && c.from.bits == 32) value = flushed(t, value);
    value = ir.CreateFPExt(value, c.to.in(ir.getContext()));
  } else if (c.to.bits == c.from.bits) { // between f16 and bf16
    if (c.rounding != "rn") t.markUnsupported();
    value = ir.CreateFPTrunc(ir.CreateFPExt(value, ir.getFloatTy()), c.to.in(ir.getContext()));
  } else {
    if (c.rounding.empty() || c.toWhole) t.markUnsupported();
    value = narrowed(t, value, c);
  }
  if (c.clips) value = ir.CreateMaximum(value, llvm::ConstantFP::get(value->getType(), 0));
  t.out(0, c.saturates ? saturated(t, value) : value);
}

/// Two floats to two halves: the first operand becomes the upper one.
void floatsToHalves(Translation& t, const Conversion& c) {
  if (c.from.bits != 32 || c.from.lanes != 1 || c.flushes || c.rounding.empty()) return t.markUnsupported();
  Builder& ir = t.ir();
  Value* upper = narrowed(t, t.in(1, c.from), c);
  Value* lower = narrowed(t, t.in(2, c.from), c);
  Value* both = llvm::PoisonValue::get(c.to.in(ir.getContext()));
  both = ir.CreateInsertElement(ir.CreateInsertElement(both, lower, std::uint64_t{0}), upper, 1);
  if (c.clips) both = ir.CreateMaximum(both, llvm::ConstantFP::get(both->getType(), 0));
  t.out(0, c.saturates ? saturated(t, both) : both);
}

/// Its lowest bits are zero.
void toTensorFloat(Translation& t) {
  if (!t.take("rna")) return t.markUnsupported();
  t.out(0, t.call("llvm.nvvm.f2tf32.rna", t.in(1, t.takeType())));
}

void convert(Translation& t) {
  if (t.take("tf32")) return toTensorFloat(t);
  const Conversion c = takeConversion(t);
  if (c.to.isPredicate() || c.from.isPredicate() || c.to.bits == 128 || c.from.bits == 128) return t.markUnsupported();
  if (c.to.lanes == 2 && c.to.isFloating() && c.from.isFloating()) return floatsToHalves(t, c);
  if (c.to.lanes != 1 || c.from.lanes != 1) return t.markUnsupported();
  if (c.to.isFloating()) return c.from.isFloating() ? floatToFloat(t, c) : integerToFloat(t, c);
  return c.from.isFloating() ? floatToInteger(t, c) : integerToInteger(t, c);
}

} // namespace

std::span<const Entry> conversionEntries() {
  static constexpr Entry entries[] = {{"cvt", convert}};
  return entries;
}

} // namespace gevo::ir::assembly
