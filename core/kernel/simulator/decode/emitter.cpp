#include "core/kernel/simulator/decode/emitter.h"

#include "core/kernel/simulator/decode/addresses.h"
#include "core/kernel/simulator/decode/variants.h"

#include <algorithm>

namespace gevo::sim {

namespace {

void setOperands(Op& op, std::initializer_list<Slot> operands) {
  const Slot* operand = operands.begin();
  for (Slot* target : {&op.a, &op.b, &op.c})
    if (operand != operands.end()) *target = *operand++;
}

/// What goes along the edge from the block to itself: its edges have the slots of phis as long as the block is not finished.
std::vector<TrackedMove> carriedBy(const Block& block, std::uint32_t number) {
  const auto own = std::ranges::find(block.edges, number, &Edge::target);
  return own == block.edges.end() ? std::vector<TrackedMove>() : own->tracked;
}

} // namespace

void Emitter::enterBlock(std::uint32_t number) {
  blockNumber_ = number;
  block_ = &function_.code.blocks[number];
}

Op& Emitter::emit(LaneFamily family, unsigned variant, ScalarType type, Slot result, std::initializer_list<Slot> operands, Cost cost) {
  Op& op = emitKind(OpKind::Lane, result, type.cell, operands, {result}, cost);
  op.function = table_[static_cast<std::size_t>(family)][variant];
  if (!op.function) function_.unsupported(*function_.current, "an operation unsupported for this type");
  op.bits = type.bits;
  return op;
}

Op& Emitter::emitCompare(LaneFamily family, ScalarType type, Slot result, Slot a, Slot b, Cost cost) {
  Op& op = emit(family, scalarVariant(type), type, result, {a, b}, cost);
  op.cell = CellKind::Mask;
  return op;
}

Op& Emitter::emitKind(OpKind kind, Slot result, CellKind cell, std::initializer_list<Slot> reads, std::initializer_list<Slot> writes,
                      Cost cost) {
  Op op;
  op.kind = kind;
  op.result = result;
  op.cell = cell;
  setOperands(op, reads);
  // Inactive lanes of a slot that outlives the block may hold what those lanes still need.
  op.keepInactive = frame_.outlivesBlock(result);
  return emitOp(op, std::span(reads.begin(), reads.size()), std::span(writes.begin(), writes.size()), cost);
}

Op& Emitter::emitOp(const Op& op, std::span<const Slot> reads, std::span<const Slot> writes, Cost cost) {
  timer_.add(cost, reads, writes);
  return emitUntimed(op);
}

Op& Emitter::emitUntimed(LaneFamily family, unsigned variant, ScalarType type, Slot result, std::initializer_list<Slot> operands) {
  Op op;
  op.function = table_[static_cast<std::size_t>(family)][variant];
  op.result = result;
  op.cell = type.cell;
  op.bits = type.bits;
  op.keepInactive = true;
  setOperands(op, operands);
  return emitUntimed(op);
}

Op& Emitter::emitUntimed(const Op& op) {
  block_->ops.push_back(op);
  block_->locations.push_back(function_.currentLine());
  return block_->ops.back();
}

void Emitter::orderAccess(const MemoryUse& use) {
  if (spaceOf(use.address) == shared) timer_.markShared(timer_.last(), function_.code.trackedValues);
  if (const std::optional<std::size_t> before = order_.add(use, timer_.last())) timer_.keepBehind(timer_.last(), *before);
}

void Emitter::finishBlock(Terminator terminator, const llvm::Instruction& at, std::initializer_list<Slot> reads, Cost cost) {
  timer_.add(cost, std::span(reads.begin(), reads.size()), {});
  if (block_->timing.rounds > 1) timer_.findRecurrence(block_->timing, carriedBy(*block_, blockNumber_));
  timer_.finish(block_->timing, function_.code.accesses, function_.code.trackedValues);
  order_.startBlock();
  resolveTrackedMoves();
  block_->terminator = terminator;
  block_->location = function_.kernel.lines.numberOf(at);
  if (terminator == Terminator::Barrier || terminator == Terminator::Call || terminator == Terminator::CallPointer) continueInNextBlock();
}

void Emitter::continueInNextBlock() {
  block_->edges.push_back({blockNumber_ + 1, {}, {}});
  enterBlock(blockNumber_ + 1);
}

void Emitter::definePhi(Slot slot, bool isLate) {
  if (isLate)
    timer_.track(slot, static_cast<std::int32_t>(function_.code.trackedValues++));
  else
    timer_.forget(slot);
}

/// Only now is it known which results are late at the block's end.
void Emitter::resolveTrackedMoves() {
  for (Edge& edge : block_->edges) {
    std::vector<TrackedMove> kept;
    for (const TrackedMove& move : edge.tracked) {
      const std::int32_t to = timer_.tracked(static_cast<Slot>(move.to));
      if (to >= 0) kept.push_back({to, timer_.tracked(static_cast<Slot>(move.from))});
    }
    edge.tracked = std::move(kept);
  }
}

} // namespace gevo::sim
