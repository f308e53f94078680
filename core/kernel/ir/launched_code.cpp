#include "core/kernel/ir/launched_code.h"
#include "core/kernel/ir/evolved_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace gevo::ir {
namespace {

/// Everything that code refers to, through constants and initial values of variables too.
class Reach {
public:
  void add(const llvm::Value& value) {
    if (llvm::isa<llvm::Constant>(value) && seen_.insert(&value).second) pending_.push_back(&value);
  }
  void follow() {
    while (!pending_.empty()) {
      const llvm::Value& value = *pending_.pop_back_val();
      if (const auto* function = llvm::dyn_cast<llvm::Function>(&value))
        for (const llvm::Instruction& instruction : llvm::instructions(*function)) addOperands(instruction);
      addOperands(llvm::cast<llvm::User>(value));
    }
  }
  bool contains(const llvm::Function& function) const { return seen_.contains(&function); }

private:
  void addOperands(const llvm::User& user) {
    for (const llvm::Use& operand : user.operands()) add(*operand);
  }

  llvm::SmallPtrSet<const llvm::Value*, 32> seen_;
  llvm::SmallVector<const llvm::Value*, 64> pending_;
};

bool isKernel(const llvm::Function& function) { return function.getCallingConv() == llvm::CallingConv::PTX_Kernel; }

/// Lists of what must not be optimised away.
bool isListOfUsed(const llvm::GlobalVariable& variable) { return variable.getSection() == "llvm.metadata"; }

} // namespace

std::vector<bool> launchedCode(const llvm::Module& module, const std::vector<std::string>& unlaunched) {
  if (unlaunched.empty()) return std::vector<bool>(module.size(), true);
  const auto isLaunched = [&](const llvm::Function& kernel) {
    return std::ranges::find(unlaunched, kernel.getName().str()) == unlaunched.end();
  };
  Reach reach;
  for (const llvm::Function& function : module)
    if ((isKernel(function) && isLaunched(function)) || isEvolved(function)) reach.add(function);
  for (const llvm::GlobalVariable& variable : module.globals())
    if (!isListOfUsed(variable)) reach.add(variable);
  reach.follow();
  std::vector<bool> needed;
  for (const llvm::Function& function : module) needed.push_back(function.isDeclaration() || reach.contains(function));
  return needed;
}

void removeOtherCode(llvm::Module& module, const std::vector<bool>& needed) {
  for (auto [index, function] : llvm::enumerate(module)) {
    if (needed[index]) continue;
    function.deleteBody(); // makes it external, as declarations are
    function.setComdat(nullptr);
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setDSOLocal(false);
  }
}

} // namespace gevo::ir
