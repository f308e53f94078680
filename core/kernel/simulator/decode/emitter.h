#pragma once

/// Appends operations to the code of a function, block by block, with their source lines and their part in the block's timing.

#include "core/kernel/simulator/decode/assembler_order.h"
#include "core/kernel/simulator/decode/assembler_registers.h"
#include "core/kernel/simulator/decode/block_timer.h"
#include "core/kernel/simulator/decode/frame_slots.h"
#include "core/kernel/simulator/decode/function_context.h"
#include "core/kernel/simulator/lanes/lanes.h"

#include <initializer_list>
#include <span>

namespace gevo::sim {

class Emitter {
public:
  Emitter(FunctionContext& function, const FrameSlots& frame)
      : function_(function), frame_(frame), table_(laneTable()), timer_(function.kernel.model), order_(function.layout) {
    timer_.limitRegisters(blockRegisters(function.function));
  }

  /// What follows goes to the code's block of this number.
  void enterBlock(std::uint32_t number);
  /// The block being filled.
  Block& block() { return *block_; }
  std::uint32_t blockNumber() const { return blockNumber_; }
  /// Ends the block. A barrier or a call continues in the next one.
  void finishBlock(Terminator terminator, const llvm::Instruction& at, std::initializer_list<Slot> reads, Cost cost);
  /// Makes the next block, the rest of the same basic block, follow the one that was finished.
  void continueInNextBlock();

  /// The current instruction counts as one of the block's.
  void countInstruction() { ++block_->instructions; }

  /// One operation of a lane family.
  Op& emit(LaneFamily family, unsigned variant, ScalarType type, Slot result, std::initializer_list<Slot> operands, Cost cost);
  /// A comparison of two scalars of a type; its result is a mask.
  Op& emitCompare(LaneFamily family, ScalarType type, Slot result, Slot a, Slot b, Cost cost);
  Op& emitKind(OpKind kind, Slot result, CellKind cell, std::initializer_list<Slot> reads, std::initializer_list<Slot> writes, Cost cost);
  /// An operation as it is.
  Op& emitOp(const Op& op, std::span<const Slot> reads, std::span<const Slot> writes, Cost cost);
  /// The last operation is a load, whose latency is known only when it runs; `access` is its entry in CodeFunction::accesses.
  void markLoad(std::uint32_t access) { timer_.markLoad(timer_.last(), access); }
  /// Likewise a store.
  void markStore(std::uint32_t access) { timer_.markStore(timer_.last(), access); }
  /// Likewise a division.
  void markDivision(std::uint32_t access) { timer_.markDivision(timer_.last(), access); }
  /// The last operation accesses memory, beside accesses that the assembler does not let it pass.
  void orderAccess(const MemoryUse& use);
  /// No access passes it.
  void orderAll() { order_.addFence(timer_.last()); }
  /// The instruction takes time, and the code has no operation for it.
  void addCost(Cost cost) { timer_.add(cost, {}, {}); }

  /// Operations beside the program's own: no modelled time, no instruction counted.
  Op& emitUntimed(LaneFamily family, unsigned variant, ScalarType type, Slot result, std::initializer_list<Slot> operands);
  Op& emitUntimed(const Op& op);

  /// The slot is a phi's from here on. `isLate`: its value may come after the edge that brings it was taken.
  void definePhi(Slot slot, bool isLate);
  /// Sum of the latencies of all that was emitted.
  double latencySum() const { return timer_.latencySum(); }
  /// Likewise of the issue slots.
  double issueSum() const { return timer_.issueSum(); }

private:
  void resolveTrackedMoves();

  FunctionContext& function_;
  const FrameSlots& frame_;
  const LaneTable& table_;
  BlockTimer timer_;
  AssemblerOrder order_;
  Block* block_ = nullptr;
  std::uint32_t blockNumber_ = 0;
};

} // namespace gevo::sim
