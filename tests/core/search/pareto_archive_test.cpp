#include <QTest>

#include "core/search/pareto_archive.h"

#include <rapidcheck.h>

#include <algorithm>

using namespace gevo;

namespace {

/// On a small grid, so that many are equal.
std::vector<ObjectiveVector> anyPoints(int objectives) {
  const auto coarse = rc::gen::map(rc::gen::inRange(0, 6), [](int value) { return double(value); });
  const auto point = rc::gen::container<ObjectiveVector>(std::size_t(objectives), coarse);
  return *rc::gen::container<std::vector<ObjectiveVector>>(point).as("points");
}

/// Their numbers are the payloads.
ParetoArchive<std::size_t> archiveOf(const std::vector<ObjectiveVector>& points) {
  ParetoArchive<std::size_t> archive;
  for (std::size_t i = 0; i < points.size(); ++i) archive.add(points[i], i);
  return archive;
}

std::vector<std::size_t> payloads(const ParetoArchive<std::size_t>& archive) {
  std::vector<std::size_t> numbers;
  for (const auto& [point, number] : archive.members()) numbers.push_back(number);
  return numbers;
}

bool isAsGood(const ObjectiveVector& a, const ObjectiveVector& b) { return std::ranges::equal(a, b, std::ranges::less_equal()); }

} // namespace

class ParetoArchiveTest : public QObject {
  Q_OBJECT

private slots:
  void whatAPointDominatesLeaves();
  void ofEqualPointsTheFirstStays();
  void ofEqualPointsThePreferredOneStays();
  void preferredPayloadsReplaceOnlyThoseOfEqualPoints_data() { numbersOfObjectives(); }
  void preferredPayloadsReplaceOnlyThoseOfEqualPoints();
  void itIsTheFrontThatComparingAllPairsFinds_data() { numbersOfObjectives(); }
  void itIsTheFrontThatComparingAllPairsFinds();
  void itIsTheFirstFrontOfNsga2_data() { numbersOfObjectives(); }
  void itIsTheFirstFrontOfNsga2();
  void aPointIsNewWhereNothingBeforeItIsAsGood_data() { numbersOfObjectives(); }
  void aPointIsNewWhereNothingBeforeItIsAsGood();

private:
  static void numbersOfObjectives() {
    QTest::addColumn<int>("objectives");
    for (const int count : {1, 2, 3, 5}) QTest::addRow("%d objectives", count) << count;
  }
};

void ParetoArchiveTest::whatAPointDominatesLeaves() {
  ParetoArchive<> archive;
  for (const ObjectiveVector& point : std::vector<ObjectiveVector>{{1, 5}, {2, 4}, {3, 3}, {4, 2}}) QVERIFY(archive.add(point));
  QVERIFY(archive.add(ObjectiveVector{2, 2}));
  QCOMPARE(archive.points(), (std::vector<ObjectiveVector>{{1, 5}, {2, 2}}));
}

void ParetoArchiveTest::ofEqualPointsTheFirstStays() {
  ParetoArchive<std::string> archive;
  QVERIFY(archive.add(ObjectiveVector{1, 2}, "first"));
  QVERIFY(!archive.add(ObjectiveVector{1, 2}, "second"));
  QCOMPARE(archive.members().begin()->second, std::string("first"));
}

void ParetoArchiveTest::ofEqualPointsThePreferredOneStays() {
  QVERIFY(rc::check([](const std::vector<std::pair<std::uint8_t, int>>& all) {
    ParetoArchive<int, std::less<>> archive;
    std::map<double, int> least;
    for (const auto& [figure, payload] : all) {
      const double value = figure % 4;
      archive.add(ObjectiveVector{value, 4 - value}, payload); // none dominates another
      const auto [known, isNew] = least.emplace(value, payload);
      known->second = std::min(known->second, payload);
    }
    std::map<double, int> found;
    for (const auto& [point, payload] : archive.members()) found.emplace(point.front(), payload);
    RC_ASSERT(found == least);
  }));
}

/// Where points dominate each other too: a payload neither moves to a point that dominates its own nor comes back with a point that left.
void ParetoArchiveTest::preferredPayloadsReplaceOnlyThoseOfEqualPoints() {
  QFETCH(int, objectives);
  QVERIFY(rc::check([&] {
    const auto points = anyPoints(objectives);
    const auto payloads = *rc::gen::container<std::vector<int>>(points.size(), rc::gen::inRange(0, 10)).as("payloads");
    ParetoArchive<int, std::less<>> archive;
    for (std::size_t i = 0; i < points.size(); ++i) archive.add(points[i], payloads[i]);
    std::map<ObjectiveVector, int> expected;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto dominates = [&](const ObjectiveVector& other) { return other != points[i] && isAsGood(other, points[i]); };
      if (std::ranges::any_of(points, dominates)) continue;
      int& least = expected.emplace(points[i], payloads[i]).first->second;
      least = std::min(least, payloads[i]);
    }
    RC_ASSERT((std::map<ObjectiveVector, int>(archive.members().begin(), archive.members().end()) == expected));
  }));
}

/// Of equal ones the first, in lexicographic order.
void ParetoArchiveTest::itIsTheFrontThatComparingAllPairsFinds() {
  QFETCH(int, objectives);
  QVERIFY(rc::check([&] {
    const auto points = anyPoints(objectives);
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < points.size(); ++i) {
      bool stays = true;
      for (std::size_t j = 0; j < points.size(); ++j)
        if (isAsGood(points[j], points[i]) && (points[j] != points[i] || j < i)) stays = false;
      if (stays) expected.push_back(i);
    }
    std::ranges::sort(expected, {}, [&](std::size_t i) { return points[i]; });
    RC_ASSERT(payloads(archiveOf(points)) == expected);
  }));
}

void ParetoArchiveTest::itIsTheFirstFrontOfNsga2() {
  QFETCH(int, objectives);
  QVERIFY(rc::check([&] {
    const auto points = anyPoints(objectives);
    std::vector<ObjectiveVector> expected;
    const Ranking ranking = rankPoints(points);
    if (!points.empty())
      for (const std::size_t index : ranking.fronts.front()) expected.push_back(points[index]);
    std::ranges::sort(expected);
    expected.erase(std::ranges::unique(expected).begin(), expected.end());
    RC_ASSERT(archiveOf(points).points() == expected);
  }));
}

void ParetoArchiveTest::aPointIsNewWhereNothingBeforeItIsAsGood() {
  QFETCH(int, objectives);
  QVERIFY(rc::check([&] {
    ParetoArchive<> archive;
    std::vector<ObjectiveVector> before;
    for (const ObjectiveVector& point : anyPoints(objectives)) {
      const bool isNew = std::ranges::none_of(before, [&](const ObjectiveVector& other) { return isAsGood(other, point); });
      RC_ASSERT(archive.add(point) == isNew);
      before.push_back(point);
    }
  }));
}

QTEST_GUILESS_MAIN(ParetoArchiveTest)
#include "pareto_archive_test.moc"
