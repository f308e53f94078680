#include "core/kernel/ir/restriction.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace gevo::ir {

namespace {

/// An attribute of the parameter, while edits are applied.
constexpr llvm::StringRef mark = "gevo.restrict";
/// The module's list: a kernel's name and a parameter's number each.
constexpr llvm::StringRef listName = "gevo.restrict";

bool isKernel(const llvm::Function& function) { return function.getCallingConv() == llvm::CallingConv::PTX_Kernel; }

bool isPointer(const llvm::Argument& argument) { return argument.getType()->isPointerTy() && !argument.hasByValAttr(); }

bool isMarked(const llvm::Argument& argument) { return argument.getParent()->getAttributes().hasParamAttr(argument.getArgNo(), mark); }

bool holdsPointers(const llvm::Type& type) {
  return type.isPointerTy() || llvm::any_of(type.subtypes(), [](const llvm::Type* element) { return holdsPointers(*element); });
}

bool isGlobalMemory(unsigned space) { return space == 0 || space == 1; }

/// A variable that may be written, or an address given as a number.
bool leadsToGlobalMemory(const llvm::Value& operand) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&operand);
  if (!constant || !constant->getType()->isPointerTy() || !isGlobalMemory(constant->getType()->getPointerAddressSpace())) return false;
  const llvm::Value* const object = constant->stripInBoundsOffsets();
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  if (variable && (variable->isConstant() || !isGlobalMemory(variable->getAddressSpace()))) return false;
  return !llvm::isa<llvm::Function>(object) && !llvm::isa<llvm::UndefValue>(object);
}

/// From memory, numbers or a function's result.
bool makesPointer(const llvm::Instruction& instruction) {
  const bool isSource =
      llvm::isa<llvm::LoadInst, llvm::IntToPtrInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::CallBase>(instruction);
  return isSource && holdsPointers(*instruction.getType());
}

/// Code that is not seen here: another function's, or PTX that accesses memory by itself.
bool isOpaque(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return call.mayReadOrWriteMemory();
  const llvm::Function* const callee = call.getCalledFunction();
  return !callee || !callee->isDeclaration() || (!callee->isIntrinsic() && call.mayReadOrWriteMemory());
}

bool hasOtherPointers(const llvm::Function& kernel) {
  for (const llvm::Argument& argument : kernel.args())
    if (argument.hasByValAttr() && holdsPointers(*argument.getParamByValType())) return true;
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return makesPointer(instruction) || (call && isOpaque(*call)) ||
           llvm::any_of(instruction.operand_values(), [](const llvm::Value* operand) { return leadsToGlobalMemory(*operand); });
  });
}

/// Nothing that is computed from the pointer is used for anything but loads.
bool isOnlyReadThrough(const llvm::Value& pointer, llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
  if (!seen.insert(&pointer).second) return true;
  return llvm::all_of(pointer.uses(), [&](const llvm::Use& use) {
    const llvm::User& user = *use.getUser();
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&user)) return load->isSimple();
    if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst, llvm::PHINode, llvm::SelectInst>(user))
      return isOnlyReadThrough(user, seen);
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&user);
    return copy && !copy->isVolatile() && &use == &copy->getRawSourceUse();
  });
}

/// Its threads may learn of what others wrote while they run.
bool synchronises(const llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    if (instruction.isAtomic() || instruction.isVolatile()) return true;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || llvm::isa<llvm::DbgInfoIntrinsic, llvm::AssumeInst>(call)) return false;
    return call->isConvergent() || (call->mayWriteToMemory() && !llvm::isa<llvm::MemIntrinsic>(call) &&
                                    !(llvm::isa<llvm::IntrinsicInst>(call) && call->isLifetimeStartOrEnd()));
  });
}

bool isSafe(const llvm::Argument& argument) {
  const llvm::Function& kernel = *argument.getParent();
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  return !hasOtherPointers(kernel) && (isOnlyReadThrough(argument, seen) || !synchronises(kernel));
}

void list(const llvm::Argument& argument) {
  llvm::Module& module = *const_cast<llvm::Module*>(argument.getParent()->getParent());
  llvm::LLVMContext& context = module.getContext();
  auto* const number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), argument.getArgNo());
  module.getOrInsertNamedMetadata(listName)->addOperand(
      llvm::MDNode::get(context, {llvm::MDString::get(context, argument.getParent()->getName()), llvm::ConstantAsMetadata::get(number)}));
}

template <class Visit> void visitListed(const llvm::Module& module, Visit visit) {
  const llvm::NamedMDNode* const all = module.getNamedMetadata(listName);
  if (!all) return;
  for (const llvm::MDNode* one : all->operands()) {
    if (one->getNumOperands() != 2) continue;
    const auto* const name = llvm::dyn_cast<llvm::MDString>(one->getOperand(0));
    const auto* const number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(one->getOperand(1));
    llvm::Function* const kernel = name ? module.getFunction(name->getString()) : nullptr;
    if (kernel && number && !kernel->isDeclaration() && number->getZExtValue() < kernel->arg_size())
      visit(*kernel->getArg(static_cast<unsigned>(number->getZExtValue())));
  }
}

} // namespace

bool mayRestrict(const llvm::Argument& argument) {
  return isKernel(*argument.getParent()) && isPointer(argument) && !argument.hasNoAliasAttr() && isSafe(argument);
}

bool restrictPointer(llvm::Argument& argument) {
  if (isMarked(argument)) return false;
  argument.addAttr(llvm::Attribute::get(argument.getContext(), mark));
  return true;
}

void carryOutRestrictions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !isKernel(function)) continue;
    for (llvm::Argument& argument : function.args()) {
      if (!isMarked(argument)) continue;
      function.removeParamAttr(argument.getArgNo(), mark);
      if (!isPointer(argument) || !isSafe(argument)) continue;
      argument.addAttr(llvm::Attribute::NoAlias);
      list(argument);
    }
  }
}

void dropUnusedRestrictions(llvm::Module& module) {
  visitListed(module, [](llvm::Argument& argument) {
    if (!argument.onlyReadsMemory()) argument.removeAttr(llvm::Attribute::NoAlias);
  });
}

void noteRestrictions(llvm::Module& module, const llvm::Module& original) {
  for (const llvm::Function& function : module) {
    const llvm::Function* const before = original.getFunction(function.getName());
    if (function.isDeclaration() || !isKernel(function) || !before || before->arg_size() != function.arg_size()) continue;
    for (const llvm::Argument& argument : function.args())
      if (argument.hasNoAliasAttr() && !before->getArg(argument.getArgNo())->hasNoAliasAttr()) list(argument);
  }
}

std::vector<Restriction> restrictionsOf(const llvm::Module& module) {
  std::vector<Restriction> found;
  visitListed(module, [&](const llvm::Argument& argument) {
    Restriction& one = found.emplace_back();
    one.kernel = argument.getParent()->getName().str();
    one.parameter = argument.getArgNo();
    for (const llvm::Argument& other : argument.getParent()->args())
      if (isPointer(other) && &other != &argument) one.others.push_back(other.getArgNo());
  });
  return found;
}

} // namespace gevo::ir
