// llvm.nvvm.read.ptx.sreg.*: special registers.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

namespace gevo::sim {

namespace {

using S = SpecialRegister;

bool decodeRegister(DecoderParts& parts, const llvm::CallInst& call, SpecialRegister which) {
  parts.emitter.countInstruction();
  const Slot slot = parts.frame.special(which);
  parts.emitter.addCost(parts.costs.specialRegister);
  parts.values.alias(call, {slot});
  return true;
}

bool decodeConstant(DecoderParts& parts, const llvm::CallInst& call, std::uint64_t value) {
  parts.emitter.countInstruction();
  parts.values.alias(call, {parts.frame.constant(CellKind::Word, value)});
  return true;
}

template <SpecialRegister which> bool read(DecoderParts& parts, const llvm::CallInst& call) { return decodeRegister(parts, call, which); }

bool one(DecoderParts& parts, const llvm::CallInst& call) { return decodeConstant(parts, call, 1); }

bool multiprocessors(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeConstant(parts, call, parts.function.kernel.model.multiprocessors);
}

bool warpsPerMultiprocessor(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeConstant(parts, call, parts.function.kernel.model.warpsPerMultiprocessor);
}

bool clock(DecoderParts& parts, const llvm::CallInst& call) {
  parts.emitter.countInstruction();
  const Slot result = parts.values.define(call).front();
  parts.emitter.block().readsClock = true;
  parts.emitter.emitKind(OpKind::Clock, result, parts.types.scalarOf(&call).cell, {}, {result}, parts.costs.specialRegister);
  return true;
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.read.ptx.sreg.tid.x", read<S::ThreadX>},
    {"llvm.nvvm.read.ptx.sreg.tid.y", read<S::ThreadY>},
    {"llvm.nvvm.read.ptx.sreg.tid.z", read<S::ThreadZ>},
    {"llvm.nvvm.read.ptx.sreg.tid.w", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.ctaid.x", read<S::BlockX>},
    {"llvm.nvvm.read.ptx.sreg.ctaid.y", read<S::BlockY>},
    {"llvm.nvvm.read.ptx.sreg.ctaid.z", read<S::BlockZ>},
    {"llvm.nvvm.read.ptx.sreg.ctaid.w", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.ntid.x", read<S::BlockSizeX>},
    {"llvm.nvvm.read.ptx.sreg.ntid.y", read<S::BlockSizeY>},
    {"llvm.nvvm.read.ptx.sreg.ntid.z", read<S::BlockSizeZ>},
    {"llvm.nvvm.read.ptx.sreg.ntid.w", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.nctaid.x", read<S::GridX>},
    {"llvm.nvvm.read.ptx.sreg.nctaid.y", read<S::GridY>},
    {"llvm.nvvm.read.ptx.sreg.nctaid.z", read<S::GridZ>},
    {"llvm.nvvm.read.ptx.sreg.nctaid.w", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.laneid", read<S::Lane>},
    {"llvm.nvvm.read.ptx.sreg.warpid", read<S::WarpNumber>},
    {"llvm.nvvm.read.ptx.sreg.warpsize", read<S::WarpSize>},
    {"llvm.nvvm.read.ptx.sreg.lanemask.eq", read<S::LaneMaskEqual>},
    {"llvm.nvvm.read.ptx.sreg.lanemask.lt", read<S::LaneMaskLess>},
    {"llvm.nvvm.read.ptx.sreg.lanemask.le", read<S::LaneMaskLessEqual>},
    {"llvm.nvvm.read.ptx.sreg.lanemask.gt", read<S::LaneMaskGreater>},
    {"llvm.nvvm.read.ptx.sreg.lanemask.ge", read<S::LaneMaskGreaterEqual>},
    {"llvm.nvvm.read.ptx.sreg.dynamic_smem_size", read<S::DynamicShared>},
    {"llvm.nvvm.read.ptx.sreg.total_smem_size", read<S::TotalShared>},
    {"llvm.nvvm.read.ptx.sreg.aggr_smem_size", read<S::TotalShared>},
    // Every block is a cluster of its own.
    {"llvm.nvvm.read.ptx.sreg.clusterid.x", read<S::BlockX>},
    {"llvm.nvvm.read.ptx.sreg.clusterid.y", read<S::BlockY>},
    {"llvm.nvvm.read.ptx.sreg.clusterid.z", read<S::BlockZ>},
    {"llvm.nvvm.read.ptx.sreg.clusterid.w", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.nclusterid.x", read<S::GridX>},
    {"llvm.nvvm.read.ptx.sreg.nclusterid.y", read<S::GridY>},
    {"llvm.nvvm.read.ptx.sreg.nclusterid.z", read<S::GridZ>},
    {"llvm.nvvm.read.ptx.sreg.nclusterid.w", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.cluster.ctaid.x", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.cluster.ctaid.y", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.cluster.ctaid.z", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.cluster.ctaid.w", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.cluster.ctarank", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.cluster.nctaid.x", one},
    {"llvm.nvvm.read.ptx.sreg.cluster.nctaid.y", one},
    {"llvm.nvvm.read.ptx.sreg.cluster.nctaid.z", one},
    {"llvm.nvvm.read.ptx.sreg.cluster.nctaid.w", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.cluster.nctarank", one},
    {"llvm.nvvm.read.ptx.sreg.clock", clock},
    {"llvm.nvvm.read.ptx.sreg.clock64", clock},
    {"llvm.nvvm.read.ptx.sreg.globaltimer", clock},
    {"llvm.nvvm.read.ptx.sreg.globaltimer.lo", clock},
    {"llvm.nvvm.read.ptx.sreg.nsmid", multiprocessors},
    {"llvm.nvvm.read.ptx.sreg.nwarpid", warpsPerMultiprocessor},
    {"llvm.nvvm.read.ptx.sreg.smid", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.gridid", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.pm0", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.pm1", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.pm2", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.pm3", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg0", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg1", read<S::GridWorkspaceHigh>},
    {"llvm.nvvm.read.ptx.sreg.envreg2", read<S::GridWorkspaceLow>},
    {"llvm.nvvm.read.ptx.sreg.envreg3", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg4", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg5", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg6", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg7", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg8", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg9", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg10", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg11", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg12", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg13", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg14", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg15", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg16", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg17", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg18", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg19", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg20", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg21", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg22", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg23", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg24", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg25", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg26", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg27", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg28", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg29", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg30", read<S::Zero>},
    {"llvm.nvvm.read.ptx.sreg.envreg31", read<S::Zero>},
};

} // namespace

IntrinsicTable nvvmRegisters() { return table; }

} // namespace gevo::sim
