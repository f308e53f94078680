#pragma once

/// The step between the evaluations of a generation and selection, where selection needs more than they give: members of the generation
/// before that have not run the test drawn for this one, a front that passed only one test, a device whose timings vary.

#include "core/evolution/population.h"
#include "core/evolution/timings.h"
#include "core/protocol/evaluate.h"

#include <functional>
#include <map>
#include <unordered_map>

namespace gevo {

using Verified = std::unordered_map<Hash128, bool, Hash128Hasher>; ///< code, whether it passed all tests

class Remeasurement {
public:
  /// `objectives` learns from what is measured. `tick` is called several times a second while workers evaluate.
  /// `inputs`: fuzz inputs that every evaluation is held to.
  Remeasurement(JobPool& pool, const Fitness& original, Objectives& objectives, std::uint32_t generation, std::vector<Member> candidates,
                std::vector<std::uint32_t> inputs, std::function<void()> tick, const std::stop_token& stop);

  /// Each returns false when `stop` was requested, an error when there is no worker left.

  /// Evaluates members of earlier generations on `tests`; those that fail are no longer candidates.
  Result<bool> retest(const std::vector<std::uint32_t>& tests);
  /// Evaluates members of the front on all tests, each code once in a run; those that fail are no longer candidates, so that others come
  /// to the front and are evaluated too.
  Result<bool> verify(Verified& verified);
  /// Measures members of the front again, each code once in a generation and until it was measured `fewestMeasurements` times; all
  /// candidates get the fitness of their code's measurements. Members that come to the front by that are measured too.
  /// `contenders` are members of earlier generations that were not selected: when a member of the front turns out slower than first timed,
  /// they may be better than it, but were measured too seldom. Those that come to the front are candidates again.
  Result<bool> remeasure(Timings& timings, const std::vector<Member>& contenders);
  /// The fastest of many variants is also the luckiest: the median of fewer measurements is still too low.
  static constexpr std::size_t fewestMeasurements = 15;
  /// Workers measure for at most so many microseconds in a generation, energy not included; the rest waits for the next one.
  static constexpr std::uint64_t longestMeasuring = 30'000'000;
  /// Where energy is an objective, members of the front are measured for it too, until so many pairs are there,
  static constexpr std::uint32_t fewestEnergyPairs = 6;
  /// but at most so often in a generation, for it takes a second or more: first those that were not yet, and of these the ends of the
  /// front.
  static constexpr std::size_t mostEnergies = 8;

  const std::vector<Member>& candidates() const { return candidates_; } ///< ids distinct
  /// After `remeasure`: the candidates and the contenders.
  const std::vector<Member>& all() const { return all_; }
  /// Evaluations of `verify` in order, without ids.
  std::vector<Individual>& verifications() { return verifications_; }
  const std::vector<Measurement>& measurements() const { return measurements_; }            ///< of `remeasure`
  const std::map<std::int64_t, Fitness>& fitnessUpdates() const { return fitnessUpdates_; } ///< candidates whose fitness changed

private:
  using Replies = std::vector<EvaluateReply>;
  struct Wanted {
    std::vector<std::uint32_t> tests; ///< empty: all
    bool remeasure = false;
    KnownCodes energies; ///< of these codes
  };
  Result<bool> evaluate(const std::vector<Member>& members, const Wanted& wanted, Replies& replies);
  template <class Needs> std::vector<Member> onFront(Needs needs) const;
  Result<bool> measureFront(Timings& timings);
  KnownCodes nextEnergies(const Timings& timings);
  void keepMeasurement(const Hash128& code, const EvaluationResult& result, Timings& timings);
  void setFitness(const Hash128& code, const Fitness& fitness);
  void drop(const Hash128& code);

  JobPool& pool_;
  Fitness original_;
  Objectives& objectives_;
  std::uint32_t generation_;
  std::vector<Member> candidates_;
  std::vector<Member> all_;
  std::vector<std::uint32_t> inputs_;
  std::function<void()> tick_;
  const std::stop_token& stop_;
  std::size_t energiesLeft_ = mostEnergies;
  std::vector<Individual> verifications_;
  std::vector<Measurement> measurements_;
  std::map<std::int64_t, Fitness> fitnessUpdates_;
};

} // namespace gevo
