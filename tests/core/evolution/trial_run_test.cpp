#include <QTest> // before the standard headers, which moc can't parse on their own

#include "core/evolution/trial_run.h"
#include "tests/core/evolution/history.h"

#include <rapidcheck.h>

#include <set>

using namespace gevo;

/// On each of the fake device's inputs other targets are fatal, and in the check of its tests others again.
namespace {

const FuzzWork cheap{{1, 2, 3}, 100};
const FuzzWork costly{{60, 60, 60}, 100}; ///< to join the tests
const FuzzWork timed{{120, 120}, 100, 0, {"9 9", "8 8"}, true, 50};
const std::map<std::string, const FuzzWork*> works{{"cheap", &cheap}, {"costly", &costly}, {"timed", &timed}};

RunSettings run(std::uint32_t generations, std::uint64_t seed = 7) {
  RunSettings settings = smallRun(generations);
  settings.search.seed = seed;
  settings.evaluation.objectives = {Objective::Time, Objective::Error};
  return settings;
}

std::set<std::uint64_t> targetsOf(const Individual& individual) {
  std::set<std::uint64_t> targets;
  for (const Edit& edit : individual.edits) targets.insert(edit.target.id);
  return targets;
}

constexpr std::uint32_t check = 3; ///< of three inputs

bool failsOn(const Individual& individual, std::uint32_t input) {
  const std::uint64_t fatal = input == check ? 22 : 2 + 8 * input;
  return std::ranges::any_of(targetsOf(individual), [&](std::uint64_t target) { return target % 24 == fatal; });
}

std::vector<Counterexample> counterexamplesOf(const History& history) {
  std::vector<Counterexample> found;
  for (const GenerationResult& generation : history.generations)
    found.insert(found.end(), generation.counterexamples.begin(), generation.counterexamples.end());
  return found;
}

std::size_t trialsOf(const History& history) {
  std::size_t trials = 0;
  for (const GenerationResult& generation : history.generations) trials += generation.trials.size();
  return trials;
}

/// Valid, as the file has them in the end, on the front of time and error.
std::vector<Individual> frontOf(const History& history) {
  std::vector<Individual> front;
  const auto all = byId(history);
  for (const auto& [id, one] : all) {
    if (!one.result.valid() || one.result.stage != Stage::Done) continue;
    const Fitness& own = one.result.fitness;
    const bool isBeaten = std::ranges::any_of(all, [&](const auto& entry) {
      const EvaluationResult& other = entry.second.result;
      if (!other.valid() || other.stage != Stage::Done) return false;
      return other.fitness.runtime <= own.runtime && other.fitness.error <= own.error &&
             (other.fitness.runtime < own.runtime || other.fitness.error < own.error);
    });
    if (!isBeaten) front.push_back(one);
  }
  return front;
}

} // namespace

class TrialRunTest : public QObject {
  Q_OBJECT

private slots:
  void whatFailsLeavesAndTheInputBecomesATest();
  void withoutInputsWrongVariantsLead();
  void laterVariantsAreHeldToIt();
  void anInputOnWhichTheExactBestIsInexactIsFoundToo();
  void theErrorOfAnInputCounts();
  void expensiveInputsDoNotJoinTheTests();
  void whatLeadsIsCheckedAsAValidationDoes();
  void trialsStayWithinTheirBudget();
  void theBestAreTriedAfterTheLastGeneration();
  void aFinishedRunGoesOnWithoutWhatFailedAtItsEnd();
  void afterTheLastGenerationATenthMayBeSpent();
  void whereVariantsFailMoreIsSpent();
  void theInputThatLeastWasSpentOnComesFirst();
  void halfOfTheBudgetIsForExpensiveInputs();
  void evaluationsThatEndInTheScreenEarnHalfTheirCode();
  void inputsAreRecordedInTheFirstConfigurationAtOnce();
  void laterRecordingsHaveToBeEarned();
  void aHugeInputIsNotRecordedInOtherConfigurations();
  void whoHasTheEditsOfAFailureLeavesUntried();
  void whatATrialCostsIsSpentOnCauses();
  void whatIsSlowerOnALargeInputLeaves();
  void aTimedInputNeverJoins();
  void onlyInputsThatTakeLongerThanTheTestsAreTimed();
  void theSameForAnyNumberOfWorkers();
  void aResumedRunGoesOnAlike_data();
  void aResumedRunGoesOnAlike();
  void timingsThatVaryAreTriedToo();
  void whatIsKnownOfACode();
  void foundVariantsKeepTheirFront();
};

