#include "ui/project/project_assistant.h"

#include "core/devices/examine.h"
#include "ui/project/fields.h"
#include "ui/project/parameter_box.h"
#include "ui/project/sources_page.h"
#include "ui/project/tests_page.h"
#include "ui/project/trial_page.h"
#include "ui/project/trial_result.h"
#include "ui/tasks/background_pool.h"
#include "ui/widgets/card.h"

#include <QDir>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace gevo::ui {
namespace {

/// Compiler and toolkit: where they are, or what is missing and how to fix it.
std::pair<QString, bool> toolchainMessage(const Result<MachineReport>& reply) {
  if (!reply) return {QString::fromStdString(reply.error().message), false};
  QStringList found;
  QStringList missing;
  for (const Finding& finding : reply->findings) {
    if (finding.name != "clang" && finding.name != "CUDA toolkit") continue;
    (finding.found ? found : missing) << QString::fromStdString(finding.found ? finding.name + ": " + finding.text : finding.text);
  }
  return missing.isEmpty() ? std::pair(found.join("; "), true) : std::pair(missing.join(". ") + '.', false);
}

} // namespace

ProjectAssistant::ProjectAssistant(const NewProject& project, const Theme& theme, std::string workerProgram, QWidget* parent)
    : QDialog(parent), theme_(theme), workerProgram_(std::move(workerProgram)), pages_(new QStackedWidget(this)),
      sources_(new SourcesPage(this)), tests_(new TestsPage(this)), trial_(new TrialPage(theme, workerProgram_, this)),
      hint_(makeDimLabel({}, this)), back_(new QPushButton(tr("Back"), this)), next_(new QPushButton(tr("Next"), this)),
      create_(new QPushButton(tr("Create"), this)), createAndRun_(new QPushButton(tr("Create and run…"), this)) {
  setWindowTitle(tr("New project"));
  setObjectName("projectAssistant");
  resize(860, 780);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 16, 20, 14);
  column->setSpacing(14);
  column->addWidget(makeHead());
  for (QWidget* page : std::initializer_list<QWidget*>{sources_, scrolled(tests_, pages_), trial_}) pages_->addWidget(page);
  column->addWidget(pages_, 1);
  column->addWidget(makeFoot());
  sources_->show(project);
  tests_->show(project);
  known_ = project;
  knownFiles_ = sources_->files();
  if (!project.file.empty()) trial_->file()->setText(QString::fromStdString(project.file.string()));
  connect(sources_, &SourcesPage::changed, this, &ProjectAssistant::refresh);
  connect(tests_, &TestsPage::changed, this, &ProjectAssistant::refresh);
  connect(trial_, &TrialPage::changed, this, &ProjectAssistant::refresh);
  connect(trial_, &TrialPage::typeChosen, this, [this](const QString& output, const QString& type) {
    tests_->setOutputType(output, type);
    trial_->run(this->project());
  });
  examine();
  goTo(0);
}

ProjectAssistant::~ProjectAssistant() = default;

QWidget* ProjectAssistant::makeHead() {
  auto* head = new QWidget(this);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  for (const QString& name : {tr("1  Program"), tr("2  Tests"), tr("3  Trial")}) {
    QLabel* step = makeChip("plain", head);
    step->setText(name);
    row->addWidget(step);
    steps_.push_back(step);
  }
  row->addStretch();
  return head;
}

QWidget* ProjectAssistant::makeFoot() {
  auto* foot = new QWidget(this);
  auto* row = new QHBoxLayout(foot);
  row->setContentsMargins(0, 0, 0, 0);
  auto* cancel = new QPushButton(tr("Cancel"), foot);
  hint_->setWordWrap(true);
  hint_->setTextFormat(Qt::PlainText); // may quote "BLOCK <= 64"
  row->addWidget(hint_, 1);
  for (QPushButton* button : {cancel, back_, next_, create_, createAndRun_}) {
    button->setAutoDefault(false);
    row->addWidget(button);
  }
  connect(cancel, &QPushButton::clicked, this, &ProjectAssistant::reject);
  connect(back_, &QPushButton::clicked, this, [this] { goTo(page() - 1); });
  connect(next_, &QPushButton::clicked, this, [this] { goTo(page() + 1); });
  connect(create_, &QPushButton::clicked, this, [this] { create(false); });
  connect(createAndRun_, &QPushButton::clicked, this, [this] { create(true); });
  next_->setProperty("primary", true);
  createAndRun_->setProperty("primary", true);
  return foot;
}

int ProjectAssistant::page() const { return pages_->currentIndex(); }

