#pragma once

/// How long a function's values are needed. Live ranges are intervals of positions in reverse post-order, stretched over every loop that
/// they reach into. That holds lane by lane, because writes to slots that outlive their block are masked.

#include "core/kernel/simulator/decode/block_order.h"
#include "core/kernel/simulator/decode/folded_extensions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

namespace gevo::sim {

class Liveness {
public:
  Liveness(const BlockOrder& order, const FoldedExtensions& extensions);

  /// Is an instruction's value, with all that share its slots, used in its own block only?
  bool isLocal(const llvm::Value* value) const { return isLocal_.lookup(value); }
  /// The values that `block` needs and no later block does.
  llvm::ArrayRef<const llvm::Value*> lastNeededIn(const llvm::BasicBlock& block) const { return lastNeeded_[*order_.positionOf(block)]; }

private:
  void findLocalValues(const llvm::BasicBlock& block, const FoldedExtensions& extensions);
  void findBackEdges();
  unsigned start(const llvm::Instruction& instruction) const;
  unsigned end(const llvm::Instruction& instruction) const;

  const BlockOrder& order_;
  std::vector<std::pair<unsigned, unsigned>> backEdges_;    ///< positions of the end and the start of a loop
  std::vector<std::vector<const llvm::Value*>> lastNeeded_; ///< by position
  llvm::DenseMap<const llvm::Value*, bool> isLocal_;
};

} // namespace gevo::sim
