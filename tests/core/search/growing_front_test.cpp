#include <QTest>

#include "core/search/growing_front.h"

#include <rapidcheck.h>

#include <algorithm>

using namespace gevo;

class GrowingFrontTest : public QObject {
  Q_OBJECT

private slots:
  void itIsTheFirstFrontOfAllPoints_data();
  void itIsTheFirstFrontOfAllPoints();
};

void GrowingFrontTest::itIsTheFirstFrontOfAllPoints_data() {
  QTest::addColumn<int>("objectives");
  for (const int count : {1, 2, 3, 5}) QTest::addRow("%d objectives", count) << count;
}

/// And a point is new exactly where none before it is as good in all of them.
void GrowingFrontTest::itIsTheFirstFrontOfAllPoints() {
  QFETCH(int, objectives);
  QVERIFY(rc::check([&] {
    const auto coarse = rc::gen::map(rc::gen::inRange(0, 6), [](int value) { return double(value); });
    const auto points =
        *rc::gen::container<std::vector<ObjectiveVector>>(rc::gen::container<ObjectiveVector>(std::size_t(objectives), coarse));
    GrowingFront front;
    std::vector<ObjectiveVector> before;
    for (const ObjectiveVector& point : points) {
      const bool isNew = std::ranges::none_of(
          before, [&](const ObjectiveVector& other) { return std::ranges::equal(other, point, std::ranges::less_equal()); });
      RC_ASSERT(front.add(point) == isNew);
      before.push_back(point);
    }
    std::vector<ObjectiveVector> expected;
    const Ranking ranking = rankPoints(points);
    if (!points.empty())
      for (const std::size_t index : ranking.fronts.front()) expected.push_back(points[index]);
    std::ranges::sort(expected);
    expected.erase(std::ranges::unique(expected).begin(), expected.end());
    std::vector<ObjectiveVector> found = front.points();
    std::ranges::sort(found);
    RC_ASSERT(found == expected);
  }));
}

QTEST_GUILESS_MAIN(GrowingFrontTest)
#include "growing_front_test.moc"
