#include "align_reference.h"
#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::testing;

class AlignV1SampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("align_v1", {"1 8 1", "8 72 2", "4 104 3", "7 161 4"});
    QCOMPARE(sample.tests.size(), 4U);
    for (const RecordedRun& test : sample.tests) {
      const auto pairs = test.upload<reference::AlignPair>(0);
      const auto rows = test.upload<char>(1);
      const auto columns = test.upload<char>(2);
      const auto scores = test.download<int>(0);
      const auto endRows = test.download<int>(1);
      const auto endColumns = test.download<int>(2);
      const auto firstRows = test.download<int>(3);
      const auto firstColumns = test.download<int>(4);
      QCOMPARE(scores.size(), static_cast<std::size_t>(test.number(0)));
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const reference::AlignPair& pair = pairs[i];
        const std::string row(rows.begin() + pair.first, rows.begin() + pair.first + pair.rows);
        const std::string column(columns.begin() + pair.firstColumn, columns.begin() + pair.firstColumn + pair.columns);
        const reference::Alignment expected = reference::align(row, column, false);
        QCOMPARE(scores[i], expected.score);
        QCOMPARE(endRows[i], expected.row);
        QCOMPARE(endColumns[i], expected.column);
        QVERIFY2(scores[i] > pair.columns / 2, "a read of the genome, not noise");
        // From there to the end, all letters aligned, the score is the same: that is what makes it the beginning.
        const std::string rowPart = row.substr(firstRows[i], endRows[i] - firstRows[i] + 1);
        const std::string columnPart = column.substr(firstColumns[i], endColumns[i] - firstColumns[i] + 1);
        QCOMPARE(reference::align(rowPart, columnPart, true).score, scores[i]);
      }
    }
  }
};

QTEST_GUILESS_MAIN(AlignV1SampleTest)
#include "align_v1_sample_test.moc"
