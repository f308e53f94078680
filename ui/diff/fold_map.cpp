#include "ui/diff/fold_map.h"

#include <algorithm>

namespace gevo::ui {

void FoldMap::reset(const DiffModel& model, bool folding) {
  rowCount_ = model.rowCount();
  folds_.clear();
  const auto& differences = model.differences();
  if (folding && !differences.empty()) {
    const auto addRun = [this](int first, int end) {
      if (end - first >= kFewest) folds_.push_back({first, end - first});
    };
    addRun(0, differences.front().firstRow - kContext);
    for (std::size_t i = 0; i + 1 < differences.size(); ++i) {
      addRun(differences[i].lastRow + 1 + kContext, differences[i + 1].firstRow - kContext);
    }
    addRun(differences.back().lastRow + 1 + kContext, rowCount_);
  }
  rebuild();
}

int FoldMap::indexOfRow(int row) const {
  if (row < 0 || row >= rowCount_) return -1;
  const auto after = std::ranges::upper_bound(items_, row, {}, &VisibleItem::row);
  return static_cast<int>(after - items_.begin()) - 1;
}

bool FoldMap::reveal(int row) {
  const auto hides = [row](const Fold& fold) { return row >= fold.first && row < fold.first + fold.count; };
  if (std::erase_if(folds_, hides) == 0) return false;
  rebuild();
  return true;
}

/// Rows of one fold stay together: none of them has notes.
void FoldMap::renumber(const std::function<int(int)>& numberNow, int rowCount) {
  rowCount_ = rowCount;
  for (Fold& fold : folds_) fold.first = numberNow(fold.first);
  rebuild();
}

void FoldMap::rebuild() {
  items_.clear();
  auto fold = folds_.begin();
  for (int row = 0; row < rowCount_;) {
    if (fold != folds_.end() && fold->first == row) {
      items_.push_back({row, fold->count});
      row += fold->count;
      ++fold;
    } else {
      items_.push_back({row++, 0});
    }
  }
}

} // namespace gevo::ui
