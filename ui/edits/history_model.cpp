#include "ui/edits/history_model.h"

#include "core/edit/edit_text.h"
#include "ui/edits/edit_model.h"
#include "ui/text/format.h"

#include <algorithm>

namespace gevo::ui {

HistoryModel::HistoryModel(const RunModel& run, QObject* parent) : QAbstractTableModel(parent), run_(run) {}

void HistoryModel::setTheme(const Theme& theme) {
  theme_ = theme;
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::ForegroundRole});
}

void HistoryModel::setDetails(std::shared_ptr<const VariantDetails> details) {
  beginResetModel();
  details_ = std::move(details);
  steps_.clear();
  const std::vector<LineageStep> all = details_ ? details_->lineage.steps : std::vector<LineageStep>();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i == 0 || i + 1 == all.size() || !all[i].gained.empty()) steps_.push_back(all[i]);
  endResetModel();
}

int HistoryModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(steps_.size()); }

int HistoryModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString HistoryModel::description(std::uint32_t edit) const {
  const std::vector<EditDescription>& known = details_->texts.edits;
  if (edit < known.size() && !known[edit].text.empty()) return QString::fromStdString(known[edit].text);
  const EditList& edits = details_->individual.edits;
  return edit < edits.size() ? QString::fromStdString(printEdit(edits[edit])).trimmed() : QString();
}

/// Active ones first: they matter most.
QString HistoryModel::change(const LineageStep& step) const {
  if (step.variant.id == 0) return tr("the original program");
  if (step.variant.origin == Origin::Derived) return tr("edits switched off");
  std::vector<std::uint32_t> gained = step.gained;
  const std::vector<EditDescription>& known = details_->texts.edits;
  const auto active = [&](std::uint32_t edit) { return edit >= known.size() || known[edit].active; };
  std::ranges::stable_partition(gained, active);
  QStringList parts;
  for (const std::uint32_t edit : gained) parts << description(edit);
  if (parts.isEmpty()) return step.others > 0 ? tr("only edits that were lost later") : tr("nothing new");
  return parts.join(QStringLiteral(" · "));
}

/// From the slowest to the fastest of the line.
double HistoryModel::bar(const LineageStep& step) const {
  const auto [least, most] = std::ranges::minmax(steps_, {}, [&](const LineageStep& one) { return run_.speedup(one.variant); });
  const double low = run_.speedup(least.variant), high = run_.speedup(most.variant);
  return high > low ? (run_.speedup(step.variant) - low) / (high - low) : 0;
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const LineageStep& step = steps_[static_cast<std::size_t>(index.row())];
  switch (role) {
  case Qt::ForegroundRole:
    return step.gained.empty() ? theme_.dim : theme_.ink;
  case Qt::ToolTipRole:
    if (index.column() == Change) {
      QStringList lines;
      for (const std::uint32_t edit : step.gained) lines << description(edit).remove('`');
      if (step.others > 0) lines << tr("and %1 that the variant does not have").arg(step.others);
      return lines.join('\n');
    }
    return tr("Double-click to show this variant");
  case EditModel::BarRole:
    return index.column() == Speedup ? QVariant(bar(step)) : QVariant();
  case Qt::DisplayRole:
    break;
  default:
    return {};
  }
  switch (index.column()) {
  case Generation:
    return QString::number(step.variant.generation);
  case Variant:
    return QString::fromStdString(variantName(step.variant.id));
  case Speedup:
    return speedupText(run_.speedup(step.variant));
  case Change:
    return change(step);
  default:
    return {};
  }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return int((section == Change ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
  case Generation:
    return tr("gen");
  case Variant:
    return tr("variant");
  case Speedup:
    return tr("speedup");
  case Change:
    return tr("new edits");
  default:
    return {};
  }
}

} // namespace gevo::ui
