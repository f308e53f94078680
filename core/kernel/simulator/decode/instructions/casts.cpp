#include "core/kernel/simulator/decode/function_decoder.h"

namespace gevo::sim {

namespace {

unsigned allBits(const ScalarFields& fields) {
  unsigned total = 0;
  for (const ScalarField& field : fields) total += field.type.bits;
  return total;
}
} // namespace

void FunctionDecoder::decodeCast(const llvm::CastInst& instruction) {
  emitter_.countInstruction();
  switch (instruction.getOpcode()) {
  case llvm::Instruction::BitCast:
    return decodeBitcast(instruction);
  case llvm::Instruction::AddrSpaceCast:
    return values_.alias(instruction, values_.slotsOf(instruction.getOperand(0)));
  default:
    break;
  }
  if (extensions_.contains(&instruction)) return values_.alias(instruction, values_.slotsOf(instruction.getOperand(0)));
  const ScalarFields& from = types_.fieldsOf(instruction.getOperand(0)->getType());
  const ScalarFields& to = types_.fieldsOf(instruction.getType());
  const Slots& sources = values_.slotsOf(instruction.getOperand(0));
  if (from.empty() || to.size() != from.size())
    return function_.unsupported(instruction, "a cast of a type that the simulated GPU can't hold");
  // Extending an integer inside its cell changes nothing: integers are kept zero-extended.
  const bool grows = from[0].type.bits <= to[0].type.bits;
  const bool sameCell = from[0].type.cell == to[0].type.cell && !from[0].type.floating && !to[0].type.floating;
  const unsigned opcode = instruction.getOpcode();
  const bool zeroExtends = opcode == llvm::Instruction::ZExt || opcode == llvm::Instruction::PtrToInt ||
                           opcode == llvm::Instruction::PtrToAddr || opcode == llvm::Instruction::IntToPtr;
  if (sameCell && zeroExtends && grows) return values_.alias(instruction, sources);
  const Slots& results = values_.define(instruction);
  if (function_.failed()) return;
  for (std::size_t i = 0; i < from.size(); ++i) castScalar(instruction, from[i].type, to[i].type, sources[i], results[i]);
}

void FunctionDecoder::castScalar(const llvm::CastInst& instruction, ScalarType from, ScalarType to, Slot source, Slot result) {
  const CostTable& costs = function_.kernel.model.costs;
  const unsigned opcode = instruction.getOpcode();
  const bool fromWide = from.cell == CellKind::Double;
  switch (opcode) {
  case llvm::Instruction::FPExt:
    if (from.bits == 16 && to.cell == CellKind::Double) source = widened(from, source);
    emitter_.emit(LaneFamily::FloatExtend, to.cell == CellKind::Double ? 0 : from.brain ? 2 : 1, to, result, {source}, costs.conversion);
    return;
  case llvm::Instruction::FPTrunc:
    if (to.bits == 16)
      emitter_.emit(LaneFamily::FloatToSmall, (to.brain ? 2 : 0) + (fromWide ? 1 : 0), to, result, {source}, costs.conversion);
    else
      emitter_.emit(LaneFamily::FloatTruncate, 0, to, result, {source}, costs.conversion);
    return;
  case llvm::Instruction::SIToFP:
  case llvm::Instruction::UIToFP: {
    const bool isSigned = opcode == llvm::Instruction::SIToFP;
    if (from.cell == CellKind::Mask) {
      const Slot widened = frame_.temporary(wordType);
      resize(from, wordType, source, widened, isSigned);
      source = widened;
      from = wordType;
    }
    const bool isSmall = to.bits == 16;
    const unsigned variant = ((isSmall ? to.brain : to.cell == CellKind::Double) ? 2 : 0) + (fromWide ? 1 : 0);
    const LaneFamily family = isSmall ? (isSigned ? LaneFamily::SignedToSmall : LaneFamily::UnsignedToSmall)
                                      : (isSigned ? LaneFamily::SignedToFloat : LaneFamily::UnsignedToFloat);
    emitter_.emit(family, variant, to, result, {source}, costs.conversion).bits = from.bits;
    return;
  }
  case llvm::Instruction::FPToSI:
  case llvm::Instruction::FPToUI: {
    const ScalarType integer = to.cell == CellKind::Mask ? wordType : to;
    const Slot target = to.cell == CellKind::Mask ? frame_.temporary(wordType) : result;
    emitFloatToInteger(opcode == llvm::Instruction::FPToSI, from, integer, source, target);
    if (target != result) resize(wordType, to, target, result, false);
    return;
  }
  case llvm::Instruction::SExt:
    return resize(from, to, source, result, true);
  default: // Trunc, ZExt, PtrToInt, IntToPtr
    return resize(from, to, source, result, false);
  }
}

Slot FunctionDecoder::widened(ScalarType type, Slot value) {
  const Slot result = frame_.temporary(singleType);
  emitter_.emit(LaneFamily::FloatExtend, type.brain ? 2 : 1, singleType, result, {value}, function_.kernel.model.costs.free);
  return result;
}

void FunctionDecoder::emitFloatToInteger(bool isSigned, ScalarType from, ScalarType to, Slot source, Slot result) {
  if (from.bits == 16) source = widened(from, source);
  const bool fromWide = from.cell == CellKind::Double;
  const bool toWide = to.cell == CellKind::Double;
  const unsigned variant = (fromWide ? 2 : 0) + (toWide ? 1 : 0);
  Op& op = emitter_.emit(isSigned ? LaneFamily::FloatToSigned : LaneFamily::FloatToUnsigned, variant, to, result, {source},
                         function_.kernel.model.costs.conversion);
  op.extra = fromWide || toWide ? 1 : 0;
}

void FunctionDecoder::resize(ScalarType from, ScalarType to, Slot source, Slot result, bool isSigned) {
  const CostTable& costs = function_.kernel.model.costs;
  if (from.cell == CellKind::Mask) {
    const unsigned variant = to.cell == CellKind::Double ? 1 : 0;
    if (to.cell == CellKind::Mask)
      emitter_.emit(LaneFamily::Copy, 2, to, result, {source}, costs.free);
    else
      emitter_.emit(isSigned ? LaneFamily::MaskToOnes : LaneFamily::MaskToInt, variant, to, result, {source}, costs.arithmetic);
    return;
  }
  if (to.cell == CellKind::Mask) {
    emitter_.emit(LaneFamily::IntToMask, from.cell == CellKind::Double ? 1 : 0, to, result, {source}, costs.arithmetic);
    return;
  }
  const bool fromWide = from.cell == CellKind::Double;
  const bool toWide = to.cell == CellKind::Double;
  if (to.bits < from.bits) {
    // Cutting is free on the machine: the user reads the lower part.
    emitter_.emit(LaneFamily::Narrow, !fromWide ? 0 : !toWide ? 1 : 2, to, result, {source}, costs.free);
  } else if (isSigned) {
    Op& op = emitter_.emit(LaneFamily::SignExtend, fromWide ? 2 : toWide ? 1 : 0, to, result, {source}, costs.arithmetic);
    op.bits = from.bits;
    op.extra = to.bits;
  } else if (fromWide == toWide) {
    emitter_.emit(LaneFamily::Copy, toWide ? 1 : 0, to, result, {source}, costs.free);
  } else {
    emitter_.emit(LaneFamily::ZeroExtend, 0, to, result, {source}, costs.free);
  }
}

void FunctionDecoder::decodeBitcast(const llvm::CastInst& instruction) {
  const ScalarFields& from = types_.fieldsOf(instruction.getOperand(0)->getType());
  const ScalarFields& to = types_.fieldsOf(instruction.getType());
  const Slots& sources = values_.slotsOf(instruction.getOperand(0));
  bool same = !from.empty() && from.size() == to.size();
  for (std::size_t i = 0; same && i < from.size(); ++i) same = from[i].type.cell == to[i].type.cell && from[i].type.bits == to[i].type.bits;
  if (same) return values_.alias(instruction, sources);
  if (!bitcastThroughWords(instruction, from, to, sources)) bitcastThroughBits(instruction, from, to, sources);
}

/// Between scalars of 16, 32 and 64 bits, which all lie in words of 32 bits. Costs nothing: the machine's registers are such words.
bool FunctionDecoder::bitcastThroughWords(const llvm::CastInst& instruction, const ScalarFields& from, const ScalarFields& to,
                                          const Slots& sources) {
  const auto fits = [](const ScalarFields& fields) {
    const unsigned bits = fields.empty() ? 0 : fields[0].type.bits;
    return (bits == 16 || bits == 32 || bits == 64) && allBits(fields) % 32 == 0;
  };
  if (!fits(from) || !fits(to)) return false;
  const Cost free = function_.kernel.model.costs.free;
  const Slots& results = values_.define(instruction);
  const unsigned bits = from[0].type.bits;
  Slots words = bits == 32 ? sources : to[0].type.bits == 32 ? results : Slots();
  while (words.size() < allBits(from) / 32) words.push_back(frame_.temporary(wordType));
  for (std::size_t i = 0; i < words.size() && bits != 32; ++i) {
    if (bits == 64)
      emitter_.emit(i % 2 ? LaneFamily::HighWord : LaneFamily::LowWord, 0, wordType, words[i], {sources[i / 2]}, free);
    else
      emitter_.emit(LaneFamily::JoinHalves, 0, wordType, words[i], {sources[2 * i], sources[2 * i + 1]}, free);
  }
  if (to[0].type.bits == 32) return true;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const ScalarType type = to[i].type;
    if (type.bits == 64)
      emitter_.emit(LaneFamily::JoinWords, 0, type, results[i], {words[2 * i], words[2 * i + 1]}, free);
    else
      emitter_.emit(i % 2 ? LaneFamily::UpperHalf : LaneFamily::Narrow, 0, type, results[i], {words[i / 2]}, free);
  }
  return true;
}

