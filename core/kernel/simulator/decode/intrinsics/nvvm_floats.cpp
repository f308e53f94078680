// NVVM's arithmetic on floats.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"
#include "core/kernel/simulator/decode/instructions/division.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/intrinsics/nvvm_modifiers.h"
#include "core/kernel/simulator/decode/variants.h"

#include <array>
#include <cfenv>

namespace gevo::sim {

namespace {

using C = CostTable;
using F = LaneFamily;

struct Operation {
  LaneFamily family;
  LaneFamily rounded; ///< takes a rounding other than to the nearest; Count: there is none
  unsigned operands;
  Cost cost;
};

/// The intrinsic being decoded, with the modifiers in its name.
struct FloatCall {
  Operation operation;
  NvvmModifiers modifiers;
  int rounding = FE_TONEAREST;
  bool isDirected = false; ///< rounded other than to the nearest
  bool takesSizes = false; ///< of operands without their sign; the result has the product's
};

std::uint64_t bitsOfOne(ScalarType type) {
  if (type.bits == 64) return 0x3ff0000000000000;
  return type.bits == 32 ? 0x3f800000 : type.brain ? 0x3f80 : 0x3c00;
}

Slot prepareOperand(DecoderParts& parts, const FloatCall& what, ScalarType type, Slot operand) {
  if (what.modifiers.has("ftz")) operand = flushSubnormal(parts, type, operand);
  if (!what.takesSizes) return operand;
  const Slot size = parts.frame.temporary(type);
  parts.emitter.emit(F::FAbsolute, floatVariant(type), type, size, {operand}, parts.costs.free);
  return size;
}

/// Operands that the operation does not have are never read.
void emitScalar(DecoderParts& parts, const FloatCall& what, ScalarType type, std::array<Slot, 3> sources, Slot result,
                std::size_t position) {
  const Operation& operation = what.operation;
  const unsigned variant = floatVariant(type);
  const Cost free = parts.costs.free;
  std::array<Slot, 3> operands{};
  for (unsigned i = 0; i < operation.operands; ++i) operands[i] = prepareOperand(parts, what, type, sources[i]);
  if (what.isDirected && operation.family == F::Reciprocal) operands = {parts.frame.constant(type.cell, bitsOfOne(type)), operands[0]};
  const LaneFamily family = what.isDirected ? operation.rounded : operation.family;
  const Cost cost = scalarCost(operation.cost, type, position);
  Op& op = operation.family == F::FDiv ? emitQuotient(parts, family, variant, type, result, operands[0], operands[1], cost)
                                       : parts.emitter.emit(family, variant, type, result, {operands[0], operands[1], operands[2]}, cost);
  if (what.isDirected) op.extra = static_cast<std::uint32_t>(what.rounding);
  if (what.takesSizes) {
    const ScalarType bits{type.cell, type.bits, false};
    const Slot signs = parts.frame.temporary(bits);
    parts.emitter.emit(F::Xor, integerVariant(bits), bits, signs, {sources[0], sources[1]}, free);
    parts.emitter.emit(F::CopySign, variant, type, result, {result, signs}, free);
  }
  // The minimum of a value and itself: NaN becomes the GPU's canonical NaN.
  if (what.takesSizes || (operation.family == F::FAbsolute && what.modifiers.has("ftz")))
    parts.emitter.emit(F::FMinNumber, variant, type, result, {result, result}, free);
  emitModifiers(parts, what.modifiers, type, result);
}

bool decodeFloat(DecoderParts& parts, const llvm::CallInst& call, const Operation& operation) {
  if (!call.getType()->isFPOrFPVectorTy() || operation.operands != call.arg_size()) return false;
  for (const llvm::Use& argument : call.args())
    if (argument->getType() != call.getType()) return false;
  FloatCall what{operation, NvvmModifiers(call)};
  what.rounding = what.modifiers.rounding().value_or(FE_TONEAREST);
  what.isDirected = what.rounding != FE_TONEAREST;
  what.takesSizes = what.modifiers.has("xorsign");
  if (what.isDirected && operation.rounded == F::Count) return false;
  parts.emitter.countInstruction();
  std::array<const Slots*, 3> sources{};
  for (unsigned i = 0; i < operation.operands; ++i) sources[i] = &parts.values.slotsOf(call.getArgOperand(i));
  const ScalarFields& fields = parts.types.fieldsOf(call.getType());
  const Slots& results = parts.values.define(call);
  if (parts.function.failed()) return true;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    std::array<Slot, 3> scalars{};
    for (unsigned j = 0; j < operation.operands; ++j) scalars[j] = (*sources[j])[i];
    emitScalar(parts, what, fields[i].type, scalars, results[i], i);
  }
  return true;
}

template <LaneFamily family, unsigned operands, Cost CostTable::*cost> bool plain(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeFloat(parts, call, {family, F::Count, operands, parts.costs.*cost});
}

template <LaneFamily family, LaneFamily directed, unsigned operands, Cost CostTable::*cost>
bool rounded(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeFloat(parts, call, {family, directed, operands, parts.costs.*cost});
}

/// A minimum or a maximum: `withNan` where NaN wins.
template <LaneFamily family, LaneFamily withNan> bool extreme(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeFloat(parts, call, {NvvmModifiers(call).has("nan") ? withNan : family, F::Count, 2, parts.costs.arithmetic});
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.add.*", rounded<F::FAdd, F::RoundedAdd, 2, &C::arithmetic>},
    {"llvm.nvvm.mul.*", rounded<F::FMul, F::RoundedMul, 2, &C::arithmetic>},
    {"llvm.nvvm.fma.*", rounded<F::Fma, F::RoundedFma, 3, &C::arithmetic>},
    {"llvm.nvvm.div.*", rounded<F::FDiv, F::RoundedDiv, 2, &C::floatDivide>},
    {"llvm.nvvm.rcp.*", rounded<F::Reciprocal, F::RoundedDiv, 1, &C::transcendental>},
    {"llvm.nvvm.sqrt.*", rounded<F::SquareRoot, F::RoundedRoot, 1, &C::root>},
    {"llvm.nvvm.rsqrt.*", plain<F::ReciprocalRoot, 1, &C::transcendental>},
    {"llvm.nvvm.ex2.*", plain<F::Exp2, 1, &C::transcendental>},
    {"llvm.nvvm.lg2.*", plain<F::Log2, 1, &C::transcendental>},
    {"llvm.nvvm.sin.*", plain<F::Sine, 1, &C::transcendental>},
    {"llvm.nvvm.cos.*", plain<F::Cosine, 1, &C::transcendental>},
    {"llvm.nvvm.fabs.*", plain<F::FAbsolute, 1, &C::free>},
    {"llvm.nvvm.neg.*", plain<F::FNegate, 1, &C::free>},
    {"llvm.nvvm.saturate.*", plain<F::Saturate, 1, &C::arithmetic>},
    {"llvm.nvvm.floor.*", plain<F::Floor, 1, &C::conversion>},
    {"llvm.nvvm.ceil.*", plain<F::Ceiling, 1, &C::conversion>},
    {"llvm.nvvm.trunc.*", plain<F::Truncate, 1, &C::conversion>},
    {"llvm.nvvm.round.*", plain<F::RoundEven, 1, &C::conversion>},
    {"llvm.nvvm.fmin.*", extreme<F::FMinNumber, F::FMinimum>},
    {"llvm.nvvm.fmax.*", extreme<F::FMaxNumber, F::FMaximum>},
};

} // namespace

IntrinsicTable nvvmFloats() { return table; }

} // namespace gevo::sim
