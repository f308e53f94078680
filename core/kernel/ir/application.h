#pragma once

/// One application of edits in progress: a clone of the base, the current positions of its instructions, and what replaced those that
/// are gone. Operators change the clone only through this class, which keeps the module legal (legality.h,
/// resources/docs/internals/edits.md).

#include "core/kernel/ir/base_state.h"
#include "core/kernel/ir/legality.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace gevo::ir {

class Application {
public:
  explicit Application(const BaseModule::State& base, bool full = false);
  ~Application();
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  /// Removes assumptions and noalias attributes that no longer hold and hands over the module. Call once, last.
  std::unique_ptr<llvm::Module> finish();

  // Edits

  /// Crossover may bring the same edit from both parents; it is applied once.
  bool hasApplied(std::uint64_t uid) const { return applied_.contains(uid) || created_.contains(uid); }
  void markApplied(std::uint64_t uid) { applied_.insert(uid); }

  // Finding

  llvm::Module& module() { return *module_; }
  const Configuration& configuration() const { return base_.configuration; }
  /// Index of a function in the module, by which dominance and execution profile are stored.
  unsigned functionIndex(const llvm::Function& function) const { return functions_.lookup(&function); }
  /// The instruction where it is now; null when it was removed, never created, or is not in an editable kernel.
  llvm::Instruction* find(const InstructionRef& ref) const;
  /// The value that the reference means now, that of a deleted instruction's successor included; null when there is none.
  llvm::Value* resolve(const ValueRef& ref, const llvm::Function& function, llvm::Type* type);
  /// All instructions that editable functions hold now: those of the base by id, then created ones in order.
  std::vector<std::pair<InstructionRef, llvm::Instruction*>> present() const;
  std::size_t constantCount() const { return constants_.size(); }
  llvm::Constant* constant(std::uint32_t index);
  llvm::Type* constantType(std::uint32_t index) const { return constants_[index]->getType(); }

  // Legality

  bool reachable(const llvm::BasicBlock& block) const;
  /// `value` is available to an instruction directly before `position`.
  bool availableBefore(const llvm::Value& value, const llvm::Instruction& position) const;
  /// `value` is available to this operand of `user` where it is.
  bool availableTo(const llvm::Value& value, const llvm::Instruction& user, unsigned operand) const;
  /// An instruction directly before `position` would be available to this operand of `user`.
  bool dominatesUse(const llvm::Instruction& position, const llvm::Instruction& user, unsigned operand) const;
  bool legal(const llvm::Instruction& user, unsigned operand, const llvm::Value& value) const;
  /// Of the loop that this terminator goes back to the beginning of: all that do, itself among them. Empty: it does not.
  std::vector<llvm::Instruction*> backEdgesBeside(const llvm::Instruction& terminator) const;

  // Changing (operators only)

  /// The operand takes the value, which must be legal. Equal values change nothing.
  void setOperand(llvm::Instruction& user, unsigned operand, llvm::Value& value);
  /// Call after moving an instruction: what it reads or writes may have changed.
  void markMoved(llvm::Instruction& instruction);
  /// A duplicate of `source` before `position`, which `uid` refers to from now on.
  llvm::Instruction& createBefore(llvm::Instruction& source, llvm::Instruction& position, std::uint64_t uid);
  /// Operands for which `edit` holds a choice take it; others whose value is not available take the default.
  void repairOperands(llvm::Instruction& instruction, const Edit& edit);
  /// Uses that `value` does not dominate (with `all`: every use, before it is removed) take the edit's choice for them, else
  /// `substitute`, else the default.
  void repairUses(llvm::Instruction& value, const Edit& edit, llvm::Value* substitute, bool all);
  /// Applies all choices of the edit that are legal now. Call last, so that later uses can take the result of what was inserted.
  void wireUses(const Edit& edit);
  /// Of the loop with these back edges, in place of what its metadata said: `value` is as in Edit. False: that is what it said.
  bool setUnrolling(const std::vector<llvm::Instruction*>& backEdges, const InstructionRef& loop, const std::string& value);
  /// It is computed less exactly from now on; of a branch, what its loop computes.
  void markInexact(llvm::Instruction& instruction) { changed_.insert(&instruction); }
  /// Removes an instruction without uses from its function; later references to it lead to `successor`.
  void remove(llvm::Instruction& instruction, llvm::Value* successor);

private:
  llvm::Value* chosen(const Edit& edit, const llvm::Instruction& user, unsigned operand);
  llvm::Value* forwarded(llvm::Value* value) const;
  llvm::Function* editableFunction(llvm::Function* function) const;
  const BlockDominance& dominance(const llvm::Function& function) const;
  void markChanged(llvm::Instruction& instruction);
  void markChangedArgument(llvm::CallBase& call, unsigned operand);
  void eraseStaleAssumptions();
  void dropStaleAliasInformation();
  void nameAfter(llvm::Instruction& created, const llvm::Instruction& source, std::uint64_t uid) const;

  const BaseModule::State& base_;
  bool full_;
  llvm::ValueToValueMapTy map_;
  std::unique_ptr<llvm::Module> module_;
  std::vector<llvm::Constant*> constants_; ///< of the template; mapped into the clone on demand
  llvm::DenseMap<const llvm::Function*, unsigned> functions_;
  std::vector<llvm::Instruction*> instructions_; ///< by id; without a parent when deleted, null where the clone lacks its function
  std::unordered_map<std::uint64_t, llvm::Instruction*> created_;
  std::vector<std::uint64_t> createdOrder_;
  std::unordered_set<std::uint64_t> applied_;
  llvm::DenseMap<const llvm::Instruction*, llvm::Value*> successors_;
  std::vector<llvm::Instruction*> removed_; ///< kept until the end, so that references stay unambiguous
  llvm::SetVector<llvm::Instruction*> changed_;
  llvm::SetVector<llvm::Instruction*> staleAssumptions_;
  llvm::SetVector<llvm::Function*> changedPointers_; ///< functions in which a pointer operand changed
  bool memoryChanged_ = false;                       ///< loads may return other values
};

} // namespace gevo::ir
