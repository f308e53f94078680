#include "ui/project/trial_result.h"

#include "core/validation/validation.h"
#include "ui/project/parameter_box.h"
#include "ui/project/result_table.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"

#include <QComboBox>
#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>

#include <thread>

namespace gevo::ui {
namespace {

constexpr const char* elementTypes[] = {"f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"};
constexpr int typeWidth = 96;

/// " A smaller test gives more evaluations."; empty if there is none.
QString sentence(const std::string& text) {
  if (text.empty()) return {};
  QString shown = QString::fromStdString(text).toHtmlEscaped();
  shown.front() = shown.front().toUpper();
  return QStringLiteral(" %1.").arg(shown);
}

} // namespace

TrialResult::TrialResult(QWidget* parent)
    : QWidget(parent), kernels_(makeResultTable({tr("Kernels to evolve"), tr("IR instructions"), tr("Registers")}, tr("Kernels"), this)),
      outputs_(makeResultTable({tr("Compared outputs"), tr("Type"), tr("Known from")}, tr("Outputs"), this)),
      tests_(makeResultTable({tr("Recorded"), tr("Role"), tr("Launches"), tr("To the GPU"), tr("Compared"), tr("Kept")},
                             tr("Recorded tests"), this)),
      parameters_(new ParameterBox(this)), notes_(makeDimLabel({}, this)), cost_(new QLabel(this)) {
  setObjectName("trialResult");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  auto* halves = new QHBoxLayout;
  halves->setSpacing(12);
  halves->addWidget(kernels_, 1, Qt::AlignTop);
  halves->addWidget(outputs_, 1, Qt::AlignTop);
  column->addLayout(halves);
  column->addWidget(tests_);
  column->addWidget(parameters_);
  notes_->setWordWrap(true);
  cost_->setWordWrap(true);
  column->addWidget(notes_);
  column->addWidget(cost_);
  column->addStretch();
  connect(kernels_, &QTableWidget::itemChanged, this, &TrialResult::kernelsChanged);
  connect(parameters_, &ParameterBox::changed, this, &TrialResult::parametersChanged);
}

void TrialResult::show(const BuiltProject& reply) {
  showKernels(reply.project);
  showOutputs(reply.project);
  showTests(reply);
  parameters_->show(reply);
  QStringList notes;
  for (const std::string& note : reply.notes) notes << "• " + QString::fromStdString(note);
  notes_->setText(notes.join('\n'));
  notes_->setVisible(!notes.isEmpty());
  cost_->setText(tr("Measuring the time per evaluation…"));
}

void TrialResult::showKernels(const Project& project) {
  const QSignalBlocker quiet(kernels_);
  kernels_->setRowCount(static_cast<int>(project.kernels.size()));
  for (int row = 0; row < kernels_->rowCount(); ++row) {
    const KernelInfo& kernel = project.kernels[static_cast<std::size_t>(row)];
    const auto& chosen = project.build.kernels;
    QTableWidgetItem* item = putCell(kernels_, row, 0, QString::fromStdString(kernel.shownName));
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(chosen.empty() || std::ranges::find(chosen, kernel.name) != chosen.end() ? Qt::Checked : Qt::Unchecked);
    item->setData(Qt::UserRole, QString::fromStdString(kernel.name));
    item->setToolTip(QString::fromStdString(kernel.name));
    if (!kernel.launched) { // nothing to choose
      item->setText(tr("%1 (no test launches it)").arg(item->text()));
      item->setFlags(item->flags() & ~Qt::ItemIsUserCheckable & ~Qt::ItemIsEnabled);
      item->setCheckState(Qt::Unchecked);
    }
    putCell(kernels_, row, 1, countText(kernel.instructions), true);
    putCell(kernels_, row, 2, kernel.registers > 0 ? countText(kernel.registers) : QStringLiteral("–"), true);
  }
  fitHeight(kernels_);
}

void TrialResult::showOutputs(const Project& project) {
  outputs_->setRowCount(static_cast<int>(project.outputs.size()));
  for (int row = 0; row < outputs_->rowCount(); ++row) {
    const OutputInfo& output = project.outputs[static_cast<std::size_t>(row)];
    const QString name = QString::fromStdString(output.name);
    putCell(outputs_, row, 0, name);
    auto* types = new QComboBox(outputs_);
    for (const char* type : elementTypes) types->addItem(type);
    types->setCurrentText(QString::fromStdString(output.type));
    types->setAccessibleName(tr("Type of %1").arg(name));
    outputs_->setCellWidget(row, 1, types);
    putCell(outputs_, row, 2, output.typeOrigin == "--output" ? tr("you") : QString::fromStdString(output.typeOrigin));
    connect(types, &QComboBox::textActivated, this, [this, name](const QString& type) { emit typeChosen(name, type); });
  }
  outputs_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Fixed); // before its width, or it would be that of the header's text
  outputs_->setColumnWidth(1, typeWidth);
  fitHeight(outputs_);
}

