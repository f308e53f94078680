#include <QTest>

#include "sample_run.h"

#include "core/edit/edit_text.h"
#include "core/store/front.h"
#include "core/values/project.h"

#include <QTemporaryDir>
#include <cmath>
#include <rapidcheck.h>

using namespace gevo;

namespace {

/// All fields of an individual as text.
std::string dump(const Individual& one) {
  std::string active;
  for (const bool flag : one.active) active += flag ? '1' : '0';
  const EvaluationResult& o = one.result;
  return fmt::format("{} g{} {}.{} {} {} {} {} {} '{}' {} {} {} {} {} {} {}", one.id, one.generation, one.slot, one.step,
                     originName(one.origin), one.parent, one.parent2, stageName(o.stage), reasonName(o.reason), o.message,
                     o.fitness.runtime, o.fitness.error, toHex(o.code), o.reused, active, o.stageMicroseconds[6], printEdits(one.edits));
}

std::string dump(const std::vector<Individual>& all) {
  std::string text;
  for (const Individual& one : all) text += dump(one) + '\n';
  return text;
}

} // namespace

class StoreRunTest : public QObject {
  Q_OBJECT

private slots:
  void init();
  void individualsAreRestored();
  void singleIndividualIsRestored();
  void unknownIndividualIsNamedInTheError();
  void variantsAreTheOriginalAndValidIndividuals();
  void generationSums();
  void generationAcceptance();
  void measurementsAreRestoredAndUpdateFitness();
  void frontIsSortedByRuntime();
  void storedFrontEqualsTheFrontOfAllVariants();
  void onlyVariantsThatPassedAllTestsAreOnTheFront();
  void checkpointHasAllEvaluations();
  void settingsAndDeviceOfARunAreRestored();
  void statusIsRestored();
  void checkpointIsTheLastCompleteGeneration();
  void checkpointHasTheMembersOfEachIsland();
  void checkpointOfANewRunIsEmpty();
  void unfinishedEvaluationsAreRemovedWithTheirGeneration();
  void anUnfinishedEvaluationIsReadByItsId();
  void failedGenerationIsRolledBack();
  void nanAndInfinityAreRestored();
  void individualsCanBeReadInPages();
  void seedsAreRestored();
  void trialsAreRestored();
  void whatACounterexampleRejectsIsNoVariant();
  void fuzzInputsAreKeptOnce();
  void whatInputsReachIsKept();
  void whatFuzzInputsReachOfOtherCodeIsNotKept();
  void variantsWithInvalidFiguresAreLeftOut();
  void validationsAreRestored();
  void eachCandidateHasItsOwnValidation();
  void runsAreIndependent();
  void equalRunsHaveEqualRowsExceptForTimes();
  void dataVersionChangesWithEveryCommit();
  void readTogetherSeesOneState();
  void readTogetherPassesErrorsOn();
  void readerCannotWrite();

private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<Store> store_;
  std::int64_t run_ = 0;
};

void StoreRunTest::init() {
  store_.reset();
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
  Project project;
  project.name = "small";
  auto store = Store::create(folder_->filePath("a.gevo").toStdString(), project);
  QVERIFY(store);
  store_ = std::move(*store);
  RunSettings settings;
  settings.search.seed = 99;
  settings.evaluation.objectives = {Objective::Time, Objective::Error};
  run_ = store_->beginRun(settings, "simulated H200", sample::original()).value();
}

void StoreRunTest::individualsAreRestored() {
  std::vector<Individual> expected{sample::original()};
  for (std::uint32_t number = 0; number < 3; ++number) {
    const GenerationResult result = sample::generation(number);
    QVERIFY(store_->addGeneration(run_, result));
    expected.insert(expected.end(), result.evaluations.begin(), result.evaluations.end());
  }
  QCOMPARE(dump(store_->individuals(run_).value()), dump(expected));
  expected.erase(expected.begin(), expected.begin() + 12);
  QCOMPARE(dump(store_->individuals(run_, 12).value()), dump(expected));
  // A reader parses what the writer keeps in memory.
  const auto reader = Store::open(store_->path(), Store::Access::Read);
  QCOMPARE(dump((*reader)->individuals(run_, 12).value()), dump(expected));
}

