#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace gevo::sim {

namespace {
constexpr std::size_t deepestCall = 64;
constexpr std::size_t largestLocal = 512 << 10;
constexpr std::size_t largestFrames = 8 << 20;
} // namespace

void copyCell(const MemoryFunctions& vectors, WarpFrame target, Slot toSlot, WarpFrame source, Slot fromSlot, CellKind cell, Mask mask) {
  std::byte* const to = target.cell(toSlot, cell);
  const std::byte* const from = source.cell(fromSlot, cell);
  if (cell == CellKind::Mask) {
    Mask old = 0;
    Mask fresh = 0;
    std::memcpy(&old, to, sizeof old);
    std::memcpy(&fresh, from, sizeof fresh);
    old = (old & ~mask) | (fresh & mask);
    std::memcpy(to, &old, sizeof old);
  } else if (cell == CellKind::Word) {
    // By the vectors that computing uses, full masks too: smaller pieces would make what reads the whole wait.
    vectors.blendWords(reinterpret_cast<std::uint32_t*>(to), reinterpret_cast<const std::uint32_t*>(from), mask);
  } else {
    vectors.blendDoubles(reinterpret_cast<std::uint64_t*>(to), reinterpret_cast<const std::uint64_t*>(from), mask);
  }
}

/// As on Volta and later, lanes that wait where their ways meet can't be kept waiting for ever by lanes that spin (on a lock that one of
/// them holds, say): the nearest who wait go on first. False: none do, it is another warp's turn.
bool Executor::letOthersOn(Warp& warp) {
  Mask busy = 0;
  for (std::size_t i = warp.groups.size(); i-- > warp.frames.back().groups;) {
    LaneGroup& group = warp.groups[i];
    const Mask waiting = group.mask & ~busy;
    if (busy != 0 && waiting != 0) {
      const LaneGroup ahead{group.block, group.reconverge, waiting};
      group.mask &= busy;
      if (group.mask == 0) warp.groups.erase(warp.groups.begin() + static_cast<std::ptrdiff_t>(i));
      warp.groups.push_back(ahead);
      return true;
    }
    busy |= group.mask;
  }
  return false;
}

inline void Executor::followEdge(const Warp& warp, WarpFrame frame, EachWarp<double>* ready, const Edge& edge, Mask mask) {
  const Mask full = mask == warp.existing ? ~0U : mask; // lanes without a thread hold nothing
  for (const Move& move : edge.moves) copyCell(vectors_, frame, move.to, frame, move.from, move.cell, full);
  for (const TrackedMove& move : edge.tracked) {
    const unsigned self = warp.kernelFrame.warp;
    ready[move.to][self] = move.from < 0 ? 0.0 : ready[move.from][self];
  }
}

inline bool Executor::runOps(Warp& warp, const CodeFunction& function, const Block& block, WarpFrame frame, Mask mask) {
  const std::size_t count = block.ops.size();
  const Op* ops = block.ops.data();
  if (mask == warp.existing) {
    for (std::size_t i = 0; i < count; ++i) {
      const Op& op = ops[i];
      if (op.kind == OpKind::Lane)
        op.function(frame.all, frame.self(), op);
      else if (!runOp(warp, function, op, mask, block.places[i]))
        return false;
    }
    return true;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Op& op = ops[i];
    if (op.kind != OpKind::Lane) {
      if (!runOp(warp, function, op, mask, block.places[i])) return false;
    } else if (op.keepInactive) {
      Op aside = op;
      aside.result = function.temporary;
      op.function(frame.all, frame.self(), aside);
      copyCell(vectors_, frame, op.result, frame, aside.result, op.cell, mask);
    } else {
      op.function(frame.all, frame.self(), op);
    }
  }
  return true;
}

