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
  invalidate();
  emit changed();
}

int EditOrder::idleCount() const {
  int idle = 0;
  for (int edit = 0; edit < edits_.rowCount(); ++edit) idle += edits_.changesNothing(edit) ? 1 : 0;
  return idle == edits_.rowCount() ? 0 : idle;
}

void EditOrder::setShowsIdle(bool on) {
  if (on == showsIdle_) return;
  showsIdle_ = on;
  update();
}

QModelIndex EditOrder::indexOf(int edit) const { return mapFromSource(edits_.index(edit, 0)); }

bool EditOrder::filterAcceptsRow(int row, const QModelIndex&) const {
  return showsIdle_ || !edits_.changesNothing(row) || idleCount() == 0;
}

bool EditOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const bool falls = sortOrder() == Qt::DescendingOrder;
  const auto inOrder = [&] { return falls ? left.row() > right.row() : left.row() < right.row(); }; // that edits apply in
  switch (left.column()) {
  case EditModel::Share:
  case EditModel::Alone: {
    const double a = edits_.worth(left.row(), EditModel::Column(left.column())).value_or(unknownWorth);
    const double b = edits_.worth(right.row(), EditModel::Column(right.column())).value_or(unknownWorth);
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
