#include "core/kernel/simulator/execute/executor.h"

namespace gevo::sim {

/// Lane after lane, so that addresses are the same in every run; null where the heap has no room.
bool Executor::allocate(Warp& warp, const Op& op, Mask mask) {
  forgetRows();
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const std::uint64_t bytes = laneCells<std::uint64_t>(warp, op.a)[lane];
    laneCells<std::uint64_t>(warp, op.result)[lane] = memory_.allocate(*global_, bytes, limits_.checkRaces);
  }
  return true;
}

bool Executor::release(Warp& warp, const Op& op, Mask mask, std::uint32_t place) {
  forgetRows();
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const std::uint64_t address = laneCells<std::uint64_t>(warp, op.a)[firstLane(rest)];
    if (address != 0 && !memory_.release(*global_, address))
      return fault(FaultKind::Trap, place, &warp, rest & -rest,
                   fmt::format("free() of {:#x}, which malloc() of a kernel did not give or which is free already", address));
  }
  return true;
}

} // namespace gevo::sim
