#include <QTest>

#include "core/search/hypervolume.h"

#include <algorithm>
#include <cmath>
#include <rapidcheck.h>
#include <utility>

using namespace gevo;

namespace {

using Points = std::vector<ObjectiveVector>;

constexpr int side = 6;

Points anyPoints(std::size_t objectives) {
  const auto coordinate = rc::gen::map(rc::gen::inRange(0, side + 2), [](int value) { return double(value); });
  return *rc::gen::container<Points>(rc::gen::container<ObjectiveVector>(objectives, coordinate));
}

/// Unit cells below (side, side, ...) whose lower corner no point is beyond.
double countCells(const Points& points, std::size_t objectives) {
  double count = 0;
  const auto cells = static_cast<int>(std::pow(side, objectives));
  for (int cell = 0; cell < cells; ++cell) {
    ObjectiveVector corner(objectives);
    for (int rest = cell; double& value : corner) value = std::exchange(rest, rest / side) % side;
    count += std::ranges::any_of(
        points, [&](const ObjectiveVector& point) { return std::ranges::equal(point, corner, std::ranges::less_equal{}); });
  }
  return count;
}

} // namespace

class HypervolumeTest : public QObject {
  Q_OBJECT

private slots:
  void knownValues_data();
  void knownValues();
  void isTheNumberOfDominatedCells();
  void orderAndDominatedPointsDoNotMatter();
};

void HypervolumeTest::knownValues_data() {
  QTest::addColumn<Points>("points");
  QTest::addColumn<ObjectiveVector>("reference");
  QTest::addColumn<double>("expected");
  QTest::newRow("nothing") << Points{} << ObjectiveVector{1, 1} << 0.0;
  QTest::newRow("one point") << Points{{0.25, 0.5}} << ObjectiveVector{1, 1} << 0.375;
  QTest::newRow("a front of three") << Points{{1, 3}, {2, 2}, {3, 1}} << ObjectiveVector{4, 4} << 6.0;
  QTest::newRow("on the reference") << Points{{1, 0}} << ObjectiveVector{1, 1} << 0.0;
  QTest::newRow("one objective") << Points{{7}, {5}} << ObjectiveVector{8} << 3.0;
  QTest::newRow("three objectives") << Points{{1, 1, 1}, {0, 2, 2}} << ObjectiveVector{3, 3, 3} << 9.0; // 8 and 3, 2 of them shared
}

void HypervolumeTest::knownValues() {
  QFETCH(Points, points);
  QFETCH(ObjectiveVector, reference);
  QFETCH(double, expected);
  QCOMPARE(hypervolume(points, reference), expected);
}

void HypervolumeTest::isTheNumberOfDominatedCells() {
  QVERIFY(rc::check([] {
    const std::size_t objectives = *rc::gen::inRange<std::size_t>(1, 5);
    const Points points = anyPoints(objectives);
    RC_ASSERT(hypervolume(points, ObjectiveVector(objectives, side)) == countCells(points, objectives));
  }));
}

void HypervolumeTest::orderAndDominatedPointsDoNotMatter() {
  QVERIFY(rc::check([] {
    Points points = anyPoints(2);
    const double expected = hypervolume(points, {side, side});
    std::ranges::reverse(points);
    if (!points.empty()) points.push_back({points[0][0] + 1, points[0][1]});
    RC_ASSERT(hypervolume(points, {side, side}) == expected);
  }));
}

QTEST_APPLESS_MAIN(HypervolumeTest)
#include "hypervolume_test.moc"
