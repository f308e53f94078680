#include "tests/ui/window/open_and_wait.h"
#include "tests/ui/window_options.h"
#include "ui/setup/limit_row.h"
#include "ui/setup/run_setup.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/message_bar.h"
#include "ui/window/run_bar.h"
#include "ui/window/variant_checks.h"
#include "ui/window/variant_exports.h"
#include "ui/window/workbench.h"

#include <QAction>
#include <QClipboard>
#include <QDrag>
#include <QFileDialog>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

/// The whole window with real workers on the bundled file, driven as a user would.
class RunInWindowTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void firstRunIsSetUpRunAndReported();
  void stoppedRunCanBeResumed();
  void everyExportOfTheMenuIsWritten();
  void ptxAndChangesAreCopied();
  void aTabIsDraggedOutAsAFile_data();
  void aTabIsDraggedOutAsAFile();
  void aFailedExportLeavesTheFileAsItWas();
  void closingDuringARunAsksAndLosesNothing();
  void variantIsValidatedInTheBackground();

private:
  /// Fills the dialog that is open with a tiny run, and starts it.
  void startTinyRun(MainWindow& window, double generations);

  static std::uint64_t evaluationsOf(const QString& file) {
    const auto store = Store::open(file.toStdString(), Store::Access::Read);
    const std::vector<GenerationRow> generations = (*store)->generations(1).value();
    std::uint64_t sum = 0;
    for (const GenerationRow& row : generations) sum += row.evaluations;
    return sum;
  }

  /// A variant of a tiny run is selected; the run is made once, for all tests that need one.
  void selectVariant(MainWindow& window);
  static QAction* action(const MainWindow& window, const QString& text);
  /// Triggers an action of the export menu and answers its file dialog.
  static void chooseExport(MainWindow& window, const QString& name, const QString& path);

  QTemporaryDir folder_;
  QString file_;
  const QString withRun_ = folder_.filePath("run.gevo");
  int files_ = 0;
};

void RunInWindowTest::init() {
  qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
  file_ = folder_.filePath(QString("hotspot%1.gevo").arg(++files_));
  QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", file_));
  QVERIFY(QFile::setPermissions(file_, QFile::ReadOwner | QFile::WriteOwner));
}

void RunInWindowTest::startTinyRun(MainWindow& window, double generations) {
  QTest::mouseClick(window.findChild<RunBar*>()->startButton(), Qt::LeftButton);
  auto* setup = window.findChild<RunSetup*>();
  QVERIFY2(setup, "a file without a run asks how the first one shall be");
  setup->findChildren<LimitRow*>().front()->setValue(generations);
  for (QSpinBox* spin : setup->findChildren<QSpinBox*>())
    if (spin->value() == 256) spin->setValue(12);
  QTest::mouseClick(setup->startButton(), Qt::LeftButton);
  QVERIFY(window.controller().busy());
}

