#include "ui/window/main_window.h"
#include "ui/window/counters_window.h"

#include "ui/diff/linked_view.h"
#include "ui/edits/edits_pane.h"
#include "ui/generations/generations_view.h"
#include "ui/generations/progress_plot.h"
#include "ui/parallel/parallel_pane.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/presentation/stage.h"
#include "ui/remote/remote_address.h"
#include "ui/setup/run_setup.h"
#include "ui/start/file_opener.h"
#include "ui/start/recent_files.h"
#include "ui/start/start_page.h"
#include "ui/text/format.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/variant_pane.h"
#include "ui/variant_table/variants_pane.h"
#include "ui/window/code_zoom.h"
#include "ui/window/device_comparison.h"
#include "ui/window/facts_feed.h"
#include "ui/window/file_intake.h"
#include "ui/window/file_title.h"
#include "ui/window/fit_window.h"
#include "ui/window/heat_feed.h"
#include "ui/window/interaction_feed.h"
#include "ui/window/main_menus.h"
#include "ui/window/message_bar.h"
#include "ui/window/near_miss_window.h"
#include "ui/window/original_source.h"
#include "ui/window/presenter.h"
#include "ui/window/remote_following.h"
#include "ui/window/run_bar.h"
#include "ui/window/run_comparison.h"
#include "ui/window/shown_variant.h"
#include "ui/window/space_feed.h"
#include "ui/window/stage_feed.h"
#include "ui/window/status_line.h"
#include "ui/window/trust_question.h"
#include "ui/window/variant_checks.h"
#include "ui/window/variant_exports.h"
#include "ui/window/variant_feed.h"
#include "ui/window/variants_comparison.h"
#include "ui/window/window_size.h"
#include "ui/window/workbench.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {

MainWindow::MainWindow(WindowOptions options, QWidget* parent)
    : QMainWindow(parent), options_(std::move(options)), controller_(model_, options_.workerProgram),
      variantService_(options_.workerProgram), heatService_(options_.workerProgram), interactionService_(options_.workerProgram),
      annotations_(model_, undo_), news_(model_, controller_) {
  if (options_.followSystem) options_.theme = systemTheme_.dark() ? Theme::darkened() : Theme::light();
  applyTheme(options_.theme); // before there are widgets: those that have a stylesheet keep the font they were made with
  setWindowIcon(QIcon(":/gevo/icons/gevo-explorer.svg"));
  setAcceptDrops(true);
  setUpPages();
  resize(firstSize(screen()->availableSize()));
  fileTitle_->fit(width());
  setUpStage();
  new MainMenus(*this);
  connectOpener();
  connectInspector();
  connectRun();
  connectChecks();
  connectAnnotations();
  connectNews();
  connect(&systemTheme_, &SystemTheme::changed, this, &MainWindow::showSystemTheme);
  showTheme(options_.theme);
  restoreLayout();
}

MainWindow::~MainWindow() {
  // Views use the window's members until they are destroyed.
  delete takeCentralWidget();
  delete status_;
}

