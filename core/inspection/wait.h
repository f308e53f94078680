#pragma once

/// One job of a pool, waited for by a thread that may be asked to stop.

#include "core/workers/worker_pool.h"

#include <stop_token>

namespace gevo {

/// An error where `stop` is requested before the job ends; its result is then ignored.
Result<JobResult> waitFor(WorkerPool& pool, RequestKind kind, Bytes request, const std::stop_token& stop);

} // namespace gevo
