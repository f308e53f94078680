/// Exports of a made-up variant by a fake worker.

#include <QTest>

#include "core/report/exporter.h"
#include "core/report/gather.h"
#include "tests/core/report/synthetic_subject.h"

#include <QTemporaryDir>
#include <cmath>

using namespace gevo;
using namespace gevo::report;

namespace {

/// Replies like a worker. `failing` is the test that the variant fails, by its arguments.
struct FakeWorker : VariantWorker {
  explicit FakeWorker(std::string test = {}) : failing(std::move(test)) {}

  std::string failing;
  bool dead = false; ///< test() fails
  int testRuns = 0;
  std::vector<std::string> requested; ///< tests whose launches were requested

  Result<Heat> heat(const EditList&) override { return Heat(); }

  Result<VariantTexts> texts(const EditList&, bool) override { return synthetic::texts(); }

  Result<ExportedCode> code(const EditList& edits, Artifact, const std::string&) override {
    return ExportedCode{fmt::format(".visible .entry _Z1fPfi(\n)\n{{\n{}\tret;\n}}\n", edits.empty() ? "\tbar.sync 0;\n" : ""), "sm_90"};
  }

  Result<std::vector<TestLaunches>> launches(const std::vector<TestCase>& tests) override {
    std::vector<TestLaunches> made;
    for (const TestCase& test : tests) {
      requested.push_back(test.arguments);
      made.push_back({test.role, test.arguments, {{"_Z1fPfi", {4, 1, 1}, {32, 1, 1}, 0, 1}}, 0, 0});
    }
    return made;
  }

  /// 10 microseconds, and 5 more for each edit that is missing.
  Result<ValidationReport> test(const EditList& edits) override {
    ++testRuns;
    if (dead) return fail("the worker ended");
    ValidationReport made;
    for (const auto& [role, arguments] : {std::pair(TestRole::Screen, "10 1"), std::pair(TestRole::Test, "100 2")}) {
      TestReport& test = made.tests.emplace_back();
      test.role = role;
      test.arguments = arguments;
      test.originalRuntime = 20;
      test.result = synthetic::individual(7, 20 - 5 * static_cast<double>(edits.size()), 0, 0).result;
      if (arguments == failing) test.result.reason = Reason::WrongOutput;
    }
    return made;
  }
};

Subject subjectWithTests() {
  Subject subject = synthetic::subject();
  Project project = *subject.project;
  project.tests = {{TestRole::Screen, "10 1", {}}, {TestRole::Test, "100 2", {}}, {TestRole::HeldOut, "1000 5", {}}};
  subject.project = std::make_shared<const Project>(std::move(project));
  return subject;
}

using Names = std::vector<std::string>;

} // namespace

class ExporterTest : public QObject {
  Q_OBJECT
private slots:
  void launchesOfPassedTestsAreListed() {
    FakeWorker worker;
    Exporter exporter(subjectWithTests(), worker, {});
    QVERIFY(exporter.make(ExportKind::Loader).has_value());
    QCOMPARE(worker.requested, (Names{"10 1", "100 2"}));
  }

  void launchesOfAFailedTestAreNotListed() {
    FakeWorker worker("100 2");
    Exporter exporter(subjectWithTests(), worker, {});
    QVERIFY(exporter.make(ExportKind::Loader).has_value());
    QCOMPARE(worker.requested, Names{"10 1"});
  }

  void noLaunchIsListedIfTheTestsCannotRun() {
    FakeWorker worker;
    worker.dead = true;
    Exporter exporter(subjectWithTests(), worker, {});
    QVERIFY(exporter.make(ExportKind::Loader).has_value());
    QCOMPARE(worker.requested, Names{});
  }

  void whatPassedOnAGpuCountsWithoutOne() {
    FakeWorker worker;
    worker.dead = true;
    Subject subject = subjectWithTests();
    subject.run.settings.evaluation.device = "cuda";
    Exporter exporter(subject, worker, {});
    QVERIFY(exporter.make(ExportKind::Loader).has_value());
    QCOMPARE(worker.requested, (Names{"10 1", "100 2"}));
  }

  void whatFailedOnAGpuDoesNotCount() {
    FakeWorker worker;
    worker.dead = true;
    Subject subject = subjectWithTests();
    subject.run.settings.evaluation.device = "cuda";
    subject.variant.result.reason = Reason::WrongOutput;
    Exporter exporter(subject, worker, {});
    QVERIFY(exporter.make(ExportKind::Loader).has_value());
    QCOMPARE(worker.requested, Names{});
  }

  void testsRunOnceForSeveralExports() {
    FakeWorker worker;
    Exporter exporter(subjectWithTests(), worker, {});
    QVERIFY(exporter.make(ExportKind::Loader).has_value());
    QVERIFY(exporter.make(ExportKind::Loader).has_value());
    QCOMPARE(worker.testRuns, 1);
  }

  void shareIsTheSlowdownWithoutTheEdit() {
    FakeWorker worker;
    const Subject subject = subjectWithTests();
    const Result<ValidationReport> whole = worker.test(subject.variant.edits);
    QVERIFY(whole.has_value());
    QCOMPARE(sharesOf(subject.variant, worker, whole->tests), (std::vector<double>{0.5, 0.5}));
  }

  void sharesOfAFailingVariantAreUnknown() {
    FakeWorker worker("100 2");
    const Subject subject = subjectWithTests();
    const Result<ValidationReport> whole = worker.test(subject.variant.edits);
    QVERIFY(whole.has_value());
    for (const double share : sharesOf(subject.variant, worker, whole->tests)) QVERIFY(std::isnan(share));
    QCOMPARE(worker.testRuns, 1);
  }

  void sharesAreUnknownAfterTheWorkerEnds() {
    FakeWorker worker;
    const Subject subject = subjectWithTests();
    const Result<ValidationReport> whole = worker.test(subject.variant.edits);
    QVERIFY(whole.has_value());
    worker.dead = true;
    for (const double share : sharesOf(subject.variant, worker, whole->tests)) QVERIFY(std::isnan(share));
    QCOMPARE(worker.testRuns, 2);
  }

  void candidatesOfOtherRunsOnTheSameInputsAreCounted() {
    const QTemporaryDir folder;
    Subject subject = subjectWithTests();
    subject.file = folder.filePath("a.gevo").toStdString();
    auto store = Store::create(subject.file, *subject.project);
    QVERIFY(store.has_value());
    ValidationRow row;
    row.passed = true;
    row.candidate = 1;
    row.arguments = {"1000 5"};
    for (const std::int64_t variant : {7, 8}) {
      const Result<std::int64_t> run = (*store)->beginRun({}, "simulated H200", subject.original);
      QVERIFY(run.has_value());
      subject.run.id = *run;
      row.variant = variant;
      QVERIFY((*store)->addValidation(*run, row).has_value());
    }
    row.variant = 9;
    row.arguments = {"other inputs"};
    row.candidate = 2;
    QVERIFY((*store)->addValidation(subject.run.id, row).has_value());
    row.variant = subject.variant.id = 8;
    row.arguments = {"1000 5"};
    subject.validations = {row};
    const Result<std::vector<HeldOutResult>> results = heldOutResults(subject);
    QVERIFY(results.has_value());
    QCOMPARE(results->size(), std::size_t(1));
    QCOMPARE(results->front().otherCandidates, std::size_t(1));
  }
};

QTEST_GUILESS_MAIN(ExporterTest)
#include "exporter_test.moc"