void MainWindow::setUpPages() {
  fileTitle_ = new FileTitle(this);
  showTitle(tr("GEVO Explorer"));
  pages_ = new QStackedWidget(this);
  intake_ = new FileIntake(options_.workerProgram, this);
  opener_ = new FileOpener(this);
  startPage_ = new StartPage(this);
  auto* file = new QWidget(this);
  runBar_ = new RunBar(model_, controller_, selection_, file);
  messageArea_ = new QWidget(this);
  messages_ = new MessageBar(messageArea_);
  auto* messageColumn = new QVBoxLayout(messageArea_);
  messageColumn->setContentsMargins(0, 0, 0, 0);
  messageColumn->addWidget(messages_);
  remote_ = new RemoteFollowing(*messages_, this);
  connect(remote_, &RemoteFollowing::failed, this, [this](const QString& message) { showError(message); });
  workbench_ = new Workbench(model_, selection_, annotations_, file);
  DifferencesView* shown = workbench_->variant()->differences();
  zoom_ = new CodeZoom({shown->view(), shown->linked()->source(), shown->linked()->code()}, *workbench_->original()->view());
  status_ = new StatusLine(model_, controller_, this);
  auto* layout = new QVBoxLayout(file);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(runBar_);
  layout->addWidget(workbench_, 1);
  pages_->addWidget(startPage_);
  pages_->addWidget(file);
  stage_ = new Stage(model_, annotations_, this);
  pages_->addWidget(stage_);
  auto* central = new QWidget(this);
  auto* column = new QVBoxLayout(central);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(pages_, 1);
  // At the bottom, so that a message does not move what the user is about to click.
  column->addWidget(messageArea_);
  setCentralWidget(central);
  setStatusBar(status_);
  connect(startPage_, &StartPage::openRequested, this, &MainWindow::askForFile);
  connect(startPage_, &StartPage::fileChosen, this, [this](const QString& path) {
    if (!QFileInfo::exists(path)) return showError(tr("%1 no longer exists: restore it, or remove it from the start page").arg(path));
    openFile(path);
  });
  connect(startPage_, &StartPage::newRequested, intake_, [this] { intake_->newProject(); });
  connect(startPage_, &StartPage::sampleChosen, intake_, &FileIntake::openSample);
  connect(startPage_, &StartPage::sampleCancelled, intake_, &FileIntake::cancelSample);
  connect(intake_, &FileIntake::sampleProgressed, startPage_, &StartPage::setSampleProgress);
  connect(intake_, &FileIntake::sampleBuilt, this, &MainWindow::showBuiltSample);
  connect(intake_, &FileIntake::failed, this, &MainWindow::showError);
  connect(intake_, &FileIntake::fileReady, this, [this](const QString& path, bool setUp) {
    openFile(path, 0, [this, setUp] {
      if (setUp) setUpRun();
    });
  });
}

void MainWindow::connectRun() {
  connect(runBar_, &RunBar::startRequested, this, &MainWindow::startOrResume);
  connect(runBar_, &RunBar::setUpRequested, this, &MainWindow::setUpRun);
  connect(runBar_, &RunBar::runChosen, this, &MainWindow::showRun);
  connect(&controller_, &RunController::failed, this, &MainWindow::showError);
  connect(&controller_, &RunController::trustRequested, this, [this](const QString& folder, const QString& source) {
    askForTrust(this, QString::fromStdString(controller_.path().string()), folder, source,
                [this](const QString& chosen) { controller_.trust(chosen); });
  });
  connect(&controller_, &RunController::ended, this, [this] {
    if (closing_) close();
  });
  connect(&model_, &RunModel::wasReset, this, [this] {
    selection_.clear();
    workbench_->variant()->forget();
    feed_->forget();
    undo_.clear();
    awaited_ = -1;
    messages_->withdrawOffer(); // its variant is of the run of before
    if (!model_.hasRun()) return;
    variantService_.setRun(model_.run().id, model_.run().settings.evaluation);
    workbench_->edits()->setMetric(model_.run().settings.evaluation.metric);
  });
  connect(&model_, &RunModel::frontChanged, this, &MainWindow::followSuggestion);
  connect(&selection_, &Selection::followingChanged, this, &MainWindow::followSuggestion);
  connect(&model_, &RunModel::unfinishedChanged, this, &MainWindow::followSuggestion);
}

/// The latest run is followed to the next one, too.
void MainWindow::showRun(std::int64_t run) {
  const bool latest = !model_.runs().empty() && model_.runs().back().info.id == run;
  if (!controller_.busy()) controller_.open(controller_.path(), latest ? 0 : run);
}

