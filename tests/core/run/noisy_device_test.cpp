#include <QTest> // before the standard headers, which moc can't parse on their own

#include "core/run/timings.h"
#include "tests/core/run/history.h"

using namespace gevo;

/// A device whose timings vary by a fifth in both directions, so that the fastest of many is the luckiest.
namespace {

constexpr const char* told = "noise=0.2";
constexpr int seeds = 10;
constexpr const char* secret = "noise=0.2 secret"; ///< the run takes each timing for the truth

RunSettings noisyRun(std::uint64_t seed) {
  RunSettings settings = smallRun(12);
  settings.search.seed = seed;
  settings.evaluation.mode = Mode::Exact;
  return settings;
}

/// The one that a file would show as the fastest.
Individual fastest(const History& history) {
  Individual best;
  best.outcome.fitness.runtime = 1e9;
  for (const auto& [id, individual] : byId(history)) {
    if (individual.outcome.valid() && individual.outcome.fitness.runtime < best.outcome.fitness.runtime) best = individual;
  }
  return best;
}

double truthOf(const EditList& edits) {
  const auto pool = startPool(1);
  TryRequest request;
  request.edits = edits;
  double runtime = 0;
  pool->submit(RequestKind::Try, wire::encode(request),
               [&](const JobResult& result) { runtime = wire::decode<TryReply>(result.reply, "reply")->outcome.fitness.runtime; });
  while (pool->pending() > 0) pool->wait(std::chrono::milliseconds(100));
  return runtime;
}

/// By how much the run says too much of its best: 0.1 is a runtime 10 % below the true one.
double overstatement(const char* device, std::uint64_t seed) {
  const Individual best = fastest(evolve(noisyRun(seed), {.device = device}));
  return 1 - best.outcome.fitness.runtime / truthOf(best.edits);
}

} // namespace

class NoisyDeviceTest : public QObject {
  Q_OBJECT

private slots:
  void theMedianIsTheFitness();
  void theLargestErrorCounts();
  void aLuckyTimingLivesOnWhereNothingIsMeasuredAgain();
  void theReportedBestIsNearTheTruth();
  void membersOfTheFrontAreMeasuredInEveryGeneration();
  void aResumedRunKnowsItsMeasurements();
};

void NoisyDeviceTest::theMedianIsTheFitness() {
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

void NoisyDeviceTest::theLargestErrorCounts() {
  Timings timings;
  timings.add({1, 1}, {5, 0.1});
  timings.add({1, 1}, {5, 0.3});
  timings.add({1, 1}, {5, 0.2});
  QCOMPARE(timings.fitness({1, 1}).error, 0.3);
}

void NoisyDeviceTest::aLuckyTimingLivesOnWhereNothingIsMeasuredAgain() {
  for (int seed = 1; seed <= seeds; ++seed) QVERIFY2(overstatement(secret, std::uint64_t(seed)) > 0.11, qPrintable(QString::number(seed)));
}

void NoisyDeviceTest::theReportedBestIsNearTheTruth() {
  double sum = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const double share = overstatement(told, std::uint64_t(seed));
    QVERIFY2(std::abs(share) < 0.11, qPrintable(QString("seed %1: %2").arg(seed).arg(share)));
    sum += share;
  }
  QVERIFY2(std::abs(sum / seeds) < 0.05, qPrintable(QString::number(sum / seeds)));
}

void NoisyDeviceTest::membersOfTheFrontAreMeasuredInEveryGeneration() {
  const History history = evolve(noisyRun(1), {.device = told});
  std::map<std::int64_t, Individual> all = byId(history);
  for (const GenerationResult& generation : history.generations) {
    for (std::size_t i = 0; i < generation.population.size(); ++i) {
      if (generation.rank[i] > 0 || generation.population[i] == 0) continue;
      const Hash128 code = all.at(generation.population[i]).outcome.code;
      QVERIFY(std::ranges::any_of(generation.measurements, [&](const Measurement& one) { return one.code == code; }));
    }
  }
}

/// What was measured is the file's: a resumed run's population has the fitness of all its measurements.
void NoisyDeviceTest::aResumedRunKnowsItsMeasurements() {
  const History history = evolve(noisyRun(1), {.device = told});
  const std::size_t half = history.generations.size() / 2;
  Checkpoint checkpoint = checkpointAfter(history, half, fakeOriginal());
  checkpoint.unfinished = history.generations[half].tries;
  const History rest = evolve(noisyRun(1), {.device = told, .from = &checkpoint});
  Timings timings;
  for (const Measurement& one : checkpoint.measurements) timings.add(one.code, one.fitness);
  const GenerationResult& first = rest.generations.front();
  for (const Measurement& one : first.measurements) timings.add(one.code, one.fitness);
  QVERIFY(!first.refits.empty());
  auto all = byId(history, half + 1);
  for (const Refit& refit : first.refits) QCOMPARE(refit.fitness.runtime, timings.fitness(all.at(refit.id).outcome.code).runtime);
}

QTEST_GUILESS_MAIN(NoisyDeviceTest)
#include "noisy_device_test.moc"
