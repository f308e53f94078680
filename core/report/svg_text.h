#pragma once

/// Text in pictures, whose width is only known about: whoever draws it chooses the font.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::report {

/// Of a letter at a size of 12 pixels, in pixels.
inline constexpr double letterWidth = 6.3;

/// Sequences of UTF-8.
std::size_t letters(std::string_view text);
/// At most so many letters, the last of which is an ellipsis where some are left out.
std::string elided(std::string_view text, std::size_t most);
/// One line, or two of at most so many letters, broken between words.
std::vector<std::string> twoLines(const std::string& text, std::size_t most);

} // namespace gevo::report
