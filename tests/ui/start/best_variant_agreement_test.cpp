/// The commands, the window and the card of a recent file name the same variant as the best of a run.

#include "core/validation/best_variants.h"
#include "tests/core/base/value_of.h"
#include "tests/ui/stored_run.h"
#include "ui/model/run_model.h"
#include "ui/start/file_summary.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>
#include <future>

namespace gevo::ui {
namespace {

/// A run whose original takes 20 µs, to be written as a scenario needs it.
struct Scenario {
  RunSettings settings;
  DeviceReport report;
  std::vector<Individual> variants;
  std::vector<Individual> derived; ///< of the variant that is the parent
  std::vector<ValidationRow> validations;

  Individual& add(std::int64_t id, double runtime, double error = 0) {
    return variants.emplace_back(synthetic::stored(id, 0, runtime, error));
  }
  void derive(std::int64_t parent, double runtime, double error = 0) {
    Individual one = synthetic::stored(parent, 0, runtime, error);
    one.parent = parent;
    one.edits.resize(1);
    one.active.resize(1);
    one.result.code = {99, 5};
    derived.push_back(one);
  }
  void validate(std::int64_t variant, bool passed) { validations.push_back({.variant = variant, .passed = passed, .candidate = 1}); }
};

using Write = std::function<void(Scenario&)>;

} // namespace

class BestVariantAgreementTest : public QObject {
  Q_OBJECT
private slots:
  void itIsTheSameEverywhere_data();
  void itIsTheSameEverywhere();
};

void BestVariantAgreementTest::itIsTheSameEverywhere_data() {
  QTest::addColumn<Write>("write");
  QTest::addColumn<qint64>("best");
  const auto scenario = [](const char* name, qint64 best, const Write& write) { QTest::newRow(name) << write << best; };
  scenario("the fastest exact one", 2, [](Scenario& run) {
    run.add(1, 18);
    run.add(2, 16);
    run.add(3, 15, 0.01);
  });
  scenario("where the front's failed, the next, which was not validated", 2, [](Scenario& run) {
    run.add(1, 15);
    run.add(2, 16);
    run.validate(1, false);
  });
  scenario("not one with the code of one that failed", 3, [](Scenario& run) {
    run.add(1, 15);
    const Hash128 code = run.variants[0].result.code; // add() may move the variants
    run.add(2, 16).result.code = code;
    run.add(3, 17);
    run.validate(1, false);
  });
  scenario("not one with all edits of one that failed, though it passed", 3, [](Scenario& run) {
    run.add(1, 15).edits.resize(2);
    run.variants[0].active.resize(2);
    run.add(2, 16).edits = synthetic::stored(1, 0, 1, 0).edits;
    run.add(3, 17);
    run.validate(1, false);
    run.validate(2, true);
  });
  scenario("what was derived of one that failed, before it is validated", firstDerivedId, [](Scenario& run) {
    run.add(1, 15);
    run.add(2, 17);
    run.derive(1, 16);
    run.validate(1, false);
  });
  scenario("one that passed rather than a slower derived one", 2, [](Scenario& run) {
    run.add(1, 15);
    run.add(2, 16);
    run.derive(1, 17);
    run.validate(1, false);
    run.validate(2, true);
    run.validate(firstDerivedId, true);
  });
  scenario("what is exact of one that failed and was not", firstDerivedId, [](Scenario& run) {
    run.add(1, 15, 0.01);
    run.add(2, 17);
    run.derive(1, 16);
    run.validate(1, false);
    run.validate(firstDerivedId, true);
  });
  scenario("nothing where nvcc's original is faster", 0, [](Scenario& run) {
    run.add(1, 15);
    run.report.nvcc.compiler = "release 13.0";
    run.report.nvcc.result.reason = Reason::None;
    run.report.nvcc.result.fitness.runtime = 14;
  });
  scenario("not one that passed a single test", 2, [](Scenario& run) {
    run.add(1, 15).result.stage = Stage::Tests;
    run.add(2, 16);
    run.validate(1, true);
  });
  scenario("where energy is an objective, one that was not measured for it", 1, [](Scenario& run) {
    run.settings.evaluation.device = "cuda";
    run.settings.evaluation.objectives = {Objective::Time, Objective::Error, Objective::Energy};
    run.add(1, 15);
    run.add(2, 16).result.fitness.energy = 3;
  });
  scenario("where the error is no objective, one behind the front", 2, [](Scenario& run) {
    run.settings.evaluation.objectives = {Objective::Time};
    run.add(1, 15, 0.005);
    run.add(2, 16);
  });
}

void BestVariantAgreementTest::itIsTheSameEverywhere() {
  QFETCH(Write, write);
  QFETCH(qint64, best);
  const QTemporaryDir folder;
  qputenv("XDG_DATA_HOME", folder.path().toUtf8());
  const QString path = folder.filePath("a.gevo");
  Scenario scenario;
  write(scenario);
  {
    const auto store = valueOf(Store::create(path.toStdString(), {}));
    Individual original = synthetic::stored(0, 0, 20, 0);
    if (measuresEnergy(scenario.settings.evaluation)) original.result.fitness.energy = 4;
    valueOf(store->beginRun(scenario.settings, "simulated H200", original, {}, scenario.report));
    GenerationResult generation;
    generation.evaluations = scenario.variants;
    QVERIFY(store->addGeneration(1, generation));
    for (const Individual& derived : scenario.derived) valueOf(store->addDerived(1, derived));
    for (const ValidationRow& validation : scenario.validations) QVERIFY(store->addValidation(1, validation));
  }

  const auto store = valueOf(Store::open(path.toStdString(), Store::Access::Read));
  QCOMPARE(valueOf(bestVariant(*store, valueOf(store->runs()).back(), {0})).value_or(0), best);
  const std::optional<Individual> individual = valueOf(bestIndividual(*store, valueOf(store->runs()).back(), {0}));
  QCOMPARE(individual ? individual->id : 0, best);

  std::promise<std::shared_ptr<const RunUpdate>> first;
  const Follower follower(
      path.toStdString(), 0, [&](const std::shared_ptr<const RunUpdate>& update) { first.set_value(update); },
      [](const Error& error) { qFatal("%s", error.message.c_str()); }, std::chrono::hours(1));
  RunModel model;
  model.apply(first.get_future().get());
  const VariantRow* shown = model.best(0);
  QCOMPARE(shown ? shown->id : 0, best);

  const FileSummary summary = summaryOf(path);
  const auto inexact = valueOf(bestVariant(*store, valueOf(store->runs()).back(), {1}));
  QCOMPARE(summary.best, best != 0 ? best : inexact.value_or(0));
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::BestVariantAgreementTest)
#include "best_variant_agreement_test.moc"