bool Executor::runWarp(Warp& warp) {
  std::uint64_t turnEnds = report_.statistics.warpInstructions + turnInstructions;
  for (;;) {
    if (warp.groups.size() == warp.frames.back().groups) {
      if (!leaveFunction(warp, 0)) return true;
      continue;
    }
    const LaneGroup& top = warp.groups.back();
    if (top.mask == 0 || top.block == top.reconverge) {
      warp.groups.pop_back();
      continue;
    }
    switch (runGroup(warp, turnEnds)) {
    case GroupEnd::Fault:
      return false;
    case GroupEnd::Stops:
      return true;
    case GroupEnd::Turn: {
      const bool changes = std::exchange(warp.changes, false);
      if (std::exchange(warp.polls, false) && !changes && !letOthersOn(warp)) return true;
      turnEnds = report_.statistics.warpInstructions + turnInstructions;
      break;
    }
    case GroupEnd::Changed:
      break;
    }
  }
}

/// The group on top, block after block, as long as all of it goes the same way.
Executor::GroupEnd Executor::runGroup(Warp& warp, std::uint64_t turnEnds) {
  const CodeFunction& function = *warp.frames.back().function;
  const Block* const blocks = function.blocks.data();
  // Copied field by field: as a whole, the group would wait for its fields' own stores.
  const Mask mask = warp.groups.back().mask;
  const std::uint32_t reconverge = warp.groups.back().reconverge;
  std::uint32_t number = warp.groups.back().block;
  const WarpFrame frame = warp.frame;
  EachWarp<double>* const ready = warp.times->ready.data() + warp.frames.back().tracked;
  // Sums that every block adds to would wait for each other in memory.
  double clock = warp.clock();
  double issue = 0;
  GroupEnd end = GroupEnd::Changed;
  const Block* last = nullptr; // that ends with more than a step to the next
  while (number != reconverge) {
    if (report_.statistics.warpInstructions >= turnEnds) {
      end = GroupEnd::Turn;
      break;
    }
    const Block& block = blocks[number];
    report_.statistics.warpInstructions += block.instructions;
    if (report_.statistics.warpInstructions > limits_.warpInstructions) return overBudget(warp, block, mask);
    if (profile_) countBlock(function, number, 1);
    issue += block.timing.issue;
    warp.clock() = clock;
    if (block.timing.waits) startTiming(warp, block.timing, ready);
    if (!runOps(warp, function, block, frame, mask)) return GroupEnd::Fault;
    clock = block.timing.waits ? endOf(warp, block.timing) : clock + block.timing.cycles;
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
    followEdge(warp, frame, ready, *edge, mask);
    number = edge->target;
  }
  warp.groups.back().block = number;
  warp.clock() = clock;
  phase_.issue += issue;
  return last ? endBlock(warp, *last, mask) : end;
}

Executor::GroupEnd Executor::overBudget(const Warp& warp, const Block& block, Mask mask) {
  fault(FaultKind::Budget, block.places.empty() ? block.place : block.places.front(), &warp, mask,
        fmt::format("the launch needs more than its budget of {} warp instructions", limits_.warpInstructions));
  return GroupEnd::Fault;
}

/// What ends a block where its lanes don't all go on to the same next one.
Executor::GroupEnd Executor::endBlock(Warp& warp, const Block& block, Mask mask) {
  const auto orFault = [](bool good, GroupEnd end) { return good ? end : GroupEnd::Fault; };
  switch (block.terminator) {
  case Terminator::Jump:
    break;
  case Terminator::Branch: {
    const Mask taken = maskCell(warp, block.condition) & mask;
    const Way ways[] = {{&block.edges[0], taken}, {&block.edges[1], mask & ~taken}};
    diverge(warp, block, ways);
    break;
  }
  case Terminator::Switch:
    chooseWays(warp, block, mask);
    break;
  case Terminator::Return:
    warp.groups.pop_back();
    if (warp.frames.size() == 1) warp.live &= ~mask;
    break;
  case Terminator::Unreachable:
    fault(FaultKind::Trap, block.place, &warp, mask, "execution reached a place that the compiler was told is unreachable");
    return GroupEnd::Fault;
  case Terminator::Barrier:
    return orFault(atBarrier(warp, block, mask), GroupEnd::Stops);
  case Terminator::Call: {
    const CodeFunction& function = *warp.frames.back().function;
    return orFault(callFunction(warp, block, kernel_.functions[function.calls[block.call].function], mask), GroupEnd::Changed);
  }
  case Terminator::CallPointer:
    return orFault(callPointer(warp, block, mask), GroupEnd::Changed);
  }
  return GroupEnd::Changed;
}

