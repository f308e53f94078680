#include "core/kernel/simulator/decode/function_decoder.h"
#include "core/kernel/simulator/decode/intrinsics/nvvm_name.h"

#include <llvm/ADT/StringSwitch.h>

namespace gevo::sim {

bool FunctionDecoder::decodeSpecialRegister(const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  if (!name.consume_front("llvm.nvvm.read.ptx.sreg.")) return false;
  emitter_.countInstruction();
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
    const Slot slot = frame_.special(*which);
    emitter_.addCost(function_.kernel.model.costs.specialRegister);
    values_.alias(instruction, {slot});
    return true;
  }
  const std::optional<std::uint64_t> fixed = llvm::StringSwitch<std::optional<std::uint64_t>>(name)
                                                 .Case("nsmid", function_.kernel.model.multiprocessors)
                                                 .Case("nwarpid", function_.kernel.model.warpsPerMultiprocessor)
                                                 .Cases({"cluster.nctaid.x", "cluster.nctaid.y", "cluster.nctaid.z", "cluster.nctarank"}, 1)
                                                 .Default(std::nullopt);
  if (fixed) {
    values_.alias(instruction, {frame_.constant(CellKind::Word, *fixed)});
    return true;
  }
  if (name != "clock" && name != "clock64" && name != "globaltimer" && name != "globaltimer.lo") return false;
  const Slot result = values_.define(instruction).front();
  const ScalarType type = types_.scalarOf(&instruction);
  emitter_.block().readsClock = true;
  emitter_.emitKind(OpKind::Clock, result, type.cell, {}, {result}, function_.kernel.model.costs.specialRegister);
  return true;
}

bool FunctionDecoder::decodeBarrier(const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  name.consume_front("llvm.nvvm.");
  if (name == "bar.warp.sync") {
    emitter_.countInstruction();
    const Slot members = values_.slotOf(instruction.getArgOperand(0));
    emitter_.emitKind(OpKind::SyncWarp, 0, CellKind::Word, {members}, {}, function_.kernel.model.costs.vote).keepInactive = false;
    return true;
  }
  if (name.starts_with("membar") || name.starts_with("fence")) {
    emitter_.countInstruction();
    emitter_.addCost(function_.kernel.model.costs.vote);
    return true;
  }
  if (name == "nanosleep" || name == "pm.event.mask" || name.starts_with("prefetch") || name.starts_with("griddepcontrol")) {
    emitter_.countInstruction();
    return true;
  }
  const bool isBarrier = name.starts_with("barrier.cta.") || name.starts_with("barrier0") || name == "barrier" || name == "bar.sync" ||
                         name == "barrier.sync" || name == "barrier.n" || name == "barrier.sync.cnt";
  if (!isBarrier || name.contains("arrive")) return false;
  emitter_.countInstruction();
  Block& block = emitter_.block();
  const Slot zero = frame_.constant(CellKind::Word, 0);
  const bool hasNumber = instruction.arg_size() > 0 && !name.starts_with("barrier0");
  block.condition = hasNumber ? values_.slotOf(instruction.getArgOperand(0)) : zero;
  block.conditionCell = CellKind::Word;
  const auto* number = hasNumber ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getArgOperand(0)) : nullptr;
  if (!hasNumber || (number && number->getValue().ult(16)))
    block.barrierNumber = static_cast<std::int8_t>(number ? number->getZExtValue() : 0);
  const bool counted = name.ends_with(".count") || name == "barrier" || name == "barrier.sync.cnt";
  if (counted && instruction.arg_size() > 1) {
    block.hasThreads = true;
    block.barrierThreads = values_.slotOf(instruction.getArgOperand(1));
  }
  block.barrierReduce = name.contains("popc") ? 1 : name.contains(".and") ? 2 : name.contains(".or") ? 3 : 0;
  if (block.barrierReduce != 0) {
    const llvm::Value* predicate = instruction.getArgOperand(instruction.arg_size() - 1);
    block.predicate = values_.slotOf(predicate);
    if (types_.scalarOf(predicate).cell != CellKind::Mask) { // the old forms take an int
      const Slot truth = frame_.allocate(maskType);
      emitter_
          .emit(LaneFamily::NotEqual, integerVariant(types_.scalarOf(predicate)), types_.scalarOf(predicate), truth,
                {block.predicate, zero}, function_.kernel.model.costs.arithmetic)
          .cell = CellKind::Mask;
      block.predicate = truth;
    }
    block.barrierResult = values_.define(instruction).front();
    block.barrierResultCell = types_.scalarOf(&instruction).cell;
  }
  if (function_.failed()) return true;
  emitter_.finishBlock(Terminator::Barrier, instruction, {}, function_.kernel.model.costs.jump);
  return true;
}

