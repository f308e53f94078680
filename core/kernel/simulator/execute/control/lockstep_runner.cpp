#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gevo::sim {

// A gang is one warp of many lanes, as far as control goes: a stack of groups with a mask for each warp. What a warp counts and when it
// gets where is what it would be if it ran alone; only between warps the order of what they do is another, and who relies on that order
// races. Whatever a gang does not know how to do, its warps do one by one, and join again at the next barrier where all are together.

Warps Executor::warpsOf(const Masks& masks) {
  Warps warps = 0;
  for (unsigned i = 0; i < gangSize; ++i) warps |= static_cast<Warps>(masks[i] != 0) << i;
  return warps;
}

/// All threads of the masks' warps take part, as far as there are any.
bool Executor::isFull(const Gang& gang, const Masks& masks) {
  Mask missing = 0;
  for (unsigned i = 0; i < gangSize; ++i) missing |= masks[i] != 0 ? masks[i] ^ gang.existing[i] : 0;
  return missing == 0;
}

/// For a new launch.
void Executor::makeGangs() {
  const CodeFunction& function = kernel_.functions.front();
  const std::size_t frameUnits = function.frameBytes / sizeof(FrameUnit);
  frames_.resize(warpCount_ * frameUnits);
  gangs_.assign((warpCount_ + gangSize - 1) / gangSize, {});
  for (unsigned i = 0; i < gangs_.size(); ++i) {
    Gang& gang = gangs_[i];
    gang.first = i * gangSize;
    gang.count = std::min(gangSize, warpCount_ - gang.first);
    gang.frames = {reinterpret_cast<std::byte*>(&frames_[gang.first * frameUnits]), gang.count};
    gang.known.resize(function.watches);
    gang.times.ready.resize(function.trackedValues);
  }
}

/// For a new block of threads.
void Executor::startGangs() {
  for (Gang& gang : gangs_) {
    for (unsigned w = 0; w < gang.count; ++w) gang.existing[w] = warps_[gang.first + w].existing;
    gang.inStep = false;
    gang.barrier = nullptr;
    gang.changed = 0;
    gang.times.clock = {};
    std::ranges::fill(gang.times.ready, EachWarp<double>{});
    for (KnownRows& known : gang.known) known.written = false;
    joinGang(gang);
  }
}

/// Where its warps stand at the same place, with nothing left behind.
void Executor::joinGang(Gang& gang) {
  if (gang.count < 2 || !limits_.inStep) return;
  const LaneGroup* group = nullptr;
  GangGroup all;
  for (unsigned i = 0; i < gang.count; ++i) {
    const Warp& warp = warps_[gang.first + i];
    if (warp.state == WarpState::Done) continue;
    if (warp.state != WarpState::Running || warp.frames.size() != 1 || warp.groups.size() != 1) return;
    const LaneGroup& own = warp.groups.front();
    if (group && (own.block != group->block || own.reconverge != group->reconverge)) return;
    group = &own;
    all.masks[i] = own.mask;
  }
  if (!group) return;
  all.block = group->block;
  all.reconverge = group->reconverge;
  all.warps = warpsOf(all.masks);
  gang.groups.assign(1, all);
  gang.inStep = true;
}

/// Each warp goes on alone, from where it is.
void Executor::partGang(Gang& gang) {
  gang.inStep = false;
  forEach(std::exchange(gang.changed, 0), [&](unsigned i) { warps_[gang.first + i].changes = true; });
  for (unsigned i = 0; i < gang.count; ++i) {
    Warp& warp = warps_[gang.first + i];
    warp.groups.clear();
    for (const GangGroup& group : gang.groups)
      if (group.masks[i] != 0) warp.groups.push_back({group.block, group.reconverge, group.masks[i]});
  }
}

