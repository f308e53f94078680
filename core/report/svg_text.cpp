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

std::vector<std::string> twoLines(const std::string& text, std::size_t most) {
  if (letters(text) <= most) return {text};
  std::size_t at = text.rfind(' ', most);
  if (at == std::string::npos) at = text.find(' ');
  if (at == std::string::npos) return {elided(text, most)};
  return {elided(text.substr(0, at), most), elided(text.substr(at + 1), most)};
}

} // namespace gevo::report
