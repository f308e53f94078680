// NVVM's conversions between floats and integers, and between floats.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/intrinsics/nvvm_modifiers.h"
#include "core/kernel/simulator/decode/variants.h"

#include <array>
#include <cfenv>

namespace gevo::sim {

namespace {

using F = LaneFamily;

/// Saturating; NaN as on the GPU.
bool decodeToInteger(DecoderParts& parts, const llvm::CallInst& call, bool isSigned) {
  const NvvmModifiers modifiers(call);
  const std::optional<int> rounding = modifiers.rounding();
  if (!rounding) return false;
  const ScalarType source = parts.types.scalarOf(call.getArgOperand(0));
  Slot value = parts.values.slotOf(call.getArgOperand(0));
  const Slot result = parts.values.define(call).front();
  if (modifiers.has("ftz")) value = flushSubnormal(parts, source, value);
  const Slot whole = parts.frame.temporary(source);
  const LaneFamily round = *rounding == FE_TONEAREST    ? F::RoundEven
                           : *rounding == FE_TOWARDZERO ? F::Truncate
                           : *rounding == FE_DOWNWARD   ? F::Floor
                                                        : F::Ceiling;
  parts.emitter.emit(round, floatVariant(source), source, whole, {value}, parts.costs.free);
  emitFloatToInteger(parts, isSigned, source, parts.types.scalarOf(&call), whole, result);
  parts.emitter.countInstruction();
  return true;
}

bool decodeToFloat(DecoderParts& parts, const llvm::CallInst& call, bool isSigned) {
  const std::optional<int> rounding = NvvmModifiers(call).rounding();
  if (!rounding) return false;
  const ScalarType source = parts.types.scalarOf(call.getArgOperand(0));
  const ScalarType target = parts.types.scalarOf(&call);
  const Slot value = parts.values.slotOf(call.getArgOperand(0));
  const unsigned variant = (target.cell == CellKind::Double ? 2 : 0) + (source.cell == CellKind::Double ? 1 : 0);
  const bool nearest = *rounding == FE_TONEAREST;
  const LaneFamily family =
      !isSigned ? (nearest ? F::UnsignedToFloat : F::RoundedUnsignedToFloat) : (nearest ? F::SignedToFloat : F::RoundedSignedToFloat);
  Op& op = parts.emitter.emit(family, variant, target, parts.values.define(call).front(), {value}, parts.costs.conversion);
  op.bits = source.bits;
  op.extra = static_cast<std::uint32_t>(*rounding);
  parts.emitter.countInstruction();
  return true;
}

template <bool isSigned> bool toInteger(DecoderParts& parts, const llvm::CallInst& call) { return decodeToInteger(parts, call, isSigned); }
template <bool isSigned> bool toFloat(DecoderParts& parts, const llvm::CallInst& call) { return decodeToFloat(parts, call, isSigned); }

bool doubleToSingle(DecoderParts& parts, const llvm::CallInst& call) {
  const NvvmModifiers modifiers(call);
  const std::optional<int> rounding = modifiers.rounding();
  if (!rounding) return false;
  const Slot value = parts.values.slotOf(call.getArgOperand(0));
  const Slot result = parts.values.define(call).front();
  parts.emitter.emit(F::FloatTruncate, *rounding == FE_TONEAREST ? 0 : 1, singleType, result, {value}, parts.costs.conversion).extra =
      static_cast<std::uint32_t>(*rounding);
  emitModifiers(parts, modifiers, singleType, result);
  parts.emitter.countInstruction();
  return true;
}

/// One value, or two as a vector, of whose operands the first is the upper half.
bool decodeToSmall(DecoderParts& parts, const llvm::CallInst& call, ScalarType type) {
  const NvvmModifiers modifiers(call);
  const int rounding = modifiers.rounding().value_or(FE_UPWARD);
  const ScalarType source = parts.types.scalarOf(call.getArgOperand(0));
  const std::size_t count = call.arg_size();
  if ((rounding != FE_TONEAREST && rounding != FE_TOWARDZERO) || count > 2 || parts.types.fieldsOf(call.getType()).size() != count)
    return false;
  std::array<Slot, 2> values{};
  for (std::size_t i = 0; i < count; ++i) values[count - 1 - i] = parts.values.slotOf(call.getArgOperand(static_cast<unsigned>(i)));
  const Slots& results = parts.values.define(call);
  if (parts.function.failed()) return true;
  const bool nearest = rounding == FE_TONEAREST;
  const unsigned variant = type.brain ? (nearest ? 2 : 1) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    Slot value = values[i];
    if (source.bits == 16) value = widenToSingle(parts, source, value);
    if (modifiers.has("ftz")) value = flushSubnormal(parts, singleType, value);
    parts.emitter
        .emit(nearest ? F::FloatToSmall : F::RoundedFloatToSmall, variant, type, results[i], {value},
              scalarCost(parts.costs.conversion, type, i))
        .extra = static_cast<std::uint32_t>(rounding);
    emitModifiers(parts, modifiers, type, results[i]);
  }
  parts.emitter.countInstruction();
  return true;
}

bool toHalf(DecoderParts& parts, const llvm::CallInst& call) { return decodeToSmall(parts, call, halfType); }
bool toBfloat(DecoderParts& parts, const llvm::CallInst& call) { return decodeToSmall(parts, call, bfloatType); }

/// "rna": to the nearest, of two the one farther from zero. Half of the unit that stays carries into it; infinity has no bits to carry.
bool toTensor(DecoderParts& parts, const llvm::CallInst& call) {
  constexpr std::uint64_t half = 0x1000;
  constexpr std::uint64_t kept = 0xffffe000;
  constexpr std::uint64_t nan = 0x7fffffff;
  if (!call.getCalledFunction()->getName().ends_with(".rna")) return false;
  const Slot value = parts.values.slotOf(call.getArgOperand(0));
  const Slot result = parts.values.define(call).front();
  const Slot carried = parts.frame.temporary(wordType);
  const Slot rounded = parts.frame.temporary(wordType);
  const Slot isNan = parts.frame.temporary(maskType);
  parts.emitter.emit(F::Add, 0, wordType, carried, {value, parts.frame.constant(CellKind::Word, half)}, parts.costs.free);
  parts.emitter.emit(F::And, 0, wordType, rounded, {carried, parts.frame.constant(CellKind::Word, kept)}, parts.costs.free);
  parts.emitter.emitCompare(F::Unordered, singleType, isNan, value, value, parts.costs.free);
  parts.emitter.emit(F::Select, 0, wordType, result, {parts.frame.constant(CellKind::Word, nan), rounded, isNan}, parts.costs.conversion);
  parts.emitter.countInstruction();
  return true;
}

// clang-format off
constexpr Intrinsic table[] = {
    {"llvm.nvvm.f2i.*", toInteger<true>},
    {"llvm.nvvm.f2ui.*", toInteger<false>},
    {"llvm.nvvm.f2ll.*", toInteger<true>},
    {"llvm.nvvm.f2ull.*", toInteger<false>},
    {"llvm.nvvm.d2i.*", toInteger<true>},
    {"llvm.nvvm.d2ui.*", toInteger<false>},
    {"llvm.nvvm.d2ll.*", toInteger<true>},
    {"llvm.nvvm.d2ull.*", toInteger<false>},
    {"llvm.nvvm.i2f.*", toFloat<true>},
    {"llvm.nvvm.ui2f.*", toFloat<false>},
    {"llvm.nvvm.ll2f.*", toFloat<true>},
    {"llvm.nvvm.ull2f.*", toFloat<false>},
    {"llvm.nvvm.i2d.*", toFloat<true>},
    {"llvm.nvvm.ui2d.*", toFloat<false>},
    {"llvm.nvvm.ll2d.*", toFloat<true>},
    {"llvm.nvvm.ull2d.*", toFloat<false>},
    {"llvm.nvvm.d2f.*", doubleToSingle},
    {"llvm.nvvm.f2h.*", toHalf},
    {"llvm.nvvm.bf2h.*", toHalf},
    {"llvm.nvvm.f2f16.*", toHalf},
    {"llvm.nvvm.ff2f16x2.*", toHalf},
    {"llvm.nvvm.f2bf16.*", toBfloat},
    {"llvm.nvvm.f2tf32.*", toTensor},
    {"llvm.nvvm.ff2bf16x2.*", toBfloat},
};
// clang-format on

} // namespace

IntrinsicTable nvvmConversions() { return table; }

} // namespace gevo::sim
