#include "core/cluster/host.h"

#include "core/base/wire.h"

#include <algorithm>

namespace gevo {

namespace {

/// How often a host looks whether it is to end.
constexpr std::chrono::milliseconds interval{500};
/// As many as a worker keeps.
constexpr std::size_t programsKept = 24;
/// A message is sent when it has so much.
constexpr std::size_t resultBytes = 1U << 20;

} // namespace

Result<void> ClusterHost::run(const std::stop_token& stop) {
  stop_ = stop;
  linked_ = Clock::now();
  while (!end_) {
    if (stop.stop_requested()) {
      link_.send({MessageKind::Leave, {}, {}});
      return {};
    }
    if (!isLinked()) break;
    greet();
    sendResults();
    while (!end_) {
      std::optional<Message> message = next();
      if (!message) break;
      take(std::move(*message));
    }
    if (!end_) work();
  }
  pool_.reset();
  return *end_;
}

/// False, and the end: there is no head, or it does not want this host.
bool ClusterHost::isLinked() {
  const LinkState state = link_.state();
  if (state == LinkState::Connected) linked_ = Clock::now();
  if (state == LinkState::Refused)
    end_ = gevo::fail("the run does not accept this host's key; start the hosts with the file that this run wrote");
  else if (Clock::now() - linked_ > options_.patience)
    end_ = gevo::fail("{}", greeted_ == 0 ? "the run can't be reached" : "the connection to the run was lost, and did not come back");
  return !end_;
}

/// The head knows nothing of earlier connections: it has given the jobs to others.
void ClusterHost::greet() {
  const unsigned connections = link_.connections();
  if (connections == greeted_) return;
  greeted_ = connections;
  drop(false);
  link_.send({MessageKind::Hello, wire::encode(HelloMessage{options_.version, options_.name}), {}});
}

std::optional<Message> ClusterHost::next() {
  if (deferred_.empty()) return link_.receive();
  Message first = std::move(deferred_.front());
  deferred_.pop_front();
  return first;
}

void ClusterHost::take(Message message) {
  if (const Result<void> taken = takeFrom(message); !taken) end_ = std::unexpected(taken.error());
}

Result<void> ClusterHost::takeFrom(Message& message) {
  switch (message.kind) {
  case MessageKind::Load:
    return load(message);
  case MessageKind::Unload:
    pool_.reset();
    return {};
  case MessageKind::Jobs:
    return takeJobs(message.body);
  case MessageKind::Drop: {
    GEVO_TRY_ASSIGN(const DropMessage wanted, wire::decode<DropMessage>(message.body, "message of the run"));
    drop(wanted.endsBusyWorkers);
    return {};
  }
  case MessageKind::Configuration: // nobody waits for it any more
    return {};
  case MessageKind::Ask:
    link_.send({MessageKind::Alive, wire::encode(counts()), {}});
    return {};
  case MessageKind::Refuse: {
    GEVO_TRY_ASSIGN(const RefuseMessage refusal, wire::decode<RefuseMessage>(message.body, "message of the run"));
    return gevo::fail("{}", refusal.reason);
  }
  case MessageKind::End:
    end_ = Result<void>();
    return {};
  default:
    return gevo::fail("the message of the run is damaged or of another version");
  }
}

Result<void> ClusterHost::load(const Message& message) {
  GEVO_TRY_ASSIGN(const LoadMessage wanted, wire::decode<LoadMessage>(message.body, "message of the run"));
  if (!message.content) return gevo::fail("the message of the run is damaged or of another version");
  pool_.reset();
  programs_.clear();
  drop(false);
  WorkerPoolSettings settings;
  settings.workers = wanted.workers;
  settings.yields = wanted.yields;
  settings.configurations = [this](const Configuration& configuration) { return program(configuration); };
  Result<std::unique_ptr<JobPool>> started = options_.start(std::move(settings), *message.content);
  if (!started) {
    fail(started.error());
    return {};
  }
  pool_ = std::move(*started);
  isLoading_ = true;
  Result<OriginalReport> report = pool_->loaded([this](const std::string& step) { return attendWhileLoading(step); });
  const bool cancelled = !isLoading_;
  isLoading_ = false;
  if (cancelled) {
    pool_.reset();
    return {};
  }
  if (!report) {
    fail(report.error());
    return {};
  }
  pool_->wakeOn(link_.descriptor());
  link_.send({MessageKind::Loaded, wire::encode(LoadedMessage{wanted.load, std::move(*report), counts(), pool_->gpus()}), {}});
  return {};
}

/// False when something else is wanted than what is being loaded.
bool ClusterHost::attendWhileLoading(const std::string& step) {
  link_.send({MessageKind::Step, wire::encode(StepMessage{step}), {}});
  while (std::optional<Message> message = link_.receive()) {
    if (message->kind != MessageKind::Ask) {
      deferred_.push_back(std::move(*message));
      isLoading_ = false;
    }
  }
  if (stop_.stop_requested() || !isLinked() || link_.connections() != greeted_) isLoading_ = false;
  return isLoading_;
}

Result<void> ClusterHost::takeJobs(const Bytes& body) {
  GEVO_TRY_ASSIGN(JobsMessage message, wire::decode<JobsMessage>(body, "message of the run"));
  if (!pool_) return {}; // it has failed, which the head will read
  for (JobMessage& job : message.jobs) {
    const ByteView request = job.request;
    pool_->submit(job.kind, Bytes(request.begin(), request.end()), [this, number = job.job, given = given_](JobResult result) {
      if (given != given_) return;
      results_.outcomes.push_back({number, result.failure, std::move(result.message), std::move(result.details), std::move(result.reply)});
    });
  }
  return {};
}

/// Waits until a job has ended or there is a message.
void ClusterHost::work() {
  if (!pool_ || !pool_->wait(interval)) {
    if (results_.outcomes.empty()) link_.wait(interval);
  }
}

/// In several messages, if they are large.
void ClusterHost::sendResults() {
  std::vector<JobOutcome> outcomes = std::exchange(results_.outcomes, {});
  const auto broken = std::ranges::find(outcomes, JobFailure::NoWorker, &JobOutcome::failure);
  if (broken != outcomes.end()) return fail({broken->message, broken->details});
  std::size_t bytes = 0;
  const auto send = [&] {
    results_.workers = counts();
    link_.send({MessageKind::Results, wire::encode(std::exchange(results_, {})), {}});
    bytes = 0;
  };
  for (JobOutcome& outcome : outcomes) {
    bytes += outcome.reply.size() + outcome.message.size() + outcome.details.size();
    results_.outcomes.push_back(std::move(outcome));
    if (bytes >= resultBytes) send();
  }
  if (!results_.outcomes.empty()) send();
}

/// The head gives its jobs to others.
void ClusterHost::fail(const Error& error) {
  link_.send({MessageKind::Failed, wire::encode(FailedMessage{error.message, error.details}), {}});
  pool_.reset();
  drop(false);
}

void ClusterHost::drop(bool endsBusyWorkers) {
  ++given_;
  results_.outcomes.clear();
  if (!pool_) return;
  if (endsBusyWorkers)
    pool_->endBusyWorkers();
  else
    pool_->abandon();
}

WorkerCounts ClusterHost::counts() const { return pool_ ? WorkerCounts{pool_->alive(), pool_->restarted()} : WorkerCounts(); }

/// From the head, once for all workers of this host. It may have changed: fuzz inputs are recorded with it when they are needed.
Result<std::shared_ptr<const Bytes>> ClusterHost::program(const Configuration& configuration) {
  const auto known = std::ranges::find(programs_, configuration, &Program::configuration);
  const Hash128 hash = known == programs_.end() ? Hash128() : known->hash;
  link_.send({MessageKind::Wants, wire::encode(WantsMessage{configuration, hash}), {}});
  while (!stop_.stop_requested() && isLinked() && link_.connections() == greeted_) {
    std::optional<Message> message = link_.receive();
    if (!message) {
      link_.wait(interval);
    } else if (message->kind != MessageKind::Configuration) {
      const bool ends = message->kind == MessageKind::End || message->kind == MessageKind::Unload || message->kind == MessageKind::Load;
      deferred_.push_back(std::move(*message));
      if (ends) break;
    } else {
      GEVO_TRY_ASSIGN(ConfigurationMessage reply, wire::decode<ConfigurationMessage>(message->body, "message of the run"));
      if (reply.problem) return std::unexpected(Error{reply.problem->message, reply.problem->details});
      if (!message->content && hash.isNull()) return gevo::fail("the message of the run is damaged or of another version");
      return keep(configuration, message->content ? message->content : known->bytes);
    }
  }
  return gevo::fail("the run has no more use for the configuration"); // nor for the job's result
}

std::shared_ptr<const Bytes> ClusterHost::keep(const Configuration& configuration, std::shared_ptr<const Bytes> bytes) {
  std::erase_if(programs_, [&](const Program& one) { return one.configuration == configuration; });
  if (programs_.size() >= programsKept) programs_.erase(programs_.begin());
  programs_.push_back({configuration, hashBytes(*bytes), bytes});
  return bytes;
}

} // namespace gevo
