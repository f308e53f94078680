#pragma once

/// A kernel's own malloc() and free().

#include "core/kernel/simulator/execute/launch_reporter.h"
#include "core/kernel/simulator/execute/memory/memory_view.h"
#include "core/kernel/simulator/execute/thread_block.h"

namespace gevo::sim {

class DeviceHeap {
public:
  DeviceHeap(GlobalMemory& global, MemoryView& memory, ThreadBlock& block, LaunchReporter& reporter, bool checkRaces)
      : global_(global), memory_(memory), block_(block), reporter_(reporter), checkRaces_(checkRaces) {}

  /// Lane after lane, so that addresses are the same in every run; null where the heap has no room.
  void allocate(const Warp& warp, const Op& op, Mask mask);
  /// False: a fault.
  bool release(const Warp& warp, const Op& op, Mask mask, std::uint32_t location);

private:
  GlobalMemory& global_;
  MemoryView& memory_;
  ThreadBlock& block_;
  LaunchReporter& reporter_;
  bool checkRaces_;
};

} // namespace gevo::sim
