#include "tests/ui/edits/evaluations.h"
#include "ui/edits/edit_model.h"
#include "ui/edits/simplifier.h"

#include <QSignalSpy>
#include <QUndoStack>
#include <QtTest>

namespace gevo::ui {

class WhatIfTest : public QObject {
  Q_OBJECT
private slots:
  void switchingOffAnEditRequestsItsEvaluation();
  void resultsOfAnEarlierVariantAreIgnored();
  void partsAreRequestedWhenTheVariantStaysSelected();
  void everyVariantKeepsItsSwitches();
  void switchingCanBeUndone();
  void newTextsOfAVariantKeepItsEvaluations();
  void switchedSetIsRequestedTogetherWithTheParts();
  void checkedEditsAreToldToOtherPanes();
};

void WhatIfTest::switchingOffAnEditRequestsItsEvaluation() {
  WhatIf whatIf;
  EditModel model(whatIf);
  model.setDetails(variantOf(10));
  const QSignalSpy requests(&whatIf, &WhatIf::evaluationRequested);
  QVERIFY(model.setData(model.index(2, EditModel::Description), Qt::Unchecked, Qt::CheckStateRole));
  QCOMPARE(requests.size(), 1);
  const auto edits = requests[0][1].value<EditList>();
  QCOMPARE(edits.size(), std::size_t(5));
  QVERIFY(!contains(edits, 3));
  QVERIFY(whatIf.asSwitched() == nullptr);
  whatIf.addEvaluation(requests[0][0].toULongLong(), evaluation(Reason::None, 12));
  QCOMPARE(whatIf.asSwitched()->fitness.runtime, 12.0);
}

void WhatIfTest::resultsOfAnEarlierVariantAreIgnored() {
  WhatIf whatIf;
  whatIf.setDetails(variantOf(10));
  const QSignalSpy requests(&whatIf, &WhatIf::evaluationRequested);
  const QSignalSpy dropped(&whatIf, &WhatIf::dropped);
  whatIf.setOn(0, false);
  whatIf.setDetails(variantOf(20));
  QCOMPARE(dropped.size(), 1);
  whatIf.addEvaluation(requests[0][0].toULongLong(), evaluation(Reason::None, 12));
  whatIf.setOn(0, false);
  QVERIFY(whatIf.asSwitched() == nullptr);
}

void WhatIfTest::partsAreRequestedWhenTheVariantStaysSelected() {
  WhatIf whatIf;
  const QSignalSpy requests(&whatIf, &WhatIf::evaluationRequested);
  whatIf.setDetails(variantOf(10));
  QCOMPARE(requests.size(), 0);
  // The original, and each of the four active edits left out and alone.
  QTRY_COMPARE(requests.size(), 9);
}

void WhatIfTest::everyVariantKeepsItsSwitches() {
  WhatIf whatIf;
  whatIf.setDetails(variantOf(10, 8));
  whatIf.setOn(1, false);
  whatIf.setDetails(variantOf(11, 9));
  QVERIFY(!whatIf.switchedOff());
  const QSignalSpy requests(&whatIf, &WhatIf::evaluationRequested);
  whatIf.setDetails(variantOf(10, 8));
  QCOMPARE(whatIf.switches()[1], false);
  QCOMPARE(requests.size(), 1); // fitness with the checked edits
}

void WhatIfTest::switchingCanBeUndone() {
  QUndoStack undo;
  WhatIf whatIf;
  whatIf.setUndo(&undo);
  whatIf.setDetails(variantOf(10, 8));
  whatIf.setOn(1, false);
  whatIf.setOn(2, false);
  undo.undo();
  QCOMPARE(whatIf.switches()[1], false);
  QCOMPARE(whatIf.switches()[2], true);
  whatIf.setDetails(variantOf(11, 9));
  const QSignalSpy elsewhere(&whatIf, &WhatIf::switchedElsewhere);
  undo.undo();
  QCOMPARE(elsewhere.size(), 1);
  QCOMPARE(elsewhere[0][0].toLongLong(), 8);
  whatIf.setDetails(variantOf(10, 8));
  QVERIFY(!whatIf.switchedOff());
}

void WhatIfTest::newTextsOfAVariantKeepItsEvaluations() {
  WhatIf whatIf;
  Simplifier simplifier(whatIf);
  const QSignalSpy requests(&whatIf, &WhatIf::evaluationRequested);
  whatIf.setDetails(variantOf(10));
  whatIf.setOn(2, false);
  whatIf.addEvaluation(requests[0][0].toULongLong(), evaluation(Reason::None, 12));
  simplifier.start();
  QCOMPARE(requests.size(), 2);
  const QSignalSpy dropped(&whatIf, &WhatIf::dropped);
  const auto plain = variantOf(10);
  whatIf.setDetails(plain);
  QVERIFY(simplifier.running());
  QCOMPARE(dropped.size(), 0);
  QCOMPARE(whatIf.details(), plain.get());
  QCOMPARE(whatIf.asSwitched()->fitness.runtime, 12.0);
}

void WhatIfTest::switchedSetIsRequestedTogetherWithTheParts() {
  WhatIf whatIf;
  Simplifier simplifier(whatIf);
  const QSignalSpy requests(&whatIf, &WhatIf::evaluationRequested);
  whatIf.setDetails(variantOf(10));
  whatIf.setSwitches({false, false, true, true, true, true});
  simplifier.start(); // its request replaces that one
  simplifier.cancel();
  QTRY_VERIFY(requests.size() > 2);
  const auto first = requests[2][1].value<EditList>();
  QCOMPARE(first.size(), std::size_t(4));
  QVERIFY(!contains(first, 1) && !contains(first, 2));
}

void WhatIfTest::checkedEditsAreToldToOtherPanes() {
  WhatIf whatIf;
  evaluateAll(whatIf, worths);
  whatIf.setDetails(variantOf(10));
  QVERIFY(!whatIf.checked());
  whatIf.setOn(1, false);
  QVERIFY(whatIf.checked());
  QCOMPARE(whatIf.checked()->variant, std::int64_t(8));
  QCOMPARE(whatIf.checked()->title(), QString("Variant 8 without 1 edit"));
  QVERIFY(whatIf.checked()->isValid());
  QCOMPARE(whatIf.checked()->result->fitness.runtime, 11.0);
  QCOMPARE(whatIf.checkedEdits().size(), std::size_t(5));
  whatIf.setOn(2, false);
  QVERIFY(whatIf.checked()->result && !whatIf.checked()->isValid());
  QCOMPARE(whatIf.checked()->title(), QString("Variant 8 without 2 edits"));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::WhatIfTest)
#include "what_if_test.moc"