void MainWindow::connectInspector() {
  DifferencesView* differences = workbench_->variant()->differences();
  feed_ = new VariantFeed(model_, selection_, variantService_, *differences, *workbench_->edits(), this);
  new HeatFeed(variantService_, heatService_, *differences, options_.remember, this);
  interactionFeed_ = new InteractionFeed(model_, selection_, interactionService_, *workbench_->edits()->interactions(), this);
  spaceFeed_ = new SpaceFeed(model_, selection_, *workbench_->space(), this);
  factsFeed_ = new FactsFeed(model_, workbench_->filter(), options_.workerProgram, this);
  connect(factsFeed_, &FactsFeed::failed, this, [this](const QString& message) { showError(message); });
  connect(workbench_->parallel(), &Card::visibilityChanged, this,
          [this](bool visible) { factsFeed_->setWanted(visible && hasParameters_); });
  connect(feed_, &VariantFeed::testsKnown, workbench_->variant(), &VariantPane::setTests);
  connect(feed_, &VariantFeed::detailsKnown, workbench_->generations()->progress(), &ProgressPlot::setDetails);
  connect(feed_, &VariantFeed::shown, this, &MainWindow::variantShown);
  connect(feed_, &VariantFeed::failed, this, [this](const QString& message) { showError(message); });
  connect(&variantService_, &VariantService::originalMeasured, workbench_->original(), &OriginalSource::setRuntime);
  shown_ = std::make_unique<const ShownVariant>(annotations_, selection_, *workbench_->edits());
  exports_ = new VariantExports(
      variantService_, *shown_, [this] { return QFileInfo(QString::fromStdString(controller_.path().string())).completeBaseName(); }, this);
  connect(exports_, &VariantExports::news, messages_, &MessageBar::showNews);
  connect(exports_, &VariantExports::failed, this, [this](const QString& message) { showError(message); });
  connect(&variantService_, &VariantService::failed, this, [this](const QString& message) { showError(message); });
  for (const Card* pane : workbench_->panes()) {
    connect(pane, &Card::failed, this, [this](const QString& message) { showError(message); });
    connect(pane, &Card::notified, messages_, &MessageBar::showNews);
  }
}

void MainWindow::connectChecks() {
  checks_ = std::make_unique<VariantChecks>(model_, controller_, selection_, *shown_, *workbench_->variant(), options_.workerProgram);
  connect(checks_.get(), &VariantChecks::news, messages_, &MessageBar::showNews);
  connect(checks_.get(), &VariantChecks::progressed, status_, &StatusLine::showNews);
  connect(checks_.get(), &VariantChecks::failed, this, [this](const QString& message) { showError(message); });
  connect(checks_.get(), &VariantChecks::patched, feed_, &VariantFeed::readAgain);
  deviceComparison_ = new DeviceComparison(model_, controller_, selection_, annotations_, *shown_, options_.workerProgram, this);
  connect(deviceComparison_, &DeviceComparison::failed, this, [this](const QString& message) { showError(message); });
  runComparison_ = new RunComparisonWindow(model_, controller_, options_.workerProgram, this);
  variantsComparison_ = new VariantsComparison(model_, selection_, workbench_->group(), options_.workerProgram, this);
  connect(variantsComparison_, &VariantsComparison::notified, messages_, &MessageBar::showNews);
  connect(workbench_->variants(), &VariantsPane::comparisonRequested, variantsComparison_, &VariantsComparison::open);
  connect(runComparison_, &RunComparisonWindow::runChosen, this, &MainWindow::showRun);
  connect(runComparison_, &RunComparisonWindow::labelEdited, &annotations_, &AnnotationService::labelRun);
  counters_ =
      new CountersWindow(model_, controller_, selection_, *shown_, *workbench_->variant()->differences(), options_.workerProgram, this);
  connect(counters_, &CountersWindow::failed, this, [this](const QString& message) { showError(message); });
  nearMisses_ = new NearMissWindow(model_, controller_, selection_, *workbench_->variant()->differences(), options_.workerProgram, this);
  connect(this, &MainWindow::variantShown, nearMisses_, &NearMissWindow::showPlace);
  fitWindow_ = new FitWindow(this);
  connect(workbench_->variants(), &VariantsPane::devicesRequested, deviceComparison_, &DeviceComparison::open);
  connect(&controller_, &RunController::ended, checks_.get(), [this] {
    if (!closing_) checks_->proveBest();
  });
}

