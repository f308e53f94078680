#pragma once

/// The best that a run has found so far, and when it last got better: what stop conditions ask for.

#include "core/run/outcome.h"
#include "core/run/settings.h"

#include <map>

namespace gevo {

class FrontWatch {
public:
  FrontWatch(Mode mode, const Fitness& original);

  /// A variant that passed all tests, in id order.
  void add(std::uint32_t generation, const Fitness& fitness);

  double bestRuntime() const { return points_.begin()->first; }
  /// The last generation with a point that nothing before it was as good as; such a point makes the hypervolume larger.
  std::uint32_t lastImproved() const { return lastImproved_; }

private:
  Mode mode_;
  std::map<double, double> points_; ///< error by runtime; both strictly monotonous
  std::uint32_t lastImproved_ = 0;
};

} // namespace gevo
