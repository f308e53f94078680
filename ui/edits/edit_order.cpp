#include "ui/edits/edit_order.h"

#include <limits>

namespace gevo::ui {
namespace {

/// Last, whichever way the column is sorted.
constexpr double unknownWorth = -std::numeric_limits<double>::infinity();

} // namespace

EditOrder::EditOrder(EditModel& edits, QObject* parent) : QSortFilterProxyModel(parent), edits_(edits) {
  setSourceModel(&edits);
  sort(EditModel::Share, Qt::DescendingOrder);
  connect(&edits, &QAbstractItemModel::dataChanged, this, &EditOrder::update);
  connect(&edits, &QAbstractItemModel::modelReset, this, &EditOrder::update);
}

/// A share changes which rows are shown, also of the other rows: the filter looks at all.
void EditOrder::update() {
  readWorths();
  invalidate();
  emit changed();
}

void EditOrder::readWorths() {
  worths_.clear();
  idleCount_ = 0;
  for (int edit = 0; edit < edits_.rowCount(); ++edit) {
    worths_.push_back({edits_.changesNothing(edit), edits_.worth(edit, EditModel::Share).value_or(unknownWorth),
                       edits_.worth(edit, EditModel::Alone).value_or(unknownWorth)});
    idleCount_ += worths_.back().changesNothing ? 1 : 0;
  }
  if (idleCount_ == edits_.rowCount()) idleCount_ = 0;
}

/// Rows of a new variant may be asked for before they were read.
EditOrder::Worth EditOrder::worthOf(int edit) const {
  const auto position = static_cast<std::size_t>(edit);
  return position < worths_.size() ? worths_[position] : Worth{};
}

void EditOrder::setShowsIdle(bool on) {
  if (on == showsIdle_) return;
  showsIdle_ = on;
  update();
}

QModelIndex EditOrder::indexOf(int edit) const { return mapFromSource(edits_.index(edit, 0)); }

bool EditOrder::filterAcceptsRow(int row, const QModelIndex&) const {
  return showsIdle_ || idleCount_ == 0 || !worthOf(row).changesNothing;
}

bool EditOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const bool falls = sortOrder() == Qt::DescendingOrder;
  const auto inOrder = [&] { return falls ? left.row() > right.row() : left.row() < right.row(); }; // that edits apply in
  switch (left.column()) {
  case EditModel::Share:
  case EditModel::Alone: {
    const auto figure = left.column() == EditModel::Share ? &Worth::share : &Worth::alone;
    const double a = worthOf(left.row()).*figure;
    const double b = worthOf(right.row()).*figure;
    if (a == b) return inOrder();
    if (a == unknownWorth || b == unknownWorth) return falls == (a == unknownWorth);
    return a < b;
  }
  case EditModel::Since: {
    const int a = left.data().toInt(), b = right.data().toInt();
    return a == b ? inOrder() : a < b;
  }
  case EditModel::Where: {
    const int order = QString::compare(left.data().toString(), right.data().toString());
    return order == 0 ? inOrder() : order < 0;
  }
  default:
    return left.row() < right.row();
  }
}

} // namespace gevo::ui
