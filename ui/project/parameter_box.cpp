#include "ui/project/parameter_box.h"

#include "core/parameters/parse_parameter.h"
#include "core/parameters/requirements.h"
#include "ui/project/fields.h"
#include "ui/project/result_table.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"

#include <QHeaderView>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr int valuesColumn = 2;
constexpr int boxMargin = 12; ///< around a check box, which a column's own width leaves out
constexpr int widestName = 280;

QString joined(const std::vector<std::string>& texts, const QString& separator) {
  QStringList shown;
  for (const std::string& text : texts) shown << QString::fromStdString(text);
  return shown.join(separator);
}

/// "hotspot.cu:16, block size"
QString whereText(const Parameter& parameter) {
  QStringList parts{QStringLiteral("-D")};
  if (!parameter.places.empty())
    parts = {QStringLiteral("%1:%2").arg(QString::fromStdString(parameter.places.front().file)).arg(parameter.places.front().line)};
  if (!parameter.use.empty()) parts << QString::fromStdString(parameter.use);
  return parts.join(QStringLiteral(", "));
}

bool areAlike(const Parameter& one, const Parameter& other) {
  return one.name == other.name && one.kind == other.kind && one.value == other.value && one.values == other.values && one.use == other.use;
}

QString sentenceOf(const Error& error) {
  QString text = QString::fromStdString(error.message);
  text.front() = text.front().toUpper();
  return text + '.';
}

} // namespace

