#include "core/interactions/change.h"

#include <algorithm>
#include <cmath>

namespace gevo {

Change Change::between(const SubsetOutcome& before, const SubsetOutcome& after, double scale) {
  const double ratio = after.runtime / before.runtime;
  return {(before.runtime - after.runtime) / scale, 1 - ratio,
          std::hypot(before.runtime * before.halfWidth, after.runtime * after.halfWidth) / scale,
          ratio * std::hypot(before.halfWidth, after.halfWidth)};
}

bool agree(const Change& a, const Change& b, double tolerance) {
  return std::abs(a.gain - b.gain) <= std::max(tolerance, std::hypot(a.gainHalf, b.gainHalf)) ||
         std::abs(a.saved - b.saved) <= std::max(tolerance, std::hypot(a.savedHalf, b.savedHalf));
}

} // namespace gevo
