#pragma once

/// One application of edits in progress: a clone of the base, where its instructions are now, and what became of those
/// that are gone. Operators change the clone only through this class, which keeps every rule of design 3.

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

  /// Drops what the changes made untrue (assumptions, noalias) and hands the module over. Call once, last.
  std::unique_ptr<llvm::Module> finish();

  // Edits

  /// Crossover may bring the same edit from both parents; it is applied once.
  bool hasApplied(std::uint64_t uid) const { return applied_.contains(uid) || created_.contains(uid); }
  void markApplied(std::uint64_t uid) { applied_.insert(uid); }

  // Finding

  llvm::Module& module() { return *module_; }
  /// Of a function in the module: dominance and executionProfile are kept by it.
  unsigned place(const llvm::Function& function) const { return functions_.lookup(&function); }
  /// In its function and editable now; null when it is gone, was never made, or belongs to no editable kernel.
  llvm::Instruction* find(const InstructionRef& ref) const;
  /// What stands in for the reference, a deleted instruction's successor included; null when nothing does.
  llvm::Value* resolve(const ValueRef& ref, const llvm::Function& function, llvm::Type* type);
  /// All instructions of editable functions that are in place: those of the base by id, then created ones in order.
  std::vector<std::pair<InstructionRef, llvm::Instruction*>> present() const;
  std::size_t constantCount() const { return constants_.size(); }
  llvm::Constant* constant(std::uint32_t index);
  llvm::Type* constantType(std::uint32_t index) const { return constants_[index]->getType(); }

  // Legality

  bool reachable(const llvm::BasicBlock& block) const;
  /// `value` is available to an instruction that stands directly before `place`.
  bool availableBefore(const llvm::Value& value, const llvm::Instruction& place) const;
  /// `value` is available to this operand of `user` where it stands.
  bool availableTo(const llvm::Value& value, const llvm::Instruction& user, unsigned operand) const;
  /// An instruction that stood directly before `place` would be available to this operand of `user`.
  bool placeReaches(const llvm::Instruction& place, const llvm::Instruction& user, unsigned operand) const;
  bool legal(const llvm::Instruction& user, unsigned operand, const llvm::Value& value) const;

  // Changing (operators only)

  /// The operand takes the value, which must be legal. Equal values change nothing.
  void setOperand(llvm::Instruction& user, unsigned operand, llvm::Value& value);
  /// It stands elsewhere now: what it reads or writes may be another matter.
  void noteMoved(llvm::Instruction& instruction);
  /// A duplicate of `source` before `place`, known by `uid` from now on.
  llvm::Instruction& createBefore(llvm::Instruction& source, llvm::Instruction& place, std::uint64_t uid);
  /// Operands that `edit` chose for take their choice, those without an available value their choice or the default.
  void repairOperands(llvm::Instruction& instruction, const Edit& edit);
  /// Uses that `value` does not reach (or all of them, where it is about to go) take the edit's choice for them, else
  /// `substitute`, else the default.
  void repairUses(llvm::Instruction& value, const Edit& edit, llvm::Value* substitute, bool all);
  /// All choices of the edit that are legal now: last, so that later uses take the result of what was inserted.
  void wireUses(const Edit& edit);
  /// Takes an instruction without uses out of its function; later references to it lead to `successor`.
  void remove(llvm::Instruction& instruction, llvm::Value* successor);

private:
  llvm::Value* chosen(const Edit& edit, const llvm::Instruction& user, unsigned operand);
  llvm::Value* forwarded(llvm::Value* value) const;
  llvm::Function* editableFunction(llvm::Function* function) const;
  const BlockDominance& dominance(const llvm::Function& function) const;
  void noteChanged(llvm::Instruction& instruction);
  void noteChangedArgument(llvm::CallBase& call, unsigned operand);
  void eraseStaleAssumptions();
  void dropStaleAliasInformation();
  void nameAfter(llvm::Instruction& created, const llvm::Instruction& source, std::uint64_t uid) const;

  const BaseModule::State& base_;
  bool full_;
  llvm::ValueToValueMapTy map_;
  std::unique_ptr<llvm::Module> module_;
  std::vector<llvm::Constant*> constants_; ///< of the template; mapped into the clone when asked for
  llvm::DenseMap<const llvm::Function*, unsigned> functions_;
  std::vector<llvm::Instruction*> instructions_; ///< by id; out of any function when deleted
  std::unordered_map<std::uint64_t, llvm::Instruction*> created_;
  std::vector<std::uint64_t> createdOrder_;
  std::unordered_set<std::uint64_t> applied_;
  llvm::DenseMap<const llvm::Instruction*, llvm::Value*> successors_;
  std::vector<llvm::Instruction*> removed_; ///< kept until the end, so that references stay unambiguous
  llvm::SetVector<llvm::Instruction*> changed_;
  llvm::SetVector<llvm::Instruction*> staleAssumptions_;
  llvm::SetVector<llvm::Function*> changedPointers_; ///< functions in which a pointer operand changed
  bool memoryChanged_ = false;                       ///< what loads find may be another matter
};

} // namespace gevo::ir
