#include <QTest>

#include "core/comparison/run_comparison.h"
#include "core/comparison/setting_differences.h"
#include "core/store/subset_results.h"
#include "tests/core/base/value_of.h"

#include <QTemporaryDir>

using namespace gevo;

namespace {

/// `uid` is of its run alone.
Edit deletes(std::uint64_t uid, std::uint64_t target) { return {uid, Operator::Delete, InstructionRef::base(target), {}, {}, {}}; }

Individual variant(std::int64_t id, EditList edits, double runtime, std::uint32_t generation = 0) {
  Individual individual;
  individual.id = id;
  individual.origin = id == 0 ? Origin::Original : Origin::InitialMutation;
  individual.generation = generation;
  individual.slot = std::uint32_t(id);
  individual.parent = id == 0 ? -1 : 0;
  individual.active.assign(edits.size(), true);
  individual.edits = std::move(edits);
  individual.result.stage = Stage::Done;
  individual.result.reason = Reason::None;
  individual.result.fitness = {runtime, 0};
  individual.result.code = hashText(std::to_string(id) + std::to_string(runtime));
  return individual;
}

} // namespace

class RunComparisonTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<Store> store_;
  int files_ = 0;

  /// Each generation is one variant.
  void addRun(const std::vector<Individual>& best, std::uint64_t seed, const std::string& device = "simulated H200",
              std::uint32_t population = 8) {
    RunSettings settings;
    settings.search.seed = seed;
    settings.search.population = population;
    const std::int64_t run = valueOf(store_->beginRun(settings, device, variant(0, {}, 100)));
    for (const Individual& one : best) {
      GenerationResult generation;
      generation.generation = one.generation;
      generation.evaluations = {one};
      generation.population = {one.id};
      generation.rank = {0};
      QVERIFY(store_->addGeneration(run, generation));
    }
  }
  RunComparison compare() const { return valueOf(compareRuns(*store_, valueOf(store_->runs()).front())); }

