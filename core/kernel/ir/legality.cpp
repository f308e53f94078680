#include "core/kernel/ir/legality.h"
#include "core/kernel/ir/constants.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {
namespace {

using llvm::Instruction;

/// Intrinsics that describe others (lifetimes, assumptions, scopes) or mark a position in the function.
bool mustStay(const llvm::CallBase& call) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (!intrinsic) return false;
  switch (intrinsic->getIntrinsicID()) {
  case llvm::Intrinsic::stacksave:
  case llvm::Intrinsic::stackrestore:
  case llvm::Intrinsic::vastart:
  case llvm::Intrinsic::vaend:
  case llvm::Intrinsic::vacopy:
  case llvm::Intrinsic::localescape:
  case llvm::Intrinsic::localrecover:
  case llvm::Intrinsic::frameaddress:
  case llvm::Intrinsic::returnaddress:
  case llvm::Intrinsic::threadlocal_address:
    return true;
  default:
    return intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd();
  }
}

bool mayChangeArgument(const llvm::CallBase& call, unsigned operand) {
  if (!llvm::isa<llvm::CallInst>(call) || operand >= call.arg_size() || call.isMustTailCall() || mustStay(call)) return false;
  return !call.paramHasAttr(operand, llvm::Attribute::ImmArg) && !call.paramHasAttr(operand, llvm::Attribute::SwiftError) &&
         !call.paramHasAttr(operand, llvm::Attribute::InAlloca) && !call.paramHasAttr(operand, llvm::Attribute::Preallocated);
}

bool isStructIndex(const llvm::GetElementPtrInst& address, unsigned operand) {
  auto step = llvm::gep_type_begin(address);
  std::advance(step, operand - 1);
  return step.isStruct();
}

} // namespace

bool mayChange(const Instruction& user, unsigned operand) {
  if (operand >= user.getNumOperands()) return false;
  llvm::Type* type = user.getOperand(operand)->getType();
  if (type->isTokenTy() || !defaultConstant(type) || user.isEHPad()) return false;
  switch (user.getOpcode()) {
  case Instruction::GetElementPtr:
    return operand == 0 || !isStructIndex(llvm::cast<llvm::GetElementPtrInst>(user), operand);
  case Instruction::Br:
  case Instruction::Switch:
    return operand == 0;
  case Instruction::Call:
    return mayChangeArgument(llvm::cast<llvm::CallBase>(user), operand);
  case Instruction::Alloca:
  case Instruction::IndirectBr:
  case Instruction::Invoke:
  case Instruction::CallBr:
    return false;
  default:
    return true;
  }
}

bool mayTake(const Instruction& user, unsigned operand, const llvm::Value& value) {
  const llvm::Value* present = user.getOperand(operand);
  if (!mayChange(user, operand) || present->getType() != value.getType()) return false;
  if (!llvm::isa<Instruction, llvm::Argument, llvm::Constant>(value) || llvm::isa<llvm::Function>(value)) return false;
  if (const auto* instruction = llvm::dyn_cast<Instruction>(&value); instruction && instruction->isTerminator()) return false;
  // A constraint of an assembly block may require an immediate.
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
  return !(call && call->isInlineAsm() && llvm::isa<llvm::Constant>(present) && !llvm::isa<llvm::Constant>(value));
}

bool isOrdinary(const Instruction& instruction) {
  if (instruction.isTerminator() || instruction.isEHPad() || instruction.isDebugOrPseudoInst()) return false;
  if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) || instruction.getType()->isTokenTy()) return false;
  if (!instruction.getType()->isVoidTy() && !defaultConstant(instruction.getType())) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call && (call->isMustTailCall() || mustStay(*call))) return false;
  // Operands that cannot be repaired must be available wherever the instruction moves.
  return llvm::all_of(instruction.operands(), [&](const llvm::Use& operand) {
    return !llvm::isa<Instruction>(operand.get()) || mayChange(instruction, operand.getOperandNo());
  });
}

bool mayCopy(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return isOrdinary(instruction) && !(call && call->cannotDuplicate());
}

bool mayLeave(const Instruction& instruction) {
  return isOrdinary(instruction) && llvm::all_of(instruction.uses(), [](const llvm::Use& use) {
           const auto* user = llvm::dyn_cast<Instruction>(use.getUser());
           // An assumption is removed with the value that it is about.
           return user && (llvm::isa<llvm::AssumeInst>(user) || mayChange(*user, use.getOperandNo()));
         });
}

bool mayInsertBefore(const Instruction& instruction) {
  if (llvm::isa<llvm::PHINode>(instruction) || instruction.isEHPad()) return false;
  const Instruction* before = instruction.getPrevNode();
  const auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(before);
  if (call && call->isMustTailCall()) return false; // its return follows at once
  return true;
}

} // namespace gevo::ir
