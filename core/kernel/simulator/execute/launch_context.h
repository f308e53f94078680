#pragma once

/// The inputs of a launch: constant while it runs, shared by all parts of the executor.

#include "core/kernel/simulator/code/code.h"
#include "core/kernel/simulator/machine/model.h"

namespace gevo::sim {

struct LaunchContext {
  const Program& program;
  const KernelCode& kernel;
  const Model& model;
  const Launch& launch;
  const Limits& limits;

  /// The kernel itself, without the functions it calls.
  const CodeFunction& entry() const { return kernel.functions.front(); }
  unsigned threadsPerBlock() const { return launch.block[0] * launch.block[1] * launch.block[2]; }
  std::uint64_t blocks() const { return std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2]; }
  bool runsInLockstep() const { return limits.warpsInLockstep && limits.schedule == Schedule(); }
  std::uint64_t sharedBytes() const { return static_cast<std::uint64_t>(kernel.staticShared) + launch.dynamicShared; }
};

} // namespace gevo::sim
