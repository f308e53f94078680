#pragma once

/// Clusters that a lattice shows to be several.

#include "core/interactions/interactions.h"

namespace gevo {

/// The finest parts of a cluster that don't interact: a subset fails where one of its parts does, and else what the parts save adds up, or
/// multiplies. `lattice`: of all its subsets. One part: the cluster is one. Parts are ascending lists of edits.
std::vector<std::vector<std::size_t>> splitCluster(const std::vector<std::size_t>& edits, const std::vector<LatticePoint>& lattice,
                                                   double tolerance);

} // namespace gevo
