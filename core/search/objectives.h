#pragma once

/// What selection compares variants by.

#include "core/search/nsga2.h"
#include "core/values/evaluation_result.h"
#include "core/values/settings.h"

#include <algorithm>
#include <limits>

namespace gevo {

class Objectives {
public:
  explicit Objectives(std::vector<Objective> objectives) : objectives_(std::move(objectives)) {}

  const std::vector<Objective>& objectives() const { return objectives_; }
  bool haveEnergy() const { return have(Objective::Energy); }
  bool countEdits() const { return have(Objective::Edits); }
  /// With what was learnt so far.
  Objectives withoutEdits() const {
    Objectives others = *this;
    std::erase(others.objectives_, Objective::Edits);
    return others;
  }

  /// All are minimised. Energy takes so long to measure that most variants go without: theirs counts as their runtime at the least power
  /// that any code was measured at. So good is none of them for long: what comes to the front by it is measured.
  /// `edits`: active ones.
  ObjectiveVector of(const Fitness& fitness, std::size_t edits) const;
  /// True where nothing is guessed.
  bool isKnown(const Fitness& fitness) const { return !haveEnergy() || fitness.hasEnergy(); }
  void learn(const Fitness& measured);

private:
  bool have(Objective objective) const { return std::ranges::find(objectives_, objective) != objectives_.end(); }

  std::vector<Objective> objectives_;
  double leastPower_ = std::numeric_limits<double>::infinity(); ///< millijoules a microsecond
};

} // namespace gevo
