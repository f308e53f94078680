#include "tests/ui/stored_run.h"
#include "tests/ui/window_options.h"
#include "ui/diff/diff_canvas.h"
#include "ui/diff/diff_view.h"
#include "ui/edits/edits_pane.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/start/start_page.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/variant_pane.h"
#include "ui/variant_table/variants_pane.h"
#include "ui/window/docs_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/run_bar.h"
#include "ui/window/status_line.h"
#include "ui/window/variant_checks.h"
#include "ui/window/workbench.h"

#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

class MainWindowTest : public QObject {
  Q_OBJECT
private slots:
  void fileIsOpenedAndFollowed();
  void anotherRunOfTheFileCanBeChosen();
  void bestExactVariantIsShownUntilTheUserChooses();
  void selectionLinksEveryPane();
  void editIsFoundInTheDifferences();
  void linesThatNoTestRunsAreMarkedInTheDifferences();
  void missingFileIsReportedInTheWindow();
  void cardOfAMissingFileLeavesTheStartPageOpen();
  void runBarShowsProgress();
  void statusLineShowsWhyEvaluationsWereRejected();
  void themesChangeWhileTheWindowIsOpen();
  void manualHasPages();
  void linksOfTheManualOpenItsPages();
  void linksOfTheManualLeadToItsOtherFolders();
  void picturesOfTheManualAreFound();
  void betterVariantIsReportedDuringTheRun();
  void redAndGreenCanBeReplaced();
  void vanishedFileIsReported();
  void validationOfAnotherRunIsNotShownForThisRun();
  void newRunClearsTheRunningValidation();
  void plainIrKeepsTheEdits();
};

void MainWindowTest::fileIsOpenedAndFollowed() {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath("stencil.gevo").toStdString();
  auto store = Store::create(path, *synthetic::project());
  QVERIFY(store);
  const Result<std::int64_t> run = (*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0));
  QVERIFY(run);
  QVERIFY((*store)->addGeneration(*run, synthetic::generation(0)));

  MainWindow window(testOptions());
  window.openFile(QString::fromStdString(path.string()));
  QTRY_VERIFY(window.model().variant(8));
  QCOMPARE(window.model().run().originalRuntime, 18.4);
  QVERIFY((*store)->addGeneration(*run, synthetic::generation(1)));
  QTRY_VERIFY(window.model().variant(16));
  QCOMPARE(window.model().suggestion(), std::int64_t(16));
  QTRY_COMPARE(window.workbench()->edits()->model()->rowCount(), 6); // read from the file, without a worker
}

void MainWindowTest::anotherRunOfTheFileCanBeChosen() {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath("stencil.gevo").toStdString();
  auto store = Store::create(path, *synthetic::project());
  QVERIFY(store);
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    RunSettings settings;
    settings.search.seed = seed;
    const Result<std::int64_t> run = (*store)->beginRun(settings, "simulated H200", synthetic::stored(0, 0, 18.4, 0));
    QVERIFY(run);
    QVERIFY((*store)->addGeneration(*run, synthetic::generation(0)));
  }
  store->reset();
  MainWindow window(testOptions());
  window.openFile(QString::fromStdString(path.string()));
  QTRY_COMPARE(window.model().run().id, 2);
  QToolButton* choice = window.findChild<RunBar*>()->runChoice();
  QCOMPARE(choice->text(), QString("Run 2 of 2 ▾"));
  emit choice->menu()->aboutToShow();
  const QList<QAction*> runs = choice->menu()->actions();
  QCOMPARE(runs.size(), 2);
  QVERIFY(runs[1]->isChecked());
  QVERIFY2(runs[0]->text().contains("seed 1"), qPrintable(runs[0]->text()));
  runs[0]->trigger();
  QTRY_COMPARE(window.model().run().id, 1);
}

void MainWindowTest::bestExactVariantIsShownUntilTheUserChooses() {
  MainWindow window(testOptions());
  const auto first = synthetic::run();
  window.model().apply(first);
  QCOMPARE(window.selection().variant(), window.model().suggestion());
  const auto next = synthetic::nextGeneration(*first);
  window.model().apply(next);
  QCOMPARE(window.selection().variant(), next->added.back().id);
  window.selection().choose(window.model().front().back());
  window.model().apply(next);
  QCOMPARE(window.selection().variant(), window.model().front().back());
}