/// Of a switch, the one that a lane takes.
std::uint32_t Executor::edgeOf(Warp& warp, const Block& block, unsigned lane) {
  const std::uint64_t value = block.conditionCell == CellKind::Double ? laneCells<std::uint64_t>(warp, block.condition)[lane]
                              : block.conditionCell == CellKind::Word ? laneCells<std::uint32_t>(warp, block.condition)[lane]
                                                                      : (maskCell(warp, block.condition) >> lane) & 1;
  std::uint32_t edge = 0;
  for (const SwitchCase& option : block.cases)
    if (option.value == value) edge = option.edge;
  return edge;
}

void Executor::chooseWays(Warp& warp, const Block& block, Mask mask) {
  std::vector<Way> ways;
  for (const Edge& edge : block.edges) ways.push_back({&edge, 0});
  for (Mask rest = mask; rest; rest &= rest - 1) ways[edgeOf(warp, block, firstLane(rest))].mask |= rest & -rest;
  std::erase_if(ways, [](const auto& way) { return way.mask == 0; });
  if (ways.size() == 1) {
    takeEdge(warp, *ways[0].edge, mask);
    warp.groups.back().block = ways[0].edge->target;
  } else {
    diverge(warp, block, ways);
  }
}

void Executor::takeEdge(Warp& warp, const Edge& edge, Mask mask) {
  followEdge(warp, warp.frame, warp.times->ready.data() + warp.frames.back().tracked, edge, mask);
}

/// The groups go one after the other to where their ways meet again; the group that waits there is the one below them.
void Executor::diverge(Warp& warp, const Block& block, std::span<const Way> ways) {
  LaneGroup group = warp.groups.back();
  warp.groups.pop_back();
  // Where this group already waits for the same place, the one below holds these lanes too.
  if (block.reconverge != group.reconverge && block.reconverge != noBlock) {
    group.block = block.reconverge;
    warp.groups.push_back(group);
  }
  const std::uint32_t meet = block.reconverge == noBlock ? group.reconverge : block.reconverge;
  const CallFrame& frame = warp.frames.back();
  for (std::size_t i = ways.size(); i-- > 0;) {
    // Lanes that have nothing left to do leave at once, as EXIT does: nobody waits for them at a barrier.
    if (warp.frames.size() == 1 && frame.function->blocks[ways[i].edge->target].onlyReturns) {
      leaveKernel(warp, ways[i].mask);
      continue;
    }
    takeEdge(warp, *ways[i].edge, ways[i].mask);
    if (ways[i].edge->target != meet) warp.groups.push_back({ways[i].edge->target, meet, ways[i].mask});
  }
  report_.statistics.divergentBranches += ways.size() - 1;
  warp.clock() += model_.divergence * static_cast<double>(ways.size() - 1);
}

void Executor::leaveKernel(Warp& warp, Mask mask) {
  warp.live &= ~mask;
  for (LaneGroup& group : warp.groups) group.mask &= ~mask;
}

/// The lanes that call the same function as the first go there, the others come to this block again.
bool Executor::callPointer(Warp& warp, const Block& block, Mask mask) {
  const CallSite& site = warp.frames.back().function->calls[block.call];
  const auto* targets = laneCells<std::uint64_t>(warp, block.condition);
  const std::uint64_t target = targets[firstLane(mask)];
  Mask same = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) same |= targets[firstLane(rest)] == target ? rest & -rest : 0;
  const auto found = kernel_.functionsByAddress.find(target);
  if (found == kernel_.functionsByAddress.end() || kernel_.functions[found->second].signature != site.signature)
    return fault(FaultKind::Trap, block.place, &warp, same,
                 fmt::format("a call through the pointer {:#x}, where no function of this type is", target));
  if (same != mask) {
    LaneGroup& group = warp.groups.back();
    const std::uint32_t again = group.block;
    const std::uint32_t meet = block.edges[0].target;
    group.block = meet;
    warp.groups.push_back({again, meet, mask & ~same});
    warp.groups.push_back({again, meet, same});
    ++report_.statistics.divergentBranches;
    warp.clock() += model_.divergence;
  }
  return callFunction(warp, block, kernel_.functions[found->second], same);
}

