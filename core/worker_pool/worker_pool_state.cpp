#include "core/worker_pool/worker_pool_state.h"

#include "core/base/wire.h"
#include "core/protocol/error_reply.h"

#include <algorithm>
#include <poll.h>

namespace gevo {

namespace {

/// A worker gets its next job while it does one, so that it never waits for this thread.
constexpr std::size_t jobsAhead = 2;
constexpr unsigned deathsAllowed = 1;
/// Workers that are killed from outside (by a user, a test, the kernel out of memory) are not the job's fault, unless it keeps happening.
constexpr unsigned killsAllowed = 5;
/// Once a worker has loaded the project, a worker that dies loading it was killed from outside.
constexpr unsigned laterLoadDeathsAllowed = 10;
/// A program that keeps ending by itself is not restarted for ever.
constexpr unsigned idleDeathsAllowed = 10;
/// A worker forgets configurations that it has not used for long; a job whose configuration is never kept is not repeated for ever.
constexpr unsigned loadsAllowed = 5;

} // namespace

Result<void> WorkerPool::State::startWorker(Worker& worker) {
  ChildCommand own = command;
  if (!settings.rotatingArguments.empty())
    own.arguments.push_back(
        settings.rotatingArguments[static_cast<std::size_t>(&worker - workers.data()) % settings.rotatingArguments.size()]);
  GEVO_TRY_ASSIGN(const ChildProcess child, spawner.start(own));
  worker.process = std::make_unique<WorkerProcess>(child);
  worker.ready = load->empty();
  worker.watch = WorkWatch(child.id, limitFor(worker), !settings.limitsProcessorTime);
  begin(worker);
  if (settings.yields && worker.ready) worker.process->yield();
  if (!load->empty()) worker.process->send(std::uint32_t(RequestKind::Load), load);
  publishIds();
  return {};
}

void WorkerPool::State::publishIds() {
  const std::scoped_lock lock(idsMutex);
  ids.clear();
  for (const Worker& worker : workers) {
    if (worker.process) ids.push_back(worker.process->id());
  }
}

/// The limits of the first job held, or of `load`.
void WorkerPool::State::begin(Worker& worker) {
  const WorkLimit limit = limitFor(worker);
  worker.watch.begin(limit);
  if (settings.limitsProcessorTime) worker.process->allowProcessorTime(limit.processorTime);
}

void WorkerPool::State::give(Worker& worker) {
  Job job = std::move(queue.front());
  queue.pop_front();
  if (worker.held.empty()) begin(worker);
  worker.process->send(std::uint32_t(job.kind), job.request);
  worker.held.push_back(std::move(job));
}

void WorkerPool::State::wakeParked() {
  for (Worker& worker : workers) {
    if (!worker.isParked) continue;
    worker.isParked = false;
    const Result<void> started = startWorker(worker);
    if (!started && std::ranges::none_of(workers, [](const Worker& other) { return other.process || other.isParked; }))
      return breakDown(started.error());
  }
}

/// Idle workers first, then the next job for busy ones.
void WorkerPool::State::dispatch() {
  if (!queue.empty()) wakeParked();
  for (std::size_t ahead = 0; ahead < jobsAhead; ++ahead) {
    for (Worker& worker : workers) {
      if (!queue.empty() && worker.process && worker.ready && worker.held.size() == ahead) give(worker);
    }
  }
}

WorkLimit WorkerPool::State::limitFor(const Worker& worker) const {
  if (!worker.ready) return settings.loadLimit;
  WorkLimit limit = settings.jobLimit;
  limit.processorTime = std::max(limit.processorTime, 2 * loadTime);
  return limit;
}

bool WorkerPool::State::isBusy(const Worker& worker) { return worker.process && (!worker.ready || !worker.held.empty()); }

/// Waits for the workers until something can be read or written, `until` is reached or a job takes too long.
void WorkerPool::State::exchange(Clock::time_point until) {
  // Time in which `wait` was not called does not count, as no byte could move.
  const Clock::duration unattended = Clock::now() - attended;
  std::vector<pollfd> polled;
  for (Worker& worker : workers) {
    worker.watch.excuse(unattended);
    const bool there = worker.process != nullptr;
    polled.push_back({there ? worker.process->channel() : -1, short(there && worker.process->hasOutput() ? POLLIN | POLLOUT : POLLIN), 0});
    polled.push_back({there ? worker.process->errors() : -1, POLLIN, 0});
    if (isBusy(worker)) until = std::min(until, Clock::now() + worker.watch.interval());
  }
  polled.push_back({wakesOn, POLLIN, 0});
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  ::poll(polled.data(), polled.size(), int(std::clamp<std::int64_t>(left.count(), 0, 60000)));
  woken = polled.back().revents != 0;

  for (std::size_t i = 0; i < workers.size(); ++i) {
    Worker& worker = workers[i];
    if (!worker.process) continue;
    if (polled[2 * i].revents != 0 || polled[2 * i + 1].revents != 0) worker.watch.noteSign();
    if (polled[2 * i].revents & POLLOUT) worker.process->write();
    if (polled[2 * i + 1].revents != 0) worker.process->readErrors();
    if (polled[2 * i].revents & (POLLIN | POLLHUP | POLLERR)) worker.process->read();
    receiveAll(worker);
    if (worker.process) checkTime(worker);
  }
  attended = Clock::now();
}

void WorkerPool::State::receiveAll(Worker& worker) {
  while (std::optional<Frame> frame = worker.process->receive()) {
    const bool isReply = worker.ready ? takeReply(worker, std::move(*frame)) : takeLoadReply(worker, *frame);
    if (broken) return;
    if (!isReply) {
      onWorkerExit(worker, JobFailure::Crashed, "sent a damaged reply");
      return;
    }
  }
  if (worker.process->ended()) onWorkerExit(worker, JobFailure::Crashed, {});
}

/// False when the frame is not a reply to `load`.
bool WorkerPool::State::takeLoadReply(Worker& worker, const Frame& frame) {
  if (frame.kind == std::uint32_t(ReplyKind::Error)) {
    const Result<ErrorReply> error = wire::decode<ErrorReply>(frame.payload, "worker's reply");
    if (!error) return false;
    breakDown({error->message, error->details}); // what one worker can't load, none can
    return true;
  }
  Result<OriginalReport> reply = wire::decode<OriginalReport>(frame.payload, "worker's reply");
  if (frame.kind != std::uint32_t(ReplyKind::Result) || !reply) return false;
  if (!loadReply) {
    loadReply = std::move(*reply);
    loadTime = worker.watch.processorTime();
  }
  worker.ready = true;
  worker.loadDeaths = 0;
  worker.process->forgetErrors(); // the steps of loading
  if (settings.yields) worker.process->yield();
  return true;
}

/// False when the frame is not a reply to the worker's job.
bool WorkerPool::State::takeReply(Worker& worker, Frame frame) {
  if (worker.held.empty()) return false;
  JobResult result;
  if (frame.kind == std::uint32_t(ReplyKind::NeedsConfiguration)) {
    Job job = std::move(worker.held.front());
    worker.held.pop_front();
    begin(worker);
    return loadConfiguration(worker, std::move(job), frame.payload);
  }
  if (frame.kind == std::uint32_t(ReplyKind::Error)) {
    Result<ErrorReply> error = wire::decode<ErrorReply>(frame.payload, "worker's reply");
    if (!error) return false;
    result = {JobFailure::ErrorReply, std::move(error->message), std::move(error->details), {}};
  } else if (frame.kind == std::uint32_t(ReplyKind::Result)) {
    result.reply = std::move(frame.payload);
  } else {
    return false;
  }
  Job job = std::move(worker.held.front());
  worker.held.pop_front();
  worker.idleDeaths = 0;
  begin(worker);
  end(std::move(job), std::move(result));
  return true;
}

/// Gives the worker the configuration and then the job once more; both come after what it holds already. False: the reply is damaged.
bool WorkerPool::State::loadConfiguration(Worker& worker, Job job, const Bytes& wanted) {
  const Result<Configuration> configuration = wire::decode<Configuration>(wanted, "worker's reply");
  if (!configuration) return false;
  if (!job.done) return true; // nobody waits for it
  Result<std::shared_ptr<const Bytes>> program = fail("this work knows no configurations but the program's own");
  if (settings.configurations) program = settings.configurations(*configuration);
  if (program && ++job.loads > loadsAllowed)
    program = fail("the worker does not keep the configuration {}", printConfiguration(*configuration));
  if (!program) {
    end(std::move(job), {JobFailure::ErrorReply, program.error().message, program.error().details, {}});
    return true;
  }
  const bool wasIdle = worker.held.empty();
  Job load{RequestKind::LoadConfiguration, *program, {}};
  for (Job* one : {&load, &job}) {
    worker.process->send(std::uint32_t(one->kind), one->request);
    worker.held.push_back(std::move(*one));
  }
  if (wasIdle) begin(worker);
  return true;
}

void WorkerPool::State::checkTime(Worker& worker) {
  const WorkState state = isBusy(worker) ? worker.watch.check() : WorkState::Working;
  if (state != WorkState::Working) onWorkerExit(worker, JobFailure::TimedOut, describe(state, limitFor(worker)));
}

/// Ends a worker, queues its jobs again and starts another worker in its place. `how` empty: as the process ended.
void WorkerPool::State::onWorkerExit(Worker& worker, JobFailure failure, std::string how) {
  Ending died = worker.process->reap();
  const bool fromOutside = how.empty() && died.killed;
  if (how.empty()) {
    how = std::move(died.message);
    if (died.timedOut) failure = JobFailure::TimedOut;
  }
  Error error{fmt::format("the worker {}", how), worker.process->stderrTail()};
  worker.process.reset();

  const bool wasIdle = worker.ready && worker.held.empty();
  if (wasIdle) ++worker.idleDeaths;
  const bool wasReady = worker.ready;
  while (worker.held.size() > 1) { // not begun, so the death does not count for them
    if (worker.held.back().done) queue.push_front(std::move(worker.held.back()));
    worker.held.pop_back();
  }
  if (!worker.held.empty()) {
    Job job = std::move(worker.held.front());
    worker.held.pop_front();
    const bool wanted = job.done != nullptr;
    const bool innocent = fromOutside ? ++job.kills <= killsAllowed : ++job.deaths <= deathsAllowed;
    if (wanted && innocent)
      queue.push_front(std::move(job));
    else
      end(std::move(job), {failure, error.message, error.details, {}});
  }
  const bool startsAgain = wasReady ? worker.idleDeaths <= idleDeathsAllowed
                                    : ++worker.loadDeaths <= (loadReply || fromOutside ? laterLoadDeathsAllowed : deathsAllowed);
  if (startsAgain) {
    ++restarted;
    const Result<void> started = startWorker(worker);
    if (started) return;
    error = started.error();
  }
  publishIds();
  if (std::ranges::none_of(workers, [](const Worker& other) { return other.process || other.isParked; })) breakDown(std::move(error));
}

void WorkerPool::State::breakDown(Error error) {
  broken = std::move(error);
  for (Worker& worker : workers) {
    worker.process.reset();
    std::ranges::move(worker.held, std::back_inserter(queue));
    worker.held.clear();
  }
  publishIds();
  for (Job& job : queue) end(std::move(job), {JobFailure::NoWorker, broken->message, broken->details, {}});
  queue.clear();
}

void WorkerPool::State::end(Job job, JobResult result) {
  if (job.done) ended.push_back({std::move(job.done), std::move(result)});
}

std::size_t WorkerPool::State::held() const {
  std::size_t count = 0;
  for (const Worker& worker : workers)
    count += std::size_t(std::ranges::count_if(worker.held, [](const Job& job) { return job.done != nullptr; }));
  return count;
}

} // namespace gevo
