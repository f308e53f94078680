#include "core/kernel/simulator/decode/instructions/casts.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/bitcasts.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"

namespace gevo::sim {

namespace {

void emitIntegerToFloat(DecoderParts& parts, bool isSigned, ScalarType from, ScalarType to, Slot source, Slot result) {
  const bool fromWide = from.cell == CellKind::Double;
  if (from.cell == CellKind::Mask) {
    const Slot integer = parts.frame.temporary(wordType);
    emitResize(parts, from, wordType, source, integer, isSigned);
    source = integer;
    from = wordType;
  }
  const bool isSmall = to.bits == 16;
  const unsigned variant = ((isSmall ? to.brain : to.cell == CellKind::Double) ? 2 : 0) + (fromWide ? 1 : 0);
  const LaneFamily family = isSmall ? (isSigned ? LaneFamily::SignedToSmall : LaneFamily::UnsignedToSmall)
                                    : (isSigned ? LaneFamily::SignedToFloat : LaneFamily::UnsignedToFloat);
  parts.emitter.emit(family, variant, to, result, {source}, parts.costs.conversion).bits = from.bits;
}

void castScalar(DecoderParts& parts, unsigned opcode, ScalarType from, ScalarType to, Slot source, Slot result) {
  const CostTable& costs = parts.costs;
  const bool fromWide = from.cell == CellKind::Double;
  unsigned variant = 0;
  switch (opcode) {
  case llvm::Instruction::FPExt:
    if (from.bits == 16 && to.cell == CellKind::Double) source = widenToSingle(parts, from, source);
    variant = to.cell == CellKind::Double ? 0 : from.brain ? 2 : 1;
    parts.emitter.emit(LaneFamily::FloatExtend, variant, to, result, {source}, costs.conversion);
    return;
  case llvm::Instruction::FPTrunc:
    if (to.bits == 16)
      parts.emitter.emit(LaneFamily::FloatToSmall, (to.brain ? 2 : 0) + (fromWide ? 1 : 0), to, result, {source}, costs.conversion);
    else
      parts.emitter.emit(LaneFamily::FloatTruncate, 0, to, result, {source}, costs.conversion);
    return;
  case llvm::Instruction::SIToFP:
  case llvm::Instruction::UIToFP:
    return emitIntegerToFloat(parts, opcode == llvm::Instruction::SIToFP, from, to, source, result);
  case llvm::Instruction::FPToSI:
  case llvm::Instruction::FPToUI: {
    const ScalarType integer = to.cell == CellKind::Mask ? wordType : to;
    const Slot target = to.cell == CellKind::Mask ? parts.frame.temporary(wordType) : result;
    emitFloatToInteger(parts, opcode == llvm::Instruction::FPToSI, from, integer, source, target);
    if (target != result) emitResize(parts, wordType, to, target, result, false);
    return;
  }
  case llvm::Instruction::SExt:
    return emitResize(parts, from, to, source, result, true);
  default: // Trunc, ZExt, PtrToInt, IntToPtr
    return emitResize(parts, from, to, source, result, false);
  }
}

} // namespace

void decodeCast(DecoderParts& parts, const llvm::CastInst& instruction) {
  parts.emitter.countInstruction();
  switch (instruction.getOpcode()) {
  case llvm::Instruction::BitCast:
    return decodeBitcast(parts, instruction);
  case llvm::Instruction::AddrSpaceCast:
    return parts.values.alias(instruction, parts.values.slotsOf(instruction.getOperand(0)));
  default:
    break;
  }
  if (parts.extensions.contains(&instruction)) return parts.values.alias(instruction, parts.values.slotsOf(instruction.getOperand(0)));
  const ScalarFields& from = parts.types.fieldsOf(instruction.getOperand(0)->getType());
  const ScalarFields& to = parts.types.fieldsOf(instruction.getType());
  const Slots& sources = parts.values.slotsOf(instruction.getOperand(0));
  if (from.empty() || to.size() != from.size()) return parts.function.unsupported(instruction, "a cast of an unsupported type");
  // Extending an integer inside its cell changes nothing: integers are kept zero-extended.
  const bool grows = from[0].type.bits <= to[0].type.bits;
  const bool sameCell = from[0].type.cell == to[0].type.cell && !from[0].type.floating && !to[0].type.floating;
  const unsigned opcode = instruction.getOpcode();
  const bool zeroExtends = opcode == llvm::Instruction::ZExt || opcode == llvm::Instruction::PtrToInt ||
                           opcode == llvm::Instruction::PtrToAddr || opcode == llvm::Instruction::IntToPtr;
  if (sameCell && zeroExtends && grows) return parts.values.alias(instruction, sources);
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return;
  for (std::size_t i = 0; i < from.size(); ++i) castScalar(parts, opcode, from[i].type, to[i].type, sources[i], results[i]);
}

} // namespace gevo::sim