void StoreRunTest::singleIndividualIsRestored() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  const auto reader = Store::open(store_->path(), Store::Access::Read);
  QCOMPARE(dump((*reader)->individual(run_, 3).value()), dump(sample::generation(0).evaluations[2]));
}

void StoreRunTest::unknownIndividualIsNamedInTheError() {
  const auto found = store_->individual(run_, 12345);
  QVERIFY(!found);
  QCOMPARE(found.error().message, std::string("run 1 has no variant 12345"));
}

void StoreRunTest::variantsAreTheOriginalAndValidIndividuals() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  std::vector<std::int64_t> ids;
  const std::vector<VariantRow> variants = store_->variants(run_).value();
  for (const VariantRow& row : variants) ids.push_back(row.id);
  QCOMPARE(ids, (std::vector<std::int64_t>{0, 1, 2, 4, 5, 7, 8, 10}));
  QCOMPARE(store_->variants(run_, 8)->size(), std::size_t(2));
}

void StoreRunTest::generationSums() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  const GenerationRow row = store_->generations(run_)->at(0);
  QCOMPARE(row.evaluations, 10U);
  QCOMPARE(row.valid, 7U);
  QCOMPARE(row.reasons[std::size_t(Reason::WrongOutput)], 3U);
  QCOMPARE(row.bestRuntime, 90.0);
  QCOMPARE(row.bestError, 0.01);
  QCOMPARE(row.bestExactRuntime, 93.0);
  QCOMPARE(row.medianRuntime, 95.0);
  QCOMPARE(row.worstRuntime, 99.0);
  QCOMPARE(row.meanEdits, 16.0 / 7);
  QCOMPARE(row.medianEdits, 2.0);
  QCOMPARE(row.maxEdits, 4.0);
  QVERIFY(store_->generations(run_, 1)->empty());
}

void StoreRunTest::generationAcceptance() {
  GenerationResult result = sample::generation(0);
  result.evaluations[1].result.reused = true;
  Acceptance expected;
  for (const Individual& one : result.evaluations) expected.add(one);
  QVERIFY(store_->addGeneration(run_, result));
  QVERIFY(store_->generations(run_)->at(0).acceptance == expected);
  QCOMPARE(expected.total().valid(), std::uint64_t(7));
  QCOMPARE(expected.total().reused, std::uint64_t(1));
}

void StoreRunTest::measurementsAreRestoredAndUpdateFitness() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  GenerationResult result = sample::generation(1);
  result.measurements = {{{4, 77}, {12, 0.5}}, {{4, 77}, {14, 0.25}}};
  // Number 20, the fastest, turns out slow; 4 fast.
  result.fitnessUpdates = {{4, {13, 0.5}}, {20, {99, 0.5}}};
  QVERIFY(store_->addGeneration(run_, result));
  const auto measurements = store_->measurements(run_).value();
  QCOMPARE(measurements.size(), std::size_t(2));
  QCOMPARE(measurements[1].fitness.runtime, 14.0);
  QVERIFY((measurements[1].code == Hash128{4, 77}));
  QCOMPARE(store_->individual(run_, 4)->result.fitness.runtime, 13.0);
  QCOMPARE(store_->front(run_).value(), (std::vector<std::int64_t>{4, 18, 17}));
  const auto changed = store_->changedVariants(run_, 1).value();
  QCOMPARE(changed.size(), std::size_t(2));
  QCOMPARE(changed[0].runtime, 13.0);
  QVERIFY(store_->changedVariants(run_, 2)->empty());
}

void StoreRunTest::frontIsSortedByRuntime() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  QCOMPARE(store_->front(run_).value(), (std::vector<std::int64_t>{10, 8, 7}));
}

