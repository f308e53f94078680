#include "core/store/front.h"
#include "tests/ui/synthetic_run.h"
#include "ui/model/variant_summary.h"
#include "ui/pareto/pareto_axes.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/pareto/pareto_view.h"
#include "ui/pareto/scatter_layer.h"
#include "ui/pareto/variant_tip.h"
#include "ui/text/format.h"

#include <QMenu>
#include <QToolButton>
#include <QtTest>
#include <qcustomplot.h>

#include <cmath>

namespace gevo::ui {

class ParetoViewTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void cleanup();
  void clickOnAFrontMemberSelectsIt();
  void clickOnAnExactVariantSelectsThatOne();
  void clickOnNothingKeepsTheSelection();
  void hoverAndSelectionLeaveTheScatterAsItIs();
  void tipShowsEveryAttribute();
  void arrowKeysWalkAlongTheFront();
  void ticksAreLabelledWithAllTheirDigits();
  void wholeFrontAndTheOriginalAreInView();
  void exactVariantsAreInTheirBandOnALogarithmicAxisToo();
  void zoomStaysWhileTheRunGrowsAndResetFollowsAgain();
  void wheelOverAnAxisZoomsThatOneAlone_data();
  void wheelOverAnAxisZoomsThatOneAlone();
  void draggingWithShiftZoomsToTheRectangle();
  void everyPairOfAxesShowsThePoints_data();
  void everyPairOfAxesShowsThePoints();
  void aThirtyfoldSpeedupFitsEveryAxis_data();
  void aThirtyfoldSpeedupFitsEveryAxis();
  void failedEvaluationsAreShownOnDemand();
  void evaluationsOfTheGenerationUnderWayAreCirclesThatCannotBeChosen();
  void aCircleBesideAVariantTakesNoClick();
  void generationZeroShowsItsEvaluationsBeforeItIsComplete();
  void withoutTheDominatedOnlyTheFrontIsLeft();
  void pastGenerationShowsItsFront();
  void operatorsHaveColoursOfTheirOwn();
  void viewCreatedLaterShowsEarlierVariants();
  void aHundredThousandVariantsArePainted();
  void theFrontIsOfAllObjectivesWhateverTheAxesShow();
  void energyAxisShowsMeasuredVariants();
  void aPastFrontIsOfAllObjectivesToo();
  void axesFitTheQuantitiesOfAnotherRun();
  void theAxesAreChosenWhereThereIsAChoice();

private:
  void click(const QPointF& position);
  QPointF position(std::int64_t id) const;
  void wheel(const QPointF& position);
  const ScatterPicture& picture();

  std::unique_ptr<RunModel> model_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<TimelinePosition> timeline_;
  std::unique_ptr<ParetoView> view_;
};

void ParetoViewTest::init() {
  model_ = std::make_unique<RunModel>();
  selection_ = std::make_unique<Selection>();
  timeline_ = std::make_unique<TimelinePosition>();
  view_ = std::make_unique<ParetoView>(*model_, *selection_, *timeline_);
  view_->resize(560, 480);
  view_->show();
  model_->apply(synthetic::run());
  picture();
}

void ParetoViewTest::cleanup() {
  view_.reset();
  timeline_.reset();
  selection_.reset();
  model_.reset();
}

void ParetoViewTest::click(const QPointF& position) { QTest::mouseClick(view_->plot(), Qt::LeftButton, {}, position.toPoint()); }

QPointF ParetoViewTest::position(std::int64_t id) const {
  const VariantRow* row = model_->variant(id);
  return model_->onFront(id) ? view_->scale().at(*row) : view_->scale().jittered(*row);
}

/// When it is up to date with the last request.
const ScatterPicture& ParetoViewTest::picture() {
  if (!QTest::qWaitFor([this] { return view_->settled(); })) qFatal("there is no picture");
  const auto* scatter = qobject_cast<ScatterLayer*>(view_->plot()->layer("scatter")->children().first());
  return *scatter->picture();
}

void ParetoViewTest::wheel(const QPointF& position) {
  QWheelEvent event(position, view_->plot()->mapToGlobal(position), {}, QPoint(0, 240), Qt::NoButton, {}, Qt::NoScrollPhase, false);
  QApplication::sendEvent(view_->plot(), &event);
}

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

void ParetoViewTest::ticksAreLabelledWithAllTheirDigits() {
  QCPAxis* axis = view_->scale().exact->axis(QCPAxis::atBottom);
  axis->setRange(59.0, 60.0); // ticks every 0.25
  view_->plot()->replot();
  const QVector<double> ticks = axis->tickVector();
  const QVector<QString> labels = axis->tickVectorLabels();
  QVERIFY(ticks.size() >= 3);
  for (qsizetype tick = 0; tick < ticks.size(); ++tick) QCOMPARE(labels[tick].toDouble(), ticks[tick]);
}

void ParetoViewTest::wholeFrontAndTheOriginalAreInView() {
  const QRectF area = view_->scale().area();
  for (const std::int64_t id : model_->front()) QVERIFY(area.contains(position(id)));
  QVERIFY(area.contains(position(0)));
}

