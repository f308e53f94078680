#include <QTest>

#include "core/search/knee.h"

#include <rapidcheck.h>

#include <algorithm>
#include <vector>

using namespace gevo;

namespace {

using Front = std::vector<std::array<double, 2>>;

/// Ascending in the first objective, descending in the second.
Front anyFront() {
  std::vector<int> rises = *rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 20));
  Front front;
  double second = 1000;
  double first = 0;
  for (const int rise : rises) front.push_back({first += rise, second -= *rc::gen::inRange(1, 20)});
  return front;
}

} // namespace

class KneeTest : public QObject {
  Q_OBJECT

private slots:
  void itIsFarthestFromTheLineBetweenTheEnds_data() {
    QTest::addColumn<Front>("front");
    QTest::addColumn<int>("knee"); // -1: none
    QTest::newRow("nothing") << Front{} << -1;
    QTest::newRow("two points") << Front{{0, 1}, {1, 0}} << -1;
    QTest::newRow("a corner") << Front{{0, 10}, {1, 1}, {10, 0}} << 1;
    QTest::newRow("the deeper of two") << Front{{0, 10}, {1, 4}, {2, 2}, {10, 0}} << 2;
    QTest::newRow("a line") << Front{{0, 3}, {1, 2}, {2, 1}, {3, 0}} << -1;
    QTest::newRow("behind the line") << Front{{0, 10}, {9, 9}, {10, 0}} << -1;
  }

  void itIsFarthestFromTheLineBetweenTheEnds() {
    QFETCH(Front, front);
    QFETCH(int, knee);
    const auto found = kneeOf(front);
    QCOMPARE(found ? int(*found) : -1, knee);
  }

  void unitsDoNotMatter() {
    QVERIFY(rc::check([] {
      Front front = anyFront();
      const auto knee = kneeOf(front);
      for (auto& [first, second] : front) {
        first = first * 4 + 100; // exact in binary
        second = second * 0.5 - 7;
      }
      RC_ASSERT(kneeOf(front) == knee);
    }));
  }

  void itIsNeverAnEnd() {
    QVERIFY(rc::check([] {
      const Front front = anyFront();
      if (const auto knee = kneeOf(front)) RC_ASSERT(*knee > 0 && *knee + 1 < front.size());
    }));
  }
};

QTEST_APPLESS_MAIN(KneeTest)
#include "knee_test.moc"
