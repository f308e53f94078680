#include "ui/edits/edit_model.h"

#include "core/edit/edit_text.h"

#include <QObject>

#include <algorithm>

namespace gevo::ui {

QString placeText(const std::vector<SourcePosition>& chain) {
  if (chain.empty()) return {};
  const SourcePosition& place = chain.front();
  const QString file = QString::fromStdString(place.file);
  const QString text = file.mid(file.lastIndexOf('/') + 1) + ':' + QString::number(place.line);
  const QString outermost = QString::fromStdString(chain.back().function).section('(', 0, 0);
  return chain.size() < 2 || outermost.isEmpty() ? text : QObject::tr("%1 in %2").arg(text, outermost);
}

void EditModel::setTheme(const Theme& theme) {
  theme_ = theme;
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::ForegroundRole});
}

void EditModel::setDetails(std::shared_ptr<const VariantDetails> details) {
  beginResetModel();
  details_ = std::move(details);
  endResetModel();
}

const EditDescription* EditModel::description(int edit) const {
  const auto place = static_cast<std::size_t>(edit);
  return place < details_->texts.edits.size() ? &details_->texts.edits[place] : nullptr;
}

bool EditModel::active(int edit) const {
  if (const EditDescription* known = description(edit)) return known->active;
  const auto place = static_cast<std::size_t>(edit);
  return place >= details_->individual.active.size() || details_->individual.active[place];
}

int EditModel::inactiveCount() const {
  int count = 0;
  for (int edit = 0; edit < rowCount(); ++edit) count += active(edit) ? 0 : 1;
  return count;
}

QString EditModel::editText(int edit) const {
  return QString::fromStdString(printEdit(details_->individual.edits[static_cast<std::size_t>(edit)])).trimmed();
}

QString EditModel::words(int edit) const {
  const EditDescription* known = description(edit);
  return known && !known->words.empty() ? QString::fromStdString(known->words) : editText(edit);
}

int EditModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !details_ ? 0 : static_cast<int>(details_->individual.edits.size());
}

int EditModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant EditModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const EditDescription* known = description(index.row());
  if (role == Qt::ForegroundRole) return active(index.row()) ? theme_.ink : theme_.dim;
  if (role == Qt::ToolTipRole) {
    QStringList lines{editText(index.row())};
    if (known)
      for (const SourcePosition& place : known->target)
        lines
            << tr("%1, line %2 in %3").arg(QString::fromStdString(place.file)).arg(place.line).arg(QString::fromStdString(place.function));
    return lines.join('\n');
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
  case Words:
    return words(index.row());
  case State:
    return active(index.row()) ? tr("active") : tr("inactive");
  case Where:
    return known ? placeText(known->target) : QString();
  default:
    return {};
  }
}

QVariant EditModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
  case Words:
    return tr("edit");
  case State:
    return tr("state");
  case Where:
    return tr("where");
  default:
    return {};
  }
}

} // namespace gevo::ui
