#include "core/kernel/describe/reads.h"

#include "core/kernel/describe/symbols.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace gevo::ir {

namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;
using Blocks = llvm::SmallPtrSet<const BasicBlock*, 16>;

const Value* addressIn(const Instruction& access) {
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) return atomic->getPointerOperand();
  if (const auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) return swap->getPointerOperand();
  return llvm::getLoadStorePointerOperand(&access);
}

/// A variable of the program; null where the address may be in any.
const Value* objectOf(const Value& address) {
  const Value* object = llvm::getUnderlyingObject(&address);
  return llvm::isa<llvm::GlobalVariable, llvm::Argument, llvm::AllocaInst>(object) ? object : nullptr;
}

bool mayWriteTo(const Instruction& instruction, const Value* object) {
  if (!instruction.mayWriteToMemory() || isBarrier(instruction)) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (isBookkeeping(instruction) || (call && call->onlyAccessesInaccessibleMemory())) return false;
  const Value* address = addressIn(instruction);
  if (!address || !object) return true;
  const Value* written = objectOf(*address);
  return !written || written == object;
}

/// Those that lead to `end`, or come behind `begin`, without passing `load`'s block.
template <class Next> Blocks connected(const BasicBlock& from, const BasicBlock& without, Next next) {
  Blocks found;
  llvm::SmallVector<const BasicBlock*, 16> open{&from};
  while (!open.empty())
    for (const BasicBlock* block : next(open.pop_back_val()))
      if (block != &without && found.insert(block).second) open.push_back(block);
  return found;
}

} // namespace

bool holdsUntil(const llvm::LoadInst& load, const Instruction& at, const llvm::DominatorTree& tree) {
  if (&load == &at) return true;
  if (!load.getParent() || load.getFunction() != at.getFunction() || !tree.dominates(&load, &at)) return false;
  const Value* object = objectOf(*load.getPointerOperand());
  const bool isWritten =
      llvm::any_of(llvm::instructions(*load.getFunction()), [&](const Instruction& one) { return mayWriteTo(one, object); });
  if (!isWritten) return true;
  const auto changes = [&](const Instruction& one) { return isBarrier(one) || mayWriteTo(one, object); };
  const auto changesBetween = [&](const Instruction* begin, const Instruction* end) {
    for (const Instruction* one = begin; one && one != end; one = one->getNextNode())
      if (changes(*one)) return true;
    return false;
  };
  const BasicBlock& first = *load.getParent();
  const BasicBlock& last = *at.getParent();
  if (&first == &last) return !changesBetween(load.getNextNode(), &at);
  if (changesBetween(load.getNextNode(), nullptr) || changesBetween(&last.front(), &at)) return false;
  const Blocks behind = connected(first, first, [](const BasicBlock* block) { return llvm::successors(block); });
  const Blocks before = connected(last, first, [](const BasicBlock* block) { return llvm::predecessors(block); });
  return llvm::none_of(behind, [&](const BasicBlock* block) { return before.contains(block) && llvm::any_of(*block, changes); });
}

bool holdsUntil(const Instruction& value, const Instruction& at, const llvm::DominatorTree& tree) {
  static constexpr std::size_t most = 64;
  llvm::SetVector<const Instruction*> parts;
  parts.insert(&value);
  for (std::size_t i = 0; i < parts.size() && i < most; ++i) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(parts[i]);
    if (load && !holdsUntil(*load, at, tree)) return false;
    if (llvm::isa<llvm::PHINode>(parts[i])) continue;
    for (const Value* operand : parts[i]->operands())
      if (const auto* part = llvm::dyn_cast<Instruction>(operand)) parts.insert(part);
  }
  return parts.size() <= most;
}

} // namespace gevo::ir
