#include "core/kernel/simulator/execute/control/calls.h"

namespace gevo::sim {

namespace {

constexpr std::size_t deepestCall = 64;
constexpr std::size_t largestLocal = 512 << 10; ///< bytes of a thread
constexpr std::size_t largestFrames = 8 << 20;  ///< bytes of a warp

/// Behind that of the function that calls it, if any.
CallFrame nextFrame(const Warp& warp, const CodeFunction& function) {
  CallFrame frame;
  frame.function = &function;
  frame.stackDepth = warp.stack.depth();
  if (warp.calls.empty()) return frame;
  const CallFrame& caller = warp.calls.back();
  // The kernel's own frame lies elsewhere.
  if (warp.calls.size() > 1) frame.base = caller.base + caller.function->frameBytes / sizeof(FrameUnit);
  frame.tracked = caller.tracked + caller.function->trackedValues;
  frame.localBase = (caller.localBase + caller.function->localBytes + 255) / 256 * 256;
  return frame;
}

} // namespace

void Calls::enter(Warp& warp, const CodeFunction& function, Mask mask) {
  const CallFrame frame = nextFrame(warp, function);
  const std::size_t end = frame.base + function.frameBytes / sizeof(FrameUnit);
  if (!warp.calls.empty() && warp.units.size() < end) warp.units.resize(end);
  warp.scoreboard->openFrame(warp.self(), frame.tracked, function.trackedValues);
  warp.local.grow(frame.localBase + function.localBytes);
  warp.local.overwrite(frame.localBase, function.localBytes, mask);
  warp.calls.push_back(frame);
  warp.frame = warp.frameAt(warp.calls.size() - 1);
  warp.stack.push({0, noBlock, mask});
  for (const ConstantUse& constant : function.constants) fillCell(warp, constant.slot, constant.cell, constant.value);
  specials_.fill(warp, frame);
}

bool Calls::call(Warp& warp, const Block& block, Mask mask) {
  const CallSite& site = warp.function().calls[block.call];
  return callFunction(warp, block, context_.kernel.functions[site.function], mask);
}

bool Calls::callPointer(Warp& warp, const Block& block, Mask mask) {
  const KernelCode& kernel = context_.kernel;
  const CallSite& site = warp.function().calls[block.call];
  const auto* targets = laneCells<std::uint64_t>(warp, block.condition);
  const std::uint64_t target = targets[firstLane(mask)];
  Mask same = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) same |= targets[firstLane(rest)] == target ? rest & -rest : 0;
  const auto found = kernel.functionsByAddress.find(target);
  if (found == kernel.functionsByAddress.end() || kernel.functions[found->second].signature != site.signature)
    return reporter_.fault(FaultKind::Trap, block.location, warp, same,
                           fmt::format("a call through the pointer {:#x}, where no function of this type is", target));
  if (same != mask) {
    StackEntry& top = warp.stack.top();
    const std::uint32_t again = top.block;
    const std::uint32_t meet = block.edges[0].target;
    top.block = meet;
    warp.stack.push({again, meet, mask & ~same});
    warp.stack.push({again, meet, same});
    ++reporter_.statistics().divergentBranches;
    warp.clock() += context_.model.divergence;
  }
  return callFunction(warp, block, kernel.functions[found->second], same);
}

bool Calls::callFunction(Warp& warp, const Block& block, const CodeFunction& callee, Mask mask) {
  const CallFrame& from = warp.calls.back();
  const CallSite& site = from.function->calls[block.call];
  warp.stack.top().block = block.edges[0].target;
  const std::size_t local = static_cast<std::size_t>(from.localBase) + from.function->localBytes + callee.localBytes;
  const std::size_t frames = (from.base + 1) * sizeof(FrameUnit) + from.function->frameBytes + callee.frameBytes;
  if (warp.calls.size() >= deepestCall || local > largestLocal || frames > largestFrames)
    return reporter_.fault(FaultKind::StackOverflow, block.location, warp, mask,
                           fmt::format("calls nest more than {} deep", warp.calls.size()));
  enter(warp, callee, mask);
  warp.calls.back().site = &site;
  const WarpFrame caller = warp.frameAt(warp.calls.size() - 2);
  for (std::size_t i = 0; i < site.arguments.size() && i < callee.parameters.size(); ++i)
    copyCell(vectors_, warp.frame, callee.parameters[i], caller, site.arguments[i].from, site.arguments[i].cell, ~0U);
  memory_.openLocal(warp.local);
  return true;
}

bool Calls::leave(Warp& warp) {
  if (warp.calls.size() == 1) {
    warp.state = WarpState::Done;
    return false;
  }
  const CallFrame call = warp.calls.back();
  const WarpFrame callee = warp.frame;
  warp.calls.pop_back();
  warp.frame = warp.frameAt(warp.calls.size() - 1);
  const std::vector<Move>& from = call.function->results;
  const std::vector<Move>& to = call.site->results;
  for (std::size_t i = 0; i < to.size() && i < from.size(); ++i)
    copyCell(vectors_, warp.frame, to[i].to, callee, from[i].to, to[i].cell, warp.stack.top().mask);
  return true;
}

} // namespace gevo::sim
