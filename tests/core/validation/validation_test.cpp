/// Held-out validation with real workers: builds and records hotspot, evaluates variants, and validates them on freshly recorded inputs.

#include <QTest>

#include "core/protocol/build.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/load.h"
#include "core/protocol/validate.h"
#include "core/validation/best_variants.h"
#include "core/validation/front_validation.h"
#include "core/validation/fuzz.h"
#include "core/values/built_project.h"
#include "core/worker_pool/worker_pool.h"
#include "tests/core/base/value_of.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <set>

using namespace gevo;

namespace {

constexpr const char* heldOutLine = "30 26 3 {seed}";

std::unique_ptr<WorkerPool> worker(const char* kind, Bytes load) {
  WorkerPoolSettings settings;
  settings.program = GEVO_TEST_BIN "/gevo-worker";
  settings.arguments = {kind};
  settings.memoryBytes = 0;
  return valueOf(WorkerPool::start(settings, std::move(load)));
}

JobOptions settings() {
  JobOptions settings;
  settings.workerProgram = GEVO_TEST_BIN "/gevo-worker";
  return settings;
}

/// All tests do an even number of steps; the held-out ones do not.
BuildInputs requestFor(const std::string& heldOut) {
  BuildInputs request;
  request.settings.files = {"hotspot.cu"};
  request.settings.heldOut = {heldOut};
  request.workingFolder = GEVO_TEST_SOURCE "/resources/samples/hotspot";
  request.name = "hotspot";
  request.tests = {{TestRole::Screen, "20 20 2 1", {}}, {TestRole::Test, "30 26 2 2", {}}, {TestRole::HeldOut, "30 26 3 77", {}}};
  return request;
}

/// All of its tests do an even number of steps.
BuildInputs requestWithWorkload() {
  BuildInputs request = requestFor("30 26 4 {seed}");
  request.tests.back().arguments = "30 26 4 77";
  request.tests.push_back({TestRole::Workload, "30 26 2 9", {}});
  return request;
}

} // namespace

class ValidationTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  Project project_;
  Project withWorkload_;
  Individual original_;
  EditList failing_; ///< exact in every test, wrong with an odd number of steps
  EditList sound_;   ///< exact in all of them
  EditList faster_;  ///< likewise, and faster than the original
  int files_ = 0;

  /// Evaluates mutants until there is one of each kind that is exact in the tests.
  void findVariants() {
    RunSettings run;
    const LoadRequest load{withoutHeldOutTests(project_), run.evaluation, true, Targeting::Uniform, {}, gevoOperators()};
    const auto pool = worker("sim", wire::encode(load));
    original_.result = valueOf(pool->loaded()).original;
    for (std::uint32_t i = 0; i < 3000 && (failing_.empty() || sound_.empty() || faster_.empty()); ++i) {
      EvaluateRequest request;
      request.mutations = 1;
      request.key = {1, 0, i, 0, Purpose::Mutation};
      const EvaluateReply evaluated = valueOf(pool->call(request));
      if (!evaluated.result.valid() || evaluated.result.fitness.error != 0) continue;
      const ValidationReport report = valueOf(pool->call(ValidateRequest{evaluated.edits, heldOutTests(project_)}));
      EditList& kind = report.tests.back().result.valid() ? sound_ : failing_;
      if (kind.empty()) kind = evaluated.edits;
      const bool isFaster = evaluated.result.fitness.runtime < original_.result.fitness.runtime;
      if (&kind == &sound_ && isFaster && faster_.empty()) faster_ = evaluated.edits;
    }
  }

  Individual variant(std::int64_t id, EditList edits, double speedup, const char* code) const {
    Individual individual;
    individual.id = id;
    individual.origin = Origin::InitialMutation;
    individual.slot = std::uint32_t(id);
    individual.parent = 0;
    individual.active.assign(edits.size(), true);
    individual.edits = std::move(edits);
    individual.result = original_.result;
    individual.result.fitness.runtime = original_.result.fitness.runtime / speedup;
    individual.result.code = hashText(code);
    return individual;
  }

  /// A file with one run in which the failing variant (1) is the fastest and the sound one (2) the second.
  std::unique_ptr<Store> newRun(const Project& project, const std::string& sources = GEVO_TEST_SOURCE "/resources/samples/hotspot") {
    const auto path = std::filesystem::path(folder_.filePath(QString("%1.gevo").arg(++files_)).toStdString());
    auto store = valueOf(Store::create(path, project, sources));
    RunSettings run;
    run.evaluation.mode = Mode::Exact;
    if (valueOf(store->beginRun(run, "simulated H200", original_)) != 1) qFatal("no run");
    GenerationResult generation;
    generation.evaluations = {variant(1, failing_, 1.5, "sabotaged"), variant(2, sound_, 1.25, "sound")};
    generation.population = {1, 2};
    generation.rank = {0, 1};
    if (!store->addGeneration(1, generation)) qFatal("no generation");
    return store;
  }

  /// Adds variant 3, the fastest, in which one edit is wrong.
  void addBoth(Store& store) const {
    EditList both = faster_;
    both.insert(both.end(), failing_.begin(), failing_.end());
    GenerationResult generation;
    generation.generation = 1;
    generation.evaluations = {variant(3, both, 2, "both")};
    generation.population = {3};
    generation.rank = {0};
    if (!store.addGeneration(1, generation)) qFatal("no generation");
  }
  static RunInfo runOf(const Store& store) { return valueOf(store.runs()).back(); }
  static Result<BestReport> bestOf(Store& store) {
    Validator validator(store, runOf(store), settings());
    return validateBest(store, runOf(store), validator, settings());
  }
  static FuzzReport fuzzed(Store& store, std::int64_t variant, std::size_t inputs) {
    Validator validator(store, runOf(store), settings());
    FuzzSettings how;
    how.inputs = inputs;
    how.keep = [&](const ValidationResult& failure) { return keepValidation(store, 1, failure); };
    return valueOf(fuzzVariant(store, runOf(store), valueOf(store.individual(1, variant)), validator, settings(), how));
  }
  static QString joined(const std::vector<std::string>& notes) {
    QStringList list;
    for (const std::string& note : notes) list << QString::fromStdString(note);
    return list.join("\n");
  }

