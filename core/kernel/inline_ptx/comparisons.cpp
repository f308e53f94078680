// Comparisons and selections.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

#include <llvm/ADT/StringSwitch.h>

namespace gevo::ir::assembly {

namespace {

using llvm::Value;
using P = llvm::CmpInst;

struct Comparison {
  std::string name; ///< "eq", "ltu", "hs", "nan"
  std::string join; ///< "and", "or", "xor" with a further predicate, or empty
};

Comparison takeComparison(Translation& t) {
  Comparison c;
  c.name = t.takeOneOf({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"})
               .str();
  if (c.name.empty()) t.markUnsupported();
  c.join = t.takeOneOf({"and", "or", "xor"}).str();
  return c;
}

std::optional<P::Predicate> integerPredicate(llvm::StringRef name, bool isSigned) {
  return llvm::StringSwitch<std::optional<P::Predicate>>(name)
      .Case("eq", P::ICMP_EQ)
      .Case("ne", P::ICMP_NE)
      .Case("lt", isSigned ? P::ICMP_SLT : P::ICMP_ULT)
      .Case("le", isSigned ? P::ICMP_SLE : P::ICMP_ULE)
      .Case("gt", isSigned ? P::ICMP_SGT : P::ICMP_UGT)
      .Case("ge", isSigned ? P::ICMP_SGE : P::ICMP_UGE)
      .Case("lo", P::ICMP_ULT)
      .Case("ls", P::ICMP_ULE)
      .Case("hi", P::ICMP_UGT)
      .Case("hs", P::ICMP_UGE)
      .Default(std::nullopt);
}

std::optional<P::Predicate> floatPredicate(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<P::Predicate>>(name)
      .Case("eq", P::FCMP_OEQ)
      .Case("ne", P::FCMP_ONE)
      .Case("lt", P::FCMP_OLT)
      .Case("le", P::FCMP_OLE)
      .Case("gt", P::FCMP_OGT)
      .Case("ge", P::FCMP_OGE)
      .Case("equ", P::FCMP_UEQ)
      .Case("neu", P::FCMP_UNE)
      .Case("ltu", P::FCMP_ULT)
      .Case("leu", P::FCMP_ULE)
      .Case("gtu", P::FCMP_UGT)
      .Case("geu", P::FCMP_UGE)
      .Case("num", P::FCMP_ORD)
      .Case("nan", P::FCMP_UNO)
      .Default(std::nullopt);
}

/// Subnormals count as zero.
Value* flushed(Translation& t, Value* value, Type type) {
  if (type.kind != TypeKind::Float || type.bits != 32) {
    t.markUnsupported();
    return value;
  }
  return t.call("llvm.nvvm.add.rn.ftz.f", {value, llvm::ConstantFP::get(value->getType(), -0.0)});
}

Value* compared(Translation& t, const Comparison& c, Type type, bool flushes) {
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  if (type.isFloating()) {
    const auto predicate = floatPredicate(c.name);
    if (!predicate) t.markUnsupported();
    if (flushes) {
      a = flushed(t, a, type);
      b = flushed(t, b, type);
    }
    return t.ir().CreateFCmp(predicate.value_or(P::FCMP_OEQ), a, b);
  }
  const auto predicate = integerPredicate(c.name, type.isSigned());
  if (!predicate || flushes || type.lanes != 1) t.markUnsupported();
  return t.ir().CreateICmp(predicate.value_or(P::ICMP_EQ), a, b);
}

Value* joined(Translation& t, const Comparison& c, Value* truth) {
  if (c.join.empty()) return truth;
  Value* other = t.in(3, predicateType);
  if (truth->getType()->isVectorTy()) other = t.ir().CreateVectorSplat(2, other);
  if (c.join == "and") return t.ir().CreateAnd(truth, other);
  return c.join == "or" ? t.ir().CreateOr(truth, other) : t.ir().CreateXor(truth, other);
}

/// With a pair of results, the second is the inverse comparison, or the upper lane.
void setPredicate(Translation& t) {
  const Comparison c = takeComparison(t);
  const bool flushes = t.take("ftz");
  const Type type = t.takeType();
  Value* truth = compared(t, c, type, flushes);
  Value* result = joined(t, c, truth);
  const Operand& target = t.operand(0);
  if ((type.lanes == 2) && target.kind != OperandKind::Pair) return t.markUnsupported();
  if (target.kind != OperandKind::Pair) return t.out(0, result);
  if (type.lanes == 2) {
    t.write(target.parts[0], t.ir().CreateExtractElement(result, std::uint64_t{0}));
    return t.write(target.parts[1], t.ir().CreateExtractElement(result, 1));
  }
  Value* opposite = joined(t, c, t.ir().CreateNot(truth));
  t.write(target.parts[0], result);
  t.write(target.parts[1], opposite);
}

/// The result as a number: 1.0, or all ones in integers.
void setNumber(Translation& t) {
  const Comparison c = takeComparison(t);
  const bool flushes = t.take("ftz");
  const Type to = t.takeType();
  const Type type = t.takeType();
  Value* truth = joined(t, c, compared(t, c, type, flushes));
  if (to.isPredicate() || (to.isFloating() && to.lanes != type.lanes)) return t.markUnsupported();
  if (to.isFloating()) return t.out(0, t.ir().CreateUIToFP(truth, to.in(t.ir().getContext())));
  const unsigned laneBits = type.lanes == 2 ? to.width() / 2 : to.width();
  llvm::Type* wide = t.ir().getIntNTy(laneBits);
  if (type.lanes == 2) wide = llvm::FixedVectorType::get(wide, 2);
  t.out(0, t.ir().CreateSExt(truth, wide));
}

void selectByPredicate(Translation& t) {
  const Type type = t.takeType();
  Value* condition = t.in(3, predicateType);
  t.out(0, t.ir().CreateSelect(condition, t.in(1, type), t.in(2, type)));
}

/// By the sign of a third number; -0 counts as not negative.
void selectBySign(Translation& t) {
  const bool flushes = t.take("ftz");
  const Type type = t.takeType();
  const Type control = t.takeType();
  if (control.width() != 32 || control.lanes != 1) return t.markUnsupported();
  Value* number = t.in(3, control);
  Value* zero = llvm::Constant::getNullValue(number->getType());
  Value* condition = nullptr;
  if (control.isFloating())
    condition = t.ir().CreateFCmpOGE(flushes ? flushed(t, number, control) : number, zero);
  else if (control.isSigned() && !flushes)
    condition = t.ir().CreateICmpSGE(number, zero);
  else
    return t.markUnsupported();
  t.out(0, t.ir().CreateSelect(condition, t.in(1, type), t.in(2, type)));
}

} // namespace

std::span<const Entry> comparisonEntries() {
  static constexpr Entry entries[] = {{"setp", setPredicate}, {"set", setNumber}, {"selp", selectByPredicate}, {"slct", selectBySign}};
  return entries;
}

} // namespace gevo::ir::assembly
