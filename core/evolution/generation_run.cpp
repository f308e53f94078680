#include "core/evolution/generation_run.h"

#include "core/base/elapsed.h"
#include "core/protocol/request.h"
#include "core/worker_pool/evaluation_reply.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace gevo {

namespace {

/// Enough that no worker waits, few enough that a pause or a stop takes effect at once.
constexpr std::size_t jobsPerWorker = 4;
constexpr std::chrono::milliseconds pollInterval{100};
/// While configurations are built, two pools of workers are attended in turn.
constexpr std::chrono::milliseconds turn{10};

using Clock = std::chrono::steady_clock;

/// Returns the seconds that went by; fewer than a pollInterval when `stop` is requested.
double waitWhilePaused(const std::stop_token& stop) {
  const auto begin = Clock::now();
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, pollInterval, [] { return false; });
  return secondsSince(begin);
}

} // namespace

GenerationRun::GenerationRun(JobPool& pool, ConfigurationSource* configurations, const Fitness& original, std::vector<SlotChain>& chains,
                             EarlierEvaluations earlier, std::vector<std::uint32_t> inputs, bool guesses,
                             const EvolutionCallbacks& callbacks, std::function<void(const GenerationRun&)> tick)
    : pool_(pool), configurations_(configurations), original_(original), chains_(chains), earlier_(std::move(earlier)),
      inputs_(std::move(inputs)), guesses_(guesses), callbacks_(callbacks), tick_(std::move(tick)) {}

Result<bool> GenerationRun::run(const std::stop_token& stop, double seconds) {
  const auto begun = Clock::now();
  for (SlotChain& chain : chains_) advance(chain);
  while (ended_ < chains_.size()) {
    if (stop.stop_requested() || broken_) {
      pool_.abandon();
      if (broken_) return std::unexpected(*broken_);
      return false;
    }
    if (evaluations_ > 0 && secondsSince(begun) - pausedSeconds_ >= seconds && std::ranges::none_of(chains_, &SlotChain::hasSeed)) {
      pool_.abandon();
      return true;
    }
    const bool paused = callbacks_.paused && callbacks_.paused();
    if (!paused) begin();
    if (!paused && guesses_) guess();
    if (running_ > 0 || !waiting_.empty())
      waitForWorkers();
    else
      pausedSeconds_ += waitWhilePaused(stop);
    tick_(*this);
  }
  if (running_ > 0) pool_.abandon(); // guesses
  return true;
}

void GenerationRun::waitForWorkers() {
  if (waiting_.empty()) {
    pool_.wait(pollInterval);
    return;
  }
  configurations_->wait(running_ > 0 ? turn : pollInterval);
  resumeReady();
  if (running_ > 0) pool_.wait(turn);
}

/// Those whose configuration was waited for and is there.
void GenerationRun::resumeReady() {
  for (Ready& one : std::exchange(waiting_, {}))
    (configurations_->isReady(configurationOf(one.request.edits), inputs_) ? ready_.emplace_back() : waiting_.emplace_back()) =
        std::move(one);
}

/// Queues the chain's next evaluation or counts the chain as ended.
void GenerationRun::advance(SlotChain& chain) {
  std::optional<EvaluateRequest> request = chain.next();
  while (request && takeEarlier(chain, *request)) request = chain.next();
  if (!request)
    ++ended_;
  else if (!takeGuess(chain, *request))
    ready_.push_back({&chain, std::move(*request)});
}

bool GenerationRun::takeEarlier(SlotChain& chain, const EvaluateRequest& request) {
  const auto found = earlier_.find({chain.slot(), chain.step()});
  if (found == earlier_.end()) return false;
  Individual& known = found->second;
  // An earlier evaluation of other edits can't be used.
  const bool fits = request.mutations > 0 || known.edits == request.edits;
  if (fits) chain.ended({std::move(known.edits), std::move(known.active), std::move(known.result)});
  earlier_.erase(found);
  return fits;
}