void TrialRunTest::whatFailsLeavesAndTheInputBecomesATest() {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const History history = evolve(run(12, seed), {.work = cheap});
    const std::vector<Counterexample> found = counterexamplesOf(history);
    QVERIFY2(!found.empty(), qPrintable(QString("seed %1").arg(seed)));
    const auto all = byId(history);
    for (const Counterexample& one : found) {
      if (one.reason == Reason::None) continue;
      QVERIFY(failsOn(all.at(one.variant), one.input));
      QCOMPARE(all.at(one.variant).result.reason, Reason::WrongOutput);
      if (one.input == check) continue; // only those that lead have to pass it
      for (const Individual& member : frontOf(history)) QVERIFY(!failsOn(member, one.input));
      for (const std::int64_t id : history.generations.back().population) QVERIFY(id == 0 || !failsOn(all.at(id), one.input));
    }
  }
}

void TrialRunTest::withoutInputsWrongVariantsLead() {
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const Individual& member : frontOf(evolve(run(12, seed), {})))
      wrong += failsOn(member, 0) || failsOn(member, 1) || failsOn(member, 2) ? 1 : 0;
  QVERIFY(wrong > 0);
}

void TrialRunTest::laterVariantsAreHeldToIt() {
  const History history = evolve(run(12), {.work = cheap});
  std::map<std::uint32_t, std::uint32_t> since;
  for (const Counterexample& one : counterexamplesOf(history))
    if (one.input != check) since[one.input] = one.generation;
  QVERIFY(!since.empty());
  for (const GenerationResult& generation : history.generations)
    for (const Individual& individual : generation.evaluations)
      for (const auto& [input, found] : since)
        if (generation.generation > found && individual.result.valid()) QVERIFY(!failsOn(individual, input));
}

void TrialRunTest::anInputOnWhichTheExactBestIsInexactIsFoundToo() {
  bool isFound = false;
  for (std::uint64_t seed = 1; seed <= 10 && !isFound; ++seed)
    isFound = std::ranges::any_of(counterexamplesOf(evolve(run(12, seed), {.work = cheap})),
                                  [](const Counterexample& one) { return one.reason == Reason::None; });
  QVERIFY(isFound);
}

void TrialRunTest::theErrorOfAnInputCounts() {
  const History history = evolve(run(12), {.work = cheap});
  std::map<std::int64_t, double> shown;
  for (const GenerationResult& generation : history.generations)
    for (const Trial& trial : generation.trials) shown[trial.variant] = std::max(shown[trial.variant], trial.error);
  const auto all = byId(history);
  for (const auto& [id, error] : shown) QVERIFY(!all.at(id).result.valid() || all.at(id).result.fitness.error >= error);
}

void TrialRunTest::expensiveInputsDoNotJoinTheTests() {
  Counterexamples known({{5, 8, 16}, 100});
  known.add({.generation = 1, .input = 2});
  QVERIFY2(known.joined().empty(), "16 of 100");
  known.add({.generation = 1, .input = 1});
  known.add({.generation = 2, .input = 0});
  QCOMPARE(known.joined(), (std::vector<std::uint32_t>{1}));
  QCOMPARE(known.found(), (std::vector<std::uint32_t>{2, 1, 0}));
}

