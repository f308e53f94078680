#pragma once

/// Which bytes of two lines differ.

#include "core/diff/line_diff.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace gevo {

/// A line as tokens, each with a number: tokens with equal numbers compare equal.
struct TokenLine {
  std::vector<std::string_view> tokens;
  std::vector<std::int32_t> meanings;
};

using ChangedSpans = std::pair<std::vector<TextSpan>, std::vector<TextSpan>>;

/// Byte ranges of the tokens that differ, for the left and the right line. A short equal stretch between two longer
/// changes counts as changed, so that a rewritten expression is marked as one piece.
ChangedSpans changedSpans(const TokenLine& left, const TokenLine& right);

/// The same, comparing tokens by their text.
ChangedSpans changedSpans(std::string_view left, std::string_view right);

} // namespace gevo
