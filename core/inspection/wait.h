#pragma once

/// Waits for one job of a pool, until a stop is requested.

#include "core/worker_pool/worker_pool.h"

#include <stop_token>

namespace gevo {

/// An error if `stop` is requested before the job ends; its result is then ignored.
Result<JobResult> waitFor(WorkerPool& pool, RequestKind kind, Bytes request, const std::stop_token& stop);

} // namespace gevo
