#include <QTest> // before the standard headers, which moc can't parse on their own

#include "core/evolution/generation_chains.h"
#include "core/evolution/islands.h"
#include "core/evolution/operator_weights.h"
#include "tests/core/evolution/history.h"

#include <set>

using namespace gevo;

namespace {

constexpr std::uint32_t islandSize = 8;

RunSettings archipelago(std::uint32_t generations, std::uint32_t migration) {
  RunSettings settings = smallRun(generations);
  settings.search.population = islandSize;
  settings.search.islands = 3;
  settings.search.migration = migration;
  return settings;
}

std::uint32_t islandOf(const Individual& individual) { return individual.slot / islandSize; }

/// Where the parents of offspring from generation `first` on come from, counted on in the ring: 0 is the own island.
std::map<std::uint32_t, int> stepsOfParents(const History& history, std::uint32_t first) {
  std::map<std::uint32_t, int> steps;
  const auto all = byId(history);
  for (const auto& [id, individual] : all) {
    if (individual.generation < first) continue;
    for (const std::int64_t parent : {individual.parent, individual.parent2})
      if (parent > 0) ++steps[(3 + islandOf(individual) - islandOf(all.at(parent))) % 3];
  }
  return steps;
}

Member member(std::int64_t id, std::uint32_t slot, double runtime) {
  Individual individual;
  individual.id = id;
  individual.slot = slot;
  individual.result.reason = Reason::None;
  individual.result.stage = Stage::Done;
  individual.result.fitness.runtime = runtime;
  individual.result.code = {std::uint64_t(id), 1};
  return std::make_shared<const Individual>(individual);
}

std::vector<std::int64_t> idsOf(const Population& population) {
  std::vector<std::int64_t> ids;
  for (const Member& one : population.members) ids.push_back(one->id);
  std::ranges::sort(ids);
  return ids;
}

const Objectives& objectives() {
  static const Objectives all({Objective::Time, Objective::Error});
  return all;
}

} // namespace

class IslandsTest : public QObject {
  Q_OBJECT

private slots:
  void islandsWithoutExchangeStayAmongThemselves();
  void theBestMoveToTheNextIslandAndNoFurther();
  void eachIslandHasAPopulation();
  void theNumberOfWorkersChangesNothing();
  void aResumedRunEqualsAnUninterruptedOne();
  void aFileMayNameAnyIsland();
  void seedsAreDealtOutToTheIslands();
  void anIslandDrawsItsOwnOperators();
  void anIslandHasItsOwnRates();
  void aMemberThatWasAddedToNoneBelongsToTheIslandOfItsSlot();
  void aMemberMayLiveOnTwoIslands();
  void anIslandThatLosesAllGoesOnWithTheOriginal();
  void membersAreDealtInTurn();
};

void IslandsTest::islandsWithoutExchangeStayAmongThemselves() {
  const auto steps = stepsOfParents(evolve(archipelago(5, 100), {}), 1);
  QVERIFY(steps.contains(0));
  QCOMPARE(steps.size(), std::size_t(1));
}

void IslandsTest::theBestMoveToTheNextIslandAndNoFurther() {
  const History history = evolve(archipelago(4, 2), {}); // those who moved are parents from generation 3 on
  QCOMPARE(stepsOfParents(history, 1).contains(2), false);
  QVERIFY(stepsOfParents(history, 3).contains(1));
  History before = history;
  before.generations.resize(3);
  QCOMPARE(stepsOfParents(before, 1).size(), std::size_t(1));
}

void IslandsTest::eachIslandHasAPopulation() {
  const History history = evolve(archipelago(3, 1), {});
  for (const GenerationResult& generation : history.generations) {
    QCOMPARE(generation.island.size(), generation.population.size());
    std::map<std::uint32_t, std::set<std::int64_t>> members;
    for (std::size_t i = 0; i < generation.population.size(); ++i)
      QVERIFY(members[generation.island[i]].insert(generation.population[i]).second);
    QCOMPARE(members.size(), std::size_t(3));
    for (const auto& [island, ids] : members) QVERIFY(!ids.empty() && ids.size() <= islandSize);
  }
}

void IslandsTest::theNumberOfWorkersChangesNothing() {
  QCOMPARE(dump(evolve(archipelago(4, 2), {.workers = 3})), dump(evolve(archipelago(4, 2), {})));
}

void IslandsTest::aResumedRunEqualsAnUninterruptedOne() {
  const History whole = evolve(archipelago(5, 2), {});
  for (const int complete : {1, 2, 3, 4}) {
    const Checkpoint checkpoint = checkpointAfter(whole, std::size_t(complete), fakeOriginal());
    History expected = whole;
    expected.generations.erase(expected.generations.begin(), expected.generations.begin() + complete);
    QCOMPARE(dump(evolve(archipelago(5, 2), {.workers = 2, .from = &checkpoint})), dump(expected));
  }
}

