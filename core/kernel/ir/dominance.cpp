#include "core/kernel/ir/dominance.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

namespace gevo::ir {

BlockDominance::BlockDominance(llvm::Function& function) {
  if (function.isDeclaration()) return;
  function.renumberBlocks();
  first_.assign(function.getMaxBlockNumber(), 0);
  last_.assign(function.getMaxBlockNumber(), 0);
  llvm::DominatorTree tree(function);
  tree.updateDFSNumbers();
  for (const llvm::BasicBlock& block : function) {
    const llvm::DomTreeNode* node = tree.getNode(&block);
    if (!node) continue;
    first_[block.getNumber()] = node->getDFSNumIn() + 1;
    last_[block.getNumber()] = node->getDFSNumOut() + 1;
  }
}

} // namespace gevo::ir
