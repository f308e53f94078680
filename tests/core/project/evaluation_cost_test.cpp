#include "core/project/evaluation_cost.h"

#include <QtTest>

#include <limits>

using namespace gevo;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
const std::vector<TestCase> tests{{TestRole::Screen, "32", {}}, {TestRole::Test, "128", {}}, {TestRole::Test, "2048 4", {}}};

} // namespace

class EvaluationCostTest : public QObject {
  Q_OBJECT
private slots:
  void isDescribed_data() {
    QTest::addColumn<QList<double>>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("quick") << QList<double>{0.001, 0.001, 0.01} << "one evaluation takes about 12 ms";
    QTest::newRow("one test dominates") << QList<double>{0.01, 0.19, 3.8}
                                        << "one evaluation takes about 4.0 s: test 2 (2048 4) takes 95 % of it, and a smaller one gives up "
                                           "to 20 times the evaluations";
    QTest::newRow("the screening test dominates") << QList<double>{3, 0.5, 0.5}
                                                  << "one evaluation takes about 4.0 s: the screening test (32) takes 75 % of it, and a "
                                                     "smaller one gives up to 4.0 times the evaluations";
    QTest::newRow("none dominates") << QList<double>{1, 1, 1} << "one evaluation takes about 3.0 s";
    QTest::newRow("one that is known") << QList<double>{unknown, 2, unknown}
                                       << "one evaluation takes about 2.0 s: a smaller test gives more evaluations";
    QTest::newRow("not known") << QList<double>{unknown, unknown, unknown} << "";
    QTest::newRow("an older worker") << QList<double>{} << "";
  }
  void isDescribed() {
    QFETCH(QList<double>, seconds);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(describeCost(tests, {seconds.begin(), seconds.end()})), text);
  }

  void aWorkloadNeedNotBeSmaller() {
    std::vector<TestCase> withWorkload = tests;
    withWorkload.push_back({TestRole::Workload, "4096", {}});
    QCOMPARE(describeCost(withWorkload, {0.1, 0.2, 0.2, 4.5}),
             std::string("one evaluation takes about 5.0 s: the workload (4096) takes 90 % of it"));
  }
};

QTEST_GUILESS_MAIN(EvaluationCostTest)
#include "evaluation_cost_test.moc"
