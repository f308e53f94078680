// NVVM's arithmetic on floats and its conversions, with what their names ask for: rounding, subnormals that count as zero (ftz),
// saturation to 0 .. 1 (sat), to what is not negative (relu), to what is finite (satfinite).

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/arithmetic.h"
#include "core/kernel/simulator/decode/instructions/atomics.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsics.h"
#include "core/kernel/simulator/decode/intrinsics/nvvm_name.h"
#include "core/kernel/simulator/decode/variants.h"

#include <llvm/ADT/StringSwitch.h>

namespace gevo::sim {

namespace {

struct Operation {
  LaneFamily family;
  LaneFamily rounded; ///< with a rounding of its own; Count: there is none
  unsigned operands;
  Cost cost;
};

std::optional<Operation> operationOf(const NvvmName& name, const CostTable& costs) {
  using F = LaneFamily;
  using O = std::optional<Operation>;
  const bool keepsNan = name.has("nan");
  return llvm::StringSwitch<O>(name.parts[0])
      .Case("add", O({F::FAdd, F::RoundedAdd, 2, costs.arithmetic}))
      .Case("mul", O({F::FMul, F::RoundedMul, 2, costs.arithmetic}))
      .Case("fma", O({F::Fma, F::RoundedFma, 3, costs.arithmetic}))
      .Case("div", O({F::FDiv, F::RoundedDiv, 2, costs.floatDivide}))
      .Case("sqrt", O({F::SquareRoot, F::RoundedRoot, 1, costs.root}))
      .Case("rcp", O({F::Reciprocal, F::RoundedDiv, 1, costs.transcendental}))
      .Case("rsqrt", O({F::ReciprocalRoot, F::Count, 1, costs.transcendental}))
      .Case("ex2", O({F::Exp2, F::Count, 1, costs.transcendental}))
      .Case("lg2", O({F::Log2, F::Count, 1, costs.transcendental}))
      .Case("sin", O({F::Sine, F::Count, 1, costs.transcendental}))
      .Case("cos", O({F::Cosine, F::Count, 1, costs.transcendental}))
      .Case("tanh", O({F::Tanh, F::Count, 1, costs.transcendental}))
      .Case("fabs", O({F::FAbsolute, F::Count, 1, costs.free}))
      .Case("neg", O({F::FNegate, F::Count, 1, costs.free}))
      .Case("saturate", O({F::Saturate, F::Count, 1, costs.arithmetic}))
      .Case("floor", O({F::Floor, F::Count, 1, costs.conversion}))
      .Case("ceil", O({F::Ceiling, F::Count, 1, costs.conversion}))
      .Case("trunc", O({F::Truncate, F::Count, 1, costs.conversion}))
      .Case("round", O({F::RoundEven, F::Count, 1, costs.conversion}))
      .Case("fmin", O({keepsNan ? F::FMinimum : F::FMinNumber, F::Count, 2, costs.arithmetic}))
      .Case("fmax", O({keepsNan ? F::FMaximum : F::FMaxNumber, F::Count, 2, costs.arithmetic}))
      .Default(std::nullopt);
}

std::uint64_t bitsOfOne(ScalarType type) {
  if (type.bits == 64) return 0x3ff0000000000000;
  return type.bits == 32 ? 0x3f800000 : type.brain ? 0x3f80 : 0x3c00;
}

std::uint64_t bitsOfMost(ScalarType type) { return type.brain ? 0x7f7f : 0x7bff; }
constexpr std::uint64_t smallSign = 0x8000;

} // namespace

Slot flushSubnormal(DecoderParts& parts, ScalarType type, Slot value) {
  const Slot result = parts.frame.temporary(type);
  parts.emitter.emit(LaneFamily::FlushSubnormal, floatVariant(type), type, result, {value}, parts.costs.free);
  return result;
}

/// What the name asks for after the operation itself. In place.
void finishFloat(DecoderParts& parts, const NvvmName& name, ScalarType type, Slot value) {
  const unsigned variant = floatVariant(type);
  const Cost free = parts.costs.free;
  if (name.has("ftz")) parts.emitter.emit(LaneFamily::FlushSubnormal, variant, type, value, {value}, free);
  if (name.has("sat")) parts.emitter.emit(LaneFamily::Saturate, variant, type, value, {value}, free);
  if (name.has("relu")) parts.emitter.emit(LaneFamily::FMaximum, variant, type, value, {value, parts.frame.constant(type.cell, 0)}, free);
  if (!name.has("satfinite")) return;
  parts.emitter.emit(LaneFamily::FMinimum, variant, type, value, {value, parts.frame.constant(type.cell, bitsOfMost(type))}, free);
  parts.emitter.emit(LaneFamily::FMaximum, variant, type, value, {value, parts.frame.constant(type.cell, bitsOfMost(type) | smallSign)},
                     free);
}

bool decodeNvvmMath(DecoderParts& parts, const llvm::CallInst& instruction) {
  const NvvmName name(instruction);
  const CostTable& costs = parts.costs;
  const auto operation = operationOf(name, costs);
  if (!instruction.getType()->isFPOrFPVectorTy() || !operation || operation->operands != instruction.arg_size()) return false;
  for (const llvm::Use& argument : instruction.args())
    if (argument->getType() != instruction.getType()) return false;
  const int rounding = name.rounding().value_or(FE_TONEAREST);
  const bool directed = rounding != FE_TONEAREST;
  if (directed && operation->rounded == LaneFamily::Count) return false;
  const bool takesSizes = name.has("xorsign"); // of operands without their sign; the result has the product's
  parts.emitter.countInstruction();
  std::array<const Slots*, 3> sources{};
  for (unsigned i = 0; i < operation->operands; ++i) sources[i] = &parts.values.slotsOf(instruction.getArgOperand(i));
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return true;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    std::array<Slot, 3> operands{};
    for (unsigned j = 0; j < operation->operands; ++j) {
      Slot& operand = operands[j] = (*sources[j])[i];
      if (name.has("ftz")) operand = flushSubnormal(parts, type, operand);
      if (!takesSizes) continue;
      const Slot size = parts.frame.temporary(type);
      parts.emitter.emit(LaneFamily::FAbsolute, floatVariant(type), type, size, {operand}, costs.free);
      operand = size;
    }
    if (directed && operation->family == LaneFamily::Reciprocal) operands = {parts.frame.constant(type.cell, bitsOfOne(type)), operands[0]};
    // Operands that it does not have are never read.
    Op& op = parts.emitter.emit(directed ? operation->rounded : operation->family, floatVariant(type), type, results[i],
                                {operands[0], operands[1], operands[2]}, scalarCost(operation->cost, type, i));
    if (directed) op.extra = static_cast<std::uint32_t>(rounding);
    if (takesSizes) {
      const ScalarType bits{type.cell, type.bits, false};
      const Slot signs = parts.frame.temporary(bits);
      parts.emitter.emit(LaneFamily::Xor, integerVariant(bits), bits, signs, {(*sources[0])[i], (*sources[1])[i]}, costs.free);
      parts.emitter.emit(LaneFamily::CopySign, floatVariant(type), type, results[i], {results[i], signs}, costs.free);
    }
    // The smaller of a value and itself: what is no number becomes the GPU's own.
    if (takesSizes || (operation->family == LaneFamily::FAbsolute && name.has("ftz")))
      parts.emitter.emit(LaneFamily::FMinNumber, floatVariant(type), type, results[i], {results[i], results[i]}, costs.free);
    finishFloat(parts, name, type, results[i]);
  }
  return true;
}

