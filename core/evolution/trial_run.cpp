#include "core/evolution/trial_run.h"

#include "core/protocol/evaluate.h"
#include "core/protocol/request.h"
#include "core/worker_pool/evaluation_reply.h"

#include <algorithm>
#include <cmath>

namespace gevo {

namespace {

constexpr std::chrono::milliseconds pollInterval{100};
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

/// By runtime, without the original.
Result<std::vector<Member>> TrialRun::front() {
  std::vector<Member> front;
  if (run_.deterministic) {
    for (const FoundVariant& variant : found_.front()) {
      auto member = members_.find(variant.id);
      if (member == members_.end()) {
        GEVO_TRY_ASSIGN(Individual fetched, run_.individual(variant.id));
        fetched.result.fitness = variant.fitness; // the file has what trials of this generation found only at its end
        member = members_.emplace(variant.id, std::make_shared<const Individual>(std::move(fetched))).first;
      }
      front.push_back(member->second);
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

void TrialRun::addMissing(const Member& variant, const std::vector<std::uint32_t>& inputs, std::vector<Job>& jobs) const {
  const auto isThere = [&](std::uint32_t input) {
    return std::ranges::any_of(jobs,
                               [&](const Job& job) { return job.input == input && job.variant->result.code == variant->result.code; });
  };
  for (const std::uint32_t input : inputs)
    if (!known_.hasPassed(*variant, input) && !isThere(input)) jobs.push_back({variant, input, {}});
}

/// Codes that failed before leave again, without a trial. True: there were some.
bool TrialRun::dropKnown(const std::vector<Member>& members) {
  std::set<Hash128> wrong;
  for (const Member& member : members)
    if (member->id != 0 && known_.rejectionOf(member->result.code) != nullptr) wrong.insert(member->result.code);
  for (const Hash128& code : wrong) reject(code);
  return !wrong.empty();
}

/// First what every variant has to pass, then, as far as the budget goes, inputs that nobody has failed on.
Result<std::vector<TrialRun::Job>> TrialRun::nextJobs() {
  std::vector<Job> jobs;
  dropKnown(std::vector(candidates_));
  GEVO_TRY_ASSIGN(std::vector<Member> leading, front());
  while (dropKnown(leading)) {
    GEVO_TRY_ASSIGN(leading, front());
  }
  for (const Member& member : leading) addMissing(member, known_.joined(), jobs);
  for (const Member& member : candidates_)
    if (member->id != 0) addMissing(member, known_.joined(), jobs);
  const std::vector<Member> champions = championsOf(leading);
  for (const Member& member : champions) addMissing(member, known_.found(), jobs);
  if (!jobs.empty()) return jobs;
  std::int64_t credit = known_.credit();
  for (const Member& member : champions)
    for (std::uint32_t input = 0; input < known_.inputs() && credit > 0; ++input) {
      const std::size_t before = jobs.size();
      addMissing(member, {input}, jobs);
      if (jobs.size() > before) credit -= known_.costOf(input);
    }
  return jobs;
}

Result<bool> TrialRun::waitForConfigurations(const std::vector<Job>& jobs) {
  if (run_.configurations == nullptr) return true;
  for (const Job& job : jobs)
    while (!run_.configurations->haveInputs(configurationOf(job.variant->edits))) {
      if (stop_.stop_requested()) return false;
      run_.configurations->wait(pollInterval);
      tick_();
    }
  return true;
}

Result<bool> TrialRun::evaluate(std::vector<Job>& jobs) {
  GEVO_TRY_ASSIGN(const bool ready, waitForConfigurations(jobs));
  if (!ready) return false;
  std::size_t begun = 0;
  std::size_t ended = 0;
  std::optional<Error> broken;
  while (ended < jobs.size()) {
    if (stop_.stop_requested() || broken) {
      run_.pool.abandon();
      if (broken) return std::unexpected(*broken);
      return false;
    }
    for (; begun < jobs.size() && begun - ended < jobsPerWorker * std::max(1U, run_.pool.alive()); ++begun) {
      Job& job = jobs[begun];
      EvaluateRequest request{.edits = job.variant->edits};
      request.inputs = {job.input};
      request.onlyInputs = true;
      Bytes bytes = wire::encode(request);
      run_.pool.submit(RequestKind::Evaluate, std::move(bytes), [&, request = std::move(request)](const JobResult& result) {
        ++ended;
        if (result.failure == JobFailure::NoWorker)
          broken = Error{result.message, result.details};
        else
          job.result = evaluationFrom(request, result, run_.original).result;
      });
    }
    run_.pool.wait(pollInterval);
    tick_();
  }
  if (broken) return std::unexpected(*broken);
  return true;
}

void TrialRun::reject(const Hash128& code) {
  const Rejection& why = *known_.rejectionOf(code);
  for (const std::int64_t id : found_.reject(code)) rejections_[id] = {id, why.reason, why.message};
  // Of a run with one test for each generation, candidates need not have passed all.
  for (const Member& member : candidates_)
    if (member->id != 0 && member->result.code == code) rejections_[member->id] = {member->id, why.reason, why.message};
  std::erase_if(candidates_, [&](const Member& member) { return member->id != 0 && member->result.code == code; });
}

void TrialRun::raiseError(const Job& job) {
  const Hash128& code = job.variant->result.code;
  const double error = job.result.fitness.error;
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

void TrialRun::take(const Job& job) {
  const Individual& variant = *job.variant;
  const Hash128& code = variant.result.code;
  if (known_.rejectionOf(code) != nullptr) return; // on an earlier input
  const EvaluationResult& result = job.result;
  trials_.push_back({variant.id, job.input, result.reason, result.valid() ? result.fitness.error : 0});
  known_.spend(job.input);
  const bool wasExact = members_.at(variant.id)->result.fitness.error == 0;
  const bool isInexact = result.valid() && result.fitness.error > 0 && wasExact;
  if (!known_.isKnown(job.input) && (!result.valid() || isInexact)) {
    const Counterexample& found =
        counterexamples_.emplace_back(Counterexample{generation_, job.input, variant.id, result.reason, result.message});
    known_.add(found);
  }
  if (result.valid()) {
    known_.pass(code, job.input);
    raiseError(job);
  } else {
    known_.reject(code, {variant.id, result.reason, result.message});
    reject(code);
  }
}

Result<bool> TrialRun::run(std::uint64_t evaluations) {
  if (known_.inputs() == 0) return true;
  known_.earn(evaluations);
  while (true) {
    GEVO_TRY_ASSIGN(std::vector<Job> jobs, nextJobs());
    if (jobs.empty()) return true;
    GEVO_TRY_ASSIGN(const bool done, evaluate(jobs));
    if (!done) return false;
    for (const Job& job : jobs) take(job);
  }
}

} // namespace gevo
