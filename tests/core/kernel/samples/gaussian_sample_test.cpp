#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gevo;
using namespace gevo::testing;

namespace {

std::vector<double> solve(const std::vector<float>& matrix, const std::vector<float>& right, bool triangular) {
  const std::size_t size = right.size();
  std::vector<double> a(matrix.begin(), matrix.end());
  std::vector<double> x(right.begin(), right.end());
  if (!triangular) {
    for (std::size_t pivot = 0; pivot < size; ++pivot) {
      for (std::size_t row = pivot + 1; row < size; ++row) {
        const double factor = a[row * size + pivot] / a[pivot * size + pivot];
        for (std::size_t col = pivot; col < size; ++col) a[row * size + col] -= factor * a[pivot * size + col];
        x[row] -= factor * x[pivot];
      }
    }
  }
  for (std::size_t row = size; row-- > 0;) {
    for (std::size_t col = row + 1; col < size; ++col) x[row] -= a[row * size + col] * x[col];
    x[row] /= a[row * size + row];
  }
  return x;
}

} // namespace

class GaussianSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void solvesTheSystem() {
    const RecordedSample sample = recordSample("gaussian", {"16 1", "2 3", "37 2", "64 5"});
    QCOMPARE(sample.tests.size(), 4U);
    QCOMPARE(sample.project.kernels.size(), 2U);
    QCOMPARE(sample.project.outputs.size(), 3U);
    for (const RecordedRun& test : sample.tests) {
      const auto size = static_cast<std::size_t>(test.number(0));
      QCOMPARE(test.launches.size(), 2 * (size - 1));
      const auto a = test.upload<float>(0);
      const auto b = test.upload<float>(1);
      const auto expected = solve(a, b, false);
      const auto got = solve(test.download<float>(1), test.download<float>(2), true);
      for (std::size_t i = 0; i < size; ++i) QVERIFY(std::abs(got[i] - expected[i]) < 1e-6);
    }
  }

  void multipliersTimesTheTriangleIsTheMatrix() {
    const RecordedSample sample = recordSample("gaussian", {"41 7"});
    QCOMPARE(sample.tests.size(), 1U);
    const RecordedRun& test = sample.tests[0];
    const std::size_t size = 41;
    const auto a = test.upload<float>(0);
    const auto m = test.download<float>(0);
    const auto u = test.download<float>(1);
    double largest = 0;
    for (std::size_t row = 0; row < size; ++row) {
      for (std::size_t col = 0; col < size; ++col) {
        double sum = row <= col ? u[row * size + col] : 0;
        for (std::size_t k = 0; k < std::min(row, col + 1); ++k) sum += static_cast<double>(m[row * size + k]) * u[k * size + col];
        largest = std::max(largest, std::abs(sum - a[row * size + col]));
        if (row > col) QVERIFY(std::abs(u[row * size + col]) < 1e-5);
        if (row > col && row - col < 5) QVERIFY(m[row * size + col] != 0);
      }
    }
    QVERIFY2(largest < 1e-5, qPrintable(QString::number(largest)));
  }
};

QTEST_GUILESS_MAIN(GaussianSampleTest)
#include "gaussian_sample_test.moc"