void MainWindow::connectAnnotations() {
  WhatIf& whatIf = workbench_->edits()->whatIf();
  whatIf.setUndo(&undo_);
  connect(&whatIf, &WhatIf::switchedElsewhere, &selection_, &Selection::choose);
  connect(workbench_->edits(), &EditsPane::derived, &annotations_, [this](const Individual& variant) { annotations_.derive(variant); });
  connect(&workbench_->edits()->simplifier(), &Simplifier::finished, this, [this](int kept, int of) {
    messages_->showNews(kept == of ? tr("Every edit matters.")
                                   : tr("%1 of %2 edits matter; the others are switched off.").arg(kept).arg(of));
  });
  connect(&annotations_, &AnnotationService::failed, this, [this](const QString& message) { showError(message); });
  connect(&annotations_, &AnnotationService::derived, this, [this](qint64 variant) {
    awaited_ = variant;
    showAwaited();
  });
  connect(&model_, &RunModel::derivedChanged, this, &MainWindow::showAwaited);
}

void MainWindow::showAwaited() {
  if (awaited_ < 0 || !model_.variant(awaited_)) return;
  selection_.choose(std::exchange(awaited_, -1));
}

void MainWindow::setTheme(const Theme& theme) {
  options_.followSystem = false;
  showTheme(theme);
}

void MainWindow::followSystemTheme() {
  options_.followSystem = true;
  showSystemTheme();
}

void MainWindow::showSystemTheme() {
  if (options_.followSystem && options_.theme.dark != systemTheme_.dark())
    showTheme(systemTheme_.dark() ? Theme::darkened() : Theme::light());
}

void MainWindow::setWithoutRedAndGreen(bool without) {
  options_.withoutRedAndGreen = without;
  showTheme(options_.theme);
}

void MainWindow::showTheme(const Theme& chosen) {
  options_.theme = chosen;
  const Theme theme = options_.withoutRedAndGreen ? chosen.withoutRedAndGreen() : chosen;
  applyTheme(theme);
  intake_->setTheme(theme);
  startPage_->setTheme(theme);
  runBar_->setTheme(theme);
  messages_->setTheme(theme);
  workbench_->setTheme(theme);
  stage_->setTheme(theme);
  deviceComparison_->setTheme(theme);
  runComparison_->setTheme(theme);
  fitWindow_->setTheme(theme);
  variantsComparison_->setTheme(theme);
}

void MainWindow::openFile(const QString& path, std::int64_t run, std::function<void()> then) {
  presenter_->setOn(false);
  if (isRemote(path)) {
    if (controller_.busy()) return showError(tr("a run is in progress: stop it before opening another file"));
    disconnect(remote_, &RemoteFollowing::ready, this, nullptr);
    connect(remote_, &RemoteFollowing::ready, this, [this, run, then](const QString& copy) { openFile(copy, run, then); });
    return remote_->open(path);
  }
  if (controller_.busy() && QFileInfo(path) == QFileInfo(QString::fromStdString(controller_.path().string())))
    return pages_->setCurrentIndex(1);
  if (controller_.busy()) return showError(tr("a run is in progress: stop it before opening another file"));
  whenOpen_ = std::move(then);
  opener_->open(path, run);
}

void MainWindow::connectOpener() {
  connect(opener_, &FileOpener::opened, this, &MainWindow::showFile);
  connect(opener_, &FileOpener::failed, this, [this](const QString& message) { showError(message); });
  connect(opener_, &FileOpener::delayed, this,
          [this](const QString& path) { messages_->showNews(tr("Opening %1…").arg(QFileInfo(path).fileName())); });
}

