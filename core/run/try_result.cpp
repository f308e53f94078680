#include "core/run/try_result.h"

#include <cmath>

namespace gevo {

namespace {

/// Enumerations were checked when they were read.
bool isSound(const TryReply& reply) {
  // Selection compares these numbers, so that a valid variant has to have them.
  const Fitness& fitness = reply.outcome.fitness;
  const bool finite = std::isfinite(fitness.runtime) && std::isfinite(fitness.error);
  return reply.active.size() == reply.edits.size() && (finite || !reply.outcome.valid());
}

TryReply failed(const TryRequest& request, Reason reason, const std::string& detail) {
  TryReply reply{request.edits, std::vector<bool>(request.edits.size(), true), {}};
  reply.outcome.reason = reason;
  reply.outcome.detail = detail;
  return reply;
}

} // namespace

TryReply replyToTry(const TryRequest& request, const JobResult& result) {
  switch (result.failure) {
  case JobFailure::TimedOut:
    return failed(request, Reason::Timeout, result.message);
  case JobFailure::Refused:
    return failed(request, Reason::Unsupported, result.message);
  case JobFailure::Crashed:
  case JobFailure::NoWorker:
    return failed(request, Reason::Crash, result.message);
  case JobFailure::None:
    break;
  }
  Result<TryReply> reply = wire::decode<TryReply>(result.reply, "worker's reply");
  if (!reply || !isSound(*reply)) return failed(request, Reason::Crash, "the worker sent a damaged reply");
  return std::move(*reply);
}

} // namespace gevo
