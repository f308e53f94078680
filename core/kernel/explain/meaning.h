#pragma once

/// Classifies edits in the terms of the papers (Liou et al. 2019, V-A; Liou et al. 2022, VI) by comparing the IR just before and just after
/// the edit. An edit gets a term only where that comparison proves it.

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
  /// The term for an edit that was active (resources/docs/user/edits.md has them all); empty where none applies. Terms say what is certain
  /// of the code, not that results are the same.
  std::string after(const Edit& edit);
  /// Of what the last term is about, where that is not the edit's own target: a condition that a moved value no longer decides. Else null.
  const llvm::Instruction* place() const { return place_; }

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
    const llvm::Instruction* repeated = nullptr; ///< the instruction that `created` duplicates
  };

  Effects effectsOf(const Edit& edit) const;
  std::string ofRemoved(const Effects& effects) const;
  bool movesBarrierAway(const Edit& edit) const;
  std::string ofControl();
  std::string ofDeadBlocks(const Control& now) const;
  std::string ofSelection(const Effects& effects) const;
  bool changesLoop(const Effects& effects) const;
  std::string ofReuse(const Effects& effects);

  Application& application_;
  std::unique_ptr<Snapshot> snapshot_;
  const llvm::Instruction* place_ = nullptr;
};

} // namespace gevo::ir
