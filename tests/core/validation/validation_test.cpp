/// Held-out validation with the programs that do it: hotspot built and recorded, its variants tried, checked, and judged on inputs
/// that are recorded anew.

#include <QTest>

#include "core/protocol/build.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/load.h"
#include "core/protocol/validate.h"
#include "core/validation/best_variants.h"
#include "core/values/built_project.h"
#include "core/workers/worker_pool.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <set>

using namespace gevo;

namespace {

constexpr const char* heldOutLine = "30 26 3 {seed}";

template <class T> T must(Result<T> result) {
  if (!result) qFatal("%s %s", result.error().message.c_str(), result.error().details.c_str());
  return std::move(*result);
}

std::unique_ptr<WorkerPool> worker(const char* kind, Bytes load) {
  WorkerPoolSettings settings;
  settings.program = GEVO_TEST_BIN "/gevo-worker";
  settings.arguments = {kind};
  settings.memoryBytes = 0;
  return must(WorkerPool::start(settings, std::move(load)));
}

JobOptions settings() {
  JobOptions settings;
  settings.workerProgram = GEVO_TEST_BIN "/gevo-worker";
  return settings;
}

/// All tests do an even number of steps; the held-out ones do not.
BuildInputs request(const std::string& heldOut) {
  BuildInputs request;
  request.settings.files = {"hotspot.cu"};
  request.settings.heldOut = {heldOut};
  request.workingFolder = GEVO_TEST_SOURCE "/resources/samples/hotspot";
  request.name = "hotspot";
  request.tests = {{TestRole::Screen, "20 20 2 1", {}}, {TestRole::Test, "30 26 2 2", {}}, {TestRole::HeldOut, "30 26 3 77", {}}};
  return request;
}

} // namespace

class ValidationTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  Project project_;
  Individual original_;
  EditList sabotaged_; ///< exact in every test, wrong with an odd number of steps
  EditList sound_;     ///< exact in all of them
  EditList faster_;    ///< likewise, and faster than the original
  int files_ = 0;

  /// Mutants that are exact in the tests, checked on the held-out one, until there is one of each kind.
  void findVariants() {
    RunSettings run;
    const auto pool = worker("sim", wire::encode(LoadRequest{withoutHeldOutTests(project_), run.evaluation, true, Targeting::Uniform}));
    original_.result = must(pool->loaded()).original;
    for (std::uint32_t i = 0; i < 3000 && (sabotaged_.empty() || sound_.empty() || faster_.empty()); ++i) {
      EvaluateRequest attempt;
      attempt.mutations = 1;
      attempt.key = {1, 0, i, 0, Purpose::Mutation};
      const EvaluateReply tried = must(pool->call(attempt));
      if (!tried.result.valid() || tried.result.fitness.error != 0) continue;
      const ValidationReport checked = must(pool->call(ValidateRequest{tried.edits, heldOutTests(project_)}));
      EditList& kind = checked.tests.back().result.valid() ? sound_ : sabotaged_;
      if (kind.empty()) kind = tried.edits;
      const bool isFaster = tried.result.fitness.runtime < original_.result.fitness.runtime;
      if (&kind == &sound_ && isFaster && faster_.empty()) faster_ = tried.edits;
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

  /// A file with one run in which the sabotaged variant (1) is the fastest and the sound one (2) comes next.
  std::unique_ptr<Store> newRun(const Project& project, const std::string& sources = GEVO_TEST_SOURCE "/resources/samples/hotspot") {
    const auto path = std::filesystem::path(folder_.filePath(QString("%1.gevo").arg(++files_)).toStdString());
    auto store = must(Store::create(path, project, sources));
    RunSettings run;
    run.evaluation.mode = Mode::Exact;
    if (must(store->beginRun(run, "simulated H200", original_)) != 1) qFatal("no run");
    GenerationResult generation;
    generation.evaluations = {variant(1, sabotaged_, 1.5, "sabotaged"), variant(2, sound_, 1.25, "sound")};
    generation.population = {1, 2};
    generation.rank = {0, 1};
    if (!store->addGeneration(1, generation)) qFatal("no generation");
    return store;
  }

  /// Variant 3, the fastest, is right but for one of its edits.
  void addBoth(Store& store) const {
    EditList both = faster_;
    both.insert(both.end(), sabotaged_.begin(), sabotaged_.end());
    GenerationResult generation;
    generation.generation = 1;
    generation.evaluations = {variant(3, both, 2, "both")};
    generation.population = {3};
    generation.rank = {0};
    if (!store.addGeneration(1, generation)) qFatal("no generation");
  }
  static RunInfo runOf(const Store& store) { return must(store.runs()).back(); }
  static QString words(const std::vector<std::string>& sentences) {
    QStringList list;
    for (const std::string& sentence : sentences) list << QString::fromStdString(sentence);
    return list.join("\n");
  }

private slots:
  void initTestCase() {
    qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
    const auto builder = worker("build", {});
    Result<BuiltProject> built = builder->call(request(heldOutLine));
    if (!built && QString::fromStdString(built.error().message).contains(QRegularExpression("CUDA|clang"))) QSKIP("no CUDA toolkit");
    project_ = must(std::move(built)).project;
    findVariants();
    QVERIFY2(!sabotaged_.empty(), "no mutant passes the tests and fails the held-out one");
    QVERIFY2(!sound_.empty() && !faster_.empty(), "no mutant passes all tests and is faster");
  }

  void aSabotagedBestIsMarkedAndTheNextIsJudgedOnFreshInputs() {
    const auto store = newRun(project_);
    const BestReport report = must(validateBest(*store, runOf(*store), settings()));
    QVERIFY2(report.notes.empty(), qPrintable(words(report.notes)));
    QCOMPARE(report.validations.size(), 1U);
    const std::vector<ValidationRow>& judged = report.validations[0].judged;
    QCOMPARE(judged.size(), 2U);

    QCOMPARE(judged[0].variant, std::int64_t(1));
    QVERIFY(!judged[0].passed);
    QVERIFY2(judged[0].sentence.starts_with("held-out \"30 26 3 77\": "), judged[0].sentence.c_str());
    QCOMPARE(judged[0].arguments, std::vector<std::string>{"30 26 3 77"});

    QCOMPARE(judged[1].variant, std::int64_t(2));
    QVERIFY(judged[1].passed);
    QCOMPARE(judged[1].candidate, 2U);
    QVERIFY(judged[1].arguments.front().starts_with("30 26 3 "));
    QVERIFY(judged[1].arguments != judged[0].arguments);
    QVERIFY(judged[1].originalRuntime > 0 && judged[1].runtime > 0);
    QCOMPARE(judged[1].sentence, std::string("passed 3 tests, 1 of them held out"));

    // All of it is in the file, fresh inputs too, so that the check can be repeated.
    const auto rows = must(store->validations(1));
    QCOMPARE(rows.size(), 2U);
    QCOMPARE(candidatesIn(rows), 2U);
    QVERIFY(!validationOf(rows, 1)->passed);
    QVERIFY(validationOf(rows, 2)->passed);
    const auto sets = must(store->heldOutSets());
    QCOMPARE(sets.size(), 2U);
    QCOMPARE(sets[1].arguments, judged[1].arguments);
    QVERIFY(must(store->heldOutTests(2)).front().trace != must(store->heldOutTests(1)).front().trace);
    QCOMPARE(must(bestVariant(*store, runOf(*store), {0})), std::optional<std::int64_t>(2));
  }

  void whatIsRightInAFailedVariantIsJudgedOnFreshInputs() {
    const auto store = newRun(project_);
    addBoth(*store);
    const BestReport report = must(validateBest(*store, runOf(*store), settings()));
    const std::vector<ValidationRow>& judged = report.validations.at(0).judged;
    QCOMPARE(judged.size(), 2U);
    QCOMPARE(judged[0].variant, std::int64_t(3));
    QVERIFY(!judged[0].passed);
    QCOMPARE(judged[1].variant, firstDerivedId);
    QVERIFY2(judged[1].passed, judged[1].sentence.c_str());
    QVERIFY(judged[1].arguments != judged[0].arguments);
    QCOMPARE(must(store->individual(1, firstDerivedId)).edits, faster_);
    QCOMPARE(words(report.notes), QString("variant D1 is variant 3 with the 1 of its 2 edits that pass the held-out tests that it failed"));
  }

  void whereNoFreshInputsCanBeMadeNothingIsMended() {
    const auto store = newRun(project_, folder_.path().toStdString()); // the program is not there any more
    addBoth(*store);
    must(validateBest(*store, runOf(*store), settings()));
    QVERIFY(must(store->derivedVariants(1)).empty());
  }

  void validatingAgainAsksNothingTwice() {
    const auto store = newRun(project_);
    must(validateBest(*store, runOf(*store), settings()));
    const std::int64_t before = must(store->dataVersion());
    const BestReport again = must(validateBest(*store, runOf(*store), settings()));
    QCOMPARE(must(store->dataVersion()), before);
    QCOMPARE(again.validations[0].judged.size(), 2U);
    QVERIFY(again.validations[0].judged.back().passed);
  }

  void aLaterCheckIsRepeatedOnTheSameInputs() {
    const auto store = newRun(project_);
    const BestReport report = must(validateBest(*store, runOf(*store), settings()));
    Validator validator(*store, runOf(*store), settings());
    const ValidationResult again = must(validator.judge(must(store->individual(1, 2)), HeldOutChoice::Known));
    QCOMPARE(again.row.arguments, report.validations[0].judged[1].arguments);
    QCOMPARE(again.row.candidate, 2U);
    QCOMPARE(again.judgedBefore, 0U);
    QVERIFY(again.fresh.empty());
    QCOMPARE(again.row.runtime, report.validations[0].judged[1].runtime);
  }

  void freshInputsAreFreshEachTime() {
    const auto store = newRun(project_);
    Validator validator(*store, runOf(*store), settings());
    std::set<std::vector<std::string>> seen{{"30 26 3 77"}};
    for (int time = 0; time < 2; ++time) {
      const ValidationResult verdict = must(validator.judge(must(store->individual(1, 2)), HeldOutChoice::Fresh));
      QVERIFY(verdict.row.passed);
      QVERIFY(seen.insert(verdict.row.arguments).second);
      QVERIFY(keepValidation(*store, 1, verdict));
    }
    QCOMPARE(must(store->heldOutSets()).size(), 3U);
  }

  void aLineWithoutSeedIsUsedUpByAFailure() {
    Project fixed = project_;
    fixed.build.heldOut = {"30 26 3 77"};
    const auto store = newRun(fixed);
    const BestReport report = must(validateBest(*store, runOf(*store), settings()));
    const std::vector<ValidationRow>& judged = report.validations.at(0).judged;
    QCOMPARE(judged.size(), 2U);
    QVERIFY(judged[1].passed);
    QCOMPARE(judged[1].arguments, judged[0].arguments);
    QVERIFY2(judged[1].sentence.ends_with("; 1 candidate was judged on the same held-out inputs before"), judged[1].sentence.c_str());
    QVERIFY2(words(report.notes).contains("held-out \"30 26 3 77\" has no {seed}"), qPrintable(words(report.notes)));
  }

  void aFileFromElsewhereRunsNoHostCode() {
    const auto store = newRun(project_);
    const QTemporaryDir otherHome;
    qputenv("XDG_DATA_HOME", otherHome.path().toUtf8());
    const auto report = validateBest(*store, runOf(*store), settings());
    qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
    QVERIFY(report);
    QVERIFY2(words(report->notes).contains("was made elsewhere, and its program is not run"), qPrintable(words(report->notes)));
    QCOMPARE(report->validations.at(0).judged.at(1).arguments, std::vector<std::string>{"30 26 3 77"});
    QCOMPARE(must(store->heldOutSets()).size(), 1U);
  }

  void withoutHeldOutTestsNothingIsValidated() {
    Project none = withoutHeldOutTests(project_);
    none.build.heldOut.clear();
    const auto store = newRun(none);
    const BestReport report = must(validateBest(*store, runOf(*store), settings()));
    QVERIFY(report.validations.empty());
    QCOMPARE(report.notes.size(), 1U);
    QVERIFY(must(store->validations(1)).empty());
  }

  void whatContainsAFailedVariantIsNoCandidate() {
    const auto store = newRun(project_);
    EditList both = sabotaged_;
    both.insert(both.end(), sound_.begin(), sound_.end());
    GenerationResult more;
    more.generation = 1;
    more.evaluations = {variant(3, both, 1.4, "both")};
    more.population = {1, 3, 2};
    more.rank = {0, 1, 2};
    QVERIFY(store->addGeneration(1, more));
    const BestReport report = must(validateBest(*store, runOf(*store), settings()));
    QCOMPARE(report.validations.at(0).judged.size(), 2U);
    QCOMPARE(report.validations[0].judged[1].variant, std::int64_t(2));
  }

  void aCancelledValidationKeepsNothing() {
    const auto store = newRun(project_);
    std::stop_source cancel;
    cancel.request_stop();
    JobOptions chosen = settings();
    chosen.cancel = cancel.get_token();
    const BestReport report = must(validateBest(*store, runOf(*store), chosen));
    QVERIFY(report.cancelled);
    QVERIFY(must(store->validations(1)).empty());
  }
};

QTEST_GUILESS_MAIN(ValidationTest)
#include "validation_test.moc"
