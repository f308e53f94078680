#include <QTest> // before the standard headers, which moc can't parse on their own

#include "core/evolution/remeasurement.h"
#include "tests/core/evolution/history.h"

using namespace gevo;

/// A device whose timings vary by a fifth in both directions, so that the fastest of many is the luckiest.
namespace {

constexpr const char* noisy = "noise=0.2";
constexpr int seeds = 10;
constexpr const char* metered = "noise=0.005 energy";
constexpr const char* secret = "noise=0.2 secret"; ///< the run takes each timing as exact

RunSettings noisyRun(std::uint64_t seed) {
  RunSettings settings = smallRun(12);
  settings.search.seed = seed;
  settings.evaluation.mode = Mode::Exact;
  settings.evaluation.objectives = {Objective::Time, Objective::Error};
  return settings;
}

RunSettings energyRun() {
  RunSettings settings = noisyRun(7);
  settings.evaluation.mode = Mode::TradeOff;
  settings.evaluation.device = "cuda";
  settings.evaluation.objectives = {Objective::Time, Objective::Error, Objective::Energy};
  return settings;
}

/// The one that a file would show as the fastest.
Individual fastest(const History& history) {
  Individual best;
  best.result.fitness.runtime = 1e9;
  for (const auto& [id, individual] : byId(history)) {
    if (individual.result.valid() && individual.result.fitness.runtime < best.result.fitness.runtime) best = individual;
  }
  return best;
}

double truthOf(const EditList& edits) {
  const auto pool = startPool(1);
  EvaluateRequest request;
  request.edits = edits;
  double runtime = 0;
  pool->submit(RequestKind::Evaluate, wire::encode(request),
               [&](const JobResult& result) { runtime = wire::decode<EvaluateReply>(result.reply, "reply")->result.fitness.runtime; });
  while (pool->pending() > 0) pool->wait(std::chrono::milliseconds(100));
  return runtime;
}

/// By how much the run underestimates the runtime of its best: 0.1 is 10 % below the true one.
double overstatement(const char* device, const RunSettings& settings) {
  const Individual best = fastest(evolve(settings, {.device = device}));
  return 1 - best.result.fitness.runtime / truthOf(best.edits);
}

} // namespace

class RemeasurementTest : public QObject {
  Q_OBJECT

private slots:
  void theMedianIsTheFitness();
  void theLargestErrorCounts();
  void withoutRemeasuringALuckyTimingSurvives();
  void theReportedBestIsNearItsTrueRuntime_data();
  void theReportedBestIsNearItsTrueRuntime();
  void membersOfTheFrontAreMeasuredInEveryGeneration();
  void aCodeWhoseTestsTakeLongIsMeasuredOnceInAGeneration();
  void progressShowsThatTheFrontIsMeasured();
  void aResumedRunKnowsItsMeasurements();
  void energyIsMeasuredForEveryMemberOfTheFront();
  void energyIsMeasuredOfFewCodes();
  void aSlowerVariantThatNeedsLessEnergyIsFound();
  void aResumedRunKnowsItsEnergies();
};

void RemeasurementTest::theMedianIsTheFitness() {
  const Hash128 code{1, 1};
  Timings timings;
  timings.add(code, {5, 0});
  QCOMPARE(timings.fitness(code).runtime, 5.0);
  timings.add(code, {9, 0});
  QCOMPARE(timings.fitness(code).runtime, 7.0);
  timings.add(code, {8, 0});
  QCOMPARE(timings.fitness(code).runtime, 8.0);
  QVERIFY(!timings.knows({2, 2}));
}

void RemeasurementTest::theLargestErrorCounts() {
  Timings timings;
  timings.add({1, 1}, {5, 0.1});
  timings.add({1, 1}, {5, 0.3});
  timings.add({1, 1}, {5, 0.2});
  QCOMPARE(timings.fitness({1, 1}).error, 0.3);
}

void RemeasurementTest::withoutRemeasuringALuckyTimingSurvives() {
  for (int seed = 1; seed <= seeds; ++seed)
    QVERIFY2(overstatement(secret, noisyRun(std::uint64_t(seed))) > 0.11, qPrintable(QString::number(seed)));
}

void RemeasurementTest::theReportedBestIsNearItsTrueRuntime_data() {
  QTest::addColumn<bool>("countsEdits");
  QTest::newRow("time and error") << false;
  QTest::newRow("with the number of edits") << true;
}

void RemeasurementTest::theReportedBestIsNearItsTrueRuntime() {
  QFETCH(bool, countsEdits);
  double sum = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    RunSettings settings = noisyRun(std::uint64_t(seed));
    if (countsEdits) settings.evaluation.objectives.push_back(Objective::Edits);
    const double share = overstatement(noisy, settings);
    QVERIFY2(std::abs(share) < 0.11, qPrintable(QString("seed %1: %2").arg(seed).arg(share)));
    sum += share;
  }
  QVERIFY2(std::abs(sum / seeds) < 0.05, qPrintable(QString::number(sum / seeds)));
}

void RemeasurementTest::membersOfTheFrontAreMeasuredInEveryGeneration() {
  const History history = evolve(noisyRun(1), {.device = noisy});
  std::map<std::int64_t, Individual> all = byId(history);
  for (const GenerationResult& generation : history.generations) {
    for (std::size_t i = 0; i < generation.population.size(); ++i) {
      if (generation.rank[i] > 0 || generation.population[i] == 0) continue;
      const Hash128 code = all.at(generation.population[i]).result.code;
      QVERIFY(std::ranges::any_of(generation.measurements, [&](const Measurement& one) { return one.code == code; }));
    }
  }
}