/// f2i.rn, d2ull.rz and their like: saturating; what is no number as the GPU has it.
void roundToInteger(DecoderParts& parts, const llvm::CallInst& instruction, const NvvmName& name, bool isSigned) {
  const int rounding = *name.rounding();
  const ScalarType source = parts.types.scalarOf(instruction.getArgOperand(0));
  const ScalarType target = parts.types.scalarOf(&instruction);
  const CostTable& costs = parts.costs;
  Slot value = parts.values.slotOf(instruction.getArgOperand(0));
  const Slot result = parts.values.define(instruction).front();
  if (name.has("ftz")) value = flushSubnormal(parts, source, value);
  const Slot whole = parts.frame.temporary(source);
  const LaneFamily round = rounding == FE_TONEAREST    ? LaneFamily::RoundEven
                           : rounding == FE_TOWARDZERO ? LaneFamily::Truncate
                           : rounding == FE_DOWNWARD   ? LaneFamily::Floor
                                                       : LaneFamily::Ceiling;
  parts.emitter.emit(round, floatVariant(source), source, whole, {value}, costs.free);
  emitFloatToInteger(parts, isSigned, source, target, whole, result);
}

/// i2f.rn, ull2d.rz and their like.
void roundToFloat(DecoderParts& parts, const llvm::CallInst& instruction, int rounding, bool isSigned) {
  const ScalarType source = parts.types.scalarOf(instruction.getArgOperand(0));
  const ScalarType target = parts.types.scalarOf(&instruction);
  const Slot value = parts.values.slotOf(instruction.getArgOperand(0));
  const unsigned variant = (target.cell == CellKind::Double ? 2 : 0) + (source.cell == CellKind::Double ? 1 : 0);
  const bool nearest = rounding == FE_TONEAREST;
  const LaneFamily family = !isSigned ? (nearest ? LaneFamily::UnsignedToFloat : LaneFamily::RoundedUnsignedToFloat)
                                      : (nearest ? LaneFamily::SignedToFloat : LaneFamily::RoundedSignedToFloat);
  Op& op = parts.emitter.emit(family, variant, target, parts.values.define(instruction).front(), {value}, parts.costs.conversion);
  op.bits = source.bits;
  op.extra = static_cast<std::uint32_t>(rounding);
}