void MainWindowTest::selectionLinksEveryPane() {
  MainWindow window(testOptions());
  window.model().apply(synthetic::run());
  const std::int64_t chosen = window.model().front().front();
  window.selection().choose(chosen);
  Workbench& panes = *window.workbench();
  const QModelIndexList rows = panes.variants()->table()->selectionModel()->selectedRows();
  QCOMPARE(rows.size(), 1);
  QCOMPARE(panes.variants()->proxy()->variantAt(rows[0]), chosen);
  const VariantRow* row = window.model().variant(chosen);
  QVERIFY(panes.variant()->chipTexts().contains(QString("generation %1").arg(row->generation)));
}

void MainWindowTest::editIsFoundInTheDifferences() {
  MainWindow window(testOptions());
  window.resize(1400, 900);
  window.show();
  window.model().apply(synthetic::run());
  Workbench& panes = *window.workbench();
  DifferencesView& differences = *panes.variant()->differences();
  differences.setProject(synthetic::project());
  differences.setSides({synthetic::details(0), "original", ""}, {synthetic::details(9), "variant 9", ""});
  panes.edits()->setDetails(synthetic::details(9));
  QTRY_COMPARE(differences.view()->differenceCount(), 4);
  const QTableView* table = panes.edits()->table();
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(panes.edits()->order()->indexOf(1)).center());
  QCOMPARE(window.selection().edit(), 1);
  emit differences.view()->editActivated(3);
  QCOMPARE(panes.edits()->order()->editAt(table->currentIndex()), 3);
}

void MainWindowTest::linesThatNoTestRunsAreMarkedInTheDifferences() {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath("stencil.gevo").toStdString();
  const ProgramCoverage coverage{{{{"stencil.cu", 21}, {"stencil.cu", 27}}, {}}, {{TestRole::Test, {{true, false}, {}}}}};
  {
    const auto store = Store::create(path, *synthetic::project(), {}, coverage);
    QVERIFY(store);
    QVERIFY((*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0)));
    QVERIFY((*store)->addGeneration(1, synthetic::generation(0)));
  }
  MainWindow window(testOptions());
  window.openFile(QString::fromStdString(path.string()));
  QTRY_VERIFY(window.model().variant(8));
  DifferencesView& differences = *window.workbench()->variant()->differences();
  differences.setSides({synthetic::details(0), "original", ""}, {synthetic::details(8), "variant 8", ""});
  const DiffModel& shown = differences.view()->findChild<DiffCanvas*>()->model();
  for (const Side side : {Side::Left, Side::Right}) {
    QVERIFY(shown.document(side).marks.value(26) == LineMark::Dot);
    QCOMPARE(shown.document(side).marks.count(LineMark::Dot), 1);
  }
  differences.setKind(TextKind::Ptx);
  QVERIFY(differences.view()->findChild<DiffCanvas*>()->model().document(Side::Left).marks.isEmpty());
}

void MainWindowTest::missingFileIsReportedInTheWindow() {
  MainWindow window(testOptions());
  window.openFile("/nowhere/lost.gevo");
  QTRY_VERIFY(window.messages()->message().contains("lost.gevo"));
}

void MainWindowTest::cardOfAMissingFileLeavesTheStartPageOpen() {
  MainWindow window(testOptions());
  auto* start = window.findChild<StartPage*>();
  window.show();
  emit start->fileChosen("/nowhere/lost.gevo");
  QVERIFY2(window.messages()->message().contains("lost.gevo no longer exists"), qPrintable(window.messages()->message()));
  QVERIFY(start->isVisible());
}

