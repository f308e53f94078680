#pragma once

/// A function as it was before an edit, to compare with it afterwards. Instructions that an edit removes lose their operands, so everything
/// needed later is recorded here.

#include "core/kernel/explain/control_flow.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>

namespace gevo::ir {

class Snapshot {
public:
  struct Entry {
    llvm::SmallVector<const llvm::Value*, 4> operands;
    llvm::StringRef callee;                           ///< of a call of a known function
    llvm::SmallVector<const llvm::Value*, 2> objects; ///< memory objects that it may read or write
    unsigned loopDepth = 0;
    const llvm::Value* stored = nullptr; ///< by a store
    bool writes = false;                 ///< memory visible to other instructions; barriers don't count
    bool boundary = false;               ///< see isBoundaryCheck
  };
  using Entries = llvm::MapVector<const llvm::Instruction*, Entry>;

  explicit Snapshot(llvm::Function& function);

  llvm::Function& function() const { return function_; }
  const Control& control() const { return control_; }
  const llvm::LoopInfo& loops() const { return loops_; }
  const Entries& entries() const { return entries_; }
  /// True where both may access the same variable or array.
  static bool shareObject(const Entry& one, const Entry& other);
  /// The same, and it is a variable whose parts are all of one kind: of a struct, and behind a pointer, they may be different arrays.
  static bool shareArray(const Entry& one, const Entry& other);
  /// Null for an instruction that was not there.
  const Entry* find(const llvm::Value* instruction) const;

  bool isBarrier(const llvm::Instruction& instruction) const;
  /// __syncwarp, a vote, the active mask.
  bool isWarpSynchronisation(const llvm::Instruction& instruction) const;
  /// A store of a constant to shared or thread-private memory that other stores overwrite.
  bool initialises(const llvm::Instruction& instruction) const;
  /// There is another loop of the same line.
  bool isUnrolled(const llvm::Loop& loop) const;
  /// What determines the trip count of loops: exit conditions, the values they compare, and the start and step of those.
  llvm::DenseSet<const llvm::Instruction*> loopControl() const;

private:
  llvm::Function& function_;
  Control control_;
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  Entries entries_;
};

} // namespace gevo::ir
