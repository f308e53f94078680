#include "tests/ui/synthetic_run.h"
#include "ui/variant_table/filter_notice.h"
#include "ui/variant_table/variants_csv.h"
#include "ui/variant_table/variants_pane.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QUndoStack>
#include <QtTest>

#include <algorithm>
#include <cmath>

namespace gevo::ui {

class VariantsPaneTest : public QObject {
  Q_OBJECT
private slots:
  void filterAccepts_data();
  void filterAccepts();
  void filterReportsWhatItDoesNotUnderstand_data();
  void filterReportsWhatItDoesNotUnderstand();
  void modelPassesTheModelTesterWhileARunGrows();
  void manyRowsAreMergedAndSortedOnAnotherThread();
  void rowsAddedWhileAnotherThreadSortsAreShownAtOnce();
  void aFilteredTableIsNotResetByANewFront();
  void aNoteThatIsBeingWrittenSurvivesUpdates();
  void validationSortsAndFiltersTheTableAgain();
  void newRowsAreInsertedTogether();
  void frontMembersHaveADot();
  void rowsAreSortedByRuntimeAtFirst();
  void filterFieldHidesRows();
  void wrongFilterLeavesTheTableAsItIs();
  void filterThatHidesEverythingOffersToBeCleared();
  void rowFollowsTheSelectionAndBack();
  void rightClickComparesWithTheSelectedVariant();
  void derivedVariantsStayOnTop();
  void clickOnTheStarPins();
  void aNoteIsWrittenInTheTable();
  void aNoteHasRoomInANarrowColumn();
  void columnsAreRemembered();
  void widthsTheUserChoseStay();
  void selectionFromOtherViewsIsNotAUserChoice();
  void csvHoldsWhatTheTableShowsInItsOrder();
  void energyHasAColumnWhereARunMeasuresIt();
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

/// The pane with all that it needs.
struct Scene {
  RunModel run;
  Selection selection;
  QUndoStack undo;
  AnnotationService annotations{run, undo};
  VariantsPane pane{run, selection, annotations};
};

} // namespace

void VariantsPaneTest::filterAccepts_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("passes");
  QTest::newRow("empty filter") << "" << true;
  QTest::newRow("exact and fast") << "error = 0 and speedup > 1.2" << true;
  QTest::newRow("times sign") << "speedup >= 1.9×" << true;
  QTest::newRow("not fast enough") << "error = 0 and speedup > 2.5" << false;
  QTest::newRow("generation") << "generation = 12" << true;
  QTest::newRow("short name, upper case") << "GEN <= 11" << false;
  QTest::newRow("no blanks") << "edits<4,inactive>0" << true;
  QTest::newRow("unequal") << "edits != 3" << false;
  QTest::newRow("runtime") << "runtime < 9.3" << true;
  QTest::newRow("an id") << "77" << true;
  QTest::newRow("another id") << "78" << false;
  QTest::newRow("not on the front") << "front" << false;
  QTest::newRow("pinned") << "pinned and 77" << true;
  QTest::newRow("not noted") << "noted" << false;
  QTest::newRow("not derived") << "derived" << false;
  QTest::newRow("not validated") << "failed" << false;
}

void VariantsPaneTest::filterAccepts() {
  RunModel model;
  QUndoStack undo;
  AnnotationService annotations(model, undo);
  model.apply(synthetic::run({0, 1}));
  annotations.setPinned(77, true);
  VariantRow row;
  row.id = 77;
  row.generation = 12;
  row.runtime = 9.2; // the original takes 18.4
  row.edits = 3;
  row.inactive = 1;
  QFETCH(QString, text);
  const Result<VariantFilter> filter = VariantFilter::parse(text);
  QVERIFY(filter);
  QTEST(filter->passes({model, annotations}, row), "passes");
}

void VariantsPaneTest::filterReportsWhatItDoesNotUnderstand_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("expected");
  QTest::newRow("column") << "sped > 1"
                          << "sped";
  QTest::newRow("operator") << "error =< 1"
                            << "=<";
  QTest::newRow("number") << "error = none"
                          << "none";
  QTest::newRow("half") << "error = 0 and speedup"
                        << "speedup";
}