void StoreRunTest::storedFrontEqualsTheFrontOfAllVariants() {
  QVERIFY(rc::check([&](const std::vector<std::pair<std::uint8_t, std::uint8_t>>& points) {
    RunSettings settings;
    settings.evaluation.objectives = {Objective::Time, Objective::Error};
    const std::int64_t run = store_->beginRun(settings, "device", sample::original()).value();
    GenerationResult result;
    std::int64_t id = 0;
    for (const auto& [runtime, error] : points) {
      result.evaluations.push_back(sample::individual(++id, result.generation, runtime % 8, error % 8));
      if (id % 5 != 0) continue;
      RC_ASSERT(store_->addGeneration(run, std::exchange(result, {})));
      result.generation = std::uint32_t(id / 5);
    }
    RC_ASSERT(store_->addGeneration(run, result));
    std::vector<std::int64_t> expected;
    for (const VariantRow& row : paretoFront(store_->variants(run).value())) expected.push_back(row.id);
    RC_ASSERT(store_->front(run).value() == expected);
  }));
}

void StoreRunTest::onlyVariantsThatPassedAllTestsAreOnTheFront() {
  GenerationResult result = sample::generation(0);
  result.evaluations[9].result.stage = Stage::Tests;
  QVERIFY(store_->addGeneration(run_, result));
  QCOMPARE(store_->front(run_).value(), (std::vector<std::int64_t>{8, 7}));
}

void StoreRunTest::checkpointHasAllEvaluations() {
  GenerationResult result = sample::generation(0);
  result.evaluations[0].result.stage = Stage::Tests;
  result.evaluations[1].origin = result.evaluations[2].origin = Origin::Verified;
  result.measurements = {{{1, 77}, {99, 0}}};
  QVERIFY(store_->addGeneration(run_, result));
  const Checkpoint checkpoint = store_->checkpoint(run_).value();
  QCOMPARE(checkpoint.found.size(), std::size_t(8));
  QCOMPARE(checkpoint.found[1].id, std::int64_t(1));
  QVERIFY(!checkpoint.found[1].passedAll);
  QVERIFY(checkpoint.found[2].passedAll);
  QCOMPARE(checkpoint.found[2].fitness.runtime, 98.0);
  QCOMPARE(checkpoint.verified.size(), std::size_t(2));
  QVERIFY(checkpoint.verified[0].valid);
  QVERIFY(!checkpoint.verified[1].valid);
  QCOMPARE(checkpoint.measurements.size(), std::size_t(1));
}

void StoreRunTest::settingsAndDeviceOfARunAreRestored() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  const RunInfo info = store_->runs()->at(0);
  QCOMPARE(info.settings.search.seed, std::uint64_t(99));
  QCOMPARE(info.device, std::string("simulated H200"));
  QCOMPARE(info.originalRuntime, 100.0);
  QCOMPARE(info.generations, 1U);
}

void StoreRunTest::statusIsRestored() {
  const RunStatus status{RunState::Paused, {3, 4, 256, 1000, 200, 12.5, 2, 1}, 99.5};
  QVERIFY(store_->setStatus(run_, status));
  const RunStatus found = store_->runs()->at(0).status;
  QCOMPARE(found.state, RunState::Paused);
  QCOMPARE(found.progress.slotCount, 256U);
  QCOMPARE(found.progress.evaluations, std::uint64_t(1000));
  QCOMPARE(found.progress.workersRestarted, 1U);
  QCOMPARE(found.runSeconds, 99.5);
}

void StoreRunTest::checkpointIsTheLastCompleteGeneration() {
  for (std::uint32_t number = 0; number < 3; ++number) QVERIFY(store_->addGeneration(run_, sample::generation(number)));
  const Individual unfinished = sample::individual(-1, 3, 50, 0);
  QVERIFY(store_->addUnfinishedEvaluations(run_, {unfinished}));
  const Checkpoint checkpoint = store_->checkpoint(run_).value();
  QCOMPARE(checkpoint.generation, 2U);
  QCOMPARE(checkpoint.nextId, std::int64_t(31));
  QCOMPARE(checkpoint.codes.size(), std::size_t(31));
  std::vector<std::int64_t> ids;
  for (const Individual& member : checkpoint.population) ids.push_back(member.id);
  QCOMPARE(ids, sample::generation(2).population);
  QCOMPARE(checkpoint.island, std::vector<std::uint32_t>(ids.size()));
  QCOMPARE(dump(checkpoint.unfinished), dump(std::vector{unfinished}));
}