/// f2f16.rz, ff2bf16x2.rn.relu, f2h.rn and their like. Of two operands the first is the upper half.
bool roundToSmall(DecoderParts& parts, const llvm::CallInst& instruction, const NvvmName& name, ScalarType type) {
  const int rounding = *name.rounding();
  const ScalarType source = parts.types.scalarOf(instruction.getArgOperand(0));
  const std::size_t count = instruction.arg_size();
  if ((rounding != FE_TONEAREST && rounding != FE_TOWARDZERO) || count > 2 || parts.types.fieldsOf(instruction.getType()).size() != count)
    return false;
  std::array<Slot, 2> values{};
  for (std::size_t i = 0; i < count; ++i) values[count - 1 - i] = parts.values.slotOf(instruction.getArgOperand(static_cast<unsigned>(i)));
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return true;
  for (std::size_t i = 0; i < count; ++i) {
    Slot value = values[i];
    if (source.bits == 16) value = widenToSingle(parts, source, value);
    if (name.has("ftz")) value = flushSubnormal(parts, singleType, value);
    const bool nearest = rounding == FE_TONEAREST;
    const unsigned variant = nearest ? (type.brain ? 2 : 0) : (type.brain ? 1 : 0);
    parts.emitter
        .emit(nearest ? LaneFamily::FloatToSmall : LaneFamily::RoundedFloatToSmall, variant, type, results[i], {value},
              scalarCost(parts.costs.conversion, type, i))
        .extra = static_cast<std::uint32_t>(rounding);
    finishFloat(parts, name, type, results[i]);
  }
  return true;
}

bool decodeNvvmConversion(DecoderParts& parts, const llvm::CallInst& instruction) {
  const NvvmName name(instruction);
  const llvm::StringRef operation = name.parts[0];
  const std::size_t two = operation.find('2');
  const std::optional<int> rounding = name.rounding();
  if (two == llvm::StringRef::npos || !rounding) return false;
  const llvm::StringRef from = operation.take_front(two);
  const llvm::StringRef to = operation.drop_front(two + 1);
  const auto isInteger = [](llvm::StringRef type) { return type == "i" || type == "ui" || type == "ll" || type == "ull"; };
  const bool fromWideFloat = from == "f" || from == "d";
  const bool isSigned = !(isInteger(from) ? from : to).starts_with("u");
  if (fromWideFloat && isInteger(to)) {
    roundToInteger(parts, instruction, name, isSigned);
  } else if (isInteger(from) && (to == "f" || to == "d")) {
    roundToFloat(parts, instruction, *rounding, isSigned);
  } else if (from == "d" && to == "f") {
    const Slot value = parts.values.slotOf(instruction.getArgOperand(0));
    const Slot result = parts.values.define(instruction).front();
    parts.emitter.emit(LaneFamily::FloatTruncate, *rounding == FE_TONEAREST ? 0 : 1, singleType, result, {value}, parts.costs.conversion)
        .extra = static_cast<std::uint32_t>(*rounding);
    finishFloat(parts, name, singleType, result);
  } else if (from != "d" && (to == "f16" || to == "f16x2" || to == "h")) {
    if (!roundToSmall(parts, instruction, name, halfType)) return false;
  } else if (from != "d" && (to == "bf16" || to == "bf16x2")) {
    if (!roundToSmall(parts, instruction, name, bfloatType)) return false;
  } else {
    return false;
  }
  parts.emitter.countInstruction();
  return true;
}

} // namespace gevo::sim
