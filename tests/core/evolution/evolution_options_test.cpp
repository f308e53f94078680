#include <QTest> // before the standard headers, which moc can't parse on their own

#include "core/protocol/evaluate.h"
#include "tests/core/evolution/history.h"

#include <set>

using namespace gevo;

namespace {

/// Options that change what a run does, by name.
RunSettings optionsOf(const QString& name) {
  RunSettings settings = smallRun(4);
  SearchSettings& search = settings.search;
  if (name == "exact mode") settings.evaluation.mode = Mode::Exact;
  if (name == "inactive edits kept") search.dropInactive = false;
  if (name == "elites by count") search.eliteCount = 3;
  if (name == "one attempt") search.mutationAttempts = search.crossoverAttempts = 1;
  if (name == "random test") search.randomTest = true;
  if (name == "odd population") search.population = 23;
  return settings;
}

/// Some of a run's best, as seeds for another run.
std::vector<EditList> seedsFromAnotherRun() {
  RunSettings settings = smallRun(5);
  settings.search.seed = 99;
  const History other = evolve(settings, {});
  const auto all = byId(other);
  std::vector<EditList> seeds;
  for (const std::int64_t id : other.generations.back().population) {
    if (id != 0 && seeds.size() < 5) seeds.push_back(activeEdits(all.at(id)));
  }
  return seeds;
}

double bestRuntime(const std::map<std::int64_t, Individual>& all) {
  double best = 100;
  for (const auto& [id, individual] : all) {
    if (individual.result.valid() && individual.result.stage == Stage::Done) best = std::min(best, individual.result.fitness.runtime);
  }
  return best;
}

EvaluationResult evaluatedAlone(const EditList& edits, const std::string& device) {
  const auto pool = startPool(1, device);
  EvaluateRequest request;
  request.edits = edits;
  EvaluationResult outcome;
  pool->submit(RequestKind::Evaluate, wire::encode(request),
               [&](const JobResult& result) { outcome = wire::decode<EvaluateReply>(result.reply, "reply")->result; });
  while (pool->pending() > 0) pool->wait(std::chrono::milliseconds(100));
  return outcome;
}

constexpr const char* fourTests = "tests=4";

} // namespace

class EvolutionOptionsTest : public QObject {
  Q_OBJECT

private slots:
  void everyOptionGivesTheSameRunAgain_data();
  void everyOptionGivesTheSameRunAgain();
  void optionsChangeTheRun();
  void inactiveEditsStayIfTheSettingsKeepThem();
  void seedsAreEvaluatedFirstAndKeptUnchanged();
  void seedsAreEvaluatedHoweverShortTheTimeIs();
  void aSeedThatFailsLeavesItsSlotToMutations();
  void theTargetStopsTheRun();
  void anUnreachedTargetDoesNotStopTheRun();
  void stagnationStopsTheRun();
  void aResumedRunKnowsHowLongItStagnates();
  void evaluationsStopTheRunAtTheEndOfAGeneration();
  void eachGenerationDrawsItsTest();
  void membersAreComparedOnTheSameTest();
  void theFrontOfARunWithRandomTestsPassedAllOfThem();
  void randomTestsNeedTimingsThatDoNotVary();
  void acceptanceCountsEveryEvaluation();
};

void EvolutionOptionsTest::everyOptionGivesTheSameRunAgain_data() {
  QTest::addColumn<bool>("seeded");
  for (const char* name : {"exact mode", "inactive edits kept", "elites by count", "one attempt", "random test", "odd population"})
    QTest::newRow(name) << false;
  QTest::newRow("seeded") << true;
}

/// With any number of workers, and resumed after any generation.
void EvolutionOptionsTest::everyOptionGivesTheSameRunAgain() {
  QFETCH(bool, seeded);
  const RunSettings settings = optionsOf(QTest::currentDataTag());
  const std::vector<EditList> seeds = seeded ? seedsFromAnotherRun() : std::vector<EditList>();
  const History whole = evolve(settings, {.device = fourTests, .seeds = seeds});
  QCOMPARE(dump(evolve(settings, {.workers = 3, .device = fourTests, .seeds = seeds})), dump(whole));
  for (std::size_t complete = 0; complete < whole.generations.size(); ++complete) {
    Checkpoint checkpoint = checkpointAfter(whole, complete, fakeOriginal());
    const std::vector<Individual>& lost = whole.generations[complete].evaluations;
    checkpoint.unfinished.assign(lost.begin(), lost.begin() + std::ptrdiff_t(lost.size() / 3));
    const History rest = evolve(settings, {.workers = 2, .device = fourTests, .seeds = seeds, .from = &checkpoint});
    History expected = whole;
    expected.generations.erase(expected.generations.begin(), expected.generations.begin() + std::ptrdiff_t(complete));
    QCOMPARE(dump(rest), dump(expected));
  }
}

