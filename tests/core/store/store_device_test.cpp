/// What a device that measures says, in the file.

#include <QTest>

#include "sample_run.h"

#include <QTemporaryDir>
#include <cmath>

using namespace gevo;

namespace {

CodeFacts someFacts(std::uint32_t repeats) { return {{{"_Z1kv", 40, 8, 16, 1024}, {"other", 12, 0, 0, 0}}, repeats, 0.0075}; }

DeviceReport someReport() {
  DeviceReport report;
  report.notes = {"The first.", "The second."};
  report.nvcc.compiler = "release 13.0";
  report.nvcc.outcome.reason = Reason::None;
  report.nvcc.outcome.fitness = {80, 1e-6};
  report.nvcc.outcome.facts = someFacts(11);
  return report;
}

} // namespace

class StoreDeviceTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<Store> store_;

  std::int64_t begin(const DeviceReport& report = {}) { return store_->beginRun({}, "GPU", sample::original(), {}, report).value(); }
  RunInfo runOf(std::int64_t run) const {
    return Store::open(store_->path(), Store::Access::Read).value()->runs()->at(std::size_t(run - 1));
  }

private slots:
  void init() {
    store_.reset();
    folder_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
    store_ = std::move(*Store::create(folder_->filePath("a.gevo").toStdString(), Project{.name = "small"}));
  }

  void factsOfACodeComeBack() {
    const std::int64_t run = begin();
    GenerationResult result = sample::generation(0);
    result.tries[0].outcome.facts = someFacts(5);
    QVERIFY(store_->addGeneration(run, result));
    QVERIFY(store_->individual(run, result.tries[0].id)->outcome.facts == someFacts(5));
    QVERIFY(store_->individual(run, result.tries[1].id)->outcome.facts.empty());
  }

  void factsOfTriesOnTheWayAreKept() {
    const std::int64_t run = begin();
    const GenerationResult result = sample::generation(0);
    Individual one = result.tries[0];
    one.outcome.facts = someFacts(5);
    QVERIFY(store_->addTries(run, {one}));
    QVERIFY(store_->addGeneration(run, result)); // with tries as they were read back
    QVERIFY(store_->individual(run, one.id)->outcome.facts == someFacts(5));
  }

  void measuringAnewReplacesThem() {
    const std::int64_t run = begin();
    GenerationResult result = sample::generation(0);
    const Hash128 code = result.tries[0].outcome.code;
    result.tries[0].outcome.facts = someFacts(5);
    result.measurements = {{code, {90, 0}, someFacts(10)}, {code, {91, 0}, {}}};
    QVERIFY(store_->addGeneration(run, result));
    QCOMPARE(store_->individual(run, result.tries[0].id)->outcome.facts.repeats, 10U);
  }

  void theReportOfARunComesBack() {
    const RunInfo info = runOf(begin(someReport()));
    QCOMPARE(info.report.notes, someReport().notes);
    QCOMPARE(info.report.nvcc.compiler, std::string("release 13.0"));
    QCOMPARE(info.report.nvcc.outcome.fitness.error, 1e-6);
    QVERIFY(info.report.nvcc.outcome.facts == someFacts(11));
  }

  void aWinIsOneAgainstTheFasterOriginal() {
    const double own = sample::original().outcome.fitness.runtime;
    QCOMPARE(runOf(begin()).fastestOriginal(), own);
    QVERIFY(std::isnan(runOf(1).nvccRuntime()));
    DeviceReport report = someReport();
    QCOMPARE(runOf(begin(report)).fastestOriginal(), 80.0);
    report.nvcc.outcome.fitness.runtime = 2 * own;
    QCOMPARE(runOf(begin(report)).fastestOriginal(), own);
    report.nvcc.outcome.fitness.runtime = 1;
    report.nvcc.outcome.reason = Reason::Unsupported;
    QCOMPARE(runOf(begin(report)).fastestOriginal(), own);
  }

  void whatNvccMadeStaysWithTheProject() {
    Project project;
    project.nvcc = {"release 13.0", ".version 9.0\n"};
    const auto made = Store::create(folder_->filePath("b.gevo").toStdString(), project);
    QVERIFY(made);
    QCOMPARE((*made)->project()->nvcc.compiler, project.nvcc.compiler);
    QCOMPARE((*made)->project()->nvcc.ptx, project.nvcc.ptx);
    QVERIFY(store_->project()->nvcc.ptx.empty());
  }
};

QTEST_GUILESS_MAIN(StoreDeviceTest)
#include "store_device_test.moc"
