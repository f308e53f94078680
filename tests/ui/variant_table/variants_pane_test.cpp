#include "tests/ui/variant_table/pane_scene.h"
#include "ui/variant_table/filter_notice.h"
#include "ui/variant_table/variants_csv.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

#include <algorithm>

namespace gevo::ui {

class VariantsPaneTest : public QObject {
  Q_OBJECT
private slots:
  void validationSortsAndFiltersTheTableAgain();
  void rowsAreSortedByRuntimeAtFirst();
  void filterFieldHidesRows();
  void wrongFilterLeavesTheTableAsItIs();
  void filterThatHidesEverythingOffersToBeCleared();
  void rowFollowsTheSelectionAndBack();
  void rightClickComparesWithTheSelectedVariant();
  void clickOnTheStarPins();
  void columnsAreRemembered();
  void widthsTheUserChoseStay();
  void selectionFromOtherViewsIsNotAUserChoice();
  void csvHoldsWhatTheTableShowsInItsOrder();
  void energyHasAColumnWhereARunMeasuresIt();
  void aFilterWrittenElsewhereIsInTheField();
  void aGroupFromElsewhereIsMarked();
  void controlAndShiftSelectSeveral();
  void aPlainClickEndsTheSelectionOfSeveral();
  void theFilterKeepsTheGroup();
};

void VariantsPaneTest::validationSortsAndFiltersTheTableAgain() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
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

void VariantsPaneTest::rowsAreSortedByRuntimeAtFirst() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  double last = 0;
  for (int row = 0; row < pane.proxy()->rowCount(); ++row) {
    const double runtime = run.variant(pane.proxy()->variantAt(pane.proxy()->index(row, 0)))->runtime;
    QVERIFY(runtime >= last);
    last = runtime;
  }
}

void VariantsPaneTest::filterFieldHidesRows() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  pane.filter()->setText("error = 0 and speedup > 1.2");
  int expected = 0;
  for (const VariantRow& row : run.variants()) expected += row.error == 0 && run.speedup(row) > 1.2 ? 1 : 0;
  QVERIFY(expected > 0);
  QCOMPARE(pane.proxy()->rowCount(), expected);
}

void VariantsPaneTest::wrongFilterLeavesTheTableAsItIs() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  pane.filter()->setText("edits > 3");
  const int rows = pane.proxy()->rowCount();
  pane.filter()->setText("edits > 3 and sp");
  QCOMPARE(pane.proxy()->rowCount(), rows);
  QVERIFY(pane.filter()->property("wrong").toBool());
  QVERIFY(!pane.problem()->isHidden());
  QVERIFY2(pane.problem()->text().startsWith("\"sp\" is not a condition: write"), qPrintable(pane.problem()->text()));
  pane.filter()->setText("edits > 3 and speedup > 1");
  QVERIFY(pane.problem()->isHidden());
}

void VariantsPaneTest::filterThatHidesEverythingOffersToBeCleared() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
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
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
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

void VariantsPaneTest::rightClickComparesWithTheSelectedVariant() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
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

void VariantsPaneTest::clickOnTheStarPins() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
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

void VariantsPaneTest::columnsAreRemembered() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  const int origin = static_cast<int>(VariantColumn::Origin);
  QVERIFY(pane.table()->isColumnHidden(origin));
  pane.table()->setColumnHidden(origin, false);
  VariantsPane next(run, selection, group, filter, annotations);
  next.setColumns(pane.columns());
  QVERIFY(!next.table()->isColumnHidden(origin));
}

void VariantsPaneTest::widthsTheUserChoseStay() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  pane.resize(900, 400);
  pane.show();
  const int error = static_cast<int>(VariantColumn::Error);
  const int shared = pane.table()->columnWidth(error);
  pane.table()->horizontalHeader()->resizeSection(error, shared + 37);
  pane.resize(1000, 400);
  QCOMPARE(pane.table()->columnWidth(error), shared + 37);
  VariantsPane next(run, selection, group, filter, annotations);
  next.setColumns(pane.columns());
  next.resize(700, 400);
  next.show();
  QCOMPARE(next.table()->columnWidth(error), shared + 37);
  next.resetColumns();
  QVERIFY(next.table()->columnWidth(error) != shared + 37);
}

void VariantsPaneTest::selectionFromOtherViewsIsNotAUserChoice() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(900, 400);
  pane.show();
  pane.table()->setFocus();
  selection.suggest(run.front().back());
  QVERIFY(!selection.chosen());
}

void VariantsPaneTest::csvHoldsWhatTheTableShowsInItsOrder() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
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
  PaneScene scene;
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

void VariantsPaneTest::aFilterWrittenElsewhereIsInTheField() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  filter.setFilter(filter.filter().withRange(VariantColumn::Edits, VariantFilter::Range{.upper = 3}));
  QCOMPARE(pane.filter()->text(), QString("edits <= 3"));
  for (int row = 0; row < pane.proxy()->rowCount(); ++row) QVERIFY(pane.proxy()->variant(row).edits <= 3);
}

void VariantsPaneTest::aGroupFromElsewhereIsMarked() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  const std::vector<std::int64_t> wanted{run.variants()[4].id, run.variants()[9].id, run.variants()[30].id};
  group.set(wanted);
  std::vector<std::int64_t> marked;
  for (const QModelIndex& row : pane.table()->selectionModel()->selectedRows()) marked.push_back(pane.proxy()->variantAt(row));
  std::ranges::sort(marked);
  QCOMPARE(marked, wanted);
  group.clear();
  QVERIFY(pane.table()->selectionModel()->selectedRows().size() <= 1);
}

void VariantsPaneTest::controlAndShiftSelectSeveral() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(900, 400);
  pane.show();
  pane.activateWindow();
  pane.table()->setFocus();
  QTRY_VERIFY(pane.table()->hasFocus());
  const auto click = [&](int row, Qt::KeyboardModifiers modifiers) {
    QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, modifiers, pane.table()->visualRect(pane.proxy()->index(row, 2)).center());
  };
  click(1, {});
  const std::int64_t first = pane.proxy()->variant(1).id;
  QCOMPARE(selection.variant(), first);
  click(4, Qt::ControlModifier);
  QCOMPARE(group.members().size(), std::size_t(2));
  QVERIFY(group.contains(first) && group.contains(pane.proxy()->variant(4).id));
  QCOMPARE(selection.variant(), first); // what the panes show stays
  click(6, Qt::ShiftModifier);
  QCOMPARE(group.members().size(), std::size_t(3)); // from the last one
}

void VariantsPaneTest::aPlainClickEndsTheSelectionOfSeveral() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(900, 400);
  pane.show();
  pane.activateWindow();
  pane.table()->setFocus();
  QTRY_VERIFY(pane.table()->hasFocus());
  group.set({pane.proxy()->variant(0).id, pane.proxy()->variant(2).id, pane.proxy()->variant(5).id});
  QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, {}, pane.table()->visualRect(pane.proxy()->index(2, 2)).center());
  QVERIFY(group.empty());
  QCOMPARE(selection.variant(), pane.proxy()->variant(2).id);
}

void VariantsPaneTest::theFilterKeepsTheGroup() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  const std::vector<std::int64_t> wanted{run.variants()[4].id, run.variants()[9].id};
  group.set(wanted);
  pane.filter()->setText(QString("id = %1").arg(wanted.front()));
  QCOMPARE(group.members(), wanted);
  pane.filter()->clear();
  QCOMPARE(pane.table()->selectionModel()->selectedRows().size(), 2);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::VariantsPaneTest)
#include "variants_pane_test.moc"
