#include "core/kernel/simulator/decode/function_decoder.h"

#include <algorithm>

namespace gevo::sim {

namespace {

/// Masks, and words and doubles of integers and of floating point: kept apart, because integers left in inactive lanes of a
/// floating slot would be denormals, which are slow. Floats of 16 bits are computed from their bits: they count as integers.
unsigned freeListOf(ScalarType type) {
  if (type.cell == CellKind::Mask) return 0;
  return (type.cell == CellKind::Word ? 1 : 3) + (type.floating && type.bits != 16 ? 1 : 0);
}

/// A phi takes its values when its edge is run, at the end of the block they come from.
bool usedOnlyIn(const llvm::BasicBlock& block, const llvm::Instruction& instruction) {
  return std::all_of(instruction.use_begin(), instruction.use_end(), [&](const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    return phi ? phi->getIncomingBlock(use) == &block : user->getParent() == &block;
  });
}

bool onlyIndexes(const llvm::Instruction& instruction) {
  return !instruction.use_empty() && std::all_of(instruction.user_begin(), instruction.user_end(), [](const llvm::User* user) {
    return llvm::isa<llvm::GetElementPtrInst>(user) && user->getType()->isPointerTy();
  });
}

} // namespace

bool FunctionDecoder::sharesSlots(const llvm::Instruction& instruction) const {
  if (foldedExtension_.contains(&instruction)) return true;
  return llvm::isa<llvm::FreezeInst, llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::ExtractValueInst,
                   llvm::InsertValueInst, llvm::CastInst, llvm::CallInst, llvm::GetElementPtrInst>(instruction);
}

void FunctionDecoder::findLocalValues(const llvm::BasicBlock& block) {
  for (auto instruction = block.rbegin(); instruction != block.rend(); ++instruction) {
    if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(*instruction) && instruction->getType()->isIntegerTy(64) &&
        instruction->getOperand(0)->getType()->isIntegerTy(32) && onlyIndexes(*instruction))
      foldedExtension_[&*instruction] = llvm::isa<llvm::SExtInst>(*instruction);
    // isLocal_ may hold false already: a later instruction shares this one's slots and outlives the block.
    const auto [entry, inserted] = isLocal_.try_emplace(&*instruction, true);
    entry->second = entry->second && !llvm::isa<llvm::PHINode>(*instruction) && usedOnlyIn(block, *instruction);
    usesLeft_[&*instruction] = instruction->getNumUses();
    if (!entry->second && sharesSlots(*instruction))
      for (const llvm::Value* operand : instruction->operands())
        if (const auto* source = llvm::dyn_cast<llvm::Instruction>(operand); source && source->getParent() == &block)
          isLocal_[source] = false;
  }
}

Slot FunctionDecoder::newSlot(ScalarType type) {
  if (type.cell == CellKind::Mask) {
    if (maskEnd_ == maskLimit_) {
      maskEnd_ = frameEnd_;
      maskLimit_ = frameEnd_ + 64;
      frameEnd_ = maskLimit_;
    }
    return std::exchange(maskEnd_, maskEnd_ + 4);
  }
  return std::exchange(frameEnd_, frameEnd_ + cellBytes(type.cell));
}

Slot FunctionDecoder::scratch(ScalarType type, const llvm::Instruction& owner) { return fromFreeList(type, !isLocal_[&owner]); }

Slot FunctionDecoder::temporary(ScalarType type) {
  temporaries_.push_back(fromFreeList(type, false));
  return temporaries_.back();
}

bool FunctionDecoder::outlivesBlock(Slot slot) const {
  const auto found = scratchKind_.find(slot);
  return found == scratchKind_.end() || found->second >= 5;
}

Slot FunctionDecoder::fromFreeList(ScalarType type, bool outlivesBlock) {
  const unsigned list = freeListOf(type) + (outlivesBlock ? 5 : 0);
  Slot slot = 0;
  if (free_[list].empty()) {
    slot = newSlot(type);
    scratchKind_[slot] = list;
  } else {
    slot = free_[list].back();
    free_[list].pop_back();
  }
  return slot;
}

