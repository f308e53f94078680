// The end of a basic block where not all lanes of a group go on to the same next one.

#include "core/kernel/simulator/execute/control/lockstep_runner.h"

namespace gevo::sim {

LockstepRunner::Stop LockstepRunner::endBlock(WarpGroup& group, const Block& block, const Running& running) {
  switch (block.terminator) {
  case Terminator::Branch: {
    const Mask* const conditions = group.cells<Mask>(block.condition);
    GroupWay ways[] = {{&block.edges[0], {}}, {&block.edges[1], {}}};
    forEachWarp(running.warps, [&](unsigned i) {
      ways[0].masks[i] = conditions[i] & running.masks[i];
      ways[1].masks[i] = running.masks[i] & ~ways[0].masks[i];
    });
    diverge(group, block, ways);
    return Stop::StackChanged;
  }
  case Terminator::Switch: {
    std::vector<GroupWay> ways = switchWays(group, block, running);
    takeWays(group, block, ways);
    return Stop::StackChanged;
  }
  case Terminator::Return:
    group.stack.pop();
    forEachWarp(running.warps, [&](unsigned i) { group.warps[i].live &= ~running.masks[i]; });
    return Stop::StackChanged;
  case Terminator::Barrier:
    if (!block.hasThreads && group.areAllIn(running.masks))
      return barriers_.arrive(group, block, running.masks) ? Stop::Waits : Stop::Fault;
    return endSeparately(group, block, running);
  default:
    return endSeparately(group, block, running);
  }
}

/// By one warp after the other, that go on alone.
LockstepRunner::Stop LockstepRunner::endSeparately(WarpGroup& group, const Block& block, const Running& running) {
  group.separate();
  for (Warps rest = running.warps; rest != 0; rest &= rest - 1) {
    const unsigned i = firstWarp(rest);
    if (!alone_.endBlock(group.warps[i], block, running.masks[i])) return Stop::Fault;
  }
  return Stop::Separated;
}

std::vector<LockstepRunner::GroupWay> LockstepRunner::switchWays(const WarpGroup& group, const Block& block, const Running& running) {
  std::vector<GroupWay> ways;
  for (const Edge& edge : block.edges) ways.push_back({&edge, {}});
  forEachWarp(running.warps, [&](unsigned i) {
    for (Mask rest = running.masks[i]; rest; rest &= rest - 1)
      ways[switchEdge(group.warps[i], block, firstLane(rest))].masks[i] |= rest & -rest;
  });
  std::erase_if(ways, [](const GroupWay& way) { return warpsOf(way.masks) == 0; });
  return ways;
}

void LockstepRunner::takeWays(WarpGroup& group, const Block& block, std::span<GroupWay> ways) {
  if (ways.size() > 1) return diverge(group, block, ways);
  followEdge(group, *ways[0].edge, ways[0].masks, warpsOf(ways[0].masks));
  group.stack.top().block = ways[0].edge->target;
}

/// As WarpRunner::diverge.
void LockstepRunner::diverge(WarpGroup& group, const Block& block, std::span<GroupWay> ways) {
  const std::uint32_t meet = group.stack.split(block.reconverge);
  const Warps diverged = countDivergence(group, ways);
  for (std::size_t i = ways.size(); i-- > 0;) {
    GroupWay& way = ways[i];
    if (context_.entry().blocks[way.edge->target].onlyReturns)
      forEachWarp(diverged & warpsOf(way.masks), [&](unsigned w) {
        group.warps[w].live &= ~way.masks[w];
        group.stack.remove(w, way.masks[w]);
        way.masks[w] = 0;
      });
    const Warps here = warpsOf(way.masks);
    if (here == 0) continue;
    followEdge(group, *way.edge, way.masks, here);
    if (way.edge->target != meet) group.stack.push({way.edge->target, meet, here, way.masks});
  }
}

/// The warps whose lanes go more than one way: one all of whose lanes go the same does not diverge itself.
Warps LockstepRunner::countDivergence(WarpGroup& group, std::span<const GroupWay> ways) {
  Warps seen = 0;
  Warps diverged = 0;
  for (const GroupWay& way : ways) {
    const Warps again = seen & warpsOf(way.masks);
    statistics_.divergentBranches += countOf(again);
    forEachWarp(again, [&](unsigned w) { group.scoreboard.clock(w) += context_.model.divergence; });
    diverged |= again;
    seen |= warpsOf(way.masks);
  }
  return diverged;
}

} // namespace gevo::sim
