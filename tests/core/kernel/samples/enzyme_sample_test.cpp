#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gevo;
using namespace gevo::testing;

namespace {

/// The root w of w + log w = y, by bisection of its logarithm.
double omega(double y) {
  double low = -100;
  double high = 100;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (std::exp(middle) + middle < y ? low : high) = middle;
  }
  return std::exp(low);
}

} // namespace

class EnzymeSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("enzyme", {"9 5 1", "12 8 2"});
    QCOMPARE(sample.tests.size(), 2U);
    QCOMPARE(sample.project.outputs[0].name, std::string("squares"));
    for (const RecordedRun& test : sample.tests) {
      const int pairs = test.number(0);
      const auto times = test.upload<double>(0);
      const auto starts = test.upload<double>(1);
      const auto measured = test.upload<double>(2);
      const auto squares = test.result<double>();
      for (int pair = 0; pair < pairs * pairs; ++pair) {
        const double rate = 0.6 + 0.8 / (pairs - 1) * (pair % pairs);
        const double constant = 1 + 2.0 / (pairs - 1) * (pair / pairs);
        double sum = 0;
        for (std::size_t e = 0; e < starts.size(); ++e)
          for (std::size_t i = 0; i < times.size(); ++i) {
            const double ratio = starts[e] / constant;
            const double left = constant * omega(ratio + std::log(ratio) - rate * times[i] / constant);
            sum += std::pow(left - measured[e * times.size() + i], 2);
          }
        QVERIFY(std::abs(squares[pair] - sum / double(measured.size())) < 1e-12);
      }
    }
  }
};

QTEST_GUILESS_MAIN(EnzymeSampleTest)
#include "enzyme_sample_test.moc"
