#include <QTest>

#include "core/search/nsga2.h"
#include "core/search/random.h"

#include <rapidcheck.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <set>

using namespace gevo;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using Points = std::vector<ObjectiveVector>;
using Fronts = std::vector<std::vector<std::size_t>>;

/// Points on a coarse grid, so that equal points and equal coordinates are common.
rc::Gen<Points> anyPoints(std::size_t objectives) {
  return rc::gen::container<Points>(
      rc::gen::container<ObjectiveVector>(objectives, rc::gen::map(rc::gen::inRange(0, 8), [](int v) { return double(v); })));
}

/// Fronts by their definition: what nothing left dominates comes next.
Fronts peel(const Points& points) {
  Fronts fronts;
  std::set<std::size_t> left;
  for (std::size_t i = 0; i < points.size(); ++i) left.insert(i);
  while (!left.empty()) {
    std::vector<std::size_t> front;
    for (const std::size_t i : left) {
      if (std::ranges::none_of(left, [&](std::size_t j) { return dominates(points[j], points[i]); })) front.push_back(i);
    }
    for (const std::size_t i : front) left.erase(i);
    fronts.push_back(front);
  }
  return fronts;
}

} // namespace

class Nsga2Test : public QObject {
  Q_OBJECT

private slots:
  void dominanceIsNoWorseAndOnceBetter();
  void knownFronts();
  void knownCrowding();
  void frontsFollowTheirDefinition_data();
  void frontsFollowTheirDefinition();
  void crowdingFollowsItsDefinition_data();
  void crowdingFollowsItsDefinition();
  void ranksNameTheFronts();
  void furtherCopiesOfAPointHaveNoCrowding();
  void anObjectiveWithoutRangeAddsNothing();
  void crowdingIsNeverNotANumber();
  void crowdingDoesNotDependOnTheOrder();
  void noPointsHaveNoFronts();
  void theBestAreByRankCrowdingEditsAndIndex();
  void selectingMoreThanThereAreGivesAll();
  void aLargePopulationIsSortedQuickly();
};

void Nsga2Test::dominanceIsNoWorseAndOnceBetter() {
  QVERIFY(dominates({1, 2}, {1, 3}));
  QVERIFY(!dominates({1, 2}, {1, 2}));
  QVERIFY(!dominates({1, 3}, {2, 2}));
}

void Nsga2Test::knownFronts() {
  const Points points{{0, 7}, {1, 5}, {2, 3}, {4, 2}, {7, 1}, {10, 0}, {2, 6}, {4, 4}, {10, 2}, {6, 6}, {9, 5}};
  QCOMPARE(rankPoints(points).fronts, (Fronts{{0, 1, 2, 3, 4, 5}, {6, 7, 8}, {9, 10}}));
}

void Nsga2Test::knownCrowding() {
  const Points points{{0, 0}, {1, -1}, {2, -2}, {4, -4}};
  QCOMPARE(rankPoints(points).crowding, (std::vector<double>{infinity, 1, 1.5, infinity}));
}

void Nsga2Test::frontsFollowTheirDefinition_data() {
  QTest::addColumn<int>("objectives");
  for (const int count : {1, 2, 3, 5}) QTest::addRow("%d objectives", count) << count;
}

void Nsga2Test::frontsFollowTheirDefinition() {
  QFETCH(int, objectives);
  QVERIFY(rc::check([&] {
    const Points points = *anyPoints(std::size_t(objectives));
    RC_ASSERT(rankPoints(points).fronts == peel(points));
  }));
}

void Nsga2Test::crowdingFollowsItsDefinition_data() { frontsFollowTheirDefinition_data(); }

/// Of each point, over the objectives: how far the nearest values on both sides are apart, as a share of the range. All values differ.
void Nsga2Test::crowdingFollowsItsDefinition() {
  QFETCH(int, objectives);
  QVERIFY(rc::check([&](std::uint64_t seed) {
    const auto count = std::size_t(*rc::gen::inRange(1, 30));
    RandomStream stream({seed, 0, 0, 0, Purpose::Test});
    Points points(count, ObjectiveVector(std::size_t(objectives)));
    for (ObjectiveVector& point : points)
      for (double& value : point) value = stream.unit();
    const Ranking ranking = rankPoints(points);
    for (const auto& front : ranking.fronts) {
      for (const std::size_t point : front) {
        double expected = 0;
        for (std::size_t objective = 0; objective < std::size_t(objectives); ++objective) {
          double below = -infinity, above = infinity, least = infinity, most = -infinity;
          for (const std::size_t other : front) {
            const double value = points[other][objective];
            least = std::min(least, value);
            most = std::max(most, value);
            if (value < points[point][objective]) below = std::max(below, value);
            if (value > points[point][objective]) above = std::min(above, value);
          }
          expected += front.size() <= 2 ? infinity : (above - below) / (most - least);
        }
        const double found = ranking.crowding[point];
        const bool same = std::isinf(expected) ? std::isinf(found) : std::abs(found - expected) < 1e-9 * expected;
        RC_ASSERT(same);
      }
    }
  }));
}