void ParetoViewTest::exactVariantsAreInTheirBandOnALogarithmicAxisToo() {
  view_->setLogarithmic(Qt::Vertical, true);
  picture();
  const QRect band = view_->scale().exact->rect();
  for (const VariantRow& row : model_->variants()) {
    const double y = view_->scale().jittered(row).y();
    QVERIFY(std::isfinite(y));
    if (row.error == 0)
      QVERIFY(y >= band.top() && y <= band.bottom() + 1);
    else
      QVERIFY(y < band.top());
  }
}

void ParetoViewTest::zoomStaysWhileTheRunGrowsAndResetFollowsAgain() {
  QCPAxis* axis = view_->scale().errors->axis(QCPAxis::atBottom);
  const QCPRange whole = axis->range();
  wheel({200, 200});
  const QCPRange zoomed = axis->range();
  QVERIFY(zoomed.size() < whole.size());
  model_->apply(synthetic::nextGeneration(*synthetic::run()));
  picture();
  QCOMPARE(axis->range().lower, zoomed.lower);
  view_->resetView();
  picture();
  QVERIFY(axis->range().size() > zoomed.size());
  QVERIFY(view_->scale().area().contains(position(model_->suggestion()).toPoint()));
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

void ParetoViewTest::wheelOverAnAxisZoomsThatOneAlone_data() {
  QTest::addColumn<bool>("horizontal");
  QTest::newRow("horizontal") << true;
  QTest::newRow("vertical") << false;
}

void ParetoViewTest::wheelOverAnAxisZoomsThatOneAlone() {
  QFETCH(bool, horizontal);
  const QCPRange x = view_->scale().xAxis()->range();
  const QCPRange y = view_->scale().yAxis()->range();
  const QRect area = view_->scale().area();
  wheel(horizontal ? QPointF(area.center().x(), area.bottom() + 12) : QPointF(area.left() - 12, area.center().y() - 30));
  QCOMPARE(view_->scale().xAxis()->range().size() < x.size(), horizontal);
  QCOMPARE(view_->scale().yAxis()->range().size() < y.size(), !horizontal);
}

void ParetoViewTest::draggingWithShiftZoomsToTheRectangle() {
  const AxisTransform before = view_->scale().transform();
  const QPoint from = before.area.topLeft().toPoint() + QPoint(60, 40);
  const QPoint to = from + QPoint(120, 90);
  QTest::mousePress(view_->plot(), Qt::LeftButton, Qt::ShiftModifier, from);
  QTest::mouseMove(view_->plot(), to);
  QTest::mouseRelease(view_->plot(), Qt::LeftButton, Qt::ShiftModifier, to);
  const AxisTransform after = picture().request.transform;
  QVERIFY(qAbs(after.x.range.lower - before.x.value(from.x())) < 0.05);
  QVERIFY(qAbs(after.x.range.upper - before.x.value(to.x())) < 0.05);
  QVERIFY(qAbs(after.y.range.upper - before.y.value(from.y())) < 0.02);
  QVERIFY(qAbs(after.y.range.lower - before.y.value(to.y())) < 0.02);
}

void ParetoViewTest::everyPairOfAxesShowsThePoints_data() {
  QTest::addColumn<int>("x");
  QTest::addColumn<int>("y");
  QTest::addColumn<bool>("logarithmic");
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y)
      for (const bool logarithmic : {false, true})
        QTest::addRow("%d %d %s", x, y, logarithmic ? "logarithmic" : "linear") << x << y << logarithmic;
}

void ParetoViewTest::everyPairOfAxesShowsThePoints() {
  QFETCH(int, x);
  QFETCH(int, y);
  QFETCH(bool, logarithmic);
  view_->setQuantities(static_cast<Quantity>(x), static_cast<Quantity>(y));
  view_->setLogarithmic(Qt::Horizontal, logarithmic);
  view_->setLogarithmic(Qt::Vertical, logarithmic);
  const ScatterPicture& shown = picture();
  QVERIFY(shown.markers.size() > 30);
  const AxisTransform& transform = shown.request.transform;
  for (const ScatterMarker& marker : shown.markers) QVERIFY(transform.area.contains(marker.position));
  // Axis values of a point equal those of the table.
  const ScatterMarker& marker = shown.markers[shown.markers.size() / 2];
  const ScatterPoint point = pointOf(*model_->variant(marker.id));
  if (transform.x.quantity == Quantity::Runtime) QVERIFY(qAbs(transform.x.value(marker.position.x()) - point.runtime) < 1e-6);
  if (transform.y.quantity == Quantity::Speedup)
    QVERIFY(qAbs(transform.y.value(marker.position.y()) - model_->run().originalRuntime / point.runtime) < 1e-6);
}

void ParetoViewTest::aThirtyfoldSpeedupFitsEveryAxis_data() {
  QTest::addColumn<int>("x");
  QTest::addColumn<bool>("logarithmic");
  for (const Quantity x : {Quantity::Runtime, Quantity::Speedup})
    for (const bool logarithmic : {false, true})
      QTest::addRow("%d %s", static_cast<int>(x), logarithmic ? "logarithmic" : "linear") << static_cast<int>(x) << logarithmic;
}

