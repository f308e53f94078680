#pragma once

/// The subsets whose outcomes are known. Each is evaluated once.

#include "core/base/result.h"
#include "core/interactions/subset_outcome.h"

#include <functional>
#include <unordered_map>

namespace gevo {

/// Evaluates subsets, in parallel if it can; the outcomes are in their order. An error ends the analysis.
using EvaluateSubsets = std::function<Result<std::vector<SubsetOutcome>>(const std::vector<EditSet>&)>;

class EvaluatedSubsets {
public:
  /// `most`: subsets that may be evaluated.
  EvaluatedSubsets(EvaluateSubsets evaluate, std::size_t most) : evaluate_(std::move(evaluate)), most_(most) {}

  /// Evaluates those that are not known. False: they are too many, and none was evaluated.
  Result<bool> request(const std::vector<EditSet>& wanted);
  bool knows(const EditSet& set) const { return known_.contains(set); }
  /// Of a known one.
  const SubsetOutcome& at(const EditSet& set) const { return known_.at(set); }
  std::size_t evaluations() const { return evaluations_; }
  std::size_t left() const { return most_ - evaluations_; }

private:
  EvaluateSubsets evaluate_;
  std::size_t most_;
  std::size_t evaluations_ = 0;
  std::unordered_map<EditSet, SubsetOutcome> known_;
};

} // namespace gevo
