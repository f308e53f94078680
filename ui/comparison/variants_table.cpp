#include "ui/comparison/variants_table.h"

#include "core/format/csv.h"
#include "ui/text/format.h"

#include <QFont>

#include <algorithm>

namespace gevo::ui {

VariantsTable::VariantsTable(QObject* parent)
    : QAbstractTableModel(parent), theme_(Theme::light()), comparison_(std::make_shared<const VariantComparison>()) {}

void VariantsTable::setTheme(const Theme& theme) {
  theme_ = theme;
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void VariantsTable::setComparison(std::shared_ptr<const VariantComparison> comparison) {
  beginResetModel();
  comparison_ = std::move(comparison);
  choose();
  endResetModel();
}

void VariantsTable::setDifferingOnly(bool only) {
  if (only == differingOnly_) return;
  beginResetModel();
  differingOnly_ = only;
  choose();
  endResetModel();
}

/// Sections without rows are left out.
void VariantsTable::choose() {
  rows_.clear();
  for (std::size_t i = 0; i < comparison_->rows.size(); ++i) {
    const PropertyRow& row = comparison_->rows[i];
    if (row.kind != PropertyKind::Section && differingOnly_ && !row.differs) continue;
    if (row.kind == PropertyKind::Section && !rows_.empty() && isSection(rowCount() - 1)) rows_.pop_back();
    rows_.push_back(i);
  }
  if (!rows_.empty() && isSection(rowCount() - 1)) rows_.pop_back();
}

std::size_t VariantsTable::hidden() const {
  if (!differingOnly_) return 0;
  return static_cast<std::size_t>(
      std::ranges::count_if(comparison_->rows, [](const PropertyRow& row) { return row.kind != PropertyKind::Section && !row.differs; }));
}

std::int64_t VariantsTable::variantOf(int column) const {
  const bool isVariant = column > 0 && column < columnCount();
  return isVariant ? comparison_->variants[static_cast<std::size_t>(column) - 1] : -1;
}

int VariantsTable::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }

int VariantsTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || comparison_->variants.empty() ? 0 : static_cast<int>(comparison_->variants.size()) + 1;
}

QVariant VariantsTable::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const PropertyRow& shown = row(index.row());
  const bool isSection = shown.kind == PropertyKind::Section;
  const bool isName = index.column() == 0;
  const auto column = static_cast<std::size_t>(index.column()) - 1;
  const bool isBest = !isName && column < shown.best.size() && shown.best[column];
  switch (role) {
  case Qt::DisplayRole:
  case Qt::ToolTipRole:
    if (isName) return QString::fromStdString(shown.name);
    return isSection ? QString() : QString::fromStdString(shown.cells[column]);
  case Qt::TextAlignmentRole:
    return int((isName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  case Qt::ForegroundRole:
    return isSection ? theme_.ink : isName ? theme_.dim : isBest ? theme_.good : theme_.ink;
  case Qt::BackgroundRole:
    return isSection ? QVariant(theme_.background) : QVariant();
  case Qt::FontRole:
    return isSection || isBest ? QVariant(interfaceFont(12, QFont::DemiBold)) : QVariant();
  case Qt::AccessibleTextRole:
    return isBest ? tr("%1, the best").arg(QString::fromStdString(shown.cells[column])) : QVariant();
  default:
    return {};
  }
}

QVariant VariantsTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section >= columnCount()) return {};
  if (role == Qt::TextAlignmentRole) return int((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section > 0) return tr("Click to show %1 in all panes").arg(variantTitle(variantOf(section)));
  if (role != Qt::DisplayRole) return {};
  return section == 0 ? QString() : variantTitle(variantOf(section));
}

QByteArray csvOf(const VariantsTable& table) {
  std::vector<std::string> cells{"property"};
  for (int column = 1; column < table.columnCount(); ++column) cells.push_back(variantName(table.variantOf(column)));
  Csv csv(cells);
  for (int index = 0; index < table.rowCount(); ++index) {
    if (table.isSection(index)) continue;
    const PropertyRow& row = table.row(index);
    cells = {row.name};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const std::string figure = csvFigure(row.cells[i]);
      cells.push_back(i < row.best.size() && row.best[i] ? figure + " *" : figure);
    }
    csv.add(cells);
  }
  return QByteArray::fromStdString(csv.text());
}

} // namespace gevo::ui
