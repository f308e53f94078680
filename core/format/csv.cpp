#include "core/format/csv.h"

#include "core/format/number.h"

#include <array>
#include <charconv>
#include <cmath>

namespace gevo {

namespace {

void appendCell(std::string& line, std::string_view cell) {
  if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
    line += cell;
    return;
  }
  line += '"';
  for (const char c : cell) line.append(c == '"' ? 2 : 1, c);
  line += '"';
}

} // namespace

std::string csvLine(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) {
    if (&cell != &cells.front()) line += ',';
    appendCell(line, cell);
  }
  line += '\n';
  return line;
}

std::string csvNumber(double value) {
  if (!std::isfinite(value)) return {};
  std::array<char, 32> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

std::string csvFigure(std::string_view text) {
  constexpr std::pair<std::string_view, char> signs[] = {{"µ", 'u'}, {"×", 'x'}, {unknownFigure, '-'}};
  std::string ascii(text);
  for (const auto& [sign, letter] : signs)
    for (std::size_t at = ascii.find(sign); at != std::string::npos; at = ascii.find(sign, at + 1))
      ascii.replace(at, sign.size(), 1, letter);
  return ascii;
}

} // namespace gevo
