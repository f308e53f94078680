#pragma once

/// Which variant of a run is the best: one rule over values, for commands, validation and the explorer alike.

#include "core/store/rows.h"

#include <span>

namespace gevo {

/// What a run is asked for: the fastest variant with an error of at most `error`, or the one that needs the least energy.
struct BestCriterion {
  double error = 0;
  Objective least = Objective::Time; ///< or energy
};
/// The fastest exact one, and in trade-off mode the fastest within the tolerance too; where energy is an objective, the most frugal within
/// the tolerance as well.
std::vector<BestCriterion> criteriaOf(const EvaluationSettings& settings);

/// The variant passed its validation, with no more than the criterion's error: what an input that it was not made for shows counts as much
/// as what the run's tests do. Results of earlier versions have no error and count as exact.
bool answers(const ValidationRow& validation, const BestCriterion& criterion);

/// What the best of a run is chosen from.
struct Candidates {
  const RunInfo& run;
  std::span<const VariantRow> variants; ///< valid ones, in id order
  std::span<const VariantRow> derived;  ///< in id order
  std::span<const ValidationRow> validations;
  std::span<const std::int64_t> knownFailures; ///< in order; see Store::knownFailures
};

/// The variant to recommend, which is the next one to validate where it has not been: of those that passed all tests, fulfil the criterion,
/// beat the original and are not known to fail held-out tests, or to fulfil the criterion on the run's tests only, the fastest (or most
/// frugal), then the one with the least error, the fewest active edits, the lowest id. Null where nothing is left.
///
/// A derived variant is a candidate where the one that it was made from failed. It takes that one's rank if its own is lower: what is left
/// of a fast variant without what was wrong in it is likelier to be right than the next of its many relatives. A variant that passed
/// held-out tests and is better by its own figures is not passed over for it.
const VariantRow* bestVariant(const Candidates& candidates, const BestCriterion& criterion);

} // namespace gevo
