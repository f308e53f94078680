#include "ui/variant_table/variant_proxy.h"

#include "ui/tasks/gui_thread.h"

#include <QThreadPool>

#include <algorithm>
#include <ranges>

namespace gevo::ui {
namespace {

/// Sorted within a few milliseconds.
constexpr int smallTable = 20'000;

} // namespace

bool VariantProxy::Keys::less(int a, int b) const {
  const double left = figures[static_cast<std::size_t>(a)];
  const double right = figures[static_cast<std::size_t>(b)];
  if (left != right) return by.descending ? left > right : left < right;
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

double VariantProxy::figure(int row, int column) const {
  return column < 0 ? 0 : columnValue(table_.source(), table_.row(row), static_cast<VariantColumn>(column));
}

std::vector<int> VariantProxy::passingFrom(int first, int end) const {
  std::vector<int> rows;
  for (int row = first; row < end; ++row)
    if (passes(row)) rows.push_back(row);
  return rows;
}

void VariantProxy::setFilter(VariantTest filter) {
  filter_ = std::move(filter);
  arrange();
}

void VariantProxy::sort(int column, Qt::SortOrder order) {
  wanted_ = {column, order == Qt::DescendingOrder};
  arrange();
}

/// All rows again.
void VariantProxy::arrange() {
  const int count = table_.rowCount();
  Keys keys{wanted_, std::vector<double>(static_cast<std::size_t>(count))};
  for (int row = 0; row < count; ++row) keys.figures[static_cast<std::size_t>(row)] = figure(row, wanted_.column);
  std::vector<int> rows = passingFrom(0, count);
  const auto arranged = [](std::vector<int> order, const Keys& by) {
    std::ranges::sort(order, [&](int a, int b) { return by.less(a, b); });
    return order;
  };
  if (count <= smallTable) {
    awaited_ = 0;
    std::vector<int> order = arranged(std::move(rows), keys);
    return apply(std::move(order), std::move(keys));
  }
  awaited_ = ++requests_;
  QThreadPool::globalInstance()->start(
      [self = QPointer(this), request = requests_, rows = std::move(rows), keys = std::move(keys), arranged]() mutable {
        rows = arranged(std::move(rows), keys);
        postIfAlive(self, [request, rows = std::move(rows), keys = std::move(keys)](VariantProxy& proxy) mutable {
          if (proxy.awaited_ == request) proxy.applySorted(std::move(rows), std::move(keys));
        });
      });
}

/// Applies the order made by another thread, with the rows added since.
void VariantProxy::applySorted(std::vector<int> order, Keys keys) {
  awaited_ = 0;
  const int known = static_cast<int>(keys.figures.size());
  for (int row = known; row < table_.rowCount(); ++row) keys.figures.push_back(figure(row, keys.by.column));
  const auto less = [&keys](int a, int b) { return keys.less(a, b); };
  std::vector<int> rows = passingFrom(known, table_.rowCount());
  std::ranges::sort(rows, less);
  const auto end = static_cast<std::ptrdiff_t>(order.size());
  order.insert(order.end(), rows.begin(), rows.end());
  std::ranges::inplace_merge(order, order.begin() + end, less);
  apply(std::move(order), std::move(keys));
}

void VariantProxy::apply(std::vector<int> order, Keys keys) {
  keys_.figures.resize(keys.figures.size()); // of rows that are appended before they are sorted in
  if (!removeAllBut(order)) {
    beginResetModel();
    order_ = std::move(order);
    keys_ = std::move(keys);
    endResetModel();
    return;
  }
  std::vector<bool> shown(keys.figures.size());
  for (const int row : order_) shown[static_cast<std::size_t>(row)] = true;
  std::vector<int> added;
  std::ranges::copy_if(order, std::back_inserter(added), [&](int row) { return !shown[static_cast<std::size_t>(row)]; });
  append(std::move(added));
  rearrange(std::move(order), std::move(keys));
}

/// False, with nothing done, if that took too many signals.
bool VariantProxy::removeAllBut(const std::vector<int>& order) {
  constexpr std::size_t mostRuns = 64;
  std::vector<bool> wanted(keys_.figures.size());
  for (const int row : order) wanted[static_cast<std::size_t>(row)] = true;
  std::vector<std::pair<int, int>> runs; // of positions, [first, last]
  for (int position = 0; position < static_cast<int>(order_.size()); ++position) {
    if (wanted[static_cast<std::size_t>(order_[static_cast<std::size_t>(position)])]) continue;
    if (!runs.empty() && runs.back().second == position - 1)
      runs.back().second = position;
    else
      runs.emplace_back(position, position);
    if (runs.size() > mostRuns) return false;
  }
  for (const auto& [first, last] : runs | std::views::reverse) {
    beginRemoveRows({}, first, last);
    order_.erase(order_.begin() + first, order_.begin() + last + 1);
    endRemoveRows();
  }
  return true;
}

void VariantProxy::append(std::vector<int> rows) {
  if (rows.empty()) return;
  const auto end = static_cast<int>(order_.size());
  beginInsertRows({}, end, end + static_cast<int>(rows.size()) - 1);
  order_.insert(order_.end(), rows.begin(), rows.end());
  endInsertRows();
}

/// The same rows in another order.
void VariantProxy::rearrange(std::vector<int> order, Keys keys) {
  if (order == order_) {
    keys_ = std::move(keys);
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

/// New rows are first appended together and then sorted in: two signals, however many rows there are.
void VariantProxy::insertRows(int first, int last) {
  const int count = last - first + 1;
  const bool above = static_cast<std::size_t>(first) < keys_.figures.size();
  for (int& row : order_)
    if (row >= first) row += count;
  std::vector<double> figures;
  for (int row = first; row <= last; ++row) figures.push_back(figure(row, keys_.by.column));
  keys_.figures.insert(keys_.figures.begin() + first, figures.begin(), figures.end());
  if (!settled() && above) arrange(); // the pending order has other row numbers
  const auto less = [this](int a, int b) { return keys_.less(a, b); };
  std::vector<int> rows = passingFrom(first, last + 1);
  if (rows.empty()) return;
  std::ranges::sort(rows, less);
  const auto end = static_cast<std::ptrdiff_t>(order_.size());
  append(rows);
  if (end == 0 || less(order_[static_cast<std::size_t>(end) - 1], rows.front())) return;
  std::vector<int> merged = order_;
  std::ranges::inplace_merge(merged, merged.begin() + end, less);
  rearrange(std::move(merged), Keys(keys_));
}

void VariantProxy::changeRows(const QModelIndex& from, const QModelIndex& to) {
  const bool sorted = from.column() <= wanted_.column && wanted_.column <= to.column();
  if (sorted || !filter_.empty()) return arrange();
  if (rowCount() > 0) emit dataChanged(index(0, from.column()), index(rowCount() - 1, to.column()));
}

std::int64_t VariantProxy::variantAt(const QModelIndex& index) const {
  return checkIndex(index, CheckIndexOption::IndexIsValid) ? variant(index.row()).id : -1;
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
  const auto position = std::ranges::lower_bound(order_, source.row(), [this](int a, int b) { return keys_.less(a, b); });
  if (position == order_.end() || *position != source.row()) return {};
  return index(static_cast<int>(position - order_.begin()), source.column());
}

QModelIndex VariantProxy::index(int row, int column, const QModelIndex& parent) const {
  return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex VariantProxy::parent(const QModelIndex&) const { return {}; }

int VariantProxy::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(order_.size()); }

int VariantProxy::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : table_.columnCount(); }

/// Also for a table without rows.
QVariant VariantProxy::headerData(int section, Qt::Orientation orientation, int role) const {
  return orientation == Qt::Horizontal ? table_.headerData(section, orientation, role) : QVariant();
}

} // namespace gevo::ui
