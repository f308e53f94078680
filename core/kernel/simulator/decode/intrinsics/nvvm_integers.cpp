#include "core/kernel/simulator/decode/function_decoder.h"

namespace gevo::sim {

namespace {

std::uint64_t onesOf(ScalarType type) { return type.bits >= 64 ? ~0ULL : (1ULL << type.bits) - 1; }

} // namespace

/// sad, mul24, idp4a, idp2a, flo and clamped funnel shifts, made of ordinary arithmetic.
bool FunctionDecoder::decodeNvvmInteger(const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  name.consume_front("llvm.nvvm.");
  const Cost cost = function_.kernel.model.costs.arithmetic;
  const auto argument = [&](unsigned i) { return values_.slotOf(instruction.getArgOperand(i)); };
  if (name.starts_with("sad.")) {
    emitter_.countInstruction();
    const bool isUnsigned = name.drop_front(4).starts_with("u");
    const ScalarType type = types_.scalarOf(&instruction);
    const unsigned variant = integerVariant(type);
    const Slot a = argument(0), b = argument(1), c = argument(2);
    const Slot more = frame_.temporary(type), less = frame_.temporary(type), difference = frame_.temporary(type);
    emitter_.emit(isUnsigned ? LaneFamily::UMax : LaneFamily::SMax, variant, type, more, {a, b}, cost);
    emitter_.emit(isUnsigned ? LaneFamily::UMin : LaneFamily::SMin, variant, type, less, {a, b}, {0, 0});
    emitter_.emit(LaneFamily::Sub, variant, type, difference, {more, less}, {0, 0});
    emitter_.emit(LaneFamily::Add, variant, type, values_.define(instruction).front(), {difference, c}, cost);
    return true;
  }
  if (name == "mul24.i" || name == "mul24.ui") {
    emitter_.countInstruction();
    const Slot eight = frame_.constant(CellKind::Word, 8);
    std::array<Slot, 2> low{};
    for (unsigned i = 0; i < 2; ++i) {
      const Slot high = frame_.temporary(wordType);
      low[i] = frame_.temporary(wordType);
      emitter_.emit(LaneFamily::Shl, 0, wordType, high, {argument(i), eight}, cost);
      emitter_.emit(name == "mul24.i" ? LaneFamily::AShr : LaneFamily::LShr, 0, wordType, low[i], {high, eight}, cost);
    }
    emitter_.emit(LaneFamily::Mul, 0, wordType, values_.define(instruction).front(), {low[0], low[1]},
                  function_.kernel.model.costs.multiply);
    return true;
  }
  if (name.starts_with("idp4a.") || name.starts_with("idp2a.")) {
    dotProduct(instruction, name[6] == 's', name[8] == 's');
    return true;
  }
  if (name.starts_with("flo.")) {
    findLeadingOne(instruction, name[4] == 's');
    return true;
  }
  if (name.starts_with("fshl.clamp") || name.starts_with("fshr.clamp")) {
    clampedFunnel(instruction, name[3] == 'l');
    return true;
  }
  return false;
}

/// Bytes by bytes (idp4a), or halves by the two lower or upper bytes (idp2a), and a sum.
void FunctionDecoder::dotProduct(const llvm::CallInst& instruction, bool firstSigned, bool secondSigned) {
  emitter_.countInstruction();
  const bool halves = instruction.arg_size() == 4;
  const bool upper = halves && llvm::cast<llvm::ConstantInt>(instruction.getArgOperand(2))->isOne();
  const Cost cost = function_.kernel.model.costs.free;
  const auto part = [&](Slot from, unsigned first, unsigned bits, bool isSigned) {
    const Slot high = frame_.temporary(wordType), result = frame_.temporary(wordType);
    emitter_.emit(LaneFamily::Shl, 0, wordType, high, {from, frame_.constant(CellKind::Word, 32 - first - bits)}, cost);
    emitter_.emit(isSigned ? LaneFamily::AShr : LaneFamily::LShr, 0, wordType, result, {high, frame_.constant(CellKind::Word, 32 - bits)},
                  cost);
    return result;
  };
  const Slot a = values_.slotOf(instruction.getArgOperand(0));
  const Slot b = values_.slotOf(instruction.getArgOperand(1));
  Slot sum = values_.slotOf(instruction.getArgOperand(halves ? 3 : 2));
  const unsigned count = halves ? 2 : 4;
  const Slot result = values_.define(instruction).front();
  for (unsigned i = 0; i < count; ++i) {
    const unsigned width = halves ? 16 : 8;
    const Slot left = part(a, i * width, width, firstSigned);
    const Slot right = part(b, 8 * (i + (upper ? 2 : 0)), 8, secondSigned);
    const Slot product = frame_.temporary(wordType);
    emitter_.emit(LaneFamily::Mul, 0, wordType, product, {left, right}, cost);
    const Slot next = i + 1 == count ? result : frame_.temporary(wordType);
    emitter_.emit(LaneFamily::Add, 0, wordType, next, {sum, product}, i + 1 == count ? function_.kernel.model.costs.multiply : cost);
    sum = next;
  }
}

/// The place of the highest 1 (of a negative number: 0), or how far left it can be shifted; all ones where there is none.
void FunctionDecoder::findLeadingOne(const llvm::CallInst& instruction, bool isSigned) {
  emitter_.countInstruction();
  const ScalarType type = types_.scalarOf(instruction.getArgOperand(0));
  const unsigned variant = integerVariant(type);
  const bool asShift = llvm::cast<llvm::ConstantInt>(instruction.getArgOperand(1))->isOne();
  const CostTable& costs = function_.kernel.model.costs;
  Slot value = values_.slotOf(instruction.getArgOperand(0));
  if (isSigned) {
    const Slot sign = frame_.temporary(type), positive = frame_.temporary(type);
    emitter_.emit(LaneFamily::AShr, variant, type, sign, {value, frame_.constant(type.cell, type.bits - 1U)}, costs.free);
    emitter_.emit(LaneFamily::Xor, variant, type, positive, {value, sign}, costs.arithmetic);
    value = positive;
  }
  const Slot zeros = frame_.temporary(type), wide = frame_.temporary(type);
  const Slot result = values_.define(instruction).front();
  emitter_.emit(LaneFamily::LeadingZeros, variant, type, zeros, {value}, costs.conversion);
  if (asShift) {
    const Slot none = frame_.temporary(maskType);
    emitter_.emit(LaneFamily::Equal, variant, type, none, {zeros, frame_.constant(type.cell, type.bits)}, costs.free).cell = CellKind::Mask;
    emitter_.emit(LaneFamily::Select, type.cell == CellKind::Double ? 1 : 0, type, wide,
                  {frame_.constant(type.cell, onesOf(type)), zeros, none}, costs.free);
  } else {
    emitter_.emit(LaneFamily::Sub, variant, type, wide, {frame_.constant(type.cell, type.bits - 1U), zeros}, costs.free);
  }
  emitter_.emit(LaneFamily::Narrow, type.cell == CellKind::Double ? 1 : 0, wordType, result, {wide}, costs.free);
}

/// An amount of the width or more gives the other operand whole.
void FunctionDecoder::clampedFunnel(const llvm::CallInst& instruction, bool left) {
  emitter_.countInstruction();
  const ScalarType type = types_.scalarOf(&instruction);
  const unsigned variant = integerVariant(type);
  const Slot high = values_.slotOf(instruction.getArgOperand(0));
  const Slot low = values_.slotOf(instruction.getArgOperand(1));
  const Slot amount = values_.slotOf(instruction.getArgOperand(2));
  const Slot within = frame_.temporary(maskType), shifted = frame_.temporary(type);
  const Slot result = values_.define(instruction).front();
  const CostTable& costs = function_.kernel.model.costs;
  emitter_.emit(LaneFamily::ULess, variant, type, within, {amount, frame_.constant(type.cell, type.bits)}, costs.free).cell =
      CellKind::Mask;
  emitter_.emit(left ? LaneFamily::FunnelLeft : LaneFamily::FunnelRight, variant, type, shifted, {high, low, amount}, costs.arithmetic);
  emitter_.emit(LaneFamily::Select, type.cell == CellKind::Double ? 1 : 0, type, result, {shifted, left ? low : high, within}, costs.free);
}

} // namespace gevo::sim
