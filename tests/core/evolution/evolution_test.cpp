#include <QTest> // before the standard headers, which moc can't parse on their own

#include "tests/core/evolution/history.h"

#include <csignal>
#include <set>

using namespace gevo;

class EvolutionTest : public QObject {
  Q_OBJECT

private slots:
  void initTestCase();
  void theNumberOfWorkersChangesNothing_data();
  void theNumberOfWorkersChangesNothing();
  void anotherSeedGivesAnotherRun();
  void killedWorkersChangeNothing();
  void aResumedRunEqualsAnUninterruptedOne_data();
  void aResumedRunEqualsAnUninterruptedOne();
  void evaluationsOfAnUnfinishedGenerationAreNotEvaluatedAgain();
  void idsFollowSlotAndStep();
  void parentsHaveLowerIds();
  void offspringInheritNoInactiveEdits();
  void aRepeatedCodeIsMarkedAsReused();
  void thePopulationIsValidDistinctAndBestFirst();
  void theRunFindsFasterVariants();
  void exactModeRanksByRuntimeAlone();
  void stopDropsTheUnfinishedGeneration();
  void theTimeLimitCutsAGenerationShort();
  void aRunGoesOnAfterAGenerationThatWasCutShort();
  void aFailingCallbackEndsTheRun();
  void nothingBeginsWhilePaused();
  void progressCountsEvaluations();

private:
  History reference_;
};

void EvolutionTest::initTestCase() {
  reference_ = evolve(smallRun(6), {});
  QCOMPARE(reference_.generations.size(), std::size_t(7));
  QCOMPARE(reference_.reason, StopReason::Generations);
}

void EvolutionTest::theNumberOfWorkersChangesNothing_data() {
  QTest::addColumn<unsigned>("workers");
  QTest::newRow("two") << 2U;
  QTest::newRow("four") << 4U;
}

void EvolutionTest::theNumberOfWorkersChangesNothing() {
  QFETCH(unsigned, workers);
  QCOMPARE(dump(evolve(smallRun(6), {.workers = workers})), dump(reference_));
}

void EvolutionTest::anotherSeedGivesAnotherRun() {
  RunSettings settings = smallRun(1);
  settings.search.seed = 8;
  const History other = evolve(settings, {});
  QVERIFY(printEdits(other.generations[0].evaluations[0].edits) != printEdits(reference_.generations[0].evaluations[0].edits));
}

void EvolutionTest::killedWorkersChangeNothing() {
  unsigned restarted = 0;
  const auto kill = [&](WorkerPool& pool, const History& so) {
    if (so.live.size() % 40 == 0) ::kill(pool.processIds()[so.live.size() / 40 % 2], SIGKILL);
    restarted = pool.restarted();
  };
  const History history = evolve(smallRun(6), {.workers = 2, .watch = kill});
  QVERIFY2(restarted > 0, "how many are seen to be back in time depends on the machine");
  QCOMPARE(dump(history), dump(reference_));
}

void EvolutionTest::aResumedRunEqualsAnUninterruptedOne_data() {
  QTest::addColumn<int>("complete");
  QTest::newRow("before the first generation") << 0;
  QTest::newRow("after the initial population") << 1;
  QTest::newRow("in the middle") << 4;
}

void EvolutionTest::aResumedRunEqualsAnUninterruptedOne() {
  QFETCH(int, complete);
  const Checkpoint checkpoint = checkpointAfter(reference_, std::size_t(complete), fakeOriginal());
  const History rest = evolve(smallRun(6), {.workers = 2, .from = &checkpoint});
  History expected = reference_;
  expected.generations.erase(expected.generations.begin(), expected.generations.begin() + complete);
  QCOMPARE(dump(rest), dump(expected));
}

