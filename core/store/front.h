#pragma once

/// The Pareto front over any number of variants.

#include "core/store/rows.h"

namespace gevo {

/// By runtime; of equal points the one with the fewest active edits, then the lowest id. Where energy is an objective, those that were not
/// measured for it are on no front.
std::vector<VariantRow> paretoFront(std::vector<VariantRow> rows,
                                    const std::vector<Objective>& objectives = {Objective::Time, Objective::Error});

} // namespace gevo
