#pragma once

/// Turns the result of a job into the result of an evaluation. Workers are not trusted: their replies are checked here.

#include "core/protocol/evaluate.h"
#include "core/values/evaluation_result.h"
#include "core/worker_pool/worker_pool.h"

namespace gevo {

/// For the worker: leaves out the edits that the request has already. Edit lists are long and mostly grow by one edit.
void leaveOutKnownEdits(EvaluateReply& reply, const EvaluateRequest& request);

/// The reply with all of its edits. A job without a valid reply becomes an evaluation with Reason::Crash, Timeout or Unsupported and the
/// edits of the request. `original`: fitness of the run's original, which runtime and energy are scaled to; 0: they stay as the worker
/// replied.
EvaluateReply evaluationFrom(EvaluateRequest request, const JobResult& result, const Fitness& original = {});

} // namespace gevo
