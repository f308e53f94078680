#include "tests/ui/synthetic_run.h"
#include "ui/variant/line_heat.h"

#include <QtTest>

namespace gevo::ui {

namespace {

const auto project = synthetic::project();

/// Lines 17 and 27 of the stencil, and code of no line.
Heat stencilHeat() {
  Heat heat;
  heat.kernels.resize(1);
  heat.kernels[0].lines = {
      {{}, {.cycles = 500}, {.cycles = 500}},
      {{"stencil.cu", 17}, {.cycles = 400, .executions = 30}, {.cycles = 100, .executions = 30}},
      {{"stencil.cu", 27}, {.cycles = 200, .loadSectors = 1, .storeSectors = 512}, {.cycles = 200, .storeSectors = 32}}};
  return heat;
}

SideHeats sides(HeatMetric metric) {
  const Heat heat = stencilHeat();
  return {metric, lineHeats(*project, heat, &HeatLine::original), lineHeats(*project, heat, &HeatLine::variant)};
}

} // namespace

class LineHeatTest : public QObject {
  Q_OBJECT
private slots:
  void bothSidesHaveOneScale();
  void tipsHaveTheFigures();
  void codeOfALineHasItsHeat();
};

void LineHeatTest::bothSidesHaveOneScale() {
  DiffDocument left = makeDocument(TextKind::Cuda, *project, {synthetic::details(0), "original", ""}, 0);
  DiffDocument right = makeDocument(TextKind::Cuda, *project, {synthetic::details(8), "variant 8", ""}, 0);
  addHeat(left, right, sides(HeatMetric::Cycles));
  QCOMPARE(left.heat.size(), left.sourceLine.size());
  QCOMPARE(left.heat[16].share, 1.0F);
  QCOMPARE(left.heat[26].share, 0.5F);
  QCOMPARE(right.heat[16].share, 0.25F);
  QCOMPARE(left.heat[0].share, 0.0F);
  addHeat(left, right, sides(HeatMetric::Sectors));
  QCOMPARE(left.heat[16].share, 0.0F);
  QCOMPARE(left.heat[26].share, 1.0F);
  QCOMPARE(right.heat[26].share, 32.0F / 513);
  addHeat(left, right, sides(HeatMetric::Divergence));
  for (const LineHeat& line : left.heat) QCOMPARE(line.share, 0.0F);
}

void LineHeatTest::tipsHaveTheFigures() {
  DiffDocument left = makeDocument(TextKind::Cuda, *project, {synthetic::details(0), "original", ""}, 0);
  DiffDocument right = left;
  addHeat(left, right, sides(HeatMetric::Cycles));
  // Of all cycles, those of no line included
  QCOMPARE(left.heat[16].tip, QString("Simulated: 400 cycles, 36.4 % of all\n30 instructions"));
  QCOMPARE(right.heat[26].tip, QString("Simulated: 200 cycles, 25.0 % of all\n0 loaded and 32 stored sectors"));
  QCOMPARE(left.heat[0].tip, QString());
}

void LineHeatTest::codeOfALineHasItsHeat() {
  DiffDocument left = makeDocument(TextKind::Ptx, *project, {synthetic::details(0), "original", ""}, 0);
  DiffDocument right = left;
  addHeat(left, right, sides(HeatMetric::Cycles));
  QCOMPARE(left.heat[3].share, 0.5F); // of line 27
  QCOMPARE(left.heat[0].share, 0.0F);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::LineHeatTest)
#include "line_heat_test.moc"
