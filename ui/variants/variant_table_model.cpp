#include "ui/variants/variant_table_model.h"

#include "ui/pareto/variant_tip.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"

namespace gevo::ui {

VariantTableModel::VariantTableModel(const RunModel& model, QObject* parent)
    : QAbstractTableModel(parent), model_(model), rows_(static_cast<int>(model.variants().size())) {
  connect(&model, &RunModel::wasReset, this, [this] {
    beginResetModel();
    rows_ = static_cast<int>(model_.variants().size());
    endResetModel();
  });
  connect(&model, &RunModel::variantsAdded, this, &VariantTableModel::addRows);
  connect(&model, &RunModel::variantsChanged, this, [this] {
    if (rows_ > 0) emit dataChanged(index(0, 0), index(rows_ - 1, columnCount() - 1));
  });
  connect(&model, &RunModel::frontChanged, this, [this] {
    if (rows_ > 0) emit dataChanged(index(0, 0), index(rows_ - 1, 0));
  });
}

void VariantTableModel::addRows(qsizetype first, qsizetype count) {
  beginInsertRows({}, static_cast<int>(first), static_cast<int>(first + count - 1));
  rows_ = static_cast<int>(first + count);
  endInsertRows();
}

void VariantTableModel::setTheme(const Theme& theme) {
  star_ = icon("star-full", theme.front);
  if (rows_ > 0) emit dataChanged(index(0, 0), index(rows_ - 1, 0), {Qt::DecorationRole});
}

int VariantTableModel::rowOf(std::int64_t id) const {
  const VariantRow* row = model_.variant(id);
  const auto place = row ? static_cast<int>(row - model_.variants().data()) : -1;
  return place < rows_ ? place : -1;
}

int VariantTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows_; }

int VariantTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : shownColumns; }

QString VariantTableModel::text(const VariantRow& row, VariantColumn column) const {
  switch (column) {
  case VariantColumn::Star:
    return {};
  case VariantColumn::Id:
    return row.id == 0 ? tr("original") : QString::number(row.id);
  case VariantColumn::Generation:
    return QString::number(row.generation);
  case VariantColumn::Runtime:
    return runtimeText(row.runtime);
  case VariantColumn::Speedup:
    return speedupText(model_.speedup(row));
  case VariantColumn::Error:
    return errorText(model_.run().settings.evaluation.metric, row.error);
  case VariantColumn::Edits:
    return QString::number(row.edits);
  case VariantColumn::Inactive:
    return QString::number(row.inactive);
  }
  return {};
}

QVariant VariantTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const VariantRow& variant = row(index.row());
  const auto column = static_cast<VariantColumn>(index.column());
  switch (role) {
  case Qt::DisplayRole:
    return text(variant, column);
  case Qt::DecorationRole:
    return column == VariantColumn::Star && model_.onFront(variant.id) ? QVariant(star_) : QVariant();
  case Qt::ToolTipRole:
    return variantSummary(model_, variant);
  case Qt::TextAlignmentRole:
    return int(Qt::AlignRight | Qt::AlignVCenter);
  default:
    return {};
  }
}

QVariant VariantTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section == 0) return tr("On the front");
  if (role != Qt::DisplayRole) return {};
  switch (static_cast<VariantColumn>(section)) {
  case VariantColumn::Id:
    return tr("id");
  case VariantColumn::Generation:
    return tr("gen");
  case VariantColumn::Runtime:
    return tr("runtime");
  case VariantColumn::Speedup:
    return tr("speedup");
  case VariantColumn::Error:
    return tr("error");
  case VariantColumn::Edits:
    return tr("edits");
  default:
    return {};
  }
}

VariantProxy::VariantProxy(VariantTableModel& table, QObject* parent) : QSortFilterProxyModel(parent), table_(table) {
  setSourceModel(&table);
  setDynamicSortFilter(true);
}

void VariantProxy::setFilter(VariantFilter filter) {
  filter_ = std::move(filter);
  invalidateFilter();
}

std::int64_t VariantProxy::variantAt(const QModelIndex& index) const {
  const QModelIndex source = mapToSource(index);
  return source.isValid() ? table_.row(source.row()).id : -1;
}

QModelIndex VariantProxy::indexOf(std::int64_t variant) const {
  const int row = table_.rowOf(variant);
  return row < 0 ? QModelIndex() : mapFromSource(table_.index(row, 0));
}

bool VariantProxy::filterAcceptsRow(int row, const QModelIndex&) const { return filter_.passes(table_.run(), table_.row(row)); }

bool VariantProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const auto column = static_cast<VariantColumn>(left.column());
  const double a = columnValue(table_.run(), table_.row(left.row()), column);
  const double b = columnValue(table_.run(), table_.row(right.row()), column);
  return a != b ? a < b : left.row() < right.row();
}

} // namespace gevo::ui