void VariantsPaneTest::filterReportsWhatItDoesNotUnderstand() {
  QFETCH(QString, text);
  QFETCH(QString, expected);
  const Result<VariantFilter> filter = VariantFilter::parse(text);
  QVERIFY(!filter);
  QVERIFY2(QString::fromStdString(filter.error().message).contains(expected), filter.error().message.c_str());
}

void VariantsPaneTest::modelPassesTheModelTesterWhileARunGrows() {
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

namespace {

/// Ids in the order that a filter and a column ask for, computed directly.
std::vector<std::int64_t> expectedIds(const VariantTableModel& table, const VariantFilter& filter, VariantColumn column, bool descending) {
  std::vector<int> rows;
  for (int row = 0; row < table.rowCount(); ++row)
    if (filter.passes(table.source(), table.row(row))) rows.push_back(row);
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

void VariantsPaneTest::manyRowsAreMergedAndSortedOnAnotherThread() {
  TableScene scene;
  auto& [run, undo, annotations, table, proxy] = scene;
  const auto first = synthetic::run({99, 250});
  run.apply(first);
  const VariantFilter filter = VariantFilter::parse("speedup > 1.1 and error = 0").value();
  proxy.setFilter(filter);
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

void VariantsPaneTest::rowsAddedWhileAnotherThreadSortsAreShownAtOnce() {
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

void VariantsPaneTest::aFilteredTableIsNotResetByANewFront() {
  TableScene scene;
  auto& [run, undo, annotations, table, proxy] = scene;
  const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
  const auto first = synthetic::run({9, 100});
  run.apply(first);
  const VariantFilter filter = VariantFilter::parse("front").value();
  proxy.setFilter(filter);
  proxy.sort(static_cast<int>(VariantColumn::Error));
  const QSignalSpy resets(&proxy, &QAbstractItemModel::modelReset);
  auto next = std::make_shared<RunUpdate>(*synthetic::nextGeneration(*first));
  next->front.pop_back();
  run.apply(next);
  QCOMPARE(shownIds(proxy), expectedIds(table, filter, VariantColumn::Error, false));
  QCOMPARE(resets.size(), 0);
}

void VariantsPaneTest::aNoteThatIsBeingWrittenSurvivesUpdates() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  const auto first = synthetic::run();
  run.apply(first);
  pane.resize(900, 400);
  pane.show();
  pane.filter()->setText("error = 0");
  const std::int64_t written = pane.proxy()->variantAt(pane.proxy()->index(1, 0));
  selection.choose(written);
  pane.editNote();
  const QPointer<QLineEdit> editor = pane.table()->findChild<QLineEdit*>();
  QTest::keyClicks(editor, "for the ");
  auto next = std::make_shared<RunUpdate>(*synthetic::nextGeneration(*first));
  next->front.pop_back();
  run.apply(next);
  QVERIFY(editor);
  QTest::keyClicks(editor, "talk");
  QTest::keyClick(editor, Qt::Key_Return);
  QTRY_COMPARE(annotations.note(written), QString("for the talk"));
}

void VariantsPaneTest::validationSortsAndFiltersTheTableAgain() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  const auto first = synthetic::run();
  run.apply(first);
  pane.filter()->setText("failed");
  const int before = pane.proxy()->rowCount();
  auto update = std::make_shared<RunUpdate>(*synthetic::nextGeneration(*first));
  ValidationRow validation;
  validation.variant = first->added.at(5).id;
  validation.passed = false;
  update->validations.push_back(validation);
  run.apply(update);
  QCOMPARE(pane.proxy()->rowCount(), before + 1);
}

void VariantsPaneTest::newRowsAreInsertedTogether() {
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

void VariantsPaneTest::frontMembersHaveADot() {
  RunModel run;
  QUndoStack undo;
  AnnotationService annotations(run, undo);
  run.apply(synthetic::run());
  VariantTableModel table(run, annotations);
  table.setTheme(Theme::light());
  for (int row = 0; row < table.rowCount(); ++row)
    QCOMPARE(table.data(table.index(row, 0), Qt::DecorationRole).isValid(), run.onFront(table.row(row).id));
}

void VariantsPaneTest::rowsAreSortedByRuntimeAtFirst() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  run.apply(synthetic::run());
  double last = 0;
  for (int row = 0; row < pane.proxy()->rowCount(); ++row) {
    const double runtime = run.variant(pane.proxy()->variantAt(pane.proxy()->index(row, 0)))->runtime;
    QVERIFY(runtime >= last);
    last = runtime;
  }
}

void VariantsPaneTest::filterFieldHidesRows() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  run.apply(synthetic::run());
  pane.filter()->setText("error = 0 and speedup > 1.2");
  int expected = 0;
  for (const VariantRow& row : run.variants()) expected += row.error == 0 && run.speedup(row) > 1.2 ? 1 : 0;
  QVERIFY(expected > 0);
  QCOMPARE(pane.proxy()->rowCount(), expected);
}

void VariantsPaneTest::wrongFilterLeavesTheTableAsItIs() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  run.apply(synthetic::run());
  pane.filter()->setText("edits > 3");
  const int rows = pane.proxy()->rowCount();
  pane.filter()->setText("edits > 3 and sp");
  QCOMPARE(pane.proxy()->rowCount(), rows);
  QVERIFY(pane.filter()->property("wrong").toBool());
}

void VariantsPaneTest::filterThatHidesEverythingOffersToBeCleared() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  pane.resize(900, 400);
  pane.show();
  pane.filter()->setText("speedup > 99");
  QVERIFY(pane.filterNotice()->isHidden()); // there is nothing to hide
  run.apply(synthetic::run({1, 10}));
  QVERIFY(pane.filterNotice()->isVisible());
  QCOMPARE(pane.filterNotice()->message(), QString("The filter hides all %1 variants.").arg(run.variants().size()));
  QTest::mouseClick(pane.filterNotice()->clearButton(), Qt::LeftButton);
  QCOMPARE(pane.filter()->text(), QString());
  QVERIFY(pane.filterNotice()->isHidden());
  QCOMPARE(pane.proxy()->rowCount(), int(run.variants().size()));
}

