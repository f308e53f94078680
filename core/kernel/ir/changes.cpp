// The part of Application that changes the module.

#include "core/kernel/ir/application.h"
#include "core/kernel/ir/cache_hints.h"
#include "core/kernel/ir/constants.h"
#include "core/kernel/ir/directives.h"
#include "core/kernel/ir/marks.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {

using llvm::Instruction;
using llvm::Value;

namespace {

/// Drops what the instruction asserts about its operands and results, which held for it unchanged and in its old position.
void dropPreconditions(Instruction& instruction) {
  instruction.dropPoisonGeneratingFlags();
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!intrinsic) return;
  switch (intrinsic->getIntrinsicID()) {
  case llvm::Intrinsic::abs:
  case llvm::Intrinsic::ctlz:
  case llvm::Intrinsic::cttz:
    // Their immediate makes the result poison for one operand (zero, or the smallest integer).
    instruction.setOperand(1, llvm::ConstantInt::getFalse(instruction.getContext()));
    break;
  default:
    break;
  }
}

} // namespace

void Application::setOperand(Instruction& user, unsigned operand, Value& value) {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user);
  // Entries of one predecessor must agree.
  for (unsigned i = 0; i < user.getNumOperands(); ++i) {
    const bool same = i == operand || (phi && phi->getIncomingBlock(i) == phi->getIncomingBlock(operand));
    if (!same || user.getOperand(i) == &value) continue;
    user.setOperand(i, &value);
    markChanged(user);
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&user)) markChangedArgument(*call, i);
    if (value.getType()->isPtrOrPtrVectorTy()) changedPointers_.insert(user.getFunction());
  }
}

bool Application::setUnrolling(const std::vector<Instruction*>& backEdges, const InstructionRef& loop, const std::string& value) {
  if (unrollingOf(*backEdges.front()) == value) return false;
  llvm::MDNode*& node = base_.unrollings[{full_, loop.id, value}];
  if (!node) node = withUnrolling(module_->getContext(), backEdges.front()->getMetadata(llvm::LLVMContext::MD_loop), value);
  for (Instruction* edge : backEdges) edge->setMetadata(llvm::LLVMContext::MD_loop, node);
  return true;
}

void Application::markChanged(Instruction& instruction) {
  llvm::LLVMContext& context = instruction.getContext();
  llvm::SmallVector<unsigned, 8> kept{llvm::LLVMContext::MD_loop, llvm::LLVMContext::MD_fpmath, cacheKind(context)};
  for (std::size_t mark = 0; mark < markMetadata.size(); ++mark) kept.push_back(markKind(context, Mark(mark)));
  changed_.insert(&instruction);
  if (instruction.mayWriteToMemory()) memoryChanged_ = true;
  dropPreconditions(instruction);
  llvm::MDNode* assemblyLocation = instruction.getMetadata("srcloc");
  instruction.dropUnknownNonDebugMetadata(kept);
  if (assemblyLocation) instruction.setMetadata("srcloc", assemblyLocation);
}

void Application::markMoved(Instruction& instruction) {
  if (instruction.mayReadFromMemory()) changed_.insert(&instruction);
  if (instruction.mayWriteToMemory()) memoryChanged_ = true;
}

void Application::markChangedArgument(llvm::CallBase& call, unsigned operand) {
  llvm::AttributeMask attributes;
  for (const auto kind :
       {llvm::Attribute::NoUndef, llvm::Attribute::NonNull, llvm::Attribute::Dereferenceable, llvm::Attribute::DereferenceableOrNull,
        llvm::Attribute::Alignment, llvm::Attribute::Range, llvm::Attribute::NoFPClass, llvm::Attribute::NoAlias}) {
    attributes.addAttribute(kind);
  }
  call.removeParamAttrs(operand, attributes);
  // Attributes of the result held for the old arguments.
  call.removeRetAttrs(attributes);
  llvm::Function* callee = call.getCalledFunction();
  if (callee && !callee->isDeclaration() && operand < callee->arg_size()) callee->removeParamAttrs(operand, attributes);
}

Instruction& Application::createBefore(Instruction& source, Instruction& position, std::uint64_t uid) {
  Instruction* created = source.clone();
  dropPreconditions(*created); // they held in the old position
  if (created->mayWriteToMemory()) memoryChanged_ = true;
  created->insertBefore(position.getIterator());
  nameAfter(*created, source, uid);
  created_[uid] = created;
  createdOrder_.push_back(uid);
  return *created;
}

void Application::nameAfter(Instruction& created, const Instruction& source, std::uint64_t uid) const {
  if (!full_ || created.getType()->isVoidTy()) return;
  created.setName(source.getName().rsplit(".by").first + ".by" + fmt::format("{:04x}", uid >> 48));
}

Value* Application::chosen(const Edit& edit, const Instruction& user, unsigned operand) {
  for (const OperandChoice& choice : edit.choices) {
    if (choice.operand != operand || find(choice.user) != &user) continue;
    Value* value = resolve(choice.value, *user.getFunction(), user.getOperand(operand)->getType());
    if (value && legal(user, operand, *value)) return value;
  }
  return nullptr;
}

void Application::repairOperands(Instruction& instruction, const Edit& edit) {
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i) {
    if (!mayChange(instruction, i)) continue;
    Value* value = chosen(edit, instruction, i);
    Value* present = instruction.getOperand(i);
    if (!value) value = availableTo(*present, instruction, i) ? present : defaultConstant(present->getType());
    setOperand(instruction, i, *value);
  }
}

void Application::repairUses(Instruction& value, const Edit& edit, Value* substitute, bool all) {
  std::vector<std::pair<Instruction*, unsigned>> uses;
  for (const llvm::Use& use : value.uses()) {
    auto* user = llvm::cast<Instruction>(use.getUser());
    if (all || !availableTo(value, *user, use.getOperandNo())) uses.emplace_back(user, use.getOperandNo());
  }
  for (const auto& [user, operand] : uses) {
    if (user->getOperand(operand) != &value) continue; // a phi's other entry of the same predecessor was repaired with it
    if (llvm::isa<llvm::AssumeInst>(user)) {
      staleAssumptions_.insert(user);
      user->setOperand(operand, llvm::Constant::getNullValue(value.getType()));
      continue;
    }
    Value* replacement = chosen(edit, *user, operand);
    if (replacement == &value) replacement = nullptr;
    if (!replacement && substitute && substitute != &value && legal(*user, operand, *substitute)) replacement = substitute;
    if (!replacement) replacement = defaultConstant(value.getType());
    setOperand(*user, operand, *replacement);
  }
}

void Application::wireUses(const Edit& edit) {
  for (const OperandChoice& choice : edit.choices) {
    Instruction* user = find(choice.user);
    if (!user || choice.operand >= user->getNumOperands()) continue;
    Value* value = resolve(choice.value, *user->getFunction(), user->getOperand(choice.operand)->getType());
    if (!value || !legal(*user, choice.operand, *value)) continue;
    setOperand(*user, choice.operand, *value);
    // Its flags held for the previous uses of its result.
    if (auto* source = llvm::dyn_cast<Instruction>(value)) dropPreconditions(*source);
  }
}

void Application::remove(Instruction& instruction, Value* successor) {
  successors_[&instruction] = successor;
  changed_.remove(&instruction);
  if (instruction.mayWriteToMemory()) memoryChanged_ = true;
  instruction.removeFromParent();
  instruction.dropAllReferences();
  removed_.push_back(&instruction);
}

} // namespace gevo::ir
