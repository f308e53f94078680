#pragma once

/// The sums of a generation, made once when it is stored.

#include "core/store/rows.h"

namespace gevo {

/// `population`: the members that go on, in any order.
GenerationRow sumGeneration(const GenerationResult& result, std::vector<VariantRow> population);

} // namespace gevo
