#include "core/kernel/explain/snapshot.h"

#include "core/kernel/describe/boundary.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {
namespace {

using llvm::Instruction;
using llvm::Value;

llvm::StringRef calleeOf(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* function = call ? call->getCalledFunction() : nullptr;
  return function ? function->getName() : llvm::StringRef();
}

bool isVote(llvm::StringRef callee) {
  return callee.starts_with("llvm.nvvm.bar.warp.sync") || callee.starts_with("llvm.nvvm.vote.") ||
         callee.starts_with("llvm.nvvm.activemask");
}

bool isBlockBarrier(llvm::StringRef callee) {
  return callee.starts_with("llvm.nvvm.barrier") || (callee.starts_with("llvm.nvvm.bar.") && !isVote(callee));
}

/// LLVM counts barriers and the like as writes.
bool writesMemory(const Instruction& instruction, llvm::StringRef callee) {
  if (!instruction.mayWriteToMemory() || isBlockBarrier(callee) || isVote(callee)) return false;
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return !intrinsic || !(intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd());
}

const Value* addressOf(const Instruction& instruction) {
  if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) return set->getRawDest();
  return llvm::getLoadStorePointerOperand(&instruction);
}

const Value* storedBy(const Instruction& instruction) {
  if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) return set->getValue();
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store ? store->getValueOperand() : nullptr;
}

bool isLocal(const Value* object) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return llvm::isa<llvm::AllocaInst>(object) || (global && global->getAddressSpace() == 3);
}

/// `value` is compared at an exit: an induction variable, or its next value.
void addInduction(const Value* value, const llvm::Loop& loop, llvm::DenseSet<const Instruction*>& controlling) {
  const auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction)) return;
  llvm::SmallVector<const Value*, 4> near{instruction};
  if (!llvm::isa<llvm::PHINode, llvm::LoadInst>(instruction)) near.append(instruction->op_begin(), instruction->op_end());
  for (const Value* one : near) {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(one);
    if (!phi || phi->getParent() != loop.getHeader()) continue;
    controlling.insert(phi);
    for (const Value* incoming : phi->incoming_values()) {
      const auto* next = llvm::dyn_cast<Instruction>(incoming);
      if (next && loop.contains(next) && llvm::is_contained(next->operands(), phi)) controlling.insert(next);
    }
  }
}

} // namespace

Snapshot::Snapshot(llvm::Function& function) : function_(function), control_(function), tree_(function), loops_(tree_) {
  for (const Instruction& instruction : llvm::instructions(function)) {
    Entry& entry = entries_[&instruction];
    entry.operands = {instruction.op_begin(), instruction.op_end()};
    entry.callee = calleeOf(instruction);
    if (const Value* address = addressOf(instruction)) llvm::getUnderlyingObjects(address, entry.objects, nullptr, 0);
    entry.loopDepth = loops_.getLoopDepth(instruction.getParent());
    entry.stored = storedBy(instruction);
    entry.writes = writesMemory(instruction, entry.callee);
    entry.boundary = isBoundaryCheck(instruction);
  }
}

bool Snapshot::shareObject(const Entry& one, const Entry& other) {
  return llvm::any_of(one.objects, [&](const Value* object) { return llvm::is_contained(other.objects, object); });
}

bool Snapshot::shareArray(const Entry& one, const Entry& other) {
  const auto isArray = [](const Value* object) {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
    const llvm::Type* type = global ? global->getValueType() : nullptr;
    while (type && type->isArrayTy()) type = type->getArrayElementType();
    return type && !type->isStructTy();
  };
  return shareObject(one, other) && llvm::all_of(one.objects, isArray) && llvm::all_of(other.objects, isArray);
}

const Snapshot::Entry* Snapshot::find(const Value* instruction) const {
  const auto found = entries_.find(static_cast<const Instruction*>(llvm::dyn_cast<Instruction>(instruction)));
  return found == entries_.end() ? nullptr : &found->second;
}

bool Snapshot::isBarrier(const Instruction& instruction) const {
  const Entry* entry = find(&instruction);
  return entry && isBlockBarrier(entry->callee);
}

bool Snapshot::isWarpSynchronisation(const Instruction& instruction) const {
  const Entry* entry = find(&instruction);
  return entry && isVote(entry->callee);
}

bool Snapshot::initialises(const Instruction& instruction) const {
  const Entry* entry = find(&instruction);
  if (!entry || !entry->stored || !llvm::isa<llvm::Constant>(entry->stored) || !llvm::all_of(entry->objects, isLocal)) return false;
  return llvm::any_of(entries_, [&](const auto& other) {
    return other.second.stored && !llvm::isa<llvm::Constant>(other.second.stored) && shareObject(other.second, *entry);
  });
}

bool Snapshot::isUnrolled(const llvm::Loop& loop) const {
  const auto lineOf = [](const llvm::Loop& one) {
    const llvm::BasicBlock* latch = one.getLoopLatch();
    const llvm::DILocation* at = latch ? latch->getTerminator()->getDebugLoc().get() : nullptr;
    return at ? std::tuple(at->getLine(), at->getScope()->getSubprogram(), at->getInlinedAt())
              : std::tuple<unsigned, llvm::DISubprogram*, llvm::DILocation*>();
  };
  return std::get<0>(lineOf(loop)) != 0 &&
         llvm::any_of(const_cast<llvm::LoopInfo&>(loops_).getLoopsInPreorder(),
                      [&](const llvm::Loop* other) { return other != &loop && lineOf(*other) == lineOf(loop); });
}

llvm::DenseSet<const Instruction*> Snapshot::loopControl() const {
  llvm::DenseSet<const Instruction*> controlling;
  for (const llvm::Loop* loop : const_cast<llvm::LoopInfo&>(loops_).getLoopsInPreorder()) {
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    loop->getExitingBlocks(exiting);
    for (const llvm::BasicBlock* block : exiting) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional()) continue;
      controlling.insert(branch);
      for (const Instruction* leaf : leavesOf(*branch->getCondition())) {
        if (!loop->contains(leaf) || !llvm::isa<llvm::CmpInst>(leaf)) continue;
        controlling.insert(leaf);
        for (const Value* compared : leaf->operands()) addInduction(compared, *loop, controlling);
      }
    }
  }
  return controlling;
}

} // namespace gevo::ir