void EvolutionTest::evaluationsOfAnUnfinishedGenerationAreNotEvaluatedAgain() {
  Checkpoint checkpoint = checkpointAfter(reference_, 3, fakeOriginal());
  const std::vector<Individual>& lost = reference_.generations[3].evaluations;
  checkpoint.unfinished.assign(lost.begin(), lost.begin() + std::ptrdiff_t(lost.size() / 2));
  const History rest = evolve(smallRun(3), {.from = &checkpoint});
  QCOMPARE(rest.live.size(), lost.size() - lost.size() / 2);
  History expected = reference_;
  expected.generations = {reference_.generations[3]};
  QCOMPARE(dump(rest), dump(expected));
}

void EvolutionTest::idsFollowSlotAndStep() {
  std::int64_t id = 1;
  for (const GenerationResult& generation : reference_.generations) {
    std::pair<std::uint32_t, std::uint32_t> last{0, 0};
    for (const Individual& individual : generation.evaluations) {
      QCOMPARE(individual.id, id++);
      const std::pair place{individual.slot, individual.step};
      QVERIFY(individual.id == 1 || place > last || &individual == &generation.evaluations.front());
      last = place;
    }
  }
}

void EvolutionTest::parentsHaveLowerIds() {
  for (const auto& [id, individual] : byId(reference_)) {
    QVERIFY(individual.parent >= 0);
    QVERIFY(individual.parent < id);
    QVERIFY(individual.parent2 < id);
    QCOMPARE(individual.parent2 >= 0, individual.origin == Origin::Crossover);
  }
}

void EvolutionTest::offspringInheritNoInactiveEdits() {
  auto all = byId(reference_);
  all[0] = fakeOriginal();
  std::size_t stripped = 0;
  for (const auto& [id, individual] : all) {
    if (individual.origin != Origin::Mutation) continue;
    const Individual& parent = all.at(individual.parent);
    QCOMPARE(individual.edits.size(), activeEditCount(parent) + 1);
    stripped += parent.edits.size() - activeEditCount(parent);
  }
  QVERIFY(stripped > 0);
}

void EvolutionTest::aRepeatedCodeIsMarkedAsReused() {
  std::set<Hash128> known{fakeOriginal().result.code};
  std::size_t reused = 0;
  for (const auto& [id, individual] : byId(reference_)) {
    QCOMPARE(individual.result.reused, !known.insert(individual.result.code).second);
    reused += individual.result.reused ? 1 : 0;
  }
  QVERIFY(reused > 0);
}

void EvolutionTest::thePopulationIsValidDistinctAndBestFirst() {
  auto all = byId(reference_);
  all[0] = fakeOriginal();
  for (const GenerationResult& generation : reference_.generations) {
    QVERIFY(generation.population.size() <= 24);
    QVERIFY(std::ranges::is_sorted(generation.rank));
    std::set<std::int64_t> ids(generation.population.begin(), generation.population.end());
    QCOMPARE(ids.size(), generation.population.size());
    for (const std::int64_t id : ids) QVERIFY(all.at(id).result.valid());
  }
}

void EvolutionTest::theRunFindsFasterVariants() {
  const auto all = byId(reference_);
  double best = 100;
  for (const std::int64_t id : reference_.generations.back().population) best = std::min(best, all.at(id).result.fitness.runtime);
  QVERIFY2(best < 75, qPrintable(QString::number(best)));
}

void EvolutionTest::exactModeRanksByRuntimeAlone() {
  RunSettings settings = smallRun(3);
  settings.evaluation.mode = Mode::Exact;
  settings.evaluation.objectives = {Objective::Time, Objective::Error};
  const History history = evolve(settings, {.workers = 2});
  const auto all = byId(history);
  double last = 0;
  for (const std::int64_t id : history.generations.back().population) {
    QVERIFY(all.at(id).result.fitness.runtime >= last);
    last = all.at(id).result.fitness.runtime;
  }
}

