// llvm.vector.reduce.*: the elements of a vector joined into one value.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/arithmetic.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/variants.h"

namespace gevo::sim {

namespace {

using F = LaneFamily;

/// What joins i1.
unsigned maskOpcode(LaneFamily family) {
  switch (family) {
  case F::And:
  case F::Mul:
  case F::UMin:
  case F::SMax: // as a signed number, true is -1
    return llvm::Instruction::And;
  case F::Xor:
  case F::Add:
    return llvm::Instruction::Xor;
  default:
    return llvm::Instruction::Or;
  }
}

bool decodeReduction(DecoderParts& parts, const llvm::CallInst& call, LaneFamily family) {
  parts.emitter.countInstruction();
  const bool hasStart = family == F::FAdd || family == F::FMul;
  Slots elements = parts.values.slotsOf(call.getArgOperand(hasStart ? 1 : 0));
  const ScalarType type = parts.types.scalarOf(&call);
  if (hasStart) elements.insert(elements.begin(), parts.values.slotOf(call.getArgOperand(0)));
  const Slot result = parts.values.define(call).front();
  if (parts.function.failed()) return true;
  Slot joined = elements.front();
  for (std::size_t i = 1; i < elements.size(); ++i) {
    const Slot next = i + 1 == elements.size() ? result : parts.frame.temporary(type);
    if (type.cell == CellKind::Mask)
      emitMaskOperation(parts, maskOpcode(family), next, joined, elements[i]);
    else
      parts.emitter.emit(family, scalarVariant(type), type, next, {joined, elements[i]}, parts.costs.arithmetic);
    joined = next;
  }
  if (elements.size() == 1) parts.emitter.emit(F::Copy, cellVariant(type.cell), type, result, {joined}, {0, 0});
  return true;
}

template <LaneFamily family> bool joined(DecoderParts& parts, const llvm::CallInst& call) { return decodeReduction(parts, call, family); }

// clang-format off
constexpr Intrinsic table[] = {
    {"llvm.vector.reduce.add", joined<F::Add>},
    {"llvm.vector.reduce.mul", joined<F::Mul>},
    {"llvm.vector.reduce.and", joined<F::And>},
    {"llvm.vector.reduce.or", joined<F::Or>},
    {"llvm.vector.reduce.xor", joined<F::Xor>},
    {"llvm.vector.reduce.smin", joined<F::SMin>},
    {"llvm.vector.reduce.smax", joined<F::SMax>},
    {"llvm.vector.reduce.umin", joined<F::UMin>},
    {"llvm.vector.reduce.umax", joined<F::UMax>},
    {"llvm.vector.reduce.fmin", joined<F::FMinNumber>},
    {"llvm.vector.reduce.fmax", joined<F::FMaxNumber>},
    {"llvm.vector.reduce.fadd", joined<F::FAdd>},
    {"llvm.vector.reduce.fmul", joined<F::FMul>},
};
// clang-format on

} // namespace

IntrinsicTable reductionIntrinsics() { return table; }

} // namespace gevo::sim
