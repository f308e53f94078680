#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gevo;
using namespace gevo::testing;

namespace {

constexpr double cost = 2;

/// Points of one half, feature by feature.
struct Half {
  std::vector<float> points;
  std::size_t count = 0;

  double kernel(std::size_t i, const Half& other, std::size_t j) const {
    const std::size_t features = points.size() / count;
    double distance = 0;
    for (std::size_t k = 0; k < features; ++k) {
      const double difference = static_cast<double>(points[k * count + i]) - other.points[k * other.count + j];
      distance += difference * difference;
    }
    return std::exp(-4.0 / static_cast<double>(features) * distance);
  }
};

/// The conditions of the dual problem on multipliers: minimise a'Qa/2 - sum a, 0 <= a <= cost, sum label x a = 0.
struct Optimality {
  double balance = 0;   ///< sum of label x multiplier
  double outOfBox = 0;  ///< how far a multiplier leaves [0, cost]
  double violation = 0; ///< of the Karush-Kuhn-Tucker conditions: the best first-order gain of any pair
  double threshold = 0;
};

Optimality judge(const Half& half, const std::vector<float>& labels, const std::vector<float>& alpha) {
  Optimality found;
  double highestFall = -1e30;
  double lowestRise = 1e30;
  for (std::size_t i = 0; i < half.count; ++i) {
    double gradient = -labels[i];
    for (std::size_t j = 0; j < half.count; ++j)
      if (alpha[j] != 0) gradient += static_cast<double>(alpha[j]) * labels[j] * half.kernel(i, half, j);
    found.balance += static_cast<double>(alpha[i]) * labels[i];
    found.outOfBox = std::max({found.outOfBox, -static_cast<double>(alpha[i]), alpha[i] - cost});
    if (labels[i] > 0 ? alpha[i] < cost : alpha[i] > 0) lowestRise = std::min(lowestRise, gradient);
    if (labels[i] > 0 ? alpha[i] > 0 : alpha[i] < cost) highestFall = std::max(highestFall, gradient);
  }
  found.violation = highestFall - lowestRise;
  found.threshold = (highestFall + lowestRise) / 2;
  return found;
}

} // namespace

class SvmSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void machinesAreOptimalAndDecideByTheirMultipliers() {
    const RecordedSample sample = recordSample("svm", {"128 2 1", "300 6 2", "331 9 5"});
    QCOMPARE(sample.tests.size(), 3U);
    for (const RecordedRun& test : sample.tests) {
      const std::size_t count = static_cast<std::size_t>(test.number(0)) / 2;
      const std::vector<std::size_t> machines = ends(test);
      QCOMPARE(machines.size(), 2U);
      QVERIFY2(machines[0] > 2, "one working set does not do");
      // The uploads of a machine: points, labels, multipliers, gradients, a working set a round; then weights and the other half.
      std::size_t first = 0;
      std::size_t download = 0;
      for (const std::size_t rounds : machines) {
        const Half train{test.upload<float>(first), count};
        const auto labels = test.upload<float>(first + 1);
        const Half other{test.upload<float>(first + 4 + rounds + 1), count};
        download += 3 * rounds;
        const auto alpha = test.download<float>(download - 2);
        const auto decision = test.download<float>(download);
        const Optimality found = judge(train, labels, alpha);
        QVERIFY2(std::abs(found.balance) < 1e-4, qPrintable(QString::number(found.balance)));
        QVERIFY2(found.outOfBox <= 0, qPrintable(QString::number(found.outOfBox)));
        QVERIFY2(found.violation < 2e-3, qPrintable(QString::number(found.violation)));
        for (std::size_t i = 0; i < count; ++i) {
          double expected = -found.threshold;
          for (std::size_t j = 0; j < count; ++j)
            if (alpha[j] != 0) expected += static_cast<double>(alpha[j]) * labels[j] * other.kernel(i, train, j);
          QVERIFY2(std::abs(expected - decision[i]) < 1e-3, qPrintable(QString::number(expected - decision[i])));
        }
        const auto support = std::ranges::count_if(alpha, [](float a) { return a > 0; });
        QVERIFY2(support > 10 && static_cast<std::size_t>(support) < count, "a machine of some of the points");
        first += 6 + rounds;
        download += 1;
      }
    }
  }

private:
  /// Rounds of each machine.
  static std::vector<std::size_t> ends(const RecordedRun& test) {
    std::vector<std::size_t> rounds{0};
    for (const std::string& launch : test.launches) {
      if (launch.find("smo_solve") != std::string::npos)
        ++rounds.back();
      else if (launch.find("decide") != std::string::npos)
        rounds.push_back(0);
    }
    rounds.pop_back();
    return rounds;
  }
};

QTEST_GUILESS_MAIN(SvmSampleTest)
#include "svm_sample_test.moc"
