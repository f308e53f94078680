#pragma once

/// One-point messy crossover with shuffle (Liou et al. 2019, III-E): the parents' edits in one sequence, shuffled, cut once.

#include "core/edit/edit.h"
#include "core/search/random.h"

#include <utility>

namespace gevo {

/// The edits of both in their order, each uid once.
EditList unionOfEdits(const EditList& first, const EditList& second);

/// Edits that both parents share (same uid) appear once in the sequence. The children's edits keep the shuffled
/// order. The cut is uniform over the places that leave neither child empty, where there are two edits or more.
std::pair<EditList, EditList> crossover(const EditList& first, const EditList& second, RandomStream& stream);

} // namespace gevo
