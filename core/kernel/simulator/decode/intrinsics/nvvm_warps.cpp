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

bool decodeSpecialRegister(DecoderParts& parts, const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  if (!name.consume_front("llvm.nvvm.read.ptx.sreg.")) return false;
  parts.emitter.countInstruction();
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
    const Slot slot = parts.frame.special(*which);
    parts.emitter.addCost(parts.costs.specialRegister);
    parts.values.alias(instruction, {slot});
    return true;
  }
  const std::optional<std::uint64_t> fixed = llvm::StringSwitch<std::optional<std::uint64_t>>(name)
                                                 .Case("nsmid", parts.function.kernel.model.multiprocessors)
                                                 .Case("nwarpid", parts.function.kernel.model.warpsPerMultiprocessor)
                                                 .Cases({"cluster.nctaid.x", "cluster.nctaid.y", "cluster.nctaid.z", "cluster.nctarank"}, 1)
                                                 .Default(std::nullopt);
  if (fixed) {
    parts.values.alias(instruction, {parts.frame.constant(CellKind::Word, *fixed)});
    return true;
  }
  if (name != "clock" && name != "clock64" && name != "globaltimer" && name != "globaltimer.lo") return false;
  const Slot result = parts.values.define(instruction).front();
  const ScalarType type = parts.types.scalarOf(&instruction);
  parts.emitter.block().readsClock = true;
  parts.emitter.emitKind(OpKind::Clock, result, type.cell, {}, {result}, parts.costs.specialRegister);
  return true;
}

bool decodeBarrier(DecoderParts& parts, const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  name.consume_front("llvm.nvvm.");
  if (name == "bar.warp.sync") {
    parts.emitter.countInstruction();
    const Slot members = parts.values.slotOf(instruction.getArgOperand(0));
    parts.emitter.emitKind(OpKind::SyncWarp, 0, CellKind::Word, {members}, {}, parts.costs.vote).keepInactive = false;
    return true;
  }
  if (name.starts_with("membar") || name.starts_with("fence")) {
    parts.emitter.countInstruction();
    parts.emitter.addCost(parts.costs.vote);
    return true;
  }
  if (name == "nanosleep" || name == "pm.event.mask" || name.starts_with("prefetch") || name.starts_with("griddepcontrol")) {
    parts.emitter.countInstruction();
    return true;
  }
  const bool isBarrier = name.starts_with("barrier.cta.") || name.starts_with("barrier0") || name == "barrier" || name == "bar.sync" ||
                         name == "barrier.sync" || name == "barrier.n" || name == "barrier.sync.cnt";
  if (!isBarrier || name.contains("arrive")) return false;
  parts.emitter.countInstruction();
  Block& block = parts.emitter.block();
  const Slot zero = parts.frame.constant(CellKind::Word, 0);
  const bool hasNumber = instruction.arg_size() > 0 && !name.starts_with("barrier0");
  block.condition = hasNumber ? parts.values.slotOf(instruction.getArgOperand(0)) : zero;
  block.conditionCell = CellKind::Word;
  const auto* number = hasNumber ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getArgOperand(0)) : nullptr;
  if (!hasNumber || (number && number->getValue().ult(16)))
    block.barrierNumber = static_cast<std::int8_t>(number ? number->getZExtValue() : 0);
  const bool counted = name.ends_with(".count") || name == "barrier" || name == "barrier.sync.cnt";
  if (counted && instruction.arg_size() > 1) {
    block.hasThreads = true;
    block.barrierThreads = parts.values.slotOf(instruction.getArgOperand(1));
  }
  block.barrierReduce = name.contains("popc") ? 1 : name.contains(".and") ? 2 : name.contains(".or") ? 3 : 0;
  if (block.barrierReduce != 0) {
    const llvm::Value* predicate = instruction.getArgOperand(instruction.arg_size() - 1);
    block.predicate = parts.values.slotOf(predicate);
    if (parts.types.scalarOf(predicate).cell != CellKind::Mask) { // the old forms take an int
      const Slot truth = parts.frame.allocate(maskType);
      parts.emitter
          .emit(LaneFamily::NotEqual, integerVariant(parts.types.scalarOf(predicate)), parts.types.scalarOf(predicate), truth,
                {block.predicate, zero}, parts.costs.arithmetic)
          .cell = CellKind::Mask;
      block.predicate = truth;
    }
    block.barrierResult = parts.values.define(instruction).front();
    block.barrierResultCell = parts.types.scalarOf(&instruction).cell;
  }
  if (parts.function.failed()) return true;
  parts.emitter.finishBlock(Terminator::Barrier, instruction, {}, parts.costs.jump);
  return true;
}

