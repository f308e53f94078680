#include "core/cluster/cluster_pool.h"

#include "core/base/wire.h"

#include <algorithm>

namespace gevo {

namespace {

/// A host gets further jobs while its workers do theirs, unless these take so long that a message's way there is nothing beside it: then
/// another host may do them sooner.
constexpr std::size_t jobsAhead = 3;
constexpr double longJobSeconds = 0.2;
/// A job whose hosts keep being lost is given up.
constexpr unsigned lossesAllowed = 5;
/// What arrives is taken in portions, so that the jobs that it frees workers for are given out soon.
constexpr std::size_t messagesAtOnce = 64;

double seconds(std::chrono::steady_clock::duration time) { return std::chrono::duration<double>(time).count(); }

std::string counted(std::size_t jobs) { return jobs == 1 ? "1 job" : std::to_string(jobs) + " jobs"; }

} // namespace

ClusterPool::ClusterPool(HeadLinks& links, HostRoster& roster, const WorkerPoolSettings& settings, Bytes load, ClusterPatience patience)
    : links_(links), roster_(roster), settings_(settings), load_(std::make_shared<const Bytes>(std::move(load))), patience_(patience),
      number_(++roster.loads), asked_(Clock::now()), attended_(asked_) {
  const std::map<HostId, std::string> known = std::exchange(roster_.names, {});
  for (const auto& [id, name] : known) greet(id, {MessageKind::Hello, wire::encode(HelloMessage{roster_.version, name}), {}});
}

ClusterPool::~ClusterPool() {
  for (const auto& [id, host] : hosts_) links_.send(id, {MessageKind::Unload, {}, {}});
}

void ClusterPool::submit(RequestKind kind, Bytes request, Done done) {
  if (broken_)
    ended_.emplace_back(std::move(done), JobResult{JobFailure::NoWorker, broken_->message, broken_->details, {}});
  else
    queue_.emplace(++roster_.jobs, Job{kind, SharedBytes(std::move(request)), std::move(done)});
}

bool ClusterPool::wait(std::chrono::milliseconds atMost) {
  const auto pending = [this] {
    return !queue_.empty() || !ended_.empty() || std::ranges::any_of(hosts_, [](const auto& host) { return !host.second.held.empty(); });
  };
  const Clock::time_point until = Clock::now() + atMost;
  dispatch();
  while (ended_.empty() && pending()) {
    const bool woken = exchange(until);
    dispatch();
    if (woken || Clock::now() >= until) break;
  }
  // `done` may submit or abandon, so the list is taken first.
  for (auto& [done, result] : std::exchange(ended_, {})) done(std::move(result));
  return pending();
}

unsigned ClusterPool::gpus() const {
  unsigned all = 0;
  for (const auto& [id, host] : hosts_) all += host.gpus;
  return all;
}

bool ClusterPool::isWaitingForHosts() const {
  return hosts_.size() < roster_.expected || !std::ranges::all_of(hosts_, [](const auto& host) { return host.second.isLoaded; });
}

Result<OriginalReport> ClusterPool::loaded(const LoadProgress& progress) {
  constexpr std::chrono::milliseconds reportInterval{200};
  while (!begun_ && !broken_) {
    exchange(Clock::now() + reportInterval);
    if (progress && !progress(step_)) return gevo::fail("loading was cancelled");
    begun_ = report_ && !isWaitingForHosts();
  }
  if (broken_) return std::unexpected(*broken_);
  return *report_;
}

/// Waits for the hosts, and takes what they send. True when the descriptor of wakeOn ended it.
bool ClusterPool::exchange(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(std::min(until, asked_ + patience_.ask) - Clock::now());
  const bool woken = links_.wait(std::max(left, std::chrono::milliseconds(0)), wakesOn_);
  std::size_t taken = 0;
  while (taken < messagesAtOnce) {
    auto received = links_.receive();
    if (!received) break;
    ++taken;
    take(received->first, std::move(received->second));
  }
  // Only when all was read that was sent while nobody attended.
  if (taken < messagesAtOnce && Clock::now() >= asked_ + patience_.ask) askHosts();
  for (const HostId& id : std::exchange(unreachable_, {})) lose(id, "its connection has ended");
  watchForHosts();
  count();
  return woken;
}

void ClusterPool::take(const HostId& id, Message message) {
  if (message.kind == MessageKind::Hello) return greet(id, message);
  const auto found = hosts_.find(id);
  if (found == hosts_.end()) return; // it was lost or refused before
  found->second.heard = Clock::now();
  if (message.kind == MessageKind::Leave) return lose(id, "it was told to end");
  if (message.kind == MessageKind::Failed) return fail(id, message.body);
  if (const Result<void> taken = takeFrom(id, found->second, message); !taken) refuse(id, taken.error().message);
}

/// An error is why the host can't stay.
Result<void> ClusterPool::takeFrom(const HostId& id, Host& host, Message& message) {
  switch (message.kind) {
  case MessageKind::Step: {
    GEVO_TRY_ASSIGN(StepMessage step, wire::decode<StepMessage>(message.body, "host's message"));
    step_ = host.name + ": " + step.step;
    return {};
  }
  case MessageKind::Alive: {
    GEVO_TRY_ASSIGN(host.workers, wire::decode<WorkerCounts>(message.body, "host's message"));
    return {};
  }
  case MessageKind::Loaded:
    return takeLoaded(host, message.body);
  case MessageKind::Results:
    return takeResults(host, message.body);
  case MessageKind::Wants:
    return answer(id, message.body);
  default:
    return gevo::fail("the host's message is damaged or of another version");
  }
}

void ClusterPool::greet(const HostId& id, const Message& message) {
  const Result<HelloMessage> hello = wire::decode<HelloMessage>(message.body, "host's message");
  if (!hello || hello->version != roster_.version) {
    const std::string own = hello ? fmt::format("is version {}", hello->version) : "is of another version";
    roster_.log(fmt::format("{} does not take part: its gevo {}, and this one is version {}", hello ? hello->host : "a host", own,
                            roster_.version));
    send(id, MessageKind::Refuse,
         wire::encode(RefuseMessage{fmt::format("this gevo {}, and the run's is version {}; install the same one", own, roster_.version)}));
    return;
  }
  Host& host = hosts_[id];
  host = {hello->host};
  host.heard = attended_ = Clock::now();
  roster_.names[id] = host.name;
  send(id, MessageKind::Load, wire::encode(LoadMessage{number_, settings_.workers, settings_.yields}), load_);
}

/// All hosts must time variants alike.
Result<void> ClusterPool::takeLoaded(Host& host, const Bytes& body) {
  GEVO_TRY_ASSIGN(LoadedMessage loaded, wire::decode<LoadedMessage>(body, "host's message"));
  if (loaded.load != number_) return {}; // of the run before
  if (!report_) {
    report_ = std::move(loaded.report);
    reporter_ = host.name;
  } else {
    std::string difference;
    const OriginalReport& now = loaded.report;
    if (now.device != report_->device)
      difference = fmt::format("{} evaluates on the {} and {} on the {}, whose runtimes don't compare; give the run hosts of one kind",
                               reporter_, report_->device, host.name, now.device);
    else if (report_->deterministic && now.original.fitness.runtime != report_->original.fitness.runtime)
      difference = fmt::format("the original takes {:.6g} us on {} and {:.6g} us on {}; install the same gevo on both",
                               report_->original.fitness.runtime, reporter_, now.original.fitness.runtime, host.name);
    if (!difference.empty() && !begun_) breakDown({difference});
    if (!difference.empty()) return gevo::fail("{}", difference);
  }
  host.isLoaded = true;
  host.workers = loaded.workers;
  host.gpus = loaded.gpus;
  host.replied = Clock::now();
  if (begun_) roster_.log(fmt::format("{} evaluates too", host.name));
  return {};
}

/// What is not its own job is ignored.
Result<void> ClusterPool::takeResults(Host& host, const Bytes& body) {
  GEVO_TRY_ASSIGN(ResultsMessage results, wire::decode<ResultsMessage>(body, "host's message"));
  host.workers = results.workers;
  std::size_t taken = 0;
  const std::size_t busy = std::min<std::size_t>(host.held.size(), std::max(1U, host.workers.alive));
  for (JobOutcome& outcome : results.outcomes) {
    auto job = host.held.extract(outcome.job);
    if (job.empty() || outcome.failure == JobFailure::NoWorker) continue;
    ++taken;
    ended_.emplace_back(std::move(job.mapped().done),
                        JobResult{outcome.failure, std::move(outcome.message), std::move(outcome.details), std::move(outcome.reply)});
  }
  if (taken == 0) return {};
  const double each = double(busy) * seconds(Clock::now() - std::exchange(host.replied, Clock::now())) / double(taken);
  host.jobSeconds = host.jobSeconds == 0 ? each : 0.8 * host.jobSeconds + 0.2 * each;
  return {};
}

Result<void> ClusterPool::answer(const HostId& id, const Bytes& body) {
  GEVO_TRY_ASSIGN(const WantsMessage wants, wire::decode<WantsMessage>(body, "host's message"));
  Result<std::shared_ptr<const Bytes>> program = gevo::fail("this work knows no configurations but the program's own");
  if (settings_.configurations) program = settings_.configurations(wants.configuration);
  ConfigurationMessage reply;
  if (!program) reply.problem = FailedMessage{program.error().message, program.error().details};
  const bool isKnown = program && !wants.known.isNull() && hashBytes(**program) == wants.known;
  send(id, MessageKind::Configuration, wire::encode(reply), program && !isKnown ? *program : nullptr);
  return {};
}

/// What one host can't load, none can; but once a run has begun, it goes on with the others.
void ClusterPool::fail(const HostId& id, const Bytes& body) {
  const std::string name = hosts_.at(id).name;
  const Result<FailedMessage> failed = wire::decode<FailedMessage>(body, "host's message");
  const Error error = failed ? Error{failed->message, failed->details} : failed.error();
  if (!begun_) breakDown({hosts_.size() > 1 ? name + ": " + error.message : error.message, error.details});
  lose(id, error.message);
}

void ClusterPool::refuse(const HostId& id, const std::string& reason) {
  send(id, MessageKind::Refuse, wire::encode(RefuseMessage{reason}));
  lose(id, reason);
}

void ClusterPool::lose(const HostId& id, const std::string& why) {
  auto host = hosts_.extract(id);
  if (host.empty()) return;
  roster_.names.erase(id);
  if (roster_.expected > 0) --roster_.expected;
  restartedBefore_ += host.mapped().workers.restarted;
  auto& held = host.mapped().held;
  if (!broken_)
    roster_.log(held.empty() ? fmt::format("{} is lost: {}", host.mapped().name, why)
                             : fmt::format("{} is lost: {}; its {} will be done elsewhere", host.mapped().name, why, counted(held.size())));
  for (auto& [number, job] : held) {
    if (++job.losses < lossesAllowed)
      queue_.emplace(number, std::move(job));
    else
      ended_.emplace_back(std::move(job.done), JobResult{JobFailure::Crashed, "the hosts that evaluated it were lost", why, {}});
  }
  attended_ = Clock::now();
}

/// A connection that has ended is found when something is sent.
void ClusterPool::askHosts() {
  asked_ = Clock::now();
  std::vector<HostId> silent;
  for (const auto& [id, host] : hosts_) {
    send(id, MessageKind::Ask, {});
    if (asked_ - host.heard > patience_.silence) silent.push_back(id);
  }
  for (const HostId& id : silent) lose(id, "it does not answer");
}

/// Those that don't connect are not waited for any longer.
void ClusterPool::watchForHosts() {
  if (broken_ || (begun_ && !hosts_.empty()) || hosts_.size() >= std::max(1U, roster_.expected)) return;
  if (Clock::now() - attended_ < patience_.connect) return;
  const auto waited = std::chrono::ceil<std::chrono::seconds>(patience_.connect).count();
  if (hosts_.empty()) {
    const char* const what = begun_ ? "no host is left, and none has connected" : "no host has connected";
    return breakDown({fmt::format("{} within {} s; what was evaluated is in the file, and --resume goes on", what, waited)});
  }
  roster_.log(fmt::format("{} of {} hosts have not connected within {} s; the run begins without them", roster_.expected - hosts_.size(),
                          roster_.expected, waited));
  roster_.expected = unsigned(hosts_.size());
}

/// Workers without a job first, on whichever host; then jobs ahead.
void ClusterPool::dispatch() {
  std::map<HostId, std::size_t> shares;
  std::size_t left = queue_.size();
  for (std::size_t ahead = 1; ahead <= jobsAhead && left > 0; ++ahead) {
    for (const auto& [id, host] : hosts_) {
      if (!host.isLoaded || (ahead > 1 && host.jobSeconds > longJobSeconds)) continue;
      std::size_t& share = shares[id];
      const std::size_t has = host.held.size() + share;
      const std::size_t more = std::min(left, std::max(has, ahead * std::max(1U, host.workers.alive)) - has);
      share += more;
      left -= more;
    }
  }
  for (const auto& [id, share] : shares)
    if (share > 0) give(id, hosts_.at(id), share);
}

void ClusterPool::give(const HostId& id, Host& host, std::size_t jobs) {
  if (host.held.empty()) host.replied = Clock::now();
  JobsMessage message;
  for (; jobs > 0; --jobs) {
    auto job = queue_.extract(queue_.begin());
    message.jobs.push_back({job.key(), job.mapped().kind, job.mapped().request});
    host.held.insert(std::move(job));
  }
  send(id, MessageKind::Jobs, wire::encode(message));
}

void ClusterPool::drop(bool endsBusyWorkers) {
  queue_.clear();
  ended_.clear();
  for (auto& [id, host] : hosts_) {
    if (host.held.empty() && !endsBusyWorkers) continue;
    host.held.clear();
    send(id, MessageKind::Drop, wire::encode(DropMessage{endsBusyWorkers}));
  }
}

void ClusterPool::breakDown(Error error) {
  if (broken_) return;
  broken_ = std::move(error);
  const auto end = [&](Job& job) {
    ended_.emplace_back(std::move(job.done), JobResult{JobFailure::NoWorker, broken_->message, broken_->details, {}});
  };
  for (auto& [id, host] : hosts_) {
    for (auto& [number, job] : host.held) end(job);
    host.held.clear();
  }
  for (auto& [number, job] : queue_) end(job);
  queue_.clear();
}

void ClusterPool::count() {
  unsigned alive = 0;
  unsigned restarted = restartedBefore_;
  for (const auto& [id, host] : hosts_) {
    alive += host.workers.alive;
    restarted += host.workers.restarted;
  }
  alive_ = alive;
  restarted_ = restarted;
}

bool ClusterPool::send(const HostId& id, MessageKind kind, Bytes body, std::shared_ptr<const Bytes> content) {
  const bool sent = links_.send(id, {kind, std::move(body), std::move(content)});
  if (!sent) unreachable_.insert(id);
  return sent;
}

} // namespace gevo
