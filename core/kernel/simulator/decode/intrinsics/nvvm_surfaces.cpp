// Reads and writes of surfaces, unformatted: the bytes as they are.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/intrinsics/texture_places.h"

namespace gevo::sim {

namespace {

/// Bytes of "i32" or "v4i8".
unsigned elementBytes(llvm::StringRef type) {
  unsigned bits = 0;
  return type.rsplit('i').second.getAsInteger(10, bits) ? 0 : bits / 8;
}

SurfaceBoundary boundaryNamed(llvm::StringRef name) {
  return name == "clamp" ? SurfaceBoundary::Clamp : name == "zero" ? SurfaceBoundary::Zero : SurfaceBoundary::Trap;
}

/// "llvm.nvvm.suld.2d.v4i8.trap", "llvm.nvvm.sust.b.2d.v4i8.trap": elements, then what becomes of accesses outside. Bytes are in values of
/// 16 bits.
template <unsigned dimensions, bool isLayered, bool isWrite> bool decode(DecoderParts& parts, const llvm::CallInst& call) {
  const auto [rest, boundary] = call.getCalledFunction()->getName().rsplit('.');
  const unsigned bytes = elementBytes(rest.rsplit('.').second);
  if (bytes == 0) return false;
  parts.emitter.countInstruction();
  SurfaceAccess surface;
  surface.place.dimensions = dimensions;
  surface.place.isLayered = isLayered;
  surface.boundary = boundaryNamed(boundary);
  llvm::SmallVector<Slot, 9> read{parts.values.slotOf(call.getArgOperand(0))};
  unsigned next = readPlace(parts, call, surface.place, read);
  llvm::SmallVector<Slot, 4> values;
  if constexpr (isWrite)
    for (; next < call.arg_size(); ++next) values.push_back(parts.values.slotOf(call.getArgOperand(next)));
  else
    for (const Slot result : parts.values.define(call)) values.push_back(result);
  if (parts.function.failed()) return true;
  Access access;
  const CellKind cell = bytes == 8 ? CellKind::Double : CellKind::Word;
  for (const Slot value : values) {
    access.parts.push_back({value, static_cast<std::uint16_t>(access.bytes), static_cast<std::uint8_t>(bytes), cell});
    access.bytes += bytes;
  }
  access.alignment = access.bytes;
  access.kind.mode = isWrite ? AccessMode::Write : AccessMode::Read;
  surface.access = addAccess(parts, std::move(access));
  Op op;
  op.kind = OpKind::Surface;
  op.a = read[0];
  op.extra = static_cast<std::uint32_t>(parts.function.code.surfaces.size());
  parts.function.code.surfaces.push_back(surface);
  if constexpr (isWrite) {
    read.append(values);
    parts.emitter.emitOp(op, read, {}, {1, 1});
  } else {
    parts.emitter.emitOp(op, read, values, {1, static_cast<float>(parts.function.kernel.model.cacheLatency)});
    parts.emitter.markLoad(surface.access);
  }
  return true;
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.suld.1d.*", decode<1, false, false>},       {"llvm.nvvm.suld.1d.array.*", decode<1, true, false>},
    {"llvm.nvvm.suld.2d.*", decode<2, false, false>},       {"llvm.nvvm.suld.2d.array.*", decode<2, true, false>},
    {"llvm.nvvm.suld.3d.*", decode<3, false, false>},       {"llvm.nvvm.sust.b.1d.*", decode<1, false, true>},
    {"llvm.nvvm.sust.b.1d.array.*", decode<1, true, true>}, {"llvm.nvvm.sust.b.2d.*", decode<2, false, true>},
    {"llvm.nvvm.sust.b.2d.array.*", decode<2, true, true>}, {"llvm.nvvm.sust.b.3d.*", decode<3, false, true>},
};

} // namespace

IntrinsicTable nvvmSurfaces() { return table; }

} // namespace gevo::sim
