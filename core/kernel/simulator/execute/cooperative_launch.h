#pragma once

/// Cooperative launches, whose blocks may wait for each other at grid-wide barriers (cooperative groups' this_grid().sync()). All blocks
/// are resident. One after the other goes on until it ends or waits at the barrier; the last to come opens it. What lies before the barrier
/// is ordered before everything after it.

#include "core/kernel/simulator/execute/executor.h"

#include <memory>

namespace gevo::sim {

/// `common` holds the memory that the blocks share; `states` what each has for itself.
LaunchReport runCooperative(const Program& program, const KernelCode& kernel, const Model& model, const Launch& launch,
                            const Limits& limits, GlobalMemory& global, ExecutorState& common,
                            std::vector<std::unique_ptr<ExecutorState>>& states);

} // namespace gevo::sim
