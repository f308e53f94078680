#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>

using namespace gevo;
using namespace gevo::testing;

namespace {

/// Speckle-reducing anisotropic diffusion (Yu and Acton 2002) with mirrored borders, in double.
std::vector<float> smoothed(const std::vector<float>& image, int rows, int cols, int steps) {
  const auto index = [&](int row, int col) {
    return static_cast<std::size_t>(std::clamp(row, 0, rows - 1)) * cols + std::clamp(col, 0, cols - 1);
  };
  std::vector<double> values(image.begin(), image.end());
  for (int step = 0; step < steps; ++step) {
    double sum = 0;
    double squares = 0;
    const int count = (rows / 2) * (cols / 2);
    for (int row = 0; row < rows / 2; ++row) {
      for (int col = 0; col < cols / 2; ++col) {
        sum += values[index(row, col)];
        squares += values[index(row, col)] * values[index(row, col)];
      }
    }
    const double mean = sum / count;
    const double speckle = (squares / count - mean * mean) / (mean * mean);

    std::vector<double> coefficients(values.size());
    for (int row = 0; row < rows; ++row) {
      for (int col = 0; col < cols; ++col) {
        const double here = values[index(row, col)];
        double gradient = 0;
        double laplacian = 0;
        for (const std::size_t near : {index(row - 1, col), index(row + 1, col), index(row, col - 1), index(row, col + 1)}) {
          const double share = (values[near] - here) / here;
          gradient += share * share;
          laplacian += share;
        }
        const double variation = (gradient / 2 - laplacian * laplacian / 16) / ((1 + laplacian / 4) * (1 + laplacian / 4));
        coefficients[index(row, col)] = std::clamp(1 / (1 + (variation - speckle) / (speckle * (1 + speckle))), 0.0, 1.0);
      }
    }
    std::vector<double> next(values.size());
    for (int row = 0; row < rows; ++row) {
      for (int col = 0; col < cols; ++col) {
        const std::size_t here = index(row, col);
        const auto flow = [&](std::size_t from, std::size_t coefficient) {
          return coefficients[coefficient] * (values[from] - values[here]);
        };
        const std::size_t south = index(row + 1, col);
        const std::size_t east = index(row, col + 1);
        next[here] = values[here] +
                     0.125 * (flow(index(row - 1, col), here) + flow(south, south) + flow(index(row, col - 1), here) + flow(east, east));
      }
    }
    values = std::move(next);
  }
  return {values.begin(), values.end()};
}

} // namespace

class SradSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("srad", {"16 16 1 1", "32 16 2 4", "64 80 3 2", "96 48 4 3", "48 112 10 5"});
    QCOMPARE(sample.tests.size(), 5U);
    QCOMPARE(sample.project.kernels.size(), 3U);
    QCOMPARE(sample.project.outputs.size(), 1U);
    for (const RecordedRun& test : sample.tests) {
      const auto image = test.upload<float>(0);
      const auto expected = smoothed(image, test.number(0), test.number(1), test.number(2));
      const double off = largestDifference(test.result<float>(), expected, 1);
      QVERIFY2(off < 1e-3, qPrintable(QString::number(off)));
      const double change = largestDifference(image, expected, 1);
      QVERIFY2(change > 0.05, qPrintable(QString::number(change)));
    }
  }
};

QTEST_GUILESS_MAIN(SradSampleTest)
#include "srad_sample_test.moc"