bool FunctionDecoder::decodeCrossLane(const llvm::CallInst& instruction) {
  const NvvmName name(instruction);
  const CostTable& costs = function_.kernel.model.costs;
  CrossLane cross;
  if (name.parts[0] == "activemask") {
    emitter_.countInstruction();
    const Slot result = values_.define(instruction).front();
    emitter_.emitKind(OpKind::ActiveMask, result, CellKind::Word, {}, {result}, costs.vote);
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
    cross.lane = values_.slotOf(instruction.getArgOperand(2));
    cross.clamp = values_.slotOf(instruction.getArgOperand(3));
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
  emitter_.countInstruction();
  cross.value = values_.slotOf(instruction.getArgOperand(value));
  cross.members = values_.slotOf(instruction.getArgOperand(1 - value));
  cross.cell = types_.scalarOf(instruction.getArgOperand(value)).cell;
  const Slots& results = values_.define(instruction);
  if (function_.failed()) return true;
  if (cross.hasPredicate && results.size() > 1) cross.predicate = results[1];
  if (kind == OpKind::Shuffle && function_.kernel.undefined.contains(&instruction)) {
    const Slot follows = newMasks(1).front();
    cross.undefined = {undefinedOf(instruction.getArgOperand(value)).front(), follows};
    undefined_[&instruction] = {follows};
    undefined_[&instruction].resize(results.size(), defined());
  }
  Op& op = emitter_.emitKind(kind, results[0], types_.fieldsOf(instruction.getType())[0].type.cell,
                             {cross.value, cross.members, cross.lane}, {results[0], results.back()}, cost);
  op.extra = static_cast<std::uint32_t>(function_.code.crossLanes.size());
  function_.code.crossLanes.push_back(cross);
  return true;
}

bool FunctionDecoder::decodeNvvmOther(const llvm::CallInst& instruction) {
  const NvvmName name(instruction);
  const CostTable& costs = function_.kernel.model.costs;
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
    emitter_.countInstruction();
    const Slot address = values_.slotOf(instruction.getArgOperand(0));
    const Slot result = values_.define(instruction).front();
    emitter_.emitKind(OpKind::Predicate, result, CellKind::Mask, {address}, {result}, costs.arithmetic).extra = name.has("shared")  ? shared
                                                                                                                : name.has("local") ? local
                                                                                                                : name.has("const")
                                                                                                                    ? constant
                                                                                                                    : global;
    return true;
  }
  if (operation == "ldu" && name.has("global")) {
    const auto* alignment = llvm::dyn_cast<llvm::ConstantInt>(instruction.getArgOperand(1));
    emitLoad(instruction, instruction.getArgOperand(0), alignment ? alignment->getZExtValue() : 1);
    return true;
  }
  if (operation == "internal" || operation == "move" || operation == "texsurf") {
    emitter_.countInstruction();
    values_.alias(instruction, values_.slotsOf(instruction.getArgOperand(0)));
    return true;
  }
  if (operation == "d2i" || operation == "lohi") {
    emitter_.countInstruction();
    const ScalarType type = types_.scalarOf(&instruction);
    const Slot a = values_.slotOf(instruction.getArgOperand(0));
    if (operation == "lohi")
      emitter_.emit(LaneFamily::JoinWords, 0, type, values_.define(instruction).front(), {a, values_.slotOf(instruction.getArgOperand(1))},
                    costs.free);
    else
      emitter_.emit(name.has("hi") ? LaneFamily::HighWord : LaneFamily::LowWord, 0, wordType, values_.define(instruction).front(), {a},
                    costs.free);
    return true;
  }
  return false;
}

} // namespace gevo::sim
