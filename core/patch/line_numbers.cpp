#include "core/patch/line_numbers.h"

#include "core/diff/line_diff.h"

#include <fmt/format.h>

namespace gevo {

std::string withOriginalLines(const std::string& original, const std::string& changed) {
  const std::vector<std::string_view> right = splitLines(changed);
  const std::vector<std::string_view> left = splitLines(original);
  std::string text;
  std::int32_t number = 1;                                 // that the compiler gives the next line
  bool continues = false;                                  // within a macro there is no room for a directive
  auto fresh = static_cast<std::int32_t>(left.size()) + 1; // of new lines: no line of the original has it
  for (const DiffRow& row : diffLines(left, right)) {
    if (row.right < 0) continue;
    const std::int32_t wanted = row.left >= 0 ? row.left + 1 : fresh++;
    if (wanted != number && !continues) {
      number = wanted;
      text += fmt::format("#line {}\n", number);
    }
    const std::string_view line = right[static_cast<std::size_t>(row.right)];
    text += line;
    text += '\n';
    const std::size_t end = line.find_last_not_of(" \t\r");
    continues = end != std::string_view::npos && line[end] == '\\';
    ++number;
  }
  return text;
}

} // namespace gevo
