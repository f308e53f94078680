/// Files of older versions. version1.sql is one of version 1, with two generations, a validation and an unfinished evaluation.

#include <QTest>

#include "sample_run.h"

#include "core/store/front.h"
#include "core/store/subset_results.h"

#include <QFile>
#include <QTemporaryDir>
#include <cmath>
#include <rapidcheck.h>
#include <sqlite3.h>

using namespace gevo;

namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void executeSql(const QString& path, const QByteArray& statements) {
  sqlite3* connection = nullptr;
  if (sqlite3_open(path.toUtf8().constData(), &connection) != SQLITE_OK ||
      sqlite3_exec(connection, statements.constData(), nullptr, nullptr, nullptr) != SQLITE_OK)
    qFatal("%s", sqlite3_errmsg(connection));
  sqlite3_close(connection);
}

std::unique_ptr<Store> open(const QString& path, Store::Access access) {
  auto store = Store::open(path.toStdString(), access);
  if (!store) qFatal("%s", store.error().message.c_str());
  return std::move(*store);
}

} // namespace

namespace {

const QByteArray dropsOfVersion14 = "DROP TABLE run_label;";
const QByteArray dropsOfVersion13 = "DROP TABLE subset; DROP TABLE interaction_analysis;" + dropsOfVersion14;
const QByteArray dropsOfVersion12 = "DROP TABLE failure_cause;" + dropsOfVersion13;
const QByteArray dropsOfVersion11 = "DROP TABLE code_line; DROP TABLE branch_edge; DROP TABLE coverage;" + dropsOfVersion12;
const QByteArray dropsOfVersion10 = "DROP TABLE code_runtimes;" + dropsOfVersion11;
const QByteArray dropsOfVersion9 =
    "DROP TABLE fuzz_input; DROP TABLE trial; DROP TABLE counterexample; DROP TABLE rejection;" + dropsOfVersion10;
const QByteArray dropsOfVersion8 = "DROP TABLE configuration; DROP TABLE configuration_program; DROP TABLE search_stage;" + dropsOfVersion9;

} // namespace

class StoreVersionTest : public QObject {
  Q_OBJECT

private slots:
  void init();
  void readerSeesAllOfAnOldFileAndChangesNothing();
  void writerMigratesAnOldFile();
  void frontOfAnOldFileIsComputed();
  void runOfAnOldFileCanBeResumed();
  void readerSeesConcurrentMigrationAndWrites();
  void bundledSampleOpens();
  void fileOfVersion4Opens();
  void fileOfVersion5Opens();
  void fileOfVersion6Opens();
  void fileOfVersion7Opens();
  void fileOfVersion8Opens();
  void fileOfVersion9Opens();
  void fileOfVersion10Opens();
  void fileOfVersion11Opens();
  void fileOfVersion12Opens();
  void fileOfVersion13Opens();

private:
  std::unique_ptr<QTemporaryDir> folder_;
  QString path_;
};

void StoreVersionTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
  path_ = folder_->filePath("old.gevo");
  const QByteArray statements = contents(GEVO_TEST_SOURCE "/tests/core/store/fixtures/version1.sql");
  QVERIFY(!statements.isEmpty());
  executeSql(path_, statements);
}

void StoreVersionTest::readerSeesAllOfAnOldFileAndChangesNothing() {
  const QByteArray before = contents(path_);
  {
    const auto store = open(path_, Store::Access::Read);
    QCOMPARE(store->project()->name, std::string("stencil"));
    QCOMPARE(store->runs()->at(0).settings.search.seed, std::uint64_t(42));
    QCOMPARE(store->runs()->at(0).generations, 2U);
    QCOMPARE(store->generations(1)->at(1).bestRuntime, 80.0);
    QVERIFY(std::isnan(store->generations(1)->at(1).maxEdits));
    QCOMPARE(store->individuals(1)->size(), std::size_t(21));
    QCOMPARE(store->front(1).value(), (std::vector<std::int64_t>{20, 18, 17}));
    QCOMPARE(store->validations(1)->at(0).variant, std::int64_t(20));
    QVERIFY(store->validations(1)->at(0).passed);
    QVERIFY(std::isnan(store->validations(1)->at(0).runtime));
    QVERIFY(store->seeds(1)->empty());
    QVERIFY(!store->addGeneration(1, sample::generation(2)));
  }
  QVERIFY(contents(path_) == before);
}

