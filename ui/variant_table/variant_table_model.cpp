#include "ui/variant_table/variant_table_model.h"

#include "ui/model/variant_summary.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

bool isText(VariantColumn column) {
  return column == VariantColumn::Origin || column == VariantColumn::HeldOut || column == VariantColumn::Note;
}

} // namespace

VariantTableModel::VariantTableModel(const RunModel& model, AnnotationService& annotations, QObject* parent)
    : QAbstractTableModel(parent), model_(model), annotations_(annotations), rows_(static_cast<int>(model.variants().size())),
      derived_(model.derived()) {
  connect(&model, &RunModel::wasReset, this, &VariantTableModel::reset);
  connect(&model, &RunModel::variantsAdded, this, &VariantTableModel::addRows);
  connect(&model, &RunModel::derivedChanged, this, &VariantTableModel::addDerived);
  const auto changed = [this](VariantColumn last) {
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, static_cast<int>(last)));
  };
  connect(&model, &RunModel::variantsChanged, this, [changed] { changed(VariantColumn::Note); });
  connect(&model, &RunModel::frontChanged, this, [changed] { changed(VariantColumn::Star); });
  connect(&model, &RunModel::validityChanged, this, [changed] { changed(VariantColumn::HeldOut); });
  connect(&annotations, &AnnotationService::changed, this, [changed] { changed(VariantColumn::Note); });
}

void VariantTableModel::reset() {
  beginResetModel();
  rows_ = static_cast<int>(model_.variants().size());
  derived_ = model_.derived();
  endResetModel();
}

void VariantTableModel::addRows(qsizetype first, qsizetype count) {
  const int above = static_cast<int>(derived_.size());
  beginInsertRows({}, above + static_cast<int>(first), above + static_cast<int>(first + count - 1));
  rows_ = static_cast<int>(first + count);
  endInsertRows();
}

void VariantTableModel::addDerived() {
  const auto same = [](const VariantRow& a, const VariantRow& b) { return a.id == b.id; };
  if (std::ranges::equal(derived_, model_.derived(), same)) return;
  const std::size_t before = derived_.size();
  const bool grew = model_.derived().size() > before && std::equal(derived_.begin(), derived_.end(), model_.derived().begin(), same);
  if (!grew) return reset();
  beginInsertRows({}, static_cast<int>(before), static_cast<int>(model_.derived().size()) - 1);
  derived_ = model_.derived();
  endInsertRows();
}

const VariantRow& VariantTableModel::row(int index) const {
  const auto position = static_cast<std::size_t>(index);
  return position < derived_.size() ? derived_[position] : model_.variants()[position - derived_.size()];
}

void VariantTableModel::setTheme(const Theme& theme) {
  pinned_ = icon("star-full", theme.accent);
  onFront_ = icon("dot", theme.front);
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, 0), {Qt::DecorationRole});
}

int VariantTableModel::rowOf(std::int64_t id) const {
  if (isDerived(id)) {
    const auto position = std::ranges::find(derived_, id, &VariantRow::id);
    return position == derived_.end() ? -1 : static_cast<int>(position - derived_.begin());
  }
  const VariantRow* row = model_.variant(id);
  const auto position = row ? static_cast<int>(row - model_.variants().data()) : -1;
  return position < 0 || position >= rows_ ? -1 : position + static_cast<int>(derived_.size());
}

int VariantTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : rows_ + static_cast<int>(derived_.size());
}

int VariantTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QString VariantTableModel::text(const VariantRow& row, VariantColumn column) const {
  switch (column) {
  case VariantColumn::Star:
    return {};
  case VariantColumn::Id:
    return QString::fromStdString(variantName(row.id));
  case VariantColumn::Generation:
    return QString::number(row.generation);
  case VariantColumn::Runtime:
    return runtimeText(row.runtime);
  case VariantColumn::Speedup:
    return speedupText(model_.speedup(row));
  case VariantColumn::Error:
    return errorText(model_.run().settings.evaluation.metric, row.error);
  case VariantColumn::Energy:
    return std::isfinite(row.energy) ? energyText(row.energy) : QString();
  case VariantColumn::Edits:
    return QString::number(row.edits);
  case VariantColumn::Inactive:
    return QString::number(row.inactive);
  case VariantColumn::Origin:
    return QString::fromUtf8(originName(row.origin));
  case VariantColumn::HeldOut: {
    const ValidationRow* validation = model_.validation(row.id);
    return !validation ? QString() : validation->passed ? tr("passed") : tr("failed");
  }
  case VariantColumn::Note:
    return annotations_.note(row.id);
  }
  return {};
}

/// A pin matters more than the front, which the plot shows.
QVariant VariantTableModel::mark(const VariantRow& row) const {
  if (annotations_.pinned(row.id)) return pinned_;
  return model_.onFront(row.id) ? QVariant(onFront_) : QVariant();
}

QVariant VariantTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const VariantRow& variant = row(index.row());
  const auto column = static_cast<VariantColumn>(index.column());
  switch (role) {
  case Qt::DisplayRole:
    return text(variant, column);
  case Qt::DecorationRole:
    return column == VariantColumn::Star ? mark(variant) : QVariant();
  case Qt::EditRole:
    return column == VariantColumn::Note ? QVariant(text(variant, column)) : QVariant();
  case Qt::ToolTipRole:
    return variantSummary(model_, variant);
  case Qt::TextAlignmentRole:
    return int((isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  default:
    return {};
  }
}

QVariant VariantTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return int((isText(static_cast<VariantColumn>(section)) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section == 0) return tr("A star: pinned. A dot: on the front.");
  if (role == Qt::ToolTipRole && static_cast<VariantColumn>(section) == VariantColumn::Energy)
    return tr("Energy of the whole GPU while the tests run once. Measured only for variants that no other variant dominates.");
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
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
  case VariantColumn::Energy:
    return tr("energy");
  case VariantColumn::Edits:
    return tr("edits");
  case VariantColumn::Inactive:
    return tr("inactive");
  case VariantColumn::Origin:
    return tr("origin");
  case VariantColumn::HeldOut:
    return tr("held-out");
  case VariantColumn::Note:
    return tr("note");
  default:
    return {};
  }
}

bool VariantTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || static_cast<VariantColumn>(index.column()) != VariantColumn::Note) return false;
  annotations_.setNote(row(index.row()).id, value.toString());
  return true;
}

Qt::ItemFlags VariantTableModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
  return static_cast<VariantColumn>(index.column()) == VariantColumn::Note ? usual | Qt::ItemIsEditable : usual;
}

} // namespace gevo::ui
