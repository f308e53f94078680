/// The axes of the view: their quantities, scales, ticks and ranges.

#include "tests/ui/pareto/pareto_fixture.h"
#include "ui/pareto/pareto_axes.h"
#include "ui/pareto/pareto_pane.h"

#include <QMenu>
#include <QToolButton>
#include <QtTest>

#include <cmath>

namespace gevo::ui {

class ParetoAxesTest : public QObject, protected ParetoFixture {
  Q_OBJECT
private slots:
  void init() { open(); }
  void cleanup() { close(); }
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
  void energyAxisShowsMeasuredVariants();
  void axesFitTheQuantitiesOfAnotherRun();
  void theAxesAreChosenWhereThereIsAChoice();
};

void ParetoAxesTest::ticksAreLabelledWithAllTheirDigits() {
  QCPAxis* axis = view_->scale().exact->axis(QCPAxis::atBottom);
  axis->setRange(59.0, 60.0); // ticks every 0.25
  view_->plot()->replot();
  const QVector<double> ticks = axis->tickVector();
  const QVector<QString> labels = axis->tickVectorLabels();
  QVERIFY(ticks.size() >= 3);
  for (qsizetype tick = 0; tick < ticks.size(); ++tick) QCOMPARE(labels[tick].toDouble(), ticks[tick]);
}

void ParetoAxesTest::wholeFrontAndTheOriginalAreInView() {
  const QRectF area = view_->scale().area();
  for (const std::int64_t id : model_->front()) QVERIFY(area.contains(position(id)));
  QVERIFY(area.contains(position(0)));
}

void ParetoAxesTest::exactVariantsAreInTheirBandOnALogarithmicAxisToo() {
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

void ParetoAxesTest::zoomStaysWhileTheRunGrowsAndResetFollowsAgain() {
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

void ParetoAxesTest::wheelOverAnAxisZoomsThatOneAlone_data() {
  QTest::addColumn<bool>("horizontal");
  QTest::newRow("horizontal") << true;
  QTest::newRow("vertical") << false;
}

void ParetoAxesTest::wheelOverAnAxisZoomsThatOneAlone() {
  QFETCH(bool, horizontal);
  const QCPRange x = view_->scale().xAxis()->range();
  const QCPRange y = view_->scale().yAxis()->range();
  const QRect area = view_->scale().area();
  wheel(horizontal ? QPointF(area.center().x(), area.bottom() + 12) : QPointF(area.left() - 12, area.center().y() - 30));
  QCOMPARE(view_->scale().xAxis()->range().size() < x.size(), horizontal);
  QCOMPARE(view_->scale().yAxis()->range().size() < y.size(), !horizontal);
}

void ParetoAxesTest::draggingWithShiftZoomsToTheRectangle() {
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

void ParetoAxesTest::everyPairOfAxesShowsThePoints_data() {
  QTest::addColumn<int>("x");
  QTest::addColumn<int>("y");
  QTest::addColumn<bool>("logarithmic");
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y)
      for (const bool logarithmic : {false, true})
        QTest::addRow("%d %d %s", x, y, logarithmic ? "logarithmic" : "linear") << x << y << logarithmic;
}

void ParetoAxesTest::everyPairOfAxesShowsThePoints() {
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

void ParetoAxesTest::aThirtyfoldSpeedupFitsEveryAxis_data() {
  QTest::addColumn<int>("x");
  QTest::addColumn<bool>("logarithmic");
  for (const Quantity x : {Quantity::Runtime, Quantity::Speedup})
    for (const bool logarithmic : {false, true})
      QTest::addRow("%d %s", static_cast<int>(x), logarithmic ? "logarithmic" : "linear") << static_cast<int>(x) << logarithmic;
}

void ParetoAxesTest::aThirtyfoldSpeedupFitsEveryAxis() {
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

void ParetoAxesTest::energyAxisShowsMeasuredVariants() {
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

void ParetoAxesTest::axesFitTheQuantitiesOfAnotherRun() {
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

void ParetoAxesTest::theAxesAreChosenWhereThereIsAChoice() {
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

QTEST_MAIN(gevo::ui::ParetoAxesTest)
#include "pareto_axes_test.moc"
