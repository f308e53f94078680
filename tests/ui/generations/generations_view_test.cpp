#include "tests/ui/synthetic_run.h"
#include "ui/generations/acceptance_plot.h"
#include "ui/generations/curve_plot.h"
#include "ui/generations/generations_view.h"
#include "ui/generations/lengths_plot.h"
#include "ui/generations/operators_plot.h"
#include "ui/generations/progress_plot.h"

#include <QtTest>
#include <qcustomplot.h>

#include <cmath>
#include <numeric>

namespace gevo::ui {

class GenerationsViewTest : public QObject {
  Q_OBJECT
private slots:
  void bestRuntimeAndErrorOfEveryGenerationAreDrawn();
  void anExactRunHasNoAxisOfErrors();
  void newGenerationExtendsTheCurves();
  void otherRunsOfTheSameDeviceAreDrawnBehind();
  void bandsHoldEveryEvaluation();
  void rareReasonsAreSummedUp();
  void acceptanceTabDrawsOneAreaPerBand();
  void operatorBarsHoldEveryEvaluationOfEachOperator();
  void operatorsOfARunningRunAreUpdated();
  void operatorsTabDrawsOneBarPerOperator();
  void lengthsOfEditListsAreDrawn();
  void unknownFiguresAreNotDrawn();
  void zoomedPlotKeepsItsRange();
  void hypervolumeAndRateAreDrawnWhereKnown();
  void aClickMovesTheTimelineAndTheMarkFollows();
  void manyUpdatesAreDrawnAtMostTwentyTimesASecond();
  void theLeastEnergyIsDrawnWhereARunMeasuresIt();
  void pinsShowWhereTheEditsOfAVariantArose();
  void aPinSaysWhatItsEditsDoAndWhatTheyBrought();
  void inactiveEditsHaveNoPin();
};

namespace {

/// Of a variant with two edits, found in generations 2 and 5; its ancestor of generation 2 had one more.
std::shared_ptr<VariantDetails> foundInTwoSteps() {
  auto details = std::make_shared<VariantDetails>();
  details->individual.id = 50;
  details->individual.edits.resize(2);
  details->individual.active = {true, true};
  details->texts.edits.resize(2);
  details->texts.edits[0].text = "deletes `y = 1`";
  details->texts.edits[1].text = "unrolls the loop";
  const auto step = [](std::int64_t id, std::uint32_t generation, double runtime, std::vector<std::uint32_t> gained, std::uint32_t others) {
    LineageStep one;
    one.variant.id = id;
    one.variant.generation = generation;
    one.variant.runtime = runtime;
    one.gained = std::move(gained);
    one.others = others;
    return one;
  };
  details->lineage.steps = {step(0, 0, 12, {}, 0), step(20, 2, 11, {1}, 1), step(30, 3, 11, {}, 0), step(50, 5, 10, {0}, 0)};
  return details;
}

} // namespace

void GenerationsViewTest::bestRuntimeAndErrorOfEveryGenerationAreDrawn() {
  RunModel model;
  ProgressPlot plot(model);
  plot.show();
  const auto update = synthetic::run();
  model.apply(update);
  QCOMPARE(plot.bestRuntime()->dataCount(), int(update->generations.size()));
  for (int i = 0; i < plot.bestRuntime()->dataCount(); ++i) {
    const GenerationRow& row = update->generations[static_cast<std::size_t>(i)];
    QCOMPARE(plot.bestRuntime()->dataMainKey(i), double(row.generation));
    QCOMPARE(plot.bestRuntime()->dataMainValue(i), row.bestRuntime);
    QCOMPARE(plot.bestError()->dataMainValue(i), row.bestError * 100); // percent
  }
}

void GenerationsViewTest::anExactRunHasNoAxisOfErrors() {
  RunModel model;
  ProgressPlot plot(model);
  plot.show();
  const auto update = std::make_shared<RunUpdate>(*synthetic::run());
  model.apply(update);
  QTRY_VERIFY(plot.plot()->yAxis2->visible());
  auto exact = std::make_shared<RunUpdate>(*update);
  for (GenerationRow& row : exact->generations) row.bestError = 0;
  model.apply(exact);
  QTRY_VERIFY(!plot.plot()->yAxis2->visible());
  QVERIFY(!plot.bestError()->visible());
}

void GenerationsViewTest::newGenerationExtendsTheCurves() {
  RunModel model;
  ProgressPlot plot(model);
  plot.show();
  const auto first = synthetic::run();
  model.apply(first);
  model.apply(synthetic::nextGeneration(*first));
  QTRY_COMPARE(plot.bestRuntime()->dataCount(), int(first->generations.size()) + 1);
  QCOMPARE(plot.bestRuntime()->dataMainValue(int(first->generations.size())), 11.0);
}

void GenerationsViewTest::otherRunsOfTheSameDeviceAreDrawnBehind() {
  RunModel model;
  ProgressPlot plot(model);
  plot.show();
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  std::vector<RunCurve> runs(4);
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i] = {update->run, {18, 17, 9.5 + double(i)}};
  runs[1].info.id = update->run.id + 1;
  runs[2].info.id = update->run.id + 2;
  runs[3].info.id = update->run.id + 3;
  runs[3].info.device = "another GPU"; // whose times are not comparable
  update->runs = std::make_shared<const std::vector<RunCurve>>(runs);
  model.apply(update);
  QCOMPARE(plot.otherRuns().size(), std::size_t(2));
  QCOMPARE(plot.otherRuns()[0]->dataMainValue(2), 10.5);
  QVERIFY2(plot.plot()->yAxis->range().contains(10.5), "all of them can be seen");
}