bool Executor::callFunction(Warp& warp, const Block& block, const CodeFunction& callee, Mask mask) {
  const CodeFunction& caller = *warp.frames.back().function;
  const CallSite& site = caller.calls[block.call];
  warp.groups.back().block = block.edges[0].target;
  const std::size_t local = static_cast<std::size_t>(warp.frames.back().localBase) + caller.localBytes + callee.localBytes;
  const std::size_t frames = (warp.frames.back().base + 1) * sizeof(FrameUnit) + caller.frameBytes + callee.frameBytes;
  if (warp.frames.size() >= deepestCall || local > largestLocal || frames > largestFrames)
    return fault(FaultKind::StackOverflow, block.place, &warp, mask, fmt::format("calls nest more than {} deep", warp.frames.size()));
  enterFunction(warp, callee, mask);
  warp.frames.back().site = &site;
  const WarpFrame from = warp.frameAt(warp.frames.size() - 2);
  for (std::size_t i = 0; i < site.arguments.size() && i < callee.parameters.size(); ++i)
    copyCell(vectors_, warp.frame, callee.parameters[i], from, site.arguments[i].from, site.arguments[i].cell, ~0U);
  memory_.openLocal(warp.local.data(), warp.localWritten.data(), warp.localBytes);
  return true;
}

/// All lanes of the current function have returned. False: it was the kernel, the warp is done.
bool Executor::leaveFunction(Warp& warp, Mask) {
  if (warp.frames.size() == 1) {
    warp.state = WarpState::Done;
    return false;
  }
  const CallFrame frame = warp.frames.back();
  const WarpFrame callee = warp.frame;
  warp.frames.pop_back();
  warp.frame = warp.frameAt(warp.frames.size() - 1);
  const Mask mask = warp.groups.back().mask;
  for (std::size_t i = 0; i < frame.site->results.size() && i < frame.function->results.size(); ++i)
    copyCell(vectors_, warp.frame, frame.site->results[i].to, callee, frame.function->results[i].to, frame.site->results[i].cell, mask);
  return true;
}

bool Executor::atBarrier(Warp& warp, const Block& block, Mask mask) {
  if (!arrive(warp, block, mask)) return false;
  warp.groups.back().block = block.edges[0].target;
  return true;
}

bool Executor::arrive(Warp& warp, const Block& block, Mask mask) {
  if (mask != warp.live)
    return fault(FaultKind::BarrierDivergence, block.place, &warp, warp.live & ~mask,
                 fmt::format("{} of the warp's {} running threads are at the barrier, this one is not", std::popcount(mask),
                             std::popcount(warp.live)));
  warp.state = WarpState::Waiting;
  warp.barrier = &block;
  if (block.barrierNumber >= 0) {
    warp.barrierNumber = static_cast<std::uint32_t>(block.barrierNumber);
    return true;
  }
  const std::uint32_t* numbers = laneCells<std::uint32_t>(warp, block.condition);
  warp.barrierNumber = numbers[firstLane(mask)];
  std::uint32_t differences = 0;
  for (unsigned lane = 0; lane < laneCount; ++lane) differences |= numbers[lane] ^ warp.barrierNumber;
  Mask others = 0;
  for (unsigned lane = 0; lane < laneCount && differences != 0; ++lane)
    others |= static_cast<Mask>(numbers[lane] != warp.barrierNumber) << lane;
  if (const Mask rest = others & mask; rest != 0)
    return fault(FaultKind::BarrierDivergence, block.place, &warp, rest & -rest, "lanes of one warp wait at different barriers");
  if (warp.barrierNumber > 15)
    return fault(FaultKind::Trap, block.place, &warp, mask, fmt::format("barrier {} does not exist, there are 16", warp.barrierNumber));
  return true;
}

