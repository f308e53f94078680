#include <QTest>

#include "core/evolution/population.h"

using namespace gevo;

namespace {

const Objectives tradeOff({Objective::Time, Objective::Error});
const Objectives exact({Objective::Time});

/// `code` 0: none known.
Member member(std::int64_t id, double runtime, double error, std::uint64_t code, std::size_t edits = 1) {
  Individual individual;
  individual.id = id;
  individual.edits.resize(edits);
  individual.active.assign(edits, true);
  individual.result.reason = Reason::None;
  individual.result.fitness = {runtime, error};
  individual.result.code = {0, code};
  return std::make_shared<const Individual>(individual);
}

std::vector<std::int64_t> ids(const std::vector<Member>& members) {
  std::vector<std::int64_t> result;
  for (const Member& one : members) result.push_back(one->id);
  return result;
}

} // namespace

class PopulationTest : public QObject {
  Q_OBJECT

private slots:
  void theBestAreSelected();
  void equalCodeCountsOnce();
  void ofEqualCodeTheOneWithFewestEditsIsSelected();
  void copiesFillRemainingSlots();
  void theSameIndividualCountsOnceAlways();
  void individualsWithoutCodeAreApart();
  void exactModeIgnoresTheError();
  void energyIsTradedTooAndEstimatedWhereItIsNotKnown();
  void fewerEditsAreKeptForWhatIsSlower();
  void halfOfWhatIsChosenIsAsGoodAsItGets();
  void elitesAreTheBestShare();
  void aPopulationOfOneHasAnElite();
};

void PopulationTest::theBestAreSelected() {
  const auto population = selectPopulation({member(1, 9, 9, 1), member(2, 1, 5, 2), member(3, 5, 1, 3), member(4, 8, 8, 4)}, 2, tradeOff);
  QCOMPARE(ids(population.members), (std::vector<std::int64_t>{2, 3}));
  QCOMPARE(population.ranking.rank, (std::vector<std::uint32_t>{0, 0}));
}

void PopulationTest::equalCodeCountsOnce() {
  const auto population = selectPopulation({member(1, 1, 1, 7), member(2, 1, 1, 7), member(3, 9, 9, 8)}, 2, tradeOff);
  QCOMPARE(ids(population.members), (std::vector<std::int64_t>{1, 3}));
}

void PopulationTest::ofEqualCodeTheOneWithFewestEditsIsSelected() {
  const auto population = selectPopulation({member(1, 1, 1, 7, 5), member(2, 1, 1, 7, 2), member(3, 1, 1, 7, 2)}, 1, tradeOff);
  QCOMPARE(ids(population.members), (std::vector<std::int64_t>{2}));
}

void PopulationTest::copiesFillRemainingSlots() {
  const auto population = selectPopulation({member(1, 1, 1, 7), member(2, 1, 1, 7), member(3, 9, 9, 8)}, 3, tradeOff);
  QCOMPARE(ids(population.members), (std::vector<std::int64_t>{1, 2, 3}));
}

void PopulationTest::theSameIndividualCountsOnceAlways() {
  const Member one = member(1, 1, 1, 7);
  QCOMPARE(selectPopulation({one, one, one}, 3, tradeOff).members.size(), std::size_t(1));
}

void PopulationTest::individualsWithoutCodeAreApart() {
  QCOMPARE(selectPopulation({member(1, 1, 1, 0), member(2, 2, 2, 0)}, 2, tradeOff).members.size(), std::size_t(2));
}

void PopulationTest::exactModeIgnoresTheError() {
  const auto population = selectPopulation({member(1, 5, 0, 1), member(2, 4, 9, 2), member(3, 3, 5, 3)}, 3, exact);
  QCOMPARE(ids(population.members), (std::vector<std::int64_t>{3, 2, 1}));
  QCOMPARE(population.ranking.rank, (std::vector<std::uint32_t>{0, 1, 2}));
}

void PopulationTest::energyIsTradedTooAndEstimatedWhereItIsNotKnown() {
  Objectives objectives({Objective::Time, Objective::Error, Objective::Energy});
  const auto withEnergy = [](std::int64_t id, double runtime, double energy) {
    Individual individual = *member(id, runtime, 0, std::uint64_t(id));
    individual.result.fitness.energy = energy;
    return std::make_shared<const Individual>(individual);
  };
  objectives.learn({10, 0, 20});
  const auto population = selectPopulation(
      {withEnergy(1, 5, 20), withEnergy(2, 6, 12), withEnergy(3, 7, 13), member(4, 6.5, 0, 4), member(5, 5.5, 0, 5)}, 5, objectives);
  // At 2 a microsecond number 5 would need 11, number 4 13.
  QCOMPARE(population.ranking.rank, (std::vector<std::uint32_t>{0, 0, 1, 2, 3}));
  QCOMPARE(ids(population.members).back(), std::int64_t(3));
}

void PopulationTest::fewerEditsAreKeptForWhatIsSlower() {
  const Objectives objectives({Objective::Time, Objective::Error, Objective::Edits});
  const auto edited = [](std::int64_t id, double runtime, std::size_t edits) {
    Individual individual = *member(id, runtime, 0, std::uint64_t(id));
    individual.edits.resize(edits);
    individual.active.assign(edits, true);
    return std::make_shared<const Individual>(individual);
  };
  const auto population = selectPopulation({edited(1, 10, 0), edited(2, 8, 1), edited(3, 8, 2), edited(4, 5, 9)}, 4, objectives);
  QCOMPARE(population.ranking.rank, (std::vector<std::uint32_t>{0, 0, 0, 1}));
  QCOMPARE(ids(population.members).back(), std::int64_t(3));
}

void PopulationTest::halfOfWhatIsChosenIsAsGoodAsItGets() {
  const Objectives objectives({Objective::Time, Objective::Edits});
  std::vector<Member> members;
  for (std::int64_t id = 1; id <= 8; ++id) { // fewer edits, and slower
    Individual individual = *member(id, double(id), 0, std::uint64_t(id));
    individual.edits.resize(std::size_t(20 - id));
    individual.active.assign(individual.edits.size(), true);
    members.push_back(std::make_shared<const Individual>(individual));
  }
  const auto population = selectPopulation(members, 4, objectives);
  QCOMPARE(population.ranking.rank, (std::vector<std::uint32_t>(4, 0)));
  const std::vector<std::int64_t> chosen = ids(population.members);
  for (const std::int64_t id : {1, 2, 8}) QVERIFY(std::ranges::find(chosen, id) != chosen.end()); // 8 has the fewest edits
  // Parents are drawn by both rankings in turn.
  QCOMPARE(population.rankingOf(0).rank[0], 0U);
  QCOMPARE(*std::ranges::max_element(population.rankingOf(0).rank), 3U);
  QCOMPARE(*std::ranges::max_element(population.rankingOf(1).rank), 0U);
}

void PopulationTest::elitesAreTheBestShare() {
  std::vector<Member> members;
  for (std::int64_t id = 1; id <= 8; ++id) members.push_back(member(id, double(10 - id), 0, std::uint64_t(id)));
  QCOMPARE(ids(elitesOf(rankPopulation(members, tradeOff), {})), (std::vector<std::int64_t>{8, 7}));
}

void PopulationTest::aPopulationOfOneHasAnElite() {
  QCOMPARE(elitesOf(rankPopulation({member(1, 1, 1, 1)}, tradeOff), {}).size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(PopulationTest)
#include "population_test.moc"
