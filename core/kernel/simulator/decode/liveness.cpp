#include "core/kernel/simulator/decode/liveness.h"

#include <algorithm>

namespace gevo::sim {

namespace {

/// A phi takes its values when its edge is run, at the end of the block they come from.
bool usedOnlyIn(const llvm::BasicBlock& block, const llvm::Instruction& instruction) {
  return std::all_of(instruction.use_begin(), instruction.use_end(), [&](const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    return phi ? phi->getIncomingBlock(use) == &block : user->getParent() == &block;
  });
}

/// True where the result may share slots with the operands.
bool sharesSlots(const llvm::Instruction& instruction, const FoldedExtensions& extensions) {
  if (extensions.contains(&instruction)) return true;
  return llvm::isa<llvm::FreezeInst, llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::ExtractValueInst,
                   llvm::InsertValueInst, llvm::CastInst, llvm::CallInst, llvm::GetElementPtrInst>(instruction);
}

} // namespace

Liveness::Liveness(const BlockOrder& order, const FoldedExtensions& extensions) : order_(order), lastNeeded_(order.blocks().size()) {
  findBackEdges();
  for (const llvm::BasicBlock* block : order.blocks()) {
    findLocalValues(*block, extensions);
    for (const llvm::Instruction& instruction : *block)
      if (!instruction.getType()->isVoidTy()) lastNeeded_[end(instruction)].push_back(&instruction);
  }
}

void Liveness::findBackEdges() {
  for (const llvm::BasicBlock* block : order_.blocks()) {
    const unsigned here = *order_.positionOf(*block);
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (const unsigned target = *order_.positionOf(*next); target <= here) backEdges_.emplace_back(here, target);
  }
}

void Liveness::findLocalValues(const llvm::BasicBlock& block, const FoldedExtensions& extensions) {
  for (auto instruction = block.rbegin(); instruction != block.rend(); ++instruction) {
    // False already where a later instruction shares this one's slots and outlives the block.
    const auto [entry, inserted] = isLocal_.try_emplace(&*instruction, true);
    entry->second = entry->second && !llvm::isa<llvm::PHINode>(*instruction) && usedOnlyIn(block, *instruction);
    if (!entry->second && sharesSlots(*instruction, extensions))
      for (const llvm::Value* operand : instruction->operands())
        if (const auto* source = llvm::dyn_cast<llvm::Instruction>(operand); source && source->getParent() == &block)
          isLocal_[source] = false;
  }
}

/// A phi is written where its edges leave.
unsigned Liveness::start(const llvm::Instruction& instruction) const {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
  unsigned start = *order_.positionOf(*instruction.getParent());
  for (unsigned i = 0; phi && i < phi->getNumIncomingValues(); ++i)
    if (const auto from = order_.positionOf(*phi->getIncomingBlock(i))) start = std::min(start, *from);
  return start;
}

unsigned Liveness::end(const llvm::Instruction& instruction) const {
  const unsigned first = start(instruction);
  unsigned end = *order_.positionOf(*instruction.getParent());
  auto reaches = [&](const llvm::BasicBlock* block) {
    if (const auto position = order_.positionOf(*block)) end = std::max(end, *position);
  };
  for (const llvm::Use& use : instruction.uses()) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    reaches(phi ? phi->getIncomingBlock(use) : user->getParent());
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
    for (const llvm::BasicBlock* block : phi->blocks()) reaches(block);
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [last, loopStart] : backEdges_)
      if (first < loopStart && loopStart <= end && end < last) {
        end = last;
        grown = true;
      }
  }
  return end;
}

} // namespace gevo::sim
