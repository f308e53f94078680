/// Which launches of a replay are timed.

#include <QTest>

#include "core/kernel/cuda/replay/repeated_launches.h"

#include <numeric>

using namespace gevo;
using namespace gevo::cuda;

namespace {

/// So many rounds of a launch of each kernel.
program::Trace traceOf(const std::vector<std::string>& kernels, std::size_t rounds) {
  program::Trace trace;
  for (std::size_t round = 0; round < rounds; ++round)
    for (const std::string& kernel : kernels) {
      program::Event& launch = trace.events.emplace_back();
      launch.kind = program::EventKind::Launch;
      launch.name = kernel;
    }
  return trace;
}

/// Of all launches, as the timed ones tell.
double estimateOf(const std::vector<float>& weights, const std::vector<double>& microseconds) {
  return std::inner_product(weights.begin(), weights.end(), microseconds.begin(), 0.0);
}

} // namespace

class RepeatedLaunchesTest : public QObject {
  Q_OBJECT
private slots:
  void aFewStandForThoseThatAreAlike() {
    std::vector<double> times;
    for (int round = 0; round < 50; ++round) times.insert(times.end(), {10, 100});
    const std::vector<float> weights = timedLaunches(traceOf({"a", "b"}, 50), times);
    QCOMPARE(weights.size(), 16U);
    QCOMPARE(estimateOf(weights, times), 50.0 * 110);
  }

  void onesThatTakeLongerAndLongerAreAllTimed() {
    std::vector<double> times(100);
    std::iota(times.begin(), times.end(), 10);
    QVERIFY(timedLaunches(traceOf({"a"}, 100), times).empty());
  }

  /// As of a search that grows and shrinks again: the first 35 have the mean of all.
  void aHumpIsAllTimed() {
    std::vector<double> times(20, 10);
    times.insert(times.end(), 20, 60);
    times.insert(times.end(), 60, 30);
    QVERIFY(timedLaunches(traceOf({"a"}, 100), times).empty());
  }

  void onesOfOtherSizesAreAllTimed() {
    program::Trace trace = traceOf({"a"}, 100);
    std::uint32_t blocks = 0;
    for (program::Event& launch : trace.events) launch.grid[0] = ++blocks;
    QVERIFY(timedLaunches(trace, std::vector<double>(100, 10)).empty());
  }

  void aLaunchAtTheEndNeedsAllBeforeIt() {
    program::Trace trace = traceOf({"a"}, 50);
    trace.events.push_back(trace.events.back());
    trace.events.back().name = "last";
    QVERIFY(timedLaunches(trace, std::vector<double>(51, 10)).empty());
  }

  void theFirstMayTakeLonger() {
    std::vector<double> times(200, 10);
    times[0] = 20;
    const std::vector<float> weights = timedLaunches(traceOf({"a"}, 200), times);
    QVERIFY(!weights.empty() && weights.size() < 150);
    QVERIFY(std::abs(estimateOf(weights, times) / 2010 - 1) <= 0.02);
  }

  void noLaunchesNoWeights() { QVERIFY(timedLaunches({}, {}).empty()); }
};

QTEST_GUILESS_MAIN(RepeatedLaunchesTest)
#include "repeated_launches_test.moc"
