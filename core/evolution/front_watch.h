#pragma once

/// The best that a run has found so far, and when it last got better: what stop conditions depend on.

#include "core/search/objectives.h"
#include "core/search/pareto_archive.h"

namespace gevo {

class FrontWatch {
public:
  /// `objectives`: measured ones.
  FrontWatch(Objectives objectives, const Fitness& original);

  /// A variant that passed all tests, in id order. Without an objective that is not measured yet it is on no front; then it comes again.
  void add(std::uint32_t generation, const Fitness& fitness);

  double bestRuntime() const { return bestRuntime_; }
  /// The last generation with a point that nothing before it was as good as; such a point makes the hypervolume larger.
  std::uint32_t lastImproved() const { return lastImproved_; }

private:
  Objectives objectives_;
  ParetoArchive<> archive_;
  double bestRuntime_;
  std::uint32_t lastImproved_ = 0;
};

} // namespace gevo
