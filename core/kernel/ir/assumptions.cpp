// Removes assumptions and alias information of the base that the changes of an application made false.

#include "core/kernel/ir/application.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {
namespace {

using llvm::Instruction;

llvm::Function* calledDefinition(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

/// Follows changed values through what is computed from them, into functions that take them and out of those that return them.
class Affected {
public:
  void add(Instruction& instruction) { instructions_.insert(&instruction); }
  /// Whether it runs, and with which arguments, may have changed.
  void addFunction(llvm::Function& function) { functions_.insert(&function); }

  /// Any load may return another value now.
  void addMemory(llvm::Module& module) {
    if (std::exchange(memory_, true)) return;
    for (llvm::Function& function : module)
      for (Instruction& instruction : llvm::instructions(function))
        if (instruction.mayReadFromMemory()) add(instruction);
  }

  void spread() {
    std::size_t followed = 0;
    std::size_t entered = 0;
    while (followed < instructions_.size() || entered < functions_.size()) {
      if (followed < instructions_.size()) {
        follow(*instructions_[followed++]);
      } else {
        for (Instruction& instruction : llvm::instructions(*functions_[entered++])) add(instruction);
      }
    }
  }
  template <class Visit> void visit(Visit visit) const {
    for (Instruction* instruction : instructions_) visit(*instruction);
  }

private:
  void follow(Instruction& instruction) {
    if (instruction.mayWriteToMemory() && !llvm::isa<llvm::AssumeInst>(instruction)) addMemory(*instruction.getModule());
    for (llvm::User* user : instruction.users()) add(*llvm::cast<Instruction>(user));
    if (llvm::Function* callee = calledDefinition(instruction)) addFunction(*callee);
    if (!llvm::isa<llvm::ReturnInst>(instruction)) return;
    for (llvm::User* user : instruction.getFunction()->users())
      if (auto* caller = llvm::dyn_cast<Instruction>(user)) add(*caller);
  }

  llvm::SetVector<Instruction*> instructions_;
  llvm::SetVector<llvm::Function*> functions_;
  bool memory_ = false;
};

} // namespace

void Application::eraseStaleAssumptions() {
  const llvm::Function* assume = llvm::Intrinsic::getDeclarationIfExists(module_.get(), llvm::Intrinsic::assume);
  if (!assume || assume->use_empty()) return;
  Affected affected;
  for (Instruction* instruction : changed_) {
    affected.add(*instruction);
    // Code behind a changed condition may run where it never did.
    if (instruction->isTerminator()) affected.addFunction(*instruction->getFunction());
  }
  if (memoryChanged_) affected.addMemory(*module_);
  affected.spread();
  affected.visit([&](Instruction& instruction) {
    if (llvm::isa<llvm::AssumeInst>(instruction)) staleAssumptions_.insert(&instruction);
  });
  for (Instruction* assumption : staleAssumptions_) assumption->eraseFromParent();
}

void Application::dropStaleAliasInformation() {
  // A pointer may reach whatever its function calls.
  for (std::size_t i = 0; i < changedPointers_.size(); ++i) {
    for (const Instruction& instruction : llvm::instructions(*changedPointers_[i]))
      if (llvm::Function* callee = calledDefinition(instruction)) changedPointers_.insert(callee);
  }
  for (llvm::Function* function : changedPointers_)
    for (llvm::Argument& argument : function->args()) argument.removeAttr(llvm::Attribute::NoAlias);
}

} // namespace gevo::ir
