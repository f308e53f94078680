/// Results of subsets of edits in the file.

#include <QTest>

#include "sample_run.h"
#include "tests/core/base/value_of.h"

#include "core/store/subset_results.h"

#include <QTemporaryDir>
#include <cmath>

using namespace gevo;

namespace {

SubsetResult result(std::uint64_t target) {
  SubsetResult one;
  one.edits = {{100, Operator::Delete, InstructionRef::base(target), {}, {}, {}},
               {101, Operator::Delete, InstructionRef::base(3), {}, {}, {}}};
  one.active = {true, false};
  one.result.stage = Stage::Done;
  one.result.reason = Reason::None;
  one.result.message = "passed";
  one.result.fitness = {12.5, 0.25, 3};
  one.result.code = hashText("code");
  one.result.metrics.repeats = 7;
  one.result.metrics.relativeError = 0.01;
  one.result.metrics.kernels = {{"kernel", 32, 0, 0, 1024}};
  return one;
}

} // namespace

class SubsetResultsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path path_;

private slots:
  void init() {
    qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
    path_ = folder_.filePath("subsets.gevo").toStdString();
    std::filesystem::remove(path_);
    const auto store = valueOf(Store::create(path_, sample::project()));
    valueOf(store->beginRun({}, "device", sample::original()));
  }

  void whatWasAddedIsFound() {
    const auto writer = valueOf(SubsetResults::open(path_, SubsetResults::Access::Write));
    QVERIFY(writer->add(1, {result(1), result(2)}));
    const auto reader = valueOf(SubsetResults::open(path_, SubsetResults::Access::Read));
    const auto found = valueOf(reader->find(1, result(2).edits));
    QVERIFY(found.has_value());
    QVERIFY(found->edits == result(2).edits);
    QCOMPARE(found->active, (std::vector<bool>{true, false}));
    QVERIFY(found->result.stage == Stage::Done);
    QVERIFY(found->result.valid());
    QVERIFY(found->result.fitness == result(2).result.fitness);
    QVERIFY(found->result.code == hashText("code"));
    QVERIFY(found->result.metrics == result(2).result.metrics);
    QCOMPARE(found->result.message, std::string("passed"));
  }

  void othersAreNotFound() {
    const auto results = valueOf(SubsetResults::open(path_, SubsetResults::Access::Write));
    QVERIFY(results->add(1, {result(1)}));
    QVERIFY(!valueOf(results->find(1, result(2).edits)));
    QVERIFY(!valueOf(results->find(2, result(1).edits)));
  }

  void laterResultReplaces() {
    const auto results = valueOf(SubsetResults::open(path_, SubsetResults::Access::Write));
    SubsetResult failed = result(1);
    QVERIFY(results->add(1, {failed}));
    failed.result.reason = Reason::Race;
    QVERIFY(results->add(1, {failed}));
    QVERIFY(valueOf(results->find(1, failed.edits))->result.reason == Reason::Race);
  }

  void runMayGoOnMeanwhile() {
    const auto store = valueOf(Store::open(path_, Store::Access::Write));
    const auto results = valueOf(SubsetResults::open(path_, SubsetResults::Access::Write));
    QVERIFY(results->add(1, {result(1)}));
    QVERIFY(store->addGeneration(1, sample::generation(0)));
    QVERIFY(results->setAnalysis(1, 4, {0.01, 0.02, 100}));
    QVERIFY(valueOf(results->analysis(1, 4)) == (AnalysisOptions{0.01, 0.02, 100}));
    QVERIFY(!valueOf(results->analysis(1, 5)));
  }

  void readerWritesNothing() {
    const auto reader = valueOf(SubsetResults::open(path_, SubsetResults::Access::Read));
    QVERIFY(!reader->add(1, {result(1)}));
  }

  void missingFileIsAnError() { QVERIFY(!SubsetResults::open("/nonexistent/file.gevo", SubsetResults::Access::Write)); }
};

QTEST_GUILESS_MAIN(SubsetResultsTest)
#include "subset_results_test.moc"
