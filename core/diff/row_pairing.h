#pragma once

/// Pairs removed lines with added lines.

#include "core/diff/sequence_match.h"

#include <span>
#include <string_view>
#include <vector>

namespace gevo {

/// Pairs sufficiently similar lines, in order, so that the sum of similarities is maximal. Indices count from the beginning of each run.
/// Runs that are too long for that are paired line by line from the beginning.
std::vector<SequenceMatch> pairLines(std::span<const std::string_view> removed, std::span<const std::string_view> added);

} // namespace gevo