void IslandsTest::aFileMayNameAnyIsland() {
  Checkpoint checkpoint = checkpointAfter(evolve(archipelago(2, 2), {}), 2, fakeOriginal());
  for (std::uint32_t& island : checkpoint.island) island = 4'000'000'000;
  const History rest = evolve(archipelago(3, 2), {.from = &checkpoint});
  QCOMPARE(rest.reason, StopReason::Generations);
  QCOMPARE(rest.generations.back().generation, 3U);
}

void IslandsTest::seedsAreDealtOutToTheIslands() {
  const History donor = evolve(archipelago(1, 2), {});
  std::vector<EditList> seeds;
  for (const auto& [id, individual] : byId(donor))
    if (individual.result.valid() && !individual.edits.empty() && seeds.size() < 4) seeds.push_back(individual.edits);
  std::map<std::uint32_t, int> seeded;
  const History history = evolve(archipelago(1, 2), {.seeds = seeds});
  for (const Individual& individual : history.generations.front().evaluations)
    if (individual.origin == Origin::Seeded) ++seeded[islandOf(individual)];
  QCOMPARE(seeded, (std::map<std::uint32_t, int>{{0, 2}, {1, 1}, {2, 1}}));
}

void IslandsTest::anIslandDrawsItsOwnOperators() {
  SearchSettings search = archipelago(1, 2).search;
  search.islandSettings = {{.operators = {Operator::Copy, Operator::Delete}, .uniformOperators = true}};
  std::vector<SlotChain> chains = initialChains(search, 0, member(0, 0, 100), {}, {}, {}, nullptr);
  std::vector<std::uint32_t> own(operatorCount, 0);
  own[std::size_t(Operator::Copy)] = own[std::size_t(Operator::Delete)] = 1;
  for (SlotChain& chain : chains) QCOMPARE(chain.next()->weights, chain.slot() < islandSize ? own : operatorWeights({}, search));
}

void IslandsTest::anIslandHasItsOwnRates() {
  SearchSettings search = archipelago(1, 2).search;
  search.crossoverRate = search.mutationRate = 0;
  search.islandSettings = {{}, {.mutationRate = 1}};
  const Population population = rankPopulation({member(1, 0, 10)}, objectives());
  const auto thatEvaluate = [&](std::uint32_t island) {
    std::vector<SlotChain> chains = nextChains(search, 1, population, island, {}, nullptr);
    return std::ranges::count_if(chains, [](SlotChain& chain) { return chain.next().has_value(); });
  };
  QCOMPARE(thatEvaluate(0), 0);
  QCOMPARE(thatEvaluate(1), islandSize);
}

void IslandsTest::aMemberThatWasAddedToNoneBelongsToTheIslandOfItsSlot() {
  const IslandCandidates candidates(2, 4);
  const Islands islands = candidates.select({member(1, 3, 10), member(2, 4, 11), member(3, 9, 12)}, 4, member(0, 0, 100), objectives());
  QCOMPARE(idsOf(islands[0]), (std::vector<std::int64_t>{1, 3}));
  QCOMPARE(idsOf(islands[1]), (std::vector<std::int64_t>{2}));
}

void IslandsTest::aMemberMayLiveOnTwoIslands() {
  IslandCandidates candidates(2, 4);
  const Member one = member(1, 0, 10);
  candidates.add(0, {one});
  const Islands before{rankPopulation({one}, objectives()), rankPopulation({}, objectives())};
  QCOMPARE(candidates.migrate(before).size(), std::size_t(1));
  const Islands islands = candidates.select({one}, 4, member(0, 0, 100), objectives());
  QCOMPARE(idsOf(islands[0]), (std::vector<std::int64_t>{1}));
  QCOMPARE(idsOf(islands[1]), (std::vector<std::int64_t>{1}));
  QCOMPARE(membersOf(islands).size(), std::size_t(1));
}

void IslandsTest::anIslandThatLosesAllGoesOnWithTheOriginal() {
  const Member left = member(2, 4, 11);
  const Islands islands{rankPopulation({member(1, 0, 10)}, objectives()), rankPopulation({left}, objectives())};
  const Islands kept = keepMembers(islands, {left}, member(0, 0, 100), objectives());
  QCOMPARE(idsOf(kept[0]), (std::vector<std::int64_t>{0}));
  QCOMPARE(idsOf(kept[1]), (std::vector<std::int64_t>{2}));
}

void IslandsTest::membersAreDealtInTurn() {
  const Islands islands = dealMembers({member(1, 0, 10), member(2, 1, 11), member(3, 2, 12)}, 2, objectives());
  QCOMPARE(idsOf(islands[0]), (std::vector<std::int64_t>{1, 3}));
  QCOMPARE(idsOf(islands[1]), (std::vector<std::int64_t>{2}));
  // Nobody begins with nothing.
  QCOMPARE(idsOf(dealMembers({member(1, 0, 10)}, 2, objectives())[1]), (std::vector<std::int64_t>{1}));
}

QTEST_GUILESS_MAIN(IslandsTest)
#include "islands_test.moc"
