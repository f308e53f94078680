#pragma once

/// Lines as tokens: how alike two lines are, and which of their tokens differ.

#include "core/diff/line_diff.h"

#include <string_view>
#include <utility>
#include <vector>

namespace gevo {

/// A word (letters, digits, _ and every byte of a non-ASCII character), a run of blanks, or one other byte. The tokens
/// of a line cover it without gaps.
std::vector<std::string_view> splitTokens(std::string_view line);

/// Tokens of a line in sorted order, blanks left out: what `similarity` compares.
std::vector<std::string_view> tokenBag(std::string_view line);

/// From 0 (nothing in common) to 1 (the same tokens, in any order and spacing). Words weigh twice as much as signs.
double similarity(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right);

/// Byte ranges of the tokens that differ, for the left and the right line. A short equal stretch between two longer
/// changes counts as changed, so that a rewritten expression is marked as one piece.
std::pair<std::vector<TextSpan>, std::vector<TextSpan>> changedSpans(std::string_view left, std::string_view right);

} // namespace gevo
