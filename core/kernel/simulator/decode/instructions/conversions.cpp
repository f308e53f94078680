#include "core/kernel/simulator/decode/instructions/conversions.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/variants.h"

namespace gevo::sim {

Slot widenToSingle(DecoderParts& parts, ScalarType type, Slot value) {
  const Slot result = parts.frame.temporary(singleType);
  parts.emitter.emit(LaneFamily::FloatExtend, type.brain ? 2 : 1, singleType, result, {value}, parts.costs.free);
  return result;
}

void emitFloatToInteger(DecoderParts& parts, bool isSigned, ScalarType from, ScalarType to, Slot source, Slot result) {
  if (from.bits == 16) source = widenToSingle(parts, from, source);
  const bool fromWide = from.cell == CellKind::Double;
  const bool toWide = to.cell == CellKind::Double;
  const unsigned variant = (fromWide ? 2 : 0) + (toWide ? 1 : 0);
  Op& op = parts.emitter.emit(isSigned ? LaneFamily::FloatToSigned : LaneFamily::FloatToUnsigned, variant, to, result, {source},
                              parts.costs.conversion);
  op.extra = fromWide || toWide ? 1 : 0;
}

void emitResize(DecoderParts& parts, ScalarType from, ScalarType to, Slot source, Slot result, bool isSigned) {
  const CostTable& costs = parts.costs;
  if (from.cell == CellKind::Mask) {
    const unsigned variant = to.cell == CellKind::Double ? 1 : 0;
    if (to.cell == CellKind::Mask)
      parts.emitter.emit(LaneFamily::Copy, 2, to, result, {source}, costs.free);
    else
      parts.emitter.emit(isSigned ? LaneFamily::MaskToOnes : LaneFamily::MaskToInt, variant, to, result, {source}, costs.arithmetic);
    return;
  }
  if (to.cell == CellKind::Mask) {
    parts.emitter.emit(LaneFamily::IntToMask, from.cell == CellKind::Double ? 1 : 0, to, result, {source}, costs.arithmetic);
    return;
  }
  const bool fromWide = from.cell == CellKind::Double;
  const bool toWide = to.cell == CellKind::Double;
  if (to.bits < from.bits) {
    // Cutting is free on the machine: the user reads the lower part.
    parts.emitter.emit(LaneFamily::Narrow, !fromWide ? 0 : !toWide ? 1 : 2, to, result, {source}, costs.free);
  } else if (isSigned) {
    Op& op = parts.emitter.emit(LaneFamily::SignExtend, fromWide ? 2 : toWide ? 1 : 0, to, result, {source}, costs.arithmetic);
    op.bits = from.bits;
    op.extra = to.bits;
  } else if (fromWide == toWide) {
    parts.emitter.emit(LaneFamily::Copy, toWide ? 1 : 0, to, result, {source}, costs.free);
  } else {
    parts.emitter.emit(LaneFamily::ZeroExtend, 0, to, result, {source}, costs.free);
  }
}

Slot flushSubnormal(DecoderParts& parts, ScalarType type, Slot value) {
  const Slot result = parts.frame.temporary(type);
  parts.emitter.emit(LaneFamily::FlushSubnormal, floatVariant(type), type, result, {value}, parts.costs.free);
  return result;
}

} // namespace gevo::sim
