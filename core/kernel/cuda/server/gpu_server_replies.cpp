// What the processes that hold a CUDA context reply.

#include "core/base/wire.h"
#include "core/kernel/cuda/replay/trace_player.h"
#include "core/kernel/cuda/server/gpu_server.h"
#include "core/protocol/error_reply.h"

#include <algorithm>

namespace gevo::cuda {

namespace {

using Clock = ContextChild::Clock;

constexpr std::size_t mostMeasured = 20'000;

bool isResult(const Frame& frame) { return frame.kind == static_cast<std::uint32_t>(ReplyKind::Result); }

} // namespace

void GpuServer::handle(ContextChild& child, const Frame& frame) {
  if (frame.kind == beatKind) {
    const bool isReplay = frame.payload.size() == 1 && frame.payload[0] != static_cast<std::uint8_t>(Play::Copies);
    child.deadline = Clock::now() + (isReplay ? replayDeadline() : std::chrono::milliseconds(settings_.preparation));
    return;
  }
  if (child.expected.empty()) return;
  const ContextChild::Expectation answered = child.expected.front();
  child.expected.pop_front();
  child.deadline.reset();
  switch (answered.kind) {
  case GpuRequest::Describe:
    return handleDescription(child, frame);
  case GpuRequest::Adopt:
    return handleAdoption(child, frame, answered.test);
  case GpuRequest::Prepare:
    return handleOracle(child, frame);
  case GpuRequest::Measure:
    return handleMeasurement(child, frame);
  case GpuRequest::Count:
    return handleCounters(child, frame);
  }
}

void GpuServer::handleDescription(ContextChild& child, const Frame& frame) {
  const Result<GpuDescription> description = wire::decode<GpuDescription>(frame.payload, "description of the GPU");
  if (!isResult(frame) || !description) {
    if (active_) return dropSpare(child);
    const Result<ErrorReply> error = wire::decode<ErrorReply>(frame.payload, "GPU's reply");
    failedStarts_ = startsTried; // it reported why, so another start would fail the same way
    startFailed(error ? Error{error->message, error->details} : description.error());
    return retire(child);
  }
  description_.name = description->name;
  description_.architecture = description->architecture;
  description_.driverVersion = description->driverVersion;
  child.ready = true;
  failedStarts_ = 0;
  adoptInAdvance(child);
  dropSpareIfTight(child, description->room);
}

void GpuServer::handleAdoption(ContextChild& child, const Frame& frame, const Hash128& test) {
  const Result<GpuRoom> room = wire::decode<GpuRoom>(frame.payload, "GPU's reply");
  const bool adopted = isResult(frame) && room;
  if (adopted) child.tests.insert(test);
  if (!isActive(child)) {
    if (adopted) return dropSpareIfTight(child, *room);
    return active_ ? dropSpare(child) : void(); // if it takes over, it is asked again when it has a job
  }
  if (current_) child.deadline = Clock::now() + settings_.preparation;
  const bool isPreparation = current_ && current_->kind == GpuRequest::Prepare;
  if (!current_ || test != (isPreparation ? current_->own : current_->test)) return;
  if (adopted) return isPreparation ? void() : askCurrent(); // a preparation has been asked for behind it
  if (retryAlone()) return;
  if (const Result<ErrorReply> error = wire::decode<ErrorReply>(frame.payload, "GPU's reply"))
    sendError(*current_, {error->message, error->details});
  current_.reset();
  retire(child);
}

void GpuServer::handleOracle(ContextChild& child, const Frame& frame) {
  if (!current_) return;
  description_.use.busySeconds += std::chrono::duration<double>(Clock::now() - current_->begun).count();
  if (!isResult(frame) && !spares_.empty() && retryAlone()) return;
  const Job job = std::move(*current_);
  current_.reset();
  Result<Oracle> oracle = wire::decode<Oracle>(frame.payload, "GPU's reply");
  Known& known = tests_[job.test];
  if (!isResult(frame) || !oracle) {
    const Result<ErrorReply> error = wire::decode<ErrorReply>(frame.payload, "GPU's reply");
    known.error = error ? Error{error->message, error->details} : oracle.error();
    sendError(job, known.error);
    return retire(child); // the original may have crashed it
  }
  known.replaySeconds = oracle->replaySeconds;
  known.used = jobsBegun_;
  known.reply = {false,
                 oracle->microseconds,
                 oracle->noise.empty() ? 0 : std::ranges::max(oracle->noise),
                 oracle->relativeError,
                 oracle->repeats,
                 oracle->log,
                 oracle->notes,
                 oracle->energy,
                 oracle->energyError,
                 oracle->energyWindows,
                 oracle->error,
                 oracle->timedSeconds,
                 oracle->figures};
  known.adoption = share(wire::encode(KnownTest{*job.recipe, std::move(*oracle)}));
  child.tests.insert(job.test);
  sendReply(job, wire::encode(known.reply));
  for (const auto& spare : spares_)
    if (spare->ready && spare->tests.size() < mostAdoptedInAdvance) spare->ask(GpuRequest::Adopt, known.adoption, job.test);
}

void GpuServer::handleMeasurement(ContextChild& child, const Frame& frame) {
  if (!current_) return;
  Result<Measurement> measurement = wire::decode<Measurement>(frame.payload, "GPU's reply");
  if (!isResult(frame) || !measurement) return lose(child);
  const bool lost = measurement->lost;
  finish(std::move(*measurement));
  if (!lost) return;
  ++description_.use.deaths;
  retire(child);
}

/// A process in which CUPTI was at work must not time anything: it may be slower.
void GpuServer::handleCounters(ContextChild& child, const Frame& frame) {
  if (!current_) return;
  const Job job = std::move(*current_);
  current_.reset();
  if (const auto client = clients_.find(job.client); client != clients_.end())
    client->second.channel.send(frame.kind, share(frame.payload));
  retire(child);
}

void GpuServer::finish(Measurement measurement) {
  const Job job = std::move(*current_);
  current_.reset();
  ++description_.use.jobs;
  description_.use.busySeconds += std::chrono::duration<double>(Clock::now() - job.begun).count();
  description_.use.checkSeconds += measurement.checkSeconds;
  description_.use.timeSeconds += measurement.timeSeconds;
  description_.use.energySeconds += measurement.energySeconds;
  sendReply(job, wire::encode(measurement));
  if (measured_.size() >= mostMeasured) measured_.clear();
  measured_[job.measurement()] = std::move(measurement);
}

} // namespace gevo::cuda
