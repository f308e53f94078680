#include "tests/ui/stored_run.h"
#include "tests/ui/window/open_and_wait.h"
#include "tests/ui/window_options.h"
#include "ui/space/heat_map.h"
#include "ui/space/space_pane.h"
#include "ui/window/workbench.h"

#include <QAction>
#include <QTabBar>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

class ParametersPaneTest : public QObject {
  Q_OBJECT
private slots:
  void aProgramWithParametersHasThePane();
  void aProgramWithoutParametersHasNoPane();
  void aHiddenPaneReadsNothing();
  void aCellsClickSelectsTheVariant();
  void anotherGenerationIsRead();
  void aRestoredLayoutOfBeforeHasThePaneToo();

private:
  /// A variant of one setting.
  static Individual configured(std::int64_t id, std::uint32_t generation, const std::string& block, double runtime) {
    Individual one = synthetic::stored(id, generation, runtime, 0);
    one.edits = {setEdit({"BLOCK", block})};
    one.active = {true};
    return one;
  }
  QString file(bool parameters) {
    const QString path = folder_.filePath(parameters ? "with.gevo" : "without.gevo");
    QFile::remove(path);
    Project project = *synthetic::project();
    if (parameters) project.parameters = {{{.name = "BLOCK", .value = "16", .values = {"16", "32", "64"}}}, {}};
    store_ = *Store::create(path.toStdString(), project);
    run_ = *store_->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18, 0));
    GenerationResult first;
    first.evaluations = {configured(1, 0, "32", 9)};
    first.population = {1};
    first.rank = {0};
    if (!store_->addGeneration(run_, first)) qFatal("cannot add a generation");
    return path;
  }

  QTemporaryDir folder_;
  std::unique_ptr<Store> store_;
  std::int64_t run_ = 0;
};

void ParametersPaneTest::aProgramWithParametersHasThePane() {
  MainWindow window(testOptions());
  window.resize(1600, 1000);
  window.show();
  openAndWait(window, file(true));
  SpacePane* pane = window.workbench()->space();
  QVERIFY(!pane->isHidden());
  QVERIFY(pane->toggleViewAction()->isVisible());
  QCOMPARE(window.workbench()->tabifiedDockWidgets(pane).size(), 2);
  QTRY_VERIFY(window.model().variant(1));
  for (const QTabBar* bar : window.workbench()->findChildren<QTabBar*>()) QVERIFY(!bar->accessibleName().isEmpty());
  QVERIFY2(pane->view()->model().lines.empty(), "the generations are in front");
  pane->raise();
  QTRY_COMPARE(pane->view()->model().lines.size(), std::size_t(2));
  QCOMPARE(pane->view()->model().lines[1].speedup, 2.0);
}

void ParametersPaneTest::aProgramWithoutParametersHasNoPane() {
  MainWindow window(testOptions());
  window.show();
  openAndWait(window, file(true));
  openAndWait(window, file(false));
  const SpacePane* pane = window.workbench()->space();
  QVERIFY(pane->isHidden());
  QVERIFY(!pane->toggleViewAction()->isVisible());
  window.workbench()->resetLayout();
  QVERIFY(pane->isHidden());
}

void ParametersPaneTest::aHiddenPaneReadsNothing() {
  MainWindow window(testOptions());
  window.show();
  openAndWait(window, file(true));
  SpacePane* pane = window.workbench()->space();
  pane->hide();
  QTRY_VERIFY(window.model().variant(1));
  QVERIFY(pane->view()->model().lines.empty());
  pane->show();
  pane->raise();
  QTRY_COMPARE(pane->view()->model().lines.size(), std::size_t(2));
}

void ParametersPaneTest::aCellsClickSelectsTheVariant() {
  MainWindow window(testOptions());
  window.resize(1600, 1000);
  window.show();
  openAndWait(window, file(true));
  SpacePane* pane = window.workbench()->space();
  pane->raise();
  QTRY_COMPARE(pane->view()->model().lines.size(), std::size_t(2));
  window.selection().choose(0);
  HeatMap* map = pane->view()->heatMap();
  QTest::mouseClick(map, Qt::LeftButton, {}, map->cellRect(1, 0).center().toPoint());
  QCOMPARE(window.selection().variant(), 1);
}

void ParametersPaneTest::anotherGenerationIsRead() {
  MainWindow window(testOptions());
  window.resize(1600, 1000);
  window.show();
  openAndWait(window, file(true));
  SpacePane* pane = window.workbench()->space();
  pane->raise();
  QTRY_COMPARE(pane->view()->model().lines.size(), std::size_t(2));
  GenerationResult second;
  second.generation = 1;
  second.evaluations = {configured(2, 1, "64", 6)};
  second.population = {2};
  second.rank = {0};
  QVERIFY(store_->addGeneration(run_, second));
  QTRY_COMPARE(pane->view()->model().lines.size(), std::size_t(3));
  QCOMPARE(pane->view()->model().lines[2].best, 2);
}

void ParametersPaneTest::aRestoredLayoutOfBeforeHasThePaneToo() {
  QByteArray state;
  {
    MainWindow window(testOptions());
    window.show();
    openAndWait(window, file(false));
    window.workbench()->removeDockWidget(window.workbench()->space()); // as in a layout of an earlier version
    state = window.workbench()->layoutState();
  }
  MainWindow window(testOptions());
  window.workbench()->keepLayout(state);
  window.show();
  openAndWait(window, file(true));
  SpacePane* pane = window.workbench()->space();
  QVERIFY(!pane->isHidden());
  pane->raise();
  QTRY_COMPARE(pane->view()->model().lines.size(), std::size_t(2));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ParametersPaneTest)
#include "parameters_pane_test.moc"