void Nsga2Test::ranksNameTheFronts() {
  QVERIFY(rc::check([] {
    const Ranking ranking = rankPoints(*anyPoints(2));
    for (std::size_t rank = 0; rank < ranking.fronts.size(); ++rank) {
      for (const std::size_t point : ranking.fronts[rank]) RC_ASSERT(ranking.rank[point] == rank);
    }
  }));
}

void Nsga2Test::furtherCopiesOfAPointHaveNoCrowding() {
  const Points points{{0, 4}, {1, 3}, {1, 3}, {4, 0}, {4, 0}};
  QCOMPARE(rankPoints(points).crowding, (std::vector<double>{infinity, 2, 0, infinity, 0}));
}

void Nsga2Test::anObjectiveWithoutRangeAddsNothing() {
  const Points points{{0, 4, 7}, {1, 3, 7}, {2, 2, 7}, {4, 0, 7}};
  QCOMPARE(rankPoints(points).crowding, (std::vector<double>{infinity, 1, 1.5, infinity}));
}

void Nsga2Test::crowdingIsNeverNotANumber() {
  QVERIFY(rc::check([] {
    const Points points = *rc::gen::container<Points>(
        rc::gen::container<ObjectiveVector>(2, rc::gen::element(0.0, -0.0, 1.0, 1e308, -1e308, 1e-308, std::numeric_limits<double>::max(),
                                                                std::numeric_limits<double>::denorm_min())));
    const Ranking ranking = rankPoints(points);
    for (const double crowding : ranking.crowding) RC_ASSERT(!std::isnan(crowding));
  }));
}

void Nsga2Test::crowdingDoesNotDependOnTheOrder() {
  QVERIFY(rc::check([](std::uint64_t seed) {
    const Points points = *anyPoints(2);
    Points shuffled = points;
    RandomStream({seed, 0, 0, 0, Purpose::Test}).shuffle(std::span<ObjectiveVector>(shuffled));
    const auto pairs = [](const Points& all) {
      const Ranking ranking = rankPoints(all);
      std::multiset<std::pair<ObjectiveVector, double>> result;
      for (std::size_t i = 0; i < all.size(); ++i) result.emplace(all[i], ranking.crowding[i]);
      return result;
    };
    RC_ASSERT(pairs(points) == pairs(shuffled));
  }));
}

void Nsga2Test::noPointsHaveNoFronts() {
  const Ranking ranking = rankPoints({});
  QVERIFY(ranking.fronts.empty());
  QVERIFY(selectBest(ranking, {}, 5).empty());
}

void Nsga2Test::theBestAreByRankCrowdingEditsAndIndex() {
  // Copies of the two ends: 2 and 5 are equal in all but their edits.
  const Points points{{0, 4}, {4, 0}, {0, 4}, {1, 3}, {9, 9}, {0, 4}};
  const std::vector<std::size_t> sizes{1, 1, 7, 1, 1, 2};
  QCOMPARE(selectBest(rankPoints(points), sizes, 6), (std::vector<std::size_t>{0, 1, 3, 5, 2, 4}));
}

void Nsga2Test::selectingMoreThanThereAreGivesAll() {
  const Points points{{0, 1}, {1, 0}};
  QCOMPARE(selectBest(rankPoints(points), std::vector<std::size_t>{1, 1}, 10).size(), std::size_t(2));
}

/// A quadratic comparison of 200,000 points would take minutes.
void Nsga2Test::aLargePopulationIsSortedQuickly() {
  RandomStream stream({9, 0, 0, 0, Purpose::Test});
  Points points(200'000);
  for (ObjectiveVector& point : points) point = {stream.unit(), stream.unit()};
  const auto begin = std::chrono::steady_clock::now();
  const Ranking ranking = rankPoints(points);
  QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
  QVERIFY(ranking.fronts.size() > 100);
}

QTEST_GUILESS_MAIN(Nsga2Test)
#include "nsga2_test.moc"
