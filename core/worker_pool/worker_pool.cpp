#include "core/worker_pool/worker_pool.h"

#include "core/base/paths.h"
#include "core/worker_pool/worker_pool_state.h"

#include <algorithm>
#include <poll.h>

namespace gevo {

namespace {

/// For idle workers to end by themselves.
constexpr std::chrono::milliseconds grace{500};

} // namespace

WorkerPool::WorkerPool(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<WorkerPool>> WorkerPool::start(WorkerPoolSettings settings, Bytes load) {
  auto state = std::make_unique<State>();
  if (settings.program.empty()) {
    GEVO_TRY_ASSIGN(const auto program, companionPath("gevo-worker"));
    settings.program = program.string();
  }
  state->command.arguments = {settings.program};
  state->command.arguments.insert(state->command.arguments.end(), settings.arguments.begin(), settings.arguments.end());
  state->command.memoryBytes = settings.memoryBytes;
  state->command.cleansUp = settings.terminationGrace.count() > 0;
  state->load = std::make_shared<const Bytes>(std::move(load));
  state->settings = std::move(settings);
  state->workers.resize(std::max(1U, state->settings.workers));
  for (State::Worker& worker : state->workers) {
    GEVO_TRY(state->startWorker(worker));
  }
  return std::unique_ptr<WorkerPool>(new WorkerPool(std::move(state)));
}

/// Idle workers end when their stdin does; the others, and those that don't, are killed.
WorkerPool::~WorkerPool() {
  const bool terminates = state_->settings.terminationGrace.count() > 0;
  for (State::Worker& worker : state_->workers) {
    if (!worker.process) continue;
    const bool idle = worker.held.empty() && worker.ready;
    if (!idle && !terminates) {
      worker.process.reset();
      continue;
    }
    if (!idle) worker.process->terminate();
    worker.process->close();
  }
  const State::Clock::time_point until = State::Clock::now() + std::max(grace, state_->settings.terminationGrace);
  for (State::Worker& worker : state_->workers) {
    while (worker.process && !worker.process->ended() && State::Clock::now() < until) {
      pollfd polled{worker.process->channel(), POLLIN, 0};
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - State::Clock::now());
      ::poll(&polled, 1, int(std::max<std::int64_t>(left.count(), 0)));
      worker.process->read();
    }
  }
}

void WorkerPool::submit(RequestKind kind, Bytes request, Done done) {
  State::Job job{kind, std::make_shared<const Bytes>(std::move(request)), std::move(done)};
  if (state_->broken)
    state_->end(std::move(job), {JobFailure::NoWorker, state_->broken->message, state_->broken->details, {}});
  else
    state_->queue.push_back(std::move(job));
}

bool WorkerPool::wait(std::chrono::milliseconds atMost) {
  const State::Clock::time_point until = State::Clock::now() + atMost;
  state_->dispatch();
  while (state_->ended.empty() && pending() > 0) {
    state_->exchange(until);
    state_->dispatch();
    if (state_->woken || State::Clock::now() >= until) break;
  }
  // `done` may submit or cancel, so the list is taken first.
  for (State::Ended& ended : std::exchange(state_->ended, {})) ended.done(std::move(ended.result));
  return pending() > 0;
}

void WorkerPool::wakeOn(int descriptor) { state_->wakesOn = descriptor; }

void WorkerPool::cancelQueued() { state_->queue.clear(); }

void WorkerPool::abandon() {
  cancelQueued();
  state_->ended.clear();
  for (State::Worker& worker : state_->workers) {
    for (State::Job& job : worker.held) job.done = nullptr;
  }
}

void WorkerPool::endBusyWorkers() {
  abandon();
  for (State::Worker& worker : state_->workers) {
    if (!State::isBusy(worker)) continue;
    worker.process.reset();
    worker.held.clear();
    worker.isParked = true;
  }
  state_->publishIds();
}

std::size_t WorkerPool::pending() const { return state_->queue.size() + state_->held() + state_->ended.size(); }

unsigned WorkerPool::alive() const {
  const std::scoped_lock lock(state_->idsMutex);
  return unsigned(state_->ids.size());
}

unsigned WorkerPool::restarted() const { return state_->restarted; }

unsigned WorkerPool::gpus() const { return unsigned(state_->settings.rotatingArguments.size()); }

std::string WorkerPool::stderrTail() const {
  const State::Worker& first = state_->workers.front();
  return first.process ? first.process->stderrTail() : std::string();
}

std::vector<int> WorkerPool::processIds() const {
  const std::scoped_lock lock(state_->idsMutex);
  return state_->ids;
}

Result<OriginalReport> WorkerPool::loaded(const LoadProgress& progress) {
  if (state_->load->empty()) return fail("the workers were given nothing to load");
  constexpr std::chrono::milliseconds reportInterval{200};
  while (!state_->loadReply && !state_->broken) {
    state_->exchange(State::Clock::now() + reportInterval);
    const std::string said = progress ? stderrTail() : std::string();
    if (progress && !progress(said.substr(said.find_last_of('\n') + 1))) return fail("loading was cancelled");
  }
  if (state_->broken) return std::unexpected(*state_->broken);
  return *state_->loadReply;
}

JobResult WorkerPool::callBytes(RequestKind kind, Bytes request) {
  JobResult result;
  submit(kind, std::move(request), [&result](JobResult ended) { result = std::move(ended); });
  while (wait(std::chrono::seconds(60))) {
  }
  return result;
}

} // namespace gevo