void StoreRunTest::checkpointHasTheMembersOfEachIsland() {
  GenerationResult generation = sample::generation(0);
  generation.population = {1, 2, 1, 4};
  generation.rank = {0, 1, 0, 0};
  generation.island = {0, 0, 1, 1};
  QVERIFY(store_->addGeneration(run_, generation));
  const Checkpoint checkpoint = store_->checkpoint(run_).value();
  std::vector<std::int64_t> ids;
  for (const Individual& member : checkpoint.population) ids.push_back(member.id);
  QCOMPARE(ids, generation.population);
  QCOMPARE(checkpoint.island, generation.island);
}

void StoreRunTest::checkpointOfANewRunIsEmpty() {
  const Checkpoint checkpoint = store_->checkpoint(run_).value();
  QVERIFY(checkpoint.population.empty());
  QCOMPARE(checkpoint.nextId, std::int64_t(1));
}

void StoreRunTest::unfinishedEvaluationsAreRemovedWithTheirGeneration() {
  QVERIFY(store_->addUnfinishedEvaluations(run_, {sample::generation(0).evaluations[0]}));
  QCOMPARE(store_->checkpoint(run_)->unfinished.size(), std::size_t(1));
  QVERIFY(store_->variants(run_)->size() == 1);
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  QVERIFY(store_->checkpoint(run_)->unfinished.empty());
}

void StoreRunTest::anUnfinishedEvaluationIsReadByItsId() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  QVERIFY(store_->addUnfinishedEvaluations(run_, sample::generation(1).evaluations));
  const std::vector<VariantRow> rows = store_->unfinishedVariants(run_, 1).value();
  QVERIFY(!rows.empty());
  for (const VariantRow& row : rows) {
    const Individual found = store_->individual(run_, row.id).value();
    QCOMPARE(found.id, row.id);
    QCOMPARE(found.result.fitness.runtime, row.runtime);
    QVERIFY(found.result.code == row.code);
    QCOMPARE(found.edits.size(), std::size_t(row.edits));
  }
  QVERIFY(store_->addGeneration(run_, sample::generation(1)));
  QVERIFY2(!store_->individual(run_, rows.front().id), "it has another id now");
}

void StoreRunTest::failedGenerationIsRolledBack() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  GenerationResult broken = sample::generation(1);
  broken.evaluations.back().id = broken.evaluations.front().id;
  QVERIFY(!store_->addGeneration(run_, broken));
  QCOMPARE(store_->generations(run_)->size(), std::size_t(1));
  QCOMPARE(store_->individuals(run_)->size(), std::size_t(11));
  // Edits numbered by the failed transaction are numbered again.
  QVERIFY(store_->addGeneration(run_, sample::generation(1)));
  const auto reader = Store::open(store_->path(), Store::Access::Read);
  QCOMPARE(dump((*reader)->individuals(run_, 11).value()), dump(sample::generation(1).evaluations));
}

void StoreRunTest::nanAndInfinityAreRestored() {
  GenerationResult result = sample::generation(0);
  result.evaluations[2].result.fitness = {std::nan(""), HUGE_VAL};
  QVERIFY(store_->addGeneration(run_, result));
  const Fitness fitness = store_->individual(run_, 3)->result.fitness;
  QVERIFY(std::isnan(fitness.runtime));
  QCOMPARE(fitness.error, HUGE_VAL);
}

