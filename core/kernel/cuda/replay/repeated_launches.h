#pragma once

/// Which launches of a replay are timed: a simulation of 1,000 steps need not make all of them.

#include "core/kernel/trace/trace.h"

#include <span>
#include <vector>

namespace gevo::cuda {

/// Of the first launches, how many launches of the trace each stands for: those of the same kernel, grid, blocks and shared memory, where
/// they take as long. Empty: all launches have to be timed. `microseconds`: of each launch, by the original.
std::vector<float> timedLaunches(const program::Trace& trace, std::span<const double> microseconds);

} // namespace gevo::cuda
