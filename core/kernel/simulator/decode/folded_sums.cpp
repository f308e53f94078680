#include "core/kernel/simulator/decode/folded_sums.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

namespace gevo::sim {

namespace {
bool isSum(const llvm::Instruction& instruction) {
  const unsigned opcode = instruction.getOpcode();
  return instruction.getType()->isIntegerTy(32) && (opcode == llvm::Instruction::Add || opcode == llvm::Instruction::Sub);
}
} // namespace

/// In the order of the program, so that what a sum reads has been considered.
FoldedSums::FoldedSums(const llvm::Function& function) {
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block)
      if (isSum(instruction) && instruction.hasOneUse()) consider(instruction);
}

bool FoldedSums::hasOperandIn(const llvm::Instruction& sum) const {
  return llvm::any_of(sum.operands(), [&](const llvm::Use& operand) { return sums_.contains(operand.get()); });
}

void FoldedSums::consider(const llvm::Instruction& sum) {
  const auto* whole = llvm::cast<llvm::Instruction>(*sum.user_begin());
  // An instruction has three operands: neither of the two may have taken another in.
  if (isSum(*whole) && whole->getParent() == sum.getParent() && !hasOperandIn(sum) && !hasOperandIn(*whole)) sums_.insert(&sum);
}

} // namespace gevo::sim
