// Loads and stores of matrices that a warp's lanes hold together (CUDA's wmma).

#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/intrinsics/matrix_addresses.h"
#include "core/kernel/simulator/decode/intrinsics/matrix_names.h"

namespace gevo::sim {

namespace {

/// Of a load or store, the addresses of its lanes.
MatrixAddresses addressesOf(DecoderParts& parts, const llvm::CallInst& call, const MatrixLayout& layout, bool hasStride) {
  const Slot base = parts.values.slotOf(call.getArgOperand(0));
  const Slot stride =
      hasStride ? parts.values.slotOf(call.getArgOperand(call.arg_size() - 1)) : parts.frame.constant(CellKind::Word, layout.lineLength);
  return {parts, layout, base, stride};
}

/// Loads or stores the lanes' cells, run by run.
void emitAccesses(DecoderParts& parts, const llvm::CallInst& call, const MatrixLayout& layout, bool hasStride, const Slots& cells,
                  unsigned cellBytes, AccessMode mode) {
  const llvm::Value* pointer = call.getArgOperand(0);
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  const unsigned bytes = bytesOf(layout.number);
  const bool isLoad = mode == AccessMode::Read;
  MatrixAddresses addresses = addressesOf(parts, call, layout, hasStride);
  std::size_t next = 0;
  for (const MatrixRun& run : layout.runs) {
    Access access;
    access.space = static_cast<std::uint8_t>(space);
    access.bytes = access.alignment = layout.perRun * bytes;
    access.kind.mode = mode;
    Op op;
    op.kind = isLoad ? OpKind::Load : OpKind::Store;
    op.a = parts.frame.temporary(wideType);
    parts.emitter.emit(LaneFamily::AddressOffset, 0, wideType, op.a, {addresses.ofLine(run.line)}, parts.costs.free).extra =
        run.position * bytes;
    llvm::SmallVector<Slot, 3> read{op.a};
    llvm::SmallVector<Slot, 3> written;
    for (unsigned offset = 0; offset < access.bytes; offset += cellBytes) {
      const Slot cell = cells[next++];
      (isLoad ? written : read).push_back(cell);
      access.parts.push_back({cell, static_cast<std::uint16_t>(offset), static_cast<std::uint8_t>(cellBytes),
                              cellBytes == 8 ? CellKind::Double : CellKind::Word});
    }
    access.isWord = access.bytes == 4 && access.parts.size() == 1;
    op.extra = addAccess(parts, std::move(access));
    parts.emitter.emitOp(op, read, written, isLoad ? accessCost(parts, space, pointer) : Cost{1, 1});
    if (isLoad) parts.emitter.markLoad(op.extra);
  }
}

bool load(DecoderParts& parts, const llvm::CallInst& call) {
  const MatrixNames names = matrixNames(call);
  const std::optional<MatrixLayout> layout = accessLayout(names);
  if (!layout) return false;
  const ScalarFields& fields = parts.types.fieldsOf(call.getType());
  parts.emitter.countInstruction();
  const Slots results = parts.values.define(call);
  if (parts.function.failed()) return true;
  const unsigned cellBytes = fields[0].bytes;
  emitAccesses(parts, call, *layout, hasStride(names), results, cellBytes, AccessMode::Read);
  // Fragments of halves have room for more elements than a lane has: the elements again.
  const std::size_t distinct = layout->elements() * bytesOf(layout->number) / cellBytes;
  for (std::size_t i = distinct; i < results.size(); ++i)
    parts.emitter.emit(LaneFamily::Copy, 0, wordType, results[i], {results[i % distinct]}, parts.costs.free);
  return true;
}

bool store(DecoderParts& parts, const llvm::CallInst& call) {
  const MatrixNames names = matrixNames(call);
  const std::optional<MatrixLayout> layout = accessLayout(names);
  if (!layout) return false;
  parts.emitter.countInstruction();
  Slots cells;
  for (unsigned i = 1; i < call.arg_size() - (hasStride(names) ? 1 : 0); ++i) cells.append(parts.values.slotsOf(call.getArgOperand(i)));
  if (parts.function.failed()) return true;
  const unsigned cellBytes = parts.types.fieldsOf(call.getArgOperand(1)->getType())[0].bytes;
  emitAccesses(parts, call, *layout, hasStride(names), cells, cellBytes, AccessMode::Write);
  return true;
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.wmma.m16n16k16.load.*", load},  {"llvm.nvvm.wmma.m16n16k16.store.*", store}, {"llvm.nvvm.wmma.m32n8k16.load.*", load},
    {"llvm.nvvm.wmma.m32n8k16.store.*", store}, {"llvm.nvvm.wmma.m8n32k16.load.*", load},    {"llvm.nvvm.wmma.m8n32k16.store.*", store},
    {"llvm.nvvm.wmma.m8n8k4.load.*", load},     {"llvm.nvvm.wmma.m8n8k4.store.*", store},    {"llvm.nvvm.wmma.m16n16k8.load.*", load},
    {"llvm.nvvm.wmma.m16n16k8.store.*", store},
};

} // namespace

IntrinsicTable nvvmMatrixAccesses() { return table; }

} // namespace gevo::sim