void ProjectAssistant::goTo(int page) {
  pages_->setCurrentIndex(page);
  for (int i = 0; i < static_cast<int>(steps_.size()); ++i) {
    QLabel* step = steps_[static_cast<std::size_t>(i)];
    setChip(step, i == page ? "accent" : "plain", step->text());
  }
  if (page == 1) {
    const QStringList files = sources_->files();
    const auto cuda = std::ranges::find_if(files, [](const QString& path) { return path.endsWith(".cu"); });
    tests_->setProgramName(cuda == files.end() ? QString() : QFileInfo(*cuda).completeBaseName());
    tests_->tests()->setFocus(Qt::OtherFocusReason);
  }
  if (page == 2) {
    suggestFile();
    trial_->file()->setFocus(Qt::OtherFocusReason);
    trial_->run(project());
  } else {
    trial_->cancel(); // the description of the program may be about to change
  }
  refresh();
}

NewProject ProjectAssistant::project() const {
  NewProject project;
  sources_->fill(project);
  tests_->fill(project);
  project.file = trial_->file()->text().trimmed().toStdString();
  if (sources_->files() != knownFiles_) return project; // other sources have other parameters
  project.parameters = known_.parameters;
  project.requirements = known_.requirements;
  project.findsParameters = known_.findsParameters;
  return project;
}

/// Next to the sources, until the user chooses another path.
void ProjectAssistant::suggestFile() {
  const NewProject now = project();
  if (!trial_->file()->text().isEmpty() && trial_->file()->text() != suggested_) return;
  if (now.build.files.empty()) return;
  const QString name = QFileInfo(QString::fromStdString(now.build.files.front())).completeBaseName() + ".gevo";
  suggested_ = QDir(QString::fromStdString(now.folder.string())).filePath(name);
  trial_->file()->setText(suggested_);
}

QString ProjectAssistant::hint() const { return hint_->text(); }

void ProjectAssistant::refresh() {
  const int now = page();
  const QString missing = sources_->missing();
  hint_->setText(now == 0 ? missing : QString());
  back_->setVisible(now > 0);
  next_->setVisible(now < 2);
  next_->setEnabled(now != 0 || missing.isEmpty());
  for (QPushButton* button : {create_, createAndRun_}) {
    button->setVisible(now == 2);
    button->setEnabled(trial_->complete() && !storing_);
  }
  (now < 2 ? next_ : createAndRun_)->setDefault(true);
  if (now != 2 || !trial_->reply()) return;
  const TrialResult& result = *trial_->result();
  hint_->setText(result.anyKernelChosen() ? result.parameters()->problem() : tr("Choose at least one kernel to evolve."));
}

void ProjectAssistant::examine() {
  auto* watcher = new QFutureWatcher<Result<MachineReport>>(this);
  sources_->setMachine(tr("Looking for clang and the CUDA toolkit…"), true);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
    const auto [message, complete] = toolchainMessage(watcher->result());
    sources_->setMachine(message, complete);
    watcher->deleteLater();
  });
  watcher->setFuture(QtConcurrent::run(&backgroundPool(), examineMachine, workerProgram_));
}

void ProjectAssistant::create(bool run) {
  const QString path = trial_->file()->text().trimmed();
  if (!QFileInfo::exists(path)) return store(run, false);
  auto* question =
      new QMessageBox(QMessageBox::Question, tr("New project"),
                      tr("%1 already exists. Replace it and all runs in it?").arg(QFileInfo(path).fileName()), QMessageBox::Cancel, this);
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->addButton(tr("Replace"), QMessageBox::DestructiveRole);
  connect(question, &QMessageBox::buttonClicked, this, [this, question, run](QAbstractButton* button) {
    if (question->buttonRole(button) == QMessageBox::DestructiveRole) store(run, true);
  });
  question->open();
}

void ProjectAssistant::store(bool run, bool replace) {
  storing_ = true;
  refresh();
  const NewProject made = project();
  const std::shared_ptr<const BuiltProject> reply = trial_->reply();
  const auto kernels = trial_->result()->chosenKernels();
  const ParameterSpace parameters = trial_->result()->parameters()->space();
  auto* watcher = new QFutureWatcher<QString>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, made, run] {
    watcher->deleteLater();
    storing_ = false;
    refresh();
    if (!watcher->result().isEmpty()) return showProblem(watcher->result());
    emit created(QString::fromStdString(made.file.string()), run);
    accept();
  });
  watcher->setFuture(QtConcurrent::run(&backgroundPool(), [made, reply, kernels, parameters, replace] {
    std::error_code ignored; // the store reports what matters
    std::filesystem::create_directories(made.file.parent_path(), ignored);
    Project chosen = reply->project;
    chosen.build.kernels = kernels;
    chosen.parameters = parameters;
    Result<void> stored = checkTargetFile(made.file, replace);
    if (stored) stored = storeProject(made.file, chosen, made.folder, replace, reply->coverage);
    return stored ? QString() : QString::fromStdString(stored.error().message);
  }));
}

void ProjectAssistant::showProblem(const QString& problem) { hint_->setText(problem); }

void ProjectAssistant::reject() {
  trial_->cancel();
  QDialog::reject();
}

} // namespace gevo::ui
