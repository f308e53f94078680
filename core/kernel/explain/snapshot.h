#pragma once

/// A function as it was before an edit: what the edit changed is seen by comparing. Instructions that an edit removes lose their operands,
/// so whatever is asked of them later is noted here.

#include "core/kernel/explain/control_flow.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>

namespace gevo::ir {

class Snapshot {
public:
  struct Entry {
    llvm::SmallVector<const llvm::Value*, 4> operands;
    llvm::StringRef callee;                           ///< of a call of a known function
    llvm::SmallVector<const llvm::Value*, 2> objects; ///< that it may read or write
    unsigned loopDepth = 0;
    const llvm::Value* stored = nullptr; ///< by a store
    bool writes = false;                 ///< what others can see; barriers don't
    bool boundary = false;               ///< see isBoundaryCheck
    unsigned copies = 1;                 ///< of one place in the source: an unrolled loop has several
  };
  using Entries = llvm::MapVector<const llvm::Instruction*, Entry>;

  explicit Snapshot(llvm::Function& function);

  llvm::Function& function() const { return function_; }
  const Control& control() const { return control_; }
  const llvm::LoopInfo& loops() const { return loops_; }
  const Entries& entries() const { return entries_; }
  /// There is a variable or array that both may access.
  static bool shareObject(const Entry& one, const Entry& other);
  /// Null for an instruction that was not there.
  const Entry* find(const llvm::Value* instruction) const;

  bool isBarrier(const llvm::Instruction& instruction) const;
  /// __syncwarp, a vote, the active mask.
  bool isWarpSynchronisation(const llvm::Instruction& instruction) const;
  /// A store of a constant to an array of the block, or a variable of the thread, that other stores fill.
  bool initialises(const llvm::Instruction& instruction) const;
  /// What the number of a loop's rounds comes from: conditions of exits, what they compare there, start and step of that.
  llvm::DenseSet<const llvm::Instruction*> loopControl() const;

private:
  void countCopies();

  llvm::Function& function_;
  Control control_;
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  Entries entries_;
};

} // namespace gevo::ir
