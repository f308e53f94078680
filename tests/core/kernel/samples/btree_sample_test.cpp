#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <map>

using namespace gevo;
using namespace gevo::testing;

namespace {

constexpr int order = 128;

struct Node {
  int keys[order + 1];
  int below[order + 1];
  int leaf;
  int used;
};

/// The record of each key, read from the leaves.
std::map<int, int> recordsByKey(const std::vector<Node>& nodes) {
  std::map<int, int> records;
  for (const Node& node : nodes)
    for (int i = 0; node.leaf != 0 && i < node.used; ++i) records.emplace(node.keys[i], node.below[i]);
  return records;
}

} // namespace

class BtreeSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
    sample_ = recordSample("btree", {"300 8 1", "20000 80 2", "64 33 3", "1 2 4", "9001 50 5"});
    QCOMPARE(sample_.tests.size(), 5U);
  }

  void leavesHoldEveryRecordOnce() {
    for (const RecordedRun& test : sample_.tests) {
      const auto records = recordsByKey(test.upload<Node>(0));
      QCOMPARE(records.size(), static_cast<std::size_t>(test.number(0)));
      int next = 0;
      for (const auto& [key, record] : records) QCOMPARE(record, next++);
    }
  }

  void keysHaveTheValueOfTheirRecord() {
    QCOMPARE(sample_.project.kernels.size(), 2U);
    for (const RecordedRun& test : sample_.tests) {
      const auto byKey = recordsByKey(test.upload<Node>(0));
      const auto records = test.upload<int>(1);
      std::vector<int> expected;
      for (const int key : test.upload<int>(2)) expected.push_back(byKey.contains(key) ? records.at(byKey.at(key)) : -1);
      QCOMPARE(test.download<int>(0), expected);
      QVERIFY2(std::ranges::any_of(expected, [](int value) { return value >= 0; }), "some keys are found");
    }
    QVERIFY2(std::ranges::count(sample_.tests[1].download<int>(0), -1) > 3, "and some are not");
  }

  void rangesHoldTheRecordsBetweenTheirEnds() {
    for (const RecordedRun& test : sample_.tests) {
      const auto byKey = recordsByKey(test.upload<Node>(0));
      const auto first = test.upload<int>(3);
      const auto last = test.upload<int>(4);
      std::vector<int> starts;
      std::vector<int> lengths;
      for (std::size_t i = 0; i < first.size(); ++i) {
        starts.push_back(byKey.lower_bound(first[i])->second);
        lengths.push_back(static_cast<int>(std::distance(byKey.lower_bound(first[i]), byKey.upper_bound(last[i]))));
      }
      QCOMPARE(test.download<int>(1), starts);
      QCOMPARE(test.download<int>(2), lengths);
    }
    QVERIFY2(std::ranges::max(sample_.tests[1].download<int>(2)) > 300, "ranges over several leaves");
  }

private:
  RecordedSample sample_;
};

QTEST_GUILESS_MAIN(BtreeSampleTest)
#include "btree_sample_test.moc"