void StoreVersionTest::writerMigratesAnOldFile() {
  const auto before = open(path_, Store::Access::Read)->front(1).value();
  { open(path_, Store::Access::Write); }
  const auto store = open(path_, Store::Access::Read);
  QCOMPARE(store->front(1).value(), before);
  QCOMPARE(store->generations(1)->size(), std::size_t(2));
  QVERIFY(std::isnan(store->generations(1)->at(1).maxEdits));
  QCOMPARE(store->validations(1)->at(0).message, std::string("passed 2 tests, 1 of them held out"));
}

void StoreVersionTest::frontOfAnOldFileIsComputed() {
  QVERIFY(rc::check([&](const std::array<std::pair<std::uint8_t, std::uint8_t>, 21>& points) {
    QByteArray statements = "PRAGMA synchronous = OFF; BEGIN;";
    for (std::size_t id = 0; id < points.size(); ++id)
      statements += QString("UPDATE individual SET runtime = %1, error = %2, inactive = 0 WHERE id = %3;")
                        .arg(points[id].first % 6)
                        .arg(points[id].second % 6)
                        .arg(id)
                        .toUtf8();
    executeSql(path_, statements + "COMMIT;");
    const auto store = open(path_, Store::Access::Read);
    std::vector<std::int64_t> expected;
    for (const VariantRow& row : paretoFront(store->variants(1).value())) expected.push_back(row.id);
    RC_ASSERT(store->front(1).value() == expected);
  }));
}

void StoreVersionTest::runOfAnOldFileCanBeResumed() {
  const auto store = open(path_, Store::Access::Write);
  QCOMPARE(store->checkpoint(1)->generation, 1U);
  QCOMPARE(store->checkpoint(1)->unfinished.size(), std::size_t(1));
  QVERIFY(store->addGeneration(1, sample::generation(2)));
  QCOMPARE(store->generations(1)->at(2).maxEdits, 4.0);
  QCOMPARE(store->front(1).value(), (std::vector<std::int64_t>{30, 28, 27}));
}

void StoreVersionTest::readerSeesConcurrentMigrationAndWrites() {
  const auto reader = open(path_, Store::Access::Read);
  const std::int64_t version = reader->dataVersion().value();
  const auto writer = open(path_, Store::Access::Write);
  QVERIFY(writer->addGeneration(1, sample::generation(2)));
  QVERIFY(reader->dataVersion().value() != version);
  QCOMPARE(reader->generations(1)->at(2).maxEdits, 4.0);
  QCOMPARE(reader->front(1).value(), writer->front(1).value());
  QVERIFY(!reader->addGeneration(1, sample::generation(3)));
}