void EvolutionOptionsTest::optionsChangeTheRun() {
  const std::string plain = dump(evolve(smallRun(4), {.device = fourTests}));
  for (const char* name : {"exact mode", "inactive edits kept", "elites by count", "one attempt", "random test", "odd population"})
    QVERIFY2(dump(evolve(optionsOf(name), {.device = fourTests})) != plain, name);
}

void EvolutionOptionsTest::inactiveEditsStayIfTheSettingsKeepThem() {
  auto all = byId(evolve(optionsOf("inactive edits kept"), {}));
  all[0] = fakeOriginal();
  std::size_t inactive = 0;
  for (const auto& [id, individual] : all) {
    if (individual.origin != Origin::Mutation) continue;
    const Individual& parent = all.at(individual.parent);
    QCOMPARE(individual.edits.size(), parent.edits.size() + 1);
    inactive += parent.edits.size() - activeEditCount(parent);
  }
  QVERIFY(inactive > 0);
}

void EvolutionOptionsTest::seedsAreEvaluatedHoweverShortTheTimeIs() {
  const std::vector<EditList> seeds = seedsFromAnotherRun();
  RunSettings settings = smallRun(0);
  settings.search.seconds = 1e-6;
  const History history = evolve(settings, {.seeds = seeds});
  QCOMPARE(history.reason, StopReason::Time);
  const auto isSeed = [](const Individual& individual) { return individual.origin == Origin::Seeded; };
  QCOMPARE(std::size_t(std::ranges::count_if(history.generations.front().evaluations, isSeed)), seeds.size());
}

void EvolutionOptionsTest::seedsAreEvaluatedFirstAndKeptUnchanged() {
  const std::vector<EditList> seeds = seedsFromAnotherRun();
  const History history = evolve(smallRun(1), {.seeds = seeds});
  const std::vector<Individual>& evaluations = history.generations.front().evaluations;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    QCOMPARE(evaluations[i].origin, Origin::Seeded);
    QCOMPARE(evaluations[i].parent, std::int64_t(0));
    QCOMPARE(printEdits(evaluations[i].edits), printEdits(seeds[i]));
  }
  QCOMPARE(evaluations[seeds.size()].origin, Origin::InitialMutation);
  QVERIFY(bestRuntime(byId(history)) <= evaluations[0].result.fitness.runtime);
}

void EvolutionOptionsTest::aSeedThatFailsLeavesItsSlotToMutations() {
  Edit odd;
  odd.uid = 1;
  odd.target = InstructionRef::base(1);
  Edit third = odd;
  third.uid = 2;
  third.target = InstructionRef::base(3);
  const History history = evolve(smallRun(1), {.seeds = {{odd, third}}});
  const std::vector<Individual>& evaluations = history.generations.front().evaluations;
  QCOMPARE(evaluations[0].result.reason, Reason::WrongOutput);
  QCOMPARE(evaluations[1].slot, 0U);
  QCOMPARE(evaluations[1].origin, Origin::InitialMutation);
}

void EvolutionOptionsTest::theTargetStopsTheRun() {
  RunSettings settings = smallRun(50);
  settings.search.target = 1.3;
  const History history = evolve(settings, {});
  QCOMPARE(history.reason, StopReason::Target);
  QVERIFY(100 / bestRuntime(byId(history)) >= 1.3);
  QVERIFY(100 / bestRuntime(byId(history, history.generations.size() - 1)) < 1.3);
}

void EvolutionOptionsTest::anUnreachedTargetDoesNotStopTheRun() {
  RunSettings settings = smallRun(3);
  settings.search.target = 1000;
  QCOMPARE(evolve(settings, {}).reason, StopReason::Generations);
}

void EvolutionOptionsTest::stagnationStopsTheRun() {
  RunSettings settings = smallRun(500);
  settings.evaluation.mode = Mode::Exact;
  settings.search.stagnation = 5;
  const History history = evolve(settings, {});
  QCOMPARE(history.reason, StopReason::Stagnation);
  const std::size_t count = history.generations.size();
  QCOMPARE(bestRuntime(byId(history)), bestRuntime(byId(history, count - 5)));
  QVERIFY(bestRuntime(byId(history)) < bestRuntime(byId(history, count - 6)));
}

