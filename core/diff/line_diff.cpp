#include "core/diff/line_diff.h"

#include "core/diff/row_pairing.h"
#include "core/diff/sequence_match.h"
#include "core/diff/tokens.h"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace gevo {

namespace {

using Lines = std::vector<std::string_view>;

class RowBuilder {
public:
  RowBuilder(const Lines& left, const Lines& right) : left_(left), right_(right) { rows_.reserve(std::max(left.size(), right.size())); }

  void addMatch(const SequenceMatch& match) {
    addGap(match.left, match.right);
    addRow(RowKind::Equal, match.left, match.right);
    nextLeft_ = match.left + 1;
    nextRight_ = match.right + 1;
  }

  std::vector<DiffRow> finish() {
    addGap(static_cast<std::int32_t>(left_.size()), static_cast<std::int32_t>(right_.size()));
    return std::move(rows_);
  }

private:
  /// The lines before the next match: alike ones side by side, the others on their own.
  void addGap(std::int32_t leftEnd, std::int32_t rightEnd) {
    if (nextLeft_ == leftEnd && nextRight_ == rightEnd) return;
    const auto run = [](const Lines& lines, std::int32_t begin, std::int32_t end) {
      return std::span(lines).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    };
    const std::int32_t leftBegin = nextLeft_;
    const std::int32_t rightBegin = nextRight_;
    for (const SequenceMatch& pair : pairLines(run(left_, leftBegin, leftEnd), run(right_, rightBegin, rightEnd))) {
      addLone(leftBegin + pair.left, rightBegin + pair.right);
      addChanged(nextLeft_++, nextRight_++);
    }
    addLone(leftEnd, rightEnd);
  }

  void addLone(std::int32_t leftEnd, std::int32_t rightEnd) {
    for (; nextLeft_ < leftEnd; ++nextLeft_) addRow(RowKind::Removed, nextLeft_, -1);
    for (; nextRight_ < rightEnd; ++nextRight_) addRow(RowKind::Added, -1, nextRight_);
  }

  void addChanged(std::int32_t left, std::int32_t right) {
    const std::string_view leftLine = left_[static_cast<std::size_t>(left)];
    const std::string_view rightLine = right_[static_cast<std::size_t>(right)];
    // Where dtl gives up looking for the longest common subsequence, equal lines may be left in a gap.
    addRow(leftLine == rightLine ? RowKind::Equal : RowKind::Changed, left, right);
    if (leftLine == rightLine) return;
    std::tie(rows_.back().leftChanged, rows_.back().rightChanged) = changedSpans(leftLine, rightLine);
  }

  void addRow(RowKind kind, std::int32_t left, std::int32_t right) { rows_.push_back({kind, left, right, {}, {}}); }

  const Lines& left_;
  const Lines& right_;
  std::vector<DiffRow> rows_;
  std::int32_t nextLeft_ = 0;
  std::int32_t nextRight_ = 0;
};

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

std::vector<DiffRow> diffLines(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right) {
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

} // namespace gevo
