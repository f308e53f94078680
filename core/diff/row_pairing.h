#pragma once

/// Which removed line became which added line.

#include "core/diff/sequence_match.h"

#include <span>
#include <string_view>
#include <vector>

namespace gevo {

/// Pairs lines that are alike enough, in order, so that the sum of similarities is the largest. Indices count from the
/// beginning of each run. A run too long for that is paired line by line from its beginning.
std::vector<SequenceMatch> pairLines(std::span<const std::string_view> removed, std::span<const std::string_view> added);

} // namespace gevo