void EvolutionOptionsTest::aResumedRunKnowsHowLongItStagnates() {
  RunSettings settings = smallRun(500);
  settings.search.stagnation = 4;
  const History whole = evolve(settings, {});
  const Checkpoint checkpoint = checkpointAfter(whole, whole.generations.size() - 2, fakeOriginal());
  const History rest = evolve(settings, {.from = &checkpoint});
  QCOMPARE(rest.generations.size(), std::size_t(2));
  QCOMPARE(rest.reason, StopReason::Stagnation);
}

void EvolutionOptionsTest::evaluationsStopTheRunAtTheEndOfAGeneration() {
  RunSettings settings = smallRun(0);
  settings.search.evaluations = 300;
  const History history = evolve(settings, {});
  QCOMPARE(history.reason, StopReason::Evaluations);
  QVERIFY(byId(history).size() >= 300);
  QVERIFY(byId(history, history.generations.size() - 1).size() < 300);
}

/// Equal code takes other times in other tests.
void EvolutionOptionsTest::eachGenerationDrawsItsTest() {
  RunSettings settings = optionsOf("random test");
  settings.search.generations = 12;
  const History history = evolve(settings, {.device = fourTests});
  std::map<Hash128, std::set<double>> runtimes;
  for (const auto& generation : history.generations) {
    for (const Individual& one : generation.evaluations) {
      if (one.result.valid() && one.result.stage == Stage::Tests) runtimes[one.result.code].insert(one.result.fitness.runtime);
    }
  }
  QVERIFY(std::ranges::any_of(runtimes, [](const auto& code) { return code.second.size() > 1; }));
}

/// Equal code has equal fitness in a population, whichever generations its members are of.
void EvolutionOptionsTest::membersAreComparedOnTheSameTest() {
  RunSettings settings = optionsOf("random test");
  settings.search.generations = 8;
  const History history = evolve(settings, {.device = fourTests});
  std::size_t carried = 0;
  for (std::size_t g = 1; g < history.generations.size(); ++g) {
    const auto all = byId(history, g + 1);
    std::map<Hash128, double> runtimes;
    for (const std::int64_t id : history.generations[g].population) {
      if (id == 0) continue;
      const Individual& member = all.at(id);
      carried += member.generation < g ? 1 : 0;
      const auto [known, isNew] = runtimes.emplace(member.result.code, member.result.fitness.runtime);
      QCOMPARE(member.result.fitness.runtime, known->second);
    }
  }
  QVERIFY(carried > 0);
}

void EvolutionOptionsTest::theFrontOfARunWithRandomTestsPassedAllOfThem() {
  const History history = evolve(optionsOf("random test"), {.device = fourTests});
  const auto all = byId(history);
  std::size_t verified = 0;
  std::size_t failed = 0;
  std::set<Hash128> good;
  for (const auto& [id, individual] : all) {
    if (individual.result.stage == Stage::Done) QCOMPARE(individual.origin, Origin::Verified);
    if (individual.origin != Origin::Verified) continue;
    const EvaluationResult alone = evaluatedAlone(individual.edits, fourTests);
    QCOMPARE(alone.reason, individual.result.reason);
    QCOMPARE(alone.fitness.runtime, individual.result.fitness.runtime);
    (individual.result.valid() ? verified : failed) += 1;
    if (individual.result.valid()) good.insert(individual.result.code);
  }
  QVERIFY(verified > 0);
  QVERIFY(failed > 0);
  const GenerationResult& last = history.generations.back();
  for (std::size_t i = 0; i < last.population.size(); ++i) {
    if (last.rank[i] == 0 && last.population[i] != 0) QVERIFY(good.contains(all.at(last.population[i]).result.code));
  }
}

void EvolutionOptionsTest::randomTestsNeedTimingsThatDoNotVary() {
  const auto pool = startPool(1, "tests=4 noise=0.1");
  const auto reason = Evolution(optionsOf("random test"), *pool, originalOf(*pool), {}).run({});
  QVERIFY(!reason);
  QVERIFY(reason.error().message.find("timings") != std::string::npos);
}

void EvolutionOptionsTest::acceptanceCountsEveryEvaluation() {
  for (const GenerationResult& generation : evolve(optionsOf("random test"), {.device = fourTests}).generations) {
    QCOMPARE(generation.acceptance.total().evaluations(), std::uint64_t(generation.evaluations.size()));
    const auto reused = std::ranges::count_if(generation.evaluations, [](const Individual& one) { return one.result.reused; });
    QCOMPARE(generation.acceptance.total().reused, std::uint64_t(reused));
  }
}

QTEST_GUILESS_MAIN(EvolutionOptionsTest)
#include "evolution_options_test.moc"
