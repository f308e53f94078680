/// Host-executed evaluation of a program whose host loop depends on what its kernels compute: a whole run, its validation, and trust.

#include <QTest>

#include "core/devices/evaluation_pool.h"
#include "core/devices/program_trust.h"
#include "core/project/build_project.h"
#include "core/project/new_project.h"
#include "core/session/run_session.h"
#include "core/validation/validation.h"
#include "tests/core/base/value_of.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <fstream>

using namespace gevo;
namespace fs = std::filesystem;

namespace {

const std::string workerProgram = GEVO_TEST_BIN "/gevo-worker";

} // namespace

class HostRunSessionTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;
  QTemporaryDir home_;
  QTemporaryDir program_;
  Project project_;

  fs::path folder() const { return program_.path().toStdString(); }

  BuildInputs request() const {
    NewProject project;
    project.folder = folder();
    project.findsParameters = false;
    project.build.files = {"trainer.cu"};
    project.build.hostRun.on = true;
    project.build.hostRun.quality = "accuracy = ([0-9.]+)";
    project.tests = {"100 1"};
    project.heldOut = {"90 {seed}"};
    return valueOf(buildRequest(project));
  }

  fs::path newFile(const std::string& name) const {
    const fs::path file = fs::path(home_.path().toStdString()) / name;
    valueOf(Store::create(file, project_, folder()));
    return file;
  }

  static RunSession::Options options(unsigned workers) {
    RunSession::Options options;
    options.workerProgram = workerProgram;
    options.settings.workers = workers;
    options.settings.search.population = 4;
    options.settings.search.generations = 1;
    options.settings.search.seed = 3;
    return options;
  }

  static std::vector<std::string> evaluationsOf(const fs::path& file) {
    const auto store = valueOf(Store::open(file, Store::Access::Read));
    std::vector<std::string> evaluations;
    for (const Individual& one : valueOf(store->individuals(1)))
      evaluations.push_back(fmt::format("{} {} {} {} {} {}", one.id, int(one.result.reason), one.result.message, one.result.fitness.runtime,
                                        one.result.fitness.error, toHex(one.result.code)));
    return evaluations;
  }

private slots:
  void initTestCase() {
    qputenv("XDG_DATA_HOME", home_.path().toUtf8());
    fs::copy_file(GEVO_TEST_SOURCE "/tests/core/session/fixtures/trainer.cu", folder() / "trainer.cu");
    BuildOptions build;
    build.workerProgram = workerProgram;
    Result<BuiltProject> built = buildProject(request(), build);
    if (!built && QString::fromStdString(built.error().message).contains(QRegularExpression("CUDA|clang"))) QSKIP("no CUDA toolkit");
    BuiltProject reply = valueOf(std::move(built));
    QVERIFY2(
        std::ranges::any_of(reply.notes, [](const std::string& note) { return note.find("prints the quality 0.9") != std::string::npos; }),
        "the original's quality is printed");
    QVERIFY2(std::ranges::none_of(reply.notes, [](const std::string& note) { return note.find("decision") != std::string::npos; }),
             "no copy has to stay exact");
    project_ = std::move(reply.project);
  }

  void theSameSeedGivesTheSameRunWithAnyNumberOfWorkers() {
    const fs::path first = newFile("one.gevo");
    const fs::path second = newFile("three.gevo");
    {
      const auto session = valueOf(RunSession::open(first, options(1)));
      QCOMPARE(session->info().device, std::string("simulated H200, live"));
      QCOMPARE(valueOf(session->run({})), StopReason::Generations);
    }
    valueOf(valueOf(RunSession::open(second, options(3)))->run({}));
    const std::vector<std::string> evaluations = evaluationsOf(first);
    QVERIFY(evaluations.size() > 12);
    QCOMPARE(evaluationsOf(second), evaluations);
  }

  void heldOutTestsRunTheHostProgram() {
    const fs::path file = newFile("checked.gevo");
    valueOf(RunSession::open(file, options(1))); // its run has the original alone
    const auto store = valueOf(Store::open(file, Store::Access::Read));
    JobOptions settings;
    settings.workerProgram = workerProgram;
    Validator validator(*store, valueOf(store->runs()).back(), settings);
    const ValidationResult validation = valueOf(validator.validate(valueOf(store->individual(1, 0)), HeldOutChoice::Known));
    QVERIFY2(validation.row.passed, validation.row.message.c_str());
    QCOMPARE(validation.reply.tests.size(), std::size_t(2));
  }

  void untrustedFilesRunNothing() {
    const fs::path file = newFile("foreign.gevo");
    QTemporaryDir otherHome;
    qputenv("XDG_DATA_HOME", otherHome.path().toUtf8());
    const auto untrusted = RunSession::open(file, options(1));
    const auto store = valueOf(Store::open(file, Store::Access::Read));
    const auto elsewhere = trustProgram(*store, otherHome.path().toStdString());
    const bool stillRefused = !store->trusted().value();
    const auto given = trustProgram(*store, folder());
    const auto opened = RunSession::open(file, options(1));
    qputenv("XDG_DATA_HOME", home_.path().toUtf8());
    QVERIFY(!untrusted);
    QVERIFY2(untrusted.error().message.find("--trust") != std::string::npos, untrusted.error().message.c_str());
    QVERIFY2(!elsewhere && stillRefused, "its program does not lie there");
    QVERIFY(given.has_value());
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
  }

  void aChangedSourceIsReported() {
    const fs::path file = newFile("changed.gevo");
    std::ofstream(folder() / "trainer.cu", std::ios::app) << "// changed\n";
    const auto session = RunSession::open(file, options(1));
    fs::copy_file(GEVO_TEST_SOURCE "/tests/core/session/fixtures/trainer.cu", folder() / "trainer.cu",
                  fs::copy_options::overwrite_existing);
    QVERIFY(!session);
    QVERIFY2(session.error().message.find("trainer.cu is not what it was") != std::string::npos, session.error().message.c_str());
  }

  void hostRunSettingsAreStoredInTheFile() {
    Project project = project_;
    project.build.hostRun.goal = QualityGoal::Lower;
    project.build.hostRun.runtime = RuntimeScope::Program;
    project.build.hostRun.data = {"data", "more data.txt"};
    const fs::path file = fs::path(home_.path().toStdString()) / "kept.gevo";
    valueOf(Store::create(file, project));
    const HostRunSettings kept = valueOf(valueOf(Store::open(file, Store::Access::Read))->project()).build.hostRun;
    QCOMPARE(wire::encode(kept), wire::encode(project.build.hostRun));
  }

  void hostTimeIsMeasuredIfRequested() {
    Project project = project_;
    project.build.hostRun.runtime = RuntimeScope::Program;
    const fs::path file = fs::path(home_.path().toStdString()) / "whole.gevo";
    valueOf(Store::create(file, project, folder()));
    const double kernels = valueOf(RunSession::open(newFile("kernels.gevo"), options(1)))->info().originalRuntime;
    const auto session = valueOf(RunSession::open(file, options(1)));
    QCOMPARE(session->info().device, std::string("simulated H200 and host, live"));
    QVERIFY(session->info().originalRuntime > kernels);
  }
};

QTEST_GUILESS_MAIN(HostRunSessionTest)
#include "host_run_session_test.moc"
