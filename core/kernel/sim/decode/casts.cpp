#include "core/kernel/sim/decode/function_decoder.h"

namespace gevo::sim {

namespace {
constexpr ScalarType word{CellKind::Word, 32, false};
} // namespace

void FunctionDecoder::decodeCast(const llvm::CastInst& instruction) {
  ++block_->instructions;
  switch (instruction.getOpcode()) {
  case llvm::Instruction::BitCast:
    return decodeBitcast(instruction);
  case llvm::Instruction::AddrSpaceCast:
    return alias(instruction, slotsOf(instruction.getOperand(0)));
  default:
    break;
  }
  if (foldedExtension_.contains(&instruction)) return alias(instruction, slotsOf(instruction.getOperand(0)));
  const ScalarPlaces& from = scalarsOf(instruction.getOperand(0)->getType());
  const ScalarPlaces& to = scalarsOf(instruction.getType());
  const Slots& sources = slotsOf(instruction.getOperand(0));
  if (from.empty() || to.size() != from.size()) return unsupported(instruction, "a cast of a type that the simulated GPU can't hold");
  // Extending an integer inside its cell changes nothing: integers are kept zero-extended.
  const bool grows = from[0].type.bits <= to[0].type.bits;
  const bool sameCell = from[0].type.cell == to[0].type.cell && !from[0].type.floating && !to[0].type.floating;
  const unsigned opcode = instruction.getOpcode();
  const bool zeroExtends = opcode == llvm::Instruction::ZExt || opcode == llvm::Instruction::PtrToInt ||
                           opcode == llvm::Instruction::PtrToAddr || opcode == llvm::Instruction::IntToPtr;
  if (sameCell && zeroExtends && grows) return alias(instruction, sources);
  const Slots& results = define(instruction);
  if (error_) return;
  for (std::size_t i = 0; i < from.size(); ++i) castScalar(instruction, from[i].type, to[i].type, sources[i], results[i]);
}

void FunctionDecoder::castScalar(const llvm::CastInst& instruction, ScalarType from, ScalarType to, Slot source, Slot result) {
  const CostTable& costs = context_.model.costs;
  const unsigned opcode = instruction.getOpcode();
  const bool fromWide = from.cell == CellKind::Double;
  switch (opcode) {
  case llvm::Instruction::FPExt:
    emit(LaneFamily::FloatExtend, 0, to, result, {source}, costs.conversion);
    return;
  case llvm::Instruction::FPTrunc:
    emit(LaneFamily::FloatTruncate, 0, to, result, {source}, costs.conversion);
    return;
  case llvm::Instruction::SIToFP:
  case llvm::Instruction::UIToFP: {
    const bool isSigned = opcode == llvm::Instruction::SIToFP;
    if (from.cell == CellKind::Mask) {
      const Slot widened = temporary(word);
      resize(from, word, source, widened, isSigned);
      source = widened;
      from = word;
    }
    const unsigned variant = (to.cell == CellKind::Double ? 2 : 0) + (fromWide ? 1 : 0);
    emit(isSigned ? LaneFamily::SignedToFloat : LaneFamily::UnsignedToFloat, variant, to, result, {source}, costs.conversion).bits =
        from.bits;
    return;
  }
  case llvm::Instruction::FPToSI:
  case llvm::Instruction::FPToUI: {
    const LaneFamily family = opcode == llvm::Instruction::FPToSI ? LaneFamily::FloatToSigned : LaneFamily::FloatToUnsigned;
    const ScalarType integer = to.cell == CellKind::Mask ? word : to;
    const Slot target = to.cell == CellKind::Mask ? temporary(word) : result;
    const unsigned variant = (fromWide ? 2 : 0) + (integer.cell == CellKind::Double ? 1 : 0);
    emit(family, variant, integer, target, {source}, costs.conversion);
    if (target != result) resize(word, to, target, result, false);
    return;
  }
  case llvm::Instruction::SExt:
    return resize(from, to, source, result, true);
  default: // Trunc, ZExt, PtrToInt, IntToPtr
    return resize(from, to, source, result, false);
  }
}

void FunctionDecoder::resize(ScalarType from, ScalarType to, Slot source, Slot result, bool isSigned) {
  const CostTable& costs = context_.model.costs;
  if (from.cell == CellKind::Mask) {
    const unsigned variant = to.cell == CellKind::Double ? 1 : 0;
    if (to.cell == CellKind::Mask)
      emit(LaneFamily::Copy, 2, to, result, {source}, costs.free);
    else
      emit(isSigned ? LaneFamily::MaskToOnes : LaneFamily::MaskToInt, variant, to, result, {source}, costs.arithmetic);
    return;
  }
  if (to.cell == CellKind::Mask) {
    emit(LaneFamily::IntToMask, from.cell == CellKind::Double ? 1 : 0, to, result, {source}, costs.arithmetic);
    return;
  }
  const bool fromWide = from.cell == CellKind::Double;
  const bool toWide = to.cell == CellKind::Double;
  if (to.bits < from.bits) {
    // Cutting is free on the machine: the user reads the lower part.
    emit(LaneFamily::Narrow, !fromWide ? 0 : !toWide ? 1 : 2, to, result, {source}, costs.free);
  } else if (isSigned) {
    Op& op = emit(LaneFamily::SignExtend, fromWide ? 2 : toWide ? 1 : 0, to, result, {source}, costs.arithmetic);
    op.bits = from.bits;
    op.extra = to.bits;
  } else if (fromWide == toWide) {
    emit(LaneFamily::Copy, toWide ? 1 : 0, to, result, {source}, costs.free);
  } else {
    emit(LaneFamily::ZeroExtend, 0, to, result, {source}, costs.free);
  }
}

void FunctionDecoder::decodeBitcast(const llvm::CastInst& instruction) {
  const ScalarPlaces& from = scalarsOf(instruction.getOperand(0)->getType());
  const ScalarPlaces& to = scalarsOf(instruction.getType());
  const Slots& sources = slotsOf(instruction.getOperand(0));
  bool same = !from.empty() && from.size() == to.size();
  for (std::size_t i = 0; same && i < from.size(); ++i) same = from[i].type.cell == to[i].type.cell && from[i].type.bits == to[i].type.bits;
  if (same) return alias(instruction, sources);
  const CostTable& costs = context_.model.costs;
  const bool fromDoubles = !from.empty() && from[0].type.cell == CellKind::Double && from[0].type.bits == 64;
  const bool toDoubles = !to.empty() && to[0].type.cell == CellKind::Double && to[0].type.bits == 64;
  const bool fromWords = !from.empty() && from[0].type.cell == CellKind::Word && from[0].type.bits == 32;
  const bool toWords = !to.empty() && to[0].type.cell == CellKind::Word && to[0].type.bits == 32;
  if (fromDoubles && toWords && to.size() == 2 * from.size()) {
    const Slots& results = define(instruction);
    for (std::size_t i = 0; i < to.size(); ++i)
      emit(i % 2 ? LaneFamily::HighWord : LaneFamily::LowWord, 0, to[i].type, results[i], {sources[i / 2]}, costs.free);
    return;
  }
  if (fromWords && toDoubles && from.size() == 2 * to.size()) {
    const Slots& results = define(instruction);
    for (std::size_t i = 0; i < to.size(); ++i)
      emit(LaneFamily::JoinWords, 0, to[i].type, results[i], {sources[2 * i], sources[2 * i + 1]}, costs.free);
    return;
  }
  bitcastThroughBits(instruction, from, to, sources);
}

/// Any other pair of vectors and integers of 64 bits in all or less: gather the bits in one double cell, then cut them.
void FunctionDecoder::bitcastThroughBits(const llvm::CastInst& instruction, const ScalarPlaces& from, const ScalarPlaces& to,
                                         const Slots& sources) {
  unsigned total = 0;
  for (const ScalarPlace& place : from) total += place.type.bits;
  if (from.empty() || to.empty() || total > 64) return unsupported(instruction, "a cast between types that the simulated GPU can't hold");
  const CostTable& costs = context_.model.costs;
  constexpr ScalarType wide{CellKind::Double, 64, false};
  Slot gathered = constantSlot(CellKind::Double, 0);
  unsigned at = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    Slot part = sources[i];
    if (from[i].type.cell != CellKind::Double) {
      const Slot widened = temporary(wide);
      resize({from[i].type.cell, from[i].type.bits, false}, wide, part, widened, false);
      part = widened;
    }
    const Slot shifted = temporary(wide);
    emit(LaneFamily::Shl, 1, wide, shifted, {part, constantSlot(CellKind::Double, at)}, costs.arithmetic);
    const Slot next = temporary(wide);
    emit(LaneFamily::Or, 1, wide, next, {gathered, shifted}, costs.free);
    gathered = next;
    at += from[i].type.bits;
  }
  const Slots& results = define(instruction);
  at = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const Slot shifted = temporary(wide);
    emit(LaneFamily::LShr, 1, wide, shifted, {gathered, constantSlot(CellKind::Double, at)}, costs.arithmetic);
    resize(wide, {to[i].type.cell, to[i].type.bits, false}, shifted, results[i], false);
    at += to[i].type.bits;
  }
}

} // namespace gevo::sim
