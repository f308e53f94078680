#pragma once

/// Splits lines into tokens, and computes the similarity of lines.

#include <string_view>
#include <vector>

namespace gevo {

/// A word (letters, digits, _ and every byte of a non-ASCII character; with the sign that marks it as a name: %r12, @f,
/// $L__BB0_3, !7, #0), a run of blanks, or one other byte. The tokens of a line cover it without gaps.
std::vector<std::string_view> splitTokens(std::string_view line);

bool isBlank(std::string_view token);

/// Tokens of a line in sorted order, blanks left out: what `similarity` compares.
std::vector<std::string_view> tokenBag(std::string_view line);

/// From 0 (nothing in common) to 1 (the same tokens, in any order and spacing). Words weigh twice as much as signs.
double similarity(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right);

} // namespace gevo