void MainWindow::showFile(const OpenedFile& opened) {
  if (controller_.busy()) return showError(tr("a run is in progress: stop it before opening another file")); // begun meanwhile
  const QFileInfo file(opened.path);
  const std::filesystem::path path = opened.path.toStdString();
  if (file != QFileInfo(QString::fromStdString(controller_.path().string()))) workbench_->variants()->filter()->clear();
  pages_->setCurrentIndex(1);
  messages_->hide();
  remote_->showing(opened.path);
  const QString remote = remote_->titleOf(opened.path);
  controller_.setOnlyFollows(!remote.isEmpty());
  workbench_->pareto()->view()->setFocus(Qt::OtherFocusReason);
  checks_->cancel();
  deviceComparison_->close();
  runComparison_->close();
  counters_->close();
  nearMisses_->close();
  showTitle(tr("%1 — GEVO Explorer").arg(remote.isEmpty() ? file.fileName() : remote));
  variantsComparison_->openFile(path, opened.project);
  annotations_.open(path);
  variantService_.open(path, opened.project);
  hasParameters_ = !opened.project->parameters.empty();
  const TestRole timed = timedRole(opened.project->tests);
  timesSeveral_ =
      std::ranges::count_if(opened.project->tests, [&](const TestCase& test) { return test.role == timed && test.run == 0; }) > 1;
  isStatistical_ = opened.project->build.statisticalRuns > 0;
  ideas_ = opened.ideas;
  workbench_->offerParameters(hasParameters_);
  spaceFeed_->open(path, opened.project->parameters);
  workbench_->filter().setSpace(opened.project->parameters);
  factsFeed_->open(path);
  factsFeed_->setWanted(hasParameters_ && workbench_->parallel()->isVisible());
  interactionFeed_->open(path);
  controller_.open(path, opened.run, opened.followed);
  feed_->setProject(opened.project);
  stage_->setProject(opened.project, file.completeBaseName());
  runBar_->refresh();
  status_->refresh();
  if (options_.remember && remote.isEmpty()) addRecentFile(opened.path);
  if (!opened.hasRuns) {
    workbench_->showOriginal(opened.project);
    variantService_.measureOriginal();
    workbench_->pareto()->view()->setNotice(tr("Start a run to see variants here."));
    emit variantShown(selection_.variant());
  }
  if (const std::function<void()> then = std::exchange(whenOpen_, nullptr)) then();
}

void MainWindow::showTitle(const QString& title) {
  setWindowTitle(title);
  fileTitle_->setTitle(title);
  menuBar()->setCornerWidget(fileTitle_, Qt::TopLeftCorner); // or it keeps the width of the text of before
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  fileTitle_->fit(width());
  QMainWindow::resizeEvent(event);
}

void MainWindow::setFullScreen(bool full) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, full)); }

/// Presents what is open; a run that goes on is followed on the stage, too.
void MainWindow::setUpStage() {
  connect(stage_, &Stage::detailsRequested, this, [this] { stageFeed_->open(variantService_.source()); }); // before it is asked
  stageFeed_ = new StageFeed(options_.workerProgram, *stage_, this);
  presenter_ = new Presenter(*this, *pages_, *stage_, {menuBar(), status_, messageArea_}, this);
  const auto calm = [this](bool reduced) {
    workbench_->pareto()->view()->setReducedMotion(reduced);
    stage_->setReducedMotion(reduced);
  };
  calm(reducedMotion_.on());
  connect(&reducedMotion_, &ReducedMotion::changed, this, calm);
}

void MainWindow::showBuiltSample(const QString& path) {
  if (pages_->currentIndex() == 0 && !controller_.busy()) return openFile(path);
  messages_->showNews(tr("%1 is built.").arg(QFileInfo(path).fileName()));
  messages_->offer(tr("Open It"), [this, path] { openFile(path); });
}

void MainWindow::showStartPage() { pages_->setCurrentIndex(0); }

void MainWindow::connectNews() {
  connect(&news_, &RunNews::bestFound, status_, &StatusLine::showNews);
  connect(&news_, &RunNews::bestFound, this, &MainWindow::notifyDesktop);
  connect(&news_, &RunNews::ended, this, [this](const QString& message, qint64 best) {
    if (closing_ || messages_->showsError()) return;
    messages_->showNews(message);
    if (best > 0)
      messages_->offer(tr("Show %1").arg(variantTitle(best)), [this, best] {
        pages_->setCurrentIndex(1);
        selection_.choose(best);
      });
    QApplication::alert(this);
    notifyDesktop(message);
  });
}

