#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/values/heat.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace gevo;

namespace {

HeatCounts cycles(double count) { return {.cycles = count}; }

/// Two kernels that share line 7.
Heat shared() {
  Heat heat;
  heat.kernels.resize(2);
  heat.kernels[0].lines = {{{"a.cu", 3}, cycles(10), cycles(5)}, {{"a.cu", 7}, cycles(20), cycles(30)}};
  heat.kernels[1].lines = {{{}, cycles(4), cycles(4)}, {{"a.cu", 7}, cycles(1), cycles(2)}, {{"a.cu", 9}, {.conflicts = 3}, {}}};
  return heat;
}

} // namespace

class HeatTest : public QObject {
  Q_OBJECT
private slots:
  void metricsHaveNames() {
    for (const HeatMetric metric : allHeatMetrics) QCOMPARE(heatMetricNamed(heatMetricName(metric)), std::optional(metric));
    QVERIFY(!heatMetricNamed("warmth"));
  }

  void linesOfKernelsAddUp() {
    const std::vector<HeatLine> lines = linesOf(shared());
    QCOMPARE(lines.size(), std::size_t(4));
    QCOMPARE(lines[2].at, (CodeLine{"a.cu", 7}));
    QCOMPARE(lines[2].original.cycles, 21.0);
    QCOMPARE(lines[2].variant.cycles, 32.0);
    QCOMPARE(sumOf(lines, &HeatLine::original).cycles, 35.0);
    QCOMPARE(sumOf(lines, &HeatLine::original).conflicts, 3U);
  }

  void theHottestComesFirst() {
    const std::vector<HeatLine> lines = hottestLines(shared(), HeatMetric::Cycles);
    QCOMPARE(lines.size(), std::size_t(4));
    QCOMPARE(lines[0].at.line, 7U);
    QCOMPARE(lines[1].at.line, 3U);
    QVERIFY(hottestLines(shared(), HeatMetric::Conflicts).front().original.conflicts > 0);
  }

  void figuresThatAreNoNumbersAreNotSound() {
    QVERIFY(isSound(shared()));
    for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity(), -1.0}) {
      Heat heat = shared();
      heat.kernels[0].lines[0].variant.cycles = wrong;
      QVERIFY(!isSound(heat));
      heat = shared();
      heat.kernels[0].original.bounds.memory = wrong;
      QVERIFY(!isSound(heat));
    }
  }

  void theLargestBoundIsFound() {
    KernelBounds bounds;
    bounds.levelTwo = 12;
    bounds.issue = 11;
    QCOMPARE(QString(boundNames()[largestBound(bounds)]), QString("L2"));
    bounds.launch = 13;
    QCOMPARE(QString(boundNames()[largestBound(bounds)]), QString("launch"));
  }
};

QTEST_APPLESS_MAIN(HeatTest)
#include "heat_test.moc"
