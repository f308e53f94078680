#include "core/report/svg_text.h"

#include <algorithm>

namespace gevo::report {

namespace {

bool begins(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

} // namespace

std::size_t letters(std::string_view text) { return static_cast<std::size_t>(std::ranges::count_if(text, begins)); }

std::string elided(std::string_view text, std::size_t most) {
  if (letters(text) <= most) return std::string(text);
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size(); ++end)
    if (begins(text[end]) && ++count >= most) break;
  return std::string(text.substr(0, end)) + "…";
}

std::vector<std::string> brokenLines(std::string_view text, std::size_t most, std::size_t lines) {
  std::vector<std::string> made(1);
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(std::min(space + 1, text.size()));
    const bool fits = letters(made.back()) + 1 + letters(word) <= most;
    const bool joins = made.back().empty() || fits || made.size() == lines; // the last line takes all that is left
    if (!joins) made.emplace_back();
    made.back() += (made.back().empty() ? "" : " ") + std::string(word);
  }
  for (std::string& line : made) line = elided(line, most);
  return made;
}

} // namespace gevo::report
