// One runtime of several tests or workloads.

#include "core/values/test_runtimes.h"

#include <QTest>
#include <cmath>
#include <limits>

using namespace gevo;

class TestRuntimesTest : public QObject {
  Q_OBJECT
private slots:
  void theMeanIsByWeight() {
    const std::vector<TimedTest> tests{{10, 10, 1}, {100, 100, 3}};
    QCOMPARE(runtimeAcross(Across::Mean, tests), 77.5);
  }

  void theWorstCountsAsIfAllWereAsBad() {
    const std::vector<TimedTest> tests{{5, 10, 1}, {90, 100, 1}};
    QCOMPARE(runtimeAcross(Across::Worst, tests), 55 * 0.9);
  }

  void theOriginalTakesTheSameEitherWay() {
    const std::vector<TimedTest> tests{{10, 10, 2}, {100, 100, 1}};
    QCOMPARE(runtimeAcross(Across::Worst, tests), runtimeAcross(Across::Mean, tests));
  }

  void withoutTestsThereIsNoRuntime() { QVERIFY(std::isnan(runtimeAcross(Across::Mean, {}))); }

  void runtimesAreTimedInWorkloadsWhereThereIsOne() {
    QCOMPARE(timedRole({{TestRole::Screen, "8", {}}, {TestRole::Test, "64", {}}}), TestRole::Test);
    QCOMPARE(timedRole({{TestRole::Test, "64", {}}, {TestRole::Workload, "4096", {}}}), TestRole::Workload);
  }

  void aSpeedupIsToldForEachTestThatWasTimed() {
    const std::vector<TestCase> tests{{TestRole::Workload, "4096", {}}, {TestRole::Screen, "8", {}}, {TestRole::Test, "64", {}}};
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    const auto both = testSpeedups(tests, std::vector{10.0, 400.0}, std::vector{20.0, 200.0});
    QCOMPARE(both.size(), std::size_t(2));
    QCOMPARE(both[0].arguments, std::string("64"));
    QCOMPARE(both[0].speedup(), 0.5);
    QCOMPARE(both[1].speedup(), 2.0);
    QCOMPARE(testSpeedups(tests, std::vector{10.0, 400.0}, std::vector{unknown, 200.0}).size(), std::size_t(1));
    QVERIFY(testSpeedups(tests, {}, {}).empty());
  }

  void aLossSomewhereIsSaid() {
    QCOMPARE(slowerSomewhere(std::vector<TestSpeedup>{{TestRole::Test, "64", 10, 20}, {TestRole::Workload, "4096", 10, 5}}),
             std::string("slower on the test \"64\": 0.5x"));
    QVERIFY(slowerSomewhere(std::vector<TestSpeedup>{{TestRole::Test, "64", 10, 10.1}}).empty());
  }
};

QTEST_GUILESS_MAIN(TestRuntimesTest)
#include "test_runtimes_test.moc"
