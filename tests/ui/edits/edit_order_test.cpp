#include "tests/ui/edits/evaluations.h"
#include "ui/edits/edits_pane.h"

#include <QTableView>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

class EditOrderTest : public QObject {
  Q_OBJECT
private slots:
  void editsThatMatterMostComeFirst();
  void clickingAHeaderSortsByThatColumn();
  void editsThatChangeNothingAreShownOnDemand();
  void anEditThatIsChosenElsewhereIsShown();
  void somethingIsShownWhereNoEditChangesAnything();
};

namespace {

/// What the table shows, from top to bottom.
std::vector<int> shownEdits(const EditsPane& pane) {
  std::vector<int> edits;
  for (int row = 0; row < pane.order()->rowCount(); ++row) edits.push_back(pane.order()->editAt(pane.order()->index(row, 0)));
  return edits;
}

/// Of a variant whose edits are worth different shares.
struct MeasuredEdits {
  MeasuredEdits() {
    evaluateAll(pane.whatIf(), worths);
    pane.setDetails(variantOf(10));
  }

  Selection selection;
  RunModel run;
  EditsPane pane{run, selection};
};

} // namespace

void EditOrderTest::editsThatMatterMostComeFirst() {
  MeasuredEdits edits;
  EditsPane& pane = edits.pane;
  QTRY_VERIFY(pane.whatIf().without(3));
  QCOMPARE(shownEdits(pane), (std::vector{2, 3, 1}));
}

void EditOrderTest::clickingAHeaderSortsByThatColumn() {
  MeasuredEdits edits;
  EditsPane& pane = edits.pane;
  QTRY_VERIFY(pane.whatIf().without(3));
  pane.idleSwitch()->click();
  pane.table()->sortByColumn(EditModel::Description, Qt::AscendingOrder);
  QCOMPARE(shownEdits(pane), (std::vector{0, 1, 2, 3, 4, 5})); // as they apply
  pane.table()->sortByColumn(EditModel::Share, Qt::AscendingOrder);
  QCOMPARE(shownEdits(pane), (std::vector{0, 1, 3, 2, 4, 5})); // inactive ones have none
}

void EditOrderTest::editsThatChangeNothingAreShownOnDemand() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  pane.resize(900, 300);
  pane.show();
  evaluateAll(pane.whatIf(), worths);
  pane.setDetails(variantOf(10));
  QCOMPARE(pane.order()->rowCount(), 4); // without those that are inactive
  QTRY_COMPARE(pane.order()->rowCount(), 3);
  QVERIFY(pane.idleSwitch()->isVisible());
  QVERIFY2(pane.idleSwitch()->text().startsWith("3 edits that change nothing"), qPrintable(pane.idleSwitch()->text()));
  pane.idleSwitch()->click();
  QCOMPARE(shownEdits(pane), (std::vector{2, 3, 1, 0, 4, 5}));
  QCOMPARE(pane.idleSwitch()->text(), QString("Hide 3 edits that change nothing"));
  pane.idleSwitch()->click();
  QCOMPARE(pane.order()->rowCount(), 3);
}

void EditOrderTest::anEditThatIsChosenElsewhereIsShown() {
  MeasuredEdits edits;
  EditsPane& pane = edits.pane;
  edits.selection.chooseEdit(4);
  QVERIFY(pane.order()->indexOf(4).isValid());
  QCOMPARE(pane.table()->currentIndex(), pane.order()->indexOf(4));
}

void EditOrderTest::somethingIsShownWhereNoEditChangesAnything() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  evaluateAll(pane.whatIf(), [](const EditList&) { return evaluation(Reason::None, 10); });
  pane.setDetails(variantOf(10));
  QTRY_VERIFY(pane.whatIf().without(3));
  QCOMPARE(pane.order()->rowCount(), 6);
  QVERIFY(pane.idleSwitch()->isHidden());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::EditOrderTest)
#include "edit_order_test.moc"
