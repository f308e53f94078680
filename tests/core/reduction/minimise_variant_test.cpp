/// Minimising and repairing variants, and the validation of the results. For the fake workers an edit's target determines its gain: 14
/// gains nothing, 4 gains two per cent, 6 three.

#include <QTest>

#include "core/reduction/minimise_variant.h"
#include "core/validation/best_variants.h"
#include "core/validation/repair.h"
#include "tests/core/base/value_of.h"

#include <QTemporaryDir>

using namespace gevo;

namespace {

JobOptions settings() {
  JobOptions settings;
  settings.workerProgram = GEVO_FAKE_WORKER;
  return settings;
}

Individual variant(std::int64_t id, const std::vector<std::uint64_t>& targets, double runtime) {
  Individual individual;
  individual.id = id;
  individual.origin = Origin::InitialMutation;
  individual.slot = std::uint32_t(id);
  individual.parent = 0;
  for (const std::uint64_t target : targets)
    individual.edits.push_back({100 + target, Operator::Delete, InstructionRef::base(target), {}, {}, {}});
  individual.active.assign(targets.size(), true);
  individual.result.stage = Stage::Done;
  individual.result.reason = Reason::None;
  individual.result.fitness = {runtime, 0};
  individual.result.code = hashText(std::to_string(id));
  return individual;
}

std::vector<std::uint64_t> targetsOf(const Individual& individual) {
  std::vector<std::uint64_t> targets;
  for (const Edit& edit : individual.edits) targets.push_back(edit.target.id);
  return targets;
}

} // namespace

class MinimiseVariantTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int files_ = 0;

  std::unique_ptr<Store> newRun(const std::vector<Individual>& variants, const char* heldOut, double original = 100,
                                const char* device = "") {
    Project project;
    project.name = device;
    project.tests = {{TestRole::HeldOut, heldOut, {}}};
    project.build.heldOut = {heldOut};
    auto store = valueOf(Store::create(folder_.filePath(QString("%1.gevo").arg(++files_)).toStdString(), project));
    RunSettings run;
    run.evaluation.mode = Mode::Exact;
    valueOf(store->beginRun(run, "fake device", variant(0, {}, original)));
    GenerationResult generation;
    generation.evaluations = variants;
    for (const Individual& one : variants) {
      generation.population.push_back(one.id);
      generation.rank.push_back(0);
    }
    if (!store->addGeneration(1, generation)) qFatal("no generation");
    return store;
  }
  static RunInfo runOf(const Store& store) { return valueOf(store.runs()).back(); }
  Result<BestReport> bestOf(Store& store) const {
    Validator validator(store, runOf(store), settings());
    return validateBest(store, runOf(store), validator, settings());
  }