bool Executor::runGang(Gang& gang) {
  Warp* const warps = &warps_[gang.first];
  const std::uint64_t turn = turnInstructions * gang.count;
  if (gang.barrier || std::none_of(warps, warps + gang.count, [](const Warp& warp) { return warp.state == WarpState::Running; }))
    return true;
  std::uint64_t turnEnds = report_.statistics.warpInstructions + turn;
  memory_.openLocal(warps->local.data(), warps->localWritten.data(), warps->localBytes); // none, or each warp's own before it is accessed
  while (!gang.groups.empty()) {
    const GangGroup& top = gang.groups.back();
    if (top.block == top.reconverge || top.warps == 0) {
      gang.groups.pop_back();
      continue;
    }
    switch (runInStep(gang, turnEnds)) {
    case Step::Fault:
      return false;
    case Step::Stops:
      return true;
    case Step::Turn: {
      bool polls = false;
      bool changes = std::exchange(gang.changed, 0) != 0;
      for (unsigned i = 0; i < gang.count; ++i) {
        polls |= std::exchange(warps[i].polls, false);
        changes |= std::exchange(warps[i].changes, false);
      }
      turnEnds = report_.statistics.warpInstructions + turn;
      if (!polls || changes) break;
      partGang(gang);
      return runWarps(gang);
    }
    case Step::Apart:
      return runWarps(gang);
    case Step::Changed:
      break;
    }
  }
  for (unsigned i = 0; i < gang.count; ++i) warps[i].state = WarpState::Done;
  return true;
}

/// As runGroup: the group on top, block after block, as long as all of it goes the same way.
Executor::Step Executor::runInStep(Gang& gang, std::uint64_t turnEnds) {
  const CodeFunction& function = kernel_.functions.front();
  const Block* const blocks = function.blocks.data();
  Times& times = gang.times;
  const Masks masks = gang.groups.back().masks;
  const std::uint32_t reconverge = gang.groups.back().reconverge;
  std::uint32_t number = gang.groups.back().block;
  const Warps active = gang.groups.back().warps;
  const auto count = countOf(active);
  const bool full = isFull(gang, masks);
  Masks taken{};
  double issue = 0;
  double ahead = 0; // of the warps' clocks, the same for all
  Step end = Step::Changed;
  const Block* last = nullptr; // that ends with more than a step to the next
  while (number != reconverge) {
    if (report_.statistics.warpInstructions >= turnEnds) {
      end = Step::Turn;
      break;
    }
    const Block& block = blocks[number];
    report_.statistics.warpInstructions += static_cast<std::uint64_t>(block.instructions) * count;
    if (report_.statistics.warpInstructions > limits_.warpInstructions) {
      const auto first = static_cast<unsigned>(std::countr_zero(active));
      overBudget(warps_[gang.first + first], block, masks[first]);
      return Step::Fault;
    }
    if (profile_) countBlock(function, number, count);
    issue += static_cast<double>(block.timing.issue) * count;
    if (block.timing.waits || block.readsClock) {
      if (ahead != 0) forEach(active, [&](unsigned i) { times.clock[i] += ahead; });
      if (block.timing.waits) startTimingInStep(times, block.timing, active);
      ahead = 0;
    }
    if (!runOpsInStep(gang, function, block, masks, active, full)) return Step::Fault;
    if (block.timing.waits)
      endTimingInStep(times, block.timing, active);
    else
      ahead += block.timing.cycles;
    if (block.terminator != Terminator::Jump && block.terminator != Terminator::Branch) {
      last = &block;
      break;
    }
    const Edge* edge = block.edges.data();
    if (block.terminator == Terminator::Branch) {
      const Mask* const conditions = cellsAt<Mask>(gang.frames, block.condition);
      Mask any = 0;
      Mask others = 0;
      forEach(active, [&](unsigned i) {
        taken[i] = conditions[i] & masks[i];
        any |= taken[i];
        others |= taken[i] ^ masks[i];
      });
      if (any != 0 && others != 0) {
        last = &block;
        break;
      }
      if (any == 0) ++edge;
    }
    followInStep(gang, *edge, masks, active);
    number = edge->target;
  }
  gang.groups.back().block = number;
  phase_.issue += issue;
  if (ahead != 0) forEach(active, [&](unsigned i) { times.clock[i] += ahead; });
  return last ? endInStep(gang, *last, masks, active) : end;
}

// Copies of their own, which no store can change, are what the compiler makes vectors of. Of a warp that is not active, only its clock and
// what it waits for must stay.

void Executor::startTimingInStep(Times& times, const BlockTiming& timing, Warps active) {
  EachWarp<double> start = times.clock;
  for (const BlockTiming::Input& input : timing.inputs) {
    const EachWarp<double> ready = times.ready[static_cast<std::size_t>(input.tracked)];
    for (unsigned i = 0; i < gangSize; ++i) start[i] = std::max(start[i], ready[i] + input.tail - timing.length);
  }
  times.start = start;
  for (std::uint32_t level = 0; level < timing.levels; ++level) times.delay[level] = {};
  for (const BlockTiming::Output& output : timing.outputs) {
    EachWarp<double>& ready = times.ready[static_cast<std::size_t>(output.tracked)];
    forEach(active, [&](unsigned i) { ready[i] = start[i] + output.ready; });
  }
}

