#include "core/kernel/ir/if_conversion.h"

#include "core/kernel/ir/marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

namespace gevo::ir {

namespace {

/// Where the two ways of a branch meet, and the blocks between; null: it goes there directly.
struct Sides {
  llvm::BasicBlock* ifTrue = nullptr;
  llvm::BasicBlock* ifFalse = nullptr;
  llvm::BasicBlock* join = nullptr;
};

bool mayBeComputedAlways(const llvm::Instruction& instruction) {
  if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->isConvergent()) return false;
  return !llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) && !instruction.mayReadOrWriteMemory() &&
         llvm::isSafeToSpeculativelyExecute(&instruction);
}

bool isSide(const llvm::BasicBlock& block, const llvm::BasicBlock& head) {
  const auto* const end = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  return block.getSinglePredecessor() == &head && end && end->isUnconditional() && !block.hasAddressTaken() &&
         llvm::all_of(block, [](const llvm::Instruction& one) { return one.isTerminator() || mayBeComputedAlways(one); });
}

std::optional<Sides> sidesOf(const llvm::Instruction& terminator) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return std::nullopt;
  llvm::BasicBlock* const ifTrue = branch->getSuccessor(0);
  llvm::BasicBlock* const ifFalse = branch->getSuccessor(1);
  const llvm::BasicBlock& head = *branch->getParent();
  std::optional<Sides> sides;
  if (isSide(*ifTrue, head) && ifTrue->getSingleSuccessor() == ifFalse)
    sides = {ifTrue, nullptr, ifFalse};
  else if (isSide(*ifFalse, head) && ifFalse->getSingleSuccessor() == ifTrue)
    sides = {nullptr, ifFalse, ifTrue};
  else if (isSide(*ifTrue, head) && isSide(*ifFalse, head) && ifTrue->getSingleSuccessor() == ifFalse->getSingleSuccessor())
    sides = {ifTrue, ifFalse, ifTrue->getSingleSuccessor()};
  const bool isLoop = sides && (sides->join == &head || sides->join == sides->ifTrue || sides->join == sides->ifFalse);
  return isLoop ? std::nullopt : sides;
}

void flatten(llvm::BranchInst& branch, const Sides& sides) {
  llvm::BasicBlock& head = *branch.getParent();
  llvm::MDNode* loop = branch.getMetadata(llvm::LLVMContext::MD_loop);
  for (llvm::BasicBlock* const side : {sides.ifTrue, sides.ifFalse}) {
    if (side == nullptr) continue;
    for (llvm::Instruction& one : *side) one.dropUBImplyingAttrsAndMetadata(); // what was so if it ran need not be so now
    if (llvm::MDNode* const of = side->getTerminator()->getMetadata(llvm::LLVMContext::MD_loop)) loop = of;
    head.splice(branch.getIterator(), side, side->begin(), side->getTerminator()->getIterator());
  }
  llvm::BasicBlock& fromTrue = sides.ifTrue ? *sides.ifTrue : head;
  llvm::BasicBlock& fromFalse = sides.ifFalse ? *sides.ifFalse : head;
  llvm::IRBuilder<> builder(&branch);
  for (llvm::PHINode& phi : sides.join->phis()) {
    llvm::Value* const ifTrue = phi.getIncomingValueForBlock(&fromTrue);
    llvm::Value* const ifFalse = phi.getIncomingValueForBlock(&fromFalse);
    llvm::Value* const selected = ifTrue == ifFalse ? ifTrue : builder.CreateSelect(branch.getCondition(), ifTrue, ifFalse, phi.getName());
    for (llvm::BasicBlock* const from : {&fromTrue, &fromFalse}) phi.removeIncomingValue(from, /*DeletePHIIfEmpty=*/false);
    phi.addIncoming(selected, &head);
  }
  llvm::BranchInst* const straight = builder.CreateBr(sides.join);
  straight->setMetadata(llvm::LLVMContext::MD_loop, loop);
  branch.eraseFromParent();
  for (llvm::BasicBlock* const side : {sides.ifTrue, sides.ifFalse}) {
    if (side == nullptr) continue;
    side->getTerminator()->eraseFromParent();
    side->eraseFromParent();
  }
  llvm::MergeBlockIntoPredecessor(sides.join);
}

} // namespace

bool mayBeFlattened(const llvm::Instruction& terminator) { return sidesOf(terminator).has_value(); }

bool flattenBranches(llvm::Function& function) {
  const auto flattenOne = [&] {
    for (llvm::BasicBlock& block : function)
      if (const std::optional<Sides> sides = sidesOf(*block.getTerminator())) {
        flatten(*llvm::cast<llvm::BranchInst>(block.getTerminator()), *sides);
        return true;
      }
    return false;
  };
  bool changes = false;
  while (flattenOne()) changes = true;
  return changes;
}

void carryOutFlattening(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (const auto& [branch, value] : takeMarked(function, Mark::Flattening))
      if (const std::optional<Sides> sides = sidesOf(*branch)) flatten(*llvm::cast<llvm::BranchInst>(branch), *sides);
  }
}

} // namespace gevo::ir
