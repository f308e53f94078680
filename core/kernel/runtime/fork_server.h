#pragma once

namespace gevo::cuda {

/// Whether this process was forked by a fork server, or by such a process.
bool wasForked();

} // namespace gevo::cuda
