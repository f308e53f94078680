#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gevo;
using namespace gevo::testing;

namespace {

/// L below the diagonal, whose own is 1, and U on and above it, row by row.
std::vector<float> decomposed(const std::vector<float>& matrix, std::size_t size) {
  std::vector<double> made(matrix.begin(), matrix.end());
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t col = 0; col < size; ++col) {
      double& value = made[row * size + col];
      for (std::size_t k = 0; k < std::min(row, col); ++k) value -= made[row * size + k] * made[k * size + col];
      if (col < row) value /= made[col * size + col];
    }
  }
  return {made.begin(), made.end()};
}

} // namespace

class LudSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("lud", {"16 1", "32 2", "112 3", "160 4"});
    QCOMPARE(sample.tests.size(), 4U);
    QCOMPARE(sample.project.kernels.size(), 3U);
    QCOMPARE(sample.project.outputs.size(), 1U);
    for (const RecordedRun& test : sample.tests) {
      const auto size = static_cast<std::size_t>(test.number(0));
      QCOMPARE(test.launches.size(), 3 * (size / 16) - 2);
      const auto start = test.upload<float>(0);
      const auto expected = decomposed(start, size);
      const double difference = largestDifference(test.result<float>(), expected, 1);
      QVERIFY2(difference < 1e-4, qPrintable(QString::number(difference)));
      // A variant that computes nothing must not pass for an approximation.
      QVERIFY(largestDifference(start, expected, 1) > 0.5);
    }
  }
};

QTEST_GUILESS_MAIN(LudSampleTest)
#include "lud_sample_test.moc"