void StoreRunTest::variantsWithInvalidFiguresAreLeftOut() {
  GenerationResult result = sample::generation(0);
  result.evaluations[0].result.fitness.runtime = std::nan("");
  result.evaluations[1].result.fitness.error = HUGE_VAL;
  QVERIFY(store_->addGeneration(run_, result));
  const std::vector<VariantRow> variants = store_->variants(run_).value();
  for (const VariantRow& row : variants) QVERIFY(row.id != 1 && row.id != 2);
}

void StoreRunTest::validationsAreRestored() {
  QVERIFY(store_->addValidation(run_, {4, false, "result differs"}));
  QVERIFY(store_->addValidation(run_, {4, true, "exact on 1 held-out test"}));
  const auto rows = store_->validations(run_).value();
  QCOMPARE(rows.size(), std::size_t(1));
  QVERIFY(rows[0].passed);
  QCOMPARE(rows[0].message, std::string("exact on 1 held-out test"));
}

void StoreRunTest::eachCandidateHasItsOwnValidation() {
  ValidationRow first{4, false, "\"96 96 7\": result differs", 1, {"96 96 7", "33 65 7"}, 12.5, 25, unknown};
  QVERIFY(store_->addValidation(run_, first));
  QVERIFY(store_->addValidation(run_, {2, true, "exact", 2, {"96 96 8"}, 20, 25, 0.0004}));
  first.arguments = {"96 96 9"};
  QVERIFY(store_->addValidation(run_, first));
  const auto rows = store_->validations(run_).value();
  QCOMPARE(rows.size(), std::size_t(2));
  QCOMPARE(rows[0].candidate, 2U);
  QCOMPARE(rows[0].error, 0.0004);
  QVERIFY(std::isnan(rows[1].error));
  QCOMPARE(rows[1].variant, std::int64_t(4));
  QCOMPARE(rows[1].candidate, 1U);
  QCOMPARE(rows[1].arguments, std::vector<std::string>{"96 96 9"});
  QCOMPARE(rows[1].runtime, 12.5);
  QCOMPARE(rows[1].originalRuntime, 25.0);
}

void StoreRunTest::seedsAreRestored() {
  const std::vector<EditList> seeds{sample::individual(7, 0, 1, 0).edits, {}, sample::individual(2, 0, 1, 0).edits};
  const std::int64_t seeded = store_->beginRun({}, "device", sample::original(), seeds).value();
  QCOMPARE(store_->seeds(seeded).value(), seeds);
  QVERIFY(store_->seeds(run_)->empty());
}

void StoreRunTest::individualsCanBeReadInPages() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  QCOMPARE(dump(store_->individuals(run_, 3, 2).value()),
           dump({sample::generation(0).evaluations[2], sample::generation(0).evaluations[3]}));
  QVERIFY(store_->individuals(run_, 11, 2)->empty());
}

void StoreRunTest::runsAreIndependent() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  const std::int64_t second = store_->beginRun({}, "simulated H200", sample::original()).value();
  QVERIFY(second != run_);
  QVERIFY(store_->addGeneration(second, sample::generation(0)));
  QVERIFY(store_->addGeneration(second, sample::generation(1)));
  QCOMPARE(store_->individuals(run_)->size(), std::size_t(11));
  QCOMPARE(dump(store_->individuals(second, 1).value()).substr(0, 100), dump(sample::generation(0).evaluations).substr(0, 100));
}

void StoreRunTest::equalRunsHaveEqualRowsExceptForTimes() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  const std::int64_t second = store_->beginRun({}, "simulated H200", sample::original()).value();
  GenerationResult slower = sample::generation(0);
  slower.seconds = 99;
  for (Individual& one : slower.evaluations) one.result.stageMicroseconds.fill(7);
  QVERIFY(store_->addUnfinishedEvaluations(second, {slower.evaluations.rbegin(), slower.evaluations.rend()}));
  QVERIFY(store_->addGeneration(second, slower));
  const auto untimed = [&](std::int64_t run) {
    std::vector<Individual> all = store_->individuals(run).value();
    for (Individual& one : all) one.result.stageMicroseconds.fill(0);
    return dump(all);
  };
  QCOMPARE(untimed(second), untimed(run_));
}

