#pragma once

/// The process that holds a CUDA context: `gevo-worker cuda N`. It answers one request after the other and may crash or hang on any.

#include "core/base/result.h"

namespace gevo::cuda {

/// Until `requests` ends. Says before each replay that it begins (beatKind).
Result<void> serveContext(int gpu, int requests, int replies);

} // namespace gevo::cuda
