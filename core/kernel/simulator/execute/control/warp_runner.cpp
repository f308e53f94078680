#include "core/kernel/simulator/execute/control/warp_runner.h"

#include <algorithm>
#include <utility>

namespace gevo::sim {

bool WarpRunner::run(std::span<Warp> warps) {
  for (Warp& warp : warps) {
    if (warp.state != WarpState::Running) continue;
    memory_.openLocal(warp.local);
    if (!run(warp)) return false;
  }
  return true;
}

bool WarpRunner::run(Warp& warp) {
  std::uint64_t turnEnds = statistics_.warpInstructions + (warp.resumeAt == 0 ? turnInstructions : warp.turnLeft);
  for (;;) {
    if (warp.stack.depth() == warp.calls.back().stackDepth) {
      if (!calls_.leave(warp)) return true;
      continue;
    }
    const StackEntry& top = warp.stack.top();
    if (top.mask == 0 || top.block == top.reconverge) {
      warp.stack.pop();
      continue;
    }
    switch (counters_.isOn() ? runTop<true>(warp, turnEnds) : runTop<false>(warp, turnEnds)) {
    case Stop::Fault:
      return false;
    case Stop::Waits:
      return true;
    case Stop::Interrupted:
      warp.turnLeft = turnEnds - std::min(turnEnds, statistics_.warpInstructions);
      return true;
    case Stop::TurnOver: {
      const bool changes = std::exchange(warp.changes, false);
      if (std::exchange(warp.polls, false) && !changes && (warp.waitsAtGrid || !warp.stack.resumeWaiting(warp.calls.back().stackDepth)))
        return true;
      turnEnds = statistics_.warpInstructions + turnInstructions;
      break;
    }
    case Stop::StackChanged:
      break;
    }
  }
}

/// Runs the entry on top of the stack, block after block, as long as all of its lanes take the same path.
template <bool counts> WarpRunner::Stop WarpRunner::runTop(Warp& warp, std::uint64_t turnEnds) {
  const CodeFunction& function = warp.function();
  const Block* const blocks = function.blocks.data();
  // Copied field by field: as a whole, the entry would wait for its fields' own stores.
  const Mask mask = warp.stack.top().mask;
  const std::uint32_t reconverge = warp.stack.top().reconverge;
  std::uint32_t number = warp.stack.top().block;
  const WarpFrame& frame = warp.frame; // not a copy, whose parts the calls of lane functions would wait for
  Scoreboard& scoreboard = *warp.scoreboard;
  const unsigned self = warp.self();
  const std::size_t tracked = warp.calls.back().tracked;
  const bool profiles = profiler_.isOn();
  // Sums that every block adds to would wait for each other in memory.
  double clock = warp.clock();
  double issue = 0;
  Stop stop = Stop::StackChanged;
  const Block* last = nullptr; // that ends with more than a step to the next
  while (number != reconverge) {
    const Block& block = blocks[number];
    if (warp.resumeAt == 0) {
      if (statistics_.warpInstructions >= turnEnds) {
        stop = Stop::TurnOver;
        break;
      }
      statistics_.warpInstructions += block.instructions;
      if (statistics_.warpInstructions > context_.limits.warpInstructions) {
        failBudget(warp, block, mask);
        return Stop::Fault;
      }
      if (profiles) profiler_.count(function, number, 1);
      issue += block.timing.issue;
      scoreboard.clock(self) = clock;
      if (block.timing.waits) scoreboard.beginBasicBlock(block.timing, self, tracked);
    }
    if (turns_ != nullptr) {
      stop = runUpToSharing(warp, function, block, frame, mask);
      if (stop == Stop::Fault) return stop;
      if (stop == Stop::Interrupted) break;
    } else if (!(counts ? countOperations(warp, function, block, frame, mask) : runOperations(warp, function, block, frame, mask))) {
      return Stop::Fault;
    }
    const double began = clock;
    clock = block.timing.waits ? scoreboard.endOfBasicBlock(block.timing, self) : clock + block.timing.cycles;
    if constexpr (counts) counters_.endBlock(function, block, 1, clock - began, scoreboard.lengthOfBasicBlock(block.timing, 1U << self));
    const Mask taken = block.terminator == Terminator::Branch ? maskCell(warp, block.condition) & mask : mask;
    if ((block.terminator != Terminator::Jump && block.terminator != Terminator::Branch) || (taken != mask && taken != 0)) {
      last = &block;
      break;
    }
    // A jump of the machine's own, which it foresees: an edge chosen by arithmetic would have to wait for the lanes' comparison.
    const Edge* edge = block.edges.data();
    if (taken == 0) {
      asm volatile("");
      ++edge;
    }
    if (profiles) profiler_.take(function, block, *edge);
    followEdge(vectors_, warp, frame, tracked, *edge, mask);
    number = edge->target;
  }
  warp.stack.top().block = number;
  scoreboard.clock(self) = clock;
  demand_.issue += issue;
  if (!last) return stop;
  if constexpr (counts) counters_.beginTerminator(clock);
  if (!endBlock(warp, *last, mask)) return Stop::Fault;
  if constexpr (counts) counters_.endTerminator(last->location, scoreboard.clock(self));
  return last->terminator == Terminator::Barrier ? Stop::Waits : Stop::StackChanged;
}

[[gnu::always_inline]] inline bool WarpRunner::runOperations(Warp& warp, const CodeFunction& function, const Block& block,
                                                             const WarpFrame& frame, Mask mask) {
  if (mask != warp.existing) return runMasked(warp, function, block, frame, mask);
  const std::size_t count = block.ops.size();
  const Op* ops = block.ops.data();
  for (std::size_t i = 0; i < count; ++i) {
    const Op& op = ops[i];
    if (op.kind == OpKind::Lane)
      frame.run(op);
    else if (!operations_.run(warp, function, op, mask, block.locations[i]))
      return false;
  }
  return true;
}

/// As runOperations, for counters.
bool WarpRunner::countOperations(Warp& warp, const CodeFunction& function, const Block& block, const WarpFrame& frame, Mask mask) {
  const Warps self = Warps{1} << warp.self();
  for (std::size_t i = 0; i < block.ops.size(); ++i) {
    const Op& op = block.ops[i];
    const bool isCounted = op.kind != OpKind::Lane;
    if (isCounted) counters_.beginOperation(warp.scoreboard->lengthOfBasicBlock(block.timing, self));
    if (!runOperation(warp, function, frame, op, mask, block.locations[i])) return false;
    if (isCounted) counters_.endOperation(function, op, block.locations[i], warp.scoreboard->lengthOfBasicBlock(block.timing, self));
  }
  return true;
}

/// Some lanes take no part: what outlives the block stays for them.
inline bool WarpRunner::runMasked(Warp& warp, const CodeFunction& function, const Block& block, const WarpFrame& frame, Mask mask) {
  const std::size_t count = block.ops.size();
  for (std::size_t i = 0; i < count; ++i)
    if (!runOperation(warp, function, frame, block.ops[i], mask, block.locations[i])) return false;
  return true;
}

[[gnu::always_inline]] inline bool WarpRunner::runOperation(Warp& warp, const CodeFunction& function, const WarpFrame& frame, const Op& op,
                                                            Mask mask, std::uint32_t location) {
  if (op.kind != OpKind::Lane) return operations_.run(warp, function, op, mask, location);
  if (op.keepInactive && mask != warp.existing) {
    Op aside = op;
    aside.result = function.temporary;
    frame.run(aside);
    copyCell(vectors_, frame, op.result, frame, aside.result, op.cell, mask);
  } else {
    frame.run(op);
  }
  return true;
}

/// Goes on where the warp was interrupted. StackChanged: at the end of the block.
WarpRunner::Stop WarpRunner::runUpToSharing(Warp& warp, const CodeFunction& function, const Block& block, const WarpFrame& frame,
                                            Mask mask) {
  for (std::size_t i = std::exchange(warp.resumeAt, 0); i < block.ops.size(); ++i) {
    const bool polled = std::exchange(warp.polls, false);
    if (!runOperation(warp, function, frame, block.ops[i], mask, block.locations[i])) return Stop::Fault;
    const bool shares = warp.polls;
    warp.polls |= polled;
    if (!shares || !turns_->stops()) continue;
    warp.resumeAt = i + 1;
    return Stop::Interrupted;
  }
  return Stop::StackChanged;
}

bool WarpRunner::failBudget(const Warp& warp, const Block& block, Mask mask) {
  return reporter_.fault(FaultKind::Budget, block.locations.empty() ? block.location : block.locations.front(), warp, mask,
                         fmt::format("the launch needs more than its budget of {} warp instructions", context_.limits.warpInstructions));
}

bool WarpRunner::endBlock(Warp& warp, const Block& block, Mask mask) {
  switch (block.terminator) {
  case Terminator::Jump:
    break;
  case Terminator::Branch: {
    const Mask taken = maskCell(warp, block.condition) & mask;
    const Path paths[] = {{&block.edges[0], taken}, {&block.edges[1], mask & ~taken}};
    diverge(warp, block, paths);
    break;
  }
  case Terminator::Switch:
    takePaths(warp, block, switchPaths(warp, block, mask));
    break;
  case Terminator::Return:
    warp.stack.pop();
    if (warp.calls.size() == 1) warp.live &= ~mask;
    break;
  case Terminator::Unreachable:
    return reporter_.fault(FaultKind::Trap, block.location, warp, mask,
                           "execution reached a place that the compiler was told is unreachable");
  case Terminator::Barrier:
    if (!barriers_.arrive(warp, block, mask)) return false;
    warp.stack.top().block = block.edges[0].target;
    break;
  case Terminator::Call:
    return calls_.call(warp, block, mask);
  case Terminator::CallPointer:
    return calls_.callPointer(warp, block, mask);
  }
  return true;
}

void WarpRunner::takePaths(Warp& warp, const Block& block, std::span<const Path> paths) {
  if (paths.size() > 1) return diverge(warp, block, paths);
  profiler_.take(warp.function(), block, *paths[0].edge);
  takeEdge(warp, *paths[0].edge, paths[0].mask);
  warp.stack.top().block = paths[0].edge->target;
}

void WarpRunner::takeEdge(const Warp& warp, const Edge& edge, Mask mask) {
  followEdge(vectors_, warp, warp.frame, warp.calls.back().tracked, edge, mask);
}

/// Pushes the paths, which run one after the other until they reconverge.
void WarpRunner::diverge(Warp& warp, const Block& block, std::span<const Path> paths) {
  const std::uint32_t meet = warp.stack.split(block.reconverge);
  const CodeFunction& function = warp.function();
  for (std::size_t i = paths.size(); i-- > 0;) {
    const Path& path = paths[i];
    profiler_.take(function, block, *path.edge);
    // Lanes that have nothing left to do leave at once, as EXIT does: nobody waits for them at a barrier.
    if (warp.calls.size() == 1 && function.blocks[path.edge->target].onlyReturns) {
      warp.live &= ~path.mask;
      warp.stack.remove(path.mask);
      continue;
    }
    takeEdge(warp, *path.edge, path.mask);
    if (path.edge->target != meet) warp.stack.push({path.edge->target, meet, path.mask});
  }
  statistics_.divergentBranches += paths.size() - 1;
  warp.clock() += context_.model.divergence * static_cast<double>(paths.size() - 1);
}

} // namespace gevo::sim
