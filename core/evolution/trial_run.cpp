#include "core/evolution/trial_run.h"

#include "core/protocol/evaluate.h"
#include "core/protocol/request.h"
#include "core/worker_pool/evaluation_reply.h"

#include <algorithm>
#include <cmath>

namespace gevo {

namespace {

constexpr std::chrono::milliseconds pollInterval{100};
/// While configurations are built, two pools of workers are attended in turn.
constexpr std::chrono::milliseconds turn{10};
constexpr std::size_t jobsPerWorker = 4;

/// The most exact, the fastest, and the one that is farthest from the line between them. `front`: by runtime.
std::vector<Member> championsOf(const std::vector<Member>& front) {
  if (front.empty()) return {};
  std::vector<Member> champions{front.back()};
  if (front.size() == 1) return champions;
  champions.push_back(front.front());
  const Fitness& first = front.front()->result.fitness;
  const Fitness& last = front.back()->result.fitness;
  const auto distance = [&](const Member& member) {
    const Fitness& fitness = member->result.fitness;
    return (last.runtime - fitness.runtime) / (last.runtime - first.runtime) + (first.error - fitness.error) / (first.error - last.error);
  };
  if (front.size() > 2)
    champions.push_back(
        *std::max_element(front.begin() + 1, front.end() - 1, [&](const Member& a, const Member& b) { return distance(a) < distance(b); }));
  return champions;
}

/// Kernels end by their budgets, so where the worker did not reply in time it is the machine that was too slow: no verdict on a variant
/// that has passed its tests. A program that hangs is what the worker replies.
bool isTooSlowMachine(const EvaluationResult& result) { return result.reason == Reason::Timeout && result.stage == Stage::Propose; }

} // namespace

TrialRun::TrialRun(Run run, Counterexamples& known, FoundVariants& found, std::uint32_t generation, std::vector<Member> candidates,
                   std::function<void()> tick, const std::stop_token& stop)
    : run_(std::move(run)), known_(known), found_(found), generation_(generation), candidates_(std::move(candidates)),
      tick_(std::move(tick)), stop_(stop) {
  for (const Member& member : candidates_) members_.emplace(member->id, member);
}

std::vector<Rejection> TrialRun::rejections() const {
  const auto values = std::views::values(rejections_);
  return {values.begin(), values.end()};
}

std::vector<FailureCause> TrialRun::causes() const {
  std::vector<FailureCause> causes;
  for (const FailureCauses::Cause& cause : known_.causes().all())
    if (narrowed_.contains({cause.known.variant, cause.known.input})) causes.push_back(cause.known);
  return causes;
}

Result<Member> TrialRun::member(const FoundVariant& variant) {
  auto known = members_.find(variant.id);
  if (known == members_.end()) {
    GEVO_TRY_ASSIGN(Individual fetched, run_.individual(variant.id));
    fetched.result.fitness = variant.fitness; // the file has what trials of this generation found only at its end
    known = members_.emplace(variant.id, std::make_shared<const Individual>(std::move(fetched))).first;
  }
  return known->second;
}

/// By runtime, without the original.
Result<std::vector<Member>> TrialRun::front() {
  std::vector<Member> front;
  if (run_.deterministic) {
    for (const FoundVariant& variant : found_.front()) {
      GEVO_TRY_ASSIGN(Member leading, member(variant));
      front.push_back(std::move(leading));
    }
    return front;
  }
  ParetoArchive<Member> points;
  for (const Member& member : candidates_)
    if (member->id != 0 && member->result.stage == Stage::Done)
      points.add(std::array{member->result.fitness.runtime, member->result.fitness.error}, member);
  for (const auto& [point, member] : points.members()) front.push_back(member);
  return front;
}

bool TrialRun::isMissing(const Member& variant, std::uint32_t input, const std::vector<Job>& jobs) const {
  if (variant->id == 0 || known_.hasPassed(*variant, input)) return false;
  return std::ranges::none_of(jobs, [&](const Job& job) {
    return job.variant->result.code == variant->result.code && std::ranges::find(job.inputs, input) != job.inputs.end();
  });
}

/// Code is made once for several inputs.
void TrialRun::addMissing(const Member& variant, std::uint32_t input, std::vector<Job>& jobs) const {
  if (!isMissing(variant, input, jobs)) return;
  const bool isAlone = known_.isCheck(input) || alone_.contains(variant->result.code);
  const auto open = std::ranges::find_if(jobs, [&](const Job& job) {
    return job.variant->result.code == variant->result.code && job.inputs.size() < Counterexamples::inputsOfAJob &&
           !known_.isCheck(job.inputs.front());
  });
  if (open != jobs.end() && !isAlone)
    open->inputs.push_back(input);
  else
    jobs.push_back({variant, {input}, {}});
}

bool TrialRun::isWrong(const Individual& variant) {
  std::optional<Rejection> rejection = known_.rejectionOf(variant);
  if (!rejection) return false;
  known_.rejectUntried(variant.result.code, std::move(*rejection));
  return true;
}

/// Codes that failed before leave again, without a trial, and so do those that have the edits with which others failed.
Result<void> TrialRun::dropKnown() {
  std::set<Hash128> wrong;
  if (run_.deterministic) {
    GEVO_TRY_ASSIGN(wrong, found_.wrongOnFront([&](const FoundVariant& variant) -> Result<bool> {
      GEVO_TRY_ASSIGN(const Member leading, member(variant));
      return isWrong(*leading);
    }));
  }
  for (const Member& member : candidates_)
    if (member->id != 0 && isWrong(*member)) wrong.insert(member->result.code);
  if (!wrong.empty()) reject(wrong);
  return {};
}

/// First what every variant has to pass, then, as far as the budget goes, inputs that nobody has failed on.
Result<std::vector<TrialRun::Job>> TrialRun::nextJobs() {
  std::vector<Job> jobs;
  GEVO_TRY(dropKnown());
  GEVO_TRY_ASSIGN(const std::vector<Member> leading, front());
  for (const std::vector<Member>* members : {&std::as_const(leading), &std::as_const(candidates_)})
    for (const Member& member : *members)
      for (const std::uint32_t input : known_.joined()) addMissing(member, input, jobs);
  Counterexamples::Budget budget = run_.isLast ? known_.lastBudget() : known_.budget();
  const std::vector<Member> champions = championsOf(leading);
  for (const Member& member : champions)
    for (const std::uint32_t input : known_.found()) addIfAffordable(member, input, true, budget, jobs);
  if (!jobs.empty()) return jobs;
  for (const Member& member : champions)
    for (const std::uint32_t input : known_.order()) addIfAffordable(member, input, false, budget, jobs);
  return jobs;
}

void TrialRun::addIfAffordable(const Member& variant, std::uint32_t input, bool owed, Counterexamples::Budget& budget,
                               std::vector<Job>& jobs) {
  const Configuration configuration = configurationOf(variant->edits);
  // Of those that lead many have the same fault: what the first one shows spares the others.
  const auto isTried = [&](const Job& job) { return std::ranges::find(job.inputs, input) != job.inputs.end(); };
  if (known_.isCostly(input) && std::ranges::any_of(jobs, isTried)) return;
  // Recordings are waited for at the end only.
  if (!run_.isLast && known_.needsRecording(configuration, input)) return;
  if (isMissing(variant, input, jobs) && budget.takeWithRecording(configuration, input, owed)) addMissing(variant, input, jobs);
}

/// Inputs that were not recorded in a champion's configuration yet. Nobody waits for them: a later generation has the trials.
Result<void> TrialRun::recordInputs() {
  GEVO_TRY_ASSIGN(const std::vector<Member> leading, front());
  for (const Member& member : championsOf(leading)) {
    const Configuration configuration = configurationOf(member->edits);
    const std::vector<std::uint32_t> inputs = known_.affordableRecordings(configuration);
    for (const std::uint32_t input : inputs) {
      known_.record(configuration, input, generation_);
      Trial& trial = trials_.emplace_back(Trial{member->id, input});
      trial.isRecorded = true;
    }
    if (run_.configurations != nullptr && !inputs.empty()) (void)run_.configurations->isReady(configuration, inputs);
  }
  return {};
}

/// All inputs that a configuration is tried on, which are recorded together.
std::map<Configuration, std::vector<std::uint32_t>> TrialRun::inputsWanted(const std::vector<Job>& jobs) const {
  std::map<Configuration, std::vector<std::uint32_t>> wanted;
  for (const Job& job : jobs) {
    std::vector<std::uint32_t>& inputs = wanted[configurationOf(job.variant->edits)];
    for (const std::uint32_t input : job.inputs)
      if (!known_.isCheck(input) && std::ranges::find(inputs, input) == inputs.end()) inputs.push_back(input);
  }
  return wanted;
}

EvaluateRequest TrialRun::requestFor(const Job& job) const {
  EvaluateRequest request{.edits = job.variant->edits};
  request.onlyChecks = known_.isCheck(job.inputs.front());
  request.onlyInputs = !request.onlyChecks;
  if (request.onlyInputs) request.inputs = job.inputs;
  return request;
}

/// Before the jobs: the original, on the inputs whose runtime counts.
void TrialRun::addOriginals(std::vector<Job>& jobs) {
  std::vector<Job> originals;
  for (const Job& job : jobs)
    for (const std::uint32_t input : job.inputs)
      if (known_.isTimed(input) && known_.originalRuntimes().try_emplace(input, 0).second)
        originals.push_back({std::make_shared<const Individual>(), {input}, {}, true});
  jobs.insert(jobs.begin(), std::make_move_iterator(originals.begin()), std::make_move_iterator(originals.end()));
}

Result<bool> TrialRun::evaluate(std::vector<Job>& jobs) {
  addOriginals(jobs);
  const auto wanted = inputsWanted(jobs);
  const auto isReady = [&](const Job& job) {
    const auto& [configuration, inputs] = *wanted.find(configurationOf(job.variant->edits));
    return run_.configurations == nullptr || run_.configurations->isReady(configuration, inputs);
  };
  std::vector<Job*> waiting;
  for (Job& job : jobs) waiting.push_back(&job);
  std::size_t running = 0;
  std::optional<Error> broken;
  while (running > 0 || !waiting.empty()) {
    if (stop_.stop_requested() || broken) {
      run_.pool.abandon();
      if (broken) return std::unexpected(*broken);
      return false;
    }
    std::erase_if(waiting, [&](Job* job) {
      // Asked of each, so that what is missing of any is being made.
      if (!isReady(*job) || running >= jobsPerWorker * std::max(1U, run_.pool.alive())) return false;
      EvaluateRequest request = requestFor(*job);
      Bytes bytes = wire::encode(request);
      ++running;
      run_.pool.submit(RequestKind::Evaluate, std::move(bytes), [&, job, request = std::move(request)](const JobResult& result) {
        --running;
        if (result.failure == JobFailure::NoWorker)
          broken = Error{result.message, result.details};
        else
          job->reply = evaluationFrom(request, result, run_.original);
      });
      return true;
    });
    if (run_.configurations != nullptr && !waiting.empty()) run_.configurations->wait(running > 0 ? turn : pollInterval);
    if (running > 0) run_.pool.wait(waiting.empty() ? pollInterval : turn);
    tick_();
  }
  if (broken) return std::unexpected(*broken);
  for (const Job& job : jobs) {
    if (!job.isOfOriginal) continue;
    if (job.reply.inputRuntimes.size() == 1)
      known_.originalRuntimes()[job.inputs.front()] = job.reply.inputRuntimes.front();
    else if (isTooSlowMachine(job.reply.result))
      known_.originalRuntimes().erase(job.inputs.front()); // once more, next time
  }
  return true;
}

/// Of a job with one input: the reason why it fails there, or None.
Reason TrialRun::reasonOf(const Job& job) const {
  const EvaluateReply& reply = job.reply;
  const bool isSlow = !reply.inputRuntimes.empty() && known_.isSlower(job.inputs.front(), reply.inputRuntimes.front());
  return isSlow ? Reason::Slower : reply.result.reason;
}

void TrialRun::reject(const std::set<Hash128>& codes) {
  const auto keep = [&](std::int64_t id, const Hash128& code) {
    const Rejection& why = *known_.rejectionOf(code);
    rejections_[id] = {id, why.reason, why.message};
  };
  for (const FoundVariant& variant : found_.reject(codes)) keep(variant.id, variant.code);
  // Of a run with one test for each generation, candidates need not have passed all.
  std::erase_if(candidates_, [&](const Member& member) {
    const bool leaves = member->id != 0 && codes.contains(member->result.code);
    if (leaves) keep(member->id, member->result.code);
    return leaves;
  });
}

void TrialRun::raiseError(const Hash128& code, double error) {
  for (const FitnessUpdate& one : found_.raiseError(code, error)) {
    fitnessUpdates_[one.id] = one.fitness;
    raised_[one.id] = code;
  }
  const auto raise = [&](Member& member) {
    if (member->result.code != code || member->result.fitness.error >= error) return;
    auto changed = std::make_shared<Individual>(*member);
    changed->result.fitness.error = error;
    fitnessUpdates_[member->id] = changed->result.fitness;
    raised_[member->id] = code;
    member = std::move(changed);
  };
  for (Member& member : candidates_) raise(member);
  for (auto& [id, member] : members_) raise(member);
}

void TrialRun::learn(const Individual& variant, std::uint32_t input, const EvaluationResult& result) {
  if (known_.isKnown(input)) return;
  known_.add(counterexamples_.emplace_back(Counterexample{generation_, input, variant.id, result.reason, result.message}));
}

void TrialRun::pass(const Individual& variant, std::uint32_t input, double error) {
  trials_.push_back({variant.id, input, Reason::None, error});
  known_.spend(configurationOf(variant.edits), input, generation_);
  known_.pass(variant.result.code, input);
  known_.passedBy(variant.id, configurationOf(variant.edits), input);
  if (error > 0 && members_.at(variant.id)->result.fitness.error == 0) {
    EvaluationResult inexact;
    inexact.reason = Reason::None;
    learn(variant, input, inexact);
  }
  raiseError(variant.result.code, error);
}

void TrialRun::fail(const Individual& variant, std::uint32_t input, const EvaluationResult& result) {
  const bool isSlower = result.reason == Reason::Slower;
  const double slowdown = isSlower ? result.fitness.runtime / known_.originalRuntimes().at(input) : 0;
  trials_.push_back({variant.id, input, result.reason, slowdown});
  known_.spend(configurationOf(variant.edits), input, generation_);
  learn(variant, input, result);
  known_.fail(variant.result.code, {variant.id, result.reason, result.message}, slowdown);
  if (std::ranges::find(known_.joined(), input) == known_.joined().end()) unexplained_.emplace_back(members_.at(variant.id), input);
  reject({variant.result.code});
}

/// Of failures that no known cause on the same input explains. The search begins with the edits of the variant that has most of them and
/// passes.
Result<void> TrialRun::beginCauses() {
  for (const auto& [variant, input] : std::exchange(unexplained_, {})) {
    const std::vector<const FailureCauses::Cause*> causes = known_.causes().in(*variant);
    if (std::ranges::any_of(causes, [&](const FailureCauses::Cause* cause) { return cause->known.input == input; })) continue;
    const Configuration configuration = configurationOf(variant->edits);
    std::optional<Individual> nearest;
    std::size_t most = 0;
    for (const std::int64_t id : known_.passedLast(configuration, input)) {
      GEVO_TRY_ASSIGN(Individual passing, run_.individual(id));
      if (const std::size_t shared = sharedEdits(*variant, passing); !nearest || shared > most) {
        most = shared;
        nearest = std::move(passing);
      }
    }
    known_.causes().add({causeOf(*variant, input, nearest ? &*nearest : nullptr), variant, configuration});
    narrowed_.insert({variant->id, input});
  }
  return {};
}

/// As far as the budget goes, before others are tried, since what is found spares trials. Each trial decides on the next one. False when it
/// was stopped.
Result<bool> TrialRun::narrowCauses() {
  GEVO_TRY(beginCauses());
  for (FailureCauses::Cause& cause : known_.causes().all()) {
    FailureCause& known = cause.known;
    while (true) {
      const std::optional<std::vector<std::uint32_t>> subset = nextSubset(known);
      if (!subset || (run_.isLast ? known_.lastBudget() : known_.budget()).isEmpty(known.input)) break;
      Individual without;
      without.edits = editsOf(*cause.variant, *subset);
      std::vector<Job> jobs{{std::make_shared<const Individual>(std::move(without)), {known.input}, {}}};
      GEVO_TRY_ASSIGN(const bool done, evaluate(jobs));
      if (!done) return false;
      const Rejection* const failure = known_.rejectionOf(cause.variant->result.code);
      narrow(known, failure != nullptr && reasonOf(jobs.back()) == failure->reason);
      known_.spend(cause.configuration, known.input, generation_);
      narrowed_.insert({known.variant, known.input});
    }
  }
  return true;
}

EvaluationResult TrialRun::slowerResult(std::uint32_t input, double runtime) const {
  EvaluationResult result;
  result.reason = Reason::Slower;
  result.fitness.runtime = runtime;
  result.message = fmt::format("on the input \"{}\": {:.4g} µs, slower than the original's {:.4g} µs", known_.line(input), runtime,
                               known_.originalRuntimes().at(input));
  return result;
}

void TrialRun::take(const Job& job) {
  const Individual& variant = *job.variant;
  if (job.isOfOriginal) return;
  const Hash128& code = variant.result.code;
  if (known_.rejectionOf(code) != nullptr) return; // on an earlier input
  const EvaluationResult& result = job.reply.result;
  if (isTooSlowMachine(result)) {
    for (const std::uint32_t input : job.inputs) pass(variant, input, 0);
    return;
  }
  if (known_.isCheck(job.inputs.front()))
    return result.valid() ? pass(variant, job.inputs.front(), result.fitness.error) : fail(variant, job.inputs.front(), result);
  const std::vector<double>& errors = job.reply.inputErrors;
  const std::size_t passed = std::min(errors.size(), job.inputs.size());
  for (std::size_t i = 0; i < passed; ++i) {
    const double runtime = job.reply.inputRuntimes[i];
    if (known_.isSlower(job.inputs[i], runtime)) return fail(variant, job.inputs[i], slowerResult(job.inputs[i], runtime));
    pass(variant, job.inputs[i], errors[i]);
  }
  if (passed == job.inputs.size()) return;
  if (result.valid()) { // a worker that says nothing of an input can't be believed
    EvaluationResult damaged;
    damaged.reason = Reason::Crash;
    damaged.message = "the worker sent a damaged reply";
    return fail(variant, job.inputs[passed], damaged);
  }
  if (passed == 0 && job.inputs.size() > 1 && result.reason == Reason::Crash)
    alone_.insert(code); // which of them was it?
  else
    fail(variant, job.inputs[passed], result);
}

Result<bool> TrialRun::run(const EvaluationCounts& evaluations) {
  if (known_.inputs() == 0) return true;
  known_.earn(evaluations);
  while (true) {
    GEVO_TRY_ASSIGN(const bool narrowed, narrowCauses());
    if (!narrowed) return false;
    GEVO_TRY_ASSIGN(std::vector<Job> jobs, nextJobs());
    if (jobs.empty()) {
      if (run_.records && !run_.isLast) {
        GEVO_TRY(recordInputs());
      }
      return true;
    }
    GEVO_TRY_ASSIGN(const bool done, evaluate(jobs));
    if (!done) return false;
    for (const Job& job : jobs) take(job);
  }
}

} // namespace gevo