void ParetoViewTest::aThirtyfoldSpeedupFitsEveryAxis() {
  QFETCH(int, x);
  QFETCH(bool, logarithmic);
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  VariantRow fast = update->added.back();
  fast.runtime = update->run.originalRuntime / 30;
  fast.error = 0;
  update->added.back() = fast;
  update->front = {fast.id};
  model_->apply(update);
  view_->setQuantities(static_cast<Quantity>(x), Quantity::Error);
  view_->setLogarithmic(Qt::Horizontal, logarithmic);
  const ScatterPicture& shown = picture();
  QVERIFY(shown.markers.size() > 30);
  QVERIFY(std::ranges::find(shown.markers, fast.id, &ScatterMarker::id) != shown.markers.end());
  const Interval range = shown.request.transform.x.range;
  QVERIFY2(range.lower > 0 && range.upper / range.lower < 200, qPrintable(QString("%1 to %2").arg(range.lower).arg(range.upper)));
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

void ParetoViewTest::evaluationsOfTheGenerationUnderWayAreCirclesThatCannotBeChosen() {
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
  QVERIFY2(selection_->variant() != row.id, "it has no id yet");

  auto next = std::make_shared<RunUpdate>(*update);
  next->reset = false;
  next->added.clear();
  next->generations.clear();
  next->unfinished.front().generation += 1;
  next->unfinished.front().runtime *= 0.9;
  model_->apply(next);
  QTRY_VERIFY2(!tip->isVisible() || !tip->text().contains("in progress"), "one of the next generation has its id and another position");
  model_->apply(update);

  timeline_->goTo(5);
  QVERIFY(std::ranges::find(picture().markers, row.id, &ScatterMarker::id) == picture().markers.end());
}

void ParetoViewTest::aCircleBesideAVariantTakesNoClick() {
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
  QCOMPARE(selection_->variant(), marker->id);
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

void ParetoViewTest::viewCreatedLaterShowsEarlierVariants() {
  const std::size_t before = picture().markers.size();
  view_ = std::make_unique<ParetoView>(*model_, *selection_, *timeline_);
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

void ParetoViewTest::theFrontIsOfAllObjectivesWhateverTheAxesShow() {
  const auto update = synthetic::energyRun();
  model_->apply(update);
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

void ParetoViewTest::energyAxisShowsMeasuredVariants() {
  const auto update = synthetic::energyRun();
  model_->apply(update);
  view_->setQuantities(Quantity::Runtime, Quantity::Energy);
  const ScatterPicture& shown = picture();
  QVERIFY(shown.markers.size() > 30);
  for (const ScatterMarker& marker : shown.markers) {
    const VariantRow* row = model_->variant(marker.id);
    QVERIFY(std::isfinite(row->energy));
    QVERIFY(qAbs(shown.request.transform.y.value(marker.position.y()) - row->energy) < 1e-6);
  }
  const auto lone = std::ranges::find_if(update->added, [](const VariantRow& row) { return std::isnan(row.energy); });
  selection_->choose(lone->id); // which is not shown
  view_->grab();
}

void ParetoViewTest::aPastFrontIsOfAllObjectivesToo() {
  const auto update = synthetic::energyRun();
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

void ParetoViewTest::axesFitTheQuantitiesOfAnotherRun() {
  model_->apply(synthetic::energyRun());
  QVERIFY(std::ranges::count(quantitiesOf(*model_), Quantity::Energy) == 1);
  view_->setQuantities(Quantity::Energy, Quantity::Error);
  model_->apply(synthetic::run());
  QVERIFY(view_->scale().x == Quantity::Runtime && view_->scale().y == Quantity::Error);
  QVERIFY(std::ranges::count(quantitiesOf(*model_), Quantity::Energy) == 0);
  auto update = std::make_shared<RunUpdate>(*synthetic::energyRun());
  update->run.settings.evaluation.objectives = {Objective::Time, Objective::Energy};
  model_->apply(update);
  QVERIFY(view_->scale().x == Quantity::Runtime && view_->scale().y == Quantity::Energy);
}

void ParetoViewTest::theAxesAreChosenWhereThereIsAChoice() {
  ParetoPane pane(*model_, *selection_, *timeline_);
  const auto* choice = pane.findChild<QToolButton*>("axisPair");
  QVERIFY(choice->isHidden());
  model_->apply(synthetic::energyRun());
  QVERIFY(!choice->isHidden());
  emit choice->menu()->aboutToShow();
  QStringList offered;
  for (const QAction* action : choice->menu()->actions()) offered << action->text();
  QCOMPARE(offered, QStringList({"runtime against error", "runtime against energy", "energy against error"}));
  choice->menu()->actions().last()->trigger();
  QVERIFY(pane.view()->scale().x == Quantity::Energy && pane.view()->scale().y == Quantity::Error);
  QVERIFY(choice->text().startsWith("energy / error"));
  model_->apply(synthetic::run());
  QVERIFY(choice->isHidden());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ParetoViewTest)
#include "pareto_view_test.moc"