bool decodeCrossLane(DecoderParts& parts, const llvm::CallInst& instruction) {
  const NvvmName name(instruction);
  const CostTable& costs = parts.costs;
  CrossLane cross;
  if (name.parts[0] == "activemask") {
    parts.emitter.countInstruction();
    const Slot result = parts.values.define(instruction).front();
    parts.emitter.emitKind(OpKind::ActiveMask, result, CellKind::Word, {}, {result}, costs.vote);
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
    cross.lane = parts.values.slotOf(instruction.getArgOperand(2));
    cross.clamp = parts.values.slotOf(instruction.getArgOperand(3));
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
  parts.emitter.countInstruction();
  cross.value = parts.values.slotOf(instruction.getArgOperand(value));
  cross.members = parts.values.slotOf(instruction.getArgOperand(1 - value));
  cross.cell = parts.types.scalarOf(instruction.getArgOperand(value)).cell;
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return true;
  if (cross.hasPredicate && results.size() > 1) cross.predicate = results[1];
  if (kind == OpKind::Shuffle && parts.function.kernel.undefined.contains(&instruction)) {
    const Slot follows = parts.frame.allocate(maskType);
    cross.undefined = {parts.undefined.masksOf(instruction.getArgOperand(value)).front(), follows};
    Slots masks{follows};
    masks.resize(results.size(), parts.undefined.none());
    parts.undefined.assign(&instruction, std::move(masks));
  }
  Op& op = parts.emitter.emitKind(kind, results[0], parts.types.fieldsOf(instruction.getType())[0].type.cell,
                                  {cross.value, cross.members, cross.lane}, {results[0], results.back()}, cost);
  op.extra = static_cast<std::uint32_t>(parts.function.code.crossLanes.size());
  parts.function.code.crossLanes.push_back(cross);
  return true;
}

bool decodeNvvmOther(DecoderParts& parts, const llvm::CallInst& instruction) {
  const NvvmName name(instruction);
  const CostTable& costs = parts.costs;
  const llvm::StringRef operation = name.parts[0];
  if (operation == "mulhi") {
    perScalar(parts, instruction, name.parts.back().starts_with("u") ? LaneFamily::UMulHigh : LaneFamily::SMulHigh, costs.multiply, 2);
    return true;
  }
  if (operation == "prmt" && name.parts.size() == 1) {
    perScalar(parts, instruction, LaneFamily::Permute, costs.arithmetic, 3);
    return true;
  }
  if (operation == "isspacep") {
    parts.emitter.countInstruction();
    const Slot address = parts.values.slotOf(instruction.getArgOperand(0));
    const Slot result = parts.values.define(instruction).front();
    parts.emitter.emitKind(OpKind::Predicate, result, CellKind::Mask, {address}, {result}, costs.arithmetic).extra =
        name.has("shared")  ? shared
        : name.has("local") ? local
        : name.has("const") ? constant
                            : global;
    return true;
  }
  if (operation == "ldu" && name.has("global")) {
    const auto* alignment = llvm::dyn_cast<llvm::ConstantInt>(instruction.getArgOperand(1));
    emitLoad(parts, instruction, instruction.getArgOperand(0), alignment ? alignment->getZExtValue() : 1);
    return true;
  }
  if (operation == "internal" || operation == "move" || operation == "texsurf") {
    parts.emitter.countInstruction();
    parts.values.alias(instruction, parts.values.slotsOf(instruction.getArgOperand(0)));
    return true;
  }
  if (operation == "d2i" || operation == "lohi") {
    parts.emitter.countInstruction();
    const ScalarType type = parts.types.scalarOf(&instruction);
    const Slot a = parts.values.slotOf(instruction.getArgOperand(0));
    if (operation == "lohi")
      parts.emitter.emit(LaneFamily::JoinWords, 0, type, parts.values.define(instruction).front(),
                         {a, parts.values.slotOf(instruction.getArgOperand(1))}, costs.free);
    else
      parts.emitter.emit(name.has("hi") ? LaneFamily::HighWord : LaneFamily::LowWord, 0, wordType, parts.values.define(instruction).front(),
                         {a}, costs.free);
    return true;
  }
  return false;
}

} // namespace gevo::sim
