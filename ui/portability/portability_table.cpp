#include "ui/portability/portability_table.h"

#include "ui/text/format.h"

namespace gevo::ui {
namespace {

QVariant sortValue(const Portability& found, std::size_t row, std::size_t device, PortabilityColumn column) {
  const PortabilityCell& cell = *found.cell(row, device);
  switch (column) {
  case PortabilityColumn::Variant:
    return QVariant::fromValue<qint64>(found.rows[row].variant);
  case PortabilityColumn::Device:
    return QVariant::fromValue<qint64>(static_cast<qint64>(device));
  case PortabilityColumn::Speedup:
    return cell.runs() ? cell.speedup() : 0;
  case PortabilityColumn::Original:
    return cell.original;
  case PortabilityColumn::Runtime:
    return cell.runtime;
  case PortabilityColumn::Why:
    break;
  }
  return cell.runs() ? QString() : whyItDoesNotRun(cell);
}

QString textOf(const Portability& found, std::size_t row, std::size_t device, PortabilityColumn column) {
  const PortabilityCell& cell = *found.cell(row, device);
  switch (column) {
  case PortabilityColumn::Variant:
    return QString::fromStdString(variantName(found.rows[row].variant));
  case PortabilityColumn::Device:
    return QString::fromStdString(found.devices[device]);
  case PortabilityColumn::Speedup:
    return cell.runs() ? speedupText(cell.speedup()) : QStringLiteral("–");
  case PortabilityColumn::Original:
    return cell.original > 0 ? runtimeText(cell.original) : QStringLiteral("–");
  case PortabilityColumn::Runtime:
    return cell.runs() ? runtimeText(cell.runtime) : QStringLiteral("–");
  case PortabilityColumn::Why:
    break;
  }
  return cell.runs() ? QString() : whyItDoesNotRun(cell);
}

bool isFigure(PortabilityColumn column) {
  return column == PortabilityColumn::Speedup || column == PortabilityColumn::Original || column == PortabilityColumn::Runtime;
}

} // namespace

QString whyItDoesNotRun(const PortabilityCell& cell) {
  const QString reason = QString::fromUtf8(reasonName(cell.reason));
  return cell.message.empty() ? reason : reason + QStringLiteral(": ") + QString::fromStdString(cell.message);
}

void PortabilityTable::setFound(std::shared_ptr<const Portability> found) {
  beginResetModel();
  found_ = std::move(found);
  rows_.clear();
  for (std::size_t row = 0; row < found_->rows.size(); ++row)
    for (std::size_t device = 0; device < found_->rows[row].cells.size(); ++device) rows_.push_back({row, device});
  endResetModel();
}

int PortabilityTable::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }

QVariant PortabilityTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const auto column = static_cast<PortabilityColumn>(section);
  if (role == Qt::TextAlignmentRole)
    return QVariant(isFigure(column) ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && column == PortabilityColumn::Speedup) return tr("over the original on the same device");
  if (role == Qt::ToolTipRole && column == PortabilityColumn::Original) return tr("on that device, by the faster compiler");
  if (role != Qt::DisplayRole) return {};
  const QString names[] = {tr("variant"), tr("device"), tr("speedup"), tr("original"), tr("runtime"), tr("why it does not run")};
  return names[section];
}

QVariant PortabilityTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto [row, device] = rows_[static_cast<std::size_t>(index.row())];
  const auto column = static_cast<PortabilityColumn>(index.column());
  if (role == Qt::DisplayRole) return textOf(*found_, row, device, column);
  if (role == Qt::ToolTipRole && column == PortabilityColumn::Why) return textOf(*found_, row, device, column);
  if (role == sortRole) return sortValue(*found_, row, device, column);
  if (role == Qt::TextAlignmentRole && isFigure(column)) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

} // namespace gevo::ui