void GenerationsViewTest::bandsHoldEveryEvaluation() {
  const auto update = synthetic::run();
  const std::vector<AcceptanceBand> bands = acceptanceBands(update->generations, 5);
  QCOMPARE(bands[0].name, QString("valid"));
  QCOMPARE(bands[1].name, QString::fromUtf8(reasonName(Reason::WrongOutput)));
  for (std::size_t i = 0; i < update->generations.size(); ++i) {
    double sum = 0;
    for (const AcceptanceBand& band : bands) sum += band.evaluations[i];
    QCOMPARE(sum, double(update->generations[i].evaluations));
  }
}

void GenerationsViewTest::rareReasonsAreSummedUp() {
  const std::vector<AcceptanceBand> bands = acceptanceBands(synthetic::run()->generations, 2);
  QCOMPARE(bands.size(), std::size_t(4));
  QCOMPARE(bands.back().name, QString("other"));
}

void GenerationsViewTest::acceptanceTabDrawsOneAreaPerBand() {
  RunModel model;
  TimelinePosition timeline;
  GenerationsView view(model, timeline);
  view.setTheme(Theme::light());
  view.resize(500, 300);
  view.show();
  const auto update = synthetic::run();
  model.apply(update);
  view.showPlot(view.acceptance());
  QCustomPlot* plot = view.acceptance()->plot();
  QCOMPARE(plot->graphCount(), int(acceptanceBands(update->generations, 5).size()));
  QCOMPARE(plot->graph(plot->graphCount() - 1)->dataMainValue(0), double(update->generations[0].evaluations));
}

void GenerationsViewTest::operatorBarsHoldEveryEvaluationOfEachOperator() {
  const auto update = synthetic::run();
  Acceptance acceptance;
  for (const GenerationRow& row : update->generations) acceptance += row.acceptance;
  const OperatorBars bars = operatorBars(acceptance, 3);
  QCOMPARE(bars.reasons.front(), Reason::WrongOutput);
  QCOMPARE(bars.reasons.size(), std::size_t(3));
  QCOMPARE(bars.bars.size(), std::size_t(7));
  for (const OperatorBar& bar : bars.bars) {
    QCOMPARE(bar.evaluations, acceptance[bar.kind].evaluations());
    QCOMPARE(bar.shares.size(), std::size_t(5)); // valid, three reasons, others
    QCOMPARE(std::accumulate(bar.shares.begin(), bar.shares.end(), 0.0), 100.0);
  }
  QVERIFY2(bars.bars.back().shares[0] > bars.bars.front().shares[0], "more crossovers than copies are valid in the synthetic run");
}

