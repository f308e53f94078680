#include "core/kernel/simulator/decode/function_decoder.h"

#include <llvm/IR/Intrinsics.h>

#include <algorithm>

namespace gevo::sim {

// Undefined values, in the manner of MemorySanitizer: beside each scalar that may be undefined goes a mask of the lanes in which it is.
// Computing with one is allowed, its result is undefined too; using one where that would show is noted. None of this takes
// modelled time.

namespace {

/// The undefined scalars of a constant, in the order of flatten().
void appendUndefined(const llvm::Constant& constant, std::size_t scalars, llvm::SmallVectorImpl<bool>& undefined,
                     const std::function<std::size_t(llvm::Type*)>& scalarsIn) {
  if (llvm::isa<llvm::UndefValue>(constant)) {
    undefined.append(scalars, true);
    return;
  }
  if (!llvm::isa<llvm::ConstantAggregate>(constant)) {
    undefined.append(scalars, hasUndefinedPart(constant));
    return;
  }
  for (const llvm::Use& part : constant.operands())
    appendUndefined(*llvm::cast<llvm::Constant>(part.get()), scalarsIn(part->getType()), undefined, scalarsIn);
}

} // namespace

Slot FunctionDecoder::defined() { return frame_.constant(CellKind::Mask, 0); }

Slots FunctionDecoder::undefinedOf(const llvm::Value* value) {
  const std::size_t scalars = types_.fieldsOf(value->getType()).size();
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    llvm::SmallVector<bool, 4> undefined;
    appendUndefined(*constant, scalars, undefined, [this](llvm::Type* type) { return types_.fieldsOf(type).size(); });
    Slots slots;
    for (const bool one : undefined) slots.push_back(frame_.constant(CellKind::Mask, one ? 1 : 0));
    return slots;
  }
  const auto found = undefined_.find(value);
  if (found != undefined_.end()) return found->second;
  if (function_.kernel.undefined.contains(value) && llvm::isa<llvm::PHINode>(value)) return undefined_[value] = newMasks(scalars);
  return Slots(scalars, defined());
}

Slots FunctionDecoder::newMasks(std::size_t count) {
  Slots slots;
  for (std::size_t i = 0; i < count; ++i) slots.push_back(frame_.allocate(maskType));
  return slots;
}

/// Undefined where any of `masks` is.
Slot FunctionDecoder::anyOf(llvm::ArrayRef<Slot> masks) {
  llvm::SmallVector<Slot, 4> different;
  for (const Slot mask : masks)
    if (mask != defined() && std::ranges::find(different, mask) == different.end()) different.push_back(mask);
  if (different.empty()) return defined();
  Slot joined = different.front();
  for (const Slot mask : llvm::drop_begin(different)) {
    const Slot next = frame_.allocate(maskType);
    emitter_.emitUntimed(LaneFamily::MaskOr, 0, maskType, next, {joined, mask});
    joined = next;
  }
  return joined;
}

void FunctionDecoder::requireDefined(const llvm::Value* value, UndefinedUse use) {
  const Slot mask = anyOf(undefinedOf(value));
  if (mask != defined()) note(mask, use);
}

void FunctionDecoder::note(Slot mask, UndefinedUse use) {
  Op op;
  op.kind = OpKind::Undefined;
  op.a = mask;
  op.extra = static_cast<std::uint32_t>(use);
  emitter_.emitUntimed(op);
}

/// Where an undefined value would show: before the instruction runs.
void FunctionDecoder::noteUses(const llvm::Instruction& instruction) {
  using I = llvm::Instruction;
  switch (instruction.getOpcode()) {
  case I::Load:
    return requireDefined(instruction.getOperand(0), UndefinedUse::Address);
  case I::Store:
    requireDefined(instruction.getOperand(0), UndefinedUse::Store);
    return requireDefined(instruction.getOperand(1), UndefinedUse::Address);
  case I::AtomicRMW:
  case I::AtomicCmpXchg:
    requireDefined(instruction.getOperand(0), UndefinedUse::Address);
    for (unsigned i = 1; i < instruction.getNumOperands(); ++i) requireDefined(instruction.getOperand(i), UndefinedUse::Store);
    return;
  case I::Br:
    if (llvm::cast<llvm::BranchInst>(instruction).isConditional()) requireDefined(instruction.getOperand(0), UndefinedUse::Branch);
    return;
  case I::Switch:
    return requireDefined(instruction.getOperand(0), UndefinedUse::Branch);
  case I::UDiv:
  case I::SDiv:
  case I::URem:
  case I::SRem:
    return requireDefined(instruction.getOperand(1), UndefinedUse::Division);
  case I::Ret:
    if (instruction.getNumOperands() > 0 && function_.function.hasAddressTaken())
      requireDefined(instruction.getOperand(0), UndefinedUse::Call);
    return;
  case I::Call:
    return noteCallUses(llvm::cast<llvm::CallInst>(instruction));
  default:
    return;
  }
}

