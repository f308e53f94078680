#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/arithmetic.h"
#include "core/kernel/simulator/decode/instructions/atomics.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsics.h"
#include "core/kernel/simulator/decode/variants.h"

#include <llvm/IR/Intrinsics.h>

namespace gevo::sim {

namespace {

struct LaneIntrinsic {
  llvm::Intrinsic::ID id;
  LaneFamily family;
  unsigned operands;
  const Cost CostTable::*cost;
};

/// Intrinsics that work on each lane, with as many operands of the result's type.
constexpr LaneIntrinsic laneIntrinsics[] = {
    {llvm::Intrinsic::smin, LaneFamily::SMin, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::smax, LaneFamily::SMax, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::umin, LaneFamily::UMin, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::umax, LaneFamily::UMax, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::abs, LaneFamily::Abs, 1, &CostTable::arithmetic},
    {llvm::Intrinsic::uadd_sat, LaneFamily::UAddSat, 2, &CostTable::multiply},
    {llvm::Intrinsic::usub_sat, LaneFamily::USubSat, 2, &CostTable::multiply},
    {llvm::Intrinsic::sadd_sat, LaneFamily::SAddSat, 2, &CostTable::multiply},
    {llvm::Intrinsic::ssub_sat, LaneFamily::SSubSat, 2, &CostTable::multiply},
    {llvm::Intrinsic::ctpop, LaneFamily::PopulationCount, 1, &CostTable::conversion},
    {llvm::Intrinsic::ctlz, LaneFamily::LeadingZeros, 1, &CostTable::conversion},
    {llvm::Intrinsic::cttz, LaneFamily::TrailingZeros, 1, &CostTable::conversion},
    {llvm::Intrinsic::bswap, LaneFamily::ByteSwap, 1, &CostTable::arithmetic},
    {llvm::Intrinsic::bitreverse, LaneFamily::BitReverse, 1, &CostTable::conversion},
    {llvm::Intrinsic::fshl, LaneFamily::FunnelLeft, 3, &CostTable::arithmetic},
    {llvm::Intrinsic::fshr, LaneFamily::FunnelRight, 3, &CostTable::arithmetic},
    {llvm::Intrinsic::fma, LaneFamily::Fma, 3, &CostTable::arithmetic},
    {llvm::Intrinsic::fmuladd, LaneFamily::Fma, 3, &CostTable::arithmetic},
    {llvm::Intrinsic::sqrt, LaneFamily::SquareRoot, 1, &CostTable::root},
    {llvm::Intrinsic::fabs, LaneFamily::FAbsolute, 1, &CostTable::free},
    {llvm::Intrinsic::minnum, LaneFamily::FMinNumber, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::maxnum, LaneFamily::FMaxNumber, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::minimumnum, LaneFamily::FMinNumber, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::maximumnum, LaneFamily::FMaxNumber, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::minimum, LaneFamily::FMinimum, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::maximum, LaneFamily::FMaximum, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::copysign, LaneFamily::CopySign, 2, &CostTable::arithmetic},
    {llvm::Intrinsic::floor, LaneFamily::Floor, 1, &CostTable::conversion},
    {llvm::Intrinsic::ceil, LaneFamily::Ceiling, 1, &CostTable::conversion},
    {llvm::Intrinsic::trunc, LaneFamily::Truncate, 1, &CostTable::conversion},
    {llvm::Intrinsic::rint, LaneFamily::RoundEven, 1, &CostTable::conversion},
    {llvm::Intrinsic::nearbyint, LaneFamily::RoundEven, 1, &CostTable::conversion},
    {llvm::Intrinsic::roundeven, LaneFamily::RoundEven, 1, &CostTable::conversion},
    {llvm::Intrinsic::round, LaneFamily::RoundAway, 1, &CostTable::conversion},
    {llvm::Intrinsic::exp2, LaneFamily::Exp2, 1, &CostTable::transcendental},
    {llvm::Intrinsic::log2, LaneFamily::Log2, 1, &CostTable::transcendental},
    {llvm::Intrinsic::tanh, LaneFamily::Tanh, 1, &CostTable::transcendental},
    {llvm::Intrinsic::sin, LaneFamily::Sine, 1, &CostTable::library},
    {llvm::Intrinsic::cos, LaneFamily::Cosine, 1, &CostTable::library},
    {llvm::Intrinsic::exp, LaneFamily::Exp, 1, &CostTable::library},
    {llvm::Intrinsic::log, LaneFamily::Log, 1, &CostTable::library},
    {llvm::Intrinsic::log10, LaneFamily::Log10, 1, &CostTable::library},
    {llvm::Intrinsic::pow, LaneFamily::Power, 2, &CostTable::library},
};

struct OverflowForm {
  LaneFamily value;
  LaneFamily overflow;
};

std::optional<OverflowForm> overflowForm(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::sadd_with_overflow:
    return OverflowForm{LaneFamily::Add, LaneFamily::SAddOverflow};
  case llvm::Intrinsic::uadd_with_overflow:
    return OverflowForm{LaneFamily::Add, LaneFamily::UAddOverflow};
  case llvm::Intrinsic::ssub_with_overflow:
    return OverflowForm{LaneFamily::Sub, LaneFamily::SSubOverflow};
  case llvm::Intrinsic::usub_with_overflow:
    return OverflowForm{LaneFamily::Sub, LaneFamily::USubOverflow};
  case llvm::Intrinsic::smul_with_overflow:
    return OverflowForm{LaneFamily::Mul, LaneFamily::SMulOverflow};
  case llvm::Intrinsic::umul_with_overflow:
    return OverflowForm{LaneFamily::Mul, LaneFamily::UMulOverflow};
  default:
    return std::nullopt;
  }
}

/// How the elements of a vector are joined by llvm.vector.reduce.*.
std::optional<LaneFamily> reductionFamily(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::vector_reduce_add:
    return LaneFamily::Add;
  case llvm::Intrinsic::vector_reduce_mul:
    return LaneFamily::Mul;
  case llvm::Intrinsic::vector_reduce_and:
    return LaneFamily::And;
  case llvm::Intrinsic::vector_reduce_or:
    return LaneFamily::Or;
  case llvm::Intrinsic::vector_reduce_xor:
    return LaneFamily::Xor;
  case llvm::Intrinsic::vector_reduce_smin:
    return LaneFamily::SMin;
  case llvm::Intrinsic::vector_reduce_smax:
    return LaneFamily::SMax;
  case llvm::Intrinsic::vector_reduce_umin:
    return LaneFamily::UMin;
  case llvm::Intrinsic::vector_reduce_umax:
    return LaneFamily::UMax;
  case llvm::Intrinsic::vector_reduce_fmin:
    return LaneFamily::FMinNumber;
  case llvm::Intrinsic::vector_reduce_fmax:
    return LaneFamily::FMaxNumber;
  case llvm::Intrinsic::vector_reduce_fadd:
    return LaneFamily::FAdd;
  case llvm::Intrinsic::vector_reduce_fmul:
    return LaneFamily::FMul;
  default:
    return std::nullopt;
  }
}

} // namespace

