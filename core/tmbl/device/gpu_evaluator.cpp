#include "core/tmbl/device/gpu_evaluator.h"

#include "core/base/paths.h"
#include "core/protocol/error_reply.h"
#include "core/worker_pool/worker_process.h"

#include <algorithm>
#include <array>
#include <poll.h>
#include <thread>

namespace gevo::tmbl {

GpuEvaluator::GpuEvaluator() : spawner_(std::make_unique<Spawner>()) {}
GpuEvaluator::~GpuEvaluator() { process_.reset(); }

Result<std::unique_ptr<GpuEvaluator>> GpuEvaluator::start(const GpuSettings& settings, const Cases& cases) {
  using Path = std::filesystem::path;
  GEVO_TRY_ASSIGN(const Path worker, settings.workerProgram.empty() ? companionPath("gevo-worker") : Result<Path>(settings.workerProgram));
  std::unique_ptr<GpuEvaluator> evaluator(new GpuEvaluator);
  std::vector<std::string> arguments{worker.string(), "tmbl"};
  if (settings.gpu) arguments.push_back(std::to_string(*settings.gpu));
  GEVO_TRY_ASSIGN(const ChildProcess child, evaluator->spawner_->start({.arguments = arguments}));
  evaluator->process_ = std::make_unique<WorkerProcess>(child);
  evaluator->threads_ = settings.threads;
  OpenRequest request;
  request.inputs = cases.inputs();
  request.stride = cases.stride();
  request.values.assign(cases.values().begin(), cases.values().end());
  request.targets.assign(cases.targets().begin(), cases.targets().end());
  request.centre = cases.centre();
  request.architecture = settings.architecture;
  GEVO_TRY_ASSIGN(const Bytes reply, evaluator->ask(MessageKind::Open, wire::encode(request)));
  GEVO_TRY_ASSIGN(evaluator->device_, wire::decode<OpenReply>(reply, "worker's reply"));
  return evaluator;
}

Result<std::vector<ErrorSums>> GpuEvaluator::evaluate(std::span<const Code> population) {
  if (population.empty()) return std::vector<ErrorSums>();
  PopulationRequest request;
  request.population.assign(population.begin(), population.end());
  // A module for each thread at least, since one thread makes the machine code of a module.
  const std::size_t threads = threads_ > 0 ? threads_ : std::max(1U, std::thread::hardware_concurrency());
  const std::size_t share = (population.size() + threads - 1) / threads;
  request.individualsPerModule = static_cast<std::uint32_t>(std::min<std::size_t>(share, request.individualsPerModule));
  GEVO_TRY_ASSIGN(PopulationReply reply, run(std::move(request)));
  return std::move(reply.sums);
}

Result<PopulationReply> GpuEvaluator::run(PopulationRequest request) {
  if (request.threads == 0) request.threads = threads_;
  const std::size_t individuals = device_.gpu.empty() ? 0 : request.population.size();
  GEVO_TRY_ASSIGN(const Bytes bytes, ask(MessageKind::Evaluate, wire::encode(request)));
  GEVO_TRY_ASSIGN(PopulationReply reply, wire::decode<PopulationReply>(bytes, "worker's reply"));
  if (reply.sums.size() != individuals)
    return fail("the worker replied with the sums of {} programs, not {}", reply.sums.size(), individuals);
  return reply;
}

Result<Bytes> GpuEvaluator::ask(MessageKind kind, Bytes request) {
  WorkerProcess& process = *process_;
  process.send(static_cast<std::uint32_t>(kind), std::make_shared<const Bytes>(std::move(request)));
  while (true) {
    process.write();
    process.read();
    process.readErrors();
    if (std::optional<Frame> frame = process.receive()) {
      if (frame->kind == static_cast<std::uint32_t>(ReplyKind::Result)) return std::move(frame->payload);
      GEVO_TRY_ASSIGN(const ErrorReply error, wire::decode<ErrorReply>(frame->payload, "worker's reply"));
      return std::unexpected(Error{error.message, error.details});
    }
    if (process.ended())
      return std::unexpected(
          Error{fmt::format("the worker that compiles and runs populations {}", process.reap().message), process.stderrTail()});
    const short events = process.hasOutput() ? POLLIN | POLLOUT : POLLIN;
    std::array<pollfd, 2> channels{{{process.channel(), events, 0}, {process.errors(), POLLIN, 0}}};
    ::poll(channels.data(), channels.size(), -1);
  }
}

} // namespace gevo::tmbl