bool Executor::runOp(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t place) {
  if (op.kind == OpKind::Load || op.kind == OpKind::Store) {
    const Access& access = function.accesses[op.extra];
    const auto* addresses = laneCells<std::uint64_t>(warp, op.a);
    if (access.isWord && access.alignment <= 4 &&
        (op.kind == OpKind::Load ? loadRows(warp, access, addresses, mask, place) : storeRows(warp, access, addresses, mask, place)))
      return true;
  }
  return runOtherOp(warp, function, op, mask, place);
}

/// But for words in rows.
bool Executor::runOtherOp(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t place) {
  switch (op.kind) {
  case OpKind::Lane:
    op.function(warp.frame.all, warp.frame.self(), op);
    return true;
  case OpKind::Load: {
    const Access& access = function.accesses[op.extra];
    return loadOnce(warp, access, laneCells<std::uint64_t>(warp, op.a), mask, place) || load(warp, access, op, mask, place);
  }
  case OpKind::Store:
    return store(warp, function.accesses[op.extra], op, mask, place);
  case OpKind::Atomic:
    return atomic(warp, function.accesses[op.extra], op, mask, place);
  case OpKind::CompareExchange:
    return compareExchange(warp, function.accesses[op.extra], op, mask, place);
  case OpKind::Texture:
    return fetchTexture(warp, function, op, mask, place);
  case OpKind::CopyMemory:
  case OpKind::SetMemory:
    return moveMemory(warp, function.accesses[op.extra], op, mask, place);
  case OpKind::Shuffle:
    return shuffle(warp, function.crossLanes[op.extra], op, mask, place);
  case OpKind::Vote:
    return vote(warp, function.crossLanes[op.extra], op, mask, place);
  case OpKind::Match:
    return match(warp, function.crossLanes[op.extra], op, mask, place);
  case OpKind::Reduce:
    return reduce(warp, function.crossLanes[op.extra], op, mask, place);
  case OpKind::ActiveMask:
    for (Mask rest = mask; rest; rest &= rest - 1) laneCells<std::uint32_t>(warp, op.result)[firstLane(rest)] = mask;
    return true;
  case OpKind::SyncWarp:
    if (!membersPresent(warp, op.a, mask, place)) return false;
    ++warp.sync;
    return true;
  case OpKind::Clock:
    for (Mask rest = mask; rest; rest &= rest - 1) {
      const auto now = static_cast<std::uint64_t>(warp.clock());
      if (op.cell == CellKind::Double)
        laneCells<std::uint64_t>(warp, op.result)[firstLane(rest)] = now;
      else
        laneCells<std::uint32_t>(warp, op.result)[firstLane(rest)] = static_cast<std::uint32_t>(now);
    }
    return true;
  case OpKind::Predicate: {
    Mask inside = 0;
    for (Mask rest = mask; rest; rest &= rest - 1) {
      const Region* region = memory_.find(laneCells<std::uint64_t>(warp, op.a)[firstLane(rest)], 0);
      const unsigned space = !region                              ? 0
                             : region->kind == RegionKind::Shared ? 3
                             : region->kind == RegionKind::Local  ? 5
                             : region->kind == RegionKind::Global ? 1
                                                                  : 101;
      inside |= space == op.extra ? rest & -rest : 0;
    }
    maskCell(warp, op.result) = (maskCell(warp, op.result) & ~mask) | inside;
    return true;
  }
  case OpKind::Undefined:
    if (maskCell(warp, op.a) & mask) noteUndefined(static_cast<UndefinedUse>(op.extra), place);
    return true;
  case OpKind::Forget:
    gangs_[warp.number / gangSize].known[op.extra].region = nullptr;
    return true;
  case OpKind::OutsideObject:
    findOutside(warp, op, mask);
    return true;
  case OpKind::Print:
    return print(warp, op, mask, place);
  case OpKind::Malloc:
    return allocate(warp, op, mask);
  case OpKind::Free:
    return release(warp, op, mask, place);
  case OpKind::Assert:
    return assertFailed(warp, op, mask, place);
  case OpKind::Trap:
    return fault(FaultKind::Trap, place, &warp, mask, "the kernel called trap()");
  }
  return true;
}

} // namespace gevo::sim