void StoreRunTest::dataVersionChangesWithEveryCommit() {
  const auto reader = Store::open(store_->path(), Store::Access::Read);
  const std::int64_t own = store_->dataVersion().value();
  const std::int64_t seen = (*reader)->dataVersion().value();
  QCOMPARE((*reader)->dataVersion().value(), seen);
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  QVERIFY((*reader)->dataVersion().value() != seen);
  QVERIFY(store_->dataVersion().value() != own);
}

void StoreRunTest::readTogetherSeesOneState() {
  const auto reader = Store::open(store_->path(), Store::Access::Read).value();
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  const auto countNow = [&] { return reader->generations(run_).value().size(); };
  const Result<void> read = reader->readTogether([&]() -> Result<void> {
    if (countNow() != 1) return fail("before");
    if (!store_->addGeneration(run_, sample::generation(1))) return fail("the writer is kept waiting");
    if (countNow() != 1 || reader->population(run_).value() != sample::generation(0).population) return fail("meanwhile");
    // A call that reads one state itself, nested.
    if (reader->runs().value().back().generations != 1 || countNow() != 1) return fail("nested");
    return {};
  });
  QVERIFY2(read, read ? "" : read.error().message.c_str());
  QCOMPARE(countNow(), std::size_t(2));
}

void StoreRunTest::readTogetherPassesErrorsOn() {
  const Result<void> read = store_->readTogether([]() -> Result<void> { return fail("no such run"); });
  QVERIFY(!read);
  QCOMPARE(read.error().message, std::string("no such run"));
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
}

void StoreRunTest::readerCannotWrite() {
  const auto reader = Store::open(store_->path(), Store::Access::Read);
  QVERIFY(!(*reader)->addGeneration(run_, sample::generation(0)));
  QVERIFY(!(*reader)->beginRun({}, "", sample::original()));
}

void StoreRunTest::trialsAreRestored() {
  GenerationResult result = sample::generation(0);
  result.trials = {{4, 2, Reason::None, 0.003}, {5, 0, Reason::Race, 0}};
  result.counterexamples = {{0, 0, 5, Reason::Race, "a race"}};
  result.rejections = {{5, Reason::Race, "on the input \"3 3\": a race"}};
  result.causes = {{.input = 0, .variant = 5, .edits = {1, 0}, .needed = 1, .passing = std::nullopt, .trials = 3}};
  QVERIFY(store_->addGeneration(run_, result));
  const Checkpoint checkpoint = store_->checkpoint(run_).value();
  QCOMPARE(checkpoint.trials.size(), std::size_t(2));
  QCOMPARE(checkpoint.trials[0].trial.input, 2U);
  QCOMPARE(checkpoint.trials[0].trial.error, 0.003);
  QCOMPARE(checkpoint.trials[1].code, result.evaluations[4].result.code);
  QCOMPARE(checkpoint.trials[1].message, result.rejections[0].message);
  QCOMPARE(checkpoint.counterexamples.size(), std::size_t(1));
  QCOMPARE(checkpoint.counterexamples[0].message, std::string("a race"));
  QCOMPARE(checkpoint.rejections.size(), std::size_t(1));
  QCOMPARE(checkpoint.rejections[0].code, checkpoint.trials[1].code);
  QCOMPARE(checkpoint.causes.size(), std::size_t(1));
  const FailureCause& cause = checkpoint.causes[0].cause;
  QCOMPARE(cause.edits, (std::vector<std::uint32_t>{1, 0}));
  QVERIFY(cause.needed == 1 && !cause.passing && cause.trials == 3);
  QCOMPARE(checkpoint.causes[0].variant.edits, result.evaluations[4].edits);
  QCOMPARE(checkpoint.evaluations.tested, std::uint64_t(10));
}

