// LLVM's intrinsics on floating point.

#include "core/kernel/simulator/decode/instructions/conversions.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/intrinsics/lane_operations.h"
#include "core/kernel/simulator/decode/variants.h"

#include <llvm/IR/Constants.h>

namespace gevo::sim {

namespace {

using C = CostTable;
using F = LaneFamily;

bool isClass(DecoderParts& parts, const llvm::CallInst& call) {
  parts.emitter.countInstruction();
  const auto classes = static_cast<std::uint32_t>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue());
  const ScalarType type = parts.types.scalarOf(call.getArgOperand(0));
  const Slots& values = parts.values.slotsOf(call.getArgOperand(0));
  const Slots& results = parts.values.define(call);
  if (parts.function.failed()) return true;
  for (std::size_t i = 0; i < results.size(); ++i) {
    Op& op = parts.emitter.emit(F::IsClass, floatVariant(type), type, results[i], {values[i]}, parts.costs.arithmetic);
    op.cell = CellKind::Mask;
    op.extra = classes;
  }
  return true;
}

bool decodeSaturating(DecoderParts& parts, const llvm::CallInst& call, LaneFamily family) {
  const ScalarType source = parts.types.scalarOf(call.getArgOperand(0));
  const ScalarType target = parts.types.scalarOf(&call);
  if (target.cell == CellKind::Mask) return false;
  parts.emitter.countInstruction();
  const Slots& values = parts.values.slotsOf(call.getArgOperand(0));
  const Slots& results = parts.values.define(call);
  if (parts.function.failed()) return true;
  if (values.size() != results.size()) return false; // LLVM's verifier lets it pass
  const unsigned variant = (source.cell == CellKind::Double ? 2 : 0) + (target.cell == CellKind::Double ? 1 : 0);
  for (std::size_t i = 0; i < results.size(); ++i)
    parts.emitter.emit(family, variant, target, results[i], {source.bits == 16 ? widenToSingle(parts, source, values[i]) : values[i]},
                       parts.costs.conversion);
  return true;
}

/// To the nearest integer that the type has.
template <LaneFamily family> bool saturating(DecoderParts& parts, const llvm::CallInst& call) {
  return decodeSaturating(parts, call, family);
}

bool loadExponent(DecoderParts& parts, const llvm::CallInst& call) {
  if (!call.getType()->isFloatingPointTy() || !call.getArgOperand(1)->getType()->isIntegerTy(32)) return false;
  parts.emitter.countInstruction();
  const ScalarType type = parts.types.scalarOf(&call);
  const Slot a = parts.values.slotOf(call.getArgOperand(0));
  const Slot b = parts.values.slotOf(call.getArgOperand(1));
  parts.emitter.emit(F::LoadExponent, floatVariant(type), type, parts.values.define(call).front(), {a, b}, parts.costs.conversion);
  return true;
}

/// Where it may be approximate LLVM makes PTX's sqrt.approx.f32 of it.
bool squareRoot(DecoderParts& parts, const llvm::CallInst& call) {
  const bool isApproximate = call.getType()->getScalarType()->isFloatTy() && call.hasApproxFunc();
  return isApproximate ? perLane<F::ApproximateRoot, 1, &C::transcendental>(parts, call) : perLane<F::SquareRoot, 1, &C::root>(parts, call);
}

constexpr Intrinsic table[] = {
    {"llvm.fma", perLane<F::Fma, 3, &C::arithmetic>},
    {"llvm.fmuladd", perLane<F::Fma, 3, &C::arithmetic>},
    {"llvm.fabs", perLane<F::FAbsolute, 1, &C::free>},
    {"llvm.copysign", perLane<F::CopySign, 2, &C::arithmetic>},
    {"llvm.is.fpclass", isClass},
    {"llvm.minnum", perLane<F::FMinNumber, 2, &C::arithmetic>},
    {"llvm.maxnum", perLane<F::FMaxNumber, 2, &C::arithmetic>},
    {"llvm.minimumnum", perLane<F::FMinNumber, 2, &C::arithmetic>},
    {"llvm.maximumnum", perLane<F::FMaxNumber, 2, &C::arithmetic>},
    {"llvm.minimum", perLane<F::FMinimum, 2, &C::arithmetic>},
    {"llvm.maximum", perLane<F::FMaximum, 2, &C::arithmetic>},
    {"llvm.floor", perLane<F::Floor, 1, &C::conversion>},
    {"llvm.ceil", perLane<F::Ceiling, 1, &C::conversion>},
    {"llvm.trunc", perLane<F::Truncate, 1, &C::conversion>},
    {"llvm.rint", perLane<F::RoundEven, 1, &C::conversion>},
    {"llvm.nearbyint", perLane<F::RoundEven, 1, &C::conversion>},
    {"llvm.roundeven", perLane<F::RoundEven, 1, &C::conversion>},
    {"llvm.round", perLane<F::RoundAway, 1, &C::conversion>},
    {"llvm.fptosi.sat", saturating<F::FloatToSigned>},
    {"llvm.fptoui.sat", saturating<F::FloatToUnsigned>},
    {"llvm.ldexp", loadExponent},
    {"llvm.sqrt", squareRoot},
    {"llvm.exp2", perLane<F::Exp2, 1, &C::transcendental>},
    {"llvm.log2", perLane<F::Log2, 1, &C::transcendental>},
    {"llvm.tanh", perLane<F::Tanh, 1, &C::transcendental>},
    {"llvm.sin", perLane<F::Sine, 1, &C::library>},
    {"llvm.cos", perLane<F::Cosine, 1, &C::library>},
    {"llvm.exp", perLane<F::Exp, 1, &C::library>},
    {"llvm.log", perLane<F::Log, 1, &C::library>},
    {"llvm.log10", perLane<F::Log10, 1, &C::library>},
    {"llvm.pow", perLane<F::Power, 2, &C::library>},
};

} // namespace

IntrinsicTable floatIntrinsics() { return table; }

} // namespace gevo::sim