void EvolutionTest::stopDropsTheUnfinishedGeneration() {
  std::stop_source stop;
  const auto pool = startPool(2);
  EvolutionCallbacks callbacks;
  std::size_t generations = 0;
  std::size_t evaluations = 0;
  callbacks.generation = [&](const GenerationResult&) -> Result<void> {
    ++generations;
    return {};
  };
  callbacks.evaluated = [&](const Individual& individual) {
    if (individual.generation == 2 && ++evaluations == 5) stop.request_stop();
  };
  Evolution evolution(smallRun(6), *pool, originalOf(*pool), callbacks);
  const auto reason = evolution.run(stop.get_token());
  QVERIFY(reason);
  QCOMPARE(*reason, StopReason::Cancelled);
  QCOMPARE(generations, std::size_t(2));
  QCOMPARE(pool->pending(), std::size_t(0));
}

void EvolutionTest::theTimeLimitCutsAGenerationShort() {
  RunSettings settings = smallRun(0);
  settings.search.seconds = 1e-6;
  const History history = evolve(settings, {});
  QCOMPARE(history.reason, StopReason::Time);
  QCOMPARE(history.generations.size(), std::size_t(1));
  const GenerationResult& cut = history.generations.front();
  QVERIFY(!cut.evaluations.empty());
  QVERIFY(cut.evaluations.size() < reference_.generations.front().evaluations.size());
  QVERIFY(!cut.population.empty());
}

void EvolutionTest::aRunGoesOnAfterAGenerationThatWasCutShort() {
  RunSettings settings = smallRun(0);
  settings.search.seconds = 1e-6;
  const History cut = evolve(settings, {});
  const Checkpoint checkpoint = checkpointAfter(cut, 1, fakeOriginal());
  const History rest = evolve(smallRun(2), {.from = &checkpoint});
  QCOMPARE(rest.reason, StopReason::Generations);
  QCOMPARE(rest.generations.size(), std::size_t(2));
  QCOMPARE(rest.generations.front().generation, 1U);
  QCOMPARE(rest.generations.front().evaluations.front().id, cut.generations.front().evaluations.back().id + 1);
  QVERIFY(!rest.generations.back().population.empty());
}

void EvolutionTest::aFailingCallbackEndsTheRun() {
  const auto pool = startPool(1);
  EvolutionCallbacks callbacks;
  callbacks.generation = [](const GenerationResult&) -> Result<void> { return fail("the disk is full"); };
  const auto reason = Evolution(smallRun(6), *pool, originalOf(*pool), callbacks).run({});
  QVERIFY(!reason);
  QCOMPARE(reason.error().message, std::string("the disk is full"));
}

void EvolutionTest::nothingBeginsWhilePaused() {
  std::stop_source stop;
  const auto pool = startPool(1);
  EvolutionCallbacks callbacks;
  int asked = 0;
  std::size_t evaluations = 0;
  callbacks.paused = [&] {
    if (++asked == 3) stop.request_stop();
    return true;
  };
  callbacks.evaluated = [&](const Individual&) { ++evaluations; };
  QVERIFY(Evolution(smallRun(6), *pool, originalOf(*pool), callbacks).run(stop.get_token()));
  QCOMPARE(evaluations, std::size_t(0));
}

void EvolutionTest::progressCountsEvaluations() {
  const auto pool = startPool(1);
  EvolutionCallbacks callbacks;
  std::optional<EvolutionProgress> last;
  std::size_t evaluations = 0;
  callbacks.progress = [&](const EvolutionProgress& progress) { last = progress; };
  callbacks.evaluated = [&](const Individual&) { ++evaluations; };
  QVERIFY(Evolution(smallRun(1), *pool, originalOf(*pool), callbacks).run({}));
  QVERIFY(last);
  QCOMPARE(last->slotCount, 24U);
  QCOMPARE(last->workersAlive, 1U);
  QCOMPARE(last->evaluations, std::uint64_t(evaluations));
  QCOMPARE(last->slotsDone, 24U);
  QVERIFY(last->valid <= last->evaluations);
}

QTEST_GUILESS_MAIN(EvolutionTest)
#include "evolution_test.moc"
