#include "core/kernel/simulator/decode/undefined/undefined_masks.h"

#include "core/kernel/simulator/decode/undefined/undefined_values.h"

#include <llvm/IR/Constants.h>

#include <algorithm>
#include <functional>

namespace gevo::sim {

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

Slots UndefinedMasks::masksOf(const llvm::Value* value) {
  const std::size_t scalars = types_.fieldsOf(value->getType()).size();
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return ofConstant(*constant, scalars);
  const auto found = masks_.find(value);
  if (found != masks_.end()) return found->second;
  if (function_.kernel.undefined.contains(value) && llvm::isa<llvm::PHINode>(value)) return create(value, scalars);
  return Slots(scalars, none());
}

Slots UndefinedMasks::ofConstant(const llvm::Constant& constant, std::size_t scalars) {
  llvm::SmallVector<bool, 4> undefined;
  appendUndefined(constant, scalars, undefined, [this](llvm::Type* type) { return types_.fieldsOf(type).size(); });
  Slots slots;
  for (const bool one : undefined) slots.push_back(frame_.constant(CellKind::Mask, one ? 1 : 0));
  return slots;
}

const Slots& UndefinedMasks::create(const llvm::Value* value, std::size_t scalars) {
  Slots masks;
  for (std::size_t i = 0; i < scalars; ++i) masks.push_back(frame_.allocate(maskType));
  return masks_[value] = std::move(masks);
}

Slot UndefinedMasks::anyOf(llvm::ArrayRef<Slot> masks) {
  llvm::SmallVector<Slot, 4> different;
  for (const Slot mask : masks)
    if (mask != none() && std::ranges::find(different, mask) == different.end()) different.push_back(mask);
  if (different.empty()) return none();
  Slot joined = different.front();
  for (const Slot mask : llvm::drop_begin(different)) {
    const Slot next = frame_.allocate(maskType);
    emitter_.emitUntimed(LaneFamily::MaskOr, 0, maskType, next, {joined, mask});
    joined = next;
  }
  return joined;
}

void UndefinedMasks::report(Slot mask, UndefinedUse use) {
  Op op;
  op.kind = OpKind::Undefined;
  op.a = mask;
  op.extra = static_cast<std::uint32_t>(use);
  emitter_.emitUntimed(op);
}

void UndefinedMasks::requireDefined(const llvm::Value* value, UndefinedUse use) {
  const Slot mask = anyOf(masksOf(value));
  if (mask != none()) report(mask, use);
}

void UndefinedMasks::requireDefined(const llvm::Value* value, UndefinedUse use, unsigned lanes) {
  const Slot mask = anyOf(masksOf(value));
  if (mask == none()) return;
  const Slot first = frame_.allocate(maskType);
  const Slot both = frame_.allocate(maskType);
  const Slot limit = frame_.constant(CellKind::Word, lanes);
  emitter_.emitUntimed(LaneFamily::ULess, 0, wordType, first, {frame_.special(SpecialRegister::Lane), limit}).cell = CellKind::Mask;
  emitter_.emitUntimed(LaneFamily::MaskAnd, 0, maskType, both, {mask, first});
  report(both, use);
}

void UndefinedMasks::propagate(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::PHINode, llvm::LoadInst>(instruction) || masks_.contains(&instruction)) return;
  const std::size_t scalars = types_.fieldsOf(instruction.getType()).size();
  Slots masks = ofResult(instruction, scalars);
  masks.resize(scalars, none());
  assign(&instruction, std::move(masks));
}

void UndefinedMasks::add(const llvm::Instruction& instruction, llvm::ArrayRef<Slot> masks) {
  const auto found = masks_.find(&instruction);
  if (found == masks_.end()) return;
  Slots& own = found->second;
  for (std::size_t i = 0; i < masks.size() && i < own.size(); ++i) own[i] = anyOf({own[i], masks[i]});
}

Slots UndefinedMasks::ofResult(const llvm::Instruction& instruction, std::size_t scalars) {
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return ofChoice(*choice, scalars);
  if (scalars == 1 && types_.scalarOf(&instruction).cell == CellKind::Mask &&
      (instruction.getOpcode() == llvm::Instruction::And || instruction.getOpcode() == llvm::Instruction::Or))
    return {ofLogic(instruction)};
  if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction))
    if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2))) {
      Slots masks = masksOf(insert->getOperand(0));
      const std::uint64_t i = index->getValue().getLimitedValue();
      if (i < masks.size()) masks[i] = masksOf(insert->getOperand(1)).front();
      return masks;
    }
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction))
    if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand())) {
      const Slots masks = masksOf(extract->getVectorOperand());
      const std::uint64_t i = index->getValue().getLimitedValue();
      return {i < masks.size() ? masks[i] : frame_.constant(CellKind::Mask, 1)};
    }
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    Slots both = masksOf(shuffle->getOperand(0));
    both.append(masksOf(shuffle->getOperand(1)));
    Slots masks;
    for (const int choice : shuffle->getShuffleMask())
      masks.push_back(choice < 0 ? frame_.constant(CellKind::Mask, 1) : both[static_cast<std::size_t>(choice)]);
    return masks;
  }
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const Slots whole = masksOf(extract->getAggregateOperand());
    const std::size_t start = types_.firstField(extract->getAggregateOperand()->getType(), extract->getIndices());
    return Slots(whole.begin() + start, whole.begin() + start + scalars);
  }
  if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    Slots whole = masksOf(insert->getAggregateOperand());
    const Slots part = masksOf(insert->getInsertedValueOperand());
    std::copy(part.begin(), part.end(), whole.begin() + types_.firstField(insert->getType(), insert->getIndices()));
    return whole;
  }
  return byElement(instruction, scalars);
}

/// Element by element where the operands have as many as the result; else each depends on all of all operands.
Slots UndefinedMasks::byElement(const llvm::Instruction& instruction, std::size_t scalars) {
  llvm::SmallVector<Slots, 3> operands;
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  for (const llvm::Use& operand : instruction.operands())
    if (operand->getType()->isFirstClassType() && !operand->getType()->isMetadataTy() && !(call && call->isCallee(&operand)))
      operands.push_back(masksOf(operand.get()));
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

/// A select is undefined where its condition or the chosen value is.
Slots UndefinedMasks::ofChoice(const llvm::SelectInst& choice, std::size_t scalars) {
  const Slots conditions = values_.slotsOf(choice.getCondition());
  const Slots ofCondition = masksOf(choice.getCondition());
  const Slots ofTrue = masksOf(choice.getTrueValue());
  const Slots ofFalse = masksOf(choice.getFalseValue());
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
Slot UndefinedMasks::ofLogic(const llvm::Instruction& instruction) {
  const Slot a = masksOf(instruction.getOperand(0)).front();
  const Slot b = masksOf(instruction.getOperand(1)).front();
  // A side leaves the result open where it is undefined, or is what makes the result the other side.
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
  if (either == none()) return either;
  const Slot openA = leavesOpen(instruction.getOperand(0), a);
  const Slot openB = leavesOpen(instruction.getOperand(1), b);
  const Slot both = frame_.allocate(maskType);
  const Slot result = frame_.allocate(maskType);
  emitter_.emitUntimed(LaneFamily::MaskAnd, 0, maskType, both, {openA, openB});
  emitter_.emitUntimed(LaneFamily::MaskAnd, 0, maskType, result, {both, either});
  return result;
}

} // namespace gevo::sim
