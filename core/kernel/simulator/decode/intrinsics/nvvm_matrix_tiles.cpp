// Tiles of matrices, 8 rows of 16 bytes each, between shared memory and the lanes of a warp (ldmatrix, stmatrix).
//
// Four lanes have a row, a word each, as in the fragments of mma. So a tile is one access of all lanes by words of their own: it is checked
// like any other, and takes the banks of shared memory as often as 8 rows of 16 bytes do.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

#include <array>

namespace gevo::sim {

namespace {

/// The lanes' addresses in each tile. Shared memory takes one tile after the other: each tile's are known later by a turn.
Slots emitAddresses(DecoderParts& parts, const llvm::CallInst& call, unsigned tiles) {
  const Slot rows = parts.values.slotOf(call.getArgOperand(0));
  const auto turn = static_cast<float>(parts.function.kernel.model.sharedConflict);
  Slots addresses;
  for (unsigned tile = 0; tile < tiles; ++tile) {
    addresses.push_back(parts.frame.temporary(wideType));
    const Cost cost{0, turn * static_cast<float>(tile)};
    parts.emitter.emitKind(OpKind::TileAddresses, addresses.back(), CellKind::Double, {rows}, {addresses.back()}, cost).extra = tile;
  }
  return addresses;
}

/// The side table entry of one tile's access.
std::uint32_t addTile(DecoderParts& parts, const llvm::Value* pointer, Slot word, AccessMode mode) {
  Access access;
  access.space = static_cast<std::uint8_t>(pointer->getType()->getPointerAddressSpace());
  access.bytes = access.alignment = 4;
  access.isWord = true;
  access.kind.mode = mode;
  access.parts.push_back({word, 0, 4, CellKind::Word});
  return addAccess(parts, std::move(access));
}

/// Takes no time: it is part of the access.
void emitTransposed(DecoderParts& parts, Slot from, Slot to) {
  Op op;
  op.kind = OpKind::TransposeTile;
  op.a = from;
  op.result = to;
  parts.emitter.emitUntimed(op);
}

/// The tiles are one instruction: the first has its issue slot.
Cost costOf(unsigned tile, Cost cost) { return {tile == 0 ? cost.issue : 0, cost.latency}; }

bool isSupported(const llvm::CallInst& call) {
  const unsigned space = call.getArgOperand(0)->getType()->getPointerAddressSpace();
  return space == generic || space == shared;
}

template <unsigned tiles, bool isTransposed> bool load(DecoderParts& parts, const llvm::CallInst& call) {
  if (!isSupported(call)) return false;
  parts.emitter.countInstruction();
  const llvm::Value* pointer = call.getArgOperand(0);
  const Slots addresses = emitAddresses(parts, call, tiles);
  const Slots words = parts.values.define(call);
  if (parts.function.failed()) return true;
  for (unsigned tile = 0; tile < tiles; ++tile) {
    Op op;
    op.kind = OpKind::Load;
    op.a = addresses[tile];
    op.extra = addTile(parts, pointer, words[tile], AccessMode::Read);
    parts.emitter.emitOp(op, std::span(&addresses[tile], 1), std::span(&words[tile], 1), costOf(tile, accessCost(parts, shared, pointer)));
    parts.emitter.markLoad(op.extra);
    if (isTransposed) emitTransposed(parts, words[tile], words[tile]);
  }
  return true;
}

template <unsigned tiles, bool isTransposed> bool store(DecoderParts& parts, const llvm::CallInst& call) {
  if (!isSupported(call)) return false;
  parts.emitter.countInstruction();
  const Slots addresses = emitAddresses(parts, call, tiles);
  for (unsigned tile = 0; tile < tiles; ++tile) {
    const Slot given = parts.values.slotOf(call.getArgOperand(1 + tile));
    const Slot word = isTransposed ? parts.frame.temporary(wordType) : given;
    if (isTransposed) emitTransposed(parts, given, word);
    Op op;
    op.kind = OpKind::Store;
    op.a = addresses[tile];
    op.extra = addTile(parts, call.getArgOperand(0), word, AccessMode::Write);
    parts.emitter.emitOp(op, std::array{addresses[tile], given}, {}, costOf(tile, {1, 1}));
  }
  return true;
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16", load<1, false>},
    {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16", load<2, false>},
    {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16", load<4, false>},
    {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.trans.b16", load<1, true>},
    {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16", load<2, true>},
    {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16", load<4, true>},
    {"llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16", store<1, false>},
    {"llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.b16", store<2, false>},
    {"llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16", store<4, false>},
    {"llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.trans.b16", store<1, true>},
    {"llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16", store<2, true>},
    {"llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.trans.b16", store<4, true>},
};

} // namespace

IntrinsicTable nvvmMatrixTiles() { return table; }

} // namespace gevo::sim
