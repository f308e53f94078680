#include <QTest>

#include "core/search/staircase.h"

#include <algorithm>
#include <rapidcheck.h>
#include <vector>

using namespace gevo;

class StaircaseTest : public QObject {
  Q_OBJECT
private slots:
  void holdsJustWhatNothingDominates();
};

void StaircaseTest::holdsJustWhatNothingDominates() {
  QVERIFY(rc::check("the steps are the points that no other dominates, of equal ones the first", [] {
    struct Point {
      int runtime;
      int error;
    };
    const auto anyPoint = rc::gen::map(rc::gen::pair(rc::gen::inRange(0, 8), rc::gen::inRange(0, 8)), [](const std::pair<int, int>& both) {
      return Point{both.first, both.second};
    });
    const std::vector<Point> points = *rc::gen::container<std::vector<Point>>(anyPoint).as("points");
    Staircase staircase;
    for (std::size_t i = 0; i < points.size(); ++i) staircase.add(points[i].runtime, points[i].error, static_cast<std::int64_t>(i));
    std::vector<std::int64_t> expected;
    for (std::size_t i = 0; i < points.size(); ++i) {
      bool stays = true;
      for (std::size_t j = 0; j < points.size(); ++j) {
        const bool noWorse = points[j].runtime <= points[i].runtime && points[j].error <= points[i].error;
        const bool equal = points[j].runtime == points[i].runtime && points[j].error == points[i].error;
        if (noWorse && (!equal || j < i)) stays = false;
      }
      if (stays) expected.push_back(static_cast<std::int64_t>(i));
    }
    std::ranges::sort(expected, {}, [&](std::int64_t id) { return points[static_cast<std::size_t>(id)].runtime; });
    std::vector<std::int64_t> found;
    for (const auto& [runtime, step] : staircase.steps()) found.push_back(step.id);
    RC_ASSERT(found == expected);
  }));
}

QTEST_APPLESS_MAIN(StaircaseTest)
#include "staircase_test.moc"