private slots:
  void initTestCase() { qputenv("XDG_DATA_HOME", folder_.path().toUtf8()); }
  void init() {
    Project project;
    project.name = "compare";
    store_ = valueOf(Store::create(folder_.filePath(QString("%1.gevo").arg(++files_)).toStdString(), project));
  }

  void eachGenerationHasItsSpread() {
    addRun({variant(1, {deletes(1, 4)}, 80), variant(2, {deletes(2, 5)}, 50, 1)}, 1);
    addRun({variant(1, {deletes(1, 4)}, 100), variant(2, {deletes(2, 6)}, 80, 1)}, 2);
    addRun({variant(1, {deletes(1, 4)}, 80)}, 3); // ended earlier
    const RunComparison found = compare();
    QCOMPARE(found.runs.size(), std::size_t(3));
    QCOMPARE(found.spread.size(), std::size_t(2));
    const SpreadRow& last = found.spread[1];
    QCOMPARE(last.runs, std::size_t(2));
    QCOMPARE(last.best, 2.0);
    QCOMPARE(last.worst, 1.25);
    QCOMPARE(last.median, 1.25);
    QCOMPARE(last.mean, (2 + 1.25 + 1.25) / 3);
    QCOMPARE(found.spread[0].best, 1.25);
    QCOMPARE(found.spread[0].worst, 1.0);
    QCOMPARE(found.runs[0].speedup(), 2.0);
  }

  void editsThatDoTheSameAreOne() {
    addRun({variant(1, {deletes(11, 4), deletes(12, 5)}, 50)}, 1);
    addRun({variant(1, {deletes(21, 5), deletes(22, 9)}, 50)}, 2);
    addRun({variant(1, {deletes(31, 5)}, 50)}, 3);
    const RunComparison found = compare();
    QCOMPARE(found.edits.size(), std::size_t(3));
    QCOMPARE(found.edits[0].foundBy, (std::vector<bool>{true, true, true}));
    QCOMPARE(found.edits[0].run, std::size_t(0));
    QCOMPARE(found.edits[0].place, std::size_t(1));
    QCOMPARE(found.edits[1].count(), std::size_t(1));
  }

  void inactiveEditsAreNotFound() {
    Individual idle = variant(1, {deletes(11, 4), deletes(12, 5)}, 50);
    idle.active[0] = false;
    addRun({idle}, 1);
    QCOMPARE(compare().edits.size(), std::size_t(1));
  }

  void settingsThatDifferAreNamed() {
    addRun({variant(1, {deletes(1, 4)}, 80)}, 1);
    addRun({variant(1, {deletes(1, 4)}, 80)}, 2);
    QVERIFY(compare().differences.empty()); // but for the seed
    addRun({variant(1, {deletes(1, 4)}, 80)}, 2, "simulated H200", 16);
    const RunComparison found = compare();
    QCOMPARE(found.differences.size(), std::size_t(1));
    QCOMPARE(found.differences[0].setting, std::string("search.population"));
    QCOMPARE(found.differences[0].values, (std::vector<std::string>{"8", "8", "16"}));
  }

  void ideasAreOneSettingHoweverManyTheyAre() {
    std::vector<RunSettings> runs(3);
    runs[0].search.ideas = {{"delete: barrier", 3}, {"unroll 8: innermost loop", 2}};
    runs[1].search.ideas = {{"delete: barrier", 3}, {"unroll 4: innermost loop", 2}};
    const std::vector<SettingDifference> differences = settingDifferences(runs);
    QCOMPARE(differences.size(), std::size_t(1));
    QCOMPARE(differences[0].setting, std::string("search.ideas"));
    QCOMPARE(differences[0].values, (std::vector<std::string>{"2", "2", "0"}));
  }

  void runsOnAnotherDeviceAreLeftOut() {
    addRun({variant(1, {deletes(1, 4)}, 80)}, 1);
    addRun({variant(1, {deletes(1, 4)}, 10)}, 2, "NVIDIA H200");
    QCOMPARE(compare().runs.size(), std::size_t(1));
  }

  void runWithoutAGainComparesToo() {
    addRun({variant(1, {deletes(1, 4)}, 120)}, 1);
    addRun({}, 2);
    const RunComparison found = compare();
    QVERIFY(!found.runs[0].best);
    QCOMPARE(found.runs[0].speedup(), 1.0);
    QCOMPARE(found.spread.size(), std::size_t(1));
    QCOMPARE(found.spread[0].worst, 1.0);
    QVERIFY(found.edits.empty());
  }

  /// The two edits of the first run's best act only together. The second run has both, the third one of them.
  void clustersAreComplete() {
    const EditList pair{deletes(11, 4), deletes(12, 5)};
    addRun({variant(1, pair, 50)}, 1);
    addRun({variant(1, {deletes(21, 5), deletes(22, 4), deletes(23, 9)}, 50)}, 2);
    addRun({variant(1, {deletes(31, 5)}, 90)}, 3);
    const auto results = valueOf(SubsetResults::open(store_->path(), SubsetResults::Access::Write));
    const auto outcome = [](Reason reason, double runtime) {
      EvaluationResult result;
      result.stage = Stage::Done;
      result.reason = reason;
      result.fitness = {runtime, 0};
      return result;
    };
    QVERIFY(results->add(1, {{{pair[0]}, {true}, outcome(Reason::WrongOutput, 0)},
                             {{pair[1]}, {true}, outcome(Reason::WrongOutput, 0)},
                             {pair, {true, true}, outcome(Reason::None, 50)}}));
    QVERIFY(results->setAnalysis(1, 1, {0.01, 0.01, 100}));
    const RunComparison found = compare();
    QCOMPARE(found.clusters.size(), std::size_t(1));
    QCOMPARE(found.clusters[0].edits, pair);
    QCOMPARE(found.clusters[0].gain, 0.5);
    QCOMPARE(found.clusters[0].present, (std::vector<std::size_t>{2, 2, 1}));
  }
};

QTEST_GUILESS_MAIN(RunComparisonTest)
#include "run_comparison_test.moc"
