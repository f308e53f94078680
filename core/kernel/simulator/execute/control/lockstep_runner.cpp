#include "core/kernel/simulator/execute/control/lockstep_runner.h"

#include <algorithm>
#include <utility>

namespace gevo::sim {

bool LockstepRunner::run(WarpGroup& group) {
  const std::uint64_t turn = turnInstructions * group.warps.size();
  const auto isRunning = [](const Warp& warp) { return warp.state == WarpState::Running; };
  if (group.barrier || std::ranges::none_of(group.warps, isRunning)) return true;
  std::uint64_t turnEnds = statistics_.warpInstructions + turn;
  memory_.openLocal(group.warps.front().local); // empty, or each warp's own before it is accessed
  while (!group.stack.empty()) {
    const LockstepEntry& top = group.stack.top();
    if (top.block == top.reconverge || top.warps == 0) {
      group.stack.pop();
      continue;
    }
    switch (counters_.isOn() ? runTop<true>(group, turnEnds) : runTop<false>(group, turnEnds)) {
    case Stop::Fault:
      return false;
    case Stop::Waits:
      return true;
    case Stop::TurnOver:
      turnEnds = statistics_.warpInstructions + turn;
      if (goesOnTogether(group)) break;
      group.separate();
      return warpRunner_.run(group.warps);
    case Stop::Separated:
      return warpRunner_.run(group.warps);
    case Stop::StackChanged:
      break;
    }
  }
  for (Warp& warp : group.warps) warp.state = WarpState::Done;
  return true;
}

/// After a turn in which memory was polled and not changed, each warp has turns of its own.
bool LockstepRunner::goesOnTogether(WarpGroup& group) {
  bool polls = false;
  bool changes = std::exchange(group.changed, 0) != 0;
  for (Warp& warp : group.warps) {
    polls |= std::exchange(warp.polls, false);
    changes |= std::exchange(warp.changes, false);
  }
  return !polls || changes;
}

/// As WarpRunner::runTop.
template <bool counts> LockstepRunner::Stop LockstepRunner::runTop(WarpGroup& group, std::uint64_t turnEnds) {
  const Block* const blocks = context_.entry().blocks.data();
  Scoreboard& scoreboard = group.scoreboard;
  const Running running{group.stack.top().masks, group.stack.top().warps, group.isFull(group.stack.top().masks)};
  const Warps warps = running.warps;
  const std::uint32_t reconverge = group.stack.top().reconverge;
  const bool profiles = profiler_.isOn();
  std::uint32_t number = group.stack.top().block;
  double issue = 0;
  double ahead = 0; // of the warps' clocks, the same for all
  Stop stop = Stop::StackChanged;
  const Block* last = nullptr; // that ends with more than a step to the next
  while (number != reconverge) {
    if (statistics_.warpInstructions >= turnEnds) {
      stop = Stop::TurnOver;
      break;
    }
    const Block& block = blocks[number];
    if (!startBlock(group, block, number, running)) return Stop::Fault;
    issue += static_cast<double>(block.timing.issue) * countOf(warps);
    if (block.timing.waits || block.readsClock) scoreboard.advance(std::exchange(ahead, 0), warps);
    const double clocks = counts ? scoreboard.sumOfClocks(warps) : 0;
    if (block.timing.waits) scoreboard.beginBasicBlock(block.timing, warps);
    if (!(counts ? countOperations(group, block, running) : runOperations(group, block, running))) return Stop::Fault;
    if (block.timing.waits)
      scoreboard.endBasicBlock(block.timing, warps);
    else
      ahead += block.timing.cycles;
    if constexpr (counts)
      counters_.endBlock(context_.entry(), block, countOf(warps),
                         block.timing.waits ? scoreboard.sumOfClocks(warps) - clocks : block.timing.cycles * countOf(warps),
                         scoreboard.lengthOfBasicBlock(block.timing, warps));
    const Edge* const edge = commonEdge(group, block, running);
    if (!edge) {
      last = &block;
      break;
    }
    if (profiles) profiler_.take(context_.entry(), block, *edge);
    followEdge(group, *edge, running.masks, warps);
    number = edge->target;
  }
  group.stack.top().block = number;
  demand_.issue += issue;
  scoreboard.advance(ahead, warps);
  if (!last) return stop;
  if constexpr (counts) counters_.beginTerminator(scoreboard.sumOfClocks(warps));
  stop = endBlock(group, *last, running);
  if constexpr (counts) counters_.endTerminator(last->location, scoreboard.sumOfClocks(warps));
  return stop;
}

/// Counts it. False: that is more than the budget.
[[gnu::always_inline]] inline bool LockstepRunner::startBlock(WarpGroup& group, const Block& block, std::uint32_t number,
                                                              const Running& running) {
  const unsigned count = countOf(running.warps);
  statistics_.warpInstructions += static_cast<std::uint64_t>(block.instructions) * count;
  if (statistics_.warpInstructions > context_.limits.warpInstructions) {
    const unsigned first = firstWarp(running.warps);
    return warpRunner_.failBudget(group.warps[first], block, running.masks[first]);
  }
  profiler_.count(context_.entry(), number, count);
  return true;
}

/// Where all lanes take the same edge; null: they don't, or the block ends otherwise.
[[gnu::always_inline]] inline const Edge* LockstepRunner::commonEdge(const WarpGroup& group, const Block& block, const Running& running) {
  if (block.terminator == Terminator::Jump) return block.edges.data();
  if (block.terminator != Terminator::Branch) return nullptr;
  const Mask* const conditions = group.cells<Mask>(block.condition);
  Mask any = 0;
  Mask others = 0;
  forEachWarp(running.warps, [&](unsigned i) {
    const Mask taken = conditions[i] & running.masks[i];
    any |= taken;
    others |= taken ^ running.masks[i];
  });
  if (any != 0 && others != 0) return nullptr;
  return any != 0 ? &block.edges[0] : &block.edges[1];
}

[[gnu::always_inline]] inline bool LockstepRunner::runOperations(WarpGroup& group, const Block& block, const Running& running) {
  const std::size_t count = block.ops.size();
  const Op* const ops = block.ops.data();
  for (std::size_t i = 0; i < count; ++i) {
    const Op& op = ops[i];
    if (op.kind == OpKind::Lane)
      runLaneOperation(group, op, running);
    else if (!runOperation(group, block, i, running))
      return false;
  }
  return true;
}

/// As runOperations, for counters.
bool LockstepRunner::countOperations(WarpGroup& group, const Block& block, const Running& running) {
  for (std::size_t i = 0; i < block.ops.size(); ++i) {
    const Op& op = block.ops[i];
    if (op.kind == OpKind::Lane) {
      runLaneOperation(group, op, running);
      continue;
    }
    counters_.beginOperation(group.scoreboard.lengthOfBasicBlock(block.timing, running.warps));
    if (!runOperation(group, block, i, running)) return false;
    counters_.endOperation(context_.entry(), op, block.locations[i], group.scoreboard.lengthOfBasicBlock(block.timing, running.warps));
  }
  return true;
}

/// One that is not of lanes alone.
[[gnu::always_inline]] inline bool LockstepRunner::runOperation(WarpGroup& group, const Block& block, std::size_t number,
                                                                const Running& running) {
  const Op& op = block.ops[number];
  if (op.kind == OpKind::InvalidateAddress) {
    group.addresses.invalidate(op.extra);
    return true;
  }
  Warps rest = running.warps;
  if (op.kind == OpKind::Load || op.kind == OpKind::Store)
    rest = accesses_.run(group, context_.entry(), op, running.masks, rest, block.locations[number]);
  return rest == 0 || runOneByOne(group, block, number, running.masks, rest);
}

[[gnu::always_inline]] inline void LockstepRunner::runLaneOperation(WarpGroup& group, const Op& op, const Running& running) {
  if (running.isFull || !op.keepInactive) {
    op.function(group.frames, running.warps, op);
    return;
  }
  Op aside = op;
  aside.result = context_.entry().temporary;
  op.function(group.frames, running.warps, aside);
  vectors_.moveCells(group.frames, running.warps, running.masks.data(), op.result, aside.result, op.cell);
}

/// One operation, by one warp after the other.
bool LockstepRunner::runOneByOne(WarpGroup& group, const Block& block, std::size_t number, const Masks& masks, Warps warps) {
  const Op& op = block.ops[number];
  for (Warps rest = warps; rest != 0; rest &= rest - 1) {
    const unsigned i = firstWarp(rest);
    Warp& warp = group.warps[i];
    if (warp.local.bytesPerLane() != 0) memory_.openLocal(warp.local);
    if (!operations_.runUncoalesced(warp, context_.entry(), op, masks[i], block.locations[number])) return false;
  }
  return true;
}

void LockstepRunner::followEdge(WarpGroup& group, const Edge& edge, const Masks& masks, Warps warps) {
  if (edge.moves.empty() && edge.tracked.empty()) return;
  Masks lanes; // those without a thread too, which hold nothing
  for (unsigned i = 0; i < warpGroupSize; ++i) lanes[i] = masks[i] == group.existing[i] ? ~0U : masks[i];
  for (const Move& move : edge.moves) vectors_.moveCells(group.frames, warps, lanes.data(), move.to, move.from, move.cell);
  group.scoreboard.passOn(edge.tracked, warps);
}

} // namespace gevo::sim
