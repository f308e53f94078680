#include "ui/edits/edit_model.h"

#include "core/edit/edit_text.h"
#include "ui/text/format.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gevo::ui {
namespace {

/// A share below this is nothing: it is shown as 0.1 % at most.
constexpr double leastShare = 0.001;

/// Code that was inlined or unrolled several times is the same code within a kernel: what its copies do is told once.
bool isSameCode(const std::vector<SourcePosition>& a, const std::vector<SourcePosition>& b) {
  if (a.empty() || b.empty()) return false;
  const SourcePosition& one = a.front();
  const SourcePosition& other = b.front();
  return one.file == other.file && one.line == other.line && one.column == other.column && a.back().function == b.back().function;
}

/// "step" of "step(float*, int)".
QString withoutParameters(const std::string& function) { return QString::fromStdString(function).section('(', 0, 0); }

} // namespace

QString shortLocationText(const std::vector<SourcePosition>& chain) {
  if (chain.empty()) return {};
  const QString file = QString::fromStdString(chain.front().file);
  return file.mid(file.lastIndexOf('/') + 1) + ':' + QString::number(chain.front().line);
}

QString locationText(const std::vector<SourcePosition>& chain) {
  if (chain.empty()) return {};
  const QString text = shortLocationText(chain);
  const QString outermost = withoutParameters(chain.back().function);
  return chain.size() < 2 || outermost.isEmpty() ? text : QObject::tr("%1 in %2").arg(text, outermost);
}

EditModel::EditModel(WhatIf& whatIf, QObject* parent) : QAbstractTableModel(parent), whatIf_(whatIf) {
  connect(&whatIf_, &WhatIf::changed, this, [this] {
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
  });
}

void EditModel::setTheme(const Theme& theme) {
  theme_ = theme;
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::ForegroundRole});
}

void EditModel::setDetails(std::shared_ptr<const VariantDetails> details) {
  beginResetModel();
  details_ = nullptr; // no rows while the switches change their number
  whatIf_.setDetails(details);
  details_ = std::move(details);
  endResetModel();
}

void EditModel::setProject(std::shared_ptr<const Project> project) {
  project_ = std::move(project);
  if (rowCount() > 0) emit dataChanged(index(0, Where), index(rowCount() - 1, Where));
}

QString EditModel::kernelName(int edit) const {
  const EditDescription* known = description(edit);
  if (!known || known->target.empty() || !namesKernels()) return {};
  return withoutParameters(known->target.back().function);
}

QString EditModel::whereText(int edit) const {
  const EditDescription* known = description(edit);
  if (!known) return {};
  const QString kernel = kernelName(edit);
  return kernel.isEmpty() ? locationText(known->target) : tr("%1 in %2").arg(shortLocationText(known->target), kernel);
}

/// Of two kernels, the name says more than that of the file.
QString EditModel::shortWhereText(int edit) const {
  const EditDescription* known = description(edit);
  if (!known) return {};
  const QString kernel = kernelName(edit);
  return kernel.isEmpty() ? shortLocationText(known->target) : kernel + ':' + QString::number(known->target.front().line);
}

bool EditModel::changesNothing(int edit) const {
  if (!active(edit)) return true;
  const std::optional<double> share = whatIf_.share(edit);
  return share && std::abs(*share) < leastShare;
}

std::optional<double> EditModel::worth(int edit, Column column) const {
  if (!active(edit)) return std::nullopt;
  if (column == Share) {
    const EvaluationResult* rest = whatIf_.without(edit);
    if (rest && !rest->valid()) return std::numeric_limits<double>::infinity();
    return whatIf_.share(edit);
  }
  const EvaluationResult* alone = whatIf_.alone(edit);
  return alone && alone->valid() ? std::optional(1 / alone->fitness.runtime) : std::nullopt;
}

const EditDescription* EditModel::description(int edit) const {
  const auto position = static_cast<std::size_t>(edit);
  return position < details_->texts.edits.size() ? &details_->texts.edits[position] : nullptr;
}

bool EditModel::active(int edit) const {
  if (const EditDescription* known = description(edit)) return known->active;
  const auto position = static_cast<std::size_t>(edit);
  return position >= details_->individual.active.size() || details_->individual.active[position];
}

int EditModel::inactiveCount() const {
  int count = 0;
  for (int edit = 0; edit < rowCount(); ++edit) count += active(edit) ? 0 : 1;
  return count;
}

QString EditModel::editText(int edit) const {
  return QString::fromStdString(printEdit(details_->individual.edits[static_cast<std::size_t>(edit)])).trimmed();
}

/// Another active edit is on the same code: what that does is not of one alone.
bool EditModel::sharesCode(int edit) const {
  const std::vector<EditDescription>& edits = details_->texts.edits;
  const auto& own = edits[static_cast<std::size_t>(edit)];
  const auto isOn = [](const EditDescription& one, const std::vector<SourcePosition>& code) {
    return isSameCode(one.target, code) || isSameCode(one.other, code);
  };
  return std::ranges::any_of(edits, [&](const EditDescription& other) {
    return &other != &own && other.active && (isOn(other, own.target) || isOn(other, own.other));
  });
}