void RunInWindowTest::firstRunIsSetUpRunAndReported() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  window.show();
  openAndWait(window, file_);
  QAction* command = action(window, "&Start…");
  QVERIFY(command);
  const QPushButton* button = window.findChild<RunBar*>()->startButton();
  QStringList different; // the menu, with its key, offers what the button does, in every state
  connect(&window.model(), &RunModel::statusChanged, &window, [&] {
    if (command->isEnabled() != button->isEnabled() || command->text() != '&' + button->text()) different << command->text();
  });
  startTinyRun(window, 1);
  QTRY_VERIFY_WITH_TIMEOUT(!window.controller().busy(), 120'000);
  QCOMPARE(different, QStringList());
  QTRY_VERIFY2_WITH_TIMEOUT(window.messages()->message().startsWith("The run ended after"), qPrintable(window.messages()->message()),
                            10'000);
  QCOMPARE(window.model().run().settings.search.population, 12U);
  QCOMPARE(window.model().generations().size(), std::size_t(2));
  QCOMPARE(window.model().run().status.state, RunState::Finished);
}

void RunInWindowTest::stoppedRunCanBeResumed() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  window.show();
  openAndWait(window, file_);
  startTinyRun(window, 10'000);
  QTRY_VERIFY_WITH_TIMEOUT(window.model().generations().size() >= 2, 120'000);
  window.controller().setPaused(true);
  QCOMPARE(window.controller().state(), RunController::State::Paused);
  window.controller().setPaused(false);
  window.controller().stop();
  QTRY_VERIFY_WITH_TIMEOUT(!window.controller().busy(), 120'000);
  const std::size_t before = window.model().generations().size();
  QTRY_COMPARE(window.model().evaluations(), evaluationsOf(file_)); // as gevo show counts them
  QPushButton* resume = window.findChild<RunBar*>()->startButton();
  QTRY_VERIFY(resume->isEnabled()); // the writer lock is released shortly afterwards
  QCOMPARE(resume->text(), QString("Resume"));
  QTest::mouseClick(resume, Qt::LeftButton);
  QVERIFY2(!window.findChild<RunSetup*>() || !window.findChild<RunSetup*>()->isVisible(), "an existing run is resumed with its settings");
  QTRY_VERIFY_WITH_TIMEOUT(window.model().generations().size() > before, 120'000);
  QCOMPARE(window.model().run().settings.search.generations, 10'000U);
  window.controller().stop();
  window.controller().stop();
  QTRY_VERIFY_WITH_TIMEOUT(!window.controller().busy(), 120'000);
}

void RunInWindowTest::selectVariant(MainWindow& window) {
  if (!QFile::exists(withRun_)) {
    MainWindow first(testOptions(GEVO_TEST_BIN "/gevo-worker"));
    first.show();
    openAndWait(first, file_);
    startTinyRun(first, 1);
    QTRY_VERIFY_WITH_TIMEOUT(!first.controller().busy() && first.model().valid() > 0, 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(first.messages()->message().startsWith("The run ended after"), 60'000);
  }
  if (!QFile::exists(withRun_)) QVERIFY(QFile::copy(file_, withRun_)); // once it is closed
  QVERIFY(QFile::remove(file_) && QFile::copy(withRun_, file_));
  window.show();
  openAndWait(window, file_);
  QTRY_VERIFY_WITH_TIMEOUT(window.model().valid() > 0, 60'000);
  const std::vector<VariantRow>& variants = window.model().variants();
  // Its last edit has words in CUDA.
  const auto changed = std::ranges::find_if(variants, [](const VariantRow& row) { return row.id > 0 && row.step == StepKind::Delete; });
  QVERIFY(changed != variants.end());
  window.selection().choose(changed->id);
}

QAction* RunInWindowTest::action(const MainWindow& window, const QString& text) {
  for (QAction* one : window.findChildren<QAction*>())
    if (one->text() == text) return one;
  return nullptr;
}

void RunInWindowTest::chooseExport(MainWindow& window, const QString& name, const QString& path) {
  QAction* found = action(window, name);
  QVERIFY2(found, qPrintable(name));
  found->trigger();
  const QList<QFileDialog*> dialogs = window.findChildren<QFileDialog*>();
  QVERIFY(!dialogs.isEmpty());
  emit dialogs.last()->fileSelected(path); // the file itself is written by Qt
  dialogs.last()->reject();
}

void RunInWindowTest::everyExportOfTheMenuIsWritten() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  selectVariant(window);
  struct Kind {
    const char* action;
    const char* name;
    const char* beginsWith;
    const char* holds;
  };
  const Kind kinds[] = {
      {"&Report…", "a.html", "<!DOCTYPE html>", "What was not validated"},
      {"Report as P&DF…", "a.pdf", "%PDF-", "/Page"},
      {"Ma&nifest…", "a.json", "{", "\"times_are\": \"simulated\""},
      {"&Loader for Your Program (C++)…", "a.cpp", "// Runs variant", ".visible .entry"},
      {"As &PTX…", "a.ptx", "//", ".target sm_90"},
      {"As LLVM &IR…", "a.ll", ";", "define"},
      {"&Changes in CUDA…", "a.patch", "# variant", "hotspot.cu"},
      {"&Edits…", "a.edits", "", "@"},
  };
  for (const Kind& kind : kinds) {
    const QString path = folder_.filePath(kind.name);
    chooseExport(window, QString::fromUtf8(kind.action), path);
    QTRY_VERIFY2_WITH_TIMEOUT(window.messages()->message().contains("saved as") && window.messages()->message().endsWith(path),
                              qPrintable(window.messages()->message()), 60'000);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray contents = file.readAll();
    QVERIFY2(contents.startsWith(kind.beginsWith), kind.name);
    QVERIFY2(contents.contains(kind.holds), kind.name);
  }
}

void RunInWindowTest::ptxAndChangesAreCopied() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  selectVariant(window);
  action(window, "Cop&y PTX")->trigger();
  QTRY_VERIFY2_WITH_TIMEOUT(window.messages()->message().endsWith(": PTX copied"), qPrintable(window.messages()->message()), 60'000);
  QVERIFY(QGuiApplication::clipboard()->text().contains(".visible .entry"));
  action(window, "Copy Chan&ges in CUDA")->trigger();
  QTRY_VERIFY2_WITH_TIMEOUT(window.messages()->message().endsWith(": changes in CUDA copied"), qPrintable(window.messages()->message()),
                            120'000);
  QVERIFY(QGuiApplication::clipboard()->text().startsWith("# variant"));
}

void RunInWindowTest::aTabIsDraggedOutAsAFile_data() {
  QTest::addColumn<TextKind>("kind");
  QTest::addColumn<QString>("suffix");
  QTest::addColumn<QString>("holds");
  QTest::newRow("CUDA") << TextKind::Cuda << "patch"
                        << "# variant";
  QTest::newRow("LLVM IR") << TextKind::Ir << "ll"
                           << "define";
  QTest::newRow("PTX") << TextKind::Ptx << "ptx"
                       << ".visible .entry";
}

void RunInWindowTest::aTabIsDraggedOutAsAFile() {
  QFETCH(TextKind, kind);
  QFETCH(QString, suffix);
  QFETCH(QString, holds);
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  selectVariant(window);
  DifferencesView* differences = window.workbench()->variant()->differences();
  const TextKind shown = differences->kind();
  QUrl url;
  QString text;
  connect(&window.exports(), &VariantExports::dragBegins, this, [&](const QMimeData* data) {
    url = data->urls().value(0);
    text = data->text();
    QTimer::singleShot(0, &QDrag::cancel); // from within the drag, which waits for a drop
  });
  QToolButton* tab = differences->tab(kind);
  QTest::mousePress(tab, Qt::LeftButton);
  QTest::mouseMove(tab, tab->rect().center() + QPoint(3 * QApplication::startDragDistance(), 0));
  QTRY_VERIFY_WITH_TIMEOUT(url.isValid(), 120'000);
  const QString name = QString("%1-%2.%3").arg(QFileInfo(file_).completeBaseName()).arg(window.selection().variant()).arg(suffix);
  QCOMPARE(url.fileName(), name);
  QFile file(url.toLocalFile());
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(QString::fromUtf8(file.readAll()), text);
  QVERIFY(text.contains(holds));
  QTest::mouseRelease(tab, Qt::LeftButton);
  QCOMPARE(differences->kind(), shown); // it was no click
}

void RunInWindowTest::aFailedExportLeavesTheFileAsItWas() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  selectVariant(window);
  chooseExport(window, "&Edits…", file_);
  QTRY_VERIFY_WITH_TIMEOUT(window.messages()->message().contains("is the .gevo file itself; name another file"), 60'000);
  QVERIFY(window.messages()->showsError());
  QFile file(file_);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QVERIFY(file.read(15) == "SQLite format 3");
  chooseExport(window, "&Edits…", folder_.filePath("nowhere/a.edits"));
  QTRY_VERIFY2_WITH_TIMEOUT(window.messages()->message().contains("Cannot write"), qPrintable(window.messages()->message()), 60'000);
}

void RunInWindowTest::closingDuringARunAsksAndLosesNothing() {
  std::size_t generations = 0;
  {
    MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
    window.show();
    openAndWait(window, file_);
    startTinyRun(window, 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(window.model().generations().size() >= 2, 120'000);
    window.close();
    QVERIFY(window.isVisible());
    auto* question = window.findChild<QMessageBox*>();
    QVERIFY(question);
    QTest::mouseClick(question->button(QMessageBox::Cancel), Qt::LeftButton);
    QVERIFY(window.controller().busy());
    window.close();
    const QList<QMessageBox*> questions = window.findChildren<QMessageBox*>();
    QTest::mouseClick(questions.back()->defaultButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window.isVisible(), 120'000);
    generations = window.model().generations().size();
  }
  const auto store = Store::open(file_.toStdString(), Store::Access::Read);
  QVERIFY((*store)->generations(1)->size() >= generations);
  QCOMPARE((*store)->runs()->front().status.state, RunState::Stopped);
}

void RunInWindowTest::variantIsValidatedInTheBackground() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  window.show();
  openAndWait(window, file_);
  startTinyRun(window, 1);
  QTRY_VERIFY_WITH_TIMEOUT(!window.controller().busy(), 120'000);
  QTRY_VERIFY(!window.model().variants().empty());
  const std::int64_t variant = window.model().variants().back().id;
  window.selection().choose(variant);
  const QSignalSpy ended(&window.checks().validation(), &ValidationService::ended);
  window.checks().validate();
  QVERIFY(window.workbench()->variant()->chipTexts().contains(QString::fromUtf8("validating…")));
  window.checks().validate(); // ends it
  QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60'000);
  const QSignalSpy validated(&window.checks().validation(), &ValidationService::validated);
  window.checks().validate();
  QTRY_COMPARE_WITH_TIMEOUT(validated.size(), 1, 120'000);
  QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, 60'000);
  const auto store = Store::open(file_.toStdString(), Store::Access::Read);
  const std::vector<ValidationRow> validations = (*store)->validations(1).value();
  QVERIFY(std::ranges::find(validations, variant, &ValidationRow::variant) != validations.end());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::RunInWindowTest)
#include "run_in_window_test.moc"
