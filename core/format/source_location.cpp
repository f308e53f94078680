#include "core/format/source_location.h"

#include <algorithm>
#include <fmt/format.h>

namespace gevo {

std::string formatLocation(const std::vector<SourcePosition>& chain) {
  std::string text;
  for (const SourcePosition& position : chain)
    text += fmt::format("{}{}:{}", text.empty() ? "" : " in ", oneLine(position.file), position.line);
  return text;
}

std::string oneLine(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(
      line, [](unsigned char character) { return character < 0x20 || character == 0x7f; }, ' ');
  return line;
}

} // namespace gevo
