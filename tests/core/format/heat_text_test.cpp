#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/format/heat_text.h"

#include <QTest>

using namespace gevo;

namespace {

Heat twoLines(const HeatCounts& original, const HeatCounts& variant) {
  Heat heat;
  heat.kernels.resize(1);
  heat.kernels[0].lines = {{{"a.cu", 3}, {.cycles = 1000}, {.cycles = 1001}}, {{"a.cu", 42}, original, variant}};
  return heat;
}

QString summary(const HeatCounts& original, const HeatCounts& variant) {
  return QString::fromStdString(heatSummary(twoLines(original, variant)).text);
}

} // namespace

class HeatTextTest : public QObject {
  Q_OBJECT
private slots:
  void theSummaryNamesTheLineAndWhy() {
    QCOMPARE(summary({.cycles = 1000, .executions = 320, .loadSectors = 64, .storeSectors = 512},
                     {.cycles = 590, .executions = 330, .loadSectors = 64, .storeSectors = 32}),
             QString("spends 41.0 % fewer simulated cycles in a.cu:42: stores 512 → 32 sectors"));
  }

  void whatHasNotChangedInTheSameDirectionIsNoReason() {
    QCOMPARE(summary({.cycles = 1000, .executions = 100, .conflicts = 10}, {.cycles = 1500, .executions = 100, .conflicts = 2}),
             QString("spends 50.0 % more simulated cycles in a.cu:42"));
  }

  void withTheSameCountsItIsTheWaiting() {
    const HeatCounts before{.cycles = 1000, .executions = 320, .loadSectors = 64, .warpCycles = 9000};
    const HeatCounts less{.cycles = 50, .executions = 322, .loadSectors = 64, .warpCycles = 3000};
    QCOMPARE(summary(before, less), QString("spends 95.0 % fewer simulated cycles in a.cu:42: the same instructions wait less"));
    QCOMPARE(summary(less, before), QString("spends 20.0 times the simulated cycles in a.cu:42: the same instructions wait longer"));
  }

  /// Lines share the cycles of a launch: where one takes fewer, the others' shares grow.
  void withTheSameCyclesOfWarpsNothingWaitsLonger() {
    QCOMPARE(summary({.cycles = 1000, .executions = 320, .warpCycles = 9000}, {.cycles = 1100, .executions = 320, .warpCycles = 9000}),
             QString("spends 10.0 % more simulated cycles in a.cu:42"));
  }

  void muchMoreIsTold() {
    QCOMPARE(summary({.cycles = 1000, .divergentBranches = 4}, {.cycles = 3500, .divergentBranches = 40}),
             QString("spends 3.5 times the simulated cycles in a.cu:42: divergent branches 4 → 40"));
  }

  void linesThatOnlyOneRuns() {
    QCOMPARE(
        summary({.cycles = 1000, .executions = 32}, {}),
        QString("no longer spends any simulated cycles in a.cu:42, which took 50.0 % of the original's: instructions of warps 32 → 0"));
    QCOMPARE(summary({}, {.cycles = 500, .conflicts = 31}),
             QString("spends simulated cycles in a.cu:42 that the original does not, 50.0 % of the original's: bank conflicts "
                     "0 → 31"));
  }

  void fewerLaunchesMayMakeTheDifference() {
    Heat heat = twoLines({.cycles = 1000, .executions = 320, .warpCycles = 9000}, {.cycles = 500, .executions = 320, .warpCycles = 4000});
    const auto withLaunches = [](std::uint64_t launches) {
      KernelProfile profile;
      profile.launches = launches;
      profile.bounds.launch = 5000.0 * static_cast<double>(launches);
      return profile;
    };
    heat.kernels[0].original = withLaunches(4);
    heat.kernels[0].variant = withLaunches(2);
    QCOMPARE(heatSummary(heat).text, std::string("spends 50.0 % fewer simulated cycles on launches: 4 → 2 of them"));
    heat.kernels[0].variant = withLaunches(4);
    QCOMPARE(heatSummary(heat).text, std::string("spends 50.0 % fewer simulated cycles in a.cu:42: the same instructions wait less"));
  }

  void smallChangesAreNotNamed() {
    const QString same = "spends its simulated cycles in the same lines as the original";
    QCOMPARE(summary({.cycles = 1000}, {.cycles = 1004}), same);
    QCOMPARE(QString::fromStdString(heatSummary({}).text), same);
  }

  void theOriginalAloneHasAHottestLine() {
    const Heat heat = twoLines({.cycles = 3000, .conflicts = 5}, {});
    QCOMPARE(hottestText(heat, HeatMetric::Cycles).text, std::string("75.0 % of its simulated cycles are spent in a.cu:42"));
    QVERIFY((hottestText(heat, HeatMetric::Cycles).at == CodeLine{"a.cu", 42}));
    QVERIFY(!hottestText(heat, HeatMetric::Divergence).at);
    QCOMPARE(hottestText(heat, HeatMetric::Divergence).text, std::string("it has no divergent branches"));
  }

  void figuresSayWhatTheyCount() {
    const HeatCounts counts{
        .cycles = 1234.4, .executions = 1, .loadSectors = 1096, .storeSectors = 2, .barriers = 3, .barrierCycles = 1920};
    QCOMPARE(heatFigure(counts, HeatMetric::Cycles), std::string("1,234 cycles"));
    QCOMPARE(heatFigure(counts, HeatMetric::Executions), std::string("1 instruction"));
    QCOMPARE(heatFigure(counts, HeatMetric::Sectors), std::string("1,096 loaded and 2 stored sectors"));
    QCOMPARE(heatFigure(counts, HeatMetric::Barriers), std::string("3 barriers, 1,920 cycles of warps"));
    QCOMPARE(heatFigure(counts, HeatMetric::Divergence), std::string("0 divergent branches"));
    QCOMPARE(heatNumber(counts, HeatMetric::Sectors), std::string("1,098"));
  }

  void whatBoundsAKernel() {
    KernelProfile profile;
    QCOMPARE(boundText(profile), std::string("–"));
    profile.launches = 1;
    profile.cycles = 2000;
    profile.bounds.levelTwo = 1234;
    QCOMPARE(boundText(profile), std::string("L2, 1,234 of 2,000 cycles"));
  }
};

QTEST_APPLESS_MAIN(HeatTextTest)
#include "heat_text_test.moc"
