// NVVM's operations on integers and on the words of wider values. Most are composed of ordinary arithmetic.

#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/intrinsics/lane_operations.h"
#include "core/kernel/simulator/decode/variants.h"

#include <llvm/IR/Constants.h>

#include <array>

namespace gevo::sim {

namespace {

using C = CostTable;
using F = LaneFamily;

Slot operand(DecoderParts& parts, const llvm::CallInst& call, unsigned number) { return parts.values.slotOf(call.getArgOperand(number)); }

/// |a - b| + c
bool decodeDifference(DecoderParts& parts, const llvm::CallInst& call, LaneFamily maximum, LaneFamily minimum) {
  parts.emitter.countInstruction();
  const ScalarType type = parts.types.scalarOf(&call);
  const unsigned variant = integerVariant(type);
  const Cost cost = parts.costs.arithmetic;
  const Slot a = operand(parts, call, 0), b = operand(parts, call, 1), c = operand(parts, call, 2);
  const Slot more = parts.frame.temporary(type), less = parts.frame.temporary(type), difference = parts.frame.temporary(type);
  parts.emitter.emit(maximum, variant, type, more, {a, b}, cost);
  parts.emitter.emit(minimum, variant, type, less, {a, b}, {0, 0});
  parts.emitter.emit(F::Sub, variant, type, difference, {more, less}, {0, 0});
  parts.emitter.emit(F::Add, variant, type, parts.values.define(call).front(), {difference, c}, cost);
  return true;
}

/// The product of the lower 24 bits; `shift` extends them.
bool decodeMultiply24(DecoderParts& parts, const llvm::CallInst& call, LaneFamily shift) {
  parts.emitter.countInstruction();
  const Slot eight = parts.frame.constant(CellKind::Word, 8);
  std::array<Slot, 2> low{};
  for (unsigned i = 0; i < 2; ++i) {
    const Slot high = parts.frame.temporary(wordType);
    low[i] = parts.frame.temporary(wordType);
    parts.emitter.emit(F::Shl, 0, wordType, high, {operand(parts, call, i), eight}, parts.costs.arithmetic);
    parts.emitter.emit(shift, 0, wordType, low[i], {high, eight}, parts.costs.arithmetic);
  }
  parts.emitter.emit(F::Mul, 0, wordType, parts.values.define(call).front(), {low[0], low[1]}, parts.costs.multiply);
  return true;
}

/// A bit field of a word from `first` on, extended.
Slot bitField(DecoderParts& parts, Slot from, unsigned first, unsigned bits, bool isSigned) {
  const Cost cost = parts.costs.free;
  const Slot high = parts.frame.temporary(wordType), result = parts.frame.temporary(wordType);
  parts.emitter.emit(F::Shl, 0, wordType, high, {from, parts.frame.constant(CellKind::Word, 32 - first - bits)}, cost);
  parts.emitter.emit(isSigned ? F::AShr : F::LShr, 0, wordType, result, {high, parts.frame.constant(CellKind::Word, 32 - bits)}, cost);
  return result;
}

/// Bytes by bytes (idp4a), or halves by the two lower or upper bytes (idp2a), and a sum.
bool decodeDotProduct(DecoderParts& parts, const llvm::CallInst& call, bool firstSigned, bool secondSigned) {
  parts.emitter.countInstruction();
  const bool halves = call.arg_size() == 4;
  const bool upper = halves && llvm::cast<llvm::ConstantInt>(call.getArgOperand(2))->isOne();
  const Cost free = parts.costs.free;
  const Slot a = operand(parts, call, 0);
  const Slot b = operand(parts, call, 1);
  Slot sum = operand(parts, call, halves ? 3 : 2);
  const unsigned count = halves ? 2 : 4;
  const unsigned width = halves ? 16 : 8;
  const Slot result = parts.values.define(call).front();
  for (unsigned i = 0; i < count; ++i) {
    const bool isLast = i + 1 == count;
    const Slot left = bitField(parts, a, i * width, width, firstSigned);
    const Slot right = bitField(parts, b, 8 * (i + (upper ? 2 : 0)), 8, secondSigned);
    const Slot product = parts.frame.temporary(wordType);
    parts.emitter.emit(F::Mul, 0, wordType, product, {left, right}, free);
    const Slot next = isLast ? result : parts.frame.temporary(wordType);
    parts.emitter.emit(F::Add, 0, wordType, next, {sum, product}, isLast ? parts.costs.multiply : free);
    sum = next;
  }
  return true;
}

/// The position of the highest 1 (of a negative number: 0), or how far left it can be shifted; all ones where there is none.
bool decodeLeadingOne(DecoderParts& parts, const llvm::CallInst& call, bool isSigned) {
  parts.emitter.countInstruction();
  const ScalarType type = parts.types.scalarOf(call.getArgOperand(0));
  const unsigned variant = integerVariant(type);
  const unsigned cell = cellVariant(type.cell);
  const bool asShift = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
  const CostTable& costs = parts.costs;
  Slot value = operand(parts, call, 0);
  if (isSigned) {
    const Slot sign = parts.frame.temporary(type), positive = parts.frame.temporary(type);
    parts.emitter.emit(F::AShr, variant, type, sign, {value, parts.frame.constant(type.cell, type.bits - 1U)}, costs.free);
    parts.emitter.emit(F::Xor, variant, type, positive, {value, sign}, costs.arithmetic);
    value = positive;
  }
  const Slot zeros = parts.frame.temporary(type), position = parts.frame.temporary(type);
  const Slot result = parts.values.define(call).front();
  parts.emitter.emit(F::LeadingZeros, variant, type, zeros, {value}, costs.conversion);
  if (asShift) {
    const Slot none = parts.frame.temporary(maskType);
    parts.emitter.emitCompare(F::Equal, type, none, zeros, parts.frame.constant(type.cell, type.bits), costs.free);
    const Slot ones = parts.frame.constant(type.cell, onesOf(type));
    parts.emitter.emit(F::Select, cell, type, position, {ones, zeros, none}, costs.free);
  } else {
    parts.emitter.emit(F::Sub, variant, type, position, {parts.frame.constant(type.cell, type.bits - 1U), zeros}, costs.free);
  }
  parts.emitter.emit(F::Narrow, cell, wordType, result, {position}, costs.free);
  return true;
}

/// An amount of the width or more gives the other operand whole.
bool decodeClampedFunnel(DecoderParts& parts, const llvm::CallInst& call, bool left) {
  parts.emitter.countInstruction();
  const ScalarType type = parts.types.scalarOf(&call);
  const Slot high = operand(parts, call, 0), low = operand(parts, call, 1), amount = operand(parts, call, 2);
  const Slot within = parts.frame.temporary(maskType), shifted = parts.frame.temporary(type);
  const Slot result = parts.values.define(call).front();
  parts.emitter.emitCompare(F::ULess, type, within, amount, parts.frame.constant(type.cell, type.bits), parts.costs.free);
  parts.emitter.emit(left ? F::FunnelLeft : F::FunnelRight, integerVariant(type), type, shifted, {high, low, amount},
                     parts.costs.arithmetic);
  parts.emitter.emit(F::Select, cellVariant(type.cell), type, result, {shifted, left ? low : high, within}, parts.costs.free);
  return true;
}

template <LaneFamily maximum, LaneFamily minimum> bool difference(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeDifference(parts, call, maximum, minimum);
}

template <LaneFamily shift> bool multiply24(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeMultiply24(parts, call, shift);
}

template <bool firstSigned, bool secondSigned> bool dotProduct(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeDotProduct(parts, call, firstSigned, secondSigned);
}

template <bool isSigned> bool leadingOne(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeLeadingOne(parts, call, isSigned);
}

template <bool left> bool clampedFunnel(DecoderParts& parts, const llvm::CallInst& call) { return decodeClampedFunnel(parts, call, left); }

/// The lower or the upper word of a double.
template <LaneFamily half> bool wordOf(DecoderParts& parts, const llvm::CallInst& call) {
  parts.emitter.countInstruction();
  const Slot a = operand(parts, call, 0);
  parts.emitter.emit(half, 0, wordType, parts.values.define(call).front(), {a}, parts.costs.free);
  return true;
}

bool joinWords(DecoderParts& parts, const llvm::CallInst& call) {
  parts.emitter.countInstruction();
  const ScalarType type = parts.types.scalarOf(&call);
  const Slot a = operand(parts, call, 0);
  parts.emitter.emit(F::JoinWords, 0, type, parts.values.define(call).front(), {a, operand(parts, call, 1)}, parts.costs.free);
  return true;
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.mulhi.i", perLane<F::SMulHigh, 2, &C::multiply>},
    {"llvm.nvvm.mulhi.ll", perLane<F::SMulHigh, 2, &C::multiply>},
    {"llvm.nvvm.mulhi.s", perLane<F::SMulHigh, 2, &C::multiply>},
    {"llvm.nvvm.mulhi.ui", perLane<F::UMulHigh, 2, &C::multiply>},
    {"llvm.nvvm.mulhi.ull", perLane<F::UMulHigh, 2, &C::multiply>},
    {"llvm.nvvm.mulhi.us", perLane<F::UMulHigh, 2, &C::multiply>},
    {"llvm.nvvm.mul24.i", multiply24<F::AShr>},
    {"llvm.nvvm.mul24.ui", multiply24<F::LShr>},
    {"llvm.nvvm.sad.i", difference<F::SMax, F::SMin>},
    {"llvm.nvvm.sad.ll", difference<F::SMax, F::SMin>},
    {"llvm.nvvm.sad.s", difference<F::SMax, F::SMin>},
    {"llvm.nvvm.sad.ui", difference<F::UMax, F::UMin>},
    {"llvm.nvvm.sad.ull", difference<F::UMax, F::UMin>},
    {"llvm.nvvm.sad.us", difference<F::UMax, F::UMin>},
    {"llvm.nvvm.idp2a.s.s", dotProduct<true, true>},
    {"llvm.nvvm.idp2a.s.u", dotProduct<true, false>},
    {"llvm.nvvm.idp2a.u.s", dotProduct<false, true>},
    {"llvm.nvvm.idp2a.u.u", dotProduct<false, false>},
    {"llvm.nvvm.idp4a.s.s", dotProduct<true, true>},
    {"llvm.nvvm.idp4a.s.u", dotProduct<true, false>},
    {"llvm.nvvm.idp4a.u.s", dotProduct<false, true>},
    {"llvm.nvvm.idp4a.u.u", dotProduct<false, false>},
    {"llvm.nvvm.flo.s", leadingOne<true>},
    {"llvm.nvvm.flo.u", leadingOne<false>},
    {"llvm.nvvm.fshl.clamp", clampedFunnel<true>},
    {"llvm.nvvm.fshr.clamp", clampedFunnel<false>},
    {"llvm.nvvm.prmt", perLane<F::Permute, 3, &C::arithmetic>},
    {"llvm.nvvm.d2i.lo", wordOf<F::LowWord>},
    {"llvm.nvvm.d2i.hi", wordOf<F::HighWord>},
    {"llvm.nvvm.lohi.i2d", joinWords},
};

} // namespace

IntrinsicTable nvvmIntegers() { return table; }

} // namespace gevo::sim
