#include "tests/ui/synthetic_run.h"
#include "ui/model/run_model.h"
#include "ui/model/selection.h"
#include "ui/window/learned_dialog.h"

#include <QLabel>
#include <QTreeWidget>
#include <QtTest>

namespace gevo::ui {

class LearnedDialogTest : public QObject {
  Q_OBJECT
private slots:
  void aRunThatLearnedNothingSaysWhatItWouldNeed();
  void whatARunLearnsAppearsAtOnce();
  void anInputLeadsToTheVariantThatFailed();
};

namespace {

std::shared_ptr<const RunUpdate> withCounterexamples(const RunUpdate& before) {
  auto update = std::make_shared<RunUpdate>(before);
  update->reset = false;
  update->added.clear();
  update->generations.clear();
  update->counterexamples = {
      {{3, 1, 7, Reason::WrongOutput, "on the input \"17 4\": out differs"},
       "17 4",
       {{.input = 1, .variant = 7, .edits = {4, 1}, .needed = 2}, {.input = 1, .variant = 8, .edits = {0}, .needed = 1}}},
      {{5, 2, 9, Reason::None, ""}, "64 4"},
      {{6, 16, 12, Reason::Race, "screen \"8 8\": a race"}, ""}};
  return update;
}

} // namespace

void LearnedDialogTest::aRunThatLearnedNothingSaysWhatItWouldNeed() {
  RunModel model;
  Selection selection;
  model.apply(synthetic::run());
  const LearnedDialog dialog(model, selection);
  QVERIFY(dialog.findChild<QLabel*>()->text().contains("--fuzz"));
  QVERIFY(dialog.findChild<QTreeWidget*>()->isHidden());
}

void LearnedDialogTest::whatARunLearnsAppearsAtOnce() {
  RunModel model;
  Selection selection;
  const auto first = synthetic::run();
  model.apply(first);
  const LearnedDialog dialog(model, selection);
  model.apply(withCounterexamples(*first));
  const auto* list = dialog.findChild<QTreeWidget*>();
  QCOMPARE(list->topLevelItemCount(), 3);
  QCOMPARE(list->topLevelItem(0)->text(0), QString("17 4"));
  QCOMPARE(list->topLevelItem(0)->text(3), QString("out differs"));
  QCOMPARE(list->topLevelItem(0)->text(4), QString("edits 2, 5 of variant 7; edit 1 of variant 8"));
  QCOMPARE(list->topLevelItem(1)->text(3), QString("no longer exact"));
  QCOMPARE(list->topLevelItem(2)->text(0), QString("the tests, with threads in other orders"));
}

void LearnedDialogTest::anInputLeadsToTheVariantThatFailed() {
  RunModel model;
  Selection selection;
  const auto first = synthetic::run();
  model.apply(first);
  model.apply(withCounterexamples(*first));
  const LearnedDialog dialog(model, selection);
  auto* list = dialog.findChild<QTreeWidget*>();
  emit list->itemActivated(list->topLevelItem(1), 0);
  QCOMPARE(selection.variant(), std::int64_t(9));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::LearnedDialogTest)
#include "learned_dialog_test.moc"
