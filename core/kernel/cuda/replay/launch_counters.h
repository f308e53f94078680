#pragma once

/// What the GPU counts while a trace is replayed. The process must not time anything afterwards: CUPTI stays loaded.

#include "core/kernel/cuda/replay/trace_player.h"
#include "core/values/gpu_counters.h"

namespace gevo::cuda {

/// Of the first thousand launches, by kernel. `beat` is called before each replay; an H200 needs seven for each hundred
/// launches. The
/// trace's memory must be mapped.
Result<CodeCounters> countLaunches(Session& session, TracePlayer& player, StagedTrace& staged, Code& code,
                                   const std::function<void()>& beat);

} // namespace gevo::cuda
