#pragma once

/// From what the pool says about a job to what became of a try. A worker may lie: what it sends is checked here.

#include "core/run/worker_pool.h"

namespace gevo {

/// A job without a sound reply becomes a try with Reason::Crash, Timeout or Unsupported and the edits of the request.
TryReply replyToTry(const TryRequest& request, const JobResult& result);

} // namespace gevo
