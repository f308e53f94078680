#include "core/run/try_result.h"

#include <algorithm>
#include <cmath>

namespace gevo {

namespace {

bool isSound(const InstructionRef& ref) { return ref.kind <= InstructionRef::Kind::Created; }
bool isSound(const ValueRef& ref) { return ref.kind <= ValueRef::Kind::Default && isSound(ref.instruction); }
bool isSound(const Edit& edit) {
  const auto choiceIsSound = [](const OperandChoice& choice) { return isSound(choice.user) && isSound(choice.value); };
  return std::size_t(edit.op) < operatorCount && isSound(edit.target) && isSound(edit.other) && isSound(edit.substitute) &&
         std::ranges::all_of(edit.choices, choiceIsSound);
}

bool isSound(const Outcome& outcome) {
  const bool named = std::size_t(outcome.reason) < reasonCount && outcome.stage <= Stage::Done;
  // Selection compares these numbers, so that a valid variant has to have them.
  const bool finite = std::isfinite(outcome.fitness.runtime) && std::isfinite(outcome.fitness.error);
  return named && (finite || !outcome.valid());
}

bool isSound(const TryReply& reply) {
  return reply.active.size() == reply.edits.size() && isSound(reply.outcome) &&
         std::ranges::all_of(reply.edits, [](const Edit& edit) { return isSound(edit); });
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
