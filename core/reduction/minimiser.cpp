#include "core/reduction/minimiser.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gevo {

double allowedLoss(double originalRuntime, double runtime, double shareOfGain) {
  return std::clamp((originalRuntime / runtime - 1) * shareOfGain, 0.0, 0.01);
}

Minimiser::Minimiser(std::size_t edits, const Fitness& whole, double maxLoss)
    : kept_(edits, true), whole_(whole), maxLoss_(maxLoss), size_(std::max<std::size_t>(1, edits / 2)) {}

std::size_t Minimiser::keptCount() const { return static_cast<std::size_t>(std::ranges::count(kept_, true)); }

/// The kept edits without the range.
Minimiser::Subset Minimiser::without() const {
  Subset subset = kept_;
  std::size_t position = 0;
  for (std::size_t edit = 0; edit < subset.size(); ++edit) {
    if (!kept_[edit]) continue;
    if (position >= begin_ && position < begin_ + size_) subset[edit] = false;
    ++position;
  }
  return subset;
}

std::optional<Minimiser::Subset> Minimiser::next() const {
  if (size_ == 0 || begin_ >= keptCount()) return std::nullopt;
  return without();
}

void Minimiser::take(const EvaluationResult& outcome, const Fitness& original) {
  ++evaluations_;
  const bool same = outcome.reason == Reason::NoOp;
  const Fitness fitness = same ? original : outcome.fitness;
  const bool good = (same || outcome.valid()) && fitness.runtime <= whole_.runtime * (1 + maxLoss_) && fitness.error <= whole_.error;
  if (good) {
    kept_ = without();
    removedInThisPass_ = true;
  } else {
    begin_ += size_;
  }
  if (begin_ >= keptCount()) {
    begin_ = 0;
    if (size_ > 1) {
      size_ = (size_ + 1) / 2;
      removedInThisPass_ = false;
    } else if (!std::exchange(removedInThisPass_, false)) { // after removing an edit, an earlier one may be removable
      size_ = 0;
    }
  }
  progress_ = std::max(progress_, passed());
}

/// Completed halvings as a share of all, with the position within the current one.
double Minimiser::passed() const {
  const double halvings = std::log2(double(std::max<std::size_t>(2, kept_.size()))) + 1;
  const double left = std::log2(double(std::max<std::size_t>(1, size_))) + 1;
  const double within = double(begin_) / double(std::max<std::size_t>(1, keptCount()));
  return std::clamp((halvings - left + within) / halvings, 0.0, 0.99);
}

} // namespace gevo
