#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>

using namespace gevo;
using namespace gevo::testing;

namespace {

/// Cheapest sums to each cell of the last row.
std::vector<int> cheapestSums(const std::vector<int>& firstRow, const std::vector<int>& wall, int cols) {
  std::vector<int> sums = firstRow;
  for (std::size_t row = 0; row < wall.size() / cols; ++row) {
    std::vector<int> next(sums.size());
    for (int col = 0; col < cols; ++col) {
      const int left = std::max(col - 1, 0);
      const int right = std::min(col + 1, cols - 1);
      next[col] = *std::min_element(sums.begin() + left, sums.begin() + right + 1) + wall[row * cols + col];
    }
    sums = std::move(next);
  }
  return sums;
}

} // namespace

class PathfinderSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("pathfinder", {"9 300 1", "25 4000 2", "33 2777 3", "2 1 7"});
    QCOMPARE(sample.tests.size(), 4U);
    QCOMPARE(sample.project.outputs[0].name, std::string("result"));
    QCOMPARE(sample.project.outputs[0].type, std::string("i32"));
    for (const RecordedRun& test : sample.tests)
      QCOMPARE(test.result<int>(), cheapestSums(test.upload<int>(0), test.upload<int>(1), test.number(1)));
  }
};

QTEST_GUILESS_MAIN(PathfinderSampleTest)
#include "pathfinder_sample_test.moc"
