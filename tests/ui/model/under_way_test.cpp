/// Evaluations of the generation under way: which is the best so far, and what becomes of one that is selected.

#include "core/store/unfinished_id.h"
#include "tests/ui/synthetic_run.h"
#include "ui/model/selection_keeper.h"

#include <QtTest>

#include <set>

namespace gevo::ui {

class UnderWayTest : public QObject {
  Q_OBJECT
private slots:
  void idsDifferAndSayWhereTheyAreFrom();
  void theFirstGenerationHasABestSoFar();
  void aCompleteVariantThatIsAsFastStaysTheBest();
  void inexactOrPartlyTestedOnesAreNotTheBest();
  void whereTimingsVaryOneMeasurementDecidesNothing();
  void aSelectedOneStaysSelectedUnderItsNumber();
  void aDroppedOneIsReplacedByTheSuggestion();

private:
  /// Of generation 0, with the original only.
  static std::shared_ptr<RunUpdate> beginning();
  static VariantRow underWay(std::uint32_t generation, double runtime);
};

std::shared_ptr<RunUpdate> UnderWayTest::beginning() {
  auto update = std::make_shared<RunUpdate>();
  update->reset = true;
  update->run = synthetic::run()->run;
  update->run.generations = 0;
  VariantRow original;
  original.runtime = update->run.originalRuntime;
  update->added = {original};
  return update;
}

VariantRow UnderWayTest::underWay(std::uint32_t generation, double runtime) {
  VariantRow row;
  row.id = unfinishedId({generation, 3, 1});
  row.generation = generation;
  row.origin = Origin::Mutation;
  row.runtime = runtime;
  row.edits = 2;
  row.code = {77, 1};
  return row;
}

void UnderWayTest::idsDifferAndSayWhereTheyAreFrom() {
  std::set<std::int64_t> ids;
  for (const std::uint32_t generation : {0U, 1U, 5000U})
    for (const std::uint32_t slot : {0U, 255U})
      for (const std::uint32_t step : {0U, 9U}) {
        const std::int64_t id = unfinishedId({generation, slot, step});
        QVERIFY(isUnfinished(id) && ids.insert(id).second);
        const UnfinishedPlace place = unfinishedPlace(id);
        QVERIFY(place.generation == generation && place.slot == slot && place.step == step);
      }
  QVERIFY(!isUnfinished(0) && !isUnfinished(Selection::none));
}

void UnderWayTest::theFirstGenerationHasABestSoFar() {
  RunModel model;
  auto update = beginning();
  model.apply(update);
  QVERIFY(!model.bestSoFar());
  update->reset = false;
  update->added.clear();
  update->unfinished = {underWay(0, 15)};
  model.apply(update);
  QVERIFY(model.bestSoFar());
  QCOMPARE(model.suggestion(), update->unfinished.front().id);
  QVERIFY2(!model.variant(model.suggestion()), "it is no variant of the run yet");
  QCOMPARE(model.variantOrUnderWay(model.suggestion())->runtime, 15.0);
}

void UnderWayTest::aCompleteVariantThatIsAsFastStaysTheBest() {
  RunModel model;
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  model.apply(update);
  const VariantRow best = *model.best(0);
  update->unfinished = {underWay(38, best.runtime)};
  model.apply(update);
  QCOMPARE(model.bestSoFar()->id, best.id);
  update->unfinished = {underWay(38, best.runtime * 0.9)};
  model.apply(update);
  QVERIFY(isUnfinished(model.bestSoFar()->id));
}

void UnderWayTest::inexactOrPartlyTestedOnesAreNotTheBest() {
  RunModel model;
  auto update = beginning();
  update->unfinished = {underWay(0, 10), underWay(0, 10)};
  update->unfinished[0].error = 0.001;
  update->unfinished[1].passedAll = false;
  model.apply(update);
  QVERIFY(!model.bestSoFar());
}

void UnderWayTest::whereTimingsVaryOneMeasurementDecidesNothing() {
  RunModel model;
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  update->run.settings.evaluation.device = "cuda";
  update->unfinished = {underWay(38, 1)};
  model.apply(update);
  QVERIFY(!isUnfinished(model.suggestion()));
}

void UnderWayTest::aSelectedOneStaysSelectedUnderItsNumber() {
  RunModel model;
  Selection selection;
  const SelectionKeeper keeper(model, selection);
  auto update = beginning();
  update->unfinished = {underWay(0, 15)};
  model.apply(update);
  selection.choose(update->unfinished.front().id);

  auto next = std::make_shared<RunUpdate>(*update);
  next->reset = false;
  next->unfinished.clear();
  VariantRow other = underWay(0, 16);
  other.id = 8;
  other.code = {78, 1};
  VariantRow same = underWay(0, 15);
  same.id = 9;
  next->added = {other, same};
  model.apply(next);
  QCOMPARE(selection.variant(), std::int64_t(9));
  QVERIFY(selection.chosen());
}

void UnderWayTest::aDroppedOneIsReplacedByTheSuggestion() {
  RunModel model;
  Selection selection;
  const SelectionKeeper keeper(model, selection);
  auto update = beginning();
  update->unfinished = {underWay(0, 15)};
  model.apply(update);
  selection.choose(update->unfinished.front().id);
  update->reset = false;
  update->added.clear();
  update->unfinished.clear();
  model.apply(update);
  QCOMPARE(selection.variant(), std::int64_t(0));
  QVERIFY(!selection.chosen());
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::UnderWayTest)
#include "under_way_test.moc"