void MainWindowTest::runBarShowsProgress() {
  RunInfo run = synthetic::run()->run;
  QCOMPARE(progressShare(run), (38 + 96.0 / 256) / 101); // generations count from 0
  run.settings.search.generations = 0;
  run.settings.search.seconds = 60;
  QCOMPARE(progressShare(run), 28.5 / 60);
  QCOMPARE(secondsLeft(run), 31.5);
  run.settings.search.seconds = 0;
  QCOMPARE(progressShare(run), 96.0 / 256);
  QVERIFY(secondsLeft(run) < 0);
  run.generations = run.status.progress.generation = 0;
  run.settings.search.generations = 9;
  QCOMPARE(progressShare(run), 96.0 / 256 / 10); // the initial population counts
}

void MainWindowTest::statusLineShowsWhyEvaluationsWereRejected() {
  RunModel model;
  QCOMPARE(rejectionText(model), QString());
  model.apply(synthetic::run());
  QVERIFY2(rejectionText(model).contains("% " + QString::fromUtf8(reasonName(Reason::WrongOutput))), qPrintable(rejectionText(model)));
}

void MainWindowTest::themesChangeWhileTheWindowIsOpen() {
  MainWindow window(testOptions());
  window.resize(900, 700);
  window.openFile("/nowhere/lost.gevo");
  window.model().apply(synthetic::run());
  window.show();
  window.setTheme(Theme::darkened());
  const QImage picture = window.grab().toImage();
  QVERIFY(picture.pixelColor(2, picture.height() / 2).lightness() < 60);
  window.setTheme(Theme::light());
  QVERIFY(window.grab().toImage().pixelColor(2, picture.height() / 2).lightness() > 200);
}

void MainWindowTest::manualHasPages() {
  qputenv("GEVO_RESOURCES", GEVO_TEST_SOURCE "/resources");
  const DocsWindow docs;
  QVERIFY(docs.pageCount() > 0);
}

void MainWindowTest::linksOfTheManualOpenItsPages() {
  qputenv("GEVO_RESOURCES", GEVO_TEST_SOURCE "/resources");
  const DocsWindow docs;
  const auto* pages = docs.findChild<QListWidget*>();
  QCOMPARE(pages->currentItem()->text(), QString("Use the explorer"));
  emit docs.findChild<QTextBrowser*>()->anchorClicked(QUrl("differences.md"));
  QCOMPARE(pages->currentItem()->text(), QString("Compare variants"));
}

void MainWindowTest::linksOfTheManualLeadToItsOtherFolders() {
  qputenv("GEVO_RESOURCES", GEVO_TEST_SOURCE "/resources");
  const DocsWindow docs;
  const auto* pages = docs.findChild<QListWidget*>();
  emit docs.findChild<QTextBrowser*>()->anchorClicked(QUrl("samples.md"));
  QCOMPARE(pages->currentItem()->text(), QString("Try the samples"));
  emit docs.findChild<QTextBrowser*>()->anchorClicked(QUrl("../benchmarks/samples.md"));
  QVERIFY(pages->currentItem()->text() != "Try the samples");
}

void MainWindowTest::picturesOfTheManualAreFound() {
  qputenv("GEVO_RESOURCES", GEVO_TEST_SOURCE "/resources");
  const DocsWindow docs;
  auto* text = docs.findChild<QTextBrowser*>();
  int pictures = 0; // of the page on the explorer, which is shown first
  for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next())
    for (auto part = block.begin(); !part.atEnd(); ++part) {
      if (!part.fragment().charFormat().isImageFormat()) continue;
      const QString name = part.fragment().charFormat().toImageFormat().name();
      QVERIFY2(!QImage::fromData(text->loadResource(QTextDocument::ImageResource, name).toByteArray()).isNull(), qPrintable(name));
      ++pictures;
    }
  QVERIFY(pictures > 0);
}

void MainWindowTest::betterVariantIsReportedDuringTheRun() {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath("stencil.gevo").toStdString();
  auto store = Store::create(path, *synthetic::project()); // its writer is alive
  const std::int64_t run = (*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0)).value();
  QVERIFY((*store)->addGeneration(run, synthetic::generation(0)));
  MainWindow window(testOptions());
  window.openFile(QString::fromStdString(path.string()));
  const auto* status = window.findChild<StatusLine*>();
  QTRY_VERIFY(window.model().variant(8));
  QCOMPARE(status->news(), QString()); // it was there before
  QVERIFY((*store)->addGeneration(run, synthetic::generation(1)));
  QTRY_VERIFY2(status->news().startsWith("new best: Variant 16, "), qPrintable(status->news()));
}