void StoreVersionTest::bundledSampleOpens() {
  const auto store = open(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", Store::Access::Read);
  QCOMPARE(store->project()->kernels.size(), std::size_t(1));
  QVERIFY(store->runs()->empty());
}

/// Version 4 had everything but the energies.
void StoreVersionTest::fileOfVersion4Opens() {
  const QString path = folder_->filePath("four.gevo");
  {
    const auto made = Store::create(path.toStdString(), sample::project());
    QVERIFY(made);
    QVERIFY((*made)->beginRun({}, "device", sample::original()));
    QVERIFY((*made)->addGeneration(1, sample::generation(0)));
  }
  executeSql(path, QByteArray("DROP TABLE code_energy; DROP TABLE validation_error; DROP TABLE patch;") + dropsOfVersion8 +
                       "PRAGMA user_version = 4;");
  const auto reader = open(path, Store::Access::Read);
  QVERIFY(std::isnan(reader->variants(1)->at(1).energy));
  QVERIFY(std::isnan(reader->runs()->at(0).originalEnergy));
  QVERIFY(!reader->individual(1, 1)->result.fitness.hasEnergy());
  QVERIFY(reader->checkpoint(1)->energies.empty());
  const auto front = reader->front(1).value();
  const auto writer = open(path, Store::Access::Write);
  GenerationResult next = sample::generation(1);
  next.measurements = {{next.evaluations[0].result.code, {90, 0, 150}, {{}, 5, 0.01, 3, 0.01}}};
  QVERIFY(writer->addGeneration(1, next));
  QCOMPARE(writer->individual(1, 11)->result.fitness.energy, 150.0);
  QVERIFY(reader->dataVersion()); // the reader notices the migration here
  QCOMPARE(reader->individual(1, 11)->result.fitness.energy, 150.0);
  QVERIFY(front != reader->front(1).value());
}

/// Version 5 had everything but the errors of validations.
void StoreVersionTest::fileOfVersion5Opens() {
  const QString path = folder_->filePath("five.gevo");
  {
    const auto made = Store::create(path.toStdString(), sample::project());
    QVERIFY(made);
    QVERIFY((*made)->beginRun({}, "device", sample::original()));
    QVERIFY((*made)->addValidation(1, {4, true, "passed"}));
  }
  executeSql(path, QByteArray("DROP TABLE validation_error; DROP TABLE patch;") + dropsOfVersion8 + "PRAGMA user_version = 5;");
  const auto reader = open(path, Store::Access::Read);
  QVERIFY(reader->validations(1)->at(0).passed);
  QVERIFY(std::isnan(reader->validations(1)->at(0).error));
  const auto writer = open(path, Store::Access::Write);
  QVERIFY(writer->addValidation(1, {5, true, "passed", 1, {}, 10, 20, 0.002}));
  QVERIFY(reader->dataVersion()); // the reader notices the migration here
  QCOMPARE(reader->validations(1)->at(1).error, 0.002);
}

/// Version 6 had everything but source patches.
void StoreVersionTest::fileOfVersion6Opens() {
  const QString path = folder_->filePath("six.gevo");
  {
    const auto made = Store::create(path.toStdString(), sample::project());
    QVERIFY(made);
    QVERIFY((*made)->beginRun({}, "device", sample::original()));
  }
  executeSql(path, QByteArray("DROP TABLE patch;") + dropsOfVersion8 + "PRAGMA user_version = 6;");
  const auto reader = open(path, Store::Access::Read);
  QVERIFY(!reader->patch(1, 4).value());
  const auto writer = open(path, Store::Access::Annotate);
  QVERIFY(writer->setPatch(1, 4, {PatchState::Proven}));
  QVERIFY(reader->dataVersion()); // the reader notices the migration here
  QVERIFY(reader->patch(1, 4).value()->state == PatchState::Proven);
}

/// Version 7 had everything but configurations.
void StoreVersionTest::fileOfVersion7Opens() {
  const QString path = folder_->filePath("seven.gevo");
  {
    const auto made = Store::create(path.toStdString(), sample::project());
    QVERIFY(made);
    QVERIFY((*made)->beginRun({}, "device", sample::original()));
    QVERIFY((*made)->addGeneration(1, sample::generation(0)));
  }
  executeSql(path, dropsOfVersion8 + "PRAGMA user_version = 7;");
  const auto reader = open(path, Store::Access::Read);
  QVERIFY(reader->configurations().value().empty());
  QVERIFY(reader->generations(1)->at(0).stage == SearchStage::Evolve);
  QVERIFY(reader->checkpoint(1)->tuned.empty());
  const auto writer = open(path, Store::Access::Write);
  ConfiguredProgram program;
  program.configuration = {{"BLOCK", "32"}};
  QVERIFY(writer->addConfiguration(program, 1));
  QVERIFY(reader->dataVersion()); // the reader notices the migration here
  QCOMPARE(reader->configurations().value().size(), std::size_t(1));
}

/// Version 8 had everything but fuzz inputs and what runs found out with them.
void StoreVersionTest::fileOfVersion8Opens() {
  const QString path = folder_->filePath("eight.gevo");
  {
    const auto made = Store::create(path.toStdString(), sample::project());
    QVERIFY(made);
    QVERIFY((*made)->beginRun({}, "device", sample::original()));
    QVERIFY((*made)->addGeneration(1, sample::generation(0)));
  }
  executeSql(path, dropsOfVersion9 + "PRAGMA user_version = 8;");
  const auto reader = open(path, Store::Access::Read);
  QVERIFY(reader->fuzzInputs().value().empty());
  QVERIFY(reader->counterexamples(1).value().empty());
  QVERIFY(reader->checkpoint(1)->trials.empty());
  const auto writer = open(path, Store::Access::Write);
  QVERIFY(writer->addFuzzInputs({{{TestRole::Fuzz, "7 7", sample::noise(10, 5)}, 40}}));
  QVERIFY(reader->dataVersion()); // the reader notices the migration here
  QCOMPARE(reader->fuzzLines().value(), std::vector<std::string>{"7 7"});
}

/// Version 9 had everything but runtimes in each test.
void StoreVersionTest::fileOfVersion9Opens() {
  const QString path = folder_->filePath("nine.gevo");
  GenerationResult generation = sample::generation(0);
  generation.evaluations.back().result.metrics.testRuntimes = {10, 400};
  const std::int64_t variant = generation.evaluations.back().id;
  {
    const auto made = Store::create(path.toStdString(), sample::project());
    QVERIFY(made);
    QVERIFY((*made)->beginRun({}, "device", sample::original()));
    QVERIFY((*made)->addGeneration(1, generation));
    QCOMPARE((*made)->individual(1, variant)->result.metrics.testRuntimes, (std::vector<double>{10, 400}));
  }
  executeSql(path, dropsOfVersion10 + "PRAGMA user_version = 9;");
  const auto reader = open(path, Store::Access::Read);
  QVERIFY(reader->individual(1, variant)->result.metrics.testRuntimes.empty());
  const auto writer = open(path, Store::Access::Write);
  QVERIFY(reader->dataVersion()); // the reader notices the migration here
  QVERIFY(reader->individual(1, variant)->result.metrics.testRuntimes.empty());
}

/// Version 10 had everything but what inputs run of the original. Fuzz inputs that it has are kept.
void StoreVersionTest::fileOfVersion10Opens() {
  const QString path = folder_->filePath("ten.gevo");
  {
    const auto made = Store::create(path.toStdString(), sample::project());
    QVERIFY(made);
    QVERIFY((*made)->addFuzzInputs({{{TestRole::Fuzz, "7 7", sample::noise(10, 5)}, 40}}));
  }
  executeSql(path, dropsOfVersion11 + "PRAGMA user_version = 10;");
  const auto reader = open(path, Store::Access::Read);
  QVERIFY(!reader->coverage().value().isMeasured());
  QCOMPARE(reader->fuzzLines().value(), std::vector<std::string>{"7 7"});
  const auto writer = open(path, Store::Access::Write);
  QVERIFY(writer->setCoverage({{{{"stencil.cu", 1}}, {}}, {{TestRole::Test, {{true}, {}}}}}));
  QVERIFY(reader->dataVersion()); // the reader notices the migration here
  QCOMPARE(reader->coverage().value().code.lines.front().file, std::string("stencil.cu"));
  QCOMPARE(reader->fuzzLines().value(), std::vector<std::string>{"7 7"});
}

/// Version 11 had everything but what failures come from.
void StoreVersionTest::fileOfVersion11Opens() {
  const QString path = folder_->filePath("eleven.gevo");
  std::int64_t run = 0;
  {
    const auto made = Store::create(path.toStdString(), sample::project());
    QVERIFY(made);
    run = (*made)->beginRun({}, "simulated", sample::original()).value();
    QVERIFY((*made)->addGeneration(run, sample::generation(0)));
  }
  executeSql(path, dropsOfVersion12 + "PRAGMA user_version = 11;");
  const auto reader = open(path, Store::Access::Read);
  QVERIFY(reader->checkpoint(run).value().causes.empty());
  const auto writer = open(path, Store::Access::Write);
  GenerationResult next = sample::generation(1);
  next.causes = {{.input = 2, .variant = 4, .edits = {0}, .needed = 1}};
  QVERIFY(writer->addGeneration(run, next));
  QVERIFY(reader->dataVersion()); // the reader notices the migration here
  QCOMPARE(reader->checkpoint(run).value().causes.size(), std::size_t(1));
}

/// Version 12 had everything but subsets of edits.
void StoreVersionTest::fileOfVersion12Opens() {
  const QString path = folder_->filePath("twelve.gevo");
  {
    const auto made = Store::create(path.toStdString(), sample::project());
    QVERIFY(made);
    QVERIFY((*made)->beginRun({}, "device", sample::original()));
  }
  executeSql(path, dropsOfVersion13 + "PRAGMA user_version = 12;");
  const auto reader = SubsetResults::open(path.toStdString(), SubsetResults::Access::Read);
  QVERIFY(reader);
  QVERIFY(!(*reader)->find(1, {}).value());
  QVERIFY(!(*reader)->analysis(1, 4).value());
  const auto writer = SubsetResults::open(path.toStdString(), SubsetResults::Access::Write);
  QVERIFY(writer);
  QVERIFY((*writer)->setAnalysis(1, 4, {0.01, 0.01, 100}));
  const auto after = SubsetResults::open(path.toStdString(), SubsetResults::Access::Read);
  QVERIFY((*after)->analysis(1, 4).value());
}

/// Version 13 had everything but names of runs.
void StoreVersionTest::fileOfVersion13Opens() {
  const QString path = folder_->filePath("thirteen.gevo");
  {
    const auto made = Store::create(path.toStdString(), sample::project());
    QVERIFY(made);
    QVERIFY((*made)->beginRun({}, "device", sample::original()));
  }
  executeSql(path, dropsOfVersion14 + "PRAGMA user_version = 13;");
  const auto reader = open(path, Store::Access::Read);
  QVERIFY(reader->runs()->front().label.empty());
  QVERIFY(open(path, Store::Access::Annotate)->setRunLabel(1, {"tiles", ""}));
  QVERIFY(reader->dataVersion()); // the reader notices the migration here
  QCOMPARE(reader->runs()->front().label.name, std::string("tiles"));
}

QTEST_GUILESS_MAIN(StoreVersionTest)
#include "store_version_test.moc"
