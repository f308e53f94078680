#pragma once

/// The Pareto front over any number of variants.

#include "core/store/rows.h"

namespace gevo {

/// By runtime; of equal points the one with the least error, then the fewest active edits, then the lowest id. Where energy is an
/// objective, those that were not measured for it are on no front. `chosen`: as parseObjectives returns them.
std::vector<VariantRow> paretoFront(const std::vector<VariantRow>& rows,
                                    const std::vector<Objective>& chosen = {Objective::Time, Objective::Error});

} // namespace gevo
