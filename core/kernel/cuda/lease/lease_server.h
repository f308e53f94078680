#pragma once

/// The process that leases a GPU: `gevo-worker lease N`. It keeps a CUDA context, in which the kernels of one program after the other run,
/// and ends when one of them breaks it.

#include "core/base/result.h"

namespace gevo::cuda {

/// Sends a Greeting to `channel`, or why there is none, and then leases the GPU as messages.h has it, until the channel ends. An error: the
/// context is of no more use.
Result<void> serveLeases(int gpu, int channel);

} // namespace gevo::cuda
