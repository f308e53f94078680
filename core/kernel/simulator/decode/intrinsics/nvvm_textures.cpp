// Fetches from textures of one and two dimensions. No texture has more than one level, so the requested level does not matter.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

namespace gevo::sim {

namespace {

bool decodeFetch(DecoderParts& parts, const llvm::CallInst& call, TextureFetch fetch) {
  parts.emitter.countInstruction();
  llvm::SmallVector<Slot, 3> read;
  for (unsigned i = 0; i < (fetch.isPlane ? 3 : 2); ++i) read.push_back(parts.values.slotOf(call.getArgOperand(i)));
  const Slots& results = parts.values.define(call);
  if (parts.function.failed()) return true;
  Access access;
  for (const Slot result : results) access.parts.push_back({result, 0, 4, CellKind::Word});
  fetch.access = addAccess(parts, std::move(access));
  Op op;
  op.kind = OpKind::Texture;
  op.a = read[0];
  op.b = read[1];
  op.c = read.back();
  op.extra = static_cast<std::uint32_t>(parts.function.code.textures.size());
  parts.function.code.textures.push_back(fetch);
  parts.emitter.emitOp(op, read, results, {1, static_cast<float>(parts.function.kernel.model.cacheLatency)});
  parts.emitter.markLoad(fetch.access);
  return true;
}

enum Coordinates : std::uint8_t { Index, Line, Plane };
enum Elements : std::uint8_t { Floats, Integers };

template <Coordinates coordinates, Elements elements> bool fetch(DecoderParts& parts, const llvm::CallInst& call) {
  TextureFetch fetch;
  fetch.isPlane = coordinates == Plane;
  fetch.byIndex = coordinates == Index;
  fetch.readsFloats = elements == Floats;
  return decodeFetch(parts, call, fetch);
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.tex.unified.1d.v4f32.s32", fetch<Index, Floats>},
    {"llvm.nvvm.tex.unified.1d.v4s32.s32", fetch<Index, Integers>},
    {"llvm.nvvm.tex.unified.1d.v4u32.s32", fetch<Index, Integers>},
    {"llvm.nvvm.tex.unified.1d.v4f32.f32", fetch<Line, Floats>},
    {"llvm.nvvm.tex.unified.1d.v4s32.f32", fetch<Line, Integers>},
    {"llvm.nvvm.tex.unified.1d.v4u32.f32", fetch<Line, Integers>},
    {"llvm.nvvm.tex.unified.1d.level.v4f32.f32", fetch<Line, Floats>},
    {"llvm.nvvm.tex.unified.1d.level.v4s32.f32", fetch<Line, Integers>},
    {"llvm.nvvm.tex.unified.1d.level.v4u32.f32", fetch<Line, Integers>},
    {"llvm.nvvm.tex.unified.2d.v4f32.f32", fetch<Plane, Floats>},
    {"llvm.nvvm.tex.unified.2d.v4s32.f32", fetch<Plane, Integers>},
    {"llvm.nvvm.tex.unified.2d.v4u32.f32", fetch<Plane, Integers>},
    {"llvm.nvvm.tex.unified.2d.level.v4f32.f32", fetch<Plane, Floats>},
    {"llvm.nvvm.tex.unified.2d.level.v4s32.f32", fetch<Plane, Integers>},
    {"llvm.nvvm.tex.unified.2d.level.v4u32.f32", fetch<Plane, Integers>},
};

} // namespace

IntrinsicTable nvvmTextures() { return table; }

} // namespace gevo::sim
