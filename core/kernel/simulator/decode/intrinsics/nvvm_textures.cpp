#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/arithmetic.h"
#include "core/kernel/simulator/decode/instructions/atomics.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsics.h"
#include "core/kernel/simulator/decode/intrinsics/nvvm_name.h"
#include "core/kernel/simulator/decode/variants.h"

namespace gevo::sim {

/// llvm.nvvm.tex.unified.2d.v4f32.f32 and its like, of one and two dimensions. No texture has more than one level, so the one that is
/// asked for does not matter.
bool decodeTexture(DecoderParts& parts, const llvm::CallInst& instruction) {
  const NvvmName name(instruction);
  if (name.parts.size() < 5 || name.parts[0] != "tex" || name.parts[1] != "unified") return false;
  const bool isPlane = name.parts[2] == "2d";
  const bool hasLevel = name.parts[3] == "level";
  const bool byIndex = name.parts.back() == "s32";
  if ((!isPlane && name.parts[2] != "1d") || name.parts.size() != (hasLevel ? 6 : 5) || (byIndex && isPlane)) return false;
  parts.emitter.countInstruction();
  llvm::SmallVector<Slot, 3> read;
  for (unsigned i = 0; i < (isPlane ? 3 : 2); ++i) read.push_back(parts.values.slotOf(instruction.getArgOperand(i)));
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return true;
  TextureFetch fetch;
  fetch.isPlane = isPlane;
  fetch.byIndex = byIndex;
  fetch.readsFloats = name.parts[name.parts.size() - 2] == "v4f32";
  fetch.access = static_cast<std::uint32_t>(parts.function.code.accesses.size());
  Access access;
  for (const Slot result : results) access.parts.push_back({result, 0, 4, CellKind::Word});
  const Cost cost{1, static_cast<float>(parts.function.kernel.model.cacheLatency)};
  parts.function.code.accesses.push_back(std::move(access));
  Op op;
  op.kind = OpKind::Texture;
  op.a = read[0];
  op.b = read[1];
  op.c = read.back();
  op.extra = static_cast<std::uint32_t>(parts.function.code.textures.size());
  parts.function.code.textures.push_back(fetch);
  parts.emitter.emitOp(op, read, results, cost);
  parts.emitter.markLoad(fetch.access);
  return true;
}

} // namespace gevo::sim
