#include "tests/ui/made_up_run.h"
#include "ui/edits/edits_pane.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

namespace gevo::ui {

class EditsTest : public QObject {
  Q_OBJECT
private slots:
  void modelKeepsItsPromises();
  void rowsSayWordsAndPlace();
  void inactiveEditsSaySo();
  void switchedOffEditIsAskedFor();
  void answersOfAnEarlierVariantAreIgnored();
  void shareIsWhatTheVariantLosesWithoutTheEdit();
  void editThatTheVariantNeedsSaysSo();
  void partsAreAskedForWhenTheVariantStays();
  void clickOnTheBoxSwitchesAndShowsTheResult();
  void everythingIsOnAgainForTheNextVariant();
};

namespace {

std::shared_ptr<const VariantDetails> variantOf(double runtime) {
  auto details = std::make_shared<VariantDetails>(*made_up::details(8));
  details->individual.outcome.reason = Reason::None;
  details->individual.outcome.fitness = {runtime, 0};
  return details;
}

std::shared_ptr<const Outcome> outcome(Reason reason, double runtime = 0) {
  Outcome outcome;
  outcome.reason = reason;
  outcome.fitness = {runtime, 0};
  return std::make_shared<const Outcome>(outcome);
}

/// Answers every question with what `judge` says of the edits.
void answerAll(WhatIf& whatIf, const std::function<std::shared_ptr<const Outcome>(const EditList&)>& judge) {
  QObject::connect(&whatIf, &WhatIf::asked, &whatIf,
                   [&whatIf, judge](quint64 ticket, const EditList& edits) { whatIf.take(ticket, judge(edits)); });
}

bool contains(const EditList& edits, std::uint64_t uid) {
  return std::ranges::any_of(edits, [&](const Edit& edit) { return edit.uid == uid; });
}

} // namespace

void EditsTest::modelKeepsItsPromises() {
  WhatIf whatIf;
  EditModel model(whatIf);
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setDetails(made_up::details(8));
  QCOMPARE(model.rowCount(), 6);
  whatIf.setOn(5, false);
  model.setDetails(made_up::details(0));
  QCOMPARE(model.rowCount(), 0);
}

void EditsTest::rowsSayWordsAndPlace() {
  WhatIf whatIf;
  EditModel model(whatIf);
  model.setDetails(made_up::details(8));
  QCOMPARE(model.index(1, EditModel::Words).data().toString(), QString("delete barrier"));
  QCOMPARE(model.index(1, EditModel::Where).data().toString(), QString("stencil.cu:21"));
}

void EditsTest::inactiveEditsSaySo() {
  WhatIf whatIf;
  EditModel model(whatIf);
  model.setDetails(made_up::details(8));
  QVERIFY(!model.index(1, EditModel::Words).data(EditModel::ChipRole).isValid());
  QCOMPARE(model.index(4, EditModel::Words).data(EditModel::ChipRole).toString(), QString("inactive"));
  QCOMPARE(model.inactiveCount(), 2);
}

void EditsTest::switchedOffEditIsAskedFor() {
  WhatIf whatIf;
  EditModel model(whatIf);
  model.setDetails(variantOf(10));
  const QSignalSpy asked(&whatIf, &WhatIf::asked);
  QVERIFY(model.setData(model.index(2, EditModel::Words), Qt::Unchecked, Qt::CheckStateRole));
  QCOMPARE(asked.size(), 1);
  const auto edits = asked[0][1].value<EditList>();
  QCOMPARE(edits.size(), std::size_t(5));
  QVERIFY(!contains(edits, 3));
  QVERIFY(whatIf.asSwitched() == nullptr);
  whatIf.take(asked[0][0].toULongLong(), outcome(Reason::None, 12));
  QCOMPARE(whatIf.asSwitched()->fitness.runtime, 12.0);
}

void EditsTest::answersOfAnEarlierVariantAreIgnored() {
  WhatIf whatIf;
  whatIf.setDetails(variantOf(10));
  const QSignalSpy asked(&whatIf, &WhatIf::asked);
  const QSignalSpy dropped(&whatIf, &WhatIf::dropped);
  whatIf.setOn(0, false);
  whatIf.setDetails(variantOf(20));
  QCOMPARE(dropped.size(), 1);
  whatIf.take(asked[0][0].toULongLong(), outcome(Reason::None, 12));
  whatIf.setOn(0, false);
  QVERIFY(whatIf.asSwitched() == nullptr);
}

void EditsTest::shareIsWhatTheVariantLosesWithoutTheEdit() {
  WhatIf whatIf;
  EditModel model(whatIf);
  answerAll(whatIf, [](const EditList& edits) { return outcome(Reason::None, contains(edits, 1) ? 10 : 12); });
  model.setDetails(variantOf(10));
  QTRY_VERIFY(whatIf.share(3));
  QCOMPARE(whatIf.share(0).value(), 0.2);
  QCOMPARE(model.index(0, EditModel::Share).data().toString(), QString("20.0 %"));
  QCOMPARE(model.index(0, EditModel::Share).data(EditModel::BarRole).toDouble(), 1.0);
  QCOMPARE(model.index(1, EditModel::Share).data().toString(), QString("0.0 %"));
  QTRY_COMPARE(model.index(0, EditModel::Alone).data().toString(), QString::fromUtf8("1.20×"));
}

void EditsTest::editThatTheVariantNeedsSaysSo() {
  WhatIf whatIf;
  EditModel model(whatIf);
  answerAll(whatIf, [](const EditList& edits) { return outcome(contains(edits, 1) ? Reason::None : Reason::WrongOutput, 10); });
  model.setDetails(variantOf(10));
  QTRY_COMPARE(model.index(0, EditModel::Share).data().toString(), QString("needed"));
  QTRY_COMPARE(model.index(1, EditModel::Alone).data().toString(), QString("fails"));
}

void EditsTest::partsAreAskedForWhenTheVariantStays() {
  WhatIf whatIf;
  const QSignalSpy asked(&whatIf, &WhatIf::asked);
  whatIf.setDetails(variantOf(10));
  QCOMPARE(asked.size(), 0);
  // The original, and each of the four active edits left out and alone.
  QTRY_COMPARE(asked.size(), 9);
}

void EditsTest::clickOnTheBoxSwitchesAndShowsTheResult() {
  Selection selection;
  EditsPane pane(selection);
  pane.resize(900, 300);
  answerAll(pane.whatIf(), [](const EditList& edits) {
    return edits.empty() ? outcome(Reason::None, 15) : outcome(contains(edits, 1) ? Reason::None : Reason::Race, 12);
  });
  pane.setDetails(variantOf(10));
  pane.show();
  QTRY_VERIFY(pane.whatIf().original());
  QCOMPARE(pane.summary(), QString("6 edits, 2 inactive"));
  const auto click = [&](int row) {
    const QRect cell = pane.table()->visualRect(pane.model()->index(row, EditModel::Words));
    QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 16, cell.center().y()));
  };
  click(1);
  QCOMPARE(pane.whatIf().switches()[1], false);
  QCOMPARE(pane.summary(), QString::fromUtf8("as switched: 1.25×, error 0"));
  click(0);
  QCOMPARE(pane.summary(), QString("as switched: race"));
  click(0);
  click(1);
  QCOMPARE(pane.summary(), QString("6 edits, 2 inactive"));
}

void EditsTest::everythingIsOnAgainForTheNextVariant() {
  WhatIf whatIf;
  whatIf.setDetails(variantOf(10));
  whatIf.setOn(1, false);
  QVERIFY(whatIf.switchedOff());
  whatIf.setDetails(variantOf(11));
  QVERIFY(!whatIf.switchedOff());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::EditsTest)
#include "edits_test.moc"
