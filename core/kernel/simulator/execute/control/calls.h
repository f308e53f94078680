#pragma once

/// Calls of functions by one warp: frames of registers and local memory, arguments and results.

#include "core/kernel/simulator/execute/launch_reporter.h"
#include "core/kernel/simulator/execute/memory/memory_view.h"
#include "core/kernel/simulator/execute/special_registers.h"

namespace gevo::sim {

class Calls {
public:
  Calls(const LaunchContext& context, const SpecialRegisters& specials, MemoryView& memory, LaunchReporter& reporter)
      : context_(context), specials_(specials), memory_(memory), reporter_(reporter) {}

  /// Pushes a frame of the function, which the lanes of the mask start.
  void enter(Warp& warp, const CodeFunction& function, Mask mask);
  /// At the end of the block, the lanes of the mask call a function of the kernel's. False: a fault.
  bool call(Warp& warp, const Block& block, Mask mask);
  /// The lanes whose pointer is the first lane's call its function, the others execute this block again. False: a fault.
  bool callPointer(Warp& warp, const Block& block, Mask mask);
  /// All lanes of the current function have returned. False: it was the kernel, the warp is done.
  bool leave(Warp& warp);

private:
  bool callFunction(Warp& warp, const Block& block, const CodeFunction& callee, Mask mask);

  const LaunchContext& context_;
  const SpecialRegisters& specials_;
  const MemoryFunctions& vectors_ = memoryFunctions();
  MemoryView& memory_;
  LaunchReporter& reporter_;
};

} // namespace gevo::sim