ParameterBox::ParameterBox(QWidget* parent)
    : QWidget(parent), explanation_(makeDimLabel({}, this)),
      table_(makeResultTable({tr("Parameters to tune"), tr("Value"), tr("Values to try"), tr("Where")}, tr("Parameters"), this)),
      requirementRow_(new QWidget(this)), requirements_(makeField(tr("for example BLOCK * BLOCK <= 1024; BLOCK > TILE"), requirementRow_)) {
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Fixed);
  table_->horizontalHeader()->setSectionResizeMode(valuesColumn, QHeaderView::Stretch);
  explanation_->setWordWrap(true);
  requirements_->setAccessibleName(tr("Requirements"));
  requirements_->setToolTip(tr("What the values have to meet: expressions with C's operators, separated by semicolons"));
  auto* label = new QLabel(tr("Requirements (optional)"), requirementRow_);
  label->setBuddy(requirements_);
  auto* row = new QHBoxLayout(requirementRow_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(label);
  row->addWidget(requirements_, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  for (QWidget* widget : {static_cast<QWidget*>(table_), requirementRow_, static_cast<QWidget*>(explanation_)}) column->addWidget(widget);
  connect(table_, &QTableWidget::itemChanged, this, &ParameterBox::refresh);
  connect(requirements_, &QLineEdit::textChanged, this, &ParameterBox::refresh);
  show({});
}

void ParameterBox::show(const BuiltProject& built) {
  const std::vector<Row> before = rows();
  const QSignalBlocker quiet(table_);
  parameters_ = built.project.parameters.parameters;
  parameters_.insert(parameters_.end(), built.untuned.begin(), built.untuned.end());
  table_->setRowCount(0); // with the old fields
  table_->setRowCount(static_cast<int>(parameters_.size()));
  for (int index = 0; index < table_->rowCount(); ++index) {
    const Parameter& parameter = parameters_[static_cast<std::size_t>(index)];
    const bool isTuned = static_cast<std::size_t>(index) < built.project.parameters.parameters.size();
    const auto known = std::ranges::find_if(before, [&](const Row& row) { return areAlike(row.parameter, parameter); });
    addRow(index, known != before.end() ? *known : Row{parameter, isTuned, joined(parameter.values, QStringLiteral(", "))});
  }
  if (!parameters_.empty()) { // not in the constructor, where the stylesheet does not know the parents yet
    table_->resizeColumnToContents(0);
    table_->setColumnWidth(0, std::min(table_->columnWidth(0) + boxMargin, widestName));
  }
  fitHeight(table_);
  if (!requirements_->isModified()) requirements_->setText(joined(built.project.parameters.requirements, QStringLiteral("; ")));
  const bool isEmpty = parameters_.empty();
  table_->setVisible(!isEmpty);
  requirementRow_->setVisible(!isEmpty);
  explanation_->setText(isEmpty
                            ? tr("The trial found no parameters to tune, such as block or tile sizes.")
                            : tr("Runs choose among the values of what is ticked. Numbers in device code are not ticked at first, since "
                                 "they may carry meaning."));
  refresh();
}

void ParameterBox::addRow(int index, const Row& row) {
  const QString name = QString::fromStdString(row.parameter.name);
  QTableWidgetItem* item = putCell(table_, index, 0, name);
  item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
  item->setCheckState(row.isTicked ? Qt::Checked : Qt::Unchecked);
  putCell(table_, index, 1, QString::fromStdString(row.parameter.value), true);
  QLineEdit* field = makeField({}, table_);
  field->setText(row.values);
  field->setCursorPosition(0);
  field->setAccessibleName(tr("Values of %1 to try").arg(name));
  field->setToolTip(tr("A list such as 8,16,32, or a range with a step such as 5..40:5"));
  table_->setCellWidget(index, valuesColumn, field);
  putCell(table_, index, 3, whereText(row.parameter));
  connect(field, &QLineEdit::textChanged, this, &ParameterBox::refresh);
}

QLineEdit* ParameterBox::values(int row) const { return qobject_cast<QLineEdit*>(table_->cellWidget(row, valuesColumn)); }

std::vector<ParameterBox::Row> ParameterBox::rows() const {
  std::vector<Row> shown;
  for (int index = 0; index < table_->rowCount(); ++index)
    shown.push_back(
        {parameters_[static_cast<std::size_t>(index)], table_->item(index, 0)->checkState() == Qt::Checked, values(index)->text()});
  return shown;
}

void ParameterBox::refresh() {
  bool isAnyTicked = false;
  for (int index = 0; index < table_->rowCount(); ++index) {
    const bool isTicked = table_->item(index, 0)->checkState() == Qt::Checked;
    values(index)->setEnabled(isTicked);
    isAnyTicked |= isTicked;
  }
  requirements_->setEnabled(isAnyTicked);
  space_ = {};
  problem_ = readSpace(space_);
  emit changed();
}

QString ParameterBox::readSpace(ParameterSpace& space) const {
  const std::vector<Row> shown = rows();
  for (const Row& row : shown) {
    if (!row.isTicked) continue;
    const QString name = QString::fromStdString(row.parameter.name);
    const Result<ParameterRequest> request = parseParameterRequest(row.parameter.name + '=' + row.values.toStdString());
    if (!request) return tr("The values of %1 can't be read; write them as 8,16,32 or 5..40:5.").arg(name);
    const bool isFeature = row.parameter.kind == ParameterKind::Feature;
    if (isFeature && !request->isFeature()) return tr("%1 can only be on or off.").arg(name);
    if (!isFeature && request->isFeature()) return tr("%1 stands for a value, so it can't be on or off.").arg(name);
    Parameter& parameter = space.parameters.emplace_back(row.parameter);
    parameter.values = request->values;
    sortValues(parameter);
  }
  return space.empty() ? QString() : readRequirements(space, shown);
}

QString ParameterBox::readRequirements(ParameterSpace& space, const std::vector<Row>& shown) const {
  for (const QString& part : requirements_->text().split(';')) {
    const QString text = part.trimmed();
    if (text.isEmpty()) continue;
    for (const Row& row : shown) {
      const QString name = QString::fromStdString(row.parameter.name);
      if (!row.isTicked && text.contains(QRegularExpression("\\b" + name + "\\b")))
        return tr("The requirement \"%1\" names %2, which is not ticked.").arg(text, name);
    }
    space.requirements.push_back(text.toStdString());
  }
  const Result<Requirements> read = Requirements::of(space);
  return read ? QString() : sentenceOf(read.error());
}

} // namespace gevo::ui