/// A user who looks at the window sees it there.
void MainWindow::notifyDesktop(const QString& message) {
  if (QGuiApplication::applicationState() == Qt::ApplicationActive) return;
  notifier_.show(QFileInfo(QString::fromStdString(controller_.path().string())).fileName(), message);
}

void MainWindow::startOrResume() {
  if (controller_.busy())
    controller_.togglePaused();
  else if (model_.hasRun())
    controller_.start();
  else
    setUpRun();
}

void MainWindow::setUpRun() {
  if (controller_.busy() || controller_.path().empty()) return;
  RunSetupOptions options;
  options.workerProgram = options_.workerProgram;
  options.hasParameters = hasParameters_;
  options.timesSeveral = timesSeveral_;
  options.isStatistical = isStatistical_;
  options.ideas = ideas_;
  if (model_.hasRun()) {
    const RunInfo& shown = model_.run();
    options.settings = shown.settings;
    options.settings.runs = options.settings.position = 1;
    for (const RunCurve& curve : model_.runs()) {
      options.runs.push_back(curve.info.id);
      // A used seed would give the same run again.
      options.settings.search.seed = std::max(options.settings.search.seed, curve.info.settings.search.seed);
    }
    ++options.settings.search.seed;
    const auto evaluations = static_cast<double>(model_.evaluations());
    if (evaluations > 0) options.secondsPerEvaluation = shown.status.runSeconds / evaluations;
    if (model_.valid() > 0) options.evaluationsPerVariant = evaluations / static_cast<double>(model_.valid());
  } else {
    options.settings.evaluation.device.clear(); // the one the file was made for
  }
  auto* dialog = new RunSetup(options, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &RunSetup::startRequested, &controller_, &RunController::startNew);
  dialog->open();
}

void MainWindow::askForFile() {
  auto* dialog = new QFileDialog(this, tr("Open a .gevo file"), {}, tr("GEVO files (*.gevo)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { openFile(path); });
  dialog->open();
}

void MainWindow::followSuggestion() {
  if (model_.hasRun() && selection_.following()) selection_.suggest(model_.suggestion());
}

void MainWindow::showError(const QString& message, const QString& details) {
  messages_->showError(message, details);
  emit problem(message);
}

void MainWindow::restoreLayout() {
  if (!options_.remember) return;
  const QSettings settings;
  restoreGeometry(settings.value("geometry").toByteArray());
  workbench_->keepLayout(settings.value("panes").toByteArray());
  zoom_->setSize(settings.value("codeSize", zoom_->size()).toInt());
  workbench_->variants()->setColumns(settings.value("variantColumns").toByteArray());
}

/// The window closes when the run has written everything into the file.
void MainWindow::askToClose() {
  auto* question =
      new QMessageBox(QMessageBox::Question, tr("A run is in progress"),
                      tr("Stop the run and close? Its results stay in the file, and it can be resumed later."), QMessageBox::Cancel, this);
  question->setAttribute(Qt::WA_DeleteOnClose);
  QPushButton* stop = question->addButton(tr("Stop and close"), QMessageBox::AcceptRole);
  question->setDefaultButton(stop);
  connect(stop, &QPushButton::clicked, this, [this] {
    closing_ = true;
    if (!controller_.busy()) return void(close());
    controller_.stop();
    controller_.stop(); // the best variants are not validated: resuming does that
  });
  question->open();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (controller_.busy()) {
    event->ignore();
    if (!closing_) askToClose();
    return;
  }
  presenter_->setOn(false); // the window is remembered as it is without
  if (options_.remember) {
    QSettings settings;
    settings.setValue("geometry", saveGeometry());
    settings.setValue("panes", workbench_->layoutState());
    settings.setValue("codeSize", zoom_->size());
    settings.setValue("withoutRedAndGreen", options_.withoutRedAndGreen);
    settings.setValue("variantColumns", workbench_->variants()->columns());
    settings.setValue("theme", options_.followSystem ? "system" : options_.theme.name());
  }
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (FileIntake::takes(event->mimeData())) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) { intake_->drop(event->mimeData()); }

} // namespace gevo::ui
