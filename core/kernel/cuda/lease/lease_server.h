#pragma once

/// The process that leases a GPU: `gevo-worker lease N`. It keeps a CUDA context for the kernels of one program after another, and ends
/// when a kernel breaks the context.

#include "core/base/result.h"

namespace gevo::cuda {

/// Sends a Greeting or an error to `channel`, then leases the GPU (lease_messages.h) until the channel ends. An error means that the
/// context can no longer be used.
Result<void> serveLeases(int gpu, int channel);

} // namespace gevo::cuda
