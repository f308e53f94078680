#pragma once

/// Removes the edits without which a variant is as good. Based on "Identify weak edits" (Liou et al. 2022, Algorithm 1), which drops an
/// edit if the rest is less than 1 % slower, with two differences. Ranges of the list are removed first and halved down to single edits (as
/// in delta debugging), so that a list of a thousand edits of which ten matter takes hundreds of evaluations, not thousands. And the loss
/// is relative to the whole variant, so that small losses don't add up.
///
/// Evaluates nothing itself: call `next`, evaluate the subset, and pass the result to `take`. Deterministic.

#include "core/values/evaluation_result.h"

#include <optional>
#include <vector>

namespace gevo {

/// The share of its runtime that minimising may cost a variant: 1 %, but at most this share of its gain.
double allowedLoss(double originalRuntime, double runtime, double shareOfGain = 0.1);

class Minimiser {
public:
  /// For each edit of the list, whether it is kept.
  using Subset = std::vector<bool>;

  /// `whole`: the variant with all of its edits, which is valid. `maxLoss`: the result is at most this share slower (0.01: 1 %), and its
  /// error no larger.
  Minimiser(std::size_t edits, const Fitness& whole, double maxLoss);

  /// The next subset to evaluate; empty at the end.
  std::optional<Subset> next() const;
  /// The result for the subset from `next`. Reason::NoOp means that its code is the original's.
  void take(const EvaluationResult& outcome, const Fitness& original);

  const Subset& kept() const { return kept_; }
  std::size_t keptCount() const;
  std::size_t evaluations() const { return evaluations_; }
  /// From 0 to 1, never decreasing.
  double progress() const { return next() ? progress_ : 1; }

private:
  Subset without() const;
  double passed() const;

  Subset kept_;
  Fitness whole_;
  double maxLoss_;
  std::size_t size_;      ///< of the range to remove, in kept edits
  std::size_t begin_ = 0; ///< of that range, in kept edits
  bool removedInThisPass_ = false;
  std::size_t evaluations_ = 0;
  double progress_ = 0;
};

} // namespace gevo