void TrialRunTest::whatLeadsIsCheckedAsAValidationDoes() {
  bool isFound = false;
  for (std::uint64_t seed = 1; seed <= 10 && !isFound; ++seed) {
    const History history = evolve(run(40, seed), {.work = cheap});
    for (const Counterexample& one : counterexamplesOf(history)) isFound = isFound || one.input == check;
  }
  QVERIFY(isFound);
}

/// Inputs on which a variant failed are beside it: others have to pass them, whatever that costs.
void TrialRunTest::trialsStayWithinTheirBudget() {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const History history = evolve(run(12, seed), {.work = {{2000, 2000, 2000}, 100}});
    std::set<std::uint32_t> found;
    for (const Counterexample& one : counterexamplesOf(history)) found.insert(one.input);
    std::size_t tested = 0;
    std::size_t spent = 0;
    for (const GenerationResult& generation : history.generations) {
      tested += std::size_t(std::ranges::count_if(generation.evaluations, isTestedAnew));
      for (const Trial& trial : generation.trials)
        if (!found.contains(trial.input)) spent += trial.input == check ? 1000 : 2000;
    }
    QVERIFY2(spent <= tested * std::size_t(Counterexamples::percentForTrials + Counterexamples::percentForFailures),
             qPrintable(QString("%1 of %2").arg(spent).arg(tested * 100)));
  }
}

/// On inputs that cost too much to be tried before.
void TrialRunTest::theBestAreTriedAfterTheLastGeneration() {
  std::size_t rejections = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const History history = evolve(run(12, seed), {.work = {{1500, 1500, 1500}, 100}});
    QVERIFY(!history.last.trials.empty());
    QCOMPARE(history.last.generation, 12U);
    rejections += history.last.rejections.size();
    const std::vector<Individual> front = frontOf(history);
    for (const Rejection& rejection : history.last.rejections)
      QVERIFY(std::ranges::find(front, rejection.id, &Individual::id) == front.end());
  }
  QVERIFY(rejections > 0);
}

void TrialRunTest::aFinishedRunGoesOnWithoutWhatFailedAtItsEnd() {
  const FuzzWork work{{1500, 1500, 1500}, 100};
  std::size_t rejections = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const History first = evolve(run(8, seed), {.work = work});
    std::set<std::int64_t> rejected;
    for (const Rejection& one : first.last.rejections) rejected.insert(one.id);
    rejections += rejected.size();
    const Checkpoint checkpoint = checkpointAfter(first, first.generations.size(), fakeOriginal(), true);
    const History rest = evolve(run(10, seed), {.from = &checkpoint, .work = work, .before = &first});
    QCOMPARE(rest.generations.front().generation, 9U);
    for (const Individual& individual : rest.generations.front().evaluations) {
      QVERIFY(!rejected.contains(individual.parent));
      QVERIFY(!rejected.contains(individual.parent2));
    }
  }
  QVERIFY(rejections > 0);
}

void TrialRunTest::afterTheLastGenerationATenthMayBeSpent() {
  Counterexamples known({{100, 200}, 100});
  known.earn({0, 100});
  known.spend({}, 0, 1);
  Counterexamples::Budget budget = known.lastBudget(); // 1,000 instructions, of which 100 are spent
  for (int i = 0; i < 4; ++i) QVERIFY(budget.take(1));
  QVERIFY(!budget.take(1) && budget.take(0) && !budget.take(0));
}

void TrialRunTest::whereVariantsFailMoreIsSpent() {
  Counterexamples known({{100, 100}, 100});
  known.earn({0, 75}); // three trials' worth
  const auto affordable = [&] {
    Counterexamples::Budget budget = known.budget();
    int trials = 0;
    while (budget.take(0)) ++trials;
    return trials;
  };
  QCOMPARE(affordable(), 1);
  known.fail({1, 1}, {5, Reason::Race, "a race"});
  QCOMPARE(affordable(), 3);
  known.earn({0, 7500});
  QCOMPARE(affordable(), 151 + 16);
  known.fail({2, 2}, {6, Reason::Race, "a race"});
  QCOMPARE(affordable(), 151 + 32);
}

