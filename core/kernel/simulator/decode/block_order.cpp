#include "core/kernel/simulator/decode/block_order.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Instructions.h>

namespace gevo::sim {

namespace {

/// How many blocks the code has more, because of this instruction, than LLVM's function: a barrier, a wait or a call ends one. A call
/// through a pointer has one to itself.
std::uint32_t blocksAdded(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (!call) return 0;
  if (call->isIndirectCall()) return 2;
  const llvm::Function* callee = call->getCalledFunction();
  if (!callee) return 0;
  const llvm::StringRef name = callee->getName();
  return name.starts_with("llvm.nvvm.barrier.cta.") || name.starts_with("llvm.nvvm.cp.async.wait.") || !callee->isDeclaration() ? 1 : 0;
}

} // namespace

BlockOrder::BlockOrder(const llvm::Function& function) {
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&function)) {
    positions_[block] = static_cast<unsigned>(blocks_.size());
    blocks_.push_back(block);
    numbers_[block] = codeBlocks_++;
    for (const llvm::Instruction& instruction : *block) codeBlocks_ += blocksAdded(instruction);
  }
  // The analysis only reads; its interface requires a mutable function.
  const llvm::PostDominatorTree tree(const_cast<llvm::Function&>(function));
  for (const llvm::BasicBlock* block : blocks_) {
    const auto* node = tree.getNode(block);
    const auto* next = node ? node->getIDom() : nullptr;
    if (next && next->getBlock() && numbers_.contains(next->getBlock())) postDominators_[block] = numberOf(*next->getBlock());
  }
}

std::optional<unsigned> BlockOrder::positionOf(const llvm::BasicBlock& block) const {
  const auto found = positions_.find(&block);
  return found == positions_.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t BlockOrder::reconvergence(const llvm::BasicBlock& block) const {
  const auto found = postDominators_.find(&block);
  return found == postDominators_.end() ? noBlock : found->second;
}

} // namespace gevo::sim
