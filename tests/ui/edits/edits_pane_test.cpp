#include "tests/ui/synthetic_run.h"
#include "ui/edits/edits_pane.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>
#include <QtTest>

namespace gevo::ui {

class EditsPaneTest : public QObject {
  Q_OBJECT
private slots:
  void modelPassesTheModelTester();
  void rowsShowDescriptionAndLocation();
  void inactiveEditsAreMarked();
  void switchingOffAnEditRequestsItsEvaluation();
  void resultsOfAnEarlierVariantAreIgnored();
  void shareIsWhatTheVariantLosesWithoutTheEdit();
  void editThatTheVariantNeedsIsMarked();
  void partsAreRequestedWhenTheVariantStaysSelected();
  void clickOnTheCheckBoxShowsTheResult();
  void everyVariantKeepsItsSwitches();
  void switchingCanBeUndone();
  void simplifyingSwitchesOffEditsThatDoNotMatter();
  void simplifyingKeepsASmallGain();
  void anotherVariantEndsSimplifying();
  void switchingEndsSimplifying();
  void newTextsOfAVariantKeepItsEvaluations();
  void switchedSetIsRequestedTogetherWithTheParts();
  void failedEvaluationEndsAllRequestsAndIsReportedOnce();
  void sharesThatTheUserDidNotRequestFailSilently();
  void forgettingLeavesNoRows();
  void checkedEditsBecomeAVariant();
  void checkedEditsAreToldToOtherPanes();
  void editsThatMatterMostComeFirst();
  void clickingAHeaderSortsByThatColumn();
  void editsThatChangeNothingAreShownOnDemand();
  void anEditThatIsChosenElsewhereIsShown();
  void somethingIsShownWhereNoEditChangesAnything();
  void ofSeveralKernelsEachLocationNamesItsOwn();
  void whatAnEditAmountsToIsSaid();
  void historyShowsTheAncestorsThatGainedEdits();
};

namespace {

std::shared_ptr<const VariantDetails> variantOf(double runtime, std::int64_t id = 8) {
  auto details = std::make_shared<VariantDetails>(*synthetic::details(id));
  details->individual.result.reason = Reason::None;
  details->individual.result.fitness = {runtime, 0};
  return details;
}

std::shared_ptr<const Evaluation> evaluation(Reason reason, double runtime = 0) {
  Evaluation evaluation;
  evaluation.result.reason = reason;
  evaluation.result.fitness = {runtime, 0};
  return std::make_shared<const Evaluation>(evaluation);
}

/// Replies to every request with the result of `evaluate`.
void evaluateAll(WhatIf& whatIf, const std::function<std::shared_ptr<const Evaluation>(const EditList&)>& evaluate) {
  QObject::connect(&whatIf, &WhatIf::evaluationRequested, &whatIf,
                   [&whatIf, evaluate](quint64 ticket, const EditList& edits) { whatIf.addEvaluation(ticket, evaluate(edits)); });
}

/// Shares of the edits with the uids 1 to 4: 0, 10 %, needed, 30 %. The others are inactive.
std::shared_ptr<const Evaluation> worths(const EditList& edits);

/// What the table shows, from top to bottom.
std::vector<int> shownEdits(const EditsPane& pane) {
  std::vector<int> edits;
  for (int row = 0; row < pane.order()->rowCount(); ++row) edits.push_back(pane.order()->editAt(pane.order()->index(row, 0)));
  return edits;
}

bool contains(const EditList& edits, std::uint64_t uid) {
  return std::ranges::any_of(edits, [&](const Edit& edit) { return edit.uid == uid; });
}

std::shared_ptr<const Evaluation> worths(const EditList& edits) {
  if (edits.empty()) return evaluation(Reason::None, 20);
  if (!contains(edits, 3)) return evaluation(Reason::WrongOutput, 10);
  return evaluation(Reason::None, 10 + (contains(edits, 2) ? 0 : 1) + (contains(edits, 4) ? 0 : 3));
}

} // namespace

void EditsPaneTest::modelPassesTheModelTester() {
  WhatIf whatIf;
  EditModel model(whatIf);
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setDetails(synthetic::details(8));
  QCOMPARE(model.rowCount(), 6);
  whatIf.setOn(5, false);
  model.setDetails(synthetic::details(0));
  QCOMPARE(model.rowCount(), 0);
}

void EditsPaneTest::rowsShowDescriptionAndLocation() {
  WhatIf whatIf;
  EditModel model(whatIf);
  model.setDetails(synthetic::details(8));
  QCOMPARE(model.index(1, EditModel::Description).data().toString(), QString("delete barrier"));
  QCOMPARE(model.index(1, EditModel::Where).data().toString(), QString("stencil.cu:21"));
}

void EditsPaneTest::inactiveEditsAreMarked() {
  WhatIf whatIf;
  EditModel model(whatIf);
  model.setDetails(synthetic::details(8));
  QVERIFY(!model.index(1, EditModel::Description).data(EditModel::ChipRole).isValid());
  QCOMPARE(model.index(4, EditModel::Description).data(EditModel::ChipRole).toString(), QString("inactive"));
  QCOMPARE(model.inactiveCount(), 2);
}

void EditsPaneTest::switchingOffAnEditRequestsItsEvaluation() {
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

void EditsPaneTest::resultsOfAnEarlierVariantAreIgnored() {
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

void EditsPaneTest::shareIsWhatTheVariantLosesWithoutTheEdit() {
  WhatIf whatIf;
  EditModel model(whatIf);
  evaluateAll(whatIf, [](const EditList& edits) { return evaluation(Reason::None, contains(edits, 1) ? 10 : 12); });
  model.setDetails(variantOf(10));
  QTRY_VERIFY(whatIf.share(3));
  QCOMPARE(whatIf.share(0).value(), 0.2);
  QCOMPARE(model.index(0, EditModel::Share).data().toString(), QString("20.0 %"));
  QCOMPARE(model.index(0, EditModel::Share).data(EditModel::BarRole).toDouble(), 1.0);
  QCOMPARE(model.index(1, EditModel::Share).data().toString(), QString("0.0 %"));
  QTRY_COMPARE(model.index(0, EditModel::Alone).data().toString(), QString::fromUtf8("1.200×"));
}

void EditsPaneTest::editThatTheVariantNeedsIsMarked() {
  WhatIf whatIf;
  EditModel model(whatIf);
  evaluateAll(whatIf, [](const EditList& edits) { return evaluation(contains(edits, 1) ? Reason::None : Reason::WrongOutput, 10); });
  model.setDetails(variantOf(10));
  QTRY_COMPARE(model.index(0, EditModel::Share).data().toString(), QString("needed"));
  QTRY_COMPARE(model.index(1, EditModel::Alone).data().toString(), QString("fails"));
}

void EditsPaneTest::partsAreRequestedWhenTheVariantStaysSelected() {
  WhatIf whatIf;
  const QSignalSpy requests(&whatIf, &WhatIf::evaluationRequested);
  whatIf.setDetails(variantOf(10));
  QCOMPARE(requests.size(), 0);
  // The original, and each of the four active edits left out and alone.
  QTRY_COMPARE(requests.size(), 9);
}

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

void EditsPaneTest::everyVariantKeepsItsSwitches() {
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

void EditsPaneTest::switchingCanBeUndone() {
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

void EditsPaneTest::simplifyingSwitchesOffEditsThatDoNotMatter() {
  WhatIf whatIf;
  Simplifier simplifier(whatIf);
  evaluateAll(whatIf, [](const EditList& edits) { return evaluation(Reason::None, contains(edits, 2) ? 10 : 15); });
  whatIf.setDetails(variantOf(10));
  const QSignalSpy finished(&simplifier, &Simplifier::finished);
  simplifier.start();
  QTRY_COMPARE(finished.size(), 1);
  QCOMPARE(finished[0][0].toInt(), 1);
  QCOMPARE(finished[0][1].toInt(), 6);
  QCOMPARE(whatIf.switches(), (WhatIf::Switches{false, true, false, false, false, false}));
}

/// A variant that is 0.4 % faster must not lose that: at most a tenth of a gain is given up for fewer edits.
void EditsPaneTest::simplifyingKeepsASmallGain() {
  WhatIf whatIf;
  Simplifier simplifier(whatIf);
  evaluateAll(whatIf, [](const EditList& edits) { return evaluation(Reason::None, contains(edits, 2) ? 10 : 10.04); });
  whatIf.setDetails(variantOf(10));
  const QSignalSpy finished(&simplifier, &Simplifier::finished);
  simplifier.start();
  QTRY_COMPARE(finished.size(), 1);
  QCOMPARE(whatIf.switches(), (WhatIf::Switches{false, true, false, false, false, false}));
}

void EditsPaneTest::anotherVariantEndsSimplifying() {
  WhatIf whatIf;
  Simplifier simplifier(whatIf);
  whatIf.setDetails(variantOf(10, 8));
  simplifier.start();
  QVERIFY(simplifier.running());
  whatIf.setDetails(variantOf(11, 9));
  QVERIFY(!simplifier.running());
  QVERIFY(!whatIf.switchedOff());
}

void EditsPaneTest::switchingEndsSimplifying() {
  WhatIf whatIf;
  Simplifier simplifier(whatIf);
  whatIf.setDetails(variantOf(10));
  simplifier.start();
  QVERIFY(simplifier.running());
  const QSignalSpy requests(&whatIf, &WhatIf::evaluationRequested);
  whatIf.setOn(2, false);
  QVERIFY(!simplifier.running());
  QCOMPARE(requests.size(), 1);
  whatIf.addEvaluation(requests[0][0].toULongLong(), evaluation(Reason::None, 12));
  QVERIFY(whatIf.asSwitched());
  QTRY_COMPARE(requests.size(), 1 + 8); // parts are requested again; one of them is the switched set
}

void EditsPaneTest::newTextsOfAVariantKeepItsEvaluations() {
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

void EditsPaneTest::switchedSetIsRequestedTogetherWithTheParts() {
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

void EditsPaneTest::checkedEditsAreToldToOtherPanes() {
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

void EditsPaneTest::editsThatMatterMostComeFirst() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  evaluateAll(pane.whatIf(), worths);
  pane.setDetails(variantOf(10));
  QTRY_VERIFY(pane.whatIf().without(3));
  QCOMPARE(shownEdits(pane), (std::vector{2, 3, 1}));
}

void EditsPaneTest::clickingAHeaderSortsByThatColumn() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  evaluateAll(pane.whatIf(), worths);
  pane.setDetails(variantOf(10));
  QTRY_VERIFY(pane.whatIf().without(3));
  pane.idleSwitch()->click();
  pane.table()->sortByColumn(EditModel::Description, Qt::AscendingOrder);
  QCOMPARE(shownEdits(pane), (std::vector{0, 1, 2, 3, 4, 5})); // as they apply
  pane.table()->sortByColumn(EditModel::Share, Qt::AscendingOrder);
  QCOMPARE(shownEdits(pane), (std::vector{0, 1, 3, 2, 4, 5})); // inactive ones have none
}

void EditsPaneTest::editsThatChangeNothingAreShownOnDemand() {
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

void EditsPaneTest::anEditThatIsChosenElsewhereIsShown() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  evaluateAll(pane.whatIf(), worths);
  pane.setDetails(variantOf(10));
  selection.chooseEdit(4);
  QVERIFY(pane.order()->indexOf(4).isValid());
  QCOMPARE(pane.table()->currentIndex(), pane.order()->indexOf(4));
}

void EditsPaneTest::somethingIsShownWhereNoEditChangesAnything() {
  Selection selection;
  RunModel run;
  EditsPane pane(run, selection);
  evaluateAll(pane.whatIf(), [](const EditList&) { return evaluation(Reason::None, 10); });
  pane.setDetails(variantOf(10));
  QTRY_VERIFY(pane.whatIf().without(3));
  QCOMPARE(pane.order()->rowCount(), 6);
  QVERIFY(pane.idleSwitch()->isHidden());
}

void EditsPaneTest::ofSeveralKernelsEachLocationNamesItsOwn() {
  WhatIf whatIf;
  EditModel model(whatIf);
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->texts.edits[1].target = {{"stencil.cu", 21, 5, "clamp(int)"}, {"stencil.cu", 40, 5, "second(float*)"}};
  model.setDetails(details);
  model.setProject(synthetic::project());
  QCOMPARE(model.index(0, EditModel::Where).data().toString(), QString("stencil.cu:15"));
  auto project = std::make_shared<Project>(*synthetic::project());
  project->kernels.push_back({"second", "second", 12});
  model.setProject(project);
  QCOMPARE(model.index(0, EditModel::Where).data().toString(), QString("stencil.cu:15 in stencil"));
  QCOMPARE(model.index(1, EditModel::Where).data().toString(), QString("stencil.cu:21 in second"));
  QCOMPARE(model.index(1, EditModel::Where).data(EditModel::ShortRole).toString(), QString("second:21"));
}

void EditsPaneTest::whatAnEditAmountsToIsSaid() {
  WhatIf whatIf;
  EditModel model(whatIf);
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->texts.edits[0].meaning = "loop perforation";
  model.setDetails(details);
  const QModelIndex edit = model.index(0, EditModel::Description);
  QCOMPARE(edit.data(EditModel::ChipRole).toString(), QString("loop perforation"));
  const QStringList tip = edit.data(Qt::ToolTipRole).toString().split('\n');
  QCOMPARE(tip[0], QString("condition becomes tx < cols"));
  QCOMPARE(tip[1], QString("amounts to: loop perforation"));
}

void EditsPaneTest::historyShowsTheAncestorsThatGainedEdits() {
  RunModel run;
  run.apply(synthetic::run());
  HistoryModel history(run);
  const QAbstractItemModelTester tester(&history, QAbstractItemModelTester::FailureReportingMode::QtTest);
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  const auto row = [&](std::int64_t id, std::uint32_t generation, double runtime) {
    VariantRow row;
    row.id = id;
    row.generation = generation;
    row.runtime = runtime;
    row.origin = id == 0 ? Origin::Original : Origin::Mutation;
    return row;
  };
  details->lineage.steps = {{row(0, 0, 18.4), {}, 0}, {row(3, 1, 16), {1}, 0}, {row(5, 2, 16), {}, 2}, {row(8, 4, 12), {0, 2, 3}, 1}};
  history.setDetails(details);
  QCOMPARE(history.rowCount(), 3); // generation 2 brought nothing that the variant has
  QCOMPARE(history.index(1, HistoryModel::Change).data().toString(), QString("delete barrier"));
  QCOMPARE(history.index(1, HistoryModel::Speedup).data().toString(), QString::fromUtf8("1.150×"));
  QCOMPARE(history.index(0, HistoryModel::Speedup).data(EditModel::BarRole).toDouble(), 0.0);
  QCOMPARE(history.index(2, HistoryModel::Speedup).data(EditModel::BarRole).toDouble(), 1.0);
  QCOMPARE(history.index(2, HistoryModel::Change).data().toString().count(QString::fromUtf8(" · ")), 2); // all three
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::EditsPaneTest)
#include "edits_pane_test.moc"
