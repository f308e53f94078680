#pragma once

/// What stands between the tries of a generation and selection, where a fitness is not yet what selection may trust:
/// a test drawn for this generation that the members of the generation before have not taken, a front that passed only one
/// test, a device whose timings vary.

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
  /// `objectives` learns from what is measured. `tick` is called several times a second while workers are asked.
  Remeasurement(WorkerPool& pool, const Fitness& original, Objectives& objectives, std::uint32_t generation, std::vector<Member> candidates,
                std::function<void()> tick, const std::stop_token& stop);

  /// Each returns false when `stop` was requested, an error when there is no worker left.

  /// Members of earlier generations take `tests`; those that fail are no candidates any more.
  Result<bool> retest(const std::vector<std::uint32_t>& tests);
  /// Members of the front take all tests, each code once in a run; those that fail are no candidates any more, so that others
  /// come to the front and take them.
  Result<bool> verify(Verified& verified);
  /// Members of the front are measured anew, each code once in a generation and until it was measured `fewestMeasurements` times; all
  /// candidates get the fitness of their code's measurements. Who comes to the front by that is measured too.
  /// `contenders` are members of earlier generations that were left behind: when a lucky timing of the front is found out, they may be
  /// better than it, and were measured too seldom to be believed. Those that come to the front are candidates again.
  Result<bool> remeasure(Timings& timings, const std::vector<Member>& contenders);
  /// The fastest of many is the luckiest of many: the median of so few is still too good, that of more is not.
  static constexpr std::size_t fewestMeasurements = 15;
  /// But once the workers were busy with it for so many microseconds in a generation, energy aside, what was measured in it waits for the
  /// next one.
  static constexpr std::uint64_t longestMeasuring = 30'000'000;
  /// Where energy is an objective, members of the front are measured for it too, until so many pairs are there,
  static constexpr std::uint32_t fewestEnergyPairs = 6;
  /// but at most so often in a generation, for it takes a second or more: first those that were not yet, and of these the ends of the
  /// front.
  static constexpr std::size_t mostEnergies = 8;

  const std::vector<Member>& candidates() const { return candidates_; } ///< ids distinct
  /// After `remeasure`: the candidates and the contenders.
  const std::vector<Member>& all() const { return all_; }
  /// Tries of `verify` in order: everything but their ids.
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
  void keepMeasurement(const Hash128& code, const EvaluationResult& outcome, Timings& timings);
  void setFitness(const Hash128& code, const Fitness& fitness);
  void drop(const Hash128& code);

  WorkerPool& pool_;
  Fitness original_;
  Objectives& objectives_;
  std::uint32_t generation_;
  std::vector<Member> candidates_;
  std::vector<Member> all_;
  std::function<void()> tick_;
  const std::stop_token& stop_;
  std::size_t energiesLeft_ = mostEnergies;
  std::vector<Individual> verifications_;
  std::vector<Measurement> measurements_;
  std::map<std::int64_t, Fitness> fitnessUpdates_;
};

} // namespace gevo
