#include "core/kernel/describe/boundary.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {
namespace {

using llvm::Value;

/// What a value is computed from.
struct Origins {
  bool thread = false;
  bool block = false;
  bool size = false;   ///< an argument of the kernel, or the dimensions of the launch
  bool memory = false; ///< what it loads
  bool varies = false; ///< from one round of a loop to the next
  llvm::SmallPtrSet<const Value*, 16> seen;

  void add(const Value& value);
  void addCall(const llvm::CallBase& call);
};

/// Structures passed by value are read like memory.
bool isArgument(const Value& pointer) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(&pointer));
  return argument && argument->hasByValAttr();
}

void Origins::addCall(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  llvm::StringRef name = callee ? callee->getName() : llvm::StringRef();
  if (name.consume_front("llvm.nvvm.read.ptx.sreg.")) {
    if (name.starts_with("tid") || name.starts_with("lane")) thread = true;
    if (name.starts_with("ctaid")) block = true;
    if (name.starts_with("ntid") || name.starts_with("nctaid")) size = true;
    return;
  }
  if (!callee || !callee->isIntrinsic() || call.mayReadFromMemory()) memory = true;
  for (const Value* argument : call.args()) add(*argument);
}

void Origins::add(const Value& value) {
  if (llvm::isa<llvm::Argument>(value)) size = true;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || !seen.insert(&value).second) return;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
    (isArgument(*load->getPointerOperand()) ? size : memory) = true;
    return;
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction)) return addCall(*call);
  if (llvm::isa<llvm::PHINode>(instruction)) varies = true;
  for (const Value* operand : instruction->operands()) add(*operand);
}

bool isEnd(const Value& limit, const Origins& position, bool relational) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&limit)) {
    // Signed "x >= 0" is "x > -1" to the optimiser, "x > 0" is "x >= 1".
    const bool zero = constant->isZero() || (relational && (constant->isMinusOne() || constant->isOne()));
    return zero && position.block;
  }
  Origins origins;
  origins.add(limit);
  return origins.size && !origins.thread && !origins.block && !origins.memory && !origins.varies;
}

} // namespace

bool isBoundaryCheck(const llvm::Instruction& comparison) {
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&comparison);
  if (!compare || !compare->getOperand(0)->getType()->isIntegerTy()) return false;
  for (const unsigned side : {0U, 1U}) {
    Origins position;
    position.add(*compare->getOperand(side));
    const bool isPosition = compare->isEquality() ? position.block : position.block || position.thread;
    if (isPosition && isEnd(*compare->getOperand(1 - side), position, compare->isRelational())) return true;
  }
  return false;
}

} // namespace gevo::ir
