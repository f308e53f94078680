// Barriers of blocks and warps, fences, waits and prefetches.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/memory_order.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

#include <llvm/IR/Constants.h>

namespace gevo::sim {

namespace {

enum BarrierReduction : std::uint8_t { None = 0, Count = 1, And = 2, Or = 3 }; ///< as in Block::barrierReduce

/// llvm.nvvm.barrier.cta.*: the barrier's number, then how many threads take part (".count"), then the value to reduce.
bool decodeBarrier(DecoderParts& parts, const llvm::CallInst& call, BarrierReduction reduction) {
  parts.emitter.countInstruction();
  Block& block = parts.emitter.block();
  parts.frame.constant(CellKind::Word, 0); // not read; keeps decoded frames as they have been, slot for slot
  block.condition = parts.values.slotOf(call.getArgOperand(0));
  block.conditionCell = CellKind::Word;
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (number && number->getValue().ult(16)) block.barrierNumber = static_cast<std::int8_t>(number->getZExtValue());
  if (call.getCalledFunction()->getName().ends_with(".count")) {
    block.hasThreads = true;
    block.barrierThreads = parts.values.slotOf(call.getArgOperand(1));
  }
  block.barrierReduce = reduction;
  if (reduction != None) {
    block.predicate = parts.values.slotOf(call.getArgOperand(call.arg_size() - 1));
    block.barrierResult = parts.values.define(call).front();
    block.barrierResultCell = parts.types.scalarOf(&call).cell;
  }
  if (!parts.function.failed()) parts.emitter.finishBlock(Terminator::Barrier, call, {}, parts.costs.jump);
  return true;
}

template <BarrierReduction reduction> bool barrier(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeBarrier(parts, call, reduction);
}

bool warpBarrier(DecoderParts& parts, const llvm::CallInst& call) {
  parts.emitter.countInstruction();
  const Slot members = parts.values.slotOf(call.getArgOperand(0));
  parts.emitter.emitKind(OpKind::SyncWarp, 0, CellKind::Word, {members}, {}, parts.costs.vote).keepInactive = false;
  parts.emitter.orderAll();
  return true;
}

/// "llvm.nvvm.membar.cta" and its like are for the block only. Memory is always in order here: what a fence does is to order accesses.
bool fence(DecoderParts& parts, const llvm::CallInst& call) {
  parts.emitter.countInstruction();
  parts.emitter.addCost(parts.costs.vote);
  parts.emitter.orderAll();
  std::uint32_t flags = FenceAcquires | FenceReleases;
  if (call.getCalledFunction()->getName().ends_with(".cta")) flags |= FenceForBlockOnly;
  emitFence(parts, flags);
  return true;
}

bool countOnly(DecoderParts& parts, const llvm::CallInst&) {
  parts.emitter.countInstruction();
  return true;
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.barrier.cta.sync.*", barrier<None>},
    {"llvm.nvvm.barrier.cta.red.popc.*", barrier<Count>},
    {"llvm.nvvm.barrier.cta.red.and.*", barrier<And>},
    {"llvm.nvvm.barrier.cta.red.or.*", barrier<Or>},
    {"llvm.nvvm.bar.warp.sync", warpBarrier},
    {"llvm.nvvm.membar.*", fence},
    {"llvm.nvvm.fence.*", fence},
    {"llvm.nvvm.griddepcontrol.*", countOnly},
    {"llvm.nvvm.nanosleep", countOnly},
    {"llvm.nvvm.pm.event.mask", countOnly},
    {"llvm.nvvm.prefetch.*", countOnly},
    {"llvm.nvvm.prefetchu.*", countOnly},
};

} // namespace

IntrinsicTable nvvmSynchronisation() { return table; }

} // namespace gevo::sim
