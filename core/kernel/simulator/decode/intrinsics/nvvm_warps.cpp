// What the lanes of a warp do together: shuffles, votes, matches, reductions.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

namespace gevo::sim {

namespace {

/// The lanes that take part and the value of each are operands `members` and `value`.
struct Operands {
  unsigned members = 0;
  unsigned value = 1;
};

/// The result is undefined in lanes that read an undefined value from another lane; the predicate never is.
void followShuffle(DecoderParts& parts, const llvm::CallInst& call, const llvm::Value* value, CrossLane& cross, std::size_t results) {
  const Slot mask = parts.frame.allocate(maskType);
  cross.undefined = {parts.undefined.masksOf(value).front(), mask};
  Slots masks{mask};
  masks.resize(results, parts.undefined.none());
  parts.undefined.assign(&call, std::move(masks));
}

/// With the fields of `cross` that belong to `kind` filled in.
bool decodeCrossLane(DecoderParts& parts, const llvm::CallInst& call, OpKind kind, CrossLane cross, Operands operands) {
  parts.emitter.countInstruction();
  const llvm::Value* value = call.getArgOperand(operands.value);
  cross.value = parts.values.slotOf(value);
  cross.members = parts.values.slotOf(call.getArgOperand(operands.members));
  cross.cell = parts.types.scalarOf(value).cell;
  const Slots& results = parts.values.define(call);
  if (parts.function.failed()) return true;
  cross.hasPredicate = call.getType()->isStructTy();
  if (cross.hasPredicate && results.size() > 1) cross.predicate = results[1];
  if (kind == OpKind::Shuffle && parts.function.kernel.undefined.contains(&call)) followShuffle(parts, call, value, cross, results.size());
  const Cost cost = kind == OpKind::Shuffle ? parts.costs.shuffle : parts.costs.vote;
  Op& op = parts.emitter.emitKind(kind, results[0], parts.types.fieldsOf(call.getType())[0].type.cell,
                                  {cross.value, cross.members, cross.lane}, {results[0], results.back()}, cost);
  op.extra = static_cast<std::uint32_t>(parts.function.code.crossLanes.size());
  parts.function.code.crossLanes.push_back(cross);
  return true;
}

template <ShuffleKind kind> bool shuffle(DecoderParts& parts, const llvm::CallInst& call) {
  CrossLane cross;
  cross.shuffle = kind;
  cross.lane = parts.values.slotOf(call.getArgOperand(2));
  cross.clamp = parts.values.slotOf(call.getArgOperand(3));
  return decodeCrossLane(parts, call, OpKind::Shuffle, cross, {});
}

template <VoteKind kind> bool vote(DecoderParts& parts, const llvm::CallInst& call) {
  CrossLane cross;
  cross.vote = kind;
  return decodeCrossLane(parts, call, OpKind::Vote, cross, {});
}

template <bool all> bool match(DecoderParts& parts, const llvm::CallInst& call) {
  CrossLane cross;
  cross.matchAll = all;
  return decodeCrossLane(parts, call, OpKind::Match, cross, {});
}

template <ReduceKind kind> bool reduce(DecoderParts& parts, const llvm::CallInst& call) {
  CrossLane cross;
  cross.reduce = kind;
  return decodeCrossLane(parts, call, OpKind::Reduce, cross, {.members = 1, .value = 0});
}

bool activeMask(DecoderParts& parts, const llvm::CallInst& call) {
  parts.emitter.countInstruction();
  const Slot result = parts.values.define(call).front();
  parts.emitter.emitKind(OpKind::ActiveMask, result, CellKind::Word, {}, {result}, parts.costs.vote);
  return true;
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.activemask", activeMask},
    {"llvm.nvvm.shfl.sync.up.*", shuffle<ShuffleKind::Up>},
    {"llvm.nvvm.shfl.sync.down.*", shuffle<ShuffleKind::Down>},
    {"llvm.nvvm.shfl.sync.bfly.*", shuffle<ShuffleKind::Butterfly>},
    {"llvm.nvvm.shfl.sync.idx.*", shuffle<ShuffleKind::Index>},
    {"llvm.nvvm.vote.all.sync", vote<VoteKind::All>},
    {"llvm.nvvm.vote.any.sync", vote<VoteKind::Any>},
    {"llvm.nvvm.vote.uni.sync", vote<VoteKind::Uniform>},
    {"llvm.nvvm.vote.ballot.sync", vote<VoteKind::Ballot>},
    {"llvm.nvvm.match.any.sync.*", match<false>},
    {"llvm.nvvm.match.all.sync.*", match<true>},
    {"llvm.nvvm.redux.sync.add", reduce<ReduceKind::Add>},
    {"llvm.nvvm.redux.sync.min", reduce<ReduceKind::Min>},
    {"llvm.nvvm.redux.sync.max", reduce<ReduceKind::Max>},
    {"llvm.nvvm.redux.sync.umin", reduce<ReduceKind::UMin>},
    {"llvm.nvvm.redux.sync.umax", reduce<ReduceKind::UMax>},
    {"llvm.nvvm.redux.sync.and", reduce<ReduceKind::And>},
    {"llvm.nvvm.redux.sync.or", reduce<ReduceKind::Or>},
    {"llvm.nvvm.redux.sync.xor", reduce<ReduceKind::Xor>},
};

} // namespace

IntrinsicTable nvvmWarpOperations() { return table; }

} // namespace gevo::sim