void Executor::endTimingInStep(Times& times, const BlockTiming& timing, Warps active) {
  EachWarp<double> length;
  length.fill(timing.length);
  for (std::uint32_t level = 0; level < timing.levels; ++level) {
    const EachWarp<float> delay = times.delay[level];
    for (unsigned i = 0; i < gangSize; ++i) length[i] += delay[i];
  }
  const EachWarp<double> start = times.start;
  forEach(active, [&](unsigned i) { times.clock[i] = start[i] + std::max(length[i], static_cast<double>(timing.issue)); });
}

bool Executor::runOpsInStep(Gang& gang, const CodeFunction& function, const Block& block, const Masks& masks, Warps active, bool isFull) {
  const std::size_t count = block.ops.size();
  const Op* const ops = block.ops.data();
  for (std::size_t i = 0; i < count; ++i) {
    const Op& op = ops[i];
    if (op.kind == OpKind::Lane) {
      if (isFull || !op.keepInactive) {
        op.function(gang.frames, active, op);
      } else {
        Op aside = op;
        aside.result = function.temporary;
        op.function(gang.frames, active, aside);
        vectors_.moveCells(gang.frames, active, masks.data(), op.result, aside.result, op.cell);
      }
      continue;
    }
    if (op.kind == OpKind::Forget) {
      gang.known[op.extra].region = nullptr;
      continue;
    }
    Warps rest = active;
    if (op.kind == OpKind::Load || op.kind == OpKind::Store) {
      const Access& access = function.accesses[op.extra];
      if (access.isWord && access.alignment <= 4 && mayBeInRows(op.extra)) {
        rest = op.kind == OpKind::Load ? loadRowsInStep(gang, access, op, masks, active, block.places[i])
                                       : storeRowsInStep(gang, access, op, masks, active, block.places[i]);
        noteRows(op.extra, rest != active);
      }
    }
    if (rest != 0 && !runApart(gang, function, block, i, masks, rest)) return false;
  }
  return true;
}

/// One operation, by one warp after the other.
bool Executor::runApart(Gang& gang, const CodeFunction& function, const Block& block, std::size_t number, const Masks& masks,
                        Warps warpsLeft) {
  const Op& op = block.ops[number];
  for (Warps rest = warpsLeft; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    Warp& warp = warps_[gang.first + i];
    if (warp.localBytes != 0) memory_.openLocal(warp.local.data(), warp.localWritten.data(), warp.localBytes);
    if (!runOtherOp(warp, function, op, masks[i], block.places[number])) return false;
  }
  return true;
}

void Executor::followInStep(Gang& gang, const Edge& edge, const Masks& masks, Warps active) {
  if (edge.moves.empty() && edge.tracked.empty()) return;
  Masks whole; // lanes without a thread hold nothing
  for (unsigned i = 0; i < gangSize; ++i) whole[i] = masks[i] == gang.existing[i] ? ~0U : masks[i];
  for (const Move& move : edge.moves) vectors_.moveCells(gang.frames, active, whole.data(), move.to, move.from, move.cell);
  for (const TrackedMove& move : edge.tracked) {
    const EachWarp<double> from = move.from < 0 ? EachWarp<double>{} : gang.times.ready[static_cast<std::size_t>(move.from)];
    EachWarp<double>& to = gang.times.ready[static_cast<std::size_t>(move.to)];
    forEach(active, [&](unsigned i) { to[i] = from[i]; });
  }
}

/// What ends a block where not all of the gang goes on to the same next one.
Executor::Step Executor::endInStep(Gang& gang, const Block& block, const Masks& masks, Warps active) {
  switch (block.terminator) {
  case Terminator::Branch: {
    const Mask* const conditions = cellsAt<Mask>(gang.frames, block.condition);
    GangWay ways[] = {{&block.edges[0], {}}, {&block.edges[1], {}}};
    forEach(active, [&](unsigned i) {
      ways[0].masks[i] = conditions[i] & masks[i];
      ways[1].masks[i] = masks[i] & ~ways[0].masks[i];
    });
    divergeInStep(gang, block, ways);
    return Step::Changed;
  }
  case Terminator::Switch:
    chooseInStep(gang, block, masks, active);
    return Step::Changed;
  case Terminator::Return:
    gang.groups.pop_back();
    forEach(active, [&](unsigned i) { warps_[gang.first + i].live &= ~masks[i]; });
    return Step::Changed;
  case Terminator::Barrier:
    if (!block.hasThreads && allHere(gang, masks)) return stopGang(gang, block, masks) ? Step::Stops : Step::Fault;
    break;
  default:
    break;
  }
  return endApart(gang, block, masks, active);
}