bool decodeIntrinsic(DecoderParts& parts, const llvm::CallInst& instruction) {
  switch (instruction.getIntrinsicID()) {
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::prefetch:
  case llvm::Intrinsic::sideeffect:
  case llvm::Intrinsic::fake_use:
    return true;
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
  case llvm::Intrinsic::ssa_copy:
    parts.values.alias(instruction, parts.values.slotsOf(instruction.getArgOperand(0)));
    return true;
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::debugtrap:
  case llvm::Intrinsic::ubsantrap:
    parts.emitter.countInstruction();
    parts.emitter.emitKind(OpKind::Trap, 0, CellKind::Word, {}, {}, parts.costs.free).keepInactive = false;
    return true;
  default:
    break;
  }
  if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) return true;
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    decodeMemoryIntrinsic(parts, *memory);
    return true;
  }
  if (decodeLaneIntrinsic(parts, instruction) || decodeReduction(parts, instruction) || decodeThreeWay(parts, instruction) ||
      decodeIsClass(parts, instruction) || decodeSaturatingConversion(parts, instruction))
    return true;
  if (!instruction.getCalledFunction()->getName().starts_with("llvm.nvvm.")) return false;
  return decodeSpecialRegister(parts, instruction) || decodeBarrier(parts, instruction) || decodeCrossLane(parts, instruction) ||
         decodeNvvmMath(parts, instruction) || decodeNvvmConversion(parts, instruction) || decodeNvvmInteger(parts, instruction) ||
         decodeNvvmAtomic(parts, instruction) || decodeTexture(parts, instruction) || decodeNvvmOther(parts, instruction);
}

