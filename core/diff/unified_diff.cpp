#include "core/diff/unified_diff.h"

#include "core/diff/line_diff.h"

#include <algorithm>
#include <fmt/format.h>

namespace gevo {

namespace {

constexpr std::size_t contextLines = 3;

using Lines = std::vector<std::string_view>;

/// Rows [begin, end) of one hunk.
struct Hunk {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Changes that share lines of context are one hunk.
std::vector<Hunk> hunksOf(const std::vector<DiffRow>& rows) {
  std::vector<Hunk> hunks;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].kind == RowKind::Equal) continue;
    const std::size_t begin = row - std::min(row, contextLines);
    const std::size_t end = std::min(row + contextLines + 1, rows.size());
    if (!hunks.empty() && begin <= hunks.back().end)
      hunks.back().end = end;
    else
      hunks.push_back({begin, end});
  }
  return hunks;
}

/// "12,7": first line, counting from 1, and how many. An empty side names the line before, as diff does.
std::string rangeText(std::size_t before, std::size_t count) {
  return count == 1 ? fmt::format("{}", before + 1) : fmt::format("{},{}", count == 0 ? before : before + 1, count);
}

void addLine(std::string& text, char mark, std::string_view line) {
  text += mark;
  text += line;
  text += '\n';
}

void addHunk(std::string& text, const std::vector<DiffRow>& rows, Hunk hunk, const Lines& left, const Lines& right) {
  const auto countUpTo = [&](std::size_t end, std::int32_t DiffRow::*side) {
    return static_cast<std::size_t>(std::ranges::count_if(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(end),
                                                          [&](const DiffRow& row) { return row.*side >= 0; }));
  };
  const std::size_t leftBefore = countUpTo(hunk.begin, &DiffRow::left);
  const std::size_t rightBefore = countUpTo(hunk.begin, &DiffRow::right);
  text += fmt::format("@@ -{} +{} @@\n", rangeText(leftBefore, countUpTo(hunk.end, &DiffRow::left) - leftBefore),
                      rangeText(rightBefore, countUpTo(hunk.end, &DiffRow::right) - rightBefore));
  for (std::size_t row = hunk.begin; row < hunk.end;) {
    if (rows[row].kind == RowKind::Equal) {
      addLine(text, ' ', left[static_cast<std::size_t>(rows[row].left)]);
      ++row;
      continue;
    }
    // Removed lines come before added ones.
    std::size_t end = row;
    while (end < hunk.end && rows[end].kind != RowKind::Equal) ++end;
    for (std::size_t i = row; i < end; ++i)
      if (rows[i].left >= 0) addLine(text, '-', left[static_cast<std::size_t>(rows[i].left)]);
    for (std::size_t i = row; i < end; ++i)
      if (rows[i].right >= 0) addLine(text, '+', right[static_cast<std::size_t>(rows[i].right)]);
    row = end;
  }
}

} // namespace

std::string unifiedDiff(std::string_view name, std::string_view before, std::string_view after) {
  const Lines left = splitLines(before);
  const Lines right = splitLines(after);
  const std::vector<DiffRow> rows = diffLines(left, right);
  std::string text = fmt::format("--- a/{0}\n+++ b/{0}\n", name);
  for (const Hunk hunk : hunksOf(rows)) addHunk(text, rows, hunk, left, right);
  return text;
}

} // namespace gevo
