#include "tests/ui/edits/evaluations.h"
#include "ui/edits/edit_model.h"

#include <QAbstractItemModelTester>
#include <QtTest>

namespace gevo::ui {

class EditModelTest : public QObject {
  Q_OBJECT
private slots:
  void modelPassesTheModelTester();
  void rowsShowDescriptionAndLocation();
  void inactiveEditsAreMarked();
  void shareIsWhatTheVariantLosesWithoutTheEdit();
  void aShareOfNothingHasNoBar();
  void editThatTheVariantNeedsIsMarked();
  void ofSeveralKernelsEachLocationNamesItsOwn();
  void whatAnEditAmountsToIsSaid();
  void theSentenceIsWhatTheCodeDoes();
  void nothingIsSaidOfOneEditThatTwoDid_data();
  void nothingIsSaidOfOneEditThatTwoDid();
};

void EditModelTest::modelPassesTheModelTester() {
  WhatIf whatIf;
  EditModel model(whatIf);
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setDetails(synthetic::details(8));
  QCOMPARE(model.rowCount(), 6);
  whatIf.setOn(5, false);
  model.setDetails(synthetic::details(0));
  QCOMPARE(model.rowCount(), 0);
}

void EditModelTest::rowsShowDescriptionAndLocation() {
  WhatIf whatIf;
  EditModel model(whatIf);
  model.setDetails(synthetic::details(8));
  QCOMPARE(model.index(1, EditModel::Description).data().toString(), QString("this barrier is gone"));
  QCOMPARE(model.index(1, EditModel::Where).data().toString(), QString("stencil.cu:21"));
}

void EditModelTest::inactiveEditsAreMarked() {
  WhatIf whatIf;
  EditModel model(whatIf);
  model.setDetails(synthetic::details(8));
  QVERIFY(!model.index(1, EditModel::Description).data(EditModel::ChipRole).isValid());
  QCOMPARE(model.index(4, EditModel::Description).data(EditModel::ChipRole).toString(), QString("inactive"));
  QCOMPARE(model.inactiveCount(), 2);
}

void EditModelTest::shareIsWhatTheVariantLosesWithoutTheEdit() {
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

void EditModelTest::aShareOfNothingHasNoBar() {
  WhatIf whatIf;
  EditModel model(whatIf);
  evaluateAll(whatIf, [](const EditList& edits) { return evaluation(Reason::None, contains(edits, 1) ? 10 : 10.0001); });
  model.setDetails(variantOf(10));
  QTRY_COMPARE(model.index(0, EditModel::Share).data().toString(), QString("0.0 %"));
  QVERIFY(model.index(0, EditModel::Share).data(EditModel::BarRole).toDouble() < 0.05); // it is the largest
}

void EditModelTest::editThatTheVariantNeedsIsMarked() {
  WhatIf whatIf;
  EditModel model(whatIf);
  evaluateAll(whatIf, [](const EditList& edits) { return evaluation(contains(edits, 1) ? Reason::None : Reason::WrongOutput, 10); });
  model.setDetails(variantOf(10));
  QTRY_COMPARE(model.index(0, EditModel::Share).data().toString(), QString("needed"));
  QTRY_COMPARE(model.index(1, EditModel::Alone).data().toString(), QString("fails"));
}

void EditModelTest::ofSeveralKernelsEachLocationNamesItsOwn() {
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

void EditModelTest::whatAnEditAmountsToIsSaid() {
  WhatIf whatIf;
  EditModel model(whatIf);
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->texts.edits[0].meaning = "loop perforation";
  details->texts.consequences.clear();
  model.setDetails(details);
  const QModelIndex edit = model.index(0, EditModel::Description);
  QCOMPARE(edit.data(EditModel::ChipRole).toString(), QString("loop perforation"));
  const QStringList tip = edit.data(Qt::ToolTipRole).toString().split('\n');
  QCOMPARE(tip[0], QString("condition becomes tx < cols"));
  QCOMPARE(tip[1], QString("amounts to: loop perforation"));
}

void EditModelTest::theSentenceIsWhatTheCodeDoes() {
  WhatIf whatIf;
  EditModel model(whatIf);
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  VariantTexts& texts = details->texts;
  texts.edits[1].meaning = "barrier removed";
  texts.consequences = {{0, texts.edits[0].target, {}, noSimpleWords},
                        {1, texts.edits[1].target, {}, "this barrier is gone"},
                        {1, texts.edits[3].target, {}, "this store is never reached now"}}; // which edit did that is a guess
  model.setDetails(details);
  QCOMPARE(model.index(0, EditModel::Description).data().toString(), QString("condition becomes `tx < cols`"));
  const QModelIndex barrier = model.index(1, EditModel::Description);
  QCOMPARE(barrier.data().toString(), QString("this barrier is gone"));
  QVERIFY(!barrier.data(EditModel::ChipRole).isValid()); // it would say the same
  const QStringList tip = barrier.data(Qt::ToolTipRole).toString().split('\n');
  QCOMPARE(tip.mid(0, 3), (QStringList{"this barrier is gone", "delete barrier", "amounts to: barrier removed"}));
}

void EditModelTest::nothingIsSaidOfOneEditThatTwoDid_data() {
  using Chain = std::vector<SourcePosition>;
  QTest::addColumn<Chain>("target");
  QTest::addColumn<Chain>("other");
  QTest::addColumn<QString>("expected");
  const SourcePosition inlined{"stencil.cu", 21, 5, "clamp(int)"};
  const auto copy = [&](std::uint32_t line, const char* kernel = "stencil(float*)") {
    return Chain{inlined, {"stencil.cu", line, 3, kernel}};
  };
  QTest::newRow("same instruction") << copy(40) << Chain() << "delete barrier";
  QTest::newRow("another inlined copy") << copy(44) << Chain() << "delete barrier";
  QTest::newRow("as the other instruction") << Chain{{"stencil.cu", 30, 5, "stencil(float*)"}} << copy(44) << "delete barrier";
  QTest::newRow("copy in another kernel") << copy(90, "second(float*)") << Chain() << "this barrier is gone";
  QTest::newRow("other code") << Chain{{"stencil.cu", 30, 5, "stencil(float*)"}} << Chain() << "this barrier is gone";
}

void EditModelTest::nothingIsSaidOfOneEditThatTwoDid() {
  QFETCH(const std::vector<SourcePosition>, target);
  QFETCH(const std::vector<SourcePosition>, other);
  QFETCH(const QString, expected);
  WhatIf whatIf;
  EditModel model(whatIf);
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  VariantTexts& texts = details->texts;
  texts.edits[1].target = {{"stencil.cu", 21, 5, "clamp(int)"}, {"stencil.cu", 40, 3, "stencil(float*)"}};
  texts.edits[2].target = target;
  texts.edits[2].other = other;
  texts.consequences = {{1, texts.edits[1].target, {}, "this barrier is gone"}};
  model.setDetails(details);
  QCOMPARE(model.index(1, EditModel::Description).data().toString(), expected);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::EditModelTest)
#include "edit_model_test.moc"