/// What the code does differently through this edit, and at its own place; empty where nothing is certain to be of it alone.
QString EditModel::consequenceText(int edit) const {
  const EditDescription* known = description(edit);
  if (!known || !known->active || sharesCode(edit)) return {};
  const auto isHere = [](const std::vector<SourcePosition>& at, const std::vector<SourcePosition>& place) {
    return !at.empty() && !place.empty() && at.front().file == place.front().file && at.front().line == place.front().line;
  };
  QStringList texts;
  for (const Consequence& one : details_->texts.consequences) {
    if (one.edit != edit || one.ofSeveral || one.text == noSimpleWords || !(isHere(one.at, known->target) || isHere(one.at, known->other)))
      continue;
    if (const QString text = QString::fromStdString(one.text); !texts.contains(text)) texts << text;
  }
  return texts.join(QStringLiteral("; "));
}

/// What it amounts to, where that is known.
QString EditModel::descriptionText(int edit) const {
  if (const QString consequence = consequenceText(edit); !consequence.isEmpty()) return consequence;
  const EditDescription* known = description(edit);
  return known && !known->text.empty() ? QString::fromStdString(known->text) : editText(edit);
}

int EditModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !details_ ? 0 : static_cast<int>(details_->individual.edits.size());
}

int EditModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString EditModel::sinceText(int edit) const {
  const auto position = static_cast<std::size_t>(edit);
  return position < details_->lineage.bornIn.size() ? QString::number(details_->lineage.bornIn[position]) : QString();
}

QString EditModel::shareText(int edit) const {
  const EvaluationResult* rest = whatIf_.without(edit);
  if (!active(edit) || rest == nullptr) return {};
  const std::optional<double> share = whatIf_.share(edit);
  if (!share) return tr("needed");
  return ui::shareText(*share);
}

QString EditModel::aloneText(int edit) const {
  const EvaluationResult* alone = whatIf_.alone(edit);
  if (!active(edit) || alone == nullptr) return {};
  const EvaluationResult* nothing = whatIf_.original();
  if (!alone->valid()) return tr("fails");
  return nothing ? speedupText(nothing->fitness.runtime / alone->fitness.runtime) : QString();
}

/// As long as the edit's share of the largest that is shown as more than nothing.
double EditModel::bar(int edit) const {
  double largest = leastShare;
  for (int other = 0; other < rowCount(); ++other) largest = std::max(largest, whatIf_.share(other).value_or(0));
  return std::clamp(whatIf_.share(edit).value_or(0) / largest, 0.0, 1.0);
}

QString EditModel::tip(int edit, Column column) const {
  if (column == Share || column == Alone) {
    const EvaluationResult* outcome = column == Share ? whatIf_.without(edit) : whatIf_.alone(edit);
    const QString which = column == Share ? tr("Without this edit: %1") : tr("With this edit alone: %1");
    if (outcome == nullptr) return {};
    if (!outcome->valid()) return which.arg(QString::fromStdString(outcome->message));
    return which.arg(runtimeText(outcome->fitness.runtime));
  }
  QStringList lines{descriptionText(edit).remove('`')};
  const EditDescription* known = description(edit);
  if (known && !known->text.empty() && !consequenceText(edit).isEmpty()) lines << QString::fromStdString(known->text).remove('`');
  if (known && !known->meaning.empty()) lines << tr("amounts to: %1").arg(QString::fromStdString(known->meaning));
  if (lines.front() != editText(edit)) lines << editText(edit);
  if (known)
    for (const SourcePosition& position : known->target)
      lines << tr("%1, line %2 in %3")
                   .arg(QString::fromStdString(position.file))
                   .arg(position.line)
                   .arg(QString::fromStdString(position.function));
  return lines.join('\n');
}

QVariant EditModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const int edit = index.row();
  const bool on = whatIf_.switches()[static_cast<std::size_t>(edit)];
  switch (role) {
  case Qt::ForegroundRole:
    return active(edit) && on ? theme_.ink : theme_.dim;
  case Qt::ToolTipRole:
    return tip(edit, static_cast<Column>(index.column()));
  case Qt::CheckStateRole:
    return index.column() == Description ? QVariant(static_cast<int>(on ? Qt::Checked : Qt::Unchecked)) : QVariant();
  case ChipRole:
    if (index.column() != Description) return {};
    if (!active(edit)) return tr("inactive");
    if (!description(edit) || description(edit)->meaning.empty() || !consequenceText(edit).isEmpty()) return {};
    return QString::fromStdString(description(edit)->meaning);
  case BarRole:
    return index.column() == Share ? QVariant(bar(edit)) : QVariant();
  case ShortRole:
    return index.column() == Where ? QVariant(shortWhereText(edit)) : QVariant();
  case Qt::DisplayRole:
    break;
  default:
    return {};
  }
  switch (index.column()) {
  case Description:
    return descriptionText(edit);
  case Where:
    return whereText(edit);
  case Since:
    return sinceText(edit);
  case Share:
    return shareText(edit);
  case Alone:
    return aloneText(edit);
  default:
    return {};
  }
}

bool EditModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || index.column() != Description || !checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
  whatIf_.setOn(index.row(), value.toInt() == Qt::Checked);
  return true;
}

Qt::ItemFlags EditModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
  return index.column() == Description ? usual | Qt::ItemIsUserCheckable : usual;
}

QVariant EditModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const bool figures = section == Since || section == Share || section == Alone;
  if (role == Qt::TextAlignmentRole) return int((figures ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) {
    if (section == Since) return tr("The generation in which the edit appeared");
    if (section == Share) return tr("How much slower the variant is without the edit; shares need not add up");
    if (section == Alone) return tr("The speedup of the edit on its own");
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
  case Description:
    return tr("edit");
  case Where:
    return tr("where");
  case Since:
    return tr("since");
  case Share:
    return tr("share");
  case Alone:
    return tr("alone");
  default:
    return {};
  }
}

} // namespace gevo::ui
