#pragma once

/// The Pareto front of runtime and error over any number of variants.

#include "core/store/rows.h"

namespace gevo {

/// By runtime, error falling; of equal points the one with the fewest active edits, then the lowest id.
std::vector<VariantRow> paretoFront(std::vector<VariantRow> rows);

} // namespace gevo
