#include "core/kernel/simulator/execute/memory/device_heap.h"

namespace gevo::sim {

void DeviceHeap::allocate(const Warp& warp, const Op& op, Mask mask) {
  block_.invalidateAddresses();
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const std::uint64_t bytes = laneCells<std::uint64_t>(warp, op.a)[lane];
    laneCells<std::uint64_t>(warp, op.result)[lane] = memory_.allocate(global_, bytes, checkRaces_);
  }
}

bool DeviceHeap::release(const Warp& warp, const Op& op, Mask mask, std::uint32_t location) {
  block_.invalidateAddresses();
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const std::uint64_t address = laneCells<std::uint64_t>(warp, op.a)[firstLane(rest)];
    if (address != 0 && !memory_.release(global_, address))
      return reporter_.fault(FaultKind::Trap, location, warp, rest & -rest,
                             fmt::format("free() of {:#x}, which a kernel's malloc() did not return or which is free already", address));
  }
  return true;
}

} // namespace gevo::sim
