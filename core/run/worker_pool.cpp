#include "core/run/worker_pool.h"

#include "core/base/paths.h"
#include "core/run/worker_process.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <poll.h>

namespace gevo {

namespace {

using Clock = std::chrono::steady_clock;

/// A worker gets its next job while it does one, so that it never waits for this thread.
constexpr std::size_t jobsAhead = 2;
constexpr unsigned deathsAllowed = 1;
/// Once a worker has loaded the project, it can be loaded: who dies loading it now was killed from outside.
constexpr unsigned laterLoadDeathsAllowed = 10;
constexpr std::chrono::milliseconds grace{500};

struct Job {
  RequestKind kind;
  std::shared_ptr<const Bytes> request;
  WorkerPool::Done done; ///< empty: nobody wants the result any more
  unsigned deaths = 0;
};

struct Ended {
  WorkerPool::Done done;
  JobResult result;
};

struct Worker {
  std::unique_ptr<WorkerProcess> process; ///< none: given up
  bool ready = false;                     ///< `load` was answered
  unsigned loadDeaths = 0;
  std::deque<Job> held;    ///< the first is being done
  Clock::time_point since; ///< when the first, or `load`, began
};

std::string seconds(std::chrono::milliseconds time) { return fmt::format("{:g} s", double(time.count()) / 1000.0); }

} // namespace

struct WorkerPool::State {
  WorkerPoolSettings settings;
  ChildCommand command;
  std::shared_ptr<const Bytes> load;
  Spawner spawner;
  std::vector<Worker> workers;
  std::deque<Job> queue;
  std::vector<Ended> ended;
  std::optional<LoadReply> loadReply;
  std::optional<Error> broken; ///< no worker is left
  std::atomic<unsigned> restarted = 0;
  mutable std::mutex idsMutex;
  std::vector<int> ids;                      ///< under idsMutex, for other threads
  Clock::time_point attended = Clock::now(); ///< end of the last `exchange`

