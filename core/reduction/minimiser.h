#pragma once

/// Which edits of a variant matter: removes those without which it is as good. After "Identify weak edits" (seeds/002, Algorithm 1), which
/// drops an edit when the rest is less than 1 % slower; here whole stretches of the list are tried first, halved until single edits are
/// left (as delta debugging does), so that a list of a thousand edits of which ten matter takes a few hundred evaluations and not many
/// thousands, and the loss is counted against the whole variant, so that many small ones don't add up.
///
/// Evaluates nothing itself: ask `next`, evaluate, tell `take`. Deterministic.

#include "core/values/evaluation_result.h"

#include <optional>
#include <vector>

namespace gevo {

class Minimiser {
public:
  /// Per edit of the list: kept.
  using Subset = std::vector<bool>;

  /// `whole`: the variant with all of its edits, which is valid. `mostLoss`: the result is at most this share slower (0.01: 1 %), and its
  /// error no larger.
  Minimiser(std::size_t edits, const Fitness& whole, double mostLoss = 0.01);

  /// The subset to evaluate; nothing when it is done.
  std::optional<Subset> next() const;
  /// What became of the subset that `next` gave. Reason::NoOp means that its code is the original's.
  void take(const EvaluationResult& outcome, const Fitness& original);

  const Subset& kept() const { return kept_; }
  std::size_t keptCount() const;
  std::size_t evaluations() const { return evaluations_; }
  /// 0 to 1, never falling.
  double progress() const { return next() ? progress_ : 1; }

private:
  Subset without() const;
  double passed() const;

  Subset kept_;
  Fitness whole_;
  double mostLoss_;
  std::size_t size_;      ///< of the stretch that is tried, in kept edits
  std::size_t place_ = 0; ///< its first, counted in kept edits
  bool removedInThisPass_ = false;
  std::size_t evaluations_ = 0;
  double progress_ = 0;
};

} // namespace gevo
