#pragma once

/// Where the workers' time went, stage by stage of the cascade.

#include "core/values/evaluation_result.h"

namespace gevo {

struct StageCosts {
  std::array<std::uint64_t, 7> microseconds{}; ///< wall clock, by Stage
  std::array<std::uint64_t, 7> evaluations{};  ///< those that spent time there

  void add(const EvaluationResult& result) {
    for (std::size_t stage = 0; stage < microseconds.size(); ++stage) {
      microseconds[stage] += result.stageMicroseconds[stage];
      evaluations[stage] += result.stageMicroseconds[stage] > 0 ? 1 : 0;
    }
  }
  StageCosts& operator+=(const StageCosts& other) {
    for (std::size_t stage = 0; stage < microseconds.size(); ++stage) {
      microseconds[stage] += other.microseconds[stage];
      evaluations[stage] += other.evaluations[stage];
    }
    return *this;
  }
};

} // namespace gevo
