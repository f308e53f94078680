#include "core/report/patch.h"

#include "core/diff/line_diff.h"
#include "core/format/number.h"
#include "core/format/source_location.h"

#include <algorithm>

namespace gevo::report {

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

std::string fileDiff(const SourceFile& source, const std::string& rewritten) {
  const Lines left = splitLines(source.text);
  const Lines right = splitLines(rewritten);
  const std::vector<DiffRow> rows = diffLines(left, right);
  const std::string name = oneLine(source.name);
  std::string text = fmt::format("--- a/{}\n+++ b/{}\n", name, name);
  for (const Hunk hunk : hunksOf(rows)) addHunk(text, rows, hunk, left, right);
  return text;
}

std::string comment(std::string_view line) { return fmt::format("# {}\n", line); }

std::string headOf(const Subject& subject, const std::vector<EditDescription>& edits) {
  std::string text = comment(fmt::format("{}, run {}", titleOf(subject), subject.run.id)) + comment(resultSummary(subject)) + "#\n";
  text +=
      comment("For explanation: the edits of the variant as far as CUDA can express them. The exported code was tested, not this text,");
  text += comment("which may not compile, or may compile to other code.");
  const auto active = static_cast<std::size_t>(std::ranges::count_if(edits, &EditDescription::active));
  const auto shown =
      static_cast<std::size_t>(std::ranges::count_if(edits, [](const EditDescription& edit) { return edit.active && edit.inSource; }));
  text += "#\n" + comment(fmt::format("{} of {} shown in CUDA.", shown, formatCounted(active, "active edit", "active edits")));
  if (shown == active) return text;
  text += comment("Not shown, because CUDA cannot express them:");
  for (const EditDescription& edit : edits) {
    if (!edit.active || edit.inSource) continue;
    const std::string location = formatLocation(edit.target);
    text += comment(fmt::format("  {}: {}", location.empty() ? "no line" : location, oneLine(edit.text)));
  }
  return text;
}

} // namespace

std::string patchText(const Subject& subject, const VariantTexts& texts) {
  std::string text = headOf(subject, texts.edits);
  for (const RewrittenSource& rewritten : texts.cuda) {
    // The reply of a worker is not trusted.
    if (rewritten.file < 0 || static_cast<std::size_t>(rewritten.file) >= subject.project->sources.size()) continue;
    text += fileDiff(subject.project->sources[static_cast<std::size_t>(rewritten.file)], rewritten.text.text);
  }
  return text;
}

} // namespace gevo::report