void VariantsPaneTest::rowFollowsTheSelectionAndBack() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(600, 400);
  pane.show();
  selection.choose(run.front().front());
  const QModelIndexList rows = pane.table()->selectionModel()->selectedRows();
  QCOMPARE(rows.size(), 1);
  QCOMPARE(pane.proxy()->variantAt(rows.first()), run.front().front());

  const QModelIndex third = pane.proxy()->index(2, 2);
  QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, {}, pane.table()->visualRect(third).center());
  QCOMPARE(selection.variant(), pane.proxy()->variantAt(third));
}

void VariantsPaneTest::derivedVariantsStayOnTop() {
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

void VariantsPaneTest::clickOnTheStarPins() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(600, 400);
  pane.show();
  const QModelIndex star = pane.proxy()->index(2, 0);
  const std::int64_t variant = pane.proxy()->variantAt(star);
  QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, {}, pane.table()->visualRect(star).center());
  QVERIFY(annotations.pinned(variant));
  undo.undo();
  QVERIFY(!annotations.pinned(variant));
}

void VariantsPaneTest::aNoteIsWrittenInTheTable() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(900, 400);
  pane.show();
  selection.choose(run.front().front());
  pane.editNote();
  auto* editor = pane.table()->findChild<QLineEdit*>();
  QVERIFY(editor);
  QTest::keyClicks(editor, "for the talk");
  QTest::keyClick(editor, Qt::Key_Return);
  QTRY_COMPARE(annotations.note(run.front().front()), QString("for the talk"));
  pane.filter()->setText("noted");
  QCOMPARE(pane.proxy()->rowCount(), 1);
}

void VariantsPaneTest::aNoteHasRoomInANarrowColumn() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(520, 400);
  pane.show();
  selection.choose(run.front().front());
  pane.editNote();
  const auto* editor = pane.table()->viewport()->findChild<QLineEdit*>();
  QVERIFY(editor);
  QVERIFY2(editor->width() >= 300, qPrintable(QString::number(editor->width())));
  QVERIFY(pane.table()->viewport()->rect().contains(editor->geometry()));
}