private slots:
  void initTestCase() {
    qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
    const auto builder = worker("build", {});
    Result<BuiltProject> built = builder->call(requestFor(heldOutLine));
    if (!built && QString::fromStdString(built.error().message).contains(QRegularExpression("CUDA|clang"))) QSKIP("no CUDA toolkit");
    project_ = valueOf(std::move(built)).project;
    withWorkload_ = valueOf(builder->call(requestWithWorkload())).project;
    // Of a workload with an odd number, whose samples don't show what is wrong with that.
    std::ranges::find(withWorkload_.tests, TestRole::Workload, &TestCase::role)->arguments = "30 26 3 9";
    findVariants();
    QVERIFY2(!failing_.empty(), "no mutant passes the tests and fails the held-out one");
    QVERIFY2(!sound_.empty() && !faster_.empty(), "no mutant passes all tests and is faster");
  }

  void afterAFailureTheNextBestIsValidatedOnFreshInputs() {
    const auto store = newRun(project_);
    const BestReport report = valueOf(bestOf(*store));
    QVERIFY2(report.notes.empty(), qPrintable(joined(report.notes)));
    QCOMPARE(report.validations.size(), 1U);
    const std::vector<ValidationRow>& validated = report.validations[0].validated;
    QCOMPARE(validated.size(), 2U);

    QCOMPARE(validated[0].variant, std::int64_t(1));
    QVERIFY(!validated[0].passed);
    QVERIFY2(validated[0].message.starts_with("held-out \"30 26 3 77\": "), validated[0].message.c_str());
    QCOMPARE(validated[0].arguments, std::vector<std::string>{"30 26 3 77"});

    QCOMPARE(validated[1].variant, std::int64_t(2));
    QVERIFY(validated[1].passed);
    QCOMPARE(validated[1].candidate, 2U);
    QVERIFY(validated[1].arguments.front().starts_with("30 26 3 "));
    QVERIFY(validated[1].arguments != validated[0].arguments);
    QVERIFY(validated[1].originalRuntime > 0 && validated[1].runtime > 0);
    QCOMPARE(validated[1].message, std::string("passed 3 tests, 1 of them held out"));

    // The file contains all of it, fresh inputs too, so that the validation can be repeated.
    const auto rows = valueOf(store->validations(1));
    QCOMPARE(rows.size(), 2U);
    QCOMPARE(candidatesIn(rows), 2U);
    QVERIFY(!validationOf(rows, 1)->passed);
    QVERIFY(validationOf(rows, 2)->passed);
    const auto sets = valueOf(store->heldOutSets());
    QCOMPARE(sets.size(), 2U);
    QCOMPARE(sets[1].arguments, validated[1].arguments);
    QVERIFY(valueOf(store->heldOutTests(2)).front().trace != valueOf(store->heldOutTests(1)).front().trace);
    QCOMPARE(valueOf(bestVariant(*store, runOf(*store), {0})), std::optional<std::int64_t>(2));
  }

  void repairedVariantIsValidatedOnFreshInputs() {
    const auto store = newRun(project_);
    addBoth(*store);
    const BestReport report = valueOf(bestOf(*store));
    const std::vector<ValidationRow>& validated = report.validations.at(0).validated;
    QCOMPARE(validated.size(), 2U);
    QCOMPARE(validated[0].variant, std::int64_t(3));
    QVERIFY(!validated[0].passed);
    QCOMPARE(validated[1].variant, firstDerivedId);
    QVERIFY2(validated[1].passed, validated[1].message.c_str());
    QVERIFY(validated[1].arguments != validated[0].arguments);
    QCOMPARE(valueOf(store->individual(1, firstDerivedId)).edits, faster_);
    QCOMPARE(joined(report.notes),
             QString("variant D1 is variant 3 with the 1 of its 2 edits that pass the held-out tests that it failed"));
  }

  void variantThatIsWrongInTheWholeWorkloadFails() {
    const auto store = newRun(withWorkload_);
    const BestReport report = valueOf(bestOf(*store));
    QVERIFY2(report.notes.empty(), qPrintable(joined(report.notes)));
    const std::vector<ValidationRow>& validated = report.validations.at(0).validated;
    QCOMPARE(validated.size(), 2U);
    QCOMPARE(validated[0].variant, std::int64_t(1));
    QVERIFY(!validated[0].passed);
    QVERIFY2(validated[0].message.starts_with("workload in full \"30 26 3 9\": "), validated[0].message.c_str());
    QCOMPARE(validated[1].variant, std::int64_t(2));
    const std::string text = "passed 4 tests, 1 of them held out, and 1 workload in full (";
    QVERIFY2(validated[1].message.starts_with(text), validated[1].message.c_str());
  }

  void variantIsRepairedForTheWholeWorkload() {
    const auto store = newRun(withWorkload_);
    addBoth(*store);
    const BestReport report = valueOf(bestOf(*store));
    const std::vector<ValidationRow>& validated = report.validations.at(0).validated;
    QCOMPARE(validated.size(), 2U);
    QCOMPARE(validated[1].variant, firstDerivedId);
    QVERIFY2(validated[1].passed, validated[1].message.c_str());
    QCOMPARE(valueOf(store->individual(1, firstDerivedId)).edits, faster_);
    QCOMPARE(joined(report.notes), QString("variant D1 is variant 3 with the 1 of its 2 edits that pass at full size"));
  }

  void workloadsRunInFullWithoutHeldOutTestsToo() {
    Project none = withoutHeldOutTests(withWorkload_);
    none.build.heldOut.clear();
    const auto store = newRun(none);
    const BestReport report = valueOf(bestOf(*store));
    const std::vector<ValidationRow>& validated = report.validations.at(0).validated;
    QVERIFY(!validated.front().passed);
    QCOMPARE(validated.back().variant, std::int64_t(2));
    QVERIFY(validated.back().passed);
  }

  void whereTheProgramIsGoneANoteSaysThatTheWorkloadWasNotCompared() {
    const auto store = newRun(withWorkload_, folder_.path().toStdString());
    const BestReport report = valueOf(bestOf(*store));
    QVERIFY2(joined(report.notes).contains("the results of \"30 26 3 9\" at full size were not compared"),
             qPrintable(joined(report.notes)));
    const ValidationRow& row = report.validations.at(0).validated.back();
    QCOMPARE(row.message, std::string("passed 4 tests, 1 of them held out; results at full size were not compared"));
  }

  void nothingIsRepairedWithoutFreshInputs() {
    const auto store = newRun(project_, folder_.path().toStdString()); // the program no longer exists
    addBoth(*store);
    valueOf(bestOf(*store));
    QVERIFY(valueOf(store->derivedVariants(1)).empty());
  }

  void knownResultsAreNotValidatedAgain() {
    const auto store = newRun(project_);
    valueOf(bestOf(*store));
    const std::int64_t before = valueOf(store->dataVersion());
    const BestReport again = valueOf(bestOf(*store));
    QCOMPARE(valueOf(store->dataVersion()), before);
    QCOMPARE(again.validations[0].validated.size(), 2U);
    QVERIFY(again.validations[0].validated.back().passed);
  }

  void laterValidationUsesTheSameInputs() {
    const auto store = newRun(project_);
    const BestReport report = valueOf(bestOf(*store));
    Validator validator(*store, runOf(*store), settings());
    const ValidationResult again = valueOf(validator.validate(valueOf(store->individual(1, 2)), HeldOutChoice::Known));
    QCOMPARE(again.row.arguments, report.validations[0].validated[1].arguments);
    QCOMPARE(again.row.candidate, 2U);
    QCOMPARE(again.earlierCandidates, 0U);
    QVERIFY(again.fresh.empty());
    QCOMPARE(again.row.runtime, report.validations[0].validated[1].runtime);
  }

  void freshInputsDifferEachTime() {
    const auto store = newRun(project_);
    Validator validator(*store, runOf(*store), settings());
    std::set<std::vector<std::string>> seen{{"30 26 3 77"}};
    for (int time = 0; time < 2; ++time) {
      const ValidationResult validated = valueOf(validator.validate(valueOf(store->individual(1, 2)), HeldOutChoice::Fresh));
      QVERIFY(validated.row.passed);
      QVERIFY(seen.insert(validated.row.arguments).second);
      QVERIFY(keepValidation(*store, 1, validated));
    }
    QCOMPARE(valueOf(store->heldOutSets()).size(), 3U);
  }

  void lineWithoutSeedIsReusedAfterAFailure() {
    Project fixed = project_;
    fixed.build.heldOut = {"30 26 3 77"};
    const auto store = newRun(fixed);
    const BestReport report = valueOf(bestOf(*store));
    const std::vector<ValidationRow>& validated = report.validations.at(0).validated;
    QCOMPARE(validated.size(), 2U);
    QVERIFY(validated[1].passed);
    QCOMPARE(validated[1].arguments, validated[0].arguments);
    QVERIFY2(validated[1].message.ends_with("; 1 candidate was validated on the same held-out inputs before"),
             validated[1].message.c_str());
    QVERIFY2(joined(report.notes).contains("held-out \"30 26 3 77\" has no place for a value"), qPrintable(joined(report.notes)));
  }

  void hostCodeOfAFileFromElsewhereDoesNotRun() {
    const auto store = newRun(project_);
    const QTemporaryDir otherHome;
    qputenv("XDG_DATA_HOME", otherHome.path().toUtf8());
    const auto report = bestOf(*store);
    qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
    QVERIFY(report);
    QVERIFY2(joined(report->notes).contains("was made elsewhere, and its program is not run"), qPrintable(joined(report->notes)));
    QCOMPARE(report->validations.at(0).validated.at(1).arguments, std::vector<std::string>{"30 26 3 77"});
    QCOMPARE(valueOf(store->heldOutSets()).size(), 1U);
  }

  void withoutHeldOutTestsNothingIsValidated() {
    Project none = withoutHeldOutTests(project_);
    none.build.heldOut.clear();
    const auto store = newRun(none);
    const BestReport report = valueOf(bestOf(*store));
    QVERIFY(report.validations.empty());
    QCOMPARE(report.notes.size(), 1U);
    QVERIFY(valueOf(store->validations(1)).empty());
  }

  void variantsThatContainAFailedVariantAreNotCandidates() {
    const auto store = newRun(project_);
    EditList both = failing_;
    both.insert(both.end(), sound_.begin(), sound_.end());
    GenerationResult more;
    more.generation = 1;
    more.evaluations = {variant(3, both, 1.4, "both")};
    more.population = {1, 3, 2};
    more.rank = {0, 1, 2};
    QVERIFY(store->addGeneration(1, more));
    const BestReport report = valueOf(bestOf(*store));
    QCOMPARE(report.validations.at(0).validated.size(), 2U);
    QCOMPARE(report.validations[0].validated[1].variant, std::int64_t(2));
  }

  void cancelledValidationStoresNothing() {
    const auto store = newRun(project_);
    std::stop_source cancel;
    cancel.request_stop();
    JobOptions chosen = settings();
    chosen.cancel = cancel.get_token();
    Validator validator(*store, runOf(*store), chosen);
    const BestReport report = valueOf(validateBest(*store, runOf(*store), validator, chosen));
    QVERIFY(report.cancelled);
    QVERIFY(valueOf(store->validations(1)).empty());
  }

  void membersOfTheFrontAreValidatedOnce() {
    const auto store = newRun(project_); // its front: the original and variant 1
    Validator validator(*store, runOf(*store), settings());
    std::vector<std::int64_t> kept;
    FrontValidation how;
    how.keep = [&](const ValidationResult& validation) {
      kept.push_back(validation.row.variant);
      return keepValidation(*store, 1, validation);
    };
    const FrontReport report = valueOf(validateFront(*store, runOf(*store), validator, how));
    QCOMPARE(report.members.size(), 1U);
    QCOMPARE(report.members[0].variant.id, std::int64_t(1));
    QVERIFY(!report.problem && !report.members[0].validation->passed);
    QCOMPARE(report.failed(), 1U);
    QCOMPARE(kept, std::vector<std::int64_t>{1});
    valueOf(validateFront(*store, runOf(*store), validator, how));
    QCOMPARE(kept.size(), 1U);
  }

  void membersOfTheFrontThatThereIsNoTimeForStayOpen() {
    const auto store = newRun(project_);
    Validator validator(*store, runOf(*store), settings());
    FrontValidation how;
    how.seconds = 0;
    const FrontReport report = valueOf(validateFront(*store, runOf(*store), validator, how));
    QCOMPARE(report.open(), 1U);
    QVERIFY(valueOf(store->validations(1)).empty());
  }

  void aVariantIsTriedOnInputsOfOtherSizes() {
    Project project = project_;
    project.build.fuzz = {"{rows:1..40} {cols:1..40} {steps:1..5} {seed}"};
    const auto store = newRun(project);
    const FuzzReport report = fuzzed(*store, 2, 6);
    QCOMPARE(report.passed.size() + report.failed.size(), 6U);
    QVERIFY2(report.failed.empty(), report.failed.empty() ? "" : report.failed[0].arguments.c_str());
    QCOMPARE(std::set<std::string>(report.passed.begin(), report.passed.end()).size(), 6U);
    QVERIFY(valueOf(store->validations(1)).empty());
  }

  void theFirstInputThatAVariantFailsOnIsKept() {
    Project project = project_;
    project.build.fuzz = {"30 26 {steps:1..5} {seed}"};
    const auto store = newRun(project);
    const FuzzReport report = fuzzed(*store, 1, 10);
    QVERIFY(!report.failed.empty()); // with an odd number of steps
    QVERIFY(!report.failed[0].problem.empty());
    const auto rows = valueOf(store->validations(1));
    QCOMPARE(rows.size(), 1U);
    QVERIFY(!rows[0].passed);
    QCOMPARE(rows[0].arguments, std::vector<std::string>{report.failed[0].arguments});
    QCOMPARE(rows[0].message, "fresh input \"" + report.failed[0].arguments + "\": " + report.failed[0].problem);
    // It is repaired by it as by a held-out test, and never validated on it.
    QCOMPARE(valueOf(store->heldOutSets()).back().arguments, rows[0].arguments);
    const BestReport best = valueOf(bestOf(*store));
    QCOMPARE(best.validations.at(0).validated.back().arguments, std::vector<std::string>{"30 26 3 77"});
    QVERIFY(best.validations[0].validated.back().passed);
  }

  void inputsThatTheProgramRefusesTellNothing() {
    Project project = project_;
    project.build.fuzz = {"{rows:-5..0} 26 3 {seed}"};
    const auto store = newRun(project);
    const FuzzReport report = fuzzed(*store, 1, 2);
    QVERIFY(report.passed.empty() && report.failed.empty());
    QCOMPARE(report.useless.size(), 2U);
    QVERIFY2(report.useless[0].problem.find("exit") != std::string::npos, report.useless[0].problem.c_str());
  }

  void heldOutLinesMakeInputsToo() {
    const auto store = newRun(project_);
    const FuzzReport report = fuzzed(*store, 2, 3);
    QCOMPARE(report.passed.size(), 3U);
    for (const std::string& line : report.passed) QVERIFY(line.starts_with("30 26 3 ") && line != "30 26 3 77");
  }

  void aBestThatFailsOnAFreshInputIsFollowedByAnother() {
    BuildInputs even = requestFor("30 26 4 {seed}");
    even.tests.back().arguments = "30 26 4 78";
    Project project = valueOf(worker("build", {})->call(even)).project;
    project.build.fuzz = {"30 26 {steps:1..5} {seed}"};
    const auto store = newRun(project);
    Validator validator(*store, runOf(*store), settings());
    const FreshInputs inputs{10, std::numeric_limits<double>::infinity()};
    const BestReport report = valueOf(validateBest(*store, runOf(*store), validator, settings(), inputs));
    const std::vector<ValidationRow>& validated = report.validations.at(0).validated;
    QCOMPARE(validated.size(), 3U);
    QVERIFY(validated[0].variant == 1 && validated[0].passed);
    QVERIFY(validated[1].variant == 1 && !validated[1].passed);
    QVERIFY2(validated[1].message.starts_with("fresh input \"30 26 "), validated[1].message.c_str());
    QVERIFY(validated[2].variant == 2 && validated[2].passed);
    QCOMPARE(report.tried.size(), 2U);
    QVERIFY(!report.tried[0].report.failed.empty() && report.tried[1].report.failed.empty());
    QCOMPARE(valueOf(bestVariant(*store, runOf(*store), {0})), std::optional<std::int64_t>(2));

    const auto known = newRun(project); // what passed in an earlier session is tried too, but not twice
    QCOMPARE(valueOf(bestOf(*known)).validations.at(0).validated.back().variant, std::int64_t(1));
    Validator again(*known, runOf(*known), settings());
    QVERIFY(valueOf(validateBest(*known, runOf(*known), again, settings(), {10, inputs.seconds, {1}})).tried.empty());
    const BestReport second = valueOf(validateBest(*known, runOf(*known), again, settings(), inputs));
    QCOMPARE(second.validations.at(0).validated.size(), 3U);
    QCOMPARE(second.validations[0].validated.back().variant, std::int64_t(2));
  }

  void withoutTimeOnlyAFewInputsAreTried() {
    Project project = project_;
    project.build.fuzz = {"30 26 2 {seed}"};
    const auto store = newRun(project);
    Validator validator(*store, runOf(*store), settings());
    FuzzSettings how;
    how.inputs = 50;
    how.seconds = 0;
    const FuzzReport report = valueOf(fuzzVariant(*store, runOf(*store), valueOf(store->individual(1, 2)), validator, settings(), how));
    QCOMPARE(report.passed.size(), 8U);
  }

  void aLineWithoutFurtherValuesLeavesTheRestToOthers() {
    Project project = project_;
    project.build.fuzz = {"{rows:30..30} 26 2 5", "30 26 2 {seed}"};
    const auto store = newRun(project);
    QCOMPARE(fuzzed(*store, 2, 5).passed.size(), 5U);
    project.build.fuzz.pop_back();
    const auto one = newRun(project);
    QCOMPARE(fuzzed(*one, 2, 5).passed, std::vector<std::string>{"30 26 2 5"});
  }

  void withoutPlacesThereAreNoFreshInputs() {
    Project fixed = project_;
    fixed.build.heldOut = {"30 26 3 77"};
    const auto store = newRun(fixed);
    Validator validator(*store, runOf(*store), settings());
    const auto report = fuzzVariant(*store, runOf(*store), valueOf(store->individual(1, 2)), validator, settings(), {});
    QVERIFY(!report);
    QVERIFY2(report.error().message.ends_with("give one to gevo new with --fuzz"), report.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(ValidationTest)
#include "validation_test.moc"
