#pragma once

/// The step before selection in which variants that lead are tried on fuzz inputs, the cheapest first. One that fails leaves, and the input
/// is a counterexample: whatever could take its place is held to it, too.

#include "core/evolution/configuration_source.h"
#include "core/evolution/counterexamples.h"
#include "core/evolution/found_variants.h"
#include "core/evolution/slot_chain.h"
#include "core/protocol/evaluate.h"
#include "core/worker_pool/job_pool.h"

#include <functional>
#include <map>
#include <set>
#include <stop_token>

namespace gevo {

class TrialRun {
public:
  struct Run {
    JobPool& pool;
    ConfigurationSource* configurations; ///< null where the program has no parameters
    Fitness original;
    std::function<Result<Individual>(std::int64_t)> individual; ///< of this generation or an earlier one
    bool deterministic = true;                                  ///< false: only candidates lead, for the others were timed too seldom
    bool records = true;                                        ///< inputs in other configurations; not while these are tuned
    bool isLast = false;                                        ///< no generation follows: Counterexamples::lastBudget()
  };
  /// `tick` is called several times a second while workers evaluate.
  TrialRun(Run run, Counterexamples& known, FoundVariants& found, std::uint32_t generation, std::vector<Member> candidates,
           std::function<void()> tick, const std::stop_token& stop);

  /// `evaluations`: of this generation, that trials may cost a share of. False when `stop` was requested; an error when there is no worker
  /// left.
  Result<bool> run(const EvaluationCounts& evaluations);

  const std::vector<Member>& candidates() const { return candidates_; } ///< that are left, with what was found out about their errors
  const std::vector<Trial>& trials() const { return trials_; }
  const std::vector<Counterexample>& counterexamples() const { return counterexamples_; }
  std::vector<Rejection> rejections() const;                                                ///< in id order
  const std::map<std::int64_t, Fitness>& fitnessUpdates() const { return fitnessUpdates_; } ///< larger errors
  const std::map<std::int64_t, Hash128>& raised() const { return raised_; }                 ///< codes of these
  std::vector<FailureCause> causes() const;                                                 ///< new ones, and those that became smaller

private:
  struct Job {
    Member variant;
    std::vector<std::uint32_t> inputs; ///< or the check alone
    EvaluateReply reply;
    bool isOfOriginal = false; ///< for its runtime
  };
  Result<std::vector<Member>> front();
  Result<std::vector<Job>> nextJobs();
  void addIfAffordable(const Member& variant, std::uint32_t input, bool owed, Counterexamples::Budget& budget, std::vector<Job>& jobs);
  Result<void> recordInputs();
  bool isWrong(const Individual& variant);
  Result<void> dropKnown();
  Result<Member> member(const FoundVariant& variant);
  Result<void> beginCauses();
  Result<bool> narrowCauses();
  bool isMissing(const Member& variant, std::uint32_t input, const std::vector<Job>& jobs) const;
  void addMissing(const Member& variant, std::uint32_t input, std::vector<Job>& jobs) const;
  std::map<Configuration, std::vector<std::uint32_t>> inputsWanted(const std::vector<Job>& jobs) const;
  void addOriginals(std::vector<Job>& jobs);
  Result<bool> evaluate(std::vector<Job>& jobs);
  Reason reasonOf(const Job& job) const;
  EvaluationResult slowerResult(std::uint32_t input, double runtime) const;
  EvaluateRequest requestFor(const Job& job) const;
  void take(const Job& job);
  void pass(const Individual& variant, std::uint32_t input, double error);
  void fail(const Individual& variant, std::uint32_t input, const EvaluationResult& result);
  void learn(const Individual& variant, std::uint32_t input, const EvaluationResult& result);
  void reject(const std::set<Hash128>& codes);
  void raiseError(const Hash128& code, double error);

  Run run_;
  Counterexamples& known_;
  FoundVariants& found_;
  std::uint32_t generation_;
  std::vector<Member> candidates_;
  std::map<std::int64_t, Member> members_; ///< by id: candidates, and those that were fetched
  std::function<void()> tick_;
  const std::stop_token& stop_;
  std::vector<Trial> trials_;
  std::vector<Counterexample> counterexamples_;
  std::map<std::int64_t, Rejection> rejections_;
  std::map<std::int64_t, Fitness> fitnessUpdates_;
  std::map<std::int64_t, Hash128> raised_;
  std::vector<std::pair<Member, std::uint32_t>> unexplained_; ///< failures on inputs that did not join
  std::set<std::pair<std::int64_t, std::uint32_t>> narrowed_; ///< causes, by variant and input
  std::set<Hash128> alone_;                                   ///< codes that are tried on one input at a time, since a worker died of them
};

} // namespace gevo