void FunctionDecoder::noteCallUses(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (call.isIndirectCall()) requireDefined(call.getCalledOperand(), UndefinedUse::Address);
  if (call.isIndirectCall() || (callee && !callee->isDeclaration() && callee->hasAddressTaken()))
    for (const llvm::Use& argument : call.args()) requireDefined(argument.get(), UndefinedUse::Call);
  if (!callee || !callee->isDeclaration()) return;
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    requireDefined(memory->getRawDest(), UndefinedUse::Address);
    requireDefined(memory->getLength(), UndefinedUse::Address);
    return requireDefined(memory->getArgOperand(1), llvm::isa<llvm::MemSetInst>(memory) ? UndefinedUse::Store : UndefinedUse::Address);
  }
  llvm::StringRef name = callee->getName();
  if (!name.consume_front("llvm.nvvm.")) return;
  const bool shuffles = name.starts_with("shfl");
  const bool barrier = name.starts_with("barrier") || name.starts_with("bar.");
  const bool crossLane = shuffles || name.starts_with("vote") || name.starts_with("match") || name.starts_with("redux");
  const bool atomic = name.starts_with("atomic");
  const bool texture = name.starts_with("tex.");
  if (!barrier && !crossLane && !atomic && !texture) return;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (shuffles && i == 1) continue; // the value itself, which goes where the other lanes take it
    const UndefinedUse use = barrier             ? UndefinedUse::Barrier
                             : crossLane         ? UndefinedUse::CrossLane
                             : texture           ? UndefinedUse::Address
                             : atomic && i == 0u ? UndefinedUse::Address
                                                 : UndefinedUse::Store;
    requireDefined(call.getArgOperand(i), use);
  }
}

/// The masks of a result, after its instruction was decoded. Loads, shuffles and calls of functions make theirs as they run.
void FunctionDecoder::followUndefined(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::PHINode, llvm::LoadInst>(instruction) || undefined_.contains(&instruction)) return;
  const std::size_t scalars = types_.fieldsOf(instruction.getType()).size();
  Slots masks = undefinedResult(instruction, scalars);
  masks.resize(scalars, defined());
  if (function_.kernel.detail == Detail::PoisonFlags) {
    const Slots broken = brokenPromises(instruction);
    for (std::size_t i = 0; i < broken.size() && i < scalars; ++i) masks[i] = anyOf({masks[i], broken[i]});
  }
  undefined_[&instruction] = std::move(masks);
}

Slots FunctionDecoder::undefinedResult(const llvm::Instruction& instruction, std::size_t scalars) {
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return undefinedChoice(*choice, scalars);
  if (scalars == 1 && types_.scalarOf(&instruction).cell == CellKind::Mask &&
      (instruction.getOpcode() == llvm::Instruction::And || instruction.getOpcode() == llvm::Instruction::Or))
    return {undefinedLogic(instruction)};
  if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction))
    if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2))) {
      Slots masks = undefinedOf(insert->getOperand(0));
      const std::uint64_t i = index->getValue().getLimitedValue();
      if (i < masks.size()) masks[i] = undefinedOf(insert->getOperand(1)).front();
      return masks;
    }
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction))
    if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand())) {
      const Slots masks = undefinedOf(extract->getVectorOperand());
      const std::uint64_t i = index->getValue().getLimitedValue();
      return {i < masks.size() ? masks[i] : frame_.constant(CellKind::Mask, 1)};
    }
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    Slots both = undefinedOf(shuffle->getOperand(0));
    both.append(undefinedOf(shuffle->getOperand(1)));
    Slots masks;
    for (const int choice : shuffle->getShuffleMask())
      masks.push_back(choice < 0 ? frame_.constant(CellKind::Mask, 1) : both[static_cast<std::size_t>(choice)]);
    return masks;
  }
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const Slots whole = undefinedOf(extract->getAggregateOperand());
    const std::size_t start = types_.firstField(extract->getAggregateOperand()->getType(), extract->getIndices());
    return Slots(whole.begin() + start, whole.begin() + start + scalars);
  }
  if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    Slots whole = undefinedOf(insert->getAggregateOperand());
    const Slots part = undefinedOf(insert->getInsertedValueOperand());
    std::copy(part.begin(), part.end(), whole.begin() + types_.firstField(insert->getType(), insert->getIndices()));
    return whole;
  }
  return undefinedByElement(instruction, scalars);
}

