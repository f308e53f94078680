/// A filter, parallel coordinates and a comparison of variants in the window, of a stored run.

#include "tests/ui/stored_run.h"
#include "tests/ui/window/open_and_wait.h"
#include "tests/ui/window_options.h"
#include "ui/comparison/variants_dialog.h"
#include "ui/parallel/parallel_pane.h"
#include "ui/variant_table/variants_pane.h"
#include "ui/window/workbench.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

class BrushingWindowTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void parametersFilterOnceTheyAreRead();
  void editsAreFoundByTheirText();
  void parallelCoordinatesReadTheParameters();
  void selectedVariantsAreComparedAndFollowed();
  void withoutTwoVariantsTheWindowSaysHow();

private:
  static QAction* command(MainWindow& window, const QString& name) {
    for (QAction* action : window.findChildren<QAction*>())
      if (action->text().remove('&') == name) return action;
    return nullptr;
  }

  QTemporaryDir folder_;
  QString file_;
  std::unique_ptr<Store> store_;
};

void BrushingWindowTest::init() {
  file_ = folder_.filePath(QString("%1.gevo").arg(QTest::currentTestFunction()));
  Project project = *synthetic::project();
  project.parameters = {{{.name = "BLOCK", .value = "16", .values = {"16", "32", "64"}}}, {}};
  store_ = *Store::create(file_.toStdString(), project);
  const std::int64_t run = *store_->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18, 0));
  GenerationResult first = synthetic::generation(0);
  for (const std::size_t odd : {1, 3}) {
    Individual& one = first.evaluations[odd];
    one.edits.insert(one.edits.begin(), setEdit({"BLOCK", "32"}));
    one.active.insert(one.active.begin(), true);
  }
  first.evaluations[6].edits.back().op = Operator::Swap;
  QVERIFY(store_->addGeneration(run, first));
}

void BrushingWindowTest::parametersFilterOnceTheyAreRead() {
  MainWindow window(testOptions());
  window.show();
  openAndWait(window, file_);
  VariantsPane* pane = window.workbench()->variants();
  QTRY_COMPARE(pane->proxy()->rowCount(), 9);
  pane->filter()->setText("block = 32");
  QVERIFY(pane->problem()->isHidden());
  QTRY_COMPARE(pane->proxy()->rowCount(), 2);
  pane->filter()->setText("block = 16 | 64 and error = 0");
  QCOMPARE(pane->proxy()->rowCount(), 3); // two variants and the original
}

void BrushingWindowTest::editsAreFoundByTheirText() {
  MainWindow window(testOptions());
  window.show();
  openAndWait(window, file_);
  VariantsPane* pane = window.workbench()->variants();
  QTRY_COMPARE(pane->proxy()->rowCount(), 9);
  pane->filter()->setText("\"swap\"");
  QTRY_COMPARE(pane->proxy()->rowCount(), 1);
  QCOMPARE(pane->proxy()->variant(0).id, std::int64_t(7));
}

void BrushingWindowTest::parallelCoordinatesReadTheParameters() {
  MainWindow window(testOptions());
  window.resize(1500, 950);
  window.show();
  openAndWait(window, file_);
  ParallelPane* pane = window.workbench()->parallel();
  QVERIFY(!pane->isHidden());
  QTRY_COMPARE(window.model().variants().size(), std::size_t(9));
  command(window, "Go to the Parallel Coordinates")->trigger();
  QTRY_VERIFY(window.workbench()->filter().facts());
  QTRY_VERIFY(pane->view()->settled());
  QCOMPARE(pane->view()->axes().back().name, QString("BLOCK"));
  QCOMPARE(pane->view()->picture()->shareOf(2, pane->view()->axes().size() - 1), 0.5); // variant 2, in 32
}

void BrushingWindowTest::selectedVariantsAreComparedAndFollowed() {
  MainWindow window(testOptions());
  window.show();
  openAndWait(window, file_);
  QTRY_COMPARE(window.model().variants().size(), std::size_t(9));
  window.workbench()->group().set({1, 2, 7});
  command(window, "Compare Variants…")->trigger();
  auto* dialog = window.findChild<VariantsDialog*>();
  QVERIFY(dialog);
  QTRY_COMPARE(dialog->model()->columnCount(), 4);
  QCOMPARE(dialog->model()->variantOf(1), std::int64_t(7)); // the fastest
  QVERIFY(dialog->text().contains("speedup, simulated\t"));
  QVERIFY(dialog->text().contains("BLOCK\t16\t32\t16\n"));
  window.workbench()->group().toggle(4);
  QTRY_COMPARE(dialog->model()->columnCount(), 5);
  emit dialog->variantChosen(2);
  QCOMPARE(window.workbench()->group().members().size(), std::size_t(4));
}

void BrushingWindowTest::withoutTwoVariantsTheWindowSaysHow() {
  MainWindow window(testOptions());
  window.show();
  openAndWait(window, file_);
  command(window, "Compare Variants…")->trigger();
  QVERIFY(!window.findChild<VariantsDialog*>());
  QVERIFY(std::ranges::any_of(window.findChildren<QLabel*>(),
                              [](const QLabel* label) { return label->text().startsWith("Select two or more variants first"); }));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::BrushingWindowTest)
#include "brushing_window_test.moc"
