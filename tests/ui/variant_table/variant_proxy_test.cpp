#include "tests/ui/synthetic_run.h"
#include "ui/variant_table/variant_proxy.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QUndoStack>
#include <QtTest>

#include <algorithm>
#include <cmath>

namespace gevo::ui {

/// The model of the table and its sorting proxy.
class VariantProxyTest : public QObject {
  Q_OBJECT
private slots:
  void modelPassesTheModelTesterWhileARunGrows();
  void manyRowsAreMergedAndSortedOnAnotherThread();
  void rowsAddedWhileAnotherThreadSortsAreShownAtOnce();
  void aFilteredTableIsNotResetByANewFront();
  void newRowsAreInsertedTogether();
  void frontMembersHaveADot();
  void derivedVariantsStayOnTop();
  void energySortsAndFiltersWhatWasMeasured();
};

namespace {

/// The table and its sorting proxy, without the pane.
struct TableScene {
  RunModel run;
  QUndoStack undo;
  AnnotationService annotations{run, undo};
  VariantTableModel table{run, annotations};
  VariantProxy proxy{table};
};

/// Ids in the order that a filter and a column ask for, computed directly.
std::vector<std::int64_t> expectedIds(const VariantTableModel& table, const VariantFilter& filter, VariantColumn column, bool descending) {
  std::vector<int> rows;
  for (int row = 0; row < table.rowCount(); ++row)
    if (VariantTest(filter).passes(table.source(), table.row(row))) rows.push_back(row);
  std::ranges::stable_sort(rows, [&](int a, int b) {
    const double left = columnValue(table.source(), table.row(a), column);
    const double right = columnValue(table.source(), table.row(b), column);
    return descending ? left > right : left < right;
  });
  std::vector<std::int64_t> ids;
  for (const int row : rows) ids.push_back(table.row(row).id);
  return ids;
}

std::vector<std::int64_t> shownIds(const VariantProxy& proxy) {
  std::vector<std::int64_t> ids;
  for (int row = 0; row < proxy.rowCount(); ++row) ids.push_back(proxy.variantAt(proxy.index(row, 0)));
  return ids;
}

} // namespace

void VariantProxyTest::modelPassesTheModelTesterWhileARunGrows() {
  TableScene scene;
  auto& [run, undo, annotations, table, proxy] = scene;
  const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
  const QAbstractItemModelTester proxyTester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
  proxy.sort(static_cast<int>(VariantColumn::Speedup), Qt::DescendingOrder);
  const auto first = synthetic::run({4, 10});
  run.apply(first);
  QCOMPARE(table.rowCount(), 51);
  run.apply(synthetic::nextGeneration(*first));
  QCOMPARE(table.rowCount(), 52);
  QCOMPARE(proxy.variantAt(proxy.index(0, 0)), run.suggestion());
  run.clear();
  QCOMPARE(proxy.rowCount(), 0);
}

void VariantProxyTest::manyRowsAreMergedAndSortedOnAnotherThread() {
  TableScene scene;
  auto& [run, undo, annotations, table, proxy] = scene;
  const auto first = synthetic::run({99, 250});
  run.apply(first);
  const VariantFilter filter = VariantFilter::parse("speedup > 1.1 and error = 0").value();
  proxy.setFilter(VariantTest(filter));
  for (const VariantColumn column : {VariantColumn::Runtime, VariantColumn::Edits}) {
    for (const bool descending : {false, true}) {
      proxy.sort(static_cast<int>(column), descending ? Qt::DescendingOrder : Qt::AscendingOrder);
      QVERIFY(!proxy.settled()); // the GUI thread is not blocked
      QTRY_VERIFY(proxy.settled());
      QCOMPARE(shownIds(proxy), expectedIds(table, filter, column, descending));
    }
  }
  run.apply(synthetic::nextGeneration(*first));
  QTRY_VERIFY(proxy.settled());
  QCOMPARE(shownIds(proxy), expectedIds(table, filter, VariantColumn::Edits, true));
}

void VariantProxyTest::rowsAddedWhileAnotherThreadSortsAreShownAtOnce() {
  TableScene scene;
  auto& [run, undo, annotations, table, proxy] = scene;
  const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
  const auto first = synthetic::run({99, 250});
  run.apply(first);
  QTRY_VERIFY(proxy.settled());
  proxy.sort(static_cast<int>(VariantColumn::Runtime));
  QVERIFY(!proxy.settled());
  const QSignalSpy resets(&proxy, &QAbstractItemModel::modelReset);
  run.apply(synthetic::nextGeneration(*first));
  QCOMPARE(proxy.rowCount(), table.rowCount());
  QTRY_VERIFY(proxy.settled());
  QCOMPARE(shownIds(proxy), expectedIds(table, {}, VariantColumn::Runtime, false));
  QCOMPARE(resets.size(), 0);
}

void VariantProxyTest::aFilteredTableIsNotResetByANewFront() {
  TableScene scene;
  auto& [run, undo, annotations, table, proxy] = scene;
  const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
  const auto first = synthetic::run({9, 100});
  run.apply(first);
  const VariantFilter filter = VariantFilter::parse("front").value();
  proxy.setFilter(VariantTest(filter));
  proxy.sort(static_cast<int>(VariantColumn::Error));
  const QSignalSpy resets(&proxy, &QAbstractItemModel::modelReset);
  auto next = std::make_shared<RunUpdate>(*synthetic::nextGeneration(*first));
  next->front.pop_back();
  run.apply(next);
  QCOMPARE(shownIds(proxy), expectedIds(table, filter, VariantColumn::Error, false));
  QCOMPARE(resets.size(), 0);
}

void VariantProxyTest::newRowsAreInsertedTogether() {
  TableScene scene;
  auto& [run, undo, annotations, table, proxy] = scene;
  proxy.sort(static_cast<int>(VariantColumn::Runtime));
  const auto first = synthetic::run({9, 100});
  run.apply(first);
  const QPersistentModelIndex selected = proxy.indexOf(run.front().back());
  auto next = std::make_shared<RunUpdate>(*synthetic::nextGeneration(*first));
  for (int i = 1; i < 50; ++i) {
    VariantRow row = next->added.back();
    row.id += 3;
    row.runtime = 10 + i % 7;
    next->added.push_back(row);
  }
  next->front = first->front;
  QSignalSpy inserted(&proxy, &QAbstractItemModel::rowsInserted);
  run.apply(next);
  QCOMPARE(inserted.size(), 1);
  QCOMPARE(shownIds(proxy), expectedIds(table, {}, VariantColumn::Runtime, false));
  QCOMPARE(proxy.variantAt(selected), run.front().back());
}

void VariantProxyTest::frontMembersHaveADot() {
  RunModel run;
  QUndoStack undo;
  AnnotationService annotations(run, undo);
  run.apply(synthetic::run());
  VariantTableModel table(run, annotations);
  table.setTheme(Theme::light());
  for (int row = 0; row < table.rowCount(); ++row)
    QCOMPARE(table.data(table.index(row, 0), Qt::DecorationRole).isValid(), run.onFront(table.row(row).id));
}

void VariantProxyTest::derivedVariantsStayOnTop() {
  TableScene scene;
  auto& [run, undo, annotations, table, proxy] = scene;
  const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
  const auto first = synthetic::run({4, 10});
  run.apply(first);
  auto update = std::make_shared<RunUpdate>(*synthetic::nextGeneration(*first));
  VariantRow derived;
  derived.id = firstDerivedId;
  derived.runtime = 12;
  derived.origin = Origin::Derived;
  update->derived = {derived};
  run.apply(update);
  QCOMPARE(table.rowCount(), 53);
  QCOMPARE(table.rowOf(firstDerivedId), 0);
  QCOMPARE(table.index(0, static_cast<int>(VariantColumn::Id)).data().toString(), QString("D1"));
  for (const VariantRow& row : run.variants()) QCOMPARE(table.row(table.rowOf(row.id)).id, row.id);
  QVERIFY(proxy.indexOf(firstDerivedId).isValid());
  auto without = std::make_shared<RunUpdate>(*update);
  without->reset = false;
  without->added.clear();
  without->generations.clear();
  without->derived.clear();
  run.apply(without);
  QCOMPARE(table.rowCount(), 52);
}

void VariantProxyTest::energySortsAndFiltersWhatWasMeasured() {
  TableScene scene;
  scene.run.apply(synthetic::energyRun());
  scene.proxy.sort(static_cast<int>(VariantColumn::Energy), Qt::AscendingOrder);
  double last = 0;
  int row = 0;
  for (; row < scene.proxy.rowCount() && !std::isnan(scene.proxy.variant(row).energy); ++row) {
    QVERIFY(scene.proxy.variant(row).energy >= last);
    last = scene.proxy.variant(row).energy;
  }
  QVERIFY(row > 100);
  for (; row < scene.proxy.rowCount(); ++row) QVERIFY(std::isnan(scene.proxy.variant(row).energy));
  for (const char* text : {"energy < 8", "energy >= 8"}) {
    scene.proxy.setFilter(VariantTest(VariantFilter::parse(text).value()));
    QVERIFY(scene.proxy.rowCount() > 0);
    for (row = 0; row < scene.proxy.rowCount(); ++row) QCOMPARE(scene.proxy.variant(row).energy < 8, QString(text) == "energy < 8");
  }
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::VariantProxyTest)
#include "variant_proxy_test.moc"
