#include "ui/window/main_menus.h"

#include "ui/diff/diff_view.h"
#include "ui/edits/edits_pane.h"
#include "ui/generations/generations_view.h"
#include "ui/parallel/parallel_pane.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/project/architectures.h"
#include "ui/start/recent_files.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/variant_pane.h"
#include "ui/variant_table/variants_pane.h"
#include "ui/window/code_zoom.h"
#include "ui/window/counters_window.h"
#include "ui/window/device_comparison.h"
#include "ui/window/docs_window.h"
#include "ui/window/file_intake.h"
#include "ui/window/fit_window.h"
#include "ui/window/learned_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/near_miss_window.h"
#include "ui/window/presenter.h"
#include "ui/window/remote_following.h"
#include "ui/window/run_bar.h"
#include "ui/window/run_comparison.h"
#include "ui/window/shortcuts_dialog.h"
#include "ui/window/start_command.h"
#include "ui/window/variant_checks.h"
#include "ui/window/variant_exports.h"
#include "ui/window/variants_comparison.h"
#include "ui/window/workbench.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>

namespace gevo::ui {

MainMenus::MainMenus(MainWindow& window) : QObject(&window), window_(window) {
  addFileMenu();
  addEditMenu();
  addRunMenu();
  addViewMenu();
  addVariantMenu();
  addToolsMenu();
  addHelpMenu();
  connect(&window.controller_, &RunController::stateChanged, this, &MainMenus::refreshRun);
  connect(&window.model_, &RunModel::statusChanged, this, &MainMenus::refreshRun);
  refreshRun();
}

void MainMenus::addFileMenu() {
  QMenu* menu = window_.menuBar()->addMenu(tr("&File"));
  menu->addAction(tr("&New Project…"), QKeySequence::New, window_.intake_, [intake = window_.intake_] { intake->newProject(); });
  menu->addAction(tr("&Open…"), QKeySequence::Open, &window_, &MainWindow::askForFile);
  menu->addAction(tr("Open on &Another Machine…"), &window_,
                  [this] { window_.remote_->askForAddress(&window_, [this](const QString& address) { window_.openFile(address); }); });
  recent_ = menu->addMenu(tr("Open &Recent"));
  connect(recent_, &QMenu::aboutToShow, this, &MainMenus::fillRecent);
  menu->addAction(tr("&Start Page"), &window_, &MainWindow::showStartPage);
  menu->addSeparator();
  QMenu* artifacts = makeExportMenu(menu);
  menu->addMenu(artifacts);
  window_.runBar_->exportButton()->setMenu(artifacts);
  menu->addSeparator();
  window_.addAction(menu->addAction(tr("&Quit"), QKeySequence::Quit, &window_, &QWidget::close)); // without the menus, too
}

QMenu* MainMenus::makeExportMenu(QMenu* parent) {
  auto* menu = new QMenu(tr("&Export Variant"), parent);
  const auto add = [&](const QString& name, const QKeySequence& key, ExportKind kind) {
    menu->addAction(name, key, &window_, [this, kind] { window_.exports().write(kind, target_); });
  };
  add(tr("As &PTX…"), tr("Ctrl+E"), ExportKind::Ptx);
  add(tr("&Loader for Your Program (C++)…"), {}, ExportKind::Loader);
  add(tr("Ma&nifest…"), {}, ExportKind::Manifest);
  add(tr("As &Machine Code (cubin)…"), {}, ExportKind::Cubin);
  add(tr("As LLVM &IR…"), {}, ExportKind::Ir);
  addTargets(menu->addMenu(tr("PTX &Target")));
  menu->addSeparator();
  add(tr("&Report…"), tr("Ctrl+Shift+E"), ExportKind::Report);
  add(tr("Report as P&DF…"), {}, ExportKind::PaperReport);
  add(tr("&Changes in CUDA…"), {}, ExportKind::Patch);
  add(tr("&Edits…"), {}, ExportKind::Edits);
  menu->addSeparator();
  menu->addAction(tr("Cop&y PTX"), tr("Ctrl+Shift+X"), &window_, [this] { window_.exports().copy(ExportKind::Ptx, target_); });
  menu->addAction(tr("Copy Chan&ges in CUDA"), tr("Ctrl+Shift+D"), &window_, [this] { window_.exports().copy(ExportKind::Patch); });
  connect(window_.workbench_->variant()->differences(), &DifferencesView::dragged, this, [this](TextKind text, DragGesture* gesture) {
    const ExportKind kind = text == TextKind::Cuda ? ExportKind::Patch : text == TextKind::Ir ? ExportKind::Ir : ExportKind::Ptx;
    window_.exports().drag(kind, target_, *gesture);
  });
  return menu;
}

/// Common generations of GPUs; gevo export accepts all that the back end supports.
void MainMenus::addTargets(QMenu* menu) {
  auto* group = new QActionGroup(menu);
  const auto add = [&](const QString& name, const std::string& architecture) {
    QAction* action = menu->addAction(name, this, [this, architecture] { target_ = architecture; });
    action->setCheckable(true);
    action->setChecked(architecture == target_);
    group->addAction(action);
  };
  add(tr("Same as the Project"), {});
  for (const char* const architecture : commonArchitectures) add(QString::fromLatin1(architecture), architecture);
}

void MainMenus::fillRecent() {
  recent_->clear();
  for (const QString& path : recentFiles()) recent_->addAction(path, &window_, [this, path] { window_.openFile(path); });
  if (recent_->isEmpty()) recent_->addAction(tr("No Recent Files"))->setEnabled(false);
}

void MainMenus::addEditMenu() {
  QMenu* menu = window_.menuBar()->addMenu(tr("&Edit"));
  QAction* undo = window_.undo_.createUndoAction(menu, tr("&Undo"));
  undo->setShortcut(QKeySequence::Undo);
  QAction* redo = window_.undo_.createRedoAction(menu, tr("&Redo"));
  redo->setShortcut(QKeySequence::Redo);
  menu->addActions({undo, redo});
  menu->addSeparator();
  DiffView* view = window_.workbench_->variant()->differences()->view();
  menu->addAction(tr("&Find…"), QKeySequence(tr("Ctrl+F")), view, &DiffView::openFind);
  menu->addAction(tr("Find Ne&xt"), QKeySequence(tr("F3")), view, &DiffView::findNext);
  menu->addAction(tr("Find Pre&vious"), QKeySequence(tr("Shift+F3")), view, &DiffView::findPrevious);
  menu->addAction(tr("&Go to Line…"), QKeySequence(tr("Ctrl+G")), view, &DiffView::openGoToLine);
}

void MainMenus::addRunMenu() {
  QMenu* menu = window_.menuBar()->addMenu(tr("&Run"));
  start_ = menu->addAction(tr("&Start"), tr("Ctrl+R"), &window_, &MainWindow::startOrResume);
  startNew_ = menu->addAction(tr("&New Run…"), tr("Ctrl+Shift+R"), &window_, &MainWindow::setUpRun);
  stop_ = menu->addAction(tr("S&top"), tr("Ctrl+."), &window_.controller_, &RunController::stop);
  menu->addSeparator();
  menu->addAction(tr("What This Run &Learned…"), tr("Ctrl+Shift+W"), this, &MainMenus::showLearned);
  menu->addAction(tr("Near &Misses…"), tr("Ctrl+Shift+N"), this, [this] { window_.nearMisses_->open(); });
  menu->addAction(tr("&Compare Runs…"), tr("Ctrl+Shift+O"), this, [this] { window_.runComparison_->open(); });
}

void MainMenus::showLearned() {
  auto* dialog = new LearnedDialog(window_.model_, window_.selection_, &window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->show();
}

void MainMenus::refreshRun() {
  const RunController& controller = window_.controller_;
  const StartCommand command = startCommand(window_.model_, controller);
  start_->setText('&' + command.text);
  start_->setEnabled(command.enabled);
  startNew_->setEnabled(mayStartNew(window_.model_, controller));
  stop_->setEnabled(controller.busy());
}

void MainMenus::addViewMenu() {
  QMenu* menu = window_.menuBar()->addMenu(tr("&View"));
  for (Card* pane : window_.workbench_->panes()) menu->addAction(pane->toggleViewAction());
  menu->addSeparator();
  addThemes(menu->addMenu(tr("&Theme")));
  menu->addAction(tr("&Reset Layout"), window_.workbench_, &Workbench::resetLayout);
  addPresent(menu);
  QAction* full =
      menu->addAction(tr("F&ull Screen"), tr("Shift+F11"), &window_, [this] { window_.setFullScreen(!window_.isFullScreen()); });
  full->setCheckable(true);
  connect(menu, &QMenu::aboutToShow, full, [this, full] { full->setChecked(window_.isFullScreen()); });
  menu->addSeparator();
  menu->addAction(tr("Larger &Code"), window_.zoom_, &CodeZoom::zoomIn)->setShortcuts({tr("Ctrl++"), tr("Ctrl+=")});
  menu->addAction(tr("&Smaller Code"), tr("Ctrl+-"), window_.zoom_, &CodeZoom::zoomOut);
  menu->addAction(tr("Usual Code Si&ze"), tr("Ctrl+0"), window_.zoom_, &CodeZoom::reset);
  menu->addSeparator();
  Workbench* panes = window_.workbench_;
  const auto addFocus = [&](const QString& name, const QString& key, QWidget* target) {
    menu->addAction(name, QKeySequence(key), &window_, [target] { target->setFocus(Qt::ShortcutFocusReason); });
  };
  addFocus(tr("Go to the Front"), "Ctrl+1", panes->pareto()->view());
  addFocus(tr("Go to the Differences"), "Ctrl+2", panes->variant()->differences()->view());
  addFocus(tr("Go to the Edits"), "Ctrl+3", panes->edits()->table());
  addFocus(tr("Go to the Variants"), "Ctrl+4", panes->variants()->table());
  addFocus(tr("Filter the Variants"), "Ctrl+L", panes->variants()->filter());
  menu->addAction(tr("Go to the Parallel Coordinates"), tr("Ctrl+5"), &window_, [panes] {
    panes->parallel()->show();
    panes->parallel()->raise();
    panes->parallel()->view()->setFocus(Qt::ShortcutFocusReason);
  });
}

/// A key of the window: while it presents, there are no menus.
void MainMenus::addPresent(QMenu* menu) {
  QAction* present = menu->addAction(tr("&Present"));
  present->setShortcut(tr("F11"));
  present->setCheckable(true);
  connect(present, &QAction::triggered, &window_.presenter(), &Presenter::setOn);
  connect(&window_.presenter(), &Presenter::changed, present, &QAction::setChecked);
  window_.addAction(present);
}

void MainMenus::addThemes(QMenu* menu) {
  auto* group = new QActionGroup(menu);
  const auto add = [&](const QString& name, bool chosen, auto&& choose) {
    QAction* action = menu->addAction(name, &window_, choose);
    action->setCheckable(true);
    action->setChecked(chosen);
    group->addAction(action);
  };
  const bool system = window_.followsSystemTheme();
  const bool dark = window_.theme().dark;
  add(tr("&System"), system, [this] { window_.followSystemTheme(); });
  add(tr("&Light"), !system && !dark, [this] { window_.setTheme(Theme::light()); });
  add(tr("&Dark"), !system && dark, [this] { window_.setTheme(Theme::darkened()); });
  menu->addSeparator();
  QAction* colours = menu->addAction(tr("&No Red and Green"));
  colours->setToolTip(tr("Uses blue and orange instead"));
  colours->setCheckable(true);
  colours->setChecked(window_.withoutRedAndGreen());
  connect(colours, &QAction::toggled, &window_, &MainWindow::setWithoutRedAndGreen);
}

void MainMenus::addVariantMenu() {
  QMenu* menu = window_.menuBar()->addMenu(tr("V&ariant"));
  ParetoView* front = window_.workbench_->pareto()->view();
  menu->addAction(tr("&Next on the Front"), tr("Alt+Right"), front, [front] { front->step(1); });
  menu->addAction(tr("&Previous on the Front"), tr("Alt+Left"), front, [front] { front->step(-1); });
  menu->addAction(tr("&Best Exact"), tr("Alt+Home"), &window_, [this] { window_.selection_.choose(window_.model_.suggestion()); });
  menu->addAction(tr("&Original"), &window_, [this] { window_.selection_.choose(0); });
  QAction* follow = menu->addAction(tr("&Follow the Best"));
  follow->setShortcut(tr("Alt+Shift+Home"));
  follow->setCheckable(true);
  follow->setChecked(window_.selection_.following());
  connect(follow, &QAction::triggered, &window_.selection_, &Selection::setFollowing);
  connect(&window_.selection_, &Selection::followingChanged, follow, &QAction::setChecked);
  menu->addSeparator();
  DifferencesView* differences = window_.workbench_->variant()->differences();
  const auto addKind = [&](const QString& name, const QString& key, TextKind kind) {
    menu->addAction(name, QKeySequence(key), differences, [differences, kind] { differences->setKind(kind); });
  };
  addKind(tr("Differences in &CUDA"), "Alt+1", TextKind::Cuda);
  addKind(tr("Differences in LLVM &IR"), "Alt+2", TextKind::Ir);
  addKind(tr("Differences in P&TX"), "Alt+3", TextKind::Ptx);
  DiffView* view = differences->view();
  menu->addAction(tr("Next &Difference"), tr("F8"), view, &DiffView::nextDifference);
  menu->addAction(tr("P&revious Difference"), tr("Shift+F8"), view, &DiffView::previousDifference);
  menu->addSeparator();
  QAction* prove =
      menu->addAction(tr("&Prove as a Patch of the Sources"), tr("Ctrl+Shift+K"), &window_, [this] { window_.checks().prove(); });
  QAction* validate = menu->addAction(tr("Va&lidate on All Tests"), tr("Ctrl+K"), &window_, [this] { window_.checks().validate(); });
  QAction* validateFront =
      menu->addAction(tr("Validate the &Front"), tr("Ctrl+Shift+L"), &window_, [this] { window_.checks().validateFront(); });
  QAction* tries = menu->addAction(tr("Try on Fresh &Inputs"), tr("Ctrl+Shift+I"), &window_, [this] { window_.checks().tryFreshInputs(); });
  QAction* compare =
      menu->addAction(tr("Compare Variants…"), tr("Ctrl+Shift+V"), &window_, [this] { window_.variantsComparison_->open(); });
  compare->setToolTip(tr("Those that are selected together: Ctrl and a click add one"));
  menu->addAction(tr("Compare De&vices…"), tr("Ctrl+Shift+P"), &window_, [this] { window_.deviceComparison().open(); });
  menu->addAction(tr("&GPU Counters…"), tr("Ctrl+Shift+G"), &window_, [this] { window_.counters().open(); });
  connect(menu, &QMenu::aboutToShow, this, [this, prove, validate, validateFront, tries] {
    using Kind = ValidationService::Kind;
    const ValidationService& validation = window_.checks().validation();
    const bool validatesOne = validation.running(Kind::Variant);
    validateFront->setText(validation.running(Kind::Front) ? tr("Cancel the Validation") : tr("Validate the &Front"));
    tries->setText(validation.running(Kind::FreshInputs) ? tr("Cancel Trying Fresh &Inputs") : tr("Try on Fresh &Inputs"));
    const bool checked = window_.workbench_->edits()->whatIf().switchedOff();
    prove->setText(window_.checks().provesShown() ? tr("Cancel the &Proof")
                   : checked                      ? tr("&Prove the Checked Edits as a Patch of the Sources")
                                                  : tr("&Prove as a Patch of the Sources"));
    validate->setText(validatesOne ? tr("Cancel the Va&lidation")
                      : checked    ? tr("Va&lidate the Checked Edits on All Tests")
                                   : tr("Va&lidate on All Tests"));
  });
  VariantPane* variant = window_.workbench_->variant();
  EditsPane* edits = window_.workbench_->edits();
  menu->addSeparator();
  menu->addAction(tr("Pin &or Unpin"), tr("Ctrl+D"), variant, &VariantPane::togglePin);
  menu->addAction(tr("&Note…"), tr("Ctrl+M"), window_.workbench_->variants(), &VariantsPane::editNote);
  menu->addAction(tr("&Simplify"), tr("Ctrl+Shift+S"), edits, &EditsPane::simplify);
  menu->addAction(tr("&Make Variant from Checked Edits"), tr("Ctrl+Shift+M"), edits, &EditsPane::derive);
  menu->addAction(tr("&History"), tr("Ctrl+H"), edits, [edits] { edits->showHistory(true); });
  menu->addSeparator();
  menu->addAction(tr("Cop&y Edits"), tr("Ctrl+Shift+C"), window_.workbench_->edits(), &EditsPane::copyEdits);
}

/// What needs no file.
void MainMenus::addToolsMenu() {
  QMenu* menu = window_.menuBar()->addMenu(tr("&Tools"));
  menu->addAction(tr("&Fit a Table…"), tr("Ctrl+T"), this, [this] { window_.fitWindow().open(); });
}

void MainMenus::addHelpMenu() {
  QMenu* menu = window_.menuBar()->addMenu(tr("&Help"));
  menu->addAction(tr("&Manual"), QKeySequence::HelpContents, this, &MainMenus::showDocs);
  menu->addAction(tr("&Keyboard Shortcuts"), tr("Ctrl+F1"), this, &MainMenus::showShortcuts);
  menu->addAction(tr("&About GEVO Explorer"), this, &MainMenus::showAbout);
}

void MainMenus::showDocs() {
  auto* docs = new DocsWindow(&window_);
  docs->setAttribute(Qt::WA_DeleteOnClose);
  docs->show();
}

void MainMenus::showShortcuts() {
  auto* shortcuts = new ShortcutsDialog(window_, &window_);
  shortcuts->setAttribute(Qt::WA_DeleteOnClose);
  shortcuts->show();
}

void MainMenus::showAbout() {
  QMessageBox::about(&window_, tr("GEVO Explorer"),
                     tr("<b>GEVO Explorer %1</b><p>Genetic improvement of GPU kernels, made visible.<p>Free software under the GNU General "
                        "Public License, version 3 or later.")
                         .arg(QCoreApplication::applicationVersion()));
}

} // namespace gevo::ui
