#include "core/kernel/simulator/decode/function_decoder.h"

#include <algorithm>

namespace gevo::sim {

// Values that outlive their block share slots, so that a warp's frame stays in the cache. Lives are intervals of positions in reverse
// post-order, stretched over every loop that they reach into. That holds lane by lane, because writes to these slots are masked.

void FunctionDecoder::measureLives() {
  for (const llvm::BasicBlock* block : order_)
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (position_[next] <= position_[block]) backEdges_.emplace_back(position_[block], position_[next]);
  lastNeeded_.resize(order_.size());
  for (const llvm::BasicBlock* block : order_)
    for (const llvm::Instruction& instruction : *block)
      if (!instruction.getType()->isVoidTy()) lastNeeded_[endOfLife(instruction)].push_back(&instruction);
}

/// A phi is written where its edges leave.
unsigned FunctionDecoder::startOfLife(const llvm::Instruction& instruction) const {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
  unsigned start = position_.lookup(instruction.getParent());
  for (unsigned i = 0; phi && i < phi->getNumIncomingValues(); ++i)
    if (const auto found = position_.find(phi->getIncomingBlock(i)); found != position_.end()) start = std::min(start, found->second);
  return start;
}

unsigned FunctionDecoder::endOfLife(const llvm::Instruction& instruction) const {
  const unsigned start = startOfLife(instruction);
  unsigned end = position_.lookup(instruction.getParent());
  auto reaches = [&](const llvm::BasicBlock* block) {
    if (const auto found = position_.find(block); found != position_.end()) end = std::max(end, found->second);
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
    for (const auto& [last, first] : backEdges_)
      if (start < first && first <= end && end < last) {
        end = last;
        grown = true;
      }
  }
  return end;
}

/// Slots of a phi are taken when the first edge to it is decoded.
const Slots& FunctionDecoder::phiSlots(const llvm::PHINode& phi) {
  const auto found = slots_.find(&phi);
  if (found != slots_.end()) return found->second;
  const ScalarFields& fields = types_.fieldsOf(phi.getType());
  if (fields.empty()) function_.unsupported(phi, "a type that the simulated GPU can't hold");
  const bool slow = std::any_of(phi.incoming_values().begin(), phi.incoming_values().end(), [](const llvm::Use& use) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(use.get());
    return llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst>(use.get()) || (operation && operation->getOpcode() == llvm::Instruction::FDiv);
  });
  Slots slots;
  for (const ScalarField& field : fields) {
    slots.push_back(fromFreeList(field.type, true));
    ++holders_[slots.back()];
    if (slow)
      timer_.track(slots.back(), static_cast<std::int32_t>(function_.code.trackedValues++));
    else
      timer_.forget(slots.back());
  }
  return slots_[&phi] = std::move(slots);
}

} // namespace gevo::sim
