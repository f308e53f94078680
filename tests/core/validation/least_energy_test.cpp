/// The variant that needs the least energy, where a run measures it.

#include <QTest>

#include "core/validation/best_variants.h"
#include "tests/core/store/sample_run.h"

#include <QTemporaryDir>

using namespace gevo;

class LeastEnergyTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

private slots:
  void isACriterionIfEnergyIsAnObjective() {
    EvaluationSettings settings;
    settings.tolerance = 0.02;
    QCOMPARE(criteriaOf(settings).size(), std::size_t(2));
    settings.objectives.push_back(Objective::Energy);
    QCOMPARE(criteriaOf(settings).size(), std::size_t(3));
    QCOMPARE(criteriaOf(settings).back().least, Objective::Energy);
    QCOMPARE(criteriaOf(settings).back().error, 0.02);
    settings.mode = Mode::Exact;
    QCOMPARE(criteriaOf(settings).back().error, 0.0);
  }

  /// It may be slower than the original, but not need more energy, be unmeasured, or have failed a held-out test.
  void needsLessThanTheOriginalAndHasNotFailed() {
    qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
    const auto store = Store::create(folder_.filePath("a.gevo").toStdString(), Project{.name = "small"});
    QVERIFY(store);
    RunSettings settings;
    settings.evaluation.device = "cuda";
    settings.evaluation.objectives = {Objective::Time, Objective::Error, Objective::Energy};
    Individual original = sample::original(); // 100 us
    original.result.fitness.energy = 200;
    QVERIFY((*store)->beginRun(settings, "GPU", original));
    GenerationResult result;
    const auto add = [&](double runtime, double error, double energy) {
      Individual one = sample::individual(std::int64_t(result.evaluations.size()) + 1, 0, runtime, error);
      one.edits = {sample::edit(100 + std::uint64_t(one.id))};
      one.active = {true};
      one.result.fitness.energy = energy;
      result.evaluations.push_back(one);
    };
    add(110, 0, 150);
    add(120, 0, 140);
    add(80, 0, 210);
    add(70, 0, notMeasured);
    add(90, 0.5, 10); // above the tolerance
    QVERIFY((*store)->addGeneration(1, result));
    const RunInfo run = (*store)->runs()->front();
    const BestCriterion question = criteriaOf(settings.evaluation).back();
    QCOMPARE(bestVariant(**store, run, question).value(), std::optional<std::int64_t>(2));
    QVERIFY((*store)->addValidation(1, {.variant = 2, .passed = false, .candidate = 1}));
    QCOMPARE(bestVariant(**store, run, question).value(), std::optional<std::int64_t>(1));
    QCOMPARE(bestVariant(**store, run, {0}).value(), std::optional<std::int64_t>(4)); // the fastest is another variant
  }
};

QTEST_GUILESS_MAIN(LeastEnergyTest)
#include "least_energy_test.moc"