/// What costs much has its turn too.
void TrialRunTest::theInputThatLeastWasSpentOnComesFirst() {
  Counterexamples known({{1, 5}, 2});
  QCOMPARE(known.order(), (std::vector<std::uint32_t>{0, 1, 2}));
  for (int i = 0; i < 5; ++i) known.spend({}, 0, 1);
  QCOMPARE(known.order(), (std::vector<std::uint32_t>{1, 0, 2}));
}

void TrialRunTest::halfOfTheBudgetIsForExpensiveInputs() {
  Counterexamples known({{1, 5}, 2});
  known.earn({0, 250}); // 10 instructions for each kind
  Counterexamples::Budget budget = known.budget();
  QVERIFY(budget.take(1) && budget.take(1) && !budget.take(1));
  for (int i = 0; i < 10; ++i) QVERIFY(budget.take(0));
  QVERIFY(!budget.take(0));
  known.spend({}, 0, 1);
  QVERIFY2(known.budget().take(1), "the other account is untouched");
}

/// Where most variants end in the screen, making their code is what takes the time.
void TrialRunTest::evaluationsThatEndInTheScreenEarnHalfTheirCode() {
  Counterexamples known({{10, 10}, 10, 100});
  known.earn({10, 0}); // 20 instructions to spend, half of them for cheap inputs
  QVERIFY(!known.budget().take(0));
  known.earn({30, 0});
  QVERIFY2(known.budget().take(0), "10 instructions, and a quarter of the code's");
}

/// The first configuration is mostly the one that tuning found.
void TrialRunTest::inputsAreRecordedInTheFirstConfigurationAtOnce() {
  Counterexamples known({{100, 1000}, 100});
  const Configuration wide{{"BLOCK", "64"}};
  QVERIFY(known.affordableRecordings({}).empty());
  QCOMPARE(known.affordableRecordings(wide), (std::vector<std::uint32_t>{0, 1}));
  for (const std::uint32_t input : {0U, 1U}) known.record(wide, input, 1);
  QVERIFY(known.affordableRecordings(wide).empty() && !known.needsRecording(wide, 0));
  QVERIFY2(known.affordableRecordings({{"BLOCK", "32"}}).empty(), "another has to wait");
}

/// Building it once has to serve many.
void TrialRunTest::laterRecordingsHaveToBeEarned() {
  const std::uint64_t build = Counterexamples::workOfBuild;
  Counterexamples known({{build, 3 * build / 2}, build});
  const Configuration wide{{"BLOCK", "64"}};
  known.record({{"BLOCK", "32"}}, 0, 1);
  known.earn({0, 150});
  QVERIFY(known.affordableRecordings(wide).empty());
  known.earn({0, 50}); // four builds' worth
  QCOMPARE(known.affordableRecordings(wide), (std::vector<std::uint32_t>{0}));
  known.earn({0, 225}); // four and a half more for the other input
  QCOMPARE(known.affordableRecordings(wide), (std::vector<std::uint32_t>{0, 1}));
}

void TrialRunTest::aHugeInputIsNotRecordedInOtherConfigurations() {
  Counterexamples known({{50, Counterexamples::mostForRecording}, 100});
  QCOMPARE(known.affordableRecordings({{"BLOCK", "64"}}), (std::vector<std::uint32_t>{0}));
}

