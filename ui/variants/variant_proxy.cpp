#include "ui/variants/variant_proxy.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>

namespace gevo::ui {
namespace {

/// Sorted within a few milliseconds.
constexpr int smallTable = 20'000;

} // namespace

bool VariantProxy::Keys::less(int a, int b) const {
  const double left = figures[static_cast<std::size_t>(a)];
  const double right = figures[static_cast<std::size_t>(b)];
  if (left != right) return descending ? left > right : left < right;
  return a < b;
}

VariantProxy::VariantProxy(VariantTableModel& table, QObject* parent) : QAbstractProxyModel(parent), table_(table) {
  setSourceModel(&table);
  connect(&table, &QAbstractItemModel::modelReset, this, [this] {
    beginResetModel();
    order_.clear();
    keys_.figures.clear();
    endResetModel();
    arrange();
  });
  connect(&table, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex&, int first, int last) { insertRows(first, last); });
  connect(&table, &QAbstractItemModel::dataChanged, this, &VariantProxy::changeRows);
  arrange();
}

double VariantProxy::figure(int row) const {
  return column_ < 0 ? 0 : columnValue(table_.source(), table_.row(row), static_cast<VariantColumn>(column_));
}

std::vector<int> VariantProxy::passingFrom(int first, int end) const {
  std::vector<int> rows;
  for (int row = first; row < end; ++row)
    if (passes(row)) rows.push_back(row);
  return rows;
}

void VariantProxy::setFilter(VariantFilter filter) {
  filter_ = std::move(filter);
  arrange();
}

void VariantProxy::sort(int column, Qt::SortOrder order) {
  column_ = column;
  keys_.descending = order == Qt::DescendingOrder;
  arrange();
}

/// All rows anew.
void VariantProxy::arrange() {
  const int count = table_.rowCount();
  Keys keys{std::vector<double>(static_cast<std::size_t>(count)), keys_.descending};
  for (int row = 0; row < count; ++row) keys.figures[static_cast<std::size_t>(row)] = figure(row);
  std::vector<int> rows = passingFrom(0, count);
  const bool sameRows = rows.size() == order_.size() && filter_.empty();
  const auto arranged = [](std::vector<int> order, const Keys& by) {
    std::ranges::sort(order, [&](int a, int b) { return by.less(a, b); });
    return order;
  };
  if (count <= smallTable) {
    awaited_ = 0;
    std::vector<int> order = arranged(std::move(rows), keys);
    return take(std::move(order), std::move(keys), sameRows);
  }
  awaited_ = ++requests_;
  QThreadPool::globalInstance()->start(
      [self = QPointer(this), request = requests_, rows = std::move(rows), keys = std::move(keys), arranged, sameRows]() mutable {
        rows = arranged(std::move(rows), keys);
        QMetaObject::invokeMethod(QCoreApplication::instance(),
                                  [self, request, rows = std::move(rows), keys = std::move(keys), sameRows]() mutable {
                                    if (self && self->awaited_ == request) self->take(std::move(rows), std::move(keys), sameRows);
                                  });
      });
}

void VariantProxy::take(std::vector<int> order, Keys keys, bool sameRows) {
  awaited_ = 0;
  if (!sameRows || order.size() != order_.size()) {
    beginResetModel();
    order_ = std::move(order);
    keys_ = std::move(keys);
    endResetModel();
    return;
  }
  emit layoutAboutToBeChanged({}, VerticalSortHint);
  const QModelIndexList before = persistentIndexList();
  std::vector<int> rows;
  for (const QModelIndex& index : before) rows.push_back(order_[static_cast<std::size_t>(index.row())]);
  order_ = std::move(order);
  keys_ = std::move(keys);
  for (qsizetype i = 0; i < before.size(); ++i) {
    const QModelIndex now = mapFromSource(table_.index(rows[static_cast<std::size_t>(i)], 0));
    changePersistentIndex(before[i], index(now.row(), before[i].column()));
  }
  emit layoutChanged({}, VerticalSortHint);
}

/// New rows go to the end at first, all at once, and then to their places: two announcements, however many rows there are.
void VariantProxy::insertRows(int first, int last) {
  if (!settled()) return arrange(); // of the rows of now
  const int count = last - first + 1;
  for (int& row : order_)
    if (row >= first) row += count;
  std::vector<double> figures;
  for (int row = first; row <= last; ++row) figures.push_back(figure(row));
  keys_.figures.insert(keys_.figures.begin() + first, figures.begin(), figures.end());
  const auto less = [this](int a, int b) { return keys_.less(a, b); };
  std::vector<int> rows = passingFrom(first, last + 1);
  if (rows.empty()) return;
  std::ranges::sort(rows, less);
  const auto end = static_cast<std::ptrdiff_t>(order_.size());
  beginInsertRows({}, static_cast<int>(end), static_cast<int>(end) + static_cast<int>(rows.size()) - 1);
  order_.insert(order_.end(), rows.begin(), rows.end());
  endInsertRows();
  if (end == 0 || less(order_[static_cast<std::size_t>(end) - 1], rows.front())) return;
  std::vector<int> merged = order_;
  std::ranges::inplace_merge(merged, merged.begin() + end, less);
  take(std::move(merged), std::move(keys_), true);
}

void VariantProxy::changeRows(const QModelIndex& from, const QModelIndex& to) {
  const bool sorted = from.column() <= column_ && column_ <= to.column();
  if (sorted || !filter_.empty()) return arrange();
  if (rowCount() > 0) emit dataChanged(index(0, from.column()), index(rowCount() - 1, to.column()));
}

std::int64_t VariantProxy::variantAt(const QModelIndex& index) const {
  return checkIndex(index, CheckIndexOption::IndexIsValid) ? table_.row(order_[static_cast<std::size_t>(index.row())]).id : -1;
}

QModelIndex VariantProxy::indexOf(std::int64_t variant) const {
  const int row = table_.rowOf(variant);
  return row < 0 ? QModelIndex() : mapFromSource(table_.index(row, 0));
}

QModelIndex VariantProxy::mapToSource(const QModelIndex& proxy) const {
  if (!proxy.isValid() || proxy.row() >= rowCount()) return {};
  return table_.index(order_[static_cast<std::size_t>(proxy.row())], proxy.column());
}

QModelIndex VariantProxy::mapFromSource(const QModelIndex& source) const {
  if (!source.isValid() || static_cast<std::size_t>(source.row()) >= keys_.figures.size()) return {};
  const auto place = std::ranges::lower_bound(order_, source.row(), [this](int a, int b) { return keys_.less(a, b); });
  if (place == order_.end() || *place != source.row()) return {};
  return index(static_cast<int>(place - order_.begin()), source.column());
}

QModelIndex VariantProxy::index(int row, int column, const QModelIndex& parent) const {
  return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex VariantProxy::parent(const QModelIndex&) const { return {}; }

int VariantProxy::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(order_.size()); }

int VariantProxy::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : table_.columnCount(); }

/// Of a table without rows, too.
QVariant VariantProxy::headerData(int section, Qt::Orientation orientation, int role) const {
  return orientation == Qt::Horizontal ? table_.headerData(section, orientation, role) : QVariant();
}

} // namespace gevo::ui
