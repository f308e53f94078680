#pragma once

/// Edits in the words with which the papers sum up what evolution found (seeds/000, V-A; seeds/002, VI), from facts about the IR just
/// before and just after the edit. What does not follow from such facts has no word.

#include "core/kernel/explain/snapshot.h"
#include "core/kernel/ir/application.h"
#include "core/kernel/operators/apply.h"

#include <memory>
#include <string>

namespace gevo::ir {

class MeaningFinder {
public:
  explicit MeaningFinder(Application& application) : application_(application) {}

  /// Around `applyEdit(application, edit)`.
  void before(const Edit& edit);
  /// Of an edit that was active:
  ///   barrier removed               a barrier, the one way to it, or one that now stands behind its loop or beside another
  ///   warp synchronisation removed  __syncwarp, a vote, the active mask (002, VI-B)
  ///   initialisation removed        stores of constants to an array of the block, or a variable, that other stores fill (002, VI-C)
  ///   store removed                 any other; redundant, where the variant is exact all the same
  ///   boundary check removed        a comparison of a place in the grid with its end decides nothing any more (002, VI-D)
  ///   conditional removed           any other comparison decides nothing any more
  ///   loop perforation              a loop's start, step, bound or exit changed, or one of the copies of an unrolled loop's body does less
  ///   memoization                   the result of another computation of the same kind, or a value that was stored, is used again
  /// Empty for anything else.
  std::string after(const Edit& edit);

private:
  struct Change {
    const llvm::Instruction* user = nullptr;
    unsigned operand = 0;
    const llvm::Value* old = nullptr;
    const llvm::Value* now = nullptr;
  };
  /// What the edit did to its function.
  struct Effects {
    llvm::SmallVector<const llvm::Instruction*, 2> removed;
    llvm::SmallVector<Change, 8> changes;
    const llvm::Instruction* created = nullptr;
    const llvm::Instruction* repeated = nullptr; ///< that `created` is a duplicate of
  };

  Effects effectsOf(const Edit& edit) const;
  std::string ofRemoved(const Effects& effects) const;
  bool movesBarrierAway(const Edit& edit) const;
  std::string ofControl() const;
  std::string ofDeadBlocks(const Control& now) const;
  std::string ofSelection(const Effects& effects) const;
  bool perforates(const Effects& effects) const;
  bool reuses(const Effects& effects) const;

  Application& application_;
  std::unique_ptr<Snapshot> snapshot_;
};

} // namespace gevo::ir
