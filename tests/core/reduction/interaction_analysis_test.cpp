/// Interactions of variants in a file, evaluated by fake workers: 30, 32 and 34 fail without each other, 38 fails without 42, which gains
/// nothing; 4 and 6 gain two and three per cent by themselves, 14 gains nothing.

#include <QTest>

#include "core/reduction/interaction_analysis.h"
#include "core/store/subset_results.h"
#include "tests/core/base/value_of.h"

#include <QTemporaryDir>
#include <cmath>
#include <set>

using namespace gevo;

namespace {

JobOptions settings() {
  JobOptions settings;
  settings.workerProgram = GEVO_FAKE_WORKER;
  return settings;
}

/// Nothing can be evaluated.
JobOptions withoutWorkers() {
  JobOptions settings;
  settings.workerProgram = "/nonexistent/gevo-worker";
  return settings;
}

Individual variant(std::int64_t id, const std::vector<std::uint64_t>& targets, double runtime) {
  Individual individual;
  individual.id = id;
  individual.origin = id == 0 ? Origin::Original : Origin::InitialMutation;
  individual.slot = std::uint32_t(id);
  individual.parent = id == 0 ? -1 : 0;
  for (const std::uint64_t target : targets)
    individual.edits.push_back({100 + target, Operator::Delete, InstructionRef::base(target), {}, {}, {}});
  individual.active.assign(targets.size(), true);
  individual.result.stage = Stage::Done;
  individual.result.reason = Reason::None;
  individual.result.fitness = {runtime, id == 0 ? 0 : 0.001}; // 30 costs accuracy
  individual.result.code = hashText(std::to_string(id));
  return individual;
}

/// Positions among {4, 30, 32, 34, 6, 38, 42}: what is left of `whole`.
void checkFound(const InteractionAnalysis& found) {
  QVERIFY(found.analysis.smaller);
  QCOMPARE(found.analysis.variant.edits.size(), std::size_t(7));
  const Interactions& interactions = found.interactions;
  QVERIFY(interactions.complete);
  QCOMPARE(interactions.clusters.size(), std::size_t(2));
  QCOMPARE(interactions.clusters[0].edits, (std::vector<std::size_t>{1, 2, 3}));
  QCOMPARE(interactions.clusters[1].edits, (std::vector<std::size_t>{5, 6}));
  QVERIFY(interactions.edits[0].role == EditRole::Independent);
  QVERIFY(interactions.edits[6].steppingStone);
  QCOMPARE(interactions.needs.size(), std::size_t(7));
  QVERIFY((interactions.needs.back() == Need{5, 6, NeedKind::Fails}));
  QCOMPARE(found.analysis.shares[0], 86.0 / 84 - 1);
  QVERIFY(std::isinf(found.analysis.shares[1]));
}

const std::vector<std::uint64_t> targets{14, 4, 30, 28, 32, 34, 6, 38, 42};

} // namespace

class InteractionAnalysisTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int files_ = 0;

  std::unique_ptr<Store> newRun(const Individual& whole) {
    Project project;
    project.name = "interact";
    auto store = valueOf(Store::create(folder_.filePath(QString("%1.gevo").arg(++files_)).toStdString(), project));
    RunSettings run;
    run.evaluation.mode = Mode::Exact;
    valueOf(store->beginRun(run, "fake device", variant(0, {}, 100)));
    GenerationResult generation;
    generation.evaluations = {whole};
    generation.population = {whole.id};
    generation.rank = {0};
    if (!store->addGeneration(1, generation)) qFatal("no generation");
    return store;
  }
  static RunInfo runOf(const Store& store) { return valueOf(store.runs()).back(); }

private slots:
  void initTestCase() { qputenv("XDG_DATA_HOME", folder_.path().toUtf8()); }

  void clustersAndNeedsAreFoundByAnyNumberOfWorkers() {
    std::set<std::size_t> evaluations;
    for (const unsigned workers : {1U, 3U}) {
      const Individual whole = variant(1, targets, 84);
      const auto store = newRun(whole);
      const InteractionAnalysis found = valueOf(analyseInteractions(*store, runOf(*store), whole, {.workers = workers}, settings()));
      checkFound(found);
      evaluations.insert(found.interactions.evaluations);
    }
    QCOMPARE(evaluations.size(), std::size_t(1));
  }

  void secondAnalysisEvaluatesNothing() {
    const Individual whole = variant(1, targets, 84);
    const auto store = newRun(whole);
    checkFound(valueOf(analyseInteractions(*store, runOf(*store), whole, {.workers = 2}, settings())));
    checkFound(valueOf(analyseInteractions(*store, runOf(*store), whole, {}, withoutWorkers())));
  }

  void cancelledAnalysisGoesOn() {
    const Individual whole = variant(1, targets, 84);
    const auto store = newRun(whole);
    std::stop_source stop;
    JobOptions cancelling = settings();
    cancelling.cancel = stop.get_token();
    std::set<std::string> said;
    cancelling.progress = [&](const std::string& doing) {
      said.insert(doing);
      if (said.size() > 12) stop.request_stop();
    };
    const auto cancelled = analyseInteractions(*store, runOf(*store), whole, {}, cancelling);
    QVERIFY(!cancelled);
    QVERIFY(QString::fromStdString(cancelled.error().message).endsWith("was cancelled"));
    const auto results = valueOf(SubsetResults::open(store->path(), SubsetResults::Access::Read));
    EditList first = whole.edits;
    first.erase(first.begin(), first.begin() + 4); // the first half, as the minimiser begins
    QVERIFY(valueOf(results->find(1, first)));
    checkFound(valueOf(analyseInteractions(*store, runOf(*store), whole, {}, settings())));
  }

  void knownInteractionsNeedNoWorkers() {
    const Individual whole = variant(1, targets, 84);
    const auto store = newRun(whole);
    QVERIFY(!valueOf(knownInteractions(*store, runOf(*store), whole)));
    InteractionAnalysis found = valueOf(analyseInteractions(*store, runOf(*store), whole, {}, settings()));
    QVERIFY(!valueOf(knownInteractions(*store, runOf(*store), whole)));
    QVERIFY(keepAnalysis(store->path(), runOf(*store), found));
    const std::int64_t id = found.analysis.variant.id;
    QVERIFY(isDerived(id));
    const auto known = valueOf(knownInteractions(*store, runOf(*store), whole));
    QVERIFY(known.has_value());
    QCOMPARE(known->variant.id, id);
    QCOMPARE(known->interactions.clusters.size(), std::size_t(2));
    QCOMPARE(known->interactions.evaluations, found.interactions.evaluations);
    QVERIFY(valueOf(knownInteractions(*store, runOf(*store), known->variant)));
  }

  void thresholdsAreAtMostATenthOfTheGain() {
    const Individual whole = variant(1, {4}, 98);
    const auto store = newRun(whole);
    const InteractionAnalysis found = valueOf(analyseInteractions(*store, runOf(*store), whole, {}, settings()));
    QVERIFY(std::abs(found.interactions.options.tolerance - 0.1 * (100.0 / 98 - 1)) < 1e-12);
    QVERIFY(found.interactions.edits[0].role == EditRole::Independent);
  }
};

QTEST_GUILESS_MAIN(InteractionAnalysisTest)
#include "interaction_analysis_test.moc"
