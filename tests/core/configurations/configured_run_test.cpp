/// Whole runs of a program with parameters: built in several configurations, tuned, evolved, validated.

#include <QTest>

#include "core/configurations/configurations.h"
#include "core/project/build_project.h"
#include "core/project/new_project.h"
#include "core/session/run_session.h"
#include "core/validation/validation.h"
#include "tests/core/base/value_of.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QRegularExpression>
#include <QTemporaryDir>

using namespace gevo;
namespace fs = std::filesystem;

namespace {

const std::string workerProgram = GEVO_TEST_BIN "/gevo-worker";

} // namespace

class ConfiguredRunTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;
  QTemporaryDir home_;
  QTemporaryDir program_;
  Project project_;
  Project live_; ///< the same program, run for each evaluation

  fs::path folder() const { return program_.path().toStdString(); }

  fs::path newFile(const std::string& name) const {
    const fs::path file = fs::path(home_.path().toStdString()) / name;
    valueOf(Store::create(file, project_, folder()));
    return file;
  }

  static RunSession::Options options(unsigned workers, ParameterMode mode = ParameterMode::Evolve) {
    RunSession::Options options;
    options.workerProgram = workerProgram;
    options.validate = false;
    options.settings.workers = workers;
    options.settings.search.parameters = mode;
    options.settings.search.population = 6;
    options.settings.search.generations = 2;
    options.settings.search.tunings = 8;
    options.settings.search.seed = 3;
    options.settings.search.operators = gevoOperators();
    options.settings.search.counterexamples = mode == ParameterMode::Evolve; // whose inputs take most of a short run
    return options;
  }

  static std::vector<Individual> evaluationsOf(const fs::path& file) {
    const auto store = valueOf(Store::open(file, Store::Access::Read));
    return valueOf(store->individuals(1));
  }

  static std::vector<std::string> textsOf(const fs::path& file) {
    std::vector<std::string> texts;
    for (const Individual& one : evaluationsOf(file))
      texts.push_back(fmt::format("{} {} {} {} {} {} {}", one.id, one.generation, int(one.result.reason), one.result.message,
                                  one.result.fitness.runtime, one.result.fitness.error, toHex(one.result.code)));
    return texts;
  }

  static const ConfigurationResult* resultOf(const std::vector<ConfigurationResult>& results, const Configuration& configuration) {
    const auto found = std::ranges::find(results, configuration, &ConfigurationResult::configuration);
    return found == results.end() ? nullptr : &*found;
  }

