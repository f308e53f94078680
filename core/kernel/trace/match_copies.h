#pragma once

/// The copies to the host of a test in another configuration, beside those of the program's own.

#include "core/kernel/trace/trace.h"

#include <optional>

namespace gevo::program {

/// Per copy of `made`: the copy of `own` that it has to equal. Nothing for what the host decides by, and where an output is copied more or
/// less often than in `own`, for all but its last copy. Outputs have the same numbers in both.
std::vector<std::optional<std::size_t>> matchCopies(const std::vector<const Event*>& made, const std::vector<const Event*>& own);

} // namespace gevo::program
