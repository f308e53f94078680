#include "ui/comparison/runs_dialog.h"
#include "ui/service/comparison_service.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTreeWidget>
#include <QtTest>
#include <qcustomplot.h>

namespace gevo::ui {

namespace {

ComparedRun run(std::int64_t id, std::vector<double> speedups) {
  ComparedRun made;
  made.info.id = id;
  made.info.originalRuntime = 100;
  made.info.settings.search.seed = std::uint64_t(10 * id);
  made.info.generations = std::uint32_t(speedups.size());
  made.speedups = std::move(speedups);
  made.evaluations = 1234;
  made.best.emplace();
  made.best->result.fitness.runtime = 100 / made.speedups.back();
  made.best->edits.resize(3);
  return made;
}

/// Two runs: the first gains 1.5, the second 1.25; one edit in common.
std::shared_ptr<const RunsSideBySide> twoRuns() {
  auto runs = std::make_shared<RunsSideBySide>();
  runs->found.runs = {run(3, {1.1, 1.5}), run(4, {1.25, 1.25})};
  runs->found.spread = {{0, 2, 1.25, 1.175, 1.175, 1.1}, {1, 2, 1.5, 1.375, 1.375, 1.25}};
  runs->found.edits = {{0, 1, {true, true}}, {0, 0, {true, false}}};
  runs->found.clusters = {{0, EditList(2), 0.2, {2, 1}}};
  runs->found.differences = {{"search.population", {"256", "64"}}};
  runs->words = {{"a barrier is removed", "x.cu:12"}};
  return runs;
}

} // namespace

class RunsDialogTest : public QObject {
  Q_OBJECT
private slots:
  void runsStandWithWhatTheyDifferIn();
  void nameAndNoteCanBeWritten();
  void writingIsNotInterrupted();
  void summaryTellsTheSpread();
  void editsInCommonAreInWords();
  void plotHasALineForEachRun();
  void clickOnALineSelectsTheRun();
  void activatedRunIsChosen();
  void oneRunHasNoBand();
  void noRunIsSaid();
};

void RunsDialogTest::runsStandWithWhatTheyDifferIn() {
  RunsDialog dialog;
  dialog.setRuns(twoRuns());
  QTreeWidget& table = *dialog.runs();
  QCOMPARE(table.topLevelItemCount(), 2);
  QCOMPARE(table.headerItem()->text(table.columnCount() - 2), QString("search.population"));
  QStringList cells;
  for (int column = 0; column < table.columnCount(); ++column) cells << table.topLevelItem(1)->text(column);
  QCOMPARE(cells[0], QString("4"));
  QCOMPARE(cells[3], QString("40"));
  QCOMPARE(cells[5], QString("1,234"));
  QCOMPARE(cells[6], QString::fromUtf8("1.250×"));
  QCOMPARE(cells[8], QString("64"));
}

void RunsDialogTest::nameAndNoteCanBeWritten() {
  auto runs = std::make_shared<RunsSideBySide>(*twoRuns());
  runs->found.runs[1].info.label = {"tiles", "large ones"};
  RunsDialog dialog;
  dialog.setRuns(runs);
  QTreeWidgetItem& row = *dialog.runs()->topLevelItem(1);
  const int note = dialog.runs()->columnCount() - 1;
  QCOMPARE(row.text(1), QString("tiles"));
  QCOMPARE(row.text(note), QString("large ones"));
  std::vector<std::pair<qint64, RunLabel>> edited;
  connect(&dialog, &RunsDialog::labelEdited, this, [&](qint64 run, const RunLabel& label) { edited.emplace_back(run, label); });
  row.setText(1, " small tiles ");
  QCOMPARE(edited.size(), std::size_t(1));
  QCOMPARE(edited[0].first, qint64(4));
  QCOMPARE(edited[0].second, (RunLabel{"small tiles", "large ones"}));
  row.setText(3, "41"); // no label
  QCOMPARE(edited.size(), std::size_t(1));
}

void RunsDialogTest::writingIsNotInterrupted() {
  RunsDialog dialog;
  dialog.setRuns(twoRuns());
  dialog.show();
  QVERIFY(QTest::qWaitForWindowExposed(&dialog));
  QTreeWidget& table = *dialog.runs();
  QSignalSpy chosen(&dialog, &RunsDialog::runChosen);
  QSignalSpy edited(&dialog, &RunsDialog::labelEdited);
  const QRect cell = table.visualItemRect(table.topLevelItem(0));
  const QPoint name(table.header()->sectionViewportPosition(1) + 5, cell.center().y());
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, name);
  QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, name);
  QLineEdit* editor = table.viewport()->findChild<QLineEdit*>();
  QVERIFY(editor);
  QTest::keyClicks(editor, "first");
  dialog.setRuns(twoRuns());
  QCOMPARE(table.viewport()->findChild<QLineEdit*>(), editor);
  QTest::keyClick(editor, Qt::Key_Return);
  QTRY_COMPARE(edited.size(), 1);
  QCOMPARE(chosen.size(), 0);
}

