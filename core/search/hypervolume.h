#pragma once

/// Hypervolume (Zitzler and Thiele 1999): how much of the space before a reference point a set of points dominates. One figure that
/// grows whenever the front moves, spreads or gets a new member.

#include "core/search/nsga2.h"

namespace gevo {

/// For any number of minimised objectives, by slicing along the last one (While et al. 2006); O(n log n) for two. Points that are not
/// below `reference` in every objective add nothing. Every value must be finite.
double hypervolume(std::vector<ObjectiveVector> points, const ObjectiveVector& reference);

} // namespace gevo
