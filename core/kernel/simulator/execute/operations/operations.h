#pragma once

/// Executes one operation of a basic block for one warp: dispatches it to the unit that implements it.

#include "core/kernel/simulator/execute/memory/async_copy.h"
#include "core/kernel/simulator/execute/memory/atomics.h"
#include "core/kernel/simulator/execute/memory/coalesced_access.h"
#include "core/kernel/simulator/execute/memory/device_heap.h"
#include "core/kernel/simulator/execute/memory/memory_copy.h"
#include "core/kernel/simulator/execute/memory/scattered_access.h"
#include "core/kernel/simulator/execute/memory/surface_unit.h"
#include "core/kernel/simulator/execute/memory/texture_unit.h"
#include "core/kernel/simulator/execute/operations/cross_lane_operations.h"
#include "core/kernel/simulator/execute/operations/device_printf.h"
#include "core/kernel/simulator/execute/operations/matrix_operations.h"
#include "core/kernel/simulator/execute/operations/tile_operations.h"

namespace gevo::sim {

class Operations {
public:
  Operations(const LaunchContext& context, GlobalMemory& global, ThreadBlock& block, MemoryView& memory, RaceChecker& races,
             LaunchReporter& reporter, AccessTiming& timing);

  /// False: a fault. The operation is one of the warp's current function, for the lanes of `mask`.
  bool run(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t location) {
    if (op.kind == OpKind::Load || op.kind == OpKind::Store) {
      const Access& access = function.accesses[op.extra];
      const auto* addresses = laneCells<std::uint64_t>(warp, op.a);
      if (mayCoalesce(access) && (op.kind == OpKind::Load ? coalesced_.load(warp, access, addresses, mask, location)
                                                          : coalesced_.store(warp, access, addresses, mask, location)))
        return true;
    }
    return runUncoalesced(warp, function, op, mask, location);
  }
  /// The same, where it is known that the operation is no access of coalesced words.
  bool runUncoalesced(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t location);

private:
  bool load(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location);

  ThreadBlock& block_;
  MemoryView& memory_;
  RaceChecker& races_;
  LaunchReporter& reporter_;
  CoalescedAccess coalesced_;
  ScatteredAccess scattered_;
  Atomics atomics_;
  MemoryCopy copy_;
  AsyncCopy asyncCopy_;
  TextureUnit textures_;
  SurfaceUnit surfaces_;
  CrossLaneOperations crossLane_;
  MatrixOperations matrices_;
  TileOperations tiles_;
  DeviceHeap heap_;
  DevicePrintf printf_;
};

} // namespace gevo::sim
