// SIMD instructions on the two half-words or four bytes of a register: vadd4, vabsdiff2, vset4 and the like.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;
using I = llvm::Intrinsic::IndependentIntrinsics;

/// The lanes, widened so that no result of two of them overflows.
Value* lanesOf(Translation& t, std::size_t i, unsigned lanes, bool isSigned) {
  Builder& ir = t.ir();
  const unsigned bits = 32 / lanes;
  Value* packed = ir.CreateBitCast(t.in(i, wordType), llvm::FixedVectorType::get(ir.getIntNTy(bits), lanes));
  llvm::Type* wide = llvm::FixedVectorType::get(ir.getIntNTy(2 * bits), lanes);
  return isSigned ? ir.CreateSExt(packed, wide) : ir.CreateZExt(packed, wide);
}

Value* splat(Value* like, std::int64_t value) { return llvm::ConstantInt::get(like->getType(), static_cast<std::uint64_t>(value), true); }

/// The lanes narrowed again, or with `.add` their sum and the third operand.
void finish(Translation& t, Value* lanes, unsigned count, bool adds) {
  Builder& ir = t.ir();
  const unsigned bits = 32 / count;
  if (adds) {
    Value* sum = t.in(3, wordType);
    for (unsigned i = 0; i < count; ++i) {
      Value* lane = ir.CreateExtractElement(lanes, i);
      sum = ir.CreateAdd(sum, ir.CreateSExtOrTrunc(lane, ir.getInt32Ty()));
    }
    return t.out(0, sum);
  }
  t.in(3, wordType); // the value of masked-out lanes, of which there are none
  t.out(0, ir.CreateBitCast(ir.CreateTrunc(lanes, llvm::FixedVectorType::get(ir.getIntNTy(bits), count)), ir.getInt32Ty()));
}

Value* computed(Translation& t, std::string_view operation, Value* a, Value* b) {
  Builder& ir = t.ir();
  if (operation == "add") return ir.CreateAdd(a, b);
  if (operation == "sub") return ir.CreateSub(a, b);
  if (operation == "min") return ir.CreateBinaryIntrinsic(I::smin, a, b);
  if (operation == "max") return ir.CreateBinaryIntrinsic(I::smax, a, b);
  if (operation == "absdiff") return ir.CreateSub(ir.CreateBinaryIntrinsic(I::smax, a, b), ir.CreateBinaryIntrinsic(I::smin, a, b));
  // The mean, rounded away from zero where it lies between two numbers.
  Value* sum = ir.CreateAdd(a, b);
  Value* isNotNegative = ir.CreateICmpSGE(sum, splat(sum, 0));
  return ir.CreateAShr(ir.CreateAdd(sum, ir.CreateZExt(isNotNegative, sum->getType())), splat(sum, 1));
}

void compute(Translation& t, std::string_view operation, unsigned lanes) {
  const bool saturates = t.take("sat");
  const bool adds = t.take("add");
  const Type to = t.takeType();
  const Type left = t.takeType();
  const Type right = t.takeType();
  if (to.width() != 32 || left.width() != 32 || right.width() != 32 || !to.isInteger()) return t.markUnsupported();
  Value* result = computed(t, operation, lanesOf(t, 1, lanes, left.isSigned()), lanesOf(t, 2, lanes, right.isSigned()));
  if (saturates) {
    const unsigned bits = 32 / lanes;
    const std::int64_t most = (1LL << (bits - (to.isSigned() ? 1 : 0))) - 1;
    const std::int64_t least = to.isSigned() ? -most - 1 : 0;
    result = t.ir().CreateBinaryIntrinsic(I::smin, result, splat(result, most));
    result = t.ir().CreateBinaryIntrinsic(I::smax, result, splat(result, least));
  }
  finish(t, result, lanes, adds);
}

void compare(Translation& t, unsigned lanes) {
  const bool adds = t.take("add");
  const std::string name = t.takeOneOf({"eq", "ne", "lt", "le", "gt", "ge"}).str();
  const Type left = t.takeType();
  const Type right = t.takeType();
  if (left.width() != 32 || right.width() != 32 || name.empty()) return t.markUnsupported();
  Value* a = lanesOf(t, 1, lanes, left.isSigned());
  Value* b = lanesOf(t, 2, lanes, right.isSigned());
  using P = llvm::CmpInst;
  const P::Predicate predicate = name == "eq"   ? P::ICMP_EQ
                                 : name == "ne" ? P::ICMP_NE
                                 : name == "lt" ? P::ICMP_SLT
                                 : name == "le" ? P::ICMP_SLE
                                 : name == "gt" ? P::ICMP_SGT
                                                : P::ICMP_SGE;
  finish(t, t.ir().CreateZExt(t.ir().CreateICmp(predicate, a, b), a->getType()), lanes, adds);
}

} // namespace

std::span<const Entry> videoEntries() {
  static constexpr Entry entries[] = {{"vadd2", [](Translation& t) { compute(t, "add", 2); }},
                                      {"vadd4", [](Translation& t) { compute(t, "add", 4); }},
                                      {"vsub2", [](Translation& t) { compute(t, "sub", 2); }},
                                      {"vsub4", [](Translation& t) { compute(t, "sub", 4); }},
                                      {"vavrg2", [](Translation& t) { compute(t, "avrg", 2); }},
                                      {"vavrg4", [](Translation& t) { compute(t, "avrg", 4); }},
                                      {"vmin2", [](Translation& t) { compute(t, "min", 2); }},
                                      {"vmin4", [](Translation& t) { compute(t, "min", 4); }},
                                      {"vmax2", [](Translation& t) { compute(t, "max", 2); }},
                                      {"vmax4", [](Translation& t) { compute(t, "max", 4); }},
                                      {"vabsdiff2", [](Translation& t) { compute(t, "absdiff", 2); }},
                                      {"vabsdiff4", [](Translation& t) { compute(t, "absdiff", 4); }},
                                      {"vset2", [](Translation& t) { compare(t, 2); }},
                                      {"vset4", [](Translation& t) { compare(t, 4); }}};
  return entries;
}

} // namespace gevo::ir::assembly
