#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>

using namespace gevo;
using namespace gevo::testing;

namespace {

/// The score matrix; `score` holds the border already.
std::vector<int> needlemanWunsch(const std::vector<int>& reference, std::vector<int> score, int cols, int penalty) {
  for (int row = 1; row < cols; ++row) {
    for (int col = 1; col < cols; ++col) {
      const std::size_t here = static_cast<std::size_t>(row) * cols + col;
      score[here] = std::max({score[here - cols - 1] + reference[here], score[here - 1] - penalty, score[here - cols] - penalty});
    }
  }
  return score;
}

} // namespace

class NwSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("nw", {"48 10 1", "128 10 2", "176 3 3", "16 1 5"});
    QCOMPARE(sample.tests.size(), 4U);
    QCOMPARE(sample.project.kernels.size(), 2U);
    QCOMPARE(sample.project.outputs[0].name, std::string("score"));
    for (const RecordedRun& test : sample.tests)
      QCOMPARE(test.result<int>(), needlemanWunsch(test.upload<int>(0), test.upload<int>(1), test.number(0) + 1, test.number(1)));
  }
};

QTEST_GUILESS_MAIN(NwSampleTest)
#include "nw_sample_test.moc"