void GenerationsViewTest::operatorsOfARunningRunAreUpdated() {
  RunModel model;
  const auto update = synthetic::run();
  model.apply(update);
  const std::uint64_t known = model.acceptance().total().evaluations();
  RunStatus status = update->run.status;
  for (const GenerationRow& row : update->generations) status.progress.acceptance += row.acceptance;
  status.progress.acceptance[StepKind::Copy].reasons[std::size_t(Reason::Race)] += 5;
  model.setStatus(status);
  QCOMPARE(model.acceptance().total().evaluations(), known + 5);
}

void GenerationsViewTest::operatorsTabDrawsOneBarPerOperator() {
  RunModel model;
  TimelinePosition timeline;
  GenerationsView view(model, timeline);
  view.setTheme(Theme::named("dark").value());
  view.resize(500, 300);
  view.show();
  model.apply(synthetic::run());
  view.showPlot(view.operators());
  QCustomPlot* plot = view.operators()->plot();
  const OperatorBars bars = operatorBars(model.acceptance(), 5);
  QCOMPARE(plot->plottableCount(), int(bars.reasons.size()) + 2);
  const auto* valid = qobject_cast<QCPBars*>(plot->plottable(0));
  QVERIFY(valid != nullptr);
  QCOMPARE(valid->dataCount(), int(bars.bars.size()));
  QCOMPARE(valid->dataMainValue(0), bars.bars[0].shares[0]);
}

void GenerationsViewTest::lengthsOfEditListsAreDrawn() {
  RunModel model;
  LengthsPlot plot(model);
  plot.show();
  const auto update = synthetic::run();
  model.apply(update);
  QCOMPARE(plot.median()->dataCount(), int(update->generations.size()));
  QCOMPARE(plot.largest()->dataMainValue(3), update->generations[3].maxEdits);
}

void GenerationsViewTest::unknownFiguresAreNotDrawn() {
  RunModel model;
  LengthsPlot plot(model);
  plot.show();
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  for (GenerationRow& row : update->generations) row.medianEdits = row.maxEdits = unknown;
  model.apply(update);
  QCOMPARE(plot.median()->dataCount(), 0);
  QVERIFY(plot.plot()->yAxis->range().upper >= update->generations.back().meanEdits);
}

