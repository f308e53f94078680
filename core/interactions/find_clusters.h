#pragma once

/// Clusters of epistatic edits: two are in one where one of them acts differently without the other.

#include "core/interactions/interactions.h"

namespace gevo {

struct FoundClusters {
  std::vector<std::vector<std::size_t>> clusters; ///< of two edits and more
  std::vector<EditSet> contexts;                  ///< per edit, the smallest in which it acts as among all epistatic ones
  EditSet alone;                                  ///< epistatic by Algorithm 2, but they act alone as among the epistatic ones
  bool complete = true;
};

/// `epistatic` passes, and all that `separateEdits` evaluates is known.
Result<FoundClusters> findClusters(const EditSet& epistatic, const InteractionOptions& options, EvaluatedSubsets& subsets);

} // namespace gevo
