#include "tests/ui/edits/evaluations.h"
#include "ui/edits/edits_pane.h"

#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

namespace gevo::ui {

class EditsPaneTest : public QObject {
  Q_OBJECT
private slots:
  void clickOnTheCheckBoxShowsTheResult();
  void failedEvaluationEndsAllRequestsAndIsReportedOnce();
  void sharesThatTheUserDidNotRequestFailSilently();
  void forgettingLeavesNoRows();
  void checkedEditsBecomeAVariant();
};

void EditsPaneTest::clickOnTheCheckBoxShowsTheResult() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  pane.resize(900, 300);
  evaluateAll(pane.whatIf(), [](const EditList& edits) {
    return edits.empty() ? evaluation(Reason::None, 15) : evaluation(contains(edits, 1) ? Reason::None : Reason::Race, 12);
  });
  pane.setDetails(variantOf(10));
  pane.show();
  QTRY_VERIFY(pane.whatIf().original());
  QCOMPARE(pane.summary(), QString("6 edits, 2 inactive"));
  const auto click = [&](int row) {
    const QRect cell = pane.table()->visualRect(pane.order()->indexOf(row));
    QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 16, cell.center().y()));
  };
  click(1);
  QCOMPARE(pane.whatIf().switches()[1], false);
  QCOMPARE(pane.summary(), QString::fromUtf8("checked edits: 1.250×, error 0"));
  click(0);
  QCOMPARE(pane.summary(), QString("checked edits: race"));
  click(0);
  click(1);
  QCOMPARE(pane.summary(), QString("6 edits, 2 inactive"));
}

void EditsPaneTest::failedEvaluationEndsAllRequestsAndIsReportedOnce() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  WhatIf& whatIf = pane.whatIf();
  int requests = 0;
  connect(&whatIf, &WhatIf::evaluationRequested, &whatIf, [&](quint64 ticket) {
    ++requests;
    QTimer::singleShot(0, &whatIf, [&whatIf, ticket] { whatIf.evaluationFailed(ticket, "no worker"); });
  });
  const QSignalSpy failed(&whatIf, &WhatIf::failed);
  pane.setDetails(variantOf(10));
  pane.simplify();
  QTRY_COMPARE(failed.size(), 1);
  QVERIFY(!pane.simplifier().running());
  whatIf.setOn(0, false);
  QCOMPARE(pane.summary(), QString::fromUtf8("evaluating…"));
  QTRY_COMPARE(failed.size(), 2);
  QCOMPARE(pane.summary(), QString("can't be evaluated"));
  QCOMPARE(requests, 2); // nothing to fill the table
}

void EditsPaneTest::sharesThatTheUserDidNotRequestFailSilently() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  WhatIf& whatIf = pane.whatIf();
  connect(&whatIf, &WhatIf::evaluationRequested, &whatIf,
          [&](quint64 ticket) { QTimer::singleShot(0, &whatIf, [&whatIf, ticket] { whatIf.evaluationFailed(ticket, "no GPU here"); }); });
  const QSignalSpy failed(&whatIf, &WhatIf::failed);
  pane.setDetails(variantOf(10));
  QTRY_COMPARE(whatIf.problem(), QString("no GPU here"));
  QVERIFY2(pane.summary().endsWith("contributions unknown"), qPrintable(pane.summary()));
  QCOMPARE(failed.size(), 0);
}

void EditsPaneTest::forgettingLeavesNoRows() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  pane.setDetails(variantOf(10));
  pane.whatIf().setOn(0, false);
  pane.forget();
  QCOMPARE(pane.model()->rowCount(), 0);
  pane.setDetails(variantOf(10));
  QVERIFY(!pane.whatIf().switchedOff());
}

void EditsPaneTest::checkedEditsBecomeAVariant() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  const QSignalSpy derived(&pane, &EditsPane::derived);
  evaluateAll(pane.whatIf(), [](const EditList& edits) { return evaluation(contains(edits, 1) ? Reason::None : Reason::Race, 9); });
  pane.setDetails(variantOf(10));
  pane.derive(); // nothing is switched off
  pane.whatIf().setOn(0, false);
  pane.derive(); // fails its tests
  QCOMPARE(derived.size(), 0);
  pane.whatIf().setSwitches({true, true, true, true, false, false});
  pane.derive();
  QCOMPARE(derived.size(), 1);
  const auto variant = derived[0][0].value<Individual>();
  QCOMPARE(variant.edits.size(), std::size_t(4));
  QCOMPARE(variant.parent, std::int64_t(8));
  QCOMPARE(variant.result.fitness.runtime, 9.0);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::EditsPaneTest)
#include "edits_pane_test.moc"