void perScalar(DecoderParts& parts, const llvm::CallInst& instruction, LaneFamily family, Cost cost, unsigned operands) {
  parts.emitter.countInstruction();
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  std::array<const Slots*, 3> sources{};
  for (unsigned i = 0; i < operands; ++i) sources[i] = &parts.values.slotsOf(instruction.getArgOperand(i));
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return;
  const CostTable& costs = parts.costs;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    if (type.cell == CellKind::Mask) return parts.function.unsupported(instruction, "this intrinsic on i1");
    Cost own = cost;
    if (type.cell == CellKind::Double) {
      const Cost slow = type.floating ? costs.doubleArithmetic : costs.wideArithmetic;
      own = type.floating && cost.latency > costs.arithmetic.latency
                ? costs.doubleDivide
                : Cost{std::max(own.issue, slow.issue), std::max(own.latency, slow.latency)};
    }
    own = scalarCost(own, type, i);
    const unsigned variant = type.floating ? floatVariant(type) : integerVariant(type);
    if (operands == 1)
      parts.emitter.emit(family, variant, type, results[i], {(*sources[0])[i]}, own);
    else if (operands == 2)
      parts.emitter.emit(family, variant, type, results[i], {(*sources[0])[i], (*sources[1])[i]}, own);
    else
      parts.emitter.emit(family, variant, type, results[i], {(*sources[0])[i], (*sources[1])[i], (*sources[2])[i]}, own);
  }
}

bool decodeLaneIntrinsic(DecoderParts& parts, const llvm::CallInst& instruction) {
  const llvm::Intrinsic::ID id = instruction.getIntrinsicID();
  const CostTable& costs = parts.costs;
  if (const auto form = overflowForm(id)) {
    parts.emitter.countInstruction();
    const ScalarType type = parts.types.scalarOf(instruction.getArgOperand(0));
    const Slot a = parts.values.slotOf(instruction.getArgOperand(0));
    const Slot b = parts.values.slotOf(instruction.getArgOperand(1));
    const Slots& results = parts.values.define(instruction);
    if (parts.function.failed() || results.size() != 2 || type.cell == CellKind::Mask) return false;
    parts.emitter.emit(form->value, integerVariant(type), type, results[0], {a, b}, costs.arithmetic);
    parts.emitter.emit(form->overflow, integerVariant(type), type, results[1], {a, b}, costs.arithmetic).cell = CellKind::Mask;
    return true;
  }
  if (parts.types.fieldsOf(instruction.getType()).size() == 1 && parts.types.scalarOf(&instruction).cell == CellKind::Mask &&
      instruction.arg_size() >= 2) {
    using I = llvm::Instruction;
    unsigned opcode = 0;
    if (id == llvm::Intrinsic::umin || id == llvm::Intrinsic::smax) // as a signed number, true is -1
      opcode = I::And;
    else if (id == llvm::Intrinsic::umax || id == llvm::Intrinsic::smin)
      opcode = I::Or;
    if (opcode == 0) return false;
    parts.emitter.countInstruction();
    const Slot a = parts.values.slotOf(instruction.getArgOperand(0));
    const Slot b = parts.values.slotOf(instruction.getArgOperand(1));
    emitMaskOperation(parts, opcode, parts.values.define(instruction).front(), a, b);
    return true;
  }
  for (const LaneIntrinsic& entry : laneIntrinsics)
    if (entry.id == id) {
      perScalar(parts, instruction, entry.family, costs.*entry.cost, entry.operands);
      return true;
    }
  if (id == llvm::Intrinsic::ldexp && instruction.getType()->isFloatingPointTy() &&
      instruction.getArgOperand(1)->getType()->isIntegerTy(32)) {
    parts.emitter.countInstruction();
    const ScalarType type = parts.types.scalarOf(&instruction);
    const Slot a = parts.values.slotOf(instruction.getArgOperand(0));
    const Slot b = parts.values.slotOf(instruction.getArgOperand(1));
    parts.emitter.emit(LaneFamily::LoadExponent, floatVariant(type), type, parts.values.define(instruction).front(), {a, b},
                       costs.conversion);
    return true;
  }
  return false;
}

/// llvm.scmp and llvm.ucmp: -1, 0 or 1.
bool decodeThreeWay(DecoderParts& parts, const llvm::CallInst& instruction) {
  const llvm::Intrinsic::ID id = instruction.getIntrinsicID();
  if (id != llvm::Intrinsic::scmp && id != llvm::Intrinsic::ucmp) return false;
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  const ScalarType compared = parts.types.scalarOf(instruction.getArgOperand(0));
  if (compared.cell == CellKind::Mask || (!fields.empty() && fields[0].type.cell == CellKind::Mask)) return false;
  parts.emitter.countInstruction();
  const Slots& left = parts.values.slotsOf(instruction.getArgOperand(0));
  const Slots& right = parts.values.slotsOf(instruction.getArgOperand(1));
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return true;
  const LaneFamily less = id == llvm::Intrinsic::scmp ? LaneFamily::SLess : LaneFamily::ULess;
  const Cost cost = parts.costs.arithmetic;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ScalarType type = fields[i].type;
    const unsigned cell = type.cell == CellKind::Double ? 1 : 0;
    const Slot isLess = parts.frame.temporary(maskType);
    const Slot isMore = parts.frame.temporary(maskType);
    const Slot one = parts.frame.temporary(type);
    parts.emitter.emit(less, integerVariant(compared), compared, isLess, {left[i], right[i]}, cost).cell = CellKind::Mask;
    parts.emitter.emit(less, integerVariant(compared), compared, isMore, {right[i], left[i]}, cost).cell = CellKind::Mask;
    parts.emitter.emit(LaneFamily::MaskToInt, cell, type, one, {isMore}, cost);
    const std::uint64_t minusOne = type.bits >= 64 ? ~0ULL : (1ULL << type.bits) - 1;
    parts.emitter.emit(LaneFamily::Select, cell, type, results[i], {parts.frame.constant(type.cell, minusOne), one, isLess}, cost);
  }
  return true;
}

