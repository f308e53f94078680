/// Reports of measuring devices in the file.

#include <QTest>

#include "sample_run.h"

#include "core/store/front.h"
#include "core/values/project.h"

#include <QTemporaryDir>
#include <cmath>
#include <rapidcheck.h>

using namespace gevo;

namespace {

CodeMetrics someFacts(std::uint32_t repeats) { return {{{"_Z1kv", 40, 8, 16, 1024}, {"other", 12, 0, 0, 0}}, repeats, 0.0075}; }

DeviceReport someReport() {
  DeviceReport report;
  report.notes = {"The first.", "The second."};
  report.nvcc.compiler = "release 13.0";
  report.nvcc.result.reason = Reason::None;
  report.nvcc.result.fitness = {80, 1e-6};
  report.nvcc.result.metrics = someFacts(11);
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

  void codeMetricsAreRestored() {
    const std::int64_t run = begin();
    GenerationResult result = sample::generation(0);
    result.evaluations[0].result.metrics = someFacts(5);
    QVERIFY(store_->addGeneration(run, result));
    QVERIFY(store_->individual(run, result.evaluations[0].id)->result.metrics == someFacts(5));
    QVERIFY(store_->individual(run, result.evaluations[1].id)->result.metrics.empty());
  }

  void codeMetricsOfUnfinishedEvaluationsAreKept() {
    const std::int64_t run = begin();
    const GenerationResult result = sample::generation(0);
    Individual one = result.evaluations[0];
    one.result.metrics = someFacts(5);
    QVERIFY(store_->addUnfinishedEvaluations(run, {one}));
    QVERIFY(store_->addGeneration(run, result)); // with evaluations as they were read
    QVERIFY(store_->individual(run, one.id)->result.metrics == someFacts(5));
  }

  void remeasurementReplacesCodeMetrics() {
    const std::int64_t run = begin();
    GenerationResult result = sample::generation(0);
    const Hash128 code = result.evaluations[0].result.code;
    result.evaluations[0].result.metrics = someFacts(5);
    result.measurements = {{code, {90, 0}, someFacts(10)}, {code, {91, 0}, {}}};
    QVERIFY(store_->addGeneration(run, result));
    QCOMPARE(store_->individual(run, result.evaluations[0].id)->result.metrics.repeats, 10U);
  }

  RunSettings energyRun() const {
    RunSettings settings;
    settings.evaluation.device = "cuda";
    settings.evaluation.objectives = {Objective::Time, Objective::Error, Objective::Energy};
    return settings;
  }
  std::int64_t beginEnergyRun() const {
    Individual original = sample::original();
    original.result.fitness.energy = 200;
    original.result.metrics.repeats = 7;
    original.result.metrics.energyPairs = 3;
    return store_->beginRun(energyRun(), "GPU", original).value();
  }

  void variantsWithEqualCodeShareTheirEnergy() {
    const std::int64_t run = beginEnergyRun();
    QCOMPARE(runOf(run).originalEnergy, 200.0);
    QVERIFY(runOf(run).settings.evaluation.objectives == energyRun().evaluation.objectives);
    GenerationResult result = sample::generation(0);
    const Hash128 code = result.evaluations[0].result.code;
    result.evaluations[1].result.code = code;
    CodeMetrics facts = someFacts(5);
    facts.energyPairs = 6;
    facts.energyError = 0.01;
    result.measurements = {{code, {90, 0, 150}, facts}, {code, {91, 0}, {}}};
    QVERIFY(store_->addGeneration(run, result));
    const auto variants = store_->variants(run).value();
    QCOMPARE(variants[0].energy, 200.0);
    QCOMPARE(variants[1].energy, 150.0);
    QCOMPARE(variants[2].energy, 150.0);
    QVERIFY(std::isnan(variants[3].energy));
    const Individual one = store_->individual(run, result.evaluations[1].id).value();
    QCOMPARE(one.result.fitness.energy, 150.0);
    QCOMPARE(one.result.metrics.energyPairs, 6U);
    QCOMPARE(one.result.metrics.energyError, 0.01);
    const Checkpoint checkpoint = store_->checkpoint(run).value();
    QCOMPARE(checkpoint.energies.size(), std::size_t(2));
    QCOMPARE(checkpoint.found[1].fitness.energy, 150.0);
  }

  /// For any order of measurements.
  void frontWithEnergyEqualsTheFrontOfAllVariants() {
    QVERIFY(rc::check([&](const std::vector<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t>>& points) {
      const std::int64_t run = beginEnergyRun();
      GenerationResult result;
      std::int64_t id = 0;
      for (const auto& [runtime, error, energy] : points) {
        result.evaluations.push_back(sample::individual(++id, result.generation, runtime % 8, error % 8));
        // Half of them with an earlier code.
        const Hash128 code{std::uint64_t(energy % 2 == 0 ? id : (id + 1) / 2), 77};
        if (energy % 3 > 0) result.measurements.push_back({code, {8, 0, double(energy % 16)}, someFacts(5)});
        if (energy % 5 == 0) result.fitnessUpdates.push_back({id, result.evaluations.back().result.fitness});
        if (id % 5 != 0) continue;
        if (!result.measurements.empty() && result.fitnessUpdates.empty())
          result.fitnessUpdates.push_back({id, result.evaluations.back().result.fitness});
        RC_ASSERT(store_->addGeneration(run, std::exchange(result, {})));
        result.generation = std::uint32_t(id / 5);
      }
      std::vector<std::int64_t> expected;
      for (const VariantRow& row : paretoFront(store_->variants(run).value(), energyRun().evaluation.objectives))
        expected.push_back(row.id);
      std::vector<std::int64_t> found = store_->front(run).value(); // equal runtimes are ordered by id
      std::ranges::sort(expected);
      std::ranges::sort(found);
      RC_ASSERT(found == expected);
    }));
  }

  void deviceReportIsRestored() {
    const RunInfo info = runOf(begin(someReport()));
    QCOMPARE(info.report.notes, someReport().notes);
    QCOMPARE(info.report.nvcc.compiler, std::string("release 13.0"));
    QCOMPARE(info.report.nvcc.result.fitness.error, 1e-6);
    QVERIFY(info.report.nvcc.result.metrics == someFacts(11));
  }

  void speedupIsRelativeToTheFasterOriginal() {
    const double own = sample::original().result.fitness.runtime;
    QCOMPARE(runOf(begin()).fastestOriginal(), own);
    QVERIFY(std::isnan(runOf(1).nvccRuntime()));
    DeviceReport report = someReport();
    QCOMPARE(runOf(begin(report)).fastestOriginal(), 80.0);
    report.nvcc.result.fitness.runtime = 2 * own;
    QCOMPARE(runOf(begin(report)).fastestOriginal(), own);
    report.nvcc.result.fitness.runtime = 1;
    report.nvcc.result.reason = Reason::Unsupported;
    QCOMPARE(runOf(begin(report)).fastestOriginal(), own);
  }

  void nvccOutputIsStoredWithTheProject() {
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
