#pragma once

/// A launch of which several blocks are resident at once and take turns in a random order, so that what one does between two accesses of
/// another shows: lost updates, checks that no longer hold when they are acted on, values that have changed and changed back.

#include "core/kernel/simulator/execute/executor.h"

#include <memory>

namespace gevo::sim {

/// Threads share what others may wait for or answer: the order of turns may make a difference.
bool canInterleave(const KernelCode& kernel);

/// Something but barriers may order threads, or what they get may depend on who comes first: atomic operations, volatile accesses, malloc.
/// In a kernel without them, a launch without a race has the same results in every order.
bool dependsOnOrder(const KernelCode& kernel);
/// What it finds depends on how long others have taken. The clocks of asynchronous copies are the model's own and count too.
bool readsClock(const KernelCode& kernel);

/// `states`: of the resident blocks, kept from launch to launch. The schedule's seed decides on the turns.
LaunchReport runInterleaved(const Program& program, const KernelCode& kernel, const Model& model, const Launch& launch,
                            const Limits& limits, GlobalMemory& global, std::vector<std::unique_ptr<ExecutorState>>& states);

} // namespace gevo::sim
