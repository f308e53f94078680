#include "core/search/hypervolume.h"

#include <algorithm>

namespace gevo {

namespace {

/// In the first `dimensions` objectives; `points` lie below the reference.
double volume(std::vector<ObjectiveVector> points, const ObjectiveVector& reference, std::size_t dimensions) {
  if (points.empty()) return 0;
  const std::size_t last = dimensions - 1;
  std::ranges::sort(points, {}, [last](const ObjectiveVector& point) { return point[last]; });
  if (dimensions == 1) return reference[0] - points.front()[0];
  if (dimensions == 2) {
    // The slices of two dimensions are intervals, the longest of which counts.
    double sum = 0;
    double least = reference[0];
    for (std::size_t i = 0; i < points.size(); ++i) {
      least = std::min(least, points[i][0]);
      sum += (reference[0] - least) * ((i + 1 < points.size() ? points[i + 1][1] : reference[1]) - points[i][1]);
    }
    return sum;
  }
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double thickness = (i + 1 < points.size() ? points[i + 1][last] : reference[last]) - points[i][last];
    const auto end = points.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (thickness > 0) sum += thickness * volume({points.begin(), end}, reference, last);
  }
  return sum;
}

} // namespace

double hypervolume(std::vector<ObjectiveVector> points, const ObjectiveVector& reference) {
  std::erase_if(points, [&](const ObjectiveVector& point) { return !std::ranges::equal(point, reference, std::ranges::less{}); });
  return reference.empty() ? 0 : volume(std::move(points), reference, reference.size());
}

} // namespace gevo
