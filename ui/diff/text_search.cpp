#include "ui/diff/text_search.h"

#include <algorithm>

namespace gevo::ui {

void TextSearch::search(const DiffModel& model, const QString& pattern) {
  clear();
  pattern_ = pattern;
  sensitivity_ = pattern == pattern.toLower() ? Qt::CaseInsensitive : Qt::CaseSensitive;
  if (pattern.isEmpty()) return;
  for (int row = 0; row < model.rowCount(); ++row) {
    for (Side side : {Side::Left, Side::Right}) {
      const int line = model.lineOfRow(side, row);
      const bool repeated = side == Side::Right && model.hasEqualTexts(row);
      if (line < 0 || repeated) continue;
      for (int column : columnsIn(model.lines(side).at(line))) matches_.push_back({side, row, column});
    }
  }
}

void TextSearch::searchAgain(const DiffModel& model) {
  const int current = current_;
  search(model, QString(pattern_)); // searching clears it
  current_ = current;
}

void TextSearch::clear() {
  pattern_.clear();
  matches_.clear();
  current_ = -1;
}

std::optional<TextMatch> TextSearch::current() const {
  if (current_ < 0) return std::nullopt;
  return matches_[static_cast<std::size_t>(current_)];
}

std::vector<int> TextSearch::columnsIn(const QString& line) const {
  std::vector<int> columns;
  if (pattern_.isEmpty()) return columns;
  for (qsizetype at = line.indexOf(pattern_, 0, sensitivity_); at >= 0; at = line.indexOf(pattern_, at + pattern_.size(), sensitivity_)) {
    columns.push_back(static_cast<int>(at));
  }
  return columns;
}

TextSearch::Step TextSearch::next(int row) {
  if (matches_.empty()) return Step::Nothing;
  const int count = static_cast<int>(matches_.size());
  if (current_ < 0) {
    current_ = static_cast<int>(std::ranges::lower_bound(matches_, row, {}, &TextMatch::row) - matches_.begin());
  } else {
    ++current_;
  }
  if (current_ < count) return Step::Moved;
  current_ = 0;
  return Step::Wrapped;
}

TextSearch::Step TextSearch::previous(int row) {
  if (matches_.empty()) return Step::Nothing;
  if (current_ < 0) current_ = static_cast<int>(std::ranges::upper_bound(matches_, row, {}, &TextMatch::row) - matches_.begin());
  if (--current_ >= 0) return Step::Moved;
  current_ = static_cast<int>(matches_.size()) - 1;
  return Step::Wrapped;
}

} // namespace gevo::ui
