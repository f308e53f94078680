// What evolution does with trials: while it goes on, and once its last generation is over.

#include "core/base/elapsed.h"
#include "core/evolution/evolution_session.h"
#include "core/evolution/trial_run.h"

namespace gevo {

/// Leaves out candidates that fail. False when it was stopped.
Result<bool> Evolution::tryInputs(Session& session, GenerationResult& result, std::vector<Member>& candidates,
                                  const std::function<void()>& tick, const std::stop_token& stop) const {
  if (!trials_) return true;
  const auto find = [&](std::int64_t id) -> Result<Individual> {
    const auto own = std::ranges::lower_bound(result.evaluations, id, {}, &Individual::id);
    return own != result.evaluations.end() && own->id == id ? Result<Individual>(*own) : trials_->individual(id);
  };
  TrialRun trials({pool_, parameters_ ? &parameters_->source : nullptr, original_.result.fitness, find, session.deterministic,
                   session.stage == SearchStage::Evolve},
                  session.counterexamples, session.found, session.generation, std::move(candidates), tick, stop);
  EvaluationCounts evaluations;
  for (const Individual& one : result.evaluations) evaluations.add(one);
  const Result<bool> done = trials.run(evaluations);
  if (!done || !*done) return done;
  candidates = trials.candidates();
  keepTrials(session, result, trials);
  return true;
}

/// Of the population: members that failed after their generation.
void Evolution::leaveOutRejected(Session& session) const {
  std::vector<Member> members = membersOf(session.islands);
  const auto rejected =
      std::erase_if(members, [&](const Member& one) { return one->id != 0 && session.counterexamples.rejectionOf(*one).has_value(); });
  if (rejected > 0)
    session.islands = keepMembers(session.islands, members, std::make_shared<const Individual>(original_), session.objectives);
}

/// The best are tried on what a tenth of the run's work suffices for, so that what is shown as its result has met more than the tests.
/// False when it was stopped.
Result<bool> Evolution::tryTheBest(Session& session, const std::stop_token& stop) const {
  if (!trials_ || session.generation == 0) return true;
  const auto tick = [&] {
    if (!callbacks_.progress || std::chrono::steady_clock::now() - session.reported < progressInterval) return;
    session.reported = std::chrono::steady_clock::now();
    session.progress.seconds = secondsSince(session.begin) - session.pausedSeconds;
    session.progress.isTrying = true;
    callbacks_.progress(session.progress);
  };
  session.progress.generation = session.generation - 1;
  session.progress.remeasuring = false;
  session.progress.evaluations = session.evaluations;
  session.progress.valid = session.valid;
  session.progress.workersAlive = pool_.alive();
  session.progress.workersRestarted = pool_.restarted();
  GenerationResult result;
  result.generation = session.generation - 1;
  TrialRun trials({pool_, parameters_ ? &parameters_->source : nullptr, original_.result.fitness, trials_->individual,
                   session.deterministic, true, true},
                  session.counterexamples, session.found, result.generation, membersOf(session.islands), tick, stop);
  const Result<bool> done = trials.run({});
  if (!done || !*done) return done;
  if (trials.trials().empty() && trials.causes().empty() && trials.rejections().empty()) return true;
  keepTrials(session, result, trials);
  session.islands = keepMembers(session.islands, trials.candidates(), std::make_shared<const Individual>(original_), session.objectives);
  if (callbacks_.lastTrials) {
    GEVO_TRY(callbacks_.lastTrials(result));
  }
  return true;
}

void Evolution::keepTrials(Session& session, GenerationResult& result, const TrialRun& trials) const {
  result.trials = trials.trials();
  result.counterexamples = trials.counterexamples();
  result.rejections = trials.rejections();
  result.causes = trials.causes();
  std::map<std::int64_t, Fitness> updates;
  for (const FitnessUpdate& one : result.fitnessUpdates) updates[one.id] = one.fitness;
  for (const auto& [id, fitness] : trials.fitnessUpdates()) {
    Fitness known = fitness;
    const Hash128& code = trials.raised().at(id);
    session.timings.raiseError(code, fitness.error);
    if (session.timings.knows(code)) known = session.timings.fitness(code); // where timings vary
    updates[id] = known;
  }
  result.fitnessUpdates.clear();
  for (const auto& [id, fitness] : updates) result.fitnessUpdates.push_back({id, fitness});
  for (const Rejection& rejection : result.rejections)
    for (Individual& one : session.tuned)
      if (one.id == rejection.id) one.result.reason = rejection.reason;
  std::erase_if(session.contenders,
                [&](const Member& one) { return one->id != 0 && session.counterexamples.rejectionOf(*one).has_value(); });
  if (result.rejections.empty() && trials.fitnessUpdates().empty()) return;
  session.renewTuning();
  session.renewFront();
}

} // namespace gevo
