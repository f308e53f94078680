#pragma once

/// Text in pictures, whose width is only known about: whoever draws it chooses the font.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::report {

/// Of a letter at a size of 12 pixels in a wide font, in pixels.
inline constexpr double letterWidth = 7.2;

/// Sequences of UTF-8.
std::size_t letters(std::string_view text);
/// At most so many letters, the last of which is an ellipsis where some are left out.
std::string elided(std::string_view text, std::size_t most);
/// Broken between words into lines of at most so many letters, the last of which ends in an ellipsis where lines are left out.
std::vector<std::string> brokenLines(std::string_view text, std::size_t most, std::size_t lines);

} // namespace gevo::report