void StoreRunTest::whatACounterexampleRejectsIsNoVariant() {
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
  QVERIFY(store_->front(run_).value().front() == 10);
  GenerationResult next = sample::generation(1);
  next.rejections = {{10, Reason::WrongOutput, "on the input \"3 3\": out differs"},
                     {20, Reason::WrongOutput, "on the input \"3 3\": out differs"}};
  QVERIFY(store_->addGeneration(run_, next));
  const Individual rejected = store_->individual(run_, 10).value();
  QCOMPARE(rejected.result.reason, Reason::WrongOutput);
  QCOMPARE(rejected.result.message, next.rejections[0].message);
  QCOMPARE(store_->rejections(run_).value(), (std::vector<std::int64_t>{10, 20}));
  for (const VariantRow& row : store_->variants(run_).value()) QVERIFY(row.id != 10 && row.id != 20);
  for (const std::int64_t id : store_->front(run_).value()) QVERIFY(id != 10 && id != 20);
}

void StoreRunTest::fuzzInputsAreKeptOnce() {
  const std::vector<FuzzInput> inputs{{{TestRole::Fuzz, "3 3", sample::noise(10, 5)}, 40},
                                      {{TestRole::Fuzz, "9 9", sample::noise(90, 6)}, 70}};
  QVERIFY(store_->addFuzzInputs(inputs));
  QVERIFY(store_->addFuzzInputs({{{TestRole::Fuzz, "1 1", {}}, 1}}));
  const auto kept = store_->fuzzInputs().value();
  QCOMPARE(kept.size(), std::size_t(2));
  QCOMPARE(kept[1].work, std::uint64_t(70));
  QVERIFY(kept[1].test.role == TestRole::Fuzz);
  QCOMPARE(ByteView(kept[1].test.trace).size(), std::size_t(90));
  GenerationResult result = sample::generation(0);
  result.counterexamples = {{0, 1, 5, Reason::Race, "a race"}};
  QVERIFY(store_->addGeneration(run_, result));
  QCOMPARE(store_->counterexamples(run_).value().front().arguments, std::string("9 9"));
}

void StoreRunTest::whatInputsReachIsKept() {
  QVERIFY(!store_->coverage().value().isMeasured());
  const CoverableCode code{{{"a.cu", 3}, {"a.cu", 7}}, {{"_Z4stepv", 1}, {"_Z4stepv", -1}, {"_Z4stepv", 0}}};
  const Coverage ofTest{{true, false}, {true, false, false}};
  const Coverage ofInput{{true, true}, {true, true, false}};
  QVERIFY(store_->setCoverage({code, {{TestRole::Test, ofTest}, {TestRole::Screen, {{false, false}, {false, false, true}}}}}));
  QVERIFY(store_->addFuzzInputs({{{TestRole::Fuzz, "3 3", {}}, 40, ofInput}}));
  const ProgramCoverage kept = store_->coverage().value();
  QVERIFY(kept.code == code);
  QCOMPARE(kept.inputs.size(), std::size_t(3));
  QVERIFY(kept.inputs[0].role == TestRole::Screen);
  QVERIFY(kept.inputs[1].role == TestRole::Test && kept.inputs[1].reached == ofTest);
  QVERIFY(kept.inputs[2].role == TestRole::Fuzz && kept.inputs[2].reached == ofInput);
  QVERIFY(store_->setCoverage({code, {{TestRole::Test, ofTest}}}));
  QCOMPARE(store_->coverage().value().inputs.size(), std::size_t(1));
}

void StoreRunTest::whatFuzzInputsReachOfOtherCodeIsNotKept() {
  QVERIFY(store_->addFuzzInputs({{{TestRole::Fuzz, "3 3", {}}, 40, {{true}, {true}}}, {{TestRole::Fuzz, "4 4", {}}, 40, {}}}));
  QVERIFY(!store_->coverage().value().isMeasured());
  QCOMPARE(store_->fuzzLines().value().size(), std::size_t(2));
}

QTEST_GUILESS_MAIN(StoreRunTest)
#include "store_run_test.moc"
