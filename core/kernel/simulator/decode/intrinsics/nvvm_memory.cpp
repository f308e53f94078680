// NVVM's atomics, loads and questions about addresses.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/atomics.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

#include <llvm/IR/Constants.h>

namespace gevo::sim {

namespace {

/// "llvm.nvvm.atomic.add.gen.i.cta.i32.p0": for the block only.
bool isForBlockOnly(const llvm::CallInst& call) { return call.getCalledFunction()->getName().contains(".cta."); }

template <AtomicKind kind> bool atomic(DecoderParts& parts, const llvm::CallInst& call) {
  parts.emitter.countInstruction();
  emitAtomic(parts, call, kind, call.getArgOperand(0), call.getArgOperand(1), isForBlockOnly(call));
  return true;
}

bool compareExchange(DecoderParts& parts, const llvm::CallInst& call) {
  const ScalarFields& fields = parts.types.fieldsOf(call.getType());
  if (fields.size() != 1 || fields[0].type.bits < 8) return false;
  parts.emitter.countInstruction();
  const Slot old = parts.values.define(call).front();
  if (!parts.function.failed())
    emitCompareExchange(parts, call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2), old, parts.frame.temporary(maskType),
                        isForBlockOnly(call));
  return true;
}

/// The alignment is an operand.
bool load(DecoderParts& parts, const llvm::CallInst& call) {
  const auto* alignment = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
  emitLoad(parts, call, call.getArgOperand(0), alignment ? alignment->getZExtValue() : 1);
  return true;
}

template <AddressSpace space> bool isInSpace(DecoderParts& parts, const llvm::CallInst& call) {
  parts.emitter.countInstruction();
  const Slot address = parts.values.slotOf(call.getArgOperand(0));
  const Slot result = parts.values.define(call).front();
  parts.emitter.emitKind(OpKind::Predicate, result, CellKind::Mask, {address}, {result}, parts.costs.arithmetic).extra = space;
  return true;
}

bool asOperand(DecoderParts& parts, const llvm::CallInst& call) {
  parts.emitter.countInstruction();
  parts.values.alias(call, parts.values.slotsOf(call.getArgOperand(0)));
  return true;
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.atomic.add.gen.f.*", atomic<AtomicKind::FAdd>},
    {"llvm.nvvm.atomic.add.gen.i.*", atomic<AtomicKind::Add>},
    {"llvm.nvvm.atomic.and.gen.i.*", atomic<AtomicKind::And>},
    {"llvm.nvvm.atomic.dec.gen.i.*", atomic<AtomicKind::UDec>},
    {"llvm.nvvm.atomic.exch.gen.i.*", atomic<AtomicKind::Exchange>},
    {"llvm.nvvm.atomic.inc.gen.i.*", atomic<AtomicKind::UInc>},
    {"llvm.nvvm.atomic.max.gen.i.*", atomic<AtomicKind::Max>},
    {"llvm.nvvm.atomic.min.gen.i.*", atomic<AtomicKind::Min>},
    {"llvm.nvvm.atomic.or.gen.i.*", atomic<AtomicKind::Or>},
    {"llvm.nvvm.atomic.xor.gen.i.*", atomic<AtomicKind::Xor>},
    {"llvm.nvvm.atomic.cas.gen.i.*", compareExchange},
    {"llvm.nvvm.ldu.global.*", load},
    {"llvm.nvvm.isspacep.const", isInSpace<constant>},
    {"llvm.nvvm.isspacep.global", isInSpace<global>},
    {"llvm.nvvm.isspacep.local", isInSpace<local>},
    {"llvm.nvvm.isspacep.shared.*", isInSpace<shared>},
    {"llvm.nvvm.internal.addrspace.wrap", asOperand},
    {"llvm.nvvm.move.*", asOperand},
    {"llvm.nvvm.texsurf.handle.*", asOperand},
};

} // namespace

IntrinsicTable nvvmMemory() { return table; }

} // namespace gevo::sim
