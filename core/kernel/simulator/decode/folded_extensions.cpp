#include "core/kernel/simulator/decode/folded_extensions.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace gevo::sim {

namespace {

bool onlyIndexes(const llvm::Instruction& instruction) {
  return !instruction.use_empty() && std::all_of(instruction.user_begin(), instruction.user_end(), [](const llvm::User* user) {
    return llvm::isa<llvm::GetElementPtrInst>(user) && user->getType()->isPointerTy();
  });
}

} // namespace

FoldedExtensions::FoldedExtensions(const BlockOrder& order) {
  for (const llvm::BasicBlock* block : order.blocks())
    for (const llvm::Instruction& instruction : *block)
      if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction) && instruction.getType()->isIntegerTy(64) &&
          instruction.getOperand(0)->getType()->isIntegerTy(32) && onlyIndexes(instruction))
        isSigned_[&instruction] = llvm::isa<llvm::SExtInst>(instruction);
}

} // namespace gevo::sim
