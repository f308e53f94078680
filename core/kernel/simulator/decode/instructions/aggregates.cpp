#include "core/kernel/simulator/decode/instructions/aggregates.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/variants.h"

#include <llvm/IR/Constants.h>

namespace gevo::sim {

void decodeExtractElement(DecoderParts& parts, const llvm::ExtractElementInst& instruction) {
  parts.emitter.countInstruction();
  const Slots& vector = parts.values.slotsOf(instruction.getVectorOperand());
  if (parts.function.failed()) return;
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(instruction.getIndexOperand())) {
    const std::uint64_t i = index->getValue().getLimitedValue();
    const ScalarType type = parts.types.scalarOf(&instruction);
    return parts.values.alias(instruction, {i < vector.size() ? vector[i] : parts.frame.constant(type.cell, 0)});
  }
  // An index known only at run time: select by comparing it with each position.
  const Slot index = parts.values.slotOf(instruction.getIndexOperand());
  const ScalarType indexType = parts.types.scalarOf(instruction.getIndexOperand());
  const ScalarType type = parts.types.scalarOf(&instruction);
  const Slot result = parts.values.define(instruction).front();
  if (parts.function.failed()) return;
  Slot chosen = vector[0];
  for (std::size_t i = 1; i < vector.size(); ++i) {
    const Slot here = parts.frame.temporary(maskType);
    parts.emitter.emitCompare(LaneFamily::Equal, indexType, here, index, parts.frame.constant(indexType.cell, i), parts.costs.arithmetic);
    const Slot next = i + 1 == vector.size() ? result : parts.frame.temporary(type);
    parts.emitter.emit(LaneFamily::Select, cellVariant(type.cell), type, next, {vector[i], chosen, here}, parts.costs.arithmetic);
    chosen = next;
  }
  if (vector.size() == 1) parts.emitter.emit(LaneFamily::Copy, cellVariant(type.cell), type, result, {chosen}, parts.costs.free);
}

void decodeInsertElement(DecoderParts& parts, const llvm::InsertElementInst& instruction) {
  parts.emitter.countInstruction();
  Slots vector = parts.values.slotsOf(instruction.getOperand(0));
  const Slot element = parts.values.slotOf(instruction.getOperand(1));
  if (parts.function.failed()) return;
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(2))) {
    const std::uint64_t i = index->getValue().getLimitedValue();
    if (i < vector.size()) vector[i] = element;
    return parts.values.alias(instruction, std::move(vector));
  }
  const Slot index = parts.values.slotOf(instruction.getOperand(2));
  const ScalarType indexType = parts.types.scalarOf(instruction.getOperand(2));
  const Slots& results = parts.values.define(instruction);
  const ScalarType type = parts.types.fieldsOf(instruction.getType()).front().type;
  if (parts.function.failed()) return;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const Slot here = parts.frame.temporary(maskType);
    parts.emitter.emitCompare(LaneFamily::Equal, indexType, here, index, parts.frame.constant(indexType.cell, i), parts.costs.arithmetic);
    parts.emitter.emit(LaneFamily::Select, cellVariant(type.cell), type, results[i], {element, vector[i], here}, parts.costs.arithmetic);
  }
}

void decodeShuffleVector(DecoderParts& parts, const llvm::ShuffleVectorInst& instruction) {
  parts.emitter.countInstruction();
  const Slots& a = parts.values.slotsOf(instruction.getOperand(0));
  const Slots& b = parts.values.slotsOf(instruction.getOperand(1));
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  if (parts.function.failed() || fields.empty()) return parts.function.unsupported(instruction, "an unsupported vector type");
  Slots result;
  for (const int choice : instruction.getShuffleMask()) {
    const auto i = static_cast<std::size_t>(choice);
    if (choice < 0)
      result.push_back(parts.frame.constant(fields[0].type.cell, 0));
    else
      result.push_back(i < a.size() ? a[i] : b[i - a.size()]);
  }
  parts.values.alias(instruction, std::move(result));
}

void decodeExtractValue(DecoderParts& parts, const llvm::ExtractValueInst& instruction) {
  parts.emitter.countInstruction();
  const Slots& whole = parts.values.slotsOf(instruction.getAggregateOperand());
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  if (parts.function.failed() || fields.empty()) return parts.function.unsupported(instruction, "an unsupported structure type");
  const std::size_t start = parts.types.firstField(instruction.getAggregateOperand()->getType(), instruction.getIndices());
  parts.values.alias(instruction, Slots(whole.begin() + start, whole.begin() + start + fields.size()));
}

void decodeInsertValue(DecoderParts& parts, const llvm::InsertValueInst& instruction) {
  parts.emitter.countInstruction();
  Slots whole = parts.values.slotsOf(instruction.getAggregateOperand());
  const Slots& part = parts.values.slotsOf(instruction.getInsertedValueOperand());
  if (parts.function.failed()) return;
  const std::size_t start = parts.types.firstField(instruction.getType(), instruction.getIndices());
  std::copy(part.begin(), part.end(), whole.begin() + start);
  parts.values.alias(instruction, std::move(whole));
}

} // namespace gevo::sim
