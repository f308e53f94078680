#pragma once

/// A front of two objectives that grows point by point: runtime and error, less of either is better. As a curve it is a staircase.

#include <cstdint>
#include <map>

namespace gevo {

class Staircase {
public:
  struct Step {
    double error = 0;
    std::int64_t id = 0;
  };

  /// In any order; of equal points the first stays. Points that it dominates leave.
  void add(double runtime, double error, std::int64_t id) {
    auto after = steps_.upper_bound(runtime);
    if (after != steps_.begin() && std::prev(after)->second.error <= error) return;
    if (after != steps_.begin() && std::prev(after)->first == runtime) --after;
    while (after != steps_.end() && after->second.error >= error) after = steps_.erase(after);
    steps_.emplace(runtime, Step{error, id});
  }
  /// By runtime; the error falls from step to step.
  const std::map<double, Step>& steps() const { return steps_; }

private:
  std::map<double, Step> steps_;
};

} // namespace gevo
