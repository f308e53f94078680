/// What the view shows of a run, and what can be chosen in it.

#include "core/store/front.h"
#include "tests/ui/pareto/pareto_fixture.h"
#include "ui/model/variant_summary.h"
#include "ui/pareto/front_layer.h"
#include "ui/pareto/pareto_axes.h"
#include "ui/text/format.h"

#include <QLabel>
#include <QtTest>

#include <cmath>
#include <set>

namespace gevo::ui {

class ParetoViewTest : public QObject, protected ParetoFixture {
  Q_OBJECT
private slots:
  void init() { open(); }
  void cleanup() { close(); }
  void clickOnAFrontMemberSelectsIt();
  void clickOnAnExactVariantSelectsThatOne();
  void clickOnNothingKeepsTheSelection();
  void hoverAndSelectionLeaveTheScatterAsItIs();
  void tipShowsEveryAttribute();
  void arrowKeysWalkAlongTheFront();
  void failedEvaluationsAreShownOnDemand();
  void evaluationsOfTheGenerationUnderWayAreCirclesThatCanBeChosen();
  void theNearestTakesAClickCircleOrNot();
  void aNewBestIsHighlighted();
  void whatWasThereBeforeIsNotHighlighted();
  void checkedEditsAreMarkedWhereTheyWouldBe();
  void generationZeroShowsItsEvaluationsBeforeItIsComplete();
  void withoutTheDominatedOnlyTheFrontIsLeft();
  void pastGenerationShowsItsFront();
  void operatorsHaveColoursOfTheirOwn();
  void islandsHaveColoursOfTheirOwn();
  void viewCreatedLaterShowsEarlierVariants();
  void aHundredThousandVariantsArePainted();
  void theFrontIsOfAllObjectivesWhateverTheAxesShow_data();
  void theFrontIsOfAllObjectivesWhateverTheAxesShow();
  void aPastFrontIsOfAllObjectivesToo_data();
  void aPastFrontIsOfAllObjectivesToo();
};

void ParetoViewTest::clickOnAFrontMemberSelectsIt() {
  for (const std::int64_t id : {model_->front().front(), model_->front().back()}) {
    click(position(id));
    QCOMPARE(selection_->variant(), id);
    QVERIFY(selection_->chosen());
  }
}

void ParetoViewTest::clickOnAnExactVariantSelectsThatOne() {
  // The slowest one in view stands alone.
  std::int64_t lone = -1;
  double slowest = 0;
  for (const VariantRow& row : model_->variants()) {
    if (row.id == 0 || !view_->scale().area().adjusted(20, 0, -20, 0).contains(position(row.id).toPoint()) || row.runtime < slowest)
      continue;
    slowest = row.runtime;
    lone = row.id;
  }
  QVERIFY(lone > 0);
  click(position(lone));
  QCOMPARE(selection_->variant(), lone);
}

void ParetoViewTest::clickOnNothingKeepsTheSelection() {
  selection_->choose(model_->front().front());
  click({2, 2});
  QCOMPARE(selection_->variant(), model_->front().front());
}

void ParetoViewTest::hoverAndSelectionLeaveTheScatterAsItIs() {
  const ScatterPicture* before = &picture();
  QCoreApplication::processEvents(); // the replot that shows it
  int replots = 0;
  connect(view_->plot(), &QCustomPlot::afterReplot, view_.get(), [&] { ++replots; });
  const std::int64_t id = before->markers.front().id;
  QTest::mouseMove(view_->plot(), position(id).toPoint());
  selection_->choose(id);
  QCoreApplication::processEvents();
  QCOMPARE(replots, 0);
  QCOMPARE(&picture(), before);
}

void ParetoViewTest::tipShowsEveryAttribute() {
  VariantRow row = *model_->variant(model_->front().front());
  row.step = StepKind::Swap;
  const QString text = variantSummary(*model_, row);
  for (const QString& part :
       {QString::number(row.id), QString("µs"), QString("×"), QString("error"), QString("generation %1").arg(row.generation),
        QString("edit"), QString("swap of %1").arg(row.parent), QString("on the front")})
    QVERIFY2(text.contains(part), qPrintable(part + " is missing in " + text));
}

void ParetoViewTest::arrowKeysWalkAlongTheFront() {
  const std::vector<std::int64_t>& front = model_->front();
  QVERIFY(front.size() >= 3);
  selection_->choose(front[0]);
  QTest::keyClick(view_.get(), Qt::Key_Right);
  QCOMPARE(selection_->variant(), front[1]);
  QTest::keyClick(view_.get(), Qt::Key_Right);
  QCOMPARE(selection_->variant(), front[2]);
  QTest::keyClick(view_.get(), Qt::Key_Left);
  QCOMPARE(selection_->variant(), front[1]);
  QTest::keyClick(view_.get(), Qt::Key_End);
  QTest::keyClick(view_.get(), Qt::Key_Right);
  QCOMPARE(selection_->variant(), front.back());
}

void ParetoViewTest::failedEvaluationsAreShownOnDemand() {
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  update->failed = {{update->added.back().id + 3, 5, 2, Reason::WrongOutput, 15.0, 0.004}};
  const FailedRow failed = update->failed.front();
  model_->apply(update);
  const auto isThere = [&] { return std::ranges::find(picture().markers, failed.id, &ScatterMarker::id) != picture().markers.end(); };
  QVERIFY(!isThere());
  view_->setShown({.failed = true});
  QVERIFY(isThere());
  const QPointF there = view_->scale().transform().jittered(pointOf(failed));
  QVERIFY(view_->pointAt(there) == failed.id);
  click(there);
  QVERIFY2(selection_->variant() != failed.id, "there is nothing to compare");
}

void ParetoViewTest::evaluationsOfTheGenerationUnderWayAreCirclesThatCanBeChosen() {
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  VariantRow row = update->added.back();
  row.id = -7;
  row.generation += 1;
  row.runtime *= 0.97;
  update->unfinished = {row};
  model_->apply(update);
  const auto marker = std::ranges::find(picture().markers, row.id, &ScatterMarker::id);
  QVERIFY(marker != picture().markers.end());
  const QPointF there = marker->position;
  QVERIFY(view_->pointAt(there) == row.id);
  QTest::mouseMove(view_->plot(), there.toPoint());
  const auto* tip = view_->findChild<QLabel*>("variantTip");
  QVERIFY(tip->isVisible());
  QVERIFY2(tip->text().contains("in progress") && tip->text().contains(speedupText(model_->speedup(row))), qPrintable(tip->text()));
  click(there);
  QCOMPARE(selection_->variant(), row.id);

  auto next = std::make_shared<RunUpdate>(*update);
  next->reset = false;
  next->added.clear();
  next->generations.clear();
  next->unfinished.clear();
  model_->apply(next);
  QTRY_VERIFY2(!tip->isVisible() || !tip->text().contains("in progress"), "its generation has ended");
  model_->apply(update);

  timeline_->goTo(5);
  QVERIFY(std::ranges::find(picture().markers, row.id, &ScatterMarker::id) == picture().markers.end());
}

void ParetoViewTest::theNearestTakesAClickCircleOrNot() {
  const std::vector<ScatterMarker> markers = picture().markers;
  const auto alone = [&](const ScatterMarker& marker) {
    const auto near = [&](const QPointF& other) { return QLineF(marker.position, other).length() < 16; };
    return model_->variant(marker.id)->error > 0 &&
           std::ranges::none_of(model_->front(), [&](std::int64_t id) { return near(position(id)); }) &&
           std::ranges::count_if(markers, [&](const ScatterMarker& other) { return near(other.position); }) == 1;
  };
  const auto marker = std::ranges::find_if(markers, alone);
  QVERIFY(marker != markers.end());
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  VariantRow row = *model_->variant(marker->id);
  row.id = -7;
  row.runtime = view_->scale().transform().x.value(marker->position.x() + 4);
  update->unfinished = {row};
  model_->apply(update);
  picture();
  const QPointF there = view_->scale().transform().jittered(pointOf(row));
  QVERIFY(view_->pointAt(there) == row.id);
  click(there);
  QCOMPARE(selection_->variant(), row.id);
  click(marker->position - QPointF(3, 0));
  QCOMPARE(selection_->variant(), marker->id);
}

void ParetoViewTest::aNewBestIsHighlighted() {
  model_->apply(synthetic::nextGeneration(*synthetic::run()));
  const std::int64_t best = model_->suggestion();
  QTRY_VERIFY(view_->marks().newBest() == best);
  QTRY_VERIFY_WITH_TIMEOUT(!view_->marks().newBest(), 10'000); // briefly
}

void ParetoViewTest::whatWasThereBeforeIsNotHighlighted() {
  const auto before = synthetic::run();
  auto update = std::make_shared<RunUpdate>(*synthetic::nextGeneration(*before));
  update->reset = true;
  update->added.insert(update->added.begin(), before->added.begin(), before->added.end());
  model_->apply(update);
  picture();
  QVERIFY(!view_->marks().newBest());
  model_->apply(std::make_shared<RunUpdate>(RunUpdate{.run = update->run, .front = update->front})); // nothing new
  QVERIFY(!view_->marks().newBest());
}

void ParetoViewTest::checkedEditsAreMarkedWhereTheyWouldBe() {
  const auto whole = [&] { return view_->grab().toImage(); };
  selection_->choose(model_->front().front());
  const QImage before = whole();
  VariantRow row = *model_->variant(model_->front().front());
  row.runtime = 16;
  row.error = 0.004;
  view_->setWhatIf(WhatIfMark{row.id, pointOf(row)});
  QVERIFY(view_->marks().whatIf());
  const QPoint there = view_->scale().at(row).toPoint();
  const QRect around(there - QPoint(8, 8), QSize(17, 17));
  QVERIFY(whole().copy(around) != before.copy(around));
  view_->setWhatIf(std::nullopt);
  QVERIFY(whole().copy(around) == before.copy(around));
}

void ParetoViewTest::generationZeroShowsItsEvaluationsBeforeItIsComplete() {
  auto update = std::make_shared<RunUpdate>();
  update->reset = true;
  update->run = synthetic::run()->run;
  update->run.generations = 0;
  VariantRow original;
  original.runtime = update->run.originalRuntime;
  update->added = {original};
  VariantRow fast;
  fast.id = -2;
  fast.origin = Origin::InitialMutation;
  fast.runtime = original.runtime / 8;
  update->unfinished = {fast};
  model_->apply(update);
  QVERIFY2(picture().markers.size() == 1, "the axes reach that far");
}

void ParetoViewTest::withoutTheDominatedOnlyTheFrontIsLeft() {
  view_->setShown({.dominated = false});
  QVERIFY(picture().markers.empty());
  QCOMPARE(view_->front(), model_->front());
  QVERIFY(!view_->shows(model_->variants()[5]) || model_->onFront(model_->variants()[5].id));
}

void ParetoViewTest::pastGenerationShowsItsFront() {
  constexpr std::uint32_t generation = 12;
  timeline_->goTo(generation);
  const ScatterPicture& then = picture();
  std::vector<VariantRow> known;
  for (const VariantRow& row : model_->variants())
    if (row.generation <= generation) known.push_back(row);
  QCOMPARE(view_->front(), synthetic::frontOf(known));
  for (const ScatterMarker& marker : then.markers) QVERIFY(model_->variant(marker.id)->generation <= generation);
  timeline_->goToPresent();
  picture();
  QCOMPARE(view_->front(), model_->front());
}

void ParetoViewTest::operatorsHaveColoursOfTheirOwn() {
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  for (VariantRow& row : update->added) row.step = row.id % 2 == 0 ? StepKind::Delete : StepKind::Crossover;
  model_->apply(update);
  view_->setShown({.colour = ScatterColour::Operator});
  for (const ScatterMarker& marker : picture().markers) {
    const StepKind step = marker.id % 2 == 0 ? StepKind::Delete : StepKind::Crossover;
    QCOMPARE(std::size_t(marker.colour), scatterShades + std::size_t(step));
  }
}

void ParetoViewTest::islandsHaveColoursOfTheirOwn() {
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  update->run.settings.search.islands = 3;
  update->run.settings.search.population = 10;
  for (VariantRow& row : update->added) row.slot = std::uint32_t(row.id % 30);
  model_->apply(update);
  view_->setShown({.colour = ScatterColour::Island});
  std::set<std::uint8_t> seen;
  for (const ScatterMarker& marker : picture().markers) {
    QCOMPARE(marker.colour, islandColour(std::uint32_t(marker.id % 30) / 10));
    seen.insert(marker.colour);
  }
  QCOMPARE(seen.size(), std::size_t(3));
}

void ParetoViewTest::viewCreatedLaterShowsEarlierVariants() {
  const std::size_t before = picture().markers.size();
  view_ = std::make_unique<ParetoView>(*model_, *selection_, *group_, *filter_, *timeline_);
  view_->resize(560, 480);
  view_->show();
  QCOMPARE(picture().markers.size(), before);
}

void ParetoViewTest::aHundredThousandVariantsArePainted() {
  model_->apply(synthetic::run({999, 100}));
  QCOMPARE(model_->variants().size(), std::size_t(100'001));
  QVERIFY(picture().markers.size() > 5000);
  const ScatterMarker& marker = picture().markers[4000];
  QVERIFY(picture().nearest(marker.position, 1, PointKinds::Variants));
}

void ParetoViewTest::theFrontIsOfAllObjectivesWhateverTheAxesShow_data() {
  QTest::addColumn<bool>("energy");
  QTest::newRow("energy") << true;
  QTest::newRow("edits") << false;
}

void ParetoViewTest::theFrontIsOfAllObjectivesWhateverTheAxesShow() {
  QFETCH(bool, energy);
  const auto update = energy ? synthetic::energyRun() : synthetic::editsRun();
  model_->apply(update);
  QCOMPARE(axisPairsOf(*model_).size(), 3UZ);
  for (const auto& [x, y] : axisPairsOf(*model_)) {
    view_->setQuantities(x, y);
    picture();
    QCOMPARE(view_->front(), update->front);
    for (const std::int64_t id : update->front) {
      const QPointF there = position(id);
      const bool hidden = std::ranges::any_of(update->front, [&](std::int64_t other) { // by a neighbour's dot
        return other != id && QLineF(position(other), there).length() < 1;
      });
      if (view_->scale().area().contains(there.toPoint()) && !hidden) QVERIFY(view_->pointAt(there) == id);
    }
  }
  // More than the front of the two that the axes show.
  QVERIFY(update->front.size() > synthetic::frontOf(update->added).size() / 3);
}

void ParetoViewTest::aPastFrontIsOfAllObjectivesToo_data() { theFrontIsOfAllObjectivesWhateverTheAxesShow_data(); }

void ParetoViewTest::aPastFrontIsOfAllObjectivesToo() {
  QFETCH(bool, energy);
  const auto update = energy ? synthetic::energyRun() : synthetic::editsRun();
  model_->apply(update);
  timeline_->goTo(20);
  picture();
  std::vector<VariantRow> rows;
  for (const VariantRow& row : update->added)
    if (row.generation <= 20) rows.push_back(row);
  std::vector<std::int64_t> expected;
  for (const VariantRow& row : paretoFront(rows, update->run.settings.evaluation.objectives)) expected.push_back(row.id);
  QCOMPARE(view_->front(), expected);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ParetoViewTest)
#include "pareto_view_test.moc"
