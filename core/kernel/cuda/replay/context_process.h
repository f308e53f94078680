#pragma once

/// The process that holds a CUDA context: `gevo-worker cuda N`. It serves one request after another; any of them may crash or hang it.

#include "core/base/result.h"

namespace gevo::cuda {

/// Returns when `requests` ends. Sends a heartbeat (beatKind) before each replay.
Result<void> serveContext(int gpu, int requests, int replies);

} // namespace gevo::cuda