/// The edit on the fatal target is the cause, and whoever has it, too, is not tried.
void TrialRunTest::whoHasTheEditsOfAFailureLeavesUntried() {
  std::size_t causes = 0;
  std::size_t untried = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const History history = evolve(run(20, seed), {.work = costly});
    const auto all = byId(history);
    for (const GenerationResult& generation : history.generations) {
      for (const FailureCause& cause : generation.causes) {
        const Individual& variant = all.at(cause.variant);
        if (nextSubset(cause)) continue; // not at its end
        ++causes;
        QCOMPARE(cause.edits.size(), std::size_t(1));
        Individual alone;
        alone.edits = {variant.edits[cause.edits.front()]};
        QVERIFY(failsOn(alone, cause.input));
      }
      for (const Rejection& rejection : generation.rejections) {
        if (!rejection.message.starts_with("not tried")) continue;
        ++untried;
        bool fails = false;
        for (const std::uint32_t input : {0U, 1U, 2U, check}) fails = fails || failsOn(all.at(rejection.id), input);
        QVERIFY2(fails, rejection.message.c_str());
      }
    }
  }
  QVERIFY2(causes >= 5, qPrintable(QString::number(causes)));
  QVERIFY2(untried >= 5, qPrintable(QString::number(untried)));
}

void TrialRunTest::whatATrialCostsIsSpentOnCauses() {
  Counterexamples known({{60}, 100});
  known.earn({0, 100}); // 200 instructions
  Checkpoint from;
  Individual variant;
  variant.edits.resize(4);
  from.causes = {{{.input = 0, .variant = 5, .edits = {0, 1}, .trials = 3}, variant}};
  QVERIFY(known.budget().take(0));
  known.resume(from);
  QVERIFY(known.budget().take(0, true));
  QVERIFY2(!known.budget().take(0), "20 are left");
}

/// The fake device's inputs take longer where a target is changed that saves time in the tests.
void TrialRunTest::whatIsSlowerOnALargeInputLeaves() {
  FuzzWork work{{120}, 100, 0, {"9 9"}, true, 50};
  std::size_t slower = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const History history = evolve(run(12, seed), {.work = work});
    std::vector<GenerationResult> all = history.generations;
    all.push_back(history.last);
    for (const GenerationResult& generation : all)
      for (const Rejection& rejection : generation.rejections)
        if (rejection.reason == Reason::Slower && !rejection.message.starts_with("not tried")) {
          ++slower;
          QVERIFY2(rejection.message.contains("on the input \"9 9\": 130 µs, slower than the original's 100 µs"),
                   rejection.message.c_str());
        }
    work.isTimed = false;
    for (const GenerationResult& generation : evolve(run(12, seed), {.work = work}).generations)
      for (const Rejection& rejection : generation.rejections) QVERIFY(rejection.reason != Reason::Slower);
    work.isTimed = true;
  }
  QVERIFY(slower > 0);
}