void GenerationRun::begin() {
  const std::size_t limit = jobsPerWorker * std::max(1U, pool_.alive());
  while (!ready_.empty() && running_ < limit) {
    Ready next = std::move(ready_.front());
    ready_.pop_front();
    const Configuration configuration = configurations_ != nullptr ? configurationOf(next.request.edits) : Configuration();
    if (!configuration.empty()) {
      if (!configurations_->isReady(configuration, inputs_)) {
        waiting_.push_back(std::move(next));
        continue;
      }
      if (const std::optional<EvaluationResult> failure = configurations_->failure(configuration)) {
        EvaluateReply reply;
        reply.active.assign(next.request.edits.size(), true);
        reply.edits = std::move(next.request.edits);
        reply.result = *failure;
        take(*next.chain, std::move(reply));
        continue;
      }
    }
    evaluating_.insert(next.chain);
    submit(std::move(next.request), [this, chain = next.chain](EvaluateReply reply) {
      evaluating_.erase(chain);
      take(*chain, std::move(reply));
    });
  }
}

void GenerationRun::submit(EvaluateRequest request, std::function<void(EvaluateReply)> done) {
  request.inputs = inputs_;
  Bytes bytes = wire::encode(request);
  ++running_;
  pool_.submit(RequestKind::Evaluate, std::move(bytes),
               [this, request = std::move(request), done = std::move(done)](const JobResult& result) mutable {
                 --running_;
                 if (result.failure == JobFailure::NoWorker)
                   broken_ = Error{result.message, result.details};
                 else
                   done(evaluationFrom(std::move(request), result, original_));
               });
}

/// The most likely ones first: those that need the fewest evaluations to be invalid.
void GenerationRun::guess() {
  if (!ready_.empty()) return;
  for (std::uint32_t failures = 1, found = 1; found > 0; ++failures) {
    found = 0;
    for (const SlotChain* chain : evaluating_) {
      if (running_ >= pool_.alive()) return;
      if (guessFor(*chain, failures)) ++found;
    }
  }
}

/// False where the chain would not ask for another evaluation then.
bool GenerationRun::guessFor(const SlotChain& chain, std::uint32_t failures) {
  const Step step{chain.slot(), chain.step() + failures};
  if (ahead_.contains(step)) return true;
  std::optional<EvaluateRequest> request = chain.ahead(failures);
  if (!request) return false;
  const auto guess = std::make_shared<Guess>(Guess{*request, std::nullopt});
  ahead_[step] = guess;
  submit(std::move(*request), [this, guess](EvaluateReply reply) {
    if (guess->asked == nullptr) {
      guess->reply = std::move(reply);
      return;
    }
    evaluating_.erase(guess->asked);
    take(*guess->asked, std::move(reply));
  });
  return true;
}

bool GenerationRun::takeGuess(SlotChain& chain, const EvaluateRequest& request) {
  const auto found = ahead_.find({chain.slot(), chain.step()});
  if (found == ahead_.end()) return false;
  const std::shared_ptr<Guess> guess = std::move(found->second);
  ahead_.erase(found);
  if (guess->request.edits != request.edits || guess->request.mutations != request.mutations) return false;
  if (guess->reply) {
    take(chain, std::move(*guess->reply));
  } else {
    guess->asked = &chain;
    evaluating_.insert(&chain);
  }
  return true;
}

/// What the chain asks for now is something else.
void GenerationRun::forgetGuesses(const SlotChain& chain) {
  const auto first = ahead_.lower_bound({chain.slot(), 0});
  ahead_.erase(first, ahead_.lower_bound({chain.slot() + 1, 0}));
}

void GenerationRun::take(SlotChain& chain, EvaluateReply reply) {
  const Individual& individual = chain.ended(std::move(reply));
  ++evaluations_;
  if (individual.result.valid()) {
    ++valid_;
    forgetGuesses(chain);
  }
  acceptance_.add(individual);
  stages_.add(individual.result);
  if (callbacks_.evaluated) callbacks_.evaluated(individual);
  advance(chain);
}

} // namespace gevo