/// As chooseWays.
void Executor::chooseInStep(Gang& gang, const Block& block, const Masks& masks, Warps active) {
  std::vector<GangWay> ways;
  for (const Edge& edge : block.edges) ways.push_back({&edge, {}});
  forEach(active, [&](unsigned w) {
    for (Mask rest = masks[w]; rest; rest &= rest - 1)
      ways[edgeOf(warps_[gang.first + w], block, firstLane(rest))].masks[w] |= rest & -rest;
  });
  std::erase_if(ways, [](const GangWay& way) { return warpsOf(way.masks) == 0; });
  if (ways.size() > 1) return divergeInStep(gang, block, ways);
  followInStep(gang, *ways.front().edge, masks, active);
  gang.groups.back().block = ways.front().edge->target;
}

/// The end of a block, by one warp after the other, that go on alone.
Executor::Step Executor::endApart(Gang& gang, const Block& block, const Masks& masks, Warps active) {
  partGang(gang);
  for (Warps rest = active; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    Warp& warp = warps_[gang.first + i];
    if (endBlock(warp, block, masks[i]) == GroupEnd::Fault) return Step::Fault;
  }
  return Step::Apart;
}

/// Every running thread of the gang is in the masks.
bool Executor::allHere(const Gang& gang, const Masks& masks) const {
  for (unsigned i = 0; i < gang.count; ++i)
    if (masks[i] != warps_[gang.first + i].live) return false;
  return true;
}

bool Executor::stopGang(Gang& gang, const Block& block, const Masks& masks) {
  gang.barrier = &block;
  // What more there is to know of a barrier, each warp says.
  if ((block.barrierNumber < 0 || block.barrierReduce != 0) && !standApart(gang, masks)) return false;
  gang.groups.back().block = block.edges[0].target;
  return true;
}

/// At the barrier each warp waits by itself.
bool Executor::standApart(Gang& gang, const Masks& masks) {
  const Block& block = *std::exchange(gang.barrier, nullptr);
  for (unsigned i = 0; i < gang.count; ++i) {
    Warp& warp = warps_[gang.first + i];
    if (masks[i] == 0)
      warp.state = WarpState::Done;
    else if (!arrive(warp, block, masks[i]))
      return false;
  }
  return true;
}

void Executor::leaveGroups(Gang& gang, unsigned warp, Mask mask) {
  for (GangGroup& group : gang.groups) {
    group.masks[warp] &= ~mask;
    if (group.masks[warp] == 0) group.warps &= ~(1U << warp);
  }
}

/// As diverge. A warp all of whose lanes go one way does not diverge itself.
void Executor::divergeInStep(Gang& gang, const Block& block, std::span<GangWay> ways) {
  GangGroup group = gang.groups.back();
  gang.groups.pop_back();
  if (block.reconverge != group.reconverge && block.reconverge != noBlock) {
    group.block = block.reconverge;
    gang.groups.push_back(group);
  }
  const std::uint32_t meet = block.reconverge == noBlock ? group.reconverge : block.reconverge;
  Warps seen = 0;
  Warps diverged = 0;
  for (const GangWay& way : ways) {
    const Warps here = warpsOf(way.masks);
    report_.statistics.divergentBranches += countOf(seen & here);
    forEach(seen & here, [&](unsigned w) { gang.times.clock[w] += model_.divergence; });
    diverged |= seen & here;
    seen |= here;
  }
  for (std::size_t i = ways.size(); i-- > 0;) {
    GangWay& way = ways[i];
    if (kernel_.functions.front().blocks[way.edge->target].onlyReturns)
      forEach(diverged & warpsOf(way.masks), [&](unsigned w) {
        warps_[gang.first + w].live &= ~way.masks[w];
        leaveGroups(gang, w, way.masks[w]);
        way.masks[w] = 0;
      });
    const Warps here = warpsOf(way.masks);
    if (here == 0) continue;
    followInStep(gang, *way.edge, way.masks, here);
    if (way.edge->target != meet) gang.groups.push_back({way.edge->target, meet, here, way.masks});
  }
}

} // namespace gevo::sim
