// Shuffles, votes, reductions and barriers of a warp or a block.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

void shuffle(Translation& t) {
  const std::string mode = t.takeOneOf({"up", "down", "bfly", "idx"}).str();
  if (!t.take("sync") || mode.empty() || !t.take("b32")) return t.markUnsupported();
  const Operand& target = t.operand(0);
  const bool hasPredicate = target.kind == OperandKind::Pair;
  Value* result = t.call("llvm.nvvm.shfl.sync." + mode + ".i32" + (hasPredicate ? "p" : ""),
                         {t.in(4, wordType), t.in(1, wordType), t.in(2, wordType), t.in(3, wordType)});
  if (!hasPredicate) return t.out(0, result);
  t.write(target.parts[0], t.ir().CreateExtractValue(result, 0));
  t.write(target.parts[1], t.ir().CreateExtractValue(result, 1));
}

void vote(Translation& t) {
  const std::string mode = t.takeOneOf({"ballot", "all", "any", "uni"}).str();
  if (!t.take("sync") || mode.empty() || !t.take(mode == "ballot" ? "b32" : "pred")) return t.markUnsupported();
  t.out(0, t.call("llvm.nvvm.vote." + mode + ".sync", {t.in(2, wordType), t.in(1, predicateType)}));
}

void match(Translation& t) {
  const bool isAll = t.take("all");
  if ((!isAll && !t.take("any")) || !t.take("sync")) return t.markUnsupported();
  const Type type = t.takeType();
  if (!type.isInteger() || type.bits < 32 || type.bits > 64) return t.markUnsupported();
  const std::string size = type.bits == 64 ? "i64" : "i32";
  Value* arguments[] = {t.in(2, wordType), t.in(1, type)};
  if (!isAll) return t.out(0, t.call("llvm.nvvm.match.any.sync." + size, arguments));
  Value* both = t.call("llvm.nvvm.match.all.sync." + size + "p", arguments);
  const Operand& target = t.operand(0);
  const bool hasPredicate = target.kind == OperandKind::Pair;
  t.write(hasPredicate ? target.parts[0] : target, t.ir().CreateExtractValue(both, 0));
  if (hasPredicate) t.write(target.parts[1], t.ir().CreateExtractValue(both, 1));
}

void activeMask(Translation& t) {
  t.take("b32");
  t.out(0, t.call("llvm.nvvm.activemask", {}));
}

void reduce(Translation& t) {
  const std::string operation = t.takeOneOf({"add", "min", "max", "and", "or", "xor"}).str();
  if (!t.take("sync") || operation.empty()) return t.markUnsupported();
  const Type type = t.takeType();
  if (!type.isInteger() || type.width() != 32 || type.lanes != 1) return t.markUnsupported();
  const bool isUnsigned = !type.isSigned() && (operation == "min" || operation == "max");
  t.out(0, t.call("llvm.nvvm.redux.sync." + std::string(isUnsigned ? "u" : "") + operation, {t.in(1, type), t.in(2, wordType)}));
}

/// Elects the lowest member lane.
void elect(Translation& t) {
  const Operand& target = t.operand(0);
  if (!t.take("sync") || target.kind != OperandKind::Pair) return t.markUnsupported();
  Value* members = t.in(1, wordType);
  t.call("llvm.nvvm.bar.warp.sync", members);
  Value* lane = t.ir().CreateBinaryIntrinsic(llvm::Intrinsic::cttz, members, t.ir().getFalse());
  t.write(target.parts[0], lane);
  t.write(target.parts[1], t.ir().CreateICmpEQ(lane, t.call("llvm.nvvm.read.ptx.sreg.laneid", {})));
}

/// bar.sync, bar.red, barrier.cta.sync.aligned and the like.
void blockBarrier(Translation& t, bool isAligned) {
  if (t.take("warp")) {
    if (!t.take("sync")) return t.markUnsupported();
    t.call("llvm.nvvm.bar.warp.sync", t.in(0, wordType));
    return;
  }
  t.take("cta");
  isAligned |= t.take("aligned");
  const bool isReduction = t.take("red");
  if (!isReduction && !t.take("sync")) return t.markUnsupported();
  const std::string operation = isReduction ? t.takeOneOf({"popc", "and", "or"}).str() : "";
  if (isReduction && (operation.empty() || !t.take(operation == "popc" ? "u32" : "pred"))) return t.markUnsupported();
  const std::size_t first = isReduction ? 1 : 0;
  const std::size_t counts = t.operandCount() - first - (isReduction ? 1 : 0);
  if (t.operandCount() < first + 1 || counts > 2) return t.markUnsupported();
  std::vector<Value*> arguments{t.in(first, wordType)};
  if (counts == 2) arguments.push_back(t.in(first + 1, wordType));
  if (isReduction) arguments.push_back(t.in(t.operandCount() - 1, predicateType));
  const std::string name = std::string("llvm.nvvm.barrier.cta.") + (isReduction ? "red." + operation : "sync") +
                           (isAligned ? ".aligned" : "") + (counts == 2 ? ".count" : ".all");
  Value* result = t.call(name, arguments);
  if (isReduction) t.out(0, result);
}
void alignedBarrier(Translation& t) { blockBarrier(t, true); }
void barrier(Translation& t) { blockBarrier(t, false); }

} // namespace

std::span<const Entry> warpEntries() {
  static constexpr Entry entries[] = {
      {"shfl", shuffle, false},          {"vote", vote, false},   {"match", match, false},        {"redux", reduce, false},
      {"activemask", activeMask, false}, {"elect", elect, false}, {"bar", alignedBarrier, false}, {"barrier", barrier, false}};
  return entries;
}

} // namespace gevo::ir::assembly
