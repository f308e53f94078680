#pragma once

/// Finds a text in both panes.

#include "ui/diff/diff_model.h"

#include <optional>
#include <vector>

namespace gevo::ui {

struct TextMatch {
  Side side = Side::Left;
  int row = 0;
  int column = 0;
};

class TextSearch {
public:
  /// Upper case in the pattern makes it case-sensitive. A row whose sides are equal is found once, on the left.
  void search(const DiffModel& model, const QString& pattern);
  /// The same lines are in other rows now; the current match stays.
  void searchAgain(const DiffModel& model);
  void clear();

  const QString& pattern() const { return pattern_; }
  const std::vector<TextMatch>& matches() const { return matches_; }
  std::optional<TextMatch> current() const;
  int currentIndex() const { return current_; }

  /// Columns of the pattern in a line.
  std::vector<int> columnsIn(const QString& line) const;

  enum class Step { Moved, Wrapped, Nothing };
  /// Goes to the next match; without a current one, to the first from `row` on.
  Step next(int row);
  Step previous(int row);

private:
  QString pattern_;
  Qt::CaseSensitivity sensitivity_ = Qt::CaseInsensitive;
  std::vector<TextMatch> matches_;
  int current_ = -1;
};

} // namespace gevo::ui
