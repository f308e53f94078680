/// The axes of the view: their quantities, scales, ticks and ranges.

#include "tests/ui/pareto/pareto_fixture.h"
#include "ui/pareto/edge_notes.h"
#include "ui/pareto/pareto_axes.h"
#include "ui/pareto/pareto_pane.h"

#include <QLabel>
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
  void exactRunsShowWhatEachEditGains();
  void anExactFrontShowsWhatEachEditGains();
  void aFrontOfTinyErrorsShowsWhatEachEditGains();
  void noAxisGoesBelowZero_data();
  void noAxisGoesBelowZero();
  void whatLiesOutsideIsToldAndShownByAClick();
  void exactVariantsAreShownByTheirEdits();
  void aVariantWithAnErrorBringsBackTheAxisOfErrors();
  void theButtonNamesTheColour();
  void aChosenAxisStays();
  void countsHaveWholeTicks();
  void theFewestEditsForEachRuntimeAreALine();
  void withoutARunThereAreNoAxes();

private:
  /// The synthetic run with every error 0.
  static std::shared_ptr<RunUpdate> exactRun();
};

std::shared_ptr<RunUpdate> ParetoAxesTest::exactRun() {
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  for (VariantRow& row : update->added) row.error = 0;
  update->front = synthetic::frontOf(update->added);
  return update;
}

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
  ParetoPane pane(*model_, *selection_, *group_, *filter_, *timeline_);
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

void ParetoAxesTest::exactRunsShowWhatEachEditGains() {
  auto update = std::make_shared<RunUpdate>(*synthetic::editsRun());
  update->run.settings.evaluation.mode = Mode::Exact;
  model_->apply(update);
  QVERIFY(view_->scale().x == Quantity::Runtime && view_->scale().y == Quantity::Edits);
  QCOMPARE(axisPairsOf(*model_).size(), 1UZ);
}

void ParetoAxesTest::anExactFrontShowsWhatEachEditGains() {
  auto update = std::make_shared<RunUpdate>(*synthetic::editsRun());
  model_->apply(update);
  QVERIFY(view_->scale().y == Quantity::Error);
  update = std::make_shared<RunUpdate>(*update);
  std::erase_if(update->front, [&](std::int64_t id) { return model_->variant(id)->error > 0; });
  model_->apply(update);
  QVERIFY(std::ranges::any_of(model_->variants(), [](const VariantRow& row) { return row.error > 0; }));
  QVERIFY(view_->scale().x == Quantity::Runtime && view_->scale().y == Quantity::Edits);
}

void ParetoAxesTest::aFrontOfTinyErrorsShowsWhatEachEditGains() {
  auto update = std::make_shared<RunUpdate>(*synthetic::editsRun());
  const double tolerance = update->run.settings.evaluation.tolerance;
  for (VariantRow& row : update->added) row.error = row.error > 0 ? tolerance / 200 : 0;
  model_->apply(update);
  QVERIFY(view_->scale().x == Quantity::Runtime && view_->scale().y == Quantity::Edits);
}

void ParetoAxesTest::noAxisGoesBelowZero_data() {
  QTest::addColumn<int>("quantity");
  for (const Quantity quantity : {Quantity::Runtime, Quantity::Error, Quantity::Edits, Quantity::Generation})
    QTest::addRow("%d", static_cast<int>(quantity)) << static_cast<int>(quantity);
}

void ParetoAxesTest::noAxisGoesBelowZero() {
  QFETCH(int, quantity);
  for (const bool horizontal : {true, false}) {
    const auto other = quantity == static_cast<int>(Quantity::Speedup) ? Quantity::Runtime : Quantity::Speedup;
    view_->setQuantities(horizontal ? static_cast<Quantity>(quantity) : other, horizontal ? other : static_cast<Quantity>(quantity));
    QCPAxis* axis = horizontal ? view_->scale().xAxis() : view_->scale().yAxis();
    picture();
    QVERIFY(axis->range().lower >= 0);
    const QCPRange whole = axis->range();
    axis->setRange(whole.lower - 3 * whole.size(), whole.upper - 3 * whole.size()); // dragged
    QCOMPARE(axis->range().lower, 0.0);
    QVERIFY(qAbs(axis->range().upper - whole.size()) < 1e-9 * whole.size());
    axis->setRange(-whole.size(), 2 * whole.upper); // zoomed out
    QCOMPARE(axis->range().lower, 0.0);
    QCOMPARE(axis->range().upper, 2 * whole.upper);
  }
}

