#include "core/parameters/moves.h" // before <compare>, which moc can't read as the first header

#include "tests/core/base/value_of.h"
#include "tests/core/parameters/spaces.h"
#include <rapidcheck.h>

#include <QtTest>
#include <set>

using namespace gevo;

class MovesTest : public QObject {
  Q_OBJECT

  static ParameterMoves moves(const ParameterSpace& space) { return valueOf(ParameterMoves::of(space)); }
  static RandomStream streamOf(std::uint64_t seed) { return RandomStream({seed, 0, 0, 0, Purpose::Test}); }
  /// Steps away from the program's own.
  static Configuration some(const ParameterMoves& moves, std::uint64_t seed) {
    RandomStream stream = streamOf(seed);
    Configuration configuration;
    for (int i = 0; i < 6; ++i) configuration = moves.mutated(configuration, stream);
    return configuration;
  }

private slots:
  void allMeetTheRequirementsAndTheOwnComesFirst() {
    const ParameterMoves small = moves(sample::smallSpace());
    const std::vector<Configuration> all = small.all(100);
    QCOMPARE(all.size(), std::size_t(6));
    QVERIFY(all.front().empty());
    QCOMPARE(std::set<Configuration>(all.begin(), all.end()).size(), all.size());
    for (const Configuration& one : all) QVERIFY(small.areMet(one));
  }

  void thereMayBeTooManyToList() {
    const ParameterMoves large = moves(sample::largeSpace());
    QCOMPARE(large.size(), std::uint64_t(11 * 11 * 11 * 11 * 2));
    QCOMPARE(large.all(50).size(), std::size_t(50));
  }

  void neighboursDifferInOneParameter() {
    const ParameterMoves large = moves(sample::largeSpace());
    const bool holds = rc::check([&] {
      const Configuration own = some(large, *rc::gen::arbitrary<std::uint64_t>());
      for (const Configuration& other : large.neighbours(own)) {
        RC_ASSERT(large.areMet(other));
        RC_ASSERT(large.normalised(other) == other);
        int different = 0;
        for (const Parameter& parameter : large.space().parameters)
          different += valueIn(own, parameter) != valueIn(other, parameter) ? 1 : 0;
        RC_ASSERT(different == 1);
      }
    });
    QVERIFY(holds);
  }

  void extremesAreTheFarthestValueOfOneParameterEach() {
    const ParameterMoves small = moves({{{.name = "A", .value = "2", .values = {"1", "2", "4", "8"}},
                                         {.name = "B", .value = "8", .values = {"2", "4", "8"}},
                                         {.name = "C", .value = "1", .values = {"1"}},
                                         {.name = "D", .value = "1", .values = {"1", "9"}}},
                                        {"D < 5"}});
    QCOMPARE(small.extremes(), (std::vector<Configuration>{{{"A", "8"}}, {{"B", "2"}}}));
  }

  void drawnOnesMeetTheRequirementsAndDiffer() {
    const ParameterMoves small = moves(sample::smallSpace());
    std::set<Configuration> drawn;
    RandomStream stream = streamOf(1);
    for (int i = 0; i < 200; ++i) drawn.insert(small.drawn(stream));
    const std::vector<Configuration> all = small.all(100);
    QCOMPARE(drawn, std::set<Configuration>(all.begin(), all.end()));
  }

  void childrenTakeEachParameterFromAParent() {
    const ParameterMoves large = moves(sample::largeSpace());
    const bool holds = rc::check([&] {
      const auto seed = *rc::gen::arbitrary<std::uint64_t>();
      const Configuration first = some(large, seed);
      const Configuration second = some(large, seed + 1);
      RandomStream stream = streamOf(seed);
      const auto [one, other] = large.crossed(first, second, stream);
      for (const Configuration& child : {one, other}) {
        RC_ASSERT(large.areMet(child));
        for (const Parameter& parameter : large.space().parameters) {
          const std::string& value = valueIn(child, parameter);
          RC_ASSERT(value == valueIn(first, parameter) || value == valueIn(second, parameter));
        }
      }
    });
    QVERIFY(holds);
  }

  void theSameStreamMakesTheSameMove() {
    const ParameterMoves large = moves(sample::largeSpace());
    QCOMPARE(some(large, 7), some(large, 7));
  }

  void ownValuesAreNotNamed() {
    const ParameterMoves small = moves(sample::smallSpace());
    QVERIFY(small.normalised({{"BLOCK", "16"}, {"GONE", "1"}}).empty());
  }
};

QTEST_GUILESS_MAIN(MovesTest)
#include "moves_test.moc"