void RemeasurementTest::aCodeWhoseTestsTakeLongIsMeasuredOnceInAGeneration() {
  const auto mostOfOneCode = [](const std::string& device) {
    std::size_t most = 0;
    const History history = evolve(noisyRun(1), {.device = device});
    for (const GenerationResult& generation : history.generations) {
      for (const Measurement& one : generation.measurements) {
        const auto measured = std::ranges::count(generation.measurements, one.code, &Measurement::code);
        const auto evaluated =
            std::ranges::count_if(generation.evaluations, [&](const Individual& some) { return some.result.code == one.code; });
        most = std::max(most, std::size_t(std::max<std::ptrdiff_t>(0, measured - evaluated)));
      }
    }
    return most;
  };
  QCOMPARE(mostOfOneCode(std::string(noisy) + " slow"), std::size_t(1));
  QVERIFY(mostOfOneCode(noisy) > 5);
}

void RemeasurementTest::progressShowsThatTheFrontIsMeasured() {
  const auto pool = startPool(1, noisy);
  EvolutionCallbacks callbacks;
  std::stop_source stop;
  // Stops the run at the first such progress.
  callbacks.progress = [&](const EvolutionProgress& progress) {
    if (progress.remeasuring) stop.request_stop();
  };
  RunSettings settings = noisyRun(1);
  settings.search.generations = 0;
  const auto reason = Evolution(settings, *pool, originalOf(*pool), callbacks).run(stop.get_token());
  QVERIFY(reason);
  QCOMPARE(*reason, StopReason::Cancelled);
}

/// Measurements are in the file: a resumed run's population has the fitness of all of them.
void RemeasurementTest::aResumedRunKnowsItsMeasurements() {
  const History history = evolve(noisyRun(1), {.device = noisy});
  const std::size_t half = history.generations.size() / 2;
  Checkpoint checkpoint = checkpointAfter(history, half, fakeOriginal());
  checkpoint.unfinished = history.generations[half].evaluations;
  const History rest = evolve(noisyRun(1), {.device = noisy, .from = &checkpoint});
  Timings timings;
  for (const Measurement& one : checkpoint.measurements) timings.add(one.code, one.fitness);
  const GenerationResult& first = rest.generations.front();
  for (const Measurement& one : first.measurements) timings.add(one.code, one.fitness);
  QVERIFY(!first.fitnessUpdates.empty());
  auto all = byId(history, half + 1);
  for (const FitnessUpdate& fitnessUpdate : first.fitnessUpdates)
    QCOMPARE(fitnessUpdate.fitness.runtime, timings.fitness(all.at(fitnessUpdate.id).result.code).runtime);
}

/// Every variant that may be better than a member of the front was measured too; the last ones in the next generation.
void RemeasurementTest::energyIsMeasuredForEveryMemberOfTheFront() {
  const History history = evolve(energyRun(), {.device = metered});
  const auto all = byId(history);
  const GenerationResult& last = history.generations.back();
  std::size_t measured = 0;
  for (std::size_t i = 0; i < last.population.size(); ++i) {
    if (last.rank[i] > 0 || last.population[i] == 0) continue;
    if (all.at(last.population[i]).result.fitness.hasEnergy()) ++measured;
  }
  QVERIFY2(measured >= 3, qPrintable(QString::number(measured)));
}

void RemeasurementTest::energyIsMeasuredOfFewCodes() {
  const History history = evolve(energyRun(), {.device = metered});
  std::size_t energies = 0;
  for (const GenerationResult& generation : history.generations) {
    const auto ofThis =
        std::size_t(std::ranges::count_if(generation.measurements, [](const Measurement& one) { return one.fitness.hasEnergy(); }));
    QVERIFY(ofThis <= Remeasurement::mostEnergies);
    energies += ofThis;
    for (const Individual& one : generation.evaluations) QVERIFY(!one.result.fitness.hasEnergy()); // evaluations are timed only
  }
  QVERIFY(energies > history.generations.size());
  const History without = evolve(noisyRun(7), {.device = metered});
  for (const GenerationResult& generation : without.generations)
    for (const Measurement& one : generation.measurements) QVERIFY(!one.fitness.hasEnergy());
}

void RemeasurementTest::aSlowerVariantThatNeedsLessEnergyIsFound() {
  const auto all = byId(evolve(energyRun(), {.device = metered}));
  Fitness fastest{1e9, 0};
  Fitness frugal{0, 0, 1e9};
  for (const auto& [id, one] : all) {
    if (!one.result.valid() || !one.result.fitness.hasEnergy()) continue;
    if (one.result.fitness.runtime < fastest.runtime) fastest = one.result.fitness;
    if (one.result.fitness.energy < frugal.energy) frugal = one.result.fitness;
  }
  QVERIFY(frugal.energy < 200 && frugal.energy / frugal.runtime < 1.95); // not by being fast alone
  QVERIFY(fastest.runtime < 100);
}

void RemeasurementTest::aResumedRunKnowsItsEnergies() {
  const History history = evolve(energyRun(), {.device = metered});
  const std::size_t half = history.generations.size() / 2;
  Checkpoint checkpoint = checkpointAfter(history, half, originalOf(*startPool(1, metered)));
  for (const FoundVariant& found : checkpoint.found)
    if (found.fitness.hasEnergy()) checkpoint.energies.push_back({found.code, found.fitness.energy, Remeasurement::fewestEnergyPairs});
  QVERIFY(checkpoint.energies.size() > 1);
  const History rest = evolve(energyRun(), {.device = metered, .from = &checkpoint});
  for (const Measurement& one : rest.generations.front().measurements) {
    const bool known = std::ranges::any_of(checkpoint.energies, [&](const KnownEnergy& energy) { return energy.code == one.code; });
    QVERIFY(!known || !one.fitness.hasEnergy());
  }
}

QTEST_GUILESS_MAIN(RemeasurementTest)
#include "remeasurement_test.moc"
