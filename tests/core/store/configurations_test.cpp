/// Programs in other configurations, kept in a file.

#include <QTest>

#include "core/edit/edit_text.h"
#include "core/store/configuration_rows.h"
#include "core/store/store.h"
#include "tests/core/base/value_of.h"

#include <QTemporaryDir>

using namespace gevo;
namespace fs = std::filesystem;

class ConfigurationsTest : public QObject {
  Q_OBJECT

  QTemporaryDir home_;

  std::unique_ptr<Store> newFile(const std::string& name) const {
    const fs::path file = fs::path(home_.path().toStdString()) / name;
    Project project;
    project.name = "program";
    project.compiler = "clang";
    project.parameters.parameters = {{"BLOCK", ParameterKind::Macro, "16", {"16", "32"}, {{"a.cu", 3, 14, 16}}, "block size"}};
    project.parameters.requirements = {"BLOCK <= 64"};
    valueOf(Store::create(file, project));
    return valueOf(Store::open(file, Store::Access::Write));
  }

  static ConfiguredProgram programOf(const Configuration& configuration, std::size_t bytes = 100) {
    ConfiguredProgram program;
    program.configuration = configuration;
    for (std::size_t i = 0; i < bytes; ++i)
      program.base.push_back(static_cast<std::uint8_t>((i * i * 2654435761U) >> 13)); // hardly compressible
    program.tests = {{TestRole::Test, "4 5", Bytes{1, 2, 3}}};
    program.difference = "a differs";
    return program;
  }

private slots:
  void initTestCase() { qputenv("XDG_DATA_HOME", home_.path().toUtf8()); }

  void parametersAreReadBack() {
    const auto store = newFile("parameters.gevo");
    const ParameterSpace space = valueOf(store->project()).parameters;
    QCOMPARE(space.parameters.size(), std::size_t(1));
    QCOMPARE(space.parameters[0], (Parameter{"BLOCK", ParameterKind::Macro, "16", {"16", "32"}, {{"a.cu", 3, 14, 16}}, "block size"}));
    QCOMPARE(space.requirements, std::vector<std::string>{"BLOCK <= 64"});
  }

  void programsAreReadBack() {
    const auto store = newFile("programs.gevo");
    const Configuration wide{{"BLOCK", "32"}, {"TYPE", "unsigned int"}};
    QVERIFY(!valueOf(store->configuration(wide)));
    QVERIFY(store->addConfiguration(programOf(wide, 9'000'000), 2.5));
    const auto read = valueOf(store->configuration(wide));
    QVERIFY(read && read->base == programOf(wide, 9'000'000).base);
    QCOMPARE(read->tests.size(), std::size_t(1));
    QCOMPARE(read->difference, std::string("a differs"));
    const auto rows = valueOf(store->configurations());
    QCOMPARE(rows.size(), std::size_t(1));
    QCOMPARE(rows[0].configuration, wide);
    QCOMPARE(rows[0].seconds, 2.5);
  }

  void failuresAreKeptWithTheirReasons() {
    const auto store = newFile("failures.gevo");
    ConfiguredProgram failed;
    failed.configuration = {{"BLOCK", "999"}};
    failed.reason = Reason::Configuration;
    failed.message = "it does not compile";
    QVERIFY(store->addConfiguration(failed, 1));
    const auto read = valueOf(store->configuration(failed.configuration));
    QVERIFY(read && !read->usable());
    QCOMPARE(read->message, failed.message);
  }

  void theProgramsBuiltLastAreKept() {
    Database database(fs::path(home_.path().toStdString()) / "bounded.db", Database::Access::Create);
    database.execute(
        "CREATE TABLE configuration (hash BLOB PRIMARY KEY, text TEXT, reason INTEGER, detail TEXT, seconds REAL) WITHOUT ROWID;"
        "CREATE TABLE configuration_program (id INTEGER PRIMARY KEY, hash BLOB, position INTEGER, bytes BLOB)");
    const auto add = [&](const std::string& value) {
      const ConfiguredProgram program = programOf({{"BLOCK", value}}, 40'000);
      insertConfiguration(database, program, packProgram(program), 0, 100'000);
    };
    for (const char* value : {"1", "2", "3"}) add(value);
    QVERIFY(!selectConfiguration(database, {{"BLOCK", "1"}}));
    QVERIFY(selectConfiguration(database, {{"BLOCK", "3"}}));
    QCOMPARE(selectConfigurations(database).size(), std::size_t(3)); // that they were built is known
  }

  void resultsAreByConfiguration() {
    const auto store = newFile("results.gevo");
    Individual original;
    original.result.stage = Stage::Done;
    original.result.reason = Reason::None;
    original.result.fitness = {10, 0};
    const std::int64_t run = valueOf(store->beginRun({}, "simulated H200", original));
    GenerationResult generation;
    generation.stage = SearchStage::Tune;
    const auto add = [&](const Configuration& configuration, Reason reason, double runtime, const EditList& edits = {}) {
      Individual one = original;
      one.id = static_cast<std::int64_t>(generation.evaluations.size()) + 1;
      one.origin = Origin::Tuned;
      one.edits = withConfiguration(edits, configuration);
      one.active.assign(one.edits.size(), true);
      one.result.reason = reason;
      one.result.message = reason == Reason::None ? "" : "out differs";
      one.result.fitness.runtime = runtime;
      generation.evaluations.push_back(one);
      generation.population.push_back(one.id);
      generation.rank.push_back(0);
    };
    add({{"BLOCK", "32"}}, Reason::None, 8);
    add({{"BLOCK", "64"}}, Reason::WrongOutput, 1);
    add({{"BLOCK", "32"}}, Reason::None, 7);
    const EditList edits = valueOf(parseEdits("delete 0000000000000001 @1"));
    add({{"BLOCK", "8"}}, Reason::Crash, 1, edits);
    add({{"BLOCK", "16"}}, Reason::Crash, 1, edits);
    add({{"BLOCK", "16"}}, Reason::WrongOutput, 1);
    generation.population = {1, 3};
    generation.rank = {0, 0};
    QVERIFY(store->addGeneration(run, generation));
    const auto results = valueOf(store->configurationResults(run));
    QCOMPARE(results.size(), std::size_t(5));
    QVERIFY(results[0].configuration.empty() && results[0].best == 0);
    QCOMPARE(results[1].best, std::int64_t(3));
    QCOMPARE(results[1].evaluations, std::uint64_t(2));
    QCOMPARE(results[2].best, std::int64_t(-1));
    QCOMPARE(results[2].reason, Reason::WrongOutput);
    QVERIFY(results[3].withEdits && results[3].reason == Reason::Crash);
    QVERIFY(!results[4].withEdits && results[4].reason == Reason::WrongOutput); // of the configuration alone
    QCOMPARE(valueOf(store->generations(run)).at(0).stage, SearchStage::Tune);
    const Checkpoint checkpoint = valueOf(store->checkpoint(run));
    QCOMPARE(checkpoint.tuned.size(), std::size_t(6));
    QCOMPARE(checkpoint.stages, std::vector<SearchStage>{SearchStage::Tune});
  }
};

QTEST_GUILESS_MAIN(ConfigurationsTest)
#include "configurations_test.moc"
