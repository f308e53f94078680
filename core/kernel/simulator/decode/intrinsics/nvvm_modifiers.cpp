#include "core/kernel/simulator/decode/intrinsics/nvvm_modifiers.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/variants.h"

#include <cfenv>

namespace gevo::sim {

namespace {

/// Of floats of 16 bits: the largest finite value.
std::uint64_t bitsOfMost(ScalarType type) { return type.brain ? 0x7f7f : 0x7bff; }
constexpr std::uint64_t smallSign = 0x8000;

} // namespace

std::optional<int> NvvmModifiers::rounding() const {
  if (has("rn")) return FE_TONEAREST;
  if (has("rz")) return FE_TOWARDZERO;
  if (has("rm")) return FE_DOWNWARD;
  if (has("rp")) return FE_UPWARD;
  return std::nullopt;
}

void emitModifiers(DecoderParts& parts, const NvvmModifiers& modifiers, ScalarType type, Slot value) {
  auto emit = [&](LaneFamily family) { parts.emitter.emit(family, floatVariant(type), type, value, {value}, parts.costs.free); };
  auto emitWith = [&](LaneFamily family, std::uint64_t bits) {
    parts.emitter.emit(family, floatVariant(type), type, value, {value, parts.frame.constant(type.cell, bits)}, parts.costs.free);
  };
  if (modifiers.has("ftz")) emit(LaneFamily::FlushSubnormal);
  if (modifiers.has("sat")) emit(LaneFamily::Saturate);
  if (modifiers.has("relu")) emitWith(LaneFamily::FMaximum, 0);
  if (!modifiers.has("satfinite")) return;
  emitWith(LaneFamily::FMinimum, bitsOfMost(type));
  emitWith(LaneFamily::FMaximum, bitsOfMost(type) | smallSign);
}

} // namespace gevo::sim
