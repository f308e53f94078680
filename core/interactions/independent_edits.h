#pragma once

/// "Separate independent and epistatic edits" (Liou et al. 2022, Algorithm 2).

#include "core/interactions/interactions.h"

namespace gevo {

struct SeparatedEdits {
  EditSet epistatic;
  EditSet weak; ///< independent ones without an effect
};

/// Evaluates each edit alone, and the variant without each.
Result<SeparatedEdits> separateEdits(std::size_t edits, const InteractionOptions& options, EvaluatedSubsets& subsets);

} // namespace gevo
