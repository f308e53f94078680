// Fetches from textures. No texture has more than one level, so the requested level does not matter.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/intrinsics/texture_places.h"

namespace gevo::sim {

namespace {

bool decodeFetch(DecoderParts& parts, const llvm::CallInst& call, TextureFetch fetch) {
  parts.emitter.countInstruction();
  llvm::SmallVector<Slot, 6> read{parts.values.slotOf(call.getArgOperand(0))};
  readPlace(parts, call, fetch.place, read);
  const Slots& results = parts.values.define(call);
  if (parts.function.failed()) return true;
  Access access;
  for (const Slot result : results) access.parts.push_back({result, 0, 4, CellKind::Word});
  fetch.access = addAccess(parts, std::move(access));
  Op op;
  op.kind = OpKind::Texture;
  op.a = read[0];
  op.extra = static_cast<std::uint32_t>(parts.function.code.textures.size());
  parts.function.code.textures.push_back(fetch);
  parts.emitter.emitOp(op, read, results, {1, static_cast<float>(parts.function.kernel.model.textureLatency)});
  parts.emitter.markLoad(fetch.access);
  return true;
}

/// "llvm.nvvm.tex.unified.2d.level.v4f32.f32": elements, then coordinates.
template <unsigned dimensions, bool isLayered> bool fetch(DecoderParts& parts, const llvm::CallInst& call) {
  const auto [rest, coordinates] = call.getCalledFunction()->getName().rsplit('.');
  const auto [form, elements] = rest.rsplit('.');
  TextureFetch fetch;
  fetch.place.dimensions = dimensions;
  fetch.place.isLayered = isLayered;
  fetch.byIndex = coordinates == "s32";
  fetch.readsFloats = elements == "v4f32";
  if ((fetch.byIndex && (dimensions != 1 || isLayered)) || form.ends_with(".grad")) return false;
  return decodeFetch(parts, call, fetch);
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.tex.unified.1d.*", fetch<1, false>}, {"llvm.nvvm.tex.unified.1d.array.*", fetch<1, true>},
    {"llvm.nvvm.tex.unified.2d.*", fetch<2, false>}, {"llvm.nvvm.tex.unified.2d.array.*", fetch<2, true>},
    {"llvm.nvvm.tex.unified.3d.*", fetch<3, false>},
};

} // namespace

IntrinsicTable nvvmTextures() { return table; }

} // namespace gevo::sim
