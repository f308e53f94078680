#include "core/kernel/simulator/decode/function_decoder.h"

namespace gevo::sim {

namespace {

unsigned selectVariant(ScalarType type) { return type.cell == CellKind::Word ? 0 : type.cell == CellKind::Double ? 1 : 2; }

} // namespace

void FunctionDecoder::decodeExtractElement(const llvm::ExtractElementInst& instruction) {
  emitter_.countInstruction();
  const Slots& vector = values_.slotsOf(instruction.getVectorOperand());
  if (function_.failed()) return;
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(instruction.getIndexOperand())) {
    const std::uint64_t i = index->getValue().getLimitedValue();
    const ScalarType type = types_.scalarOf(&instruction);
    return values_.alias(instruction, {i < vector.size() ? vector[i] : frame_.constant(type.cell, 0)});
  }
  // An index known only when it runs: choose by comparing with each position.
  const Slot index = values_.slotOf(instruction.getIndexOperand());
  const ScalarType indexType = types_.scalarOf(instruction.getIndexOperand());
  const ScalarType type = types_.scalarOf(&instruction);
  const Slot result = values_.define(instruction).front();
  if (function_.failed()) return;
  Slot chosen = vector[0];
  for (std::size_t i = 1; i < vector.size(); ++i) {
    const Slot here = frame_.temporary(maskType);
    emitter_
        .emit(LaneFamily::Equal, integerVariant(indexType), indexType, here, {index, frame_.constant(indexType.cell, i)},
              function_.kernel.model.costs.arithmetic)
        .cell = CellKind::Mask;
    const Slot next = i + 1 == vector.size() ? result : frame_.temporary(type);
    emitter_.emit(LaneFamily::Select, selectVariant(type), type, next, {vector[i], chosen, here}, function_.kernel.model.costs.arithmetic);
    chosen = next;
  }
  if (vector.size() == 1) emitter_.emit(LaneFamily::Copy, selectVariant(type), type, result, {chosen}, function_.kernel.model.costs.free);
}

void FunctionDecoder::decodeInsertElement(const llvm::InsertElementInst& instruction) {
  emitter_.countInstruction();
  Slots vector = values_.slotsOf(instruction.getOperand(0));
  const Slot element = values_.slotOf(instruction.getOperand(1));
  if (function_.failed()) return;
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(2))) {
    const std::uint64_t i = index->getValue().getLimitedValue();
    if (i < vector.size()) vector[i] = element;
    return values_.alias(instruction, std::move(vector));
  }
  const Slot index = values_.slotOf(instruction.getOperand(2));
  const ScalarType indexType = types_.scalarOf(instruction.getOperand(2));
  const Slots& results = values_.define(instruction);
  const ScalarType type = types_.fieldsOf(instruction.getType()).front().type;
  if (function_.failed()) return;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const Slot here = frame_.temporary(maskType);
    emitter_
        .emit(LaneFamily::Equal, integerVariant(indexType), indexType, here, {index, frame_.constant(indexType.cell, i)},
              function_.kernel.model.costs.arithmetic)
        .cell = CellKind::Mask;
    emitter_.emit(LaneFamily::Select, selectVariant(type), type, results[i], {element, vector[i], here},
                  function_.kernel.model.costs.arithmetic);
  }
}

void FunctionDecoder::decodeShuffleVector(const llvm::ShuffleVectorInst& instruction) {
  emitter_.countInstruction();
  const Slots& a = values_.slotsOf(instruction.getOperand(0));
  const Slots& b = values_.slotsOf(instruction.getOperand(1));
  const ScalarFields& fields = types_.fieldsOf(instruction.getType());
  if (function_.failed() || fields.empty()) return function_.unsupported(instruction, "a vector that the simulated GPU can't hold");
  Slots result;
  for (const int choice : instruction.getShuffleMask()) {
    const auto i = static_cast<std::size_t>(choice);
    if (choice < 0)
      result.push_back(frame_.constant(fields[0].type.cell, 0));
    else
      result.push_back(i < a.size() ? a[i] : b[i - a.size()]);
  }
  values_.alias(instruction, std::move(result));
}

void FunctionDecoder::decodeExtractValue(const llvm::ExtractValueInst& instruction) {
  emitter_.countInstruction();
  const Slots& whole = values_.slotsOf(instruction.getAggregateOperand());
  const ScalarFields& fields = types_.fieldsOf(instruction.getType());
  if (function_.failed() || fields.empty()) return function_.unsupported(instruction, "a structure that the simulated GPU can't hold");
  const std::size_t start = types_.firstField(instruction.getAggregateOperand()->getType(), instruction.getIndices());
  values_.alias(instruction, Slots(whole.begin() + start, whole.begin() + start + fields.size()));
}

void FunctionDecoder::decodeInsertValue(const llvm::InsertValueInst& instruction) {
  emitter_.countInstruction();
  Slots whole = values_.slotsOf(instruction.getAggregateOperand());
  const Slots& part = values_.slotsOf(instruction.getInsertedValueOperand());
  if (function_.failed()) return;
  const std::size_t start = types_.firstField(instruction.getType(), instruction.getIndices());
  std::copy(part.begin(), part.end(), whole.begin() + start);
  values_.alias(instruction, std::move(whole));
}

} // namespace gevo::sim