private slots:
  void initTestCase() { qputenv("XDG_DATA_HOME", folder_.path().toUtf8()); }

  void editsWithoutEffectOnTheTestsAreRemoved() {
    const Individual whole = variant(1, {14, 4, 28, 6}, 95);
    const auto store = newRun({whole}, "pass");
    const auto smaller = valueOf(minimiseVariant(*store, runOf(*store), whole, settings()));
    QVERIFY(smaller.has_value());
    QCOMPARE(targetsOf(*smaller), (std::vector<std::uint64_t>{4, 6}));
    QCOMPARE(smaller->result.fitness.runtime, 95.0);
    QCOMPARE(smaller->active, (std::vector<bool>{true, true}));
    QCOMPARE(smaller->origin, Origin::Derived);
    QCOMPARE(smaller->parent, std::int64_t(1));
  }

  void variantWithoutSuperfluousEditsIsNotMinimised() {
    const Individual whole = variant(1, {4, 6}, 95);
    const auto store = newRun({whole}, "pass");
    QVERIFY(!valueOf(minimiseVariant(*store, runOf(*store), whole, settings())).has_value());
  }

  void shareOfAnEditIsTheSlowdownWithoutIt() {
    const Individual whole = variant(1, {14, 4, 6}, 95);
    const auto store = newRun({whole}, "pass");
    const Analysis analysis = valueOf(analyse(*store, runOf(*store), whole, settings()));
    QVERIFY(analysis.smaller);
    QCOMPARE(targetsOf(analysis.variant), (std::vector<std::uint64_t>{4, 6}));
    QCOMPARE(analysis.shares, (std::vector<double>{97.0 / 95 - 1, 98.0 / 95 - 1}));
  }

  void runTimedDifferentlyIsAnError() {
    const Individual whole = variant(1, {14, 4, 6}, 85);
    const auto store = newRun({whole}, "pass", 90); // on the workers it takes 100
    const auto analysis = analyse(*store, runOf(*store), whole, settings());
    QVERIFY(!analysis);
    QCOMPARE(analysis.error().message,
             std::string("run 1 was timed differently: the original takes 100 us now and took 90 us then; start a new run"));
  }

  /// The clock frequency of a GPU varies.
  void measuringDevicesMayTimeTheOriginalDifferently() {
    const Individual whole = variant(1, {14, 4, 6}, 75);
    const auto store = newRun({whole}, "pass", 80, "noise=0.0001");
    const auto analysis = analyse(*store, runOf(*store), whole, settings());
    QVERIFY2(analysis, analysis ? "" : analysis.error().message.c_str());
  }

  void shareOfASingleEditIsTheWholeGain() {
    const Individual whole = variant(1, {4}, 98);
    const auto store = newRun({whole}, "pass");
    const Analysis analysis = valueOf(analyse(*store, runOf(*store), whole, settings()));
    QVERIFY(!analysis.smaller);
    QCOMPARE(analysis.variant.id, std::int64_t(1));
    QCOMPARE(analysis.shares, std::vector<double>{100.0 / 98 - 1});
  }

  void allowedLossIsAtMostATenthOfTheGain() {
    QCOMPARE(allowedLoss(200, 100), 0.01);
    QVERIFY(std::abs(allowedLoss(101, 100) - 0.001) < 1e-12);
    QCOMPARE(allowedLoss(100, 100), 0.0);
    QCOMPARE(allowedLoss(90, 100), 0.0);
  }

  void repairRemovesEditsThatFailOnHeldOutTests() {
    const Individual whole = variant(7, {4, 14, 6, 28}, 95);
    const auto store = newRun({whole}, "without 6");
    Validator validator(*store, runOf(*store), settings());
    const ValidationResult failed = valueOf(validator.validate(whole, HeldOutChoice::Unused));
    QVERIFY(!failed.row.passed);
    const auto rest = valueOf(repairVariant(*store, runOf(*store), whole, failed.row, validator, settings()));
    QVERIFY(rest.has_value());
    QCOMPARE(targetsOf(*rest), (std::vector<std::uint64_t>{4, 14, 28}));
    QVERIFY(valueOf(validator.passes(rest->edits, valueOf(store->heldOutTests(0)), "checking")));
    QCOMPARE(rest->result.fitness.runtime, 98.0);
    QCOMPARE(rest->parent, std::int64_t(7));
  }

  void repairFailsIfEveryEditFails() {
    const Individual whole = variant(1, {4, 6}, 95);
    const auto store = newRun({whole}, "fail");
    Validator validator(*store, runOf(*store), settings());
    const ValidationResult failed = valueOf(validator.validate(whole, HeldOutChoice::Unused));
    QVERIFY(!valueOf(repairVariant(*store, runOf(*store), whole, failed.row, validator, settings())).has_value());
  }

  void nothingIsRepairedWithoutFreshInputs() {
    const auto store = newRun({variant(1, {4, 6}, 95)}, "without 6");
    const BestReport report = valueOf(bestOf(*store));
    QCOMPARE(report.validations.at(0).validated.size(), 1U);
    QVERIFY(valueOf(store->derivedVariants(1)).empty());
  }

  void failedVariantIsFollowedByItsMinimisedVariant() {
    const auto store = newRun({variant(1, {14, 4, 6}, 95), variant(2, {4}, 98)}, "without 14");
    const BestReport report = valueOf(bestOf(*store));
    const std::vector<ValidationRow>& validated = report.validations.at(0).validated;
    QCOMPARE(validated.size(), 2U);
    QCOMPARE(validated[0].variant, std::int64_t(1));
    QVERIFY(!validated[0].passed);
    QCOMPARE(validated[1].variant, firstDerivedId);
    QVERIFY(validated[1].passed);
    QCOMPARE(validated[1].candidate, 2U);
    QCOMPARE(targetsOf(valueOf(store->individual(1, firstDerivedId))), (std::vector<std::uint64_t>{4, 6}));
    QCOMPARE(report.notes.back(), std::string("variant D1 is variant 1 with the 2 of its 3 edits that matter on the tests"));
    QCOMPARE(valueOf(bestVariant(*store, runOf(*store), {0})), std::optional(firstDerivedId));
  }

  void knownResultsAreNotValidatedAgain() {
    const auto store = newRun({variant(1, {14, 4, 6}, 95), variant(2, {4}, 98)}, "without 14");
    valueOf(bestOf(*store));
    const std::int64_t before = valueOf(store->dataVersion());
    const BestReport again = valueOf(bestOf(*store));
    QCOMPARE(valueOf(store->dataVersion()), before);
    QCOMPARE(again.validations.at(0).validated.size(), 2U);
    QCOMPARE(again.validations[0].validated.back().variant, firstDerivedId);
  }

  void minimisedVariantMayFailToo() {
    const auto store = newRun({variant(1, {14, 4, 6}, 95), variant(2, {4, 6, 20}, 96), variant(3, {4}, 98)}, "without 6");
    const BestReport report = valueOf(bestOf(*store));
    std::vector<std::int64_t> validated;
    for (const ValidationRow& row : report.validations.at(0).validated) validated.push_back(row.variant);
    QCOMPARE(validated, (std::vector<std::int64_t>{1, firstDerivedId, 3})); // 2 has all of the edits that failed
    QVERIFY(report.validations[0].validated.back().passed);
  }

  void derivedVariantIsOnlyACandidateIfItsParentFailed() {
    const auto store = newRun({variant(1, {4, 6}, 95)}, "pass");
    Individual derived = variant(0, {6}, 50);
    derived.parent = 1;
    valueOf(store->addDerived(1, derived));
    QCOMPARE(valueOf(bestVariant(*store, runOf(*store), {0})), std::optional<std::int64_t>(1));
  }
};

QTEST_GUILESS_MAIN(MinimiseVariantTest)
#include "minimise_variant_test.moc"
