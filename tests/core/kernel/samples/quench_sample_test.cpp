#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gevo;
using namespace gevo::testing;

namespace {

/// Simpson's rule from 0, where the function is 0.
template <class Function> double integral(double upper, Function function) {
  constexpr int intervals = 16;
  double sum = 0;
  for (int i = 1; i <= intervals; ++i) sum += function(upper * i / intervals) * (i == intervals ? 1 : i % 2 == 1 ? 4 : 2);
  return sum * upper / intervals / 3;
}

constexpr double theta = 343.5;

double heatCapacity(double t) {
  return 3 * 3.5e6 * std::pow(t / theta, 3) *
         integral(theta / t, [](double x) { return std::pow(x, 4) * std::exp(x) / std::pow(std::expm1(x), 2); });
}

double resistivity(double t) {
  return 4 * 1.78e-8 * std::pow(t / theta, 5) *
         integral(theta / t, [](double x) { return std::pow(x, 5) / (std::expm1(x) * -std::expm1(-x)); });
}

} // namespace

class QuenchSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("quench", {"100 8 1", "65 20 2"});
    QCOMPARE(sample.tests.size(), 2U);
    QCOMPARE(sample.project.outputs[0].name, std::string("hottest"));
    for (const RecordedRun& test : sample.tests) {
      const int steps = test.number(1);
      const auto copper = test.upload<float>(0);
      const auto residual = test.upload<float>(1);
      const auto field = test.upload<float>(2);
      std::vector<float> expected;
      for (std::size_t i = 0; i < copper.size(); ++i) {
        double t = 77;
        double current = 2.6e8 / copper[i];
        for (int step = 0; step < steps; ++step) {
          t += (residual[i] + 4.5e-11 * field[i] + resistivity(t)) * current * current / heatCapacity(t) / steps;
          current -= current / steps / 0.6;
        }
        expected.push_back(static_cast<float>(t));
      }
      QVERIFY(largestDifference(test.result<float>(), expected, 100) < 1e-4);
    }
  }
};

QTEST_GUILESS_MAIN(QuenchSampleTest)
#include "quench_sample_test.moc"
