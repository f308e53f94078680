#pragma once

/// One job of a pool, waited for.

#include "core/devices/job_options.h"
#include "core/worker_pool/worker_pool.h"

#include <optional>

namespace gevo {

/// Tells what is being done several times a second. Nothing when it was cancelled: the pool's jobs are abandoned then.
std::optional<JobResult> waitForJob(WorkerPool& pool, RequestKind kind, Bytes request, const JobOptions& settings,
                                    const std::string& doing);

} // namespace gevo