void TrialResult::showTests(const BuiltProject& reply) {
  tests_->setRowCount(static_cast<int>(reply.project.tests.size()));
  for (int row = 0; row < tests_->rowCount(); ++row) {
    const auto index = static_cast<std::size_t>(row);
    const TestCase& test = reply.project.tests[index];
    const RecordedTest recorded = index < reply.recorded.size() ? reply.recorded[index] : RecordedTest();
    putCell(tests_, row, 0, test.arguments.empty() ? tr("no arguments") : QString::fromStdString(test.arguments))->setFont(codeFont());
    putCell(tests_, row, 1, test.role == TestRole::Screen ? tr("screening") : QString::fromLatin1(roleName(test.role)));
    putCell(tests_, row, 2, countText(recorded.launches), true);
    putCell(tests_, row, 3, bytesText(recorded.bytesToDevice), true);
    putCell(tests_, row, 4, bytesText(recorded.bytesToHost), true);
    putCell(tests_, row, 5, bytesText(test.trace.size()), true);
  }
  fitHeight(tests_);
}

void TrialResult::showCost(const EvaluationCost& cost) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const double milliseconds = cost.secondsPerEvaluation * 1000;
  const double perSecond = cost.secondsPerEvaluation > 0 ? cores / cost.secondsPerEvaluation : 0;
  cost_->setText(tr("The original takes %1 on the %2. Evaluating a variant takes about <b>%3 ms</b> on this computer, measured on %4 "
                    "random ones: up to <b>%5 evaluations a second</b> on %6.")
                     .arg(runtimeText(cost.original.original.fitness.runtime), QString::fromStdString(cost.original.device).toHtmlEscaped(),
                          roundedText(milliseconds), countText(cost.evaluations), roundedText(perSecond),
                          countedText(cores, tr("core"), tr("cores"))) +
                 sentence(cost.advice));
}

void TrialResult::showNoCost(const QString& reason) { cost_->setText(reason); }

std::vector<std::string> TrialResult::chosenKernels() const {
  std::vector<std::string> chosen;
  for (int row = 0; row < kernels_->rowCount(); ++row)
    if (kernels_->item(row, 0)->checkState() == Qt::Checked)
      chosen.push_back(kernels_->item(row, 0)->data(Qt::UserRole).toString().toStdString());
  int possible = 0;
  for (int row = 0; row < kernels_->rowCount(); ++row) possible += (kernels_->item(row, 0)->flags() & Qt::ItemIsUserCheckable) != 0 ? 1 : 0;
  if (chosen.size() == static_cast<std::size_t>(possible)) chosen.clear();
  return chosen;
}

bool TrialResult::anyKernelChosen() const {
  for (int row = 0; row < kernels_->rowCount(); ++row)
    if (kernels_->item(row, 0)->checkState() == Qt::Checked) return true;
  return false;
}

QString TrialResult::cost() const { return cost_->text(); }

} // namespace gevo::ui
