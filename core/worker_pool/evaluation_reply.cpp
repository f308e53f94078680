#include "core/worker_pool/evaluation_reply.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gevo {

namespace {

/// Enumerations were checked when they were read.
bool isValid(const EvaluateReply& reply, const EvaluateRequest& request) {
  // Selection compares these numbers, so they must be finite in a valid variant.
  const Fitness& fitness = reply.result.fitness;
  const bool finite = std::isfinite(fitness.runtime) && std::isfinite(fitness.error) &&
                      (!fitness.hasEnergy() || (std::isfinite(fitness.energy) && fitness.energy >= 0));
  const auto isMeasure = [](double original) { return std::isfinite(original) && original >= 0; };
  if (!isMeasure(reply.originalRuntime) || !isMeasure(reply.originalEnergy)) return false;
  // Parameters are the search's own affair.
  const auto isOwn = [&](const Edit& edit) {
    return edit.op != Operator::Set || std::ranges::find(request.edits, edit) != request.edits.end();
  };
  const auto hasText = [](const Edit& edit) { return !isDirective(edit.op) || isDirectiveValue(edit.value); };
  if (!std::ranges::all_of(reply.edits, isOwn) || !std::ranges::all_of(reply.edits, hasText)) return false;
  const bool fits = reply.kept <= request.edits.size() && reply.active.size() == reply.kept + reply.edits.size();
  const bool haveErrors = std::ranges::all_of(reply.inputErrors, isMeasure);
  const bool haveRuntimes = reply.inputRuntimes.size() == reply.inputErrors.size() && std::ranges::all_of(reply.inputRuntimes, isMeasure);
  return fits && haveErrors && haveRuntimes && (finite || !reply.result.valid());
}

EvaluateReply failed(EvaluateRequest request, Reason reason, const std::string& message) {
  EvaluateReply reply;
  reply.active.assign(request.edits.size(), true);
  reply.edits = std::move(request.edits);
  reply.result.reason = reason;
  reply.result.message = message;
  return reply;
}

} // namespace

void leaveOutKnownEdits(EvaluateReply& reply, const EvaluateRequest& request) {
  const auto known = std::ranges::mismatch(reply.edits, request.edits).in1;
  reply.kept = static_cast<std::uint32_t>(known - reply.edits.begin());
  reply.edits.erase(reply.edits.begin(), known);
}

EvaluateReply evaluationFrom(EvaluateRequest request, const JobResult& result, const Fitness& original) {
  switch (result.failure) {
  case JobFailure::TimedOut:
    return failed(std::move(request), Reason::Timeout, result.message);
  case JobFailure::ErrorReply:
    return failed(std::move(request), Reason::Unsupported, result.message);
  case JobFailure::Crashed:
  case JobFailure::NoWorker:
    return failed(std::move(request), Reason::Crash, result.message);
  case JobFailure::None:
    break;
  }
  Result<EvaluateReply> reply = wire::decode<EvaluateReply>(result.reply, "worker's reply");
  if (!reply || !isValid(*reply, request)) return failed(std::move(request), Reason::Crash, "the worker sent a damaged reply");
  request.edits.resize(reply->kept);
  std::ranges::move(reply->edits, std::back_inserter(request.edits));
  reply->edits = std::move(request.edits);
  reply->kept = 0;
  Fitness& fitness = reply->result.fitness;
  if (original.runtime > 0 && reply->originalRuntime > 0) fitness.runtime *= original.runtime / reply->originalRuntime;
  if (original.energy > 0 && reply->originalEnergy > 0) fitness.energy *= original.energy / reply->originalEnergy;
  return std::move(*reply);
}

} // namespace gevo
