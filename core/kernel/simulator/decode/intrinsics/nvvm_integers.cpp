#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/arithmetic.h"
#include "core/kernel/simulator/decode/instructions/atomics.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsics.h"
#include "core/kernel/simulator/decode/variants.h"

namespace gevo::sim {

namespace {

std::uint64_t onesOf(ScalarType type) { return type.bits >= 64 ? ~0ULL : (1ULL << type.bits) - 1; }

} // namespace

/// sad, mul24, idp4a, idp2a, flo and clamped funnel shifts, made of ordinary arithmetic.
bool decodeNvvmInteger(DecoderParts& parts, const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  name.consume_front("llvm.nvvm.");
  const Cost cost = parts.costs.arithmetic;
  const auto argument = [&](unsigned i) { return parts.values.slotOf(instruction.getArgOperand(i)); };
  if (name.starts_with("sad.")) {
    parts.emitter.countInstruction();
    const bool isUnsigned = name.drop_front(4).starts_with("u");
    const ScalarType type = parts.types.scalarOf(&instruction);
    const unsigned variant = integerVariant(type);
    const Slot a = argument(0), b = argument(1), c = argument(2);
    const Slot more = parts.frame.temporary(type), less = parts.frame.temporary(type), difference = parts.frame.temporary(type);
    parts.emitter.emit(isUnsigned ? LaneFamily::UMax : LaneFamily::SMax, variant, type, more, {a, b}, cost);
    parts.emitter.emit(isUnsigned ? LaneFamily::UMin : LaneFamily::SMin, variant, type, less, {a, b}, {0, 0});
    parts.emitter.emit(LaneFamily::Sub, variant, type, difference, {more, less}, {0, 0});
    parts.emitter.emit(LaneFamily::Add, variant, type, parts.values.define(instruction).front(), {difference, c}, cost);
    return true;
  }
  if (name == "mul24.i" || name == "mul24.ui") {
    parts.emitter.countInstruction();
    const Slot eight = parts.frame.constant(CellKind::Word, 8);
    std::array<Slot, 2> low{};
    for (unsigned i = 0; i < 2; ++i) {
      const Slot high = parts.frame.temporary(wordType);
      low[i] = parts.frame.temporary(wordType);
      parts.emitter.emit(LaneFamily::Shl, 0, wordType, high, {argument(i), eight}, cost);
      parts.emitter.emit(name == "mul24.i" ? LaneFamily::AShr : LaneFamily::LShr, 0, wordType, low[i], {high, eight}, cost);
    }
    parts.emitter.emit(LaneFamily::Mul, 0, wordType, parts.values.define(instruction).front(), {low[0], low[1]}, parts.costs.multiply);
    return true;
  }
  if (name.starts_with("idp4a.") || name.starts_with("idp2a.")) {
    dotProduct(parts, instruction, name[6] == 's', name[8] == 's');
    return true;
  }
  if (name.starts_with("flo.")) {
    findLeadingOne(parts, instruction, name[4] == 's');
    return true;
  }
  if (name.starts_with("fshl.clamp") || name.starts_with("fshr.clamp")) {
    clampedFunnel(parts, instruction, name[3] == 'l');
    return true;
  }
  return false;
}

/// Bytes by bytes (idp4a), or halves by the two lower or upper bytes (idp2a), and a sum.
void dotProduct(DecoderParts& parts, const llvm::CallInst& instruction, bool firstSigned, bool secondSigned) {
  parts.emitter.countInstruction();
  const bool halves = instruction.arg_size() == 4;
  const bool upper = halves && llvm::cast<llvm::ConstantInt>(instruction.getArgOperand(2))->isOne();
  const Cost cost = parts.costs.free;
  const auto part = [&](Slot from, unsigned first, unsigned bits, bool isSigned) {
    const Slot high = parts.frame.temporary(wordType), result = parts.frame.temporary(wordType);
    parts.emitter.emit(LaneFamily::Shl, 0, wordType, high, {from, parts.frame.constant(CellKind::Word, 32 - first - bits)}, cost);
    parts.emitter.emit(isSigned ? LaneFamily::AShr : LaneFamily::LShr, 0, wordType, result,
                       {high, parts.frame.constant(CellKind::Word, 32 - bits)}, cost);
    return result;
  };
  const Slot a = parts.values.slotOf(instruction.getArgOperand(0));
  const Slot b = parts.values.slotOf(instruction.getArgOperand(1));
  Slot sum = parts.values.slotOf(instruction.getArgOperand(halves ? 3 : 2));
  const unsigned count = halves ? 2 : 4;
  const Slot result = parts.values.define(instruction).front();
  for (unsigned i = 0; i < count; ++i) {
    const unsigned width = halves ? 16 : 8;
    const Slot left = part(a, i * width, width, firstSigned);
    const Slot right = part(b, 8 * (i + (upper ? 2 : 0)), 8, secondSigned);
    const Slot product = parts.frame.temporary(wordType);
    parts.emitter.emit(LaneFamily::Mul, 0, wordType, product, {left, right}, cost);
    const Slot next = i + 1 == count ? result : parts.frame.temporary(wordType);
    parts.emitter.emit(LaneFamily::Add, 0, wordType, next, {sum, product}, i + 1 == count ? parts.costs.multiply : cost);
    sum = next;
  }
}

/// The place of the highest 1 (of a negative number: 0), or how far left it can be shifted; all ones where there is none.
void findLeadingOne(DecoderParts& parts, const llvm::CallInst& instruction, bool isSigned) {
  parts.emitter.countInstruction();
  const ScalarType type = parts.types.scalarOf(instruction.getArgOperand(0));
  const unsigned variant = integerVariant(type);
  const bool asShift = llvm::cast<llvm::ConstantInt>(instruction.getArgOperand(1))->isOne();
  const CostTable& costs = parts.costs;
  Slot value = parts.values.slotOf(instruction.getArgOperand(0));
  if (isSigned) {
    const Slot sign = parts.frame.temporary(type), positive = parts.frame.temporary(type);
    parts.emitter.emit(LaneFamily::AShr, variant, type, sign, {value, parts.frame.constant(type.cell, type.bits - 1U)}, costs.free);
    parts.emitter.emit(LaneFamily::Xor, variant, type, positive, {value, sign}, costs.arithmetic);
    value = positive;
  }
  const Slot zeros = parts.frame.temporary(type), wide = parts.frame.temporary(type);
  const Slot result = parts.values.define(instruction).front();
  parts.emitter.emit(LaneFamily::LeadingZeros, variant, type, zeros, {value}, costs.conversion);
  if (asShift) {
    const Slot none = parts.frame.temporary(maskType);
    parts.emitter.emit(LaneFamily::Equal, variant, type, none, {zeros, parts.frame.constant(type.cell, type.bits)}, costs.free).cell =
        CellKind::Mask;
    parts.emitter.emit(LaneFamily::Select, type.cell == CellKind::Double ? 1 : 0, type, wide,
                       {parts.frame.constant(type.cell, onesOf(type)), zeros, none}, costs.free);
  } else {
    parts.emitter.emit(LaneFamily::Sub, variant, type, wide, {parts.frame.constant(type.cell, type.bits - 1U), zeros}, costs.free);
  }
  parts.emitter.emit(LaneFamily::Narrow, type.cell == CellKind::Double ? 1 : 0, wordType, result, {wide}, costs.free);
}

/// An amount of the width or more gives the other operand whole.
void clampedFunnel(DecoderParts& parts, const llvm::CallInst& instruction, bool left) {
  parts.emitter.countInstruction();
  const ScalarType type = parts.types.scalarOf(&instruction);
  const unsigned variant = integerVariant(type);
  const Slot high = parts.values.slotOf(instruction.getArgOperand(0));
  const Slot low = parts.values.slotOf(instruction.getArgOperand(1));
  const Slot amount = parts.values.slotOf(instruction.getArgOperand(2));
  const Slot within = parts.frame.temporary(maskType), shifted = parts.frame.temporary(type);
  const Slot result = parts.values.define(instruction).front();
  const CostTable& costs = parts.costs;
  parts.emitter.emit(LaneFamily::ULess, variant, type, within, {amount, parts.frame.constant(type.cell, type.bits)}, costs.free).cell =
      CellKind::Mask;
  parts.emitter.emit(left ? LaneFamily::FunnelLeft : LaneFamily::FunnelRight, variant, type, shifted, {high, low, amount},
                     costs.arithmetic);
  parts.emitter.emit(LaneFamily::Select, type.cell == CellKind::Double ? 1 : 0, type, result, {shifted, left ? low : high, within},
                     costs.free);
}

} // namespace gevo::sim