void ParetoAxesTest::whatLiesOutsideIsToldAndShownByAClick() {
  view_->showEverything();
  QCOMPARE(picture().outside, PointsOutside());
  QVERIFY(view_->edgeNotes().notes().empty());
  QCPAxis* errors = view_->scale().yAxis();
  errors->setRange(0, errors->range().upper / 4);
  view_->plot()->replot();
  const PointsOutside outside = picture().outside;
  QVERIFY(outside.above > 10);
  QCOMPARE(outside.below + outside.left + outside.right, std::size_t(0)); // exact ones are in their band
  QTRY_COMPARE(view_->edgeNotes().notes().size(), std::size_t(1));
  const EdgeNotes::Note note = view_->edgeNotes().notes().front();
  QCOMPARE(note.text, QString::fromUtf8("↑ %1 above").arg(outside.above));
  QTest::mouseMove(view_->plot(), note.area.center().toPoint());
  QCOMPARE(view_->plot()->cursor().shape(), Qt::PointingHandCursor);
  click(note.area.center());
  QCOMPARE(picture().outside, PointsOutside());
  QTRY_VERIFY(view_->edgeNotes().notes().empty());
}

void ParetoAxesTest::exactVariantsAreShownByTheirEdits() {
  model_->apply(exactRun());
  picture();
  QVERIFY(view_->scale().y == Quantity::Edits);
  QVERIFY(view_->scale().transform().band.isNull());
  QVERIFY2(view_->scale().yAxis()->label().contains("every variant is exact"), qPrintable(view_->scale().yAxis()->label()));
  const std::vector<ScatterMarker> markers = picture().markers;
  for (const ScatterMarker& marker : markers) {
    const VariantRow& row = *model_->variant(marker.id);
    QVERIFY(qAbs(picture().request.transform.y.value(marker.position.y()) - (row.edits - row.inactive)) < 0.5);
  }

  auto exactMode = std::make_shared<RunUpdate>(*exactRun());
  exactMode->run.settings.evaluation.mode = Mode::Exact;
  exactMode->added.resize(1);
  model_->apply(exactMode);
  QVERIFY2(view_->scale().y == Quantity::Edits, "a run that asks for exact variants says so before it has any");
}

void ParetoAxesTest::aVariantWithAnErrorBringsBackTheAxisOfErrors() {
  model_->apply(exactRun());
  QVERIFY(view_->scale().y == Quantity::Edits);
  auto next = std::make_shared<RunUpdate>(*synthetic::nextGeneration(*exactRun()));
  next->added.back().error = 0.003;
  model_->apply(next);
  QVERIFY(view_->scale().y == Quantity::Error);
}

void ParetoAxesTest::theButtonNamesTheColour() {
  ParetoPane pane(*model_, *selection_, *group_, *filter_, *timeline_);
  const auto* colour = pane.findChild<QToolButton*>("colour");
  QCOMPARE(colour->text(), QString("by generation ▾"));
  colour->menu()->actions().at(2)->trigger();
  QCOMPARE(colour->text(), QString("by operator ▾"));
  QVERIFY(!colour->menu()->actions().last()->isVisible()); // there are no islands
}

void ParetoAxesTest::aChosenAxisStays() {
  ParetoPane pane(*model_, *selection_, *group_, *filter_, *timeline_);
  pane.view()->setQuantities(Quantity::Runtime, Quantity::Generation);
  model_->apply(exactRun());
  QVERIFY(pane.view()->scale().y == Quantity::Generation);
  QAction* automatic = nullptr;
  for (QAction* action : pane.findChildren<QAction*>())
    if (action->text() == "Automatic") automatic = action;
  QVERIFY(automatic);
  automatic->trigger();
  QVERIFY(pane.view()->scale().x == Quantity::Runtime && pane.view()->scale().y == Quantity::Edits);
}

void ParetoAxesTest::countsHaveWholeTicks() {
  view_->setQuantities(Quantity::Runtime, Quantity::Edits);
  QCPAxis* axis = view_->scale().yAxis();
  axis->setRange(0, 2.5);
  view_->plot()->replot();
  for (const QString& label : axis->tickVectorLabels()) QVERIFY2(!label.contains('.'), qPrintable(label));
  QVERIFY(axis->tickVector().size() >= 3);
}

void ParetoAxesTest::theFewestEditsForEachRuntimeAreALine() {
  model_->apply(exactRun());
  const std::vector<ScatterPoint> fewest = picture().fewestEdits;
  QVERIFY(fewest.size() > 1);
  QCOMPARE(fewest.front().id, model_->front().front());
  for (std::size_t i = 1; i < fewest.size(); ++i) {
    QVERIFY(fewest[i].runtime > fewest[i - 1].runtime);
    QVERIFY(fewest[i].edits < fewest[i - 1].edits);
  }
  view_->setQuantities(Quantity::Runtime, Quantity::Generation);
  QVERIFY(picture().fewestEdits.empty());
}

void ParetoAxesTest::withoutARunThereAreNoAxes() {
  QVERIFY(view_->scale().errors->visible());
  model_->clear();
  view_->setNotice("Start a run to see variants here.");
  picture();
  QVERIFY(!view_->scale().errors->visible() && !view_->scale().exact->visible());
  const auto* notice = view_->findChild<QLabel*>("plotNotice");
  QVERIFY(notice->isVisible());
  QCOMPARE(notice->text(), QString("Start a run to see variants here."));
  model_->apply(synthetic::run());
  picture();
  QVERIFY(view_->scale().errors->visible() && !notice->isVisible());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ParetoAxesTest)
#include "pareto_axes_test.moc"
