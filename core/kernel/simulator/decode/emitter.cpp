#include "core/kernel/simulator/decode/function_decoder.h"

namespace gevo::sim {

unsigned FunctionDecoder::integerVariant(ScalarType type) {
  if (type.cell == CellKind::Word) return type.bits == 32 ? 0 : 2;
  return type.bits == 64 ? 1 : 3;
}

unsigned FunctionDecoder::floatVariant(ScalarType type) {
  if (type.bits == 16) return type.brain ? 3 : 2;
  return type.cell == CellKind::Double ? 1 : 0;
}

Cost FunctionDecoder::scalarCost(Cost cost, ScalarType type, std::size_t position) {
  if (type.floating && type.bits == 16 && position % 2 == 1) cost.issue = 0;
  return cost;
}

Op& FunctionDecoder::emit(LaneFamily family, unsigned variant, ScalarType type, Slot result, std::initializer_list<Slot> operands,
                          Cost cost) {
  Op& op = emitKind(OpKind::Lane, result, type.cell, operands, {result}, cost);
  op.function = table_[static_cast<std::size_t>(family)][variant];
  if (!op.function) function_.unsupported(*function_.current, "an operation that the simulated GPU does not have for this type");
  op.bits = type.bits;
  return op;
}

Op& FunctionDecoder::emitKind(OpKind kind, Slot result, CellKind cell, std::initializer_list<Slot> reads,
                              std::initializer_list<Slot> writes, Cost cost) {
  Op op;
  op.kind = kind;
  op.result = result;
  op.cell = cell;
  const Slot* operand = reads.begin();
  for (Slot* target : {&op.a, &op.b, &op.c})
    if (operand != reads.end()) *target = *operand++;
  // Inactive lanes of a slot that outlives the block may hold what those lanes still need.
  op.keepInactive = outlivesBlock(result);
  timer_.add(cost, std::span(reads.begin(), reads.size()), std::span(writes.begin(), writes.size()));
  block_->ops.push_back(op);
  block_->places.push_back(function_.kernel.lines.numberOf(*function_.current));
  return block_->ops.back();
}

void FunctionDecoder::finishBlock(Terminator terminator, const llvm::Instruction& at, std::initializer_list<Slot> reads, Cost cost) {
  timer_.add(cost, std::span(reads.begin(), reads.size()), {});
  timer_.finish(block_->timing, function_.code.accesses, function_.code.trackedValues);
  resolveTrackedMoves(*block_);
  block_->terminator = terminator;
  block_->place = function_.kernel.lines.numberOf(at);
  // A barrier or a call continues in the next block of the same basic block.
  if (terminator == Terminator::Barrier || terminator == Terminator::Call || terminator == Terminator::CallPointer) nextPiece();
}

void FunctionDecoder::nextPiece() {
  block_->edges.push_back({blockNumber_ + 1, {}, {}});
  block_ = &function_.code.blocks[++blockNumber_];
}

} // namespace gevo::sim
