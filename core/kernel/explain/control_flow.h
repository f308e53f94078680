#pragma once

/// Control flow of a function as it is now: conditions that always have the same value, and the blocks that are unreachable because of
/// them. The analysis is conservative: it may miss such conditions, but those it finds are certain.

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include <optional>

namespace gevo::ir {

/// The instructions that a condition combines: comparisons, mostly.
using Leaves = llvm::SmallPtrSet<const llvm::Instruction*, 4>;

/// Those of a value of type i1, through "and", "or" and the like.
Leaves leavesOf(const llvm::Value& condition);

/// The condition of a branch or a select.
struct Decision {
  std::optional<bool> value; ///< where it is always the same
  Leaves leaves;             ///< otherwise
};

/// The branch tests before a loop's first round what the loop tests after each: LLVM makes such a pair of the condition of a `for`.
bool guardsLoop(const llvm::Instruction& branch, const llvm::LoopInfo& loops);

class Control {
public:
  explicit Control(llvm::Function& function);

  bool reaches(const llvm::BasicBlock& block) const { return reached_.contains(&block); }
  /// Of conditional branches and of selects by an i1.
  const llvm::DenseMap<const llvm::Instruction*, Decision>& decisions() const { return decisions_; }

private:
  /// Values of conditions in a block that follow from the branches that lead to it.
  using Known = llvm::SmallVector<std::pair<const llvm::Value*, bool>, 8>;

  Known knownIn(const llvm::BasicBlock& block) const;
  static std::optional<bool> evaluate(const llvm::Value& condition, const Known& known, unsigned depth);
  static void collect(const llvm::Value& condition, const Known& known, Leaves& leaves, llvm::SmallPtrSetImpl<const llvm::Value*>& seen);
  void decide(const llvm::Instruction& instruction, const llvm::Value& condition, const Known& known);
  void walk(const llvm::BasicBlock& entry);

  llvm::DominatorTree tree_;
  llvm::DenseMap<const llvm::Instruction*, Decision> decisions_;
  llvm::DenseSet<const llvm::BasicBlock*> reached_;
};

} // namespace gevo::ir