/// Any other pair of vectors and integers of 64 bits in all or less: gather the bits in one double cell, then cut them.
void FunctionDecoder::bitcastThroughBits(const llvm::CastInst& instruction, const ScalarFields& from, const ScalarFields& to,
                                         const Slots& sources) {
  if (from.empty() || to.empty() || allBits(from) > 64)
    return function_.unsupported(instruction, "a cast between types that the simulated GPU can't hold");
  const CostTable& costs = function_.kernel.model.costs;
  Slot gathered = frame_.constant(CellKind::Double, 0);
  unsigned at = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    Slot part = sources[i];
    if (from[i].type.cell != CellKind::Double) {
      const Slot widened = frame_.temporary(wideType);
      resize({from[i].type.cell, from[i].type.bits, false}, wideType, part, widened, false);
      part = widened;
    }
    const Slot shifted = frame_.temporary(wideType);
    emitter_.emit(LaneFamily::Shl, 1, wideType, shifted, {part, frame_.constant(CellKind::Double, at)}, costs.arithmetic);
    const Slot next = frame_.temporary(wideType);
    emitter_.emit(LaneFamily::Or, 1, wideType, next, {gathered, shifted}, costs.free);
    gathered = next;
    at += from[i].type.bits;
  }
  const Slots& results = values_.define(instruction);
  at = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const Slot shifted = frame_.temporary(wideType);
    emitter_.emit(LaneFamily::LShr, 1, wideType, shifted, {gathered, frame_.constant(CellKind::Double, at)}, costs.arithmetic);
    resize(wideType, {to[i].type.cell, to[i].type.bits, false}, shifted, results[i], false);
    at += to[i].type.bits;
  }
}

} // namespace gevo::sim