void RunsDialogTest::summaryTellsTheSpread() {
  RunsDialog dialog;
  dialog.setRuns(twoRuns());
  QCOMPARE(dialog.summary()->text(), QString::fromUtf8("2 runs: best 1.500×, mean 1.375×, median 1.375×, worst 1.250×.\n"
                                                       "2 edits that act together in run 3 are complete in 1 run and in part in 1 run."));
}

void RunsDialogTest::editsInCommonAreInWords() {
  RunsDialog dialog;
  dialog.setRuns(twoRuns());
  QCOMPARE(dialog.edits()->topLevelItemCount(), 1);
  const QTreeWidgetItem* row = dialog.edits()->topLevelItem(0);
  QCOMPARE(row->text(0), QString("a barrier is removed"));
  QCOMPARE(row->text(2), QString("2 of 2"));
  QCOMPARE(row->text(3), QString("3 4"));
}

void RunsDialogTest::plotHasALineForEachRun() {
  RunsDialog dialog;
  dialog.setRuns(twoRuns());
  dialog.show();
  QTRY_COMPARE(dialog.plot()->lines().size(), std::size_t(2));
  QCOMPARE(dialog.plot()->lines()[0]->data()->at(1)->value, 1.5);
  QCOMPARE(dialog.plot()->median()->data()->at(1)->value, 1.375);
  QVERIFY(dialog.plot()->median()->visible());
  QVERIFY(dialog.plot()->colorOf(0) != dialog.plot()->colorOf(1));
}

void RunsDialogTest::clickOnALineSelectsTheRun() {
  RunsDialog dialog;
  dialog.setRuns(twoRuns());
  dialog.show();
  QCustomPlot& plot = *dialog.plot()->plot();
  QTRY_COMPARE(dialog.plot()->lines().size(), std::size_t(2));
  QTRY_VERIFY(plot.xAxis->coordToPixel(0.5) > 0);
  QTest::mouseClick(&plot, Qt::LeftButton, {}, QPointF(plot.xAxis->coordToPixel(0.5), plot.yAxis->coordToPixel(1.25)).toPoint());
  QCOMPARE(dialog.runs()->indexOfTopLevelItem(dialog.runs()->currentItem()), 1);
}

void RunsDialogTest::activatedRunIsChosen() {
  RunsDialog dialog;
  dialog.setRuns(twoRuns());
  const QSignalSpy chosen(&dialog, &RunsDialog::runChosen);
  emit dialog.runs()->itemActivated(dialog.runs()->topLevelItem(1), 0);
  QCOMPARE(chosen.size(), 1);
  QCOMPARE(chosen[0][0].toLongLong(), 4);
}

void RunsDialogTest::oneRunHasNoBand() {
  auto runs = std::make_shared<RunsSideBySide>(*twoRuns());
  runs->found.runs.pop_back();
  runs->found.clusters.clear();
  RunsDialog dialog;
  dialog.setRuns(runs);
  dialog.show();
  QTRY_COMPARE(dialog.plot()->lines().size(), std::size_t(1));
  QVERIFY(!dialog.plot()->median()->visible());
  QVERIFY2(dialog.summary()->text().startsWith("There is one run on this device"), qPrintable(dialog.summary()->text()));
}

void RunsDialogTest::noRunIsSaid() {
  RunsDialog dialog;
  dialog.setRuns(std::make_shared<RunsSideBySide>());
  dialog.show();
  QCOMPARE(dialog.summary()->text(), QString("No run has completed a generation yet."));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::RunsDialogTest)
#include "runs_dialog_test.moc"