void GenerationsViewTest::zoomedPlotKeepsItsRange() {
  RunModel model;
  LengthsPlot plot(model);
  plot.resize(400, 300);
  plot.show();
  const auto first = synthetic::run();
  model.apply(first);
  QWheelEvent wheel(QPointF(200, 150), plot.plot()->mapToGlobal(QPointF(200, 150)), {}, QPoint(0, 240), Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(plot.plot(), &wheel);
  const QCPRange zoomed = plot.plot()->xAxis->range();
  model.apply(synthetic::nextGeneration(*first));
  QTRY_COMPARE(plot.median()->dataCount(), int(first->generations.size()) + 1);
  QCOMPARE(plot.plot()->xAxis->range(), zoomed);
  plot.resetView();
  QVERIFY(plot.plot()->xAxis->range().size() > zoomed.size());
}

void GenerationsViewTest::hypervolumeAndRateAreDrawnWhereKnown() {
  RunModel model;
  TimelinePosition timeline;
  GenerationsView view(model, timeline);
  view.resize(500, 300);
  view.show();
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  for (GenerationRow& row : update->generations) {
    row.hypervolume = 0.01 * row.generation;
    row.seconds = row.generation < 5 ? unknown : 2;
  }
  model.apply(update);
  view.showPlot(view.hypervolume());
  QCOMPARE(view.hypervolume()->graph()->dataCount(), int(update->generations.size()));
  QCOMPARE(view.hypervolume()->graph()->dataMainValue(7), 0.07);
  QVERIFY(view.hypervolume()->csv().startsWith("generation,hypervolume\n"));
  view.showPlot(view.rate());
  QCOMPARE(view.rate()->graph()->dataCount(), int(update->generations.size()) - 5);
  QCOMPARE(view.rate()->graph()->dataMainValue(0), update->generations[5].evaluations / 2.0);
}

void GenerationsViewTest::aClickMovesTheTimelineAndTheMarkFollows() {
  RunModel model;
  TimelinePosition timeline;
  GenerationsView view(model, timeline);
  view.resize(500, 300);
  view.show();
  model.apply(synthetic::run());
  QCustomPlot* plot = view.progress()->plot();
  plot->replot();
  const auto positionOf = [&](double generation) {
    return QPoint(int(std::lround(plot->xAxis->coordToPixel(generation))), plot->axisRect()->center().y());
  };
  QTest::mouseClick(plot, Qt::LeftButton, {}, positionOf(12));
  QCOMPARE(timeline.generation(), std::optional(12U));
  QCOMPARE(view.progress()->mark()->start->coords().x(), 12.0);
  QTest::mouseClick(plot, Qt::LeftButton, {}, positionOf(60)); // not yet there
  QVERIFY(timeline.isPresent());
  QCOMPARE(view.progress()->mark()->start->coords().x(), double(model.generations().back().generation));
}

void GenerationsViewTest::manyUpdatesAreDrawnAtMostTwentyTimesASecond() {
  int drawn = 0;
  Throttle throttle([&] { ++drawn; });
  QElapsedTimer timer;
  timer.start();
  for (int i = 0; i < 1000; ++i) throttle.request();
  QVERIFY(drawn <= 1 + timer.elapsed() / Throttle::interval);
  QTRY_VERIFY(!throttle.waits());
  QVERIFY2(drawn >= 2, "the last request is carried out");
}

void GenerationsViewTest::theLeastEnergyIsDrawnWhereARunMeasuresIt() {
  RunModel model;
  TimelinePosition timeline;
  GenerationsView view(model, timeline);
  view.show();
  const auto update = synthetic::energyRun();
  model.apply(update);
  view.showPlot(view.energy());
  QTRY_COMPARE(view.energy()->graph()->dataCount(), int(update->generations.size()));
  QCOMPARE(view.energy()->graph()->dataMainValue(3), update->generations[3].leastEnergy);
  QVERIFY(view.energy()->plot()->yAxis->range().lower > update->generations.back().leastEnergy / 2); // small gains are seen
  model.apply(synthetic::run());
  QVERIFY(!view.energy()->isVisible());
  QVERIFY(view.progress()->isVisible());
}

void GenerationsViewTest::pinsShowWhereTheEditsOfAVariantArose() {
  RunModel model;
  ProgressPlot plot(model);
  plot.show();
  model.apply(synthetic::run());
  plot.setDetails(foundInTwoSteps());
  const std::vector<DiscoveryPin>& pins = plot.discovery().pins();
  QCOMPARE(pins.size(), 2U);
  QCOMPARE(pins[0].generation, 2.0);
  QCOMPARE(pins[0].edits, QStringList{"unrolls the loop"});
  QCOMPARE(pins[1].variant, std::int64_t(50));
  QCOMPARE(pins[1].edits, QStringList{"deletes y = 1"});
  plot.setDetails(nullptr);
  QVERIFY(plot.discovery().pins().empty());
}

void GenerationsViewTest::aPinSaysWhatItsEditsDoAndWhatTheyBrought() {
  RunModel model;
  ProgressPlot plot(model);
  plot.resize(600, 300);
  plot.show();
  model.apply(synthetic::run());
  plot.setDetails(foundInTwoSteps());
  QTRY_VERIFY(plot.bestRuntime()->dataCount() > 0);
  const QPointF pin(plot.plot()->xAxis->coordToPixel(2), plot.plot()->yAxis->coordToPixel(11));
  const QString tip = plot.discovery().tipAt(pin, 22);
  QVERIFY2(tip.startsWith("generation 2, variant 20: 2.0"), qPrintable(tip));
  QVERIFY2(tip.contains("unrolls the loop") && tip.endsWith("and 1 edit that the selected variant no longer has"), qPrintable(tip));
  QVERIFY(plot.discovery().tipAt(pin + QPointF(40, 0), 22).isEmpty());
}

void GenerationsViewTest::inactiveEditsHaveNoPin() {
  const auto details = foundInTwoSteps();
  details->individual.active[1] = false;
  QCOMPARE(discoveryPins(*details).size(), 1U);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::GenerationsViewTest)
#include "generations_view_test.moc"