void MainWindowTest::redAndGreenCanBeReplaced() {
  const Theme usual = Theme::light();
  const Theme other = usual.withoutRedAndGreen();
  QVERIFY(other.good.blue() > other.good.green() && other.good.blue() > other.good.red());
  QVERIFY(other.added != usual.added && other.removed != usual.removed);
  QCOMPARE(other.ink, usual.ink);
  MainWindow window(testOptions());
  window.setWithoutRedAndGreen(true);
  QVERIFY(qApp->styleSheet().contains(other.good.name()));
  window.setTheme(Theme::darkened());
  QVERIFY(qApp->styleSheet().contains(Theme::darkened().withoutRedAndGreen().good.name()));
  window.setWithoutRedAndGreen(false);
  QVERIFY(!qApp->styleSheet().contains(Theme::darkened().withoutRedAndGreen().good.name()));
}

void MainWindowTest::vanishedFileIsReported() {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath("stencil.gevo").toStdString();
  {
    auto store = Store::create(path, *synthetic::project());
    QVERIFY((*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0)));
  }
  MainWindow window(testOptions());
  window.openFile(QString::fromStdString(path.string()));
  QTRY_VERIFY(window.model().hasRun());
  std::filesystem::remove(path);
  QTRY_VERIFY2(window.messages()->message().contains("was removed, renamed or replaced"), qPrintable(window.messages()->message()));
  QVERIFY(window.model().variant(0)); // data that was read stays
}

void MainWindowTest::validationOfAnotherRunIsNotShownForThisRun() {
  MainWindow window(testOptions());
  window.model().apply(synthetic::run()); // run 1
  const std::int64_t variant = window.model().front().front();
  window.selection().choose(variant);
  auto reply = std::make_shared<ValidationReport>();
  reply->tests.emplace_back();
  const QStringList before = window.workbench()->variant()->chipTexts();
  emit window.checks().validation().progressed("building");
  emit window.checks().validation().validated(variant, reply); // of no run that is open
  QCOMPARE(window.workbench()->variant()->chipTexts(), before);
  QVERIFY2(window.messages()->message().contains("of run 0"), qPrintable(window.messages()->message()));
}

void MainWindowTest::newRunClearsTheRunningValidation() {
  MainWindow window(testOptions());
  const auto run = synthetic::run();
  window.model().apply(run);
  const std::int64_t variant = window.model().front().front();
  window.selection().choose(variant);
  window.workbench()->variant()->setValidating(variant, {});
  QVERIFY(window.workbench()->variant()->chipTexts().contains(QString::fromUtf8("validating…")));
  window.model().apply(run); // resets
  window.selection().choose(variant);
  QVERIFY(!window.workbench()->variant()->chipTexts().contains(QString::fromUtf8("validating…")));
}

void MainWindowTest::plainIrKeepsTheEdits() {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath("stencil.gevo").toStdString();
  {
    auto store = Store::create(path, *synthetic::project());
    const std::int64_t run = (*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0)).value();
    QVERIFY((*store)->addGeneration(run, synthetic::generation(0)));
  }
  MainWindow window(testOptions());
  window.openFile(QString::fromStdString(path.string()));
  EditsPane& edits = *window.workbench()->edits();
  QTRY_COMPARE(edits.model()->rowCount(), 6);
  edits.whatIf().setOn(1, false);
  const VariantDetails* before = edits.whatIf().details();
  emit window.workbench()->variant()->differences()->plainIrRequested(true);
  QCOMPARE(edits.model()->rowCount(), 6);
  QTRY_VERIFY(edits.whatIf().details() != before); // its texts are loaded again
  QCOMPARE(edits.model()->rowCount(), 6);
  QCOMPARE(edits.whatIf().switches()[1], false);
  window.selection().clear();
  QCOMPARE(edits.model()->rowCount(), 0);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::MainWindowTest)
#include "main_window_test.moc"