  Result<void> startWorker(Worker& worker);
  void publishIds();
  void give(Worker& worker);
  void dispatch();
  void exchange(Clock::time_point until);
  void excuseAbsence();
  void receiveAll(Worker& worker);
  bool takeLoadReply(Worker& worker, const Frame& frame);
  bool takeReply(Worker& worker, Frame frame);
  void checkTime(Worker& worker);
  void bury(Worker& worker, JobFailure failure, std::string how);
  void breakDown(Error error);
  void end(Job job, JobResult result);
  std::size_t held() const;
  std::optional<Clock::time_point> deadline(const Worker& worker) const;
};

Result<void> WorkerPool::State::startWorker(Worker& worker) {
  const Result<ChildProcess> child = spawner.start(command);
  if (!child) return std::unexpected(child.error());
  worker.process = std::make_unique<WorkerProcess>(*child);
  worker.ready = load->empty();
  worker.since = Clock::now();
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

void WorkerPool::State::give(Worker& worker) {
  Job job = std::move(queue.front());
  queue.pop_front();
  if (worker.held.empty()) worker.since = Clock::now();
  worker.process->send(std::uint32_t(job.kind), job.request);
  worker.held.push_back(std::move(job));
}

/// Idle workers first, then the next job for busy ones.
void WorkerPool::State::dispatch() {
  for (std::size_t ahead = 0; ahead < jobsAhead; ++ahead) {
    for (Worker& worker : workers) {
      if (!queue.empty() && worker.process && worker.ready && worker.held.size() == ahead) give(worker);
    }
  }
}

std::optional<Clock::time_point> WorkerPool::State::deadline(const Worker& worker) const {
  if (!worker.process) return std::nullopt;
  if (!worker.ready) return worker.since + settings.loadTimeout;
  if (!worker.held.empty()) return worker.since + settings.jobTimeout;
  return std::nullopt;
}

/// While nobody attended, no byte could move: that time is not the workers'.
void WorkerPool::State::excuseAbsence() {
  const Clock::time_point now = Clock::now();
  for (Worker& worker : workers) worker.since = std::min(worker.since + (now - attended), now);
}

/// Waits for the workers until something can be read or written, `until` is reached or a job takes too long.
void WorkerPool::State::exchange(Clock::time_point until) {
  excuseAbsence();
  std::vector<pollfd> polled;
  for (const Worker& worker : workers) {
    const bool there = worker.process != nullptr;
    polled.push_back({there ? worker.process->channel() : -1, short(there && worker.process->hasOutput() ? POLLIN | POLLOUT : POLLIN), 0});
    polled.push_back({there ? worker.process->errors() : -1, POLLIN, 0});
    if (const auto limit = deadline(worker)) until = std::min(until, *limit);
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  ::poll(polled.data(), polled.size(), int(std::clamp<std::int64_t>(left.count(), 0, 60000)));

  for (std::size_t i = 0; i < workers.size(); ++i) {
    Worker& worker = workers[i];
    if (!worker.process) continue;
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
    const bool understood = worker.ready ? takeReply(worker, std::move(*frame)) : takeLoadReply(worker, *frame);
    if (broken) return;
    if (!understood) {
      bury(worker, JobFailure::Crashed, "sent a damaged reply");
      return;
    }
  }
  if (worker.process->ended()) bury(worker, JobFailure::Crashed, {});
}

/// False when the frame is no reply to `load`.
bool WorkerPool::State::takeLoadReply(Worker& worker, const Frame& frame) {
  if (frame.kind == std::uint32_t(ReplyKind::Refusal)) {
    const Result<ErrorReply> error = wire::decode<ErrorReply>(frame.payload, "worker's reply");
    if (!error) return false;
    breakDown({error->message, error->details}); // what one worker can't load, none can
    return true;
  }
  Result<LoadReply> reply = wire::decode<LoadReply>(frame.payload, "worker's reply");
  if (frame.kind != std::uint32_t(ReplyKind::Answer) || !reply) return false;
  if (!loadReply) loadReply = std::move(*reply);
  worker.ready = true;
  worker.loadDeaths = 0;
  return true;
}

/// False when the frame is no reply to the worker's job.
bool WorkerPool::State::takeReply(Worker& worker, Frame frame) {
  if (worker.held.empty()) return false;
  JobResult result;
  if (frame.kind == std::uint32_t(ReplyKind::Refusal)) {
    Result<ErrorReply> error = wire::decode<ErrorReply>(frame.payload, "worker's reply");
    if (!error) return false;
    result = {JobFailure::Refused, std::move(error->message), std::move(error->details), {}};
  } else if (frame.kind == std::uint32_t(ReplyKind::Answer)) {
    result.reply = std::move(frame.payload);
  } else {
    return false;
  }
  Job job = std::move(worker.held.front());
  worker.held.pop_front();
  worker.since = Clock::now();
  end(std::move(job), std::move(result));
  return true;
}

void WorkerPool::State::checkTime(Worker& worker) {
  const auto limit = deadline(worker);
  if (!limit || Clock::now() < *limit) return;
  bury(worker, JobFailure::TimedOut,
       fmt::format("took longer than {}", seconds(worker.ready ? settings.jobTimeout : settings.loadTimeout)));
}

/// Ends a worker, puts what it held back and starts another in its place. `how` empty: as the process says.
void WorkerPool::State::bury(Worker& worker, JobFailure failure, std::string how) {
  const std::string died = worker.process->reap();
  if (how.empty()) how = died;
  Error error{fmt::format("the worker {}", how), worker.process->lastWords()};
  worker.process.reset();

  const bool wasReady = worker.ready;
  while (worker.held.size() > 1) { // not begun: no death of theirs
    if (worker.held.back().done) queue.push_front(std::move(worker.held.back()));
    worker.held.pop_back();
  }
  if (!worker.held.empty()) {
    Job job = std::move(worker.held.front());
    worker.held.pop_front();
    const bool wanted = job.done != nullptr;
    if (wanted && ++job.deaths <= deathsAllowed)
      queue.push_front(std::move(job));
    else
      end(std::move(job), {failure, error.message, error.details, {}});
  }
  const bool startsAgain = wasReady || ++worker.loadDeaths <= (loadReply ? laterLoadDeathsAllowed : deathsAllowed);
  if (startsAgain) {
    ++restarted;
    const Result<void> started = startWorker(worker);
    if (started) return;
    error = started.error();
  }
  publishIds();
  if (std::ranges::none_of(workers, [](const Worker& other) { return other.process != nullptr; })) breakDown(std::move(error));
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

WorkerPool::WorkerPool(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<WorkerPool>> WorkerPool::start(WorkerPoolSettings settings, Bytes load) {
  auto state = std::make_unique<State>();
  if (settings.program.empty()) {
    const auto program = companionPath("gevo-worker");
    if (!program) return std::unexpected(program.error());
    settings.program = program->string();
  }
  state->command.words = {settings.program};
  state->command.words.insert(state->command.words.end(), settings.arguments.begin(), settings.arguments.end());
  state->command.memoryBytes = settings.memoryBytes;
  state->load = std::make_shared<const Bytes>(std::move(load));
  state->settings = std::move(settings);
  state->workers.resize(std::max(1U, state->settings.workers));
  for (Worker& worker : state->workers) {
    if (const Result<void> started = state->startWorker(worker); !started) return std::unexpected(started.error());
  }
  return std::unique_ptr<WorkerPool>(new WorkerPool(std::move(state)));
}

/// Idle workers end when their stdin does; the others, and those that don't, are killed.
WorkerPool::~WorkerPool() {
  for (Worker& worker : state_->workers) {
    if (!worker.process) continue;
    if (worker.held.empty() && worker.ready)
      worker.process->close();
    else
      worker.process.reset();
  }
  const Clock::time_point until = Clock::now() + grace;
  for (Worker& worker : state_->workers) {
    while (worker.process && !worker.process->ended() && Clock::now() < until) {
      pollfd polled{worker.process->channel(), POLLIN, 0};
      ::poll(&polled, 1, int(grace.count()));
      worker.process->read();
    }
  }
}

void WorkerPool::submit(RequestKind kind, Bytes request, Done done) {
  Job job{kind, std::make_shared<const Bytes>(std::move(request)), std::move(done)};
  if (state_->broken)
    state_->end(std::move(job), {JobFailure::NoWorker, state_->broken->message, state_->broken->details, {}});
  else
    state_->queue.push_back(std::move(job));
}

bool WorkerPool::wait(std::chrono::milliseconds atMost) {
  const Clock::time_point until = Clock::now() + atMost;
  state_->dispatch();
  while (state_->ended.empty() && pending() > 0) {
    state_->exchange(until);
    state_->dispatch();
    if (Clock::now() >= until) break;
  }
  // `done` may submit or cancel, so the list is taken first.
  for (Ended& ended : std::exchange(state_->ended, {})) ended.done(std::move(ended.result));
  return pending() > 0;
}

void WorkerPool::cancelQueued() { state_->queue.clear(); }

void WorkerPool::abandon() {
  cancelQueued();
  state_->ended.clear();
  for (Worker& worker : state_->workers) {
    for (Job& job : worker.held) job.done = nullptr;
  }
}

std::size_t WorkerPool::pending() const { return state_->queue.size() + state_->held() + state_->ended.size(); }

unsigned WorkerPool::alive() const {
  const std::scoped_lock lock(state_->idsMutex);
  return unsigned(state_->ids.size());
}

unsigned WorkerPool::restarted() const { return state_->restarted; }

std::vector<int> WorkerPool::processIds() const {
  const std::scoped_lock lock(state_->idsMutex);
  return state_->ids;
}

Result<LoadReply> WorkerPool::loaded() {
  if (state_->load->empty()) return fail("the workers were given nothing to load");
  while (!state_->loadReply && !state_->broken) state_->exchange(Clock::time_point::max());
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
