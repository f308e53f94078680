#pragma once

/// A front of any number of minimised objectives that grows point by point. For two of them as a curve: staircase.h.

#include "core/search/nsga2.h"

namespace gevo {

class GrowingFront {
public:
  /// False where a point of before is as good in every objective. Points that the new one dominates leave. Every value is finite, and all
  /// points have as many.
  bool add(ObjectiveVector point) {
    for (const ObjectiveVector& known : points_)
      if (known == point || dominates(known, point)) return false;
    std::erase_if(points_, [&](const ObjectiveVector& known) { return dominates(point, known); });
    points_.push_back(std::move(point));
    return true;
  }
  const std::vector<ObjectiveVector>& points() const { return points_; } ///< in no order

private:
  std::vector<ObjectiveVector> points_;
};

} // namespace gevo
