#include "ui/tmbl/front_table.h"

#include "core/tmbl/regression/front_text.h"
#include "ui/text/format.h"

namespace gevo::ui {

void FrontTable::begin(std::shared_ptr<const FitData> data) {
  beginResetModel();
  data_ = std::move(data);
  front_.clear();
  endResetModel();
}

void FrontTable::setFront(const FittedFront& front) {
  const int before = rowCount();
  const auto after = static_cast<int>(front.size());
  if (after < before) {
    beginRemoveRows({}, after, before - 1);
    front_.resize(front.size());
    endRemoveRows();
  } else if (after > before) {
    beginInsertRows({}, before, after - 1);
    front_.insert(front_.end(), front.begin() + before, front.end());
    endInsertRows();
  }
  front_ = front;
  if (after > 0) emit dataChanged(index(0, 0), index(after - 1, columns - 1));
}

int FrontTable::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(front_.size()); }

QString FrontTable::text(const tmbl::FittedProgram& program, FrontColumn column) const {
  switch (column) {
  case FrontColumn::Length:
    return countText(program.length);
  case FrontColumn::TrainingError:
    return QString::fromStdString(tmbl::errorText(program.trainingError));
  case FrontColumn::TestError:
    return data_->rows.test ? QString::fromStdString(tmbl::errorText(program.testError)) : QString();
  case FrontColumn::Explained:
    return QString::fromStdString(tmbl::explainedText(program.explained));
  case FrontColumn::Formula:
    break;
  }
  return QString::fromStdString(tmbl::formulaOf(program, data_->rows));
}

QVariant FrontTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !data_) return {};
  const auto column = static_cast<FrontColumn>(index.column());
  const tmbl::FittedProgram& program = front_[static_cast<std::size_t>(index.row())];
  if (role == Qt::DisplayRole) return text(program, column);
  if (role == Qt::ToolTipRole && column == FrontColumn::Formula) return QString("<p>%1</p>").arg(text(program, column).toHtmlEscaped());
  if (role == Qt::TextAlignmentRole && column != FrontColumn::Formula) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

QVariant FrontTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const auto column = static_cast<FrontColumn>(section);
  if (role == Qt::TextAlignmentRole)
    return QVariant(column == FrontColumn::Formula ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) {
    const QString tips[] = {tr("instructions"), tr("root of the mean square, on the rows it learnt from"),
                            tr("root of the mean square, on the rows held out"), tr("share of the target's variance that is explained"),
                            tr("a / b is 0 where b is 0; sqrt and log are of the operand's size")};
    return tips[section];
  }
  if (role != Qt::DisplayRole) return {};
  const QString target = data_ ? QString::fromStdString(data_->rows.target) + QStringLiteral(" =") : tr("formula");
  const QString names[] = {tr("length"), tr("training error"), tr("test error"), tr("R²"), target};
  return names[section];
}

} // namespace gevo::ui