/// Element by element where the operands have as many as the result, else all of one with all of the other.
Slots FunctionDecoder::undefinedByElement(const llvm::Instruction& instruction, std::size_t scalars) {
  llvm::SmallVector<Slots, 3> operands;
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  for (const llvm::Use& operand : instruction.operands())
    if (operand->getType()->isFirstClassType() && !operand->getType()->isMetadataTy() && !(call && call->isCallee(&operand)))
      operands.push_back(undefinedOf(operand.get()));
  const bool alike = std::ranges::all_of(operands, [&](const Slots& masks) { return masks.size() == scalars; });
  Slots result;
  if (alike) {
    for (std::size_t i = 0; i < scalars; ++i) {
      Slots here;
      for (const Slots& masks : operands) here.push_back(masks[i]);
      result.push_back(anyOf(here));
    }
    return result;
  }
  Slots all;
  for (const Slots& masks : operands) all.append(masks);
  result.assign(scalars, anyOf(all));
  return result;
}

/// A choice is as undefined as what was chosen, or as its condition.
Slots FunctionDecoder::undefinedChoice(const llvm::SelectInst& choice, std::size_t scalars) {
  const Slots conditions = values_.slotsOf(choice.getCondition());
  const Slots ofCondition = undefinedOf(choice.getCondition());
  const Slots ofTrue = undefinedOf(choice.getTrueValue());
  const Slots ofFalse = undefinedOf(choice.getFalseValue());
  Slots result;
  for (std::size_t i = 0; i < scalars; ++i) {
    const std::size_t c = conditions.size() == scalars ? i : 0;
    Slot chosen = ofTrue[i];
    if (ofTrue[i] != ofFalse[i]) {
      chosen = frame_.allocate(maskType);
      emitter_.emitUntimed(LaneFamily::Select, 2, maskType, chosen, {ofTrue[i], ofFalse[i], conditions[c]});
    }
    result.push_back(anyOf({chosen, ofCondition[c]}));
  }
  return result;
}

/// "And" with what is false is false, "or" with what is true is true, whatever the other one is: so the compiler joins conditions of which
/// the second means nothing without the first.
Slot FunctionDecoder::undefinedLogic(const llvm::Instruction& instruction) {
  const Slot a = undefinedOf(instruction.getOperand(0)).front();
  const Slot b = undefinedOf(instruction.getOperand(1)).front();
  // Not decided by a side: it is undefined, or it is what leaves the answer to the other.
  const bool isAnd = instruction.getOpcode() == llvm::Instruction::And;
  auto leavesOpen = [&](const llvm::Value* side, Slot undefined) {
    const Slot open = frame_.allocate(maskType);
    const Slot value = values_.slotOf(side);
    if (isAnd)
      emitter_.emitUntimed(LaneFamily::MaskOr, 0, maskType, open, {undefined, value});
    else
      emitter_.emitUntimed(LaneFamily::MaskOrNot, 0, maskType, open, {undefined, value});
    return open;
  };
  const Slot either = anyOf({a, b});
  if (either == defined()) return either;
  const Slot openA = leavesOpen(instruction.getOperand(0), a);
  const Slot openB = leavesOpen(instruction.getOperand(1), b);
  const Slot both = frame_.allocate(maskType);
  const Slot result = frame_.allocate(maskType);
  emitter_.emitUntimed(LaneFamily::MaskAnd, 0, maskType, both, {openA, openB});
  emitter_.emitUntimed(LaneFamily::MaskAnd, 0, maskType, result, {both, either});
  return result;
}

} // namespace gevo::sim
