#pragma once

/// All subsets of one cluster.

#include "core/interactions/interactions.h"

namespace gevo {

/// Larger clusters have too many subsets: 4096.
inline constexpr std::size_t largestLattice = 12;

/// Bit i of a number stands for `cluster[i]`.
EditSet subsetOf(const std::vector<std::size_t>& cluster, std::size_t number, std::size_t edits);

/// Empty where there are more subsets than may be evaluated, which is then left to sampling. The smallest and largest subsets are evaluated
/// first. In clusters of more than eight edits, what these show an edit to fail without (its context, without which no subset passed) isn't
/// tried again: each such subset is marked as inferred.
Result<std::vector<LatticePoint>> evaluateLattice(const std::vector<std::size_t>& cluster, const std::vector<EditSet>& contexts,
                                                  EvaluatedSubsets& subsets);

/// Needs within a cluster, as its lattice shows them.
std::vector<Need> needsIn(const Cluster& cluster, double leastGain);

/// Needs of an edit in a cluster without a lattice: what the evaluations show that found its smallest context.
std::vector<Need> needsOf(std::size_t edit, const EditSet& context, double leastGain, const EvaluatedSubsets& subsets);

/// Leaves out what gains nothing without the edits that fail without it: it came first, and they are built on it.
void dropNeedsOfFoundations(std::vector<Need>& needs);

} // namespace gevo
