#pragma once

/// Which rows are visible when long equal runs are folded.

#include "ui/diff/diff_model.h"

#include <functional>
#include <vector>

namespace gevo::ui {

/// One visible item: a row, or a fold that stands for `folded` rows from `row` on.
struct VisibleItem {
  int row = 0;
  int folded = 0;
};

class FoldMap {
public:
  /// Forgets which folds were opened. Nothing is folded where there are no differences.
  void reset(const DiffModel& model, bool folding);

  int count() const { return static_cast<int>(items_.size()); }
  const VisibleItem& at(int index) const { return items_[static_cast<std::size_t>(index)]; }
  /// The same rows have other numbers now; folds stay open or closed.
  void renumber(const std::function<int(int)>& numberNow, int rowCount);
  /// Index of the item that is the row or hides it; -1 for a row that does not exist.
  int indexOfRow(int row) const;
  /// Opens the fold that hides the row. False where nothing hides it.
  bool reveal(int row);

  /// Rows shown around a difference, and the fewest that are worth folding.
  static constexpr int kContext = 3;
  static constexpr int kFewest = 6;

private:
  struct Fold {
    int first = 0;
    int count = 0;
  };

  void rebuild();

  int rowCount_ = 0;
  std::vector<Fold> folds_;
  std::vector<VisibleItem> items_;
};

} // namespace gevo::ui