bool decodeIsClass(DecoderParts& parts, const llvm::CallInst& instruction) {
  if (instruction.getIntrinsicID() != llvm::Intrinsic::is_fpclass) return false;
  parts.emitter.countInstruction();
  const auto classes = static_cast<std::uint32_t>(llvm::cast<llvm::ConstantInt>(instruction.getArgOperand(1))->getZExtValue());
  const ScalarType type = parts.types.scalarOf(instruction.getArgOperand(0));
  const Slots& values = parts.values.slotsOf(instruction.getArgOperand(0));
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return true;
  for (std::size_t i = 0; i < results.size(); ++i) {
    Op& op = parts.emitter.emit(LaneFamily::IsClass, floatVariant(type), type, results[i], {values[i]}, parts.costs.arithmetic);
    op.cell = CellKind::Mask;
    op.extra = classes;
  }
  return true;
}

bool decodeSaturatingConversion(DecoderParts& parts, const llvm::CallInst& instruction) {
  const llvm::Intrinsic::ID id = instruction.getIntrinsicID();
  if (id != llvm::Intrinsic::fptosi_sat && id != llvm::Intrinsic::fptoui_sat) return false;
  const ScalarType source = parts.types.scalarOf(instruction.getArgOperand(0));
  const ScalarType target = parts.types.scalarOf(&instruction);
  if (target.cell == CellKind::Mask) return false;
  parts.emitter.countInstruction();
  const Slots& values = parts.values.slotsOf(instruction.getArgOperand(0));
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return true;
  const LaneFamily family = id == llvm::Intrinsic::fptosi_sat ? LaneFamily::FloatToSigned : LaneFamily::FloatToUnsigned;
  const unsigned variant = (source.cell == CellKind::Double ? 2 : 0) + (target.cell == CellKind::Double ? 1 : 0);
  for (std::size_t i = 0; i < results.size(); ++i)
    parts.emitter.emit(family, variant, target, results[i], {source.bits == 16 ? widenToSingle(parts, source, values[i]) : values[i]},
                       parts.costs.conversion);
  return true;
}

bool decodeReduction(DecoderParts& parts, const llvm::CallInst& instruction) {
  const llvm::Intrinsic::ID id = instruction.getIntrinsicID();
  const auto family = reductionFamily(id);
  if (!family) return false;
  parts.emitter.countInstruction();
  const bool hasStart = id == llvm::Intrinsic::vector_reduce_fadd || id == llvm::Intrinsic::vector_reduce_fmul;
  Slots elements = parts.values.slotsOf(instruction.getArgOperand(hasStart ? 1 : 0));
  const ScalarType type = parts.types.scalarOf(&instruction);
  if (hasStart) elements.insert(elements.begin(), parts.values.slotOf(instruction.getArgOperand(0)));
  const Slot result = parts.values.define(instruction).front();
  if (parts.function.failed()) return true;
  const unsigned variant = type.floating ? floatVariant(type) : integerVariant(type);
  Slot joined = elements.front();
  for (std::size_t i = 1; i < elements.size(); ++i) {
    const Slot next = i + 1 == elements.size() ? result : parts.frame.temporary(type);
    if (type.cell == CellKind::Mask)
      emitMaskOperation(parts,
                        *family == LaneFamily::And || *family == LaneFamily::UMin || *family == LaneFamily::SMax ||
                                *family == LaneFamily::Mul
                            ? llvm::Instruction::And
                        : *family == LaneFamily::Xor || *family == LaneFamily::Add ? llvm::Instruction::Xor
                                                                                   : llvm::Instruction::Or,
                        next, joined, elements[i]);
    else
      parts.emitter.emit(*family, variant, type, next, {joined, elements[i]}, parts.costs.arithmetic);
    joined = next;
  }
  if (elements.size() == 1)
    parts.emitter.emit(LaneFamily::Copy,
                       type.cell == CellKind::Word     ? 0
                       : type.cell == CellKind::Double ? 1
                                                       : 2,
                       type, result, {joined}, {0, 0});
  return true;
}

} // namespace gevo::sim
