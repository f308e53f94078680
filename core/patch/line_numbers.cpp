#include "core/patch/line_numbers.h"

#include "core/diff/line_diff.h"

#include <fmt/format.h>

namespace gevo {

std::string withOriginalLines(const std::string& original, const std::string& changed) {
  const std::vector<std::string_view> right = splitLines(changed);
  std::string text;
  std::int32_t number = 1; // that the compiler gives the next line
  bool continues = false;  // within a macro there is no room for a directive
  for (const DiffRow& row : diffLines(splitLines(original), right)) {
    if (row.right < 0) continue;
    if (row.left >= 0 && row.left + 1 != number && !continues) {
      number = row.left + 1;
      text += fmt::format("#line {}\n", number);
    }
    const std::string_view line = right[static_cast<std::size_t>(row.right)];
    text += line;
    text += '\n';
    continues = line.ends_with('\\');
    ++number;
  }
  return text;
}

} // namespace gevo
