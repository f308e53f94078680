// Asynchronous copies from global to shared memory.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

#include <llvm/IR/Constants.h>

namespace gevo::sim {

namespace {

/// "llvm.nvvm.cp.async.ca.shared.global.16": bytes; with ".s" the last operand says how many are copied, the others are zeros.
bool copy(DecoderParts& parts, const llvm::CallInst& call) {
  llvm::StringRef name = call.getCalledFunction()->getName();
  const bool hasSize = name.consume_back(".s");
  Access access;
  if (name.rsplit('.').second.getAsInteger(10, access.bytes)) return false;
  parts.emitter.countInstruction();
  const Slot to = parts.values.slotOf(call.getArgOperand(0));
  const Slot from = parts.values.slotOf(call.getArgOperand(1));
  const Slot size = hasSize ? parts.values.slotOf(call.getArgOperand(2)) : parts.frame.constant(CellKind::Word, access.bytes);
  if (parts.function.failed()) return true;
  access.alignment = access.bytes;
  access.space = shared;
  access.kind = {AccessMode::Write}; // of the source the executor says it itself
  parts.emitter.block().readsClock = true;
  Op& op = parts.emitter.emitKind(OpKind::StartCopy, 0, CellKind::Word, {to, from, size}, {}, {1, 1});
  op.keepInactive = false;
  op.extra = addAccess(parts, std::move(access));
  return true;
}

bool commit(DecoderParts& parts, const llvm::CallInst&) {
  parts.emitter.countInstruction();
  parts.emitter.emitKind(OpKind::CommitCopies, 0, CellKind::Word, {}, {}, {1, 1}).keepInactive = false;
  return true;
}

/// Ends the block: what comes after waits for the copies' latency, as far as what came before did not hide it.
bool emitWait(DecoderParts& parts, const llvm::CallInst& call, OpKind kind, std::uint64_t groups) {
  parts.emitter.countInstruction();
  const Slot number = parts.frame.constant(CellKind::Word, groups);
  const Slot arrived = parts.frame.temporary(wordType);
  const std::uint32_t access = addAccess(parts, {});
  Op& op = parts.emitter.emitKind(kind, arrived, CellKind::Word, {number}, {arrived}, {1, 1});
  op.keepInactive = false;
  op.extra = access;
  parts.emitter.markLoad(access);
  parts.emitter.finishBlock(Terminator::Jump, call, {arrived}, {0, 0});
  parts.emitter.continueInNextBlock();
  return true;
}

bool wait(DecoderParts& parts, const llvm::CallInst& call) {
  const auto* groups = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  return groups && emitWait(parts, call, OpKind::WaitForCopies, groups->getZExtValue());
}

bool waitForAll(DecoderParts& parts, const llvm::CallInst& call) { return emitWait(parts, call, OpKind::WaitForAllCopies, 0); }

constexpr Intrinsic table[] = {
    {"llvm.nvvm.cp.async.ca.shared.global.*", copy}, {"llvm.nvvm.cp.async.cg.shared.global.*", copy},
    {"llvm.nvvm.cp.async.commit.group", commit},     {"llvm.nvvm.cp.async.wait.all", waitForAll},
    {"llvm.nvvm.cp.async.wait.group", wait},
};

} // namespace

IntrinsicTable nvvmAsyncCopies() { return table; }

} // namespace gevo::sim