Slot FunctionDecoder::constantSlot(CellKind cell, std::uint64_t value) {
  if (cell == CellKind::Mask) value = value & 1 ? 0xffffffffU : 0;
  const auto [entry, inserted] = constants_.try_emplace({cell, value}, 0U);
  if (inserted) {
    entry->second = newSlot({cell, 32, false});
    function_.code.constants.push_back({entry->second, cell, value});
  }
  return entry->second;
}

Slot FunctionDecoder::special(SpecialRegister which) {
  const auto [entry, inserted] = specials_.try_emplace(which, 0U);
  if (inserted) {
    const CellKind cell = which == SpecialRegister::LocalBase ? CellKind::Double : CellKind::Word;
    entry->second = newSlot({cell, 32, false});
    function_.code.specials.push_back({which, entry->second});
  }
  return entry->second;
}

namespace {

std::string whatCantBeHeld(const llvm::Constant& constant) {
  const auto* named = llvm::dyn_cast<llvm::GlobalValue>(constant.stripInBoundsConstantOffsets());
  if (!named) return "a constant that the simulated GPU can't hold";
  const std::string name = named->getName().str();
  return llvm::isa<llvm::Function>(named) ? fmt::format("the address of function {}", name)
                                          : fmt::format("variable {}, whose size or initial value the simulated GPU can't hold", name);
}

} // namespace

const Slots& FunctionDecoder::slotsOf(const llvm::Value* value) {
  static const Slots none{0};
  const auto found = slots_.find(value);
  if (found != slots_.end()) return found->second;
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  llvm::SmallVector<std::uint64_t, 4> bits;
  const ScalarFields& fields = types_.fieldsOf(value->getType());
  if (!constant || fields.empty() || !constantScalars(constant, function_.layout, function_.kernel.addresses, bits) ||
      bits.size() != fields.size()) {
    function_.unsupported(*function_.current, constant ? whatCantBeHeld(*constant) : "an operand that the simulated GPU can't hold");
    return none;
  }
  Slots slots;
  for (std::size_t i = 0; i < bits.size(); ++i) slots.push_back(constantSlot(fields[i].type.cell, bits[i]));
  return slots_[value] = std::move(slots);
}

const Slots& FunctionDecoder::define(const llvm::Instruction& instruction) {
  static const Slots none{0};
  const ScalarFields& fields = types_.fieldsOf(instruction.getType());
  if (fields.empty()) {
    function_.unsupported(instruction, "a type that the simulated GPU can't hold");
    return none;
  }
  Slots slots;
  for (const ScalarField& field : fields) slots.push_back(computesAhead_ ? newSlot(field.type) : scratch(field.type, instruction));
  for (const Slot slot : slots) ++holders_[slot];
  return slots_[&instruction] = std::move(slots);
}

void FunctionDecoder::alias(const llvm::Instruction& instruction, Slots slots) {
  for (const Slot slot : slots)
    if (scratchKind_.contains(slot)) ++holders_[slot];
  slots_[&instruction] = std::move(slots);
}

void FunctionDecoder::releaseOperands(const llvm::Instruction& instruction) {
  for (const Slot slot : temporaries_) free_[scratchKind_[slot]].push_back(slot);
  temporaries_.clear();
  for (const llvm::Value* operand : instruction.operands()) {
    const auto found = usesLeft_.find(operand);
    if (found != usesLeft_.end() && found->second > 0 && --found->second == 0) releaseLocal(operand);
  }
  const auto own = usesLeft_.find(&instruction);
  if (own != usesLeft_.end() && own->second == 0) releaseLocal(&instruction);
}

void FunctionDecoder::releaseLocal(const llvm::Value* value) {
  const auto local = isLocal_.find(value);
  if (local != isLocal_.end() && local->second) release(value);
}

void FunctionDecoder::release(const llvm::Value* value) {
  const auto slots = slots_.find(value);
  if (slots == slots_.end()) return;
  for (const Slot slot : slots->second) {
    const auto kind = scratchKind_.find(slot);
    if (kind != scratchKind_.end() && holders_[slot] > 0 && --holders_[slot] == 0) free_[kind->second].push_back(slot);
  }
  slots_.erase(slots);
}

} // namespace gevo::sim