/// Evaluations that are held to an input don't time it.
void TrialRunTest::aTimedInputNeverJoins() {
  Counterexamples known({{120}, 100, 100'000, {"9 9"}, true, 50});
  known.add({.generation = 1, .input = 0});
  QVERIFY(known.joined().empty() && known.isKnown(0));
}

void TrialRunTest::onlyInputsThatTakeLongerThanTheTestsAreTimed() {
  Counterexamples known({{60, 120, 130}, 100, 0, {"a", "b", "c"}, true, 50});
  known.originalRuntimes() = {{0, 100}, {1, 100}, {2, 40}};
  QVERIFY(!known.isSlower(0, 500));
  QVERIFY(known.isSlower(1, 102) && !known.isSlower(1, 100.5));
  QVERIFY2(!known.isSlower(2, 500), "more instructions, and less time");
  // Of a host-executed program instructions are not known.
  Counterexamples live({{0, 0}, 100, 0, {"a", "b"}, true, 50});
  live.originalRuntimes() = {{0, 100}, {1, 40}};
  QVERIFY(live.isSlower(0, 102) && !live.isSlower(1, 102));
}

void TrialRunTest::theSameForAnyNumberOfWorkers() {
  for (const auto& [name, work] : works) {
    const std::string one = dump(evolve(run(10), {.workers = 1, .work = *work}));
    QVERIFY(one.contains("learn"));
    QVERIFY(name == "cheap" || one.contains("cause"));
    QCOMPARE(dump(evolve(run(10), {.workers = 3, .work = *work})), one);
  }
}

void TrialRunTest::aResumedRunGoesOnAlike_data() {
  QTest::addColumn<int>("generations");
  QTest::addColumn<std::string>("inputs");
  for (const auto& [name, work] : works)
    for (const int generations : {1, 2, 3, 5, 8}) QTest::addRow("after %d, %s", generations, name.c_str()) << generations << name;
}

void TrialRunTest::aResumedRunGoesOnAlike() {
  QFETCH(int, generations);
  QFETCH(std::string, inputs);
  const FuzzWork& work = *works.at(inputs);
  const History whole = evolve(run(10), {.work = work});
  const Checkpoint checkpoint = checkpointAfter(whole, std::size_t(generations), fakeOriginal());
  const History rest = evolve(run(10), {.workers = 2, .from = &checkpoint, .work = work, .before = &whole});
  History expected;
  expected.generations.assign(whole.generations.begin() + generations, whole.generations.end());
  expected.last = whole.last;
  QCOMPARE(dump(rest), dump(expected));
}

void TrialRunTest::timingsThatVaryAreTriedToo() {
  RunSettings settings = run(8);
  const History history = evolve(settings, {.device = "noise=0.05", .work = cheap});
  QVERIFY(trialsOf(history) > 0);
  const auto all = byId(history);
  for (const Counterexample& one : counterexamplesOf(history))
    if (one.reason != Reason::None && one.input != check)
      for (const std::int64_t id : history.generations.back().population) QVERIFY(id == 0 || !failsOn(all.at(id), one.input));
}

void TrialRunTest::whatIsKnownOfACode() {
  Counterexamples known(cheap);
  Individual variant;
  variant.generation = 3;
  variant.result.code = {1, 1};
  QVERIFY(!known.hasPassed(variant, 0));
  known.pass({1, 1}, 0);
  QVERIFY(known.hasPassed(variant, 0));
  QVERIFY(!known.hasPassed(variant, 1));
  known.add({.generation = 2, .input = 1});
  QVERIFY2(known.hasPassed(variant, 1), "it was evaluated after the input had joined");
  variant.generation = 2;
  QVERIFY2(!known.hasPassed(variant, 1), "it was there before");
}

void TrialRunTest::foundVariantsKeepTheirFront() {
  QVERIFY(rc::check([] {
    FoundVariants found;
    std::vector<FoundVariant> left;
    const auto coarse = rc::gen::map(rc::gen::inRange(0, 9), [](int value) { return double(value); });
    const int steps = *rc::gen::inRange(1, 40);
    for (int id = 1; id <= steps; ++id) {
      const Hash128 code{0, std::uint64_t(*rc::gen::inRange(0, 12))};
      const int what = *rc::gen::inRange(0, 6);
      if (what == 0) {
        found.reject({code});
        std::erase_if(left, [&](const FoundVariant& one) { return one.code == code; });
      } else if (what == 1) {
        const double error = *coarse;
        found.raiseError(code, error);
        for (FoundVariant& one : left)
          if (one.code == code) one.fitness.error = std::max(one.fitness.error, error);
      } else {
        left.push_back({id, 0, code, {*coarse, *coarse}});
        found.add(left.back());
      }
      const std::vector<FoundVariant> front = found.front();
      for (std::size_t i = 0; i < front.size(); ++i)
        for (const FoundVariant& other : left)
          RC_ASSERT(!(other.fitness.runtime <= front[i].fitness.runtime && other.fitness.error < front[i].fitness.error) &&
                    !(other.fitness.runtime < front[i].fitness.runtime && other.fitness.error <= front[i].fitness.error));
      RC_ASSERT(front.empty() == left.empty());
    }
  }));
}

QTEST_GUILESS_MAIN(TrialRunTest)
#include "trial_run_test.moc"
