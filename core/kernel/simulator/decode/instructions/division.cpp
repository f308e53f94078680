#include "core/kernel/simulator/decode/instructions/division.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/memory.h"

namespace gevo::sim {

Op& emitQuotient(DecoderParts& parts, LaneFamily family, unsigned variant, ScalarType type, Slot result, Slot a, Slot b, Cost cost) {
  if (type.bits != 32) return parts.emitter.emit(family, variant, type, result, {a, b}, cost);
  // Before the division, whose result may take the place of an operand.
  Op delay;
  delay.kind = OpKind::DivisionDelay;
  delay.a = a;
  delay.b = b;
  const std::uint32_t timing = delay.extra = addAccess(parts, {});
  parts.emitter.emitUntimed(delay);
  Op& division = parts.emitter.emit(family, variant, type, result, {a, b}, cost);
  parts.emitter.markDivision(timing);
  return division;
}

} // namespace gevo::sim