void VariantsPaneTest::rightClickComparesWithTheSelectedVariant() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(900, 400);
  pane.show();
  const std::int64_t chosen = run.front().front();
  selection.choose(chosen);
  const QModelIndex other = pane.proxy()->index(pane.proxy()->indexOf(chosen).row() + 2, 2);
  QWidget* area = pane.table()->viewport();
  const QPoint place = pane.table()->visualRect(other).center();
  pane.table()->setFocus();
  QTest::mousePress(area, Qt::RightButton, {}, place);
  emit pane.table()->customContextMenuRequested(place);
  QTest::mouseRelease(area, Qt::RightButton, {}, place);
  QCOMPARE(selection.variant(), chosen);
  QVERIFY(pane.table()->selectionModel()->isRowSelected(pane.proxy()->indexOf(chosen).row(), {}));
  const auto* menu = pane.findChild<QMenu*>({}, Qt::FindDirectChildrenOnly);
  QVERIFY(menu);
  QAction* compare = menu->actions().front();
  QVERIFY2(compare->text().startsWith("Compare the selected variant with"), qPrintable(compare->text()));
  QVERIFY(compare->isEnabled());
  compare->trigger();
  QCOMPARE(selection.variant(), chosen);
  QCOMPARE(selection.comparison(), pane.proxy()->variantAt(other));
}

void VariantsPaneTest::columnsAreRemembered() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  const int origin = static_cast<int>(VariantColumn::Origin);
  QVERIFY(pane.table()->isColumnHidden(origin));
  pane.table()->setColumnHidden(origin, false);
  VariantsPane next(run, selection, annotations);
  next.setColumns(pane.columns());
  QVERIFY(!next.table()->isColumnHidden(origin));
}

void VariantsPaneTest::widthsTheUserChoseStay() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  pane.resize(900, 400);
  pane.show();
  const int error = static_cast<int>(VariantColumn::Error);
  const int shared = pane.table()->columnWidth(error);
  pane.table()->horizontalHeader()->resizeSection(error, shared + 37);
  pane.resize(1000, 400);
  QCOMPARE(pane.table()->columnWidth(error), shared + 37);
  VariantsPane next(run, selection, annotations);
  next.setColumns(pane.columns());
  next.resize(700, 400);
  next.show();
  QCOMPARE(next.table()->columnWidth(error), shared + 37);
  next.resetColumns();
  QVERIFY(next.table()->columnWidth(error) != shared + 37);
}

void VariantsPaneTest::selectionFromOtherViewsIsNotAUserChoice() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(900, 400);
  pane.show();
  pane.table()->setFocus();
  selection.suggest(run.front().back());
  QVERIFY(!selection.chosen());
}

void VariantsPaneTest::csvHoldsWhatTheTableShowsInItsOrder() {
  Scene scene;
  auto& [run, selection, undo, annotations, pane] = scene;
  run.apply(synthetic::run());
  const std::int64_t best = run.front().front();
  annotations.setNote(best, "fast, and \"odd\"");
  pane.filter()->setText("front");
  const QList<QByteArray> lines = variantsCsv(*pane.proxy(), {run, annotations})().trimmed().split('\n');
  QCOMPARE(lines.size(), qsizetype(run.front().size()) + 1);
  QVERIFY(lines[0].startsWith("id,generation,runtime (us),"));
  QVERIFY2(lines[1].startsWith(QByteArray::number(qlonglong(best)) + ','), lines[1]);
  QVERIFY2(lines[1].endsWith("\"fast, and \"\"odd\"\"\""), lines[1]);
}

void VariantsPaneTest::energyHasAColumnWhereARunMeasuresIt() {
  Scene scene;
  const auto* table = scene.pane.findChild<QTableView*>();
  constexpr auto energy = static_cast<int>(VariantColumn::Energy);
  scene.run.apply(synthetic::run());
  QVERIFY(table->isColumnHidden(energy));
  const QByteArray columns = scene.pane.columns();
  scene.run.apply(synthetic::energyRun());
  QVERIFY(!table->isColumnHidden(energy));
  scene.pane.setColumns(columns); // remembered from a run without
  QVERIFY(!table->isColumnHidden(energy));
  scene.run.apply(synthetic::run());
  QVERIFY(table->isColumnHidden(energy));
}

void VariantsPaneTest::energySortsAndFiltersWhatWasMeasured() {
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
    scene.proxy.setFilter(VariantFilter::parse(text).value());
    QVERIFY(scene.proxy.rowCount() > 0);
    for (row = 0; row < scene.proxy.rowCount(); ++row) QCOMPARE(scene.proxy.variant(row).energy < 8, QString(text) == "energy < 8");
  }
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::VariantsPaneTest)
#include "variants_pane_test.moc"
