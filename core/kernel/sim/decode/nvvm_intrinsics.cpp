#include "core/kernel/sim/decode/function_decoder.h"

#include <llvm/ADT/StringSwitch.h>

#include <cfenv>

namespace gevo::sim {

namespace {

constexpr ScalarType word{CellKind::Word, 32, false};
constexpr ScalarType mask{CellKind::Mask, 1, false};

struct Name {
  llvm::SmallVector<llvm::StringRef, 8> parts;
  bool has(llvm::StringRef part) const { return llvm::is_contained(parts, part); }
  /// The machine's number for rn, rz, rm, rp; nothing where the name has none.
  std::optional<int> rounding() const {
    if (has("rn")) return FE_TONEAREST;
    if (has("rz")) return FE_TOWARDZERO;
    if (has("rm")) return FE_DOWNWARD;
    if (has("rp")) return FE_UPWARD;
    return std::nullopt;
  }
};

Name nameOf(const llvm::CallInst& instruction) {
  Name name;
  instruction.getCalledFunction()->getName().drop_front(std::string_view("llvm.nvvm.").size()).split(name.parts, '.');
  return name;
}

} // namespace

bool FunctionDecoder::decodeSpecialRegister(const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  if (!name.consume_front("llvm.nvvm.read.ptx.sreg.")) return false;
  ++block_->instructions;
  using S = SpecialRegister;
  const std::optional<S> which =
      llvm::StringSwitch<std::optional<S>>(name)
          .Case("tid.x", S::ThreadX)
          .Case("tid.y", S::ThreadY)
          .Case("tid.z", S::ThreadZ)
          .Case("ctaid.x", S::BlockX)
          .Case("ctaid.y", S::BlockY)
          .Case("ctaid.z", S::BlockZ)
          .Case("ntid.x", S::BlockSizeX)
          .Case("ntid.y", S::BlockSizeY)
          .Case("ntid.z", S::BlockSizeZ)
          .Case("nctaid.x", S::GridX)
          .Case("nctaid.y", S::GridY)
          .Case("nctaid.z", S::GridZ)
          .Case("laneid", S::Lane)
          .Case("warpid", S::WarpNumber)
          .Case("warpsize", S::WarpSize)
          .Case("lanemask.eq", S::LaneMaskEqual)
          .Case("lanemask.lt", S::LaneMaskLess)
          .Case("lanemask.le", S::LaneMaskLessEqual)
          .Case("lanemask.gt", S::LaneMaskGreater)
          .Case("lanemask.ge", S::LaneMaskGreaterEqual)
          .Case("dynamic_smem_size", S::DynamicShared)
          .Cases({"total_smem_size", "aggr_smem_size"}, S::TotalShared)
          // Every block is a cluster of its own.
          .Case("clusterid.x", S::BlockX)
          .Case("clusterid.y", S::BlockY)
          .Case("clusterid.z", S::BlockZ)
          .Case("nclusterid.x", S::GridX)
          .Case("nclusterid.y", S::GridY)
          .Case("nclusterid.z", S::GridZ)
          .Cases({"tid.w", "ntid.w", "ctaid.w", "nctaid.w", "gridid", "smid"}, S::Zero)
          .Cases({"clusterid.w", "nclusterid.w", "cluster.ctaid.x", "cluster.ctaid.y", "cluster.ctaid.z"}, S::Zero)
          .Cases({"cluster.ctaid.w", "cluster.nctaid.w", "cluster.ctarank"}, S::Zero)
          .Cases({"pm0", "pm1", "pm2", "pm3"}, S::Zero)
          .Default(name.starts_with("envreg") ? std::optional(S::Zero) : std::nullopt);
  if (which) {
    const Slot slot = special(*which);
    timer_.add(context_.model.costs.specialRegister, {}, {});
    alias(instruction, {slot});
    return true;
  }
  const std::optional<std::uint64_t> fixed = llvm::StringSwitch<std::optional<std::uint64_t>>(name)
                                                 .Case("nsmid", context_.model.multiprocessors)
                                                 .Case("nwarpid", context_.model.warpsPerMultiprocessor)
                                                 .Cases({"cluster.nctaid.x", "cluster.nctaid.y", "cluster.nctaid.z", "cluster.nctarank"}, 1)
                                                 .Default(std::nullopt);
  if (fixed) {
    alias(instruction, {constantSlot(CellKind::Word, *fixed)});
    return true;
  }
  if (name != "clock" && name != "clock64" && name != "globaltimer" && name != "globaltimer.lo") return false;
  const Slot result = define(instruction).front();
  const ScalarType type = scalarOf(&instruction);
  emitKind(OpKind::Clock, result, type.cell, {}, {result}, context_.model.costs.specialRegister);
  return true;
}

bool FunctionDecoder::decodeBarrier(const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  name.consume_front("llvm.nvvm.");
  if (name == "bar.warp.sync") {
    ++block_->instructions;
    const Slot members = slotOf(instruction.getArgOperand(0));
    emitKind(OpKind::SyncWarp, 0, CellKind::Word, {members}, {}, context_.model.costs.vote).keepInactive = false;
    return true;
  }
  if (name.starts_with("membar") || name.starts_with("fence")) {
    ++block_->instructions;
    timer_.add(context_.model.costs.vote, {}, {});
    return true;
  }
  if (name == "nanosleep" || name == "pm.event.mask" || name.starts_with("prefetch") || name.starts_with("griddepcontrol")) {
    ++block_->instructions;
    return true;
  }
  const bool isBarrier = name.starts_with("barrier.cta.") || name.starts_with("barrier0") || name == "barrier" || name == "bar.sync" ||
                         name == "barrier.sync" || name == "barrier.n" || name == "barrier.sync.cnt";
  if (!isBarrier || name.contains("arrive")) return false;
  ++block_->instructions;
  Block& block = *block_;
  const Slot zero = constantSlot(CellKind::Word, 0);
  const bool hasNumber = instruction.arg_size() > 0 && !name.starts_with("barrier0");
  block.condition = hasNumber ? slotOf(instruction.getArgOperand(0)) : zero;
  block.conditionCell = CellKind::Word;
  const bool counted = name.ends_with(".count") || name == "barrier" || name == "barrier.sync.cnt";
  if (counted && instruction.arg_size() > 1) {
    block.hasThreads = true;
    block.barrierThreads = slotOf(instruction.getArgOperand(1));
  }
  block.barrierReduce = name.contains("popc") ? 1 : name.contains(".and") ? 2 : name.contains(".or") ? 3 : 0;
  if (block.barrierReduce != 0) {
    const llvm::Value* predicate = instruction.getArgOperand(instruction.arg_size() - 1);
    block.predicate = slotOf(predicate);
    if (scalarOf(predicate).cell != CellKind::Mask) { // the old forms take an int
      const Slot truth = newSlot(mask);
      emit(LaneFamily::NotEqual, integerVariant(scalarOf(predicate)), scalarOf(predicate), truth, {block.predicate, zero},
           context_.model.costs.arithmetic)
          .cell = CellKind::Mask;
      block.predicate = truth;
    }
    block.barrierResult = define(instruction).front();
    block.barrierResultCell = scalarOf(&instruction).cell;
  }
  if (error_) return true;
  finishBlock(Terminator::Barrier, instruction, {}, context_.model.costs.jump);
  return true;
}

bool FunctionDecoder::decodeCrossLane(const llvm::CallInst& instruction) {
  const Name name = nameOf(instruction);
  const CostTable& costs = context_.model.costs;
  CrossLane cross;
  if (name.parts[0] == "activemask") {
    ++block_->instructions;
    const Slot result = define(instruction).front();
    emitKind(OpKind::ActiveMask, result, CellKind::Word, {}, {result}, costs.vote);
    return true;
  }
  OpKind kind = OpKind::Vote;
  Cost cost = costs.vote;
  unsigned value = 1;
  if (name.parts[0] == "shfl" && name.has("sync")) {
    kind = OpKind::Shuffle;
    cost = costs.shuffle;
    cross.shuffle = name.has("up")     ? ShuffleKind::Up
                    : name.has("down") ? ShuffleKind::Down
                    : name.has("bfly") ? ShuffleKind::Butterfly
                                       : ShuffleKind::Index;
    cross.lane = slotOf(instruction.getArgOperand(2));
    cross.clamp = slotOf(instruction.getArgOperand(3));
    cross.hasPredicate = instruction.getType()->isStructTy();
  } else if (name.parts[0] == "vote" && name.has("sync")) {
    cross.vote = name.has("ballot") ? VoteKind::Ballot
                 : name.has("all")  ? VoteKind::All
                 : name.has("any")  ? VoteKind::Any
                                    : VoteKind::Uniform;
  } else if (name.parts[0] == "match") {
    kind = OpKind::Match;
    cross.matchAll = name.has("all");
    cross.hasPredicate = instruction.getType()->isStructTy();
  } else if (name.parts[0] == "redux" && instruction.getType()->isIntegerTy(32)) {
    kind = OpKind::Reduce;
    value = 0;
    cross.reduce = llvm::StringSwitch<ReduceKind>(name.parts[2])
                       .Case("add", ReduceKind::Add)
                       .Case("min", ReduceKind::Min)
                       .Case("max", ReduceKind::Max)
                       .Case("umin", ReduceKind::UMin)
                       .Case("umax", ReduceKind::UMax)
                       .Case("and", ReduceKind::And)
                       .Case("or", ReduceKind::Or)
                       .Default(ReduceKind::Xor);
  } else {
    return false;
  }
  ++block_->instructions;
  cross.value = slotOf(instruction.getArgOperand(value));
  cross.members = slotOf(instruction.getArgOperand(1 - value));
  cross.cell = scalarOf(instruction.getArgOperand(value)).cell;
  const Slots& results = define(instruction);
  if (error_) return true;
  if (cross.hasPredicate && results.size() > 1) cross.predicate = results[1];
  if (kind == OpKind::Shuffle && context_.undefined.contains(&instruction)) {
    const Slot follows = newMasks(1).front();
    cross.undefined = {undefinedOf(instruction.getArgOperand(value)).front(), follows};
    undefined_[&instruction] = {follows};
    undefined_[&instruction].resize(results.size(), defined());
  }
  Op& op = emitKind(kind, results[0], scalarsOf(instruction.getType())[0].type.cell, {cross.value, cross.members, cross.lane},
                    {results[0], results.back()}, cost);
  op.extra = static_cast<std::uint32_t>(code_.crossLanes.size());
  code_.crossLanes.push_back(cross);
  return true;
}

bool FunctionDecoder::decodeNvvmMath(const llvm::CallInst& instruction) {
  const Name name = nameOf(instruction);
  const llvm::StringRef operation = name.parts[0];
  const CostTable& costs = context_.model.costs;
  if (!instruction.getType()->isFloatTy() && !instruction.getType()->isDoubleTy()) return false;
  if (name.has("xorsign") || name.has("relu") || name.has("abs")) return false;
  for (const llvm::Use& argument : instruction.args())
    if (argument->getType() != instruction.getType()) return false;
  const std::optional<int> rounding = name.rounding();
  const bool directed = rounding && *rounding != FE_TONEAREST;
  struct Entry {
    llvm::StringRef name;
    LaneFamily family;
    LaneFamily rounded;
    unsigned operands;
    Cost cost;
  };
  const Entry entries[] = {
      {"add", LaneFamily::FAdd, LaneFamily::RoundedAdd, 2, costs.arithmetic},
      {"mul", LaneFamily::FMul, LaneFamily::RoundedMul, 2, costs.arithmetic},
      {"fma", LaneFamily::Fma, LaneFamily::RoundedFma, 3, costs.arithmetic},
      {"div", LaneFamily::FDiv, LaneFamily::RoundedDiv, 2, costs.floatDivide},
      {"sqrt", LaneFamily::SquareRoot, LaneFamily::RoundedRoot, 1, costs.root},
      {"rcp", LaneFamily::Reciprocal, LaneFamily::Count, 1, costs.transcendental},
      {"rsqrt", LaneFamily::ReciprocalRoot, LaneFamily::Count, 1, costs.transcendental},
      {"ex2", LaneFamily::Exp2, LaneFamily::Count, 1, costs.transcendental},
      {"lg2", LaneFamily::Log2, LaneFamily::Count, 1, costs.transcendental},
      {"sin", LaneFamily::Sine, LaneFamily::Count, 1, costs.transcendental},
      {"cos", LaneFamily::Cosine, LaneFamily::Count, 1, costs.transcendental},
      {"tanh", LaneFamily::Tanh, LaneFamily::Count, 1, costs.transcendental},
      {"fabs", LaneFamily::FAbsolute, LaneFamily::Count, 1, costs.free},
      {"saturate", LaneFamily::Saturate, LaneFamily::Count, 1, costs.arithmetic},
      {"floor", LaneFamily::Floor, LaneFamily::Count, 1, costs.conversion},
      {"ceil", LaneFamily::Ceiling, LaneFamily::Count, 1, costs.conversion},
      {"trunc", LaneFamily::Truncate, LaneFamily::Count, 1, costs.conversion},
      {"round", LaneFamily::RoundEven, LaneFamily::Count, 1, costs.conversion},
      {"fmin", name.has("nan") ? LaneFamily::FMinimum : LaneFamily::FMinNumber, LaneFamily::Count, 2, costs.arithmetic},
      {"fmax", name.has("nan") ? LaneFamily::FMaximum : LaneFamily::FMaxNumber, LaneFamily::Count, 2, costs.arithmetic},
  };
  for (const Entry& entry : entries) {
    if (entry.name != operation || entry.operands != instruction.arg_size()) continue;
    if (directed && operation == "rcp") {
      const ScalarType type = scalarOf(&instruction);
      const Slot one = constantSlot(type.cell, type.cell == CellKind::Double ? 0x3ff0000000000000 : 0x3f800000);
      const Slot operand = slotOf(instruction.getArgOperand(0));
      ++block_->instructions;
      emit(LaneFamily::RoundedDiv, floatVariant(type), type, define(instruction).front(), {one, operand}, costs.floatDivide).extra =
          static_cast<std::uint32_t>(*rounding);
      return true;
    }
    if (directed && entry.rounded == LaneFamily::Count) return false;
    perScalar(instruction, directed ? entry.rounded : entry.family, entry.cost, entry.operands);
    if (directed && !error_) block_->ops.back().extra = static_cast<std::uint32_t>(*rounding);
    if (name.has("sat") && !error_) {
      const ScalarType type = scalarOf(&instruction);
      const Slot result = slotOf(&instruction);
      emit(LaneFamily::Saturate, floatVariant(type), type, result, {result}, costs.free);
    }
    return true;
  }
  return false;
}

/// f2i.rn, d2ull.rz, i2f.rn, ui2d.rn, d2f.rz and their like.
bool FunctionDecoder::decodeNvvmConversion(const llvm::CallInst& instruction) {
  const Name name = nameOf(instruction);
  const llvm::StringRef operation = name.parts[0];
  const std::size_t two = operation.find('2');
  const std::optional<int> rounding = name.rounding();
  if (two == llvm::StringRef::npos || !rounding || instruction.arg_size() != 1) return false;
  const llvm::StringRef from = operation.take_front(two);
  const llvm::StringRef to = operation.drop_front(two + 1);
  auto isInteger = [](llvm::StringRef type) { return type == "i" || type == "ui" || type == "ll" || type == "ull"; };
  auto isFloat = [](llvm::StringRef type) { return type == "f" || type == "d"; };
  const CostTable& costs = context_.model.costs;
  const ScalarType source = scalarOf(instruction.getArgOperand(0));
  const ScalarType target = scalarOf(&instruction);
  if (isFloat(from) && isInteger(to)) {
    ++block_->instructions;
    const Slot value = slotOf(instruction.getArgOperand(0));
    const Slot result = define(instruction).front();
    const Slot whole = temporary(source);
    const LaneFamily round = *rounding == FE_TONEAREST    ? LaneFamily::RoundEven
                             : *rounding == FE_TOWARDZERO ? LaneFamily::Truncate
                             : *rounding == FE_DOWNWARD   ? LaneFamily::Floor
                                                          : LaneFamily::Ceiling;
    emit(round, floatVariant(source), source, whole, {value}, costs.free);
    const unsigned variant = (source.cell == CellKind::Double ? 2 : 0) + (target.cell == CellKind::Double ? 1 : 0);
    emit(to.starts_with("u") ? LaneFamily::FloatToUnsigned : LaneFamily::FloatToSigned, variant, target, result, {whole}, costs.conversion);
    return true;
  }
  const bool nearest = *rounding == FE_TONEAREST;
  if (isInteger(from) && isFloat(to)) {
    ++block_->instructions;
    const Slot value = slotOf(instruction.getArgOperand(0));
    const unsigned variant = (target.cell == CellKind::Double ? 2 : 0) + (source.cell == CellKind::Double ? 1 : 0);
    const LaneFamily family = from.starts_with("u") ? (nearest ? LaneFamily::UnsignedToFloat : LaneFamily::RoundedUnsignedToFloat)
                                                    : (nearest ? LaneFamily::SignedToFloat : LaneFamily::RoundedSignedToFloat);
    Op& op = emit(family, variant, target, define(instruction).front(), {value}, costs.conversion);
    op.bits = source.bits;
    op.extra = static_cast<std::uint32_t>(*rounding);
    return true;
  }
  if (from == "d" && to == "f") {
    ++block_->instructions;
    const Slot value = slotOf(instruction.getArgOperand(0));
    emit(LaneFamily::FloatTruncate, nearest ? 0 : 1, target, define(instruction).front(), {value}, costs.conversion).extra =
        static_cast<std::uint32_t>(*rounding);
    return true;
  }
  return false;
}

bool FunctionDecoder::decodeNvvmOther(const llvm::CallInst& instruction) {
  const Name name = nameOf(instruction);
  const CostTable& costs = context_.model.costs;
  const llvm::StringRef operation = name.parts[0];
  if (operation == "mulhi") {
    perScalar(instruction, name.parts.back().starts_with("u") ? LaneFamily::UMulHigh : LaneFamily::SMulHigh, costs.multiply, 2);
    return true;
  }
  if (operation == "prmt" && name.parts.size() == 1) {
    perScalar(instruction, LaneFamily::Permute, costs.arithmetic, 3);
    return true;
  }
  if (operation == "isspacep") {
    ++block_->instructions;
    const Slot address = slotOf(instruction.getArgOperand(0));
    const Slot result = define(instruction).front();
    emitKind(OpKind::Predicate, result, CellKind::Mask, {address}, {result}, costs.arithmetic).extra = name.has("shared")  ? shared
                                                                                                       : name.has("local") ? local
                                                                                                       : name.has("const") ? constant
                                                                                                                           : global;
    return true;
  }
  if (operation == "ldu" && name.has("global")) {
    const auto* alignment = llvm::dyn_cast<llvm::ConstantInt>(instruction.getArgOperand(1));
    emitLoad(instruction, instruction.getArgOperand(0), alignment ? alignment->getZExtValue() : 1);
    return true;
  }
  if (operation == "internal" || operation == "move" || operation == "texsurf") {
    ++block_->instructions;
    alias(instruction, slotsOf(instruction.getArgOperand(0)));
    return true;
  }
  if (operation == "d2i" || operation == "lohi") {
    ++block_->instructions;
    const ScalarType type = scalarOf(&instruction);
    const Slot a = slotOf(instruction.getArgOperand(0));
    if (operation == "lohi")
      emit(LaneFamily::JoinWords, 0, type, define(instruction).front(), {a, slotOf(instruction.getArgOperand(1))}, costs.free);
    else
      emit(name.has("hi") ? LaneFamily::HighWord : LaneFamily::LowWord, 0, word, define(instruction).front(), {a}, costs.free);
    return true;
  }
  return false;
}

} // namespace gevo::sim
