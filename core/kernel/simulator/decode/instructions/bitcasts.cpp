#include "core/kernel/simulator/decode/instructions/bitcasts.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"

namespace gevo::sim {

namespace {

unsigned allBits(const ScalarFields& fields) {
  unsigned total = 0;
  for (const ScalarField& field : fields) total += field.type.bits;
  return total;
}

/// Between scalars of 16, 32 and 64 bits. Costs nothing: the machine's registers are 32-bit words.
bool bitcastThroughWords(DecoderParts& parts, const llvm::CastInst& instruction, const ScalarFields& from, const ScalarFields& to,
                         const Slots& sources) {
  const auto fits = [](const ScalarFields& fields) {
    const unsigned bits = fields.empty() ? 0 : fields[0].type.bits;
    return (bits == 16 || bits == 32 || bits == 64) && allBits(fields) % 32 == 0;
  };
  if (!fits(from) || !fits(to)) return false;
  const Cost free = parts.costs.free;
  const Slots& results = parts.values.define(instruction);
  const unsigned bits = from[0].type.bits;
  Slots words = bits == 32 ? sources : to[0].type.bits == 32 ? results : Slots();
  while (words.size() < allBits(from) / 32) words.push_back(parts.frame.temporary(wordType));
  for (std::size_t i = 0; i < words.size() && bits != 32; ++i) {
    if (bits == 64)
      parts.emitter.emit(i % 2 ? LaneFamily::HighWord : LaneFamily::LowWord, 0, wordType, words[i], {sources[i / 2]}, free);
    else
      parts.emitter.emit(LaneFamily::JoinHalves, 0, wordType, words[i], {sources[2 * i], sources[2 * i + 1]}, free);
  }
  if (to[0].type.bits == 32) return true;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const ScalarType type = to[i].type;
    if (type.bits == 64)
      parts.emitter.emit(LaneFamily::JoinWords, 0, type, results[i], {words[2 * i], words[2 * i + 1]}, free);
    else
      parts.emitter.emit(i % 2 ? LaneFamily::UpperHalf : LaneFamily::Narrow, 0, type, results[i], {words[i / 2]}, free);
  }
  return true;
}

/// Any other pair of vectors and integers of 64 bits in all or less: gather the bits in one double cell, then cut them.
void bitcastThroughBits(DecoderParts& parts, const llvm::CastInst& instruction, const ScalarFields& from, const ScalarFields& to,
                        const Slots& sources) {
  if (from.empty() || to.empty() || allBits(from) > 64) return parts.function.unsupported(instruction, "a cast between unsupported types");
  const CostTable& costs = parts.costs;
  Slot gathered = parts.frame.constant(CellKind::Double, 0);
  unsigned at = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    Slot part = sources[i];
    if (from[i].type.cell != CellKind::Double) {
      const Slot widened = parts.frame.temporary(wideType);
      emitResize(parts, {from[i].type.cell, from[i].type.bits, false}, wideType, part, widened, false);
      part = widened;
    }
    const Slot shifted = parts.frame.temporary(wideType);
    parts.emitter.emit(LaneFamily::Shl, 1, wideType, shifted, {part, parts.frame.constant(CellKind::Double, at)}, costs.arithmetic);
    const Slot next = parts.frame.temporary(wideType);
    parts.emitter.emit(LaneFamily::Or, 1, wideType, next, {gathered, shifted}, costs.free);
    gathered = next;
    at += from[i].type.bits;
  }
  const Slots& results = parts.values.define(instruction);
  at = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const Slot shifted = parts.frame.temporary(wideType);
    parts.emitter.emit(LaneFamily::LShr, 1, wideType, shifted, {gathered, parts.frame.constant(CellKind::Double, at)}, costs.arithmetic);
    emitResize(parts, wideType, {to[i].type.cell, to[i].type.bits, false}, shifted, results[i], false);
    at += to[i].type.bits;
  }
}

} // namespace

void decodeBitcast(DecoderParts& parts, const llvm::CastInst& instruction) {
  const ScalarFields& from = parts.types.fieldsOf(instruction.getOperand(0)->getType());
  const ScalarFields& to = parts.types.fieldsOf(instruction.getType());
  const Slots& sources = parts.values.slotsOf(instruction.getOperand(0));
  bool same = !from.empty() && from.size() == to.size();
  for (std::size_t i = 0; same && i < from.size(); ++i) same = from[i].type.cell == to[i].type.cell && from[i].type.bits == to[i].type.bits;
  if (same) return parts.values.alias(instruction, sources);
  if (!bitcastThroughWords(parts, instruction, from, to, sources)) bitcastThroughBits(parts, instruction, from, to, sources);
}

} // namespace gevo::sim
