#include "core/kernel/simulator/execute/operations/operations.h"

#include "core/kernel/simulator/execute/operations/address_queries.h"
#include "core/kernel/simulator/execute/timing/division_time.h"

namespace gevo::sim {

namespace {

void readClock(const Warp& warp, const Op& op, Mask mask) {
  const auto now = static_cast<std::uint64_t>(warp.clock());
  for (Mask rest = mask; rest; rest &= rest - 1) {
    if (op.cell == CellKind::Double)
      laneCells<std::uint64_t>(warp, op.result)[firstLane(rest)] = now;
    else
      laneCells<std::uint32_t>(warp, op.result)[firstLane(rest)] = static_cast<std::uint32_t>(now);
  }
}

void delayDivision(const Warp& warp, const Access& access, const Op& op, Mask mask) {
  const double delay = divisionDelay(laneCells<float>(warp, op.a), laneCells<float>(warp, op.b), mask);
  // Other blocks wait for the quotient wherever its time is told.
  if (delay > 0 || access.timing.tracked >= 0) warp.delayLoad(access.timing, access.timing.assumed + delay);
}

/// The lanes of an atomic operation.
bool startsFromHighest(const Schedule& schedule) {
  return schedule.order == Schedule::Order::Descending || (schedule.order == Schedule::Order::Shuffled && schedule.seed % 2 == 1);
}

} // namespace

Operations::Operations(const LaunchContext& context, GlobalMemory& global, ThreadBlock& block, MemoryView& memory, RaceChecker& races,
                       LaunchReporter& reporter, AccessTiming& timing)
    : block_(block), memory_(memory), races_(races), reporter_(reporter), coalesced_(memory, races, timing),
      scattered_({memory, reporter}, races, timing),
      atomics_({memory, reporter}, races, timing, startsFromHighest(context.limits.schedule)),
      copy_({memory, reporter}, races, timing, reporter, context.limits.warpInstructions),
      asyncCopy_({memory, reporter}, races, timing, reporter, block), textures_(context.launch.textures, memory, races, timing, reporter),
      surfaces_(context.launch.textures, scattered_, reporter), crossLane_(reporter), matrices_(reporter), tiles_(reporter),
      heap_(global, memory, block, reporter, context.limits.checkRaces), printf_(memory, reporter) {}

bool Operations::runUncoalesced(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t location) {
  switch (op.kind) {
  case OpKind::Lane:
    warp.frame.run(op);
    return true;
  case OpKind::Load:
    return load(warp, function.accesses[op.extra], op, mask, location);
  case OpKind::Store:
    return scattered_.store(warp, function.accesses[op.extra], laneCells<std::uint64_t>(warp, op.a), mask, location);
  case OpKind::Atomic:
    return atomics_.update(warp, function.accesses[op.extra], op, mask, location);
  case OpKind::CompareExchange:
    return atomics_.compareExchange(warp, function.accesses[op.extra], op, mask, location);
  case OpKind::Texture:
    return textures_.fetch(warp, function, op, mask, location);
  case OpKind::Surface:
    return surfaces_.run(warp, function, op, mask, location);
  case OpKind::CopyMemory:
  case OpKind::SetMemory:
    return copy_.run(warp, function.accesses[op.extra], op, mask, location);
  case OpKind::StartCopy:
    return asyncCopy_.start(warp, function.accesses[op.extra], op, mask, location);
  case OpKind::CommitCopies:
    AsyncCopy::commit(warp, mask);
    return true;
  case OpKind::WaitForCopies:
    asyncCopy_.wait(warp, function.accesses[op.extra], laneCells<std::uint32_t>(warp, op.a)[firstLane(mask)], mask, location);
    return true;
  case OpKind::WaitForAllCopies:
    asyncCopy_.waitForAll(warp, function.accesses[op.extra], mask, location);
    return true;
  case OpKind::Shuffle:
    return crossLane_.shuffle(warp, function.crossLanes[op.extra], op, mask, location);
  case OpKind::Vote:
    return crossLane_.vote(warp, function.crossLanes[op.extra], op, mask, location);
  case OpKind::Match:
    return crossLane_.match(warp, function.crossLanes[op.extra], op, mask, location);
  case OpKind::Reduce:
    return crossLane_.reduce(warp, function.crossLanes[op.extra], op, mask, location);
  case OpKind::CheckMatrix:
    return matrices_.check(warp, op, mask, location);
  case OpKind::MultiplyMatrices:
    return matrices_.multiply(warp, function.products[op.extra], mask, location);
  case OpKind::TileAddresses:
    return tiles_.findAddresses(warp, op, mask, location);
  case OpKind::TransposeTile:
    TileOperations::transpose(warp, op);
    return true;
  case OpKind::SyncWarp:
    if (!crossLane_.synchronise(warp, op, mask, location)) return false;
    races_.syncWarp(warp.number, mask);
    return true;
  case OpKind::Fence:
    races_.fence(warp.number, mask, op.extra);
    return true;
  case OpKind::ActiveMask:
    for (Mask rest = mask; rest; rest &= rest - 1) laneCells<std::uint32_t>(warp, op.result)[firstLane(rest)] = mask;
    return true;
  case OpKind::Clock:
    readClock(warp, op, mask);
    return true;
  case OpKind::DivisionDelay:
    delayDivision(warp, function.accesses[op.extra], op, mask);
    return true;
  case OpKind::Predicate:
    blendMask(warp, op.result, lanesInSpace(memory_, warp, op, mask), mask);
    return true;
  case OpKind::OutsideObject:
    blendMask(warp, op.result, lanesOutsideObject(memory_, warp, op, mask), mask);
    return true;
  case OpKind::Undefined:
    if (maskCell(warp, op.a) & mask) reporter_.reportUndefined(static_cast<UndefinedUse>(op.extra), location);
    return true;
  case OpKind::InvalidateAddress:
    block_.groupOf(warp).addresses.invalidate(op.extra);
    return true;
  case OpKind::Print:
    return printf_.print(warp, op, mask, location);
  case OpKind::Malloc:
    heap_.allocate(warp, op, mask);
    return true;
  case OpKind::Free:
    return heap_.release(warp, op, mask, location);
  case OpKind::Assert:
    return printf_.failAssertion(warp, op, mask, location);
  case OpKind::Trap:
    return reporter_.fault(FaultKind::Trap, location, warp, mask, "the kernel called trap()");
  }
  return true;
}

bool Operations::load(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location) {
  const auto* addresses = laneCells<std::uint64_t>(warp, op.a);
  return coalesced_.loadUniform(warp, access, addresses, mask, location) ||
         scattered_.load(warp, access, addresses, op.keepInactive, mask, location);
}

} // namespace gevo::sim
