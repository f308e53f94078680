#include "ui/project/trial_page.h"

#include "core/base/wire.h"
#include "ui/project/fields.h"
#include "ui/project/parameter_box.h"
#include "ui/project/trial_problem.h"
#include "ui/project/trial_result.h"
#include "ui/text/format.h"
#include "ui/widgets/card.h"

#include <QFileDialog>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace gevo::ui {
namespace {

/// Equal for equal programs and tests.
std::string identityOf(const NewProject& project) {
  const Result<BuildInputs> request = buildRequest(project);
  if (!request) return {};
  const Bytes bytes = wire::encode(*request);
  return {bytes.begin(), bytes.end()};
}

} // namespace

TrialPage::TrialPage(const Theme& theme, std::string workerProgram, QWidget* parent)
    : QWidget(parent), trial_(std::move(workerProgram)), step_(new QLabel(this)), bar_(new QProgressBar(this)),
      build_(new QPushButton(tr("Build again"), this)), cancel_(new QPushButton(tr("Cancel build"), this)),
      pages_(new QStackedWidget(this)), nothing_(new QWidget(this)), problem_(new TrialProblem(theme, this)),
      result_(new TrialResult(this)), file_(makeField({}, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  QLabel* explanation = makeDimLabel(tr("The program is compiled and run once per test, as in a terminal, on a simulated GPU."), this);
  explanation->setWordWrap(true);
  bar_->setRange(0, 0);
  bar_->setFixedHeight(6);
  bar_->setTextVisible(false);
  bar_->setMaximumWidth(160);
  bar_->setAccessibleName(tr("Building"));
  auto* row = new QHBoxLayout;
  row->addWidget(step_, 1);
  row->addWidget(bar_);
  row->addWidget(cancel_);
  row->addWidget(build_);
  auto* fileRow = new QHBoxLayout;
  auto* browse = new QPushButton(tr("Browse…"), this);
  auto* label = new QLabel(tr("Save as"), this);
  label->setBuddy(file_);
  file_->setAccessibleName(tr("Project file"));
  fileRow->addWidget(label);
  fileRow->addWidget(file_, 1);
  fileRow->addWidget(browse);
  pages_->addWidget(nothing_);
  pages_->addWidget(problem_);
  pages_->addWidget(scrolled(result_, this));
  column->addWidget(explanation);
  column->addLayout(row);
  column->addWidget(pages_, 1);
  column->addLayout(fileRow);

  connect(build_, &QPushButton::clicked, this, &TrialPage::start);
  connect(cancel_, &QPushButton::clicked, this, &TrialPage::cancel);
  connect(browse, &QPushButton::clicked, this, &TrialPage::chooseFile);
  connect(file_, &QLineEdit::textChanged, this, &TrialPage::changed);
  connect(result_, &TrialResult::kernelsChanged, this, &TrialPage::changed);
  connect(result_, &TrialResult::parametersChanged, this, &TrialPage::changed);
  connect(result_, &TrialResult::typeChosen, this, &TrialPage::typeChosen);
  connect(&trial_, &TrialBuild::stepped, step_, &QLabel::setText);
  connect(&trial_, &TrialBuild::measured, result_, &TrialResult::showCost);
  connect(&trial_, &TrialBuild::notMeasured, result_, &TrialResult::showNoCost);
  connect(&trial_, &TrialBuild::failed, this, [this](const QString& message, const QString& details) {
    problem_->show(message, details, QString::fromStdString(project_.folder.string()));
    pages_->setCurrentIndex(1);
    step_->setText(tr("The trial failed."));
    showState();
  });
  connect(&trial_, &TrialBuild::built, this, [this](const std::shared_ptr<const BuiltProject>& reply) {
    reply_ = reply;
    result_->show(*reply);
    pages_->setCurrentIndex(2);
    step_->setText(
        tr("The program builds, and %1 recorded.").arg(countedText(reply->project.tests.size(), tr("test was"), tr("tests were"))));
    showState();
  });
  showState();
}

void TrialPage::run(const NewProject& project) {
  const bool same = identityOf(project) == built_ && (reply_ || trial_.building());
  project_ = project;
  if (!same) start();
}

void TrialPage::start() {
  const Result<BuildInputs> request = buildRequest(project_);
  reply_ = nullptr;
  pages_->setCurrentIndex(0);
  if (!request) {
    problem_->show(QString::fromStdString(request.error().message), {}, {});
    pages_->setCurrentIndex(1);
    return showState();
  }
  built_ = identityOf(project_);
  step_->setText(tr("starting"));
  trial_.start(*request);
  showState();
}

void TrialPage::cancel() {
  if (!trial_.building()) return;
  trial_.cancel();
  built_.clear();
  step_->setText(tr("The build was cancelled."));
  showState();
}

void TrialPage::showState() {
  const bool building = trial_.building();
  bar_->setVisible(building);
  cancel_->setVisible(building);
  build_->setVisible(!building);
  emit changed();
}

bool TrialPage::complete() const {
  return reply_ && result_->anyKernelChosen() && result_->parameters()->problem().isEmpty() && !file_->text().trimmed().isEmpty();
}

QString TrialPage::step() const { return step_->text(); }

void TrialPage::chooseFile() {
  auto* dialog = new QFileDialog(window(), tr("Save the project as"), file_->text(), tr("GEVO files (*.gevo)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix("gevo");
  dialog->setOption(QFileDialog::DontConfirmOverwrite); // asked when it is made
  connect(dialog, &QFileDialog::fileSelected, file_, &QLineEdit::setText);
  dialog->open();
}

} // namespace gevo::ui
