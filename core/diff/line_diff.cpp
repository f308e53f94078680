#include "core/diff/line_diff.h"

#include "core/diff/changed_spans.h"
#include "core/diff/renumbering.h"
#include "core/diff/row_pairing.h"
#include "core/diff/sequence_match.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <unordered_map>

namespace gevo {

namespace {

using Lines = std::vector<std::string_view>;

/// Arranges the lines of both sides in rows; changes within a row are found later.
class RowBuilder {
public:
  RowBuilder(const Lines& left, const Lines& right) : left_(left), right_(right) { rows_.reserve(std::max(left.size(), right.size())); }

  void addMatch(const SequenceMatch& match) {
    addGap(match.left, match.right);
    addRow(RowKind::Equal, nextLeft_++, nextRight_++);
  }

  std::vector<DiffRow> finish() {
    addGap(static_cast<std::int32_t>(left_.size()), static_cast<std::int32_t>(right_.size()));
    return std::move(rows_);
  }

private:
  /// The lines before the next match: similar ones side by side, others in rows of their own.
  void addGap(std::int32_t leftEnd, std::int32_t rightEnd) {
    if (nextLeft_ == leftEnd && nextRight_ == rightEnd) return;
    const auto run = [](const Lines& lines, std::int32_t begin, std::int32_t end) {
      return std::span(lines).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    };
    const std::int32_t leftBegin = nextLeft_;
    const std::int32_t rightBegin = nextRight_;
    for (const SequenceMatch& pair : pairLines(run(left_, leftBegin, leftEnd), run(right_, rightBegin, rightEnd))) {
      addLone(leftBegin + pair.left, rightBegin + pair.right);
      // dtl may give up before it finds the longest common subsequence, which leaves equal lines in a gap.
      const bool same = left_[static_cast<std::size_t>(nextLeft_)] == right_[static_cast<std::size_t>(nextRight_)];
      addRow(same ? RowKind::Equal : RowKind::Changed, nextLeft_++, nextRight_++);
    }
    addLone(leftEnd, rightEnd);
  }

  void addLone(std::int32_t leftEnd, std::int32_t rightEnd) {
    for (; nextLeft_ < leftEnd; ++nextLeft_) addRow(RowKind::Removed, nextLeft_, -1);
    for (; nextRight_ < rightEnd; ++nextRight_) addRow(RowKind::Added, -1, nextRight_);
  }

  void addRow(RowKind kind, std::int32_t left, std::int32_t right) { rows_.push_back({kind, left, right, {}, {}}); }

  const Lines& left_;
  const Lines& right_;
  std::vector<DiffRow> rows_;
  std::int32_t nextLeft_ = 0;
  std::int32_t nextRight_ = 0;
};

std::vector<DiffRow> alignLines(const Lines& left, const Lines& right) {
  std::unordered_map<std::string_view, std::int32_t> numbers;
  numbers.reserve(left.size() + right.size());
  const auto intern = [&numbers](const Lines& lines) {
    std::vector<std::int32_t> ids;
    ids.reserve(lines.size());
    for (std::string_view line : lines) {
      ids.push_back(numbers.try_emplace(line, static_cast<std::int32_t>(numbers.size())).first->second);
    }
    return ids;
  };
  const std::vector<std::int32_t> leftIds = intern(left);
  const std::vector<std::int32_t> rightIds = intern(right);
  RowBuilder builder(left, right);
  for (const SequenceMatch& match : matchSequences(leftIds, rightIds)) builder.addMatch(match);
  return builder.finish();
}

std::string_view leftLine(const Lines& left, const DiffRow& row) { return left[static_cast<std::size_t>(row.left)]; }
std::string_view rightLine(const Lines& right, const DiffRow& row) { return right[static_cast<std::size_t>(row.right)]; }

void markChanges(std::vector<DiffRow>& rows, const Lines& left, const Lines& right) {
  for (DiffRow& row : rows) {
    if (row.kind != RowKind::Changed) continue;
    std::tie(row.leftChanged, row.rightChanged) = changedSpans(leftLine(left, row), rightLine(right, row));
  }
}

/// Rows that agree except for numbers determine the translation of names; then names decide which rows are equal.
void markTranslatedChanges(std::vector<DiffRow>& rows, const Lines& left, const Lines& right) {
  std::vector<AlignedLines> aligned;
  for (const DiffRow& row : rows) {
    if (row.left < 0 || row.right < 0) continue;
    const std::string_view leftText = leftLine(left, row);
    const std::string_view rightText = rightLine(right, row);
    const bool alike = row.kind == RowKind::Equal || withoutNumbers(leftText) == withoutNumbers(rightText);
    aligned.push_back({leftText, rightText, alike});
  }
  const NameTranslation translation(aligned);
  for (DiffRow& row : rows) {
    if (row.left < 0 || row.right < 0 || leftLine(left, row) == rightLine(right, row)) continue;
    const auto [leftTokens, rightTokens] = translation.tokenLines(leftLine(left, row), rightLine(right, row));
    row.kind = leftTokens.meanings == rightTokens.meanings ? RowKind::Equal : RowKind::Changed;
    if (row.kind == RowKind::Changed) std::tie(row.leftChanged, row.rightChanged) = changedSpans(leftTokens, rightTokens);
  }
}

std::vector<std::string> allWithoutNumbers(const Lines& lines, Counted counted) {
  std::vector<std::string> texts;
  texts.reserve(lines.size());
  for (std::string_view line : lines) texts.push_back(withoutNumbers(line, counted));
  return texts;
}

} // namespace

std::vector<std::string_view> splitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

std::vector<DiffRow> diffLines(const Lines& left, const Lines& right, Comparison comparison) {
  if (comparison == Comparison::Text) {
    std::vector<DiffRow> rows = alignLines(left, right);
    markChanges(rows, left, right);
    return rows;
  }
  // Named values keep their names during alignment: most don't change, and they distinguish similar lines.
  const Counted counted = comparison == Comparison::Values ? Counted::OnlyNumbers : Counted::All;
  const std::vector<std::string> leftTexts = allWithoutNumbers(left, counted);
  const std::vector<std::string> rightTexts = allWithoutNumbers(right, counted);
  std::vector<DiffRow> rows = alignLines({leftTexts.begin(), leftTexts.end()}, {rightTexts.begin(), rightTexts.end()});
  markTranslatedChanges(rows, left, right);
  return rows;
}

} // namespace gevo
