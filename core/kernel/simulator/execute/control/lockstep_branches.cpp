// The end of a basic block where not all lanes of a group go on to the same next one.

#include "core/kernel/simulator/execute/control/lockstep_runner.h"

namespace gevo::sim {

LockstepRunner::Stop LockstepRunner::endBlock(WarpGroup& group, const Block& block, const Running& running) {
  switch (block.terminator) {
  case Terminator::Branch: {
    const Mask* const conditions = group.cells<Mask>(block.condition);
    GroupPath paths[] = {{&block.edges[0], {}}, {&block.edges[1], {}}};
    forEachWarp(running.warps, [&](unsigned i) {
      paths[0].masks[i] = conditions[i] & running.masks[i];
      paths[1].masks[i] = running.masks[i] & ~paths[0].masks[i];
    });
    diverge(group, block, paths);
    return Stop::StackChanged;
  }
  case Terminator::Switch: {
    std::vector<GroupPath> paths = switchPaths(group, block, running);
    takePaths(group, block, paths);
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
    if (!warpRunner_.endBlock(group.warps[i], block, running.masks[i])) return Stop::Fault;
  }
  return Stop::Separated;
}

std::vector<LockstepRunner::GroupPath> LockstepRunner::switchPaths(const WarpGroup& group, const Block& block, const Running& running) {
  std::vector<GroupPath> paths;
  for (const Edge& edge : block.edges) paths.push_back({&edge, {}});
  forEachWarp(running.warps, [&](unsigned i) {
    for (Mask rest = running.masks[i]; rest; rest &= rest - 1)
      paths[switchEdge(group.warps[i], block, firstLane(rest))].masks[i] |= rest & -rest;
  });
  std::erase_if(paths, [](const GroupPath& path) { return warpsOf(path.masks) == 0; });
  return paths;
}

void LockstepRunner::takePaths(WarpGroup& group, const Block& block, std::span<GroupPath> paths) {
  if (paths.size() > 1) return diverge(group, block, paths);
  profiler_.take(context_.entry(), block, *paths[0].edge);
  followEdge(group, *paths[0].edge, paths[0].masks, warpsOf(paths[0].masks));
  group.stack.top().block = paths[0].edge->target;
}

/// As WarpRunner::diverge.
void LockstepRunner::diverge(WarpGroup& group, const Block& block, std::span<GroupPath> paths) {
  const std::uint32_t meet = group.stack.split(block.reconverge);
  const Warps diverged = countDivergence(group, paths);
  for (std::size_t i = paths.size(); i-- > 0;) {
    GroupPath& path = paths[i];
    profiler_.take(context_.entry(), block, *path.edge);
    if (context_.entry().blocks[path.edge->target].onlyReturns)
      forEachWarp(diverged & warpsOf(path.masks), [&](unsigned w) {
        group.warps[w].live &= ~path.masks[w];
        group.stack.remove(w, path.masks[w]);
        path.masks[w] = 0;
      });
    const Warps here = warpsOf(path.masks);
    if (here == 0) continue;
    followEdge(group, *path.edge, path.masks, here);
    if (path.edge->target != meet) group.stack.push({path.edge->target, meet, here, path.masks});
  }
}

/// The warps whose own lanes take more than one path.
Warps LockstepRunner::countDivergence(WarpGroup& group, std::span<const GroupPath> paths) {
  Warps seen = 0;
  Warps diverged = 0;
  for (const GroupPath& path : paths) {
    const Warps again = seen & warpsOf(path.masks);
    statistics_.divergentBranches += countOf(again);
    forEachWarp(again, [&](unsigned w) { group.scoreboard.clock(w) += context_.model.divergence; });
    diverged |= again;
    seen |= warpsOf(path.masks);
  }
  return diverged;
}

} // namespace gevo::sim
