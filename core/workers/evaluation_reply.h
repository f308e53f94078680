#pragma once

/// From what the pool says about a job to what became of a try. A worker may lie: what it sends is checked here.

#include "core/protocol/evaluate.h"
#include "core/values/evaluation_result.h"
#include "core/workers/worker_pool.h"

namespace gevo {

/// For the worker: what the request says already need not travel back. Long lists grow by one edit a try.
void leaveOutKnownEdits(EvaluateReply& reply, const EvaluateRequest& request);

/// The reply with all of its edits. A job without a sound reply becomes a try with Reason::Crash, Timeout or Unsupported and the edits of
/// the request. `original`: of the run, in whose microseconds a runtime is told, and in whose millijoules an energy; 0:
/// as the worker tells it.
EvaluateReply evaluationFrom(EvaluateRequest request, const JobResult& result, const Fitness& original = {});

} // namespace gevo