private slots:
  void initTestCase() {
    qputenv("XDG_DATA_HOME", home_.path().toUtf8());
    fs::copy_file(GEVO_TEST_SOURCE "/tests/core/configurations/fixtures/smooth.cu", folder() / "smooth.cu");
    NewProject asked;
    asked.folder = folder();
    asked.build.files = {"smooth.cu"};
    asked.tests = {"500 1", "333 2"};
    asked.heldOut = {"700 {seed}"};
    asked.parameters = {"BLOCK=32,64,128", "SCALE=3,4"};
    BuildOptions build;
    build.workerProgram = workerProgram;
    Result<BuiltProject> built = buildProject(valueOf(buildRequest(asked)), build);
    if (!built && QString::fromStdString(built.error().message).contains(QRegularExpression("CUDA|clang"))) QSKIP("no CUDA toolkit");
    project_ = valueOf(std::move(built)).project;
    live_ = project_;
    live_.build.hostRun.on = true;
  }

  void parametersAreFoundWhereTheSourceDefinesThem() {
    QCOMPARE(project_.parameters.parameters.size(), std::size_t(2));
    const Parameter& block = project_.parameters.parameters[0];
    QCOMPARE(block.name, std::string("BLOCK"));
    QCOMPARE(block.value, std::string("32"));
    QCOMPARE(block.places.at(0).line, std::uint32_t(6));
  }

  void anotherConfigurationIsHeldToTheProgramsOwnResults() {
    const auto store = valueOf(Store::open(newFile("held.gevo"), Store::Access::Write));
    Configurations configurations(*store, project_, {workerProgram, 2});
    valueOf(configurations.program({{"BLOCK", "64"}}));
    const auto wide = valueOf(store->configuration({{"BLOCK", "64"}}));
    QVERIFY(wide && wide->usable());
    QCOMPARE(wide->difference, std::string());
    QCOMPARE(wide->tests.size(), std::size_t(2));
    valueOf(configurations.program({{"SCALE", "4"}}));
    const auto other = valueOf(store->configuration({{"SCALE", "4"}}));
    QVERIFY2(QString::fromStdString(other->difference).contains("out differs"), other->difference.c_str());
  }

  void aConfigurationThatDoesNotBuildIsKeptWithItsReason() {
    const auto store = valueOf(Store::open(newFile("broken.gevo"), Store::Access::Write));
    Configurations configurations(*store, project_, {workerProgram, 1});
    QVERIFY(!configurations.program({{"BLOCK", "1 +"}}));
    const auto failure = configurations.failure({{"BLOCK", "1 +"}});
    QVERIFY(failure && failure->reason == Reason::Configuration);
    QVERIFY2(QString::fromStdString(failure->message).contains("error:"), failure->message.c_str());
    QCOMPARE(valueOf(store->configurations()).size(), std::size_t(1));
  }

  void theSameSeedGivesTheSameRunWithAnyNumberOfWorkers() {
    const fs::path first = newFile("one.gevo");
    const fs::path second = newFile("three.gevo");
    valueOf(valueOf(RunSession::open(first, options(1)))->run({}));
    valueOf(valueOf(RunSession::open(second, options(3)))->run({}));
    QVERIFY(evaluationsOf(first).size() > 20);
    QCOMPARE(textsOf(second), textsOf(first));
  }

  void aRunTunesEvolvesAndTunesAgain() {
    const auto store = valueOf(Store::open(fs::path(home_.path().toStdString()) / "one.gevo", Store::Access::Read));
    std::vector<SearchStage> stages;
    for (const GenerationRow& row : valueOf(store->generations(1)))
      if (stages.empty() || stages.back() != row.stage) stages.push_back(row.stage);
    QCOMPARE(stages.front(), SearchStage::Tune);
    QCOMPARE(std::ranges::count(stages, SearchStage::Evolve), std::ptrdiff_t(1));
    QCOMPARE(stages.back(), SearchStage::TuneAgain);
    bool mixes = false;
    for (const Individual& one : valueOf(store->individuals(1)))
      mixes = mixes || (one.result.valid() && !configurationOf(one.edits).empty() && !codeEdits(activeEdits(one)).empty());
    QVERIFY2(mixes, "code evolves in other configurations than the program's own");
  }

  void whatChangesTheResultsIsNoVariant() {
    const auto store = valueOf(Store::open(fs::path(home_.path().toStdString()) / "one.gevo", Store::Access::Read));
    const auto results = valueOf(store->configurationResults(1));
    const ConfigurationResult* const scaled = resultOf(results, {{"SCALE", "4"}});
    QVERIFY(scaled != nullptr && scaled->best < 0);
    QCOMPARE(scaled->reason, Reason::WrongOutput);
    for (const Configuration& good : {Configuration{}, Configuration{{"BLOCK", "64"}}, Configuration{{"BLOCK", "128"}}})
      QVERIFY(resultOf(results, good) != nullptr && resultOf(results, good)->best >= 0);
  }

  void fixedParametersStayTheProgramsOwn() {
    const fs::path file = newFile("fixed.gevo");
    valueOf(valueOf(RunSession::open(file, options(2, ParameterMode::Fixed)))->run({}));
    for (const Individual& one : evaluationsOf(file)) QVERIFY(configurationOf(one.edits).empty());
  }

  void tuningAloneEditsNoCode() {
    const fs::path file = newFile("tuned.gevo");
    QCOMPARE(valueOf(valueOf(RunSession::open(file, options(2, ParameterMode::Tune)))->run({})), StopReason::Tuned);
    const std::vector<Individual> evaluations = evaluationsOf(file);
    QCOMPARE(evaluations.size(), std::size_t(6)); // all there are
    for (const Individual& one : evaluations) QVERIFY(codeEdits(one.edits).empty());
  }

  void aProgramThatRunsForEachEvaluationIsTunedToo() {
    const fs::path file = fs::path(home_.path().toStdString()) / "live.gevo";
    valueOf(Store::create(file, live_, folder()));
    QCOMPARE(valueOf(valueOf(RunSession::open(file, options(2, ParameterMode::Tune)))->run({})), StopReason::Tuned);
    const auto results = valueOf(valueOf(Store::open(file, Store::Access::Read))->configurationResults(1));
    const ConfigurationResult* const wide = resultOf(results, {{"BLOCK", "64"}});
    QVERIFY(wide != nullptr);
    QCOMPARE(wide->reason, Reason::None);
    const ConfigurationResult* const scaled = resultOf(results, {{"SCALE", "4"}});
    QVERIFY(scaled != nullptr);
    QCOMPARE(scaled->reason, Reason::WrongOutput);
  }

  void aResumedRunContinuesWhereItWasStopped() {
    const fs::path file = newFile("resumed.gevo");
    RunSession::Options first = options(2);
    std::stop_source stop;
    first.progress = [&](const RunStatus& status) {
      if (status.progress.stage == SearchStage::Evolve && status.progress.slotsDone > 2) stop.request_stop();
    };
    valueOf(valueOf(RunSession::open(file, first))->run(stop.get_token()));
    const std::size_t before = evaluationsOf(file).size();
    RunSession::Options second = options(2);
    second.resume = true;
    valueOf(valueOf(RunSession::open(file, second))->run({}));
    QVERIFY(before < evaluationsOf(file).size());
    QCOMPARE(textsOf(file), textsOf(fs::path(home_.path().toStdString()) / "one.gevo"));
  }

  void heldOutTestsRunInTheVariantsConfiguration() {
    const auto store = valueOf(Store::open(fs::path(home_.path().toStdString()) / "one.gevo", Store::Access::Write));
    JobOptions settings;
    settings.workerProgram = workerProgram;
    Validator validator(*store, valueOf(store->runs()).back(), settings);
    Individual wide;
    wide.id = 1;
    wide.edits = withConfiguration({}, {{"BLOCK", "64"}});
    const ValidationResult passed = valueOf(validator.validate(wide, HeldOutChoice::Known));
    QVERIFY2(passed.row.passed, passed.row.message.c_str());
    QVERIFY(passed.row.originalRuntime > 0 && passed.row.runtime != passed.row.originalRuntime);
    Individual scaled;
    scaled.id = 2;
    scaled.edits = withConfiguration({}, {{"SCALE", "4"}});
    const auto failed = validator.validate(scaled, HeldOutChoice::Known);
    QVERIFY(!failed || !failed->row.passed);
  }
};

QTEST_GUILESS_MAIN(ConfiguredRunTest)
#include "configured_run_test.moc"
