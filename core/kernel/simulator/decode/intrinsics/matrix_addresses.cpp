#include "core/kernel/simulator/decode/intrinsics/matrix_addresses.h"

#include "core/kernel/simulator/decode/instructions/conversions.h"

#include <algorithm>

namespace gevo::sim {

namespace {

/// Bytes to which a matrix's address and the distance of its lines are aligned, but for shorter lines: what tensor cores load at a time.
constexpr unsigned matrixAlignment = 16;
/// Variant of LaneFamily::Address; 1: an unsigned word.
constexpr unsigned wideIndex = 2;

void emitCheck(DecoderParts& parts, const MatrixLayout& layout, Slot base, Slot stride) {
  Op& check = parts.emitter.emitKind(OpKind::CheckMatrix, 0, CellKind::Word, {base, stride}, {}, parts.costs.free);
  check.keepInactive = false;
  check.bits = static_cast<std::uint8_t>(8 * bytesOf(layout.number));
  check.extra = std::min(matrixAlignment, layout.lineLength * bytesOf(layout.number));
}

} // namespace

MatrixAddresses::MatrixAddresses(DecoderParts& parts, const MatrixLayout& layout, Slot base, Slot stride)
    : parts_(parts), bytes_(bytesOf(layout.number)), wideStride_(parts.frame.temporary(wideType)) {
  emitCheck(parts, layout, base, stride);
  emitResize(parts, wordType, wideType, stride, wideStride_, true);
  const Slot line = parts.frame.temporary(wideType);
  emitResize(parts, wordType, wideType, emitLaneNumber(layout.line), line, false);
  const Slot distance = parts.frame.temporary(wideType);
  parts.emitter.emit(LaneFamily::Mul, 1, wideType, distance, {line, wideStride_}, parts.costs.free);
  const Slot onLine = emitAddress(base, emitLaneNumber(layout.position), 1, bytes_, parts.costs.free);
  first_ = emitAddress(onLine, distance, wideIndex, bytes_, parts.costs.address);
}

Slot MatrixAddresses::ofLine(unsigned line) {
  if (line == 0) return first_;
  const auto [entry, isNew] = lines_.try_emplace(line, 0);
  if (isNew) entry->second = emitAddress(first_, wideStride_, wideIndex, line * bytes_, parts_.costs.address);
  return entry->second;
}

/// The assembler computes it in front of loops: it takes no time.
Slot MatrixAddresses::emitLaneNumber(const LaneNumber& number) {
  const auto step = [&](LaneFamily family, Slot value, unsigned operand) {
    const Slot result = parts_.frame.temporary(wordType);
    parts_.emitter.emit(family, 0, wordType, result, {value, parts_.frame.constant(CellKind::Word, operand)}, parts_.costs.free);
    return result;
  };
  const Slot shifted = step(LaneFamily::LShr, parts_.frame.special(SpecialRegister::Lane), number.shift);
  return step(LaneFamily::Mul, step(LaneFamily::And, shifted, number.mask), number.scale);
}

Slot MatrixAddresses::emitAddress(Slot base, Slot index, unsigned variant, unsigned scale, Cost cost) {
  const Slot result = parts_.frame.temporary(wideType);
  parts_.emitter.emit(LaneFamily::Address, variant, wideType, result, {base, index}, cost).extra = scale;
  return result;
}

} // namespace gevo::sim
