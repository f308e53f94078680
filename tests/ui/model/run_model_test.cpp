#include "tests/ui/synthetic_run.h"
#include "ui/model/run_model.h"
#include "ui/model/selection.h"
#include "ui/text/format.h"

#include <QSignalSpy>
#include <QtTest>

namespace gevo::ui {

class RunModelTest : public QObject {
  Q_OBJECT
private slots:
  void firstUpdateFillsTheModel();
  void laterUpdateAdds();
  void remeasuredVariantsAreUpdated();
  void anotherRunReplacesEverything();
  void suggestionIsTheFastestExactVariantOfTheFront();
  void variantThatFailedHeldOutTestsIsNotSuggested();
  void bestWithinAnErrorMayBeFaster();
  void passedVariantDerivedFromAFailedOneIsTheBest();
  void speedupsAreRelativeToTheFasterOriginal();
  void variantThatFailedHeldOutTestsIsNotTheBest();
  void reasonsAreSummedOverGenerations();
  void choosingAVariantForgetsTheEdit();
  void aStoppedRunCountsCompleteGenerations();
  void figuresAreFormattedForReading_data();
  void figuresAreFormattedForReading();
};

void RunModelTest::firstUpdateFillsTheModel() {
  RunModel model;
  QSignalSpy reset(&model, &RunModel::wasReset);
  const auto update = synthetic::run();
  model.apply(update);
  QCOMPARE(reset.size(), 1);
  QCOMPARE(model.variants().size(), update->added.size());
  QCOMPARE(model.front(), update->front);
  const VariantRow* last = model.variant(update->added.back().id);
  QVERIFY(last);
  QCOMPARE(last->runtime, update->added.back().runtime);
  QVERIFY(!model.variant(1'000'000));
}

void RunModelTest::laterUpdateAdds() {
  RunModel model;
  const auto first = synthetic::run();
  model.apply(first);
  QSignalSpy reset(&model, &RunModel::wasReset);
  QSignalSpy added(&model, &RunModel::variantsAdded);
  QSignalSpy front(&model, &RunModel::frontChanged);
  const auto next = synthetic::nextGeneration(*first);
  model.apply(next);
  QCOMPARE(reset.size(), 0);
  QCOMPARE(added.size(), 1);
  QCOMPARE(added[0][0].toLongLong(), qlonglong(first->added.size()));
  QCOMPARE(added[0][1].toLongLong(), qlonglong(1));
  QCOMPARE(front.size(), 1);
  QCOMPARE(model.generations().size(), first->generations.size() + 1);
}

void RunModelTest::remeasuredVariantsAreUpdated() {
  RunModel model;
  model.apply(synthetic::run());
  QSignalSpy changed(&model, &RunModel::variantsChanged);
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  update->reset = false;
  update->added.clear();
  update->generations.clear();
  update->changed = {model.variants()[5]};
  update->changed[0].runtime = 4.25;
  const std::size_t before = model.variants().size();
  model.apply(update);
  QCOMPARE(changed.size(), 1);
  QCOMPARE(model.variants().size(), before);
  QCOMPARE(model.variant(update->changed[0].id)->runtime, 4.25);
}

void RunModelTest::anotherRunReplacesEverything() {
  RunModel model;
  model.apply(synthetic::run());
  model.apply(synthetic::run({3, 5}));
  QCOMPARE(model.variants().size(), std::size_t(1 + 4 * 5));
  QCOMPARE(model.generations().size(), std::size_t(4));
}

void RunModelTest::suggestionIsTheFastestExactVariantOfTheFront() {
  RunModel model;
  model.apply(synthetic::run());
  const VariantRow* suggested = model.variant(model.suggestion());
  QVERIFY(suggested);
  QVERIFY(model.onFront(suggested->id));
  QCOMPARE(suggested->error, 0.0);
  for (const VariantRow& row : model.variants())
    if (row.error == 0) QVERIFY(row.runtime >= suggested->runtime);
}

void RunModelTest::variantThatFailedHeldOutTestsIsNotSuggested() {
  RunModel model;
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  model.apply(update);
  const std::int64_t best = model.suggestion();
  std::vector<VariantRow> exact;
  for (const VariantRow& row : model.variants())
    if (row.error == 0 && row.id != 0 && row.id != best) exact.push_back(row);
  QVERIFY(exact.size() > 2);
  update->added.clear();
  update->generations.clear();
  update->reset = false;
  update->validations = {{.variant = best, .passed = false}};
  update->knownFailures = {best};
  model.apply(update);
  QCOMPARE(model.suggestion(), std::ranges::min_element(exact, {}, &VariantRow::runtime)->id);
}

void RunModelTest::bestWithinAnErrorMayBeFaster() {
  RunModel model;
  model.apply(synthetic::run());
  QVERIFY(model.best(0.01)->runtime < model.best(0)->runtime);
}

void RunModelTest::passedVariantDerivedFromAFailedOneIsTheBest() {
  RunModel model;
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  model.apply(update);
  const VariantRow best = *model.best(0);
  VariantRow derived = best;
  derived.id = firstDerivedId;
  derived.parent = best.id;
  derived.code = {}; // equal code would fail as its parent does
  derived.runtime = best.runtime * 0.99;
  update->reset = false;
  update->added.clear();
  update->generations.clear();
  update->derived = {derived};
  update->validations = {{.variant = firstDerivedId, .passed = true}};
  model.apply(update);
  QCOMPARE(model.best(0)->id, best.id); // derived by the user
  update->validations = {{.variant = best.id, .passed = false}, {.variant = firstDerivedId, .passed = true}};
  update->knownFailures = {best.id};
  model.apply(update);
  QCOMPARE(model.best(0)->id, firstDerivedId);
  QCOMPARE(model.suggestion(), firstDerivedId);
}

void RunModelTest::speedupsAreRelativeToTheFasterOriginal() {
  const auto update = std::make_shared<RunUpdate>(*synthetic::run());
  OtherOriginal& nvcc = update->run.report.nvcc;
  nvcc.compiler = "release 13.0";
  nvcc.result.reason = Reason::None;
  nvcc.result.fitness.runtime = update->run.originalRuntime / 2;
  RunModel model;
  model.apply(update);
  QCOMPARE(model.speedup({.runtime = update->run.originalRuntime}), 0.5);
  nvcc.result.fitness.runtime = update->run.originalRuntime * 2;
  model.apply(update);
  QCOMPARE(model.speedup({.runtime = update->run.originalRuntime}), 1.0);
}

void RunModelTest::variantThatFailedHeldOutTestsIsNotTheBest() {
  RunModel model;
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  model.apply(update);
  const std::int64_t exact = model.best(0)->id;
  const std::int64_t fastest = model.best(0.01)->id;
  update->reset = false;
  update->generations.clear();
  update->validations = {{.variant = exact, .passed = false}, {.variant = fastest, .passed = false}};
  update->knownFailures = {std::min(exact, fastest), std::max(exact, fastest)};
  const auto all = synthetic::run();
  const auto fastestLeft = [&](double error) {
    std::vector<VariantRow> left;
    for (const VariantRow& row : all->added)
      if (row.id != exact && row.id != fastest && row.error <= error) left.push_back(row);
    return std::ranges::min_element(left, {}, &VariantRow::runtime)->id;
  };
  update->added.clear();
  model.apply(update);
  QCOMPARE(model.best(0)->id, fastestLeft(0));
  QCOMPARE(model.best(0.01)->id, fastestLeft(0.01));
  for (const VariantRow& row : model.variants())
    if (row.error == 0) update->knownFailures.push_back(row.id);
  std::ranges::sort(update->knownFailures);
  model.apply(update);
  QVERIFY(!model.best(0));
  QCOMPARE(model.suggestion(), exact); // what there is, though it failed
}

void RunModelTest::reasonsAreSummedOverGenerations() {
  RunModel model;
  const auto update = synthetic::run();
  model.apply(update);
  std::uint64_t wrong = 0;
  const auto reason = static_cast<std::size_t>(Reason::WrongOutput);
  for (const GenerationRow& row : update->generations) wrong += row.reasons[reason];
  QCOMPARE(model.reasons()[reason], wrong);
}

void RunModelTest::aStoppedRunCountsCompleteGenerations() {
  RunModel model;
  const auto update = synthetic::run();
  model.apply(update);
  std::uint64_t complete = 0;
  for (const GenerationRow& row : update->generations) complete += row.evaluations;
  RunStatus status = update->run.status;
  status.progress.evaluations = complete + 99; // of the generation under way
  for (const RunState state : {RunState::Running, RunState::Paused}) {
    status.state = state;
    model.setStatus(status);
    QCOMPARE(model.evaluations(), complete + 99);
  }
  for (const RunState state : {RunState::Stopped, RunState::Interrupted, RunState::Validating, RunState::Finished}) {
    status.state = state;
    model.setStatus(status);
    QCOMPARE(model.evaluations(), complete);
  }
}

void RunModelTest::choosingAVariantForgetsTheEdit() {
  Selection selection;
  selection.choose(5);
  selection.chooseEdit(2);
  selection.suggest(6);
  QCOMPARE(selection.edit(), -1);
  QVERIFY(selection.chosen());
}

void RunModelTest::figuresAreFormattedForReading_data() {
  QTest::addColumn<QString>("written");
  QTest::addColumn<QString>("expected");
  QTest::newRow("runtime") << runtimeText(13.31) << "13.31 µs";
  QTest::newRow("short runtime") << runtimeText(0.5) << "0.50 µs";
  QTest::newRow("milliseconds") << runtimeText(1420) << "1.420 ms";
  QTest::newRow("speedup") << speedupText(1.384) << "1.384×";
  QTest::newRow("what is measured") << metricsText({{{"one", 34, 0, 0, 0}, {"two", 12, 16, 8, 0}}, 9, 0.004})
                                    << " ± 0.78 % · 34 registers · 16 bytes spilled";
  QTest::newRow("what is simulated") << metricsText({}) << "";
  QTest::newRow("exact") << errorText(Metric::MaxRelative, 0) << "0";
  QTest::newRow("percent") << errorText(Metric::MaxRelative, 0.0012) << "0.12 %";
  QTest::newRow("tiny percent") << errorText(Metric::MaxRelative, 1e-7) << "1e-05 %";
  QTest::newRow("no share") << errorText(Metric::Rmse, 0.5) << "0.5";
  QTest::newRow("limit") << errorText(Metric::MaxRelative, 0.01) << "1 %";
  QTest::newRow("count") << countText(23184) << "23,184";
  QTest::newRow("seconds") << durationText(52) << "0:52";
  QTest::newRow("minutes") << durationText(605) << "10:05";
  QTest::newRow("hours") << durationText(3850) << "1:04:10";
  QTest::newRow("one") << countedText(1, "edit", "edits") << "1 edit";
}

void RunModelTest::figuresAreFormattedForReading() {
  QFETCH(QString, written);
  QFETCH(QString, expected);
  QCOMPARE(written, expected);
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::RunModelTest)
#include "run_model_test.moc"
