#include "bfs_reference.h"
#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>

using namespace gevo;
using namespace gevo::testing;

class BfsSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("bfs", {"300 4 1", "4000 6 2", "6000 4 3", "1 1 7"});
    QCOMPARE(sample.tests.size(), 4U);
    QCOMPARE(sample.project.kernels.size(), 2U);
    for (const RecordedRun& test : sample.tests) {
      const auto expected = reference::breadthFirst(test.upload<reference::Node>(0), test.upload<int>(1));
      QCOMPARE(test.result<int>(), expected);
      QVERIFY2(expected.size() == 1 || *std::ranges::max_element(expected) > 3, "a search of a few levels");
    }
  }
};

QTEST_GUILESS_MAIN(BfsSampleTest)
#include "bfs_sample_test.moc"
