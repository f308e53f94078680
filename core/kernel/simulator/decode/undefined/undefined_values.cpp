#include "core/kernel/simulator/decode/undefined/undefined_values.h"

#include "core/kernel/simulator/decode/addresses.h"
#include "core/kernel/simulator/decode/undefined/poison_flags.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace gevo::sim {

namespace {

/// A call of an intrinsic whose name begins so.
bool calls(const llvm::Instruction& instruction, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with(name);
}

bool isShuffle(const llvm::Instruction& instruction) { return calls(instruction, "llvm.nvvm.shfl"); }

/// Its result is defined, or a source of its own, whatever its operands are: undefined operands are reported where it uses them.
bool endsHere(const llvm::Instruction& user) {
  return user.getType()->isVoidTy() || llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user) ||
         calls(user, "llvm.nvvm.ldmatrix");
}

} // namespace

bool hasUndefinedPart(const llvm::Constant& constant) {
  if (llvm::isa<llvm::UndefValue>(constant)) return true; // poison is one
  if (!llvm::isa<llvm::ConstantAggregate, llvm::ConstantExpr>(constant)) return false;
  return std::ranges::any_of(constant.operands(), [](const llvm::Use& operand) {
    const auto* part = llvm::dyn_cast<llvm::Constant>(operand.get());
    return part && hasUndefinedPart(*part);
  });
}

UndefinedValues::UndefinedValues(const llvm::Module& module, Detail detail) {
  any_ = detail == Detail::PoisonFlags;
  for (const llvm::Function& function : module)
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) hasLocal_ |= llvm::isa<llvm::AllocaInst>(instruction);
  for (const llvm::Function& function : module)
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) {
        for (const llvm::Use& operand : instruction.operands())
          if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get()); constant && hasUndefinedPart(*constant)) {
            any_ = true;
            follow(operand);
          }
        if (isSource(instruction, detail)) add(&instruction);
      }
  while (!toFollow_.empty()) {
    const llvm::Value* value = toFollow_.pop_back_val();
    for (const llvm::Use& use : value->uses()) follow(use);
  }
}

bool UndefinedValues::isSource(const llvm::Instruction& instruction, Detail detail) const {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return hasLocal_ && mayReadLocal(*load->getPointerOperand());
  return detail == Detail::PoisonFlags && (hasPreconditions(instruction) || isShuffle(instruction));
}

/// Any pointer may, except those known to point elsewhere: to variables or kernel arguments.
bool UndefinedValues::mayReadLocal(const llvm::Value& address) const {
  const unsigned space = address.getType()->getPointerAddressSpace();
  if (space != generic && space != local) return false;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&address, objects);
  return !std::ranges::all_of(objects, [](const llvm::Value* object) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
    return llvm::isa<llvm::GlobalVariable>(object) ||
           (argument && argument->getParent()->getCallingConv() == llvm::CallingConv::PTX_Kernel);
  });
}

void UndefinedValues::add(const llvm::Value* value) {
  any_ = true;
  if (values_.insert(value).second) toFollow_.push_back(value);
}

void UndefinedValues::follow(const llvm::Use& use) {
  const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
  if (!user) return;
  if (llvm::isa<llvm::ReturnInst>(user)) {
    const llvm::Function* function = user->getFunction();
    if (function->hasAddressTaken()) return; // reported where it returns
    if (!returns_.insert(function).second) return;
    for (const llvm::Use& caller : function->uses())
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(caller.getUser()); call && call->isCallee(&caller)) add(call);
    return;
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (call->isIndirectCall()) return; // reported at the call
    if (callee && !callee->isDeclaration()) {
      if (callee->hasAddressTaken()) return; // reported at the call
      if (call->isArgOperand(&use) && call->getArgOperandNo(&use) < callee->arg_size()) add(callee->getArg(call->getArgOperandNo(&use)));
      return;
    }
  }
  if (!endsHere(*user)) add(user);
}

} // namespace gevo::sim
