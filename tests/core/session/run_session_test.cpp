#include <QTest>

#include "core/edit/edit_text.h"
#include "core/session/run_session.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <csignal>
#include <thread>

using namespace gevo;

namespace {

RunSession::Options options(std::uint32_t generations, unsigned workers = 2) {
  RunSession::Options options;
  options.workerProgram = GEVO_FAKE_WORKER;
  options.settings.workers = workers;
  options.settings.search.seed = 11;
  options.settings.search.population = 24;
  options.settings.search.generations = generations;
  return options;
}

std::unique_ptr<RunSession> open(const std::filesystem::path& path, RunSession::Options options) {
  auto session = RunSession::open(path, std::move(options));
  if (!session) qFatal("%s", session.error().message.c_str());
  return std::move(*session);
}

std::unique_ptr<Store> reader(const std::filesystem::path& path) { return std::move(*Store::open(path, Store::Access::Read)); }

/// What has to be equal for equal seeds: every individual, the generations, the population.
std::string dump(const std::filesystem::path& path) {
  const auto store = reader(path);
  std::string text;
  const std::vector<Individual> individuals = store->individuals(1).value();
  for (const Individual& one : individuals) {
    const EvaluationResult& o = one.result;
    text += fmt::format("{} g{} {}.{} {} {} {} {} {} {} {} {} {}\n", one.id, one.generation, one.slot, one.step, originName(one.origin),
                        one.parent, one.parent2, reasonName(o.reason), o.fitness.runtime, o.fitness.error, toHex(o.code), o.reused,
                        printEdits(one.edits));
  }
  const std::vector<GenerationRow> generations = store->generations(1).value();
  for (const GenerationRow& row : generations)
    text += fmt::format("{} {} {} {} {}\n", row.generation, row.evaluations, row.valid, row.bestRuntime, row.medianRuntime);
  const std::vector<std::int64_t> population = store->population(1).value();
  for (const std::int64_t id : population) text += fmt::format("{} ", id);
  return text;
}

/// A process that ended but was not waited for by its new parent is a zombie.
bool isRunning(int process) {
  QFile file(QString("/proc/%1/stat").arg(process));
  return file.open(QIODevice::ReadOnly) && !file.readAll().contains(") Z ");
}

RunState stateOf(const std::filesystem::path& path) { return reader(path)->runs()->back().status.state; }

} // namespace

class RunSessionTest : public QObject {
  Q_OBJECT

private slots:
  void initTestCase();
  void aRunIsInTheFileWhenItReturns();
  void equalSeedsGiveEqualFilesWhateverTheWorkers();
  void aStoppedRunResumesWhereItWas();
  void theSameSessionCanContinue();
  void aResumedRunKeepsItsSettings();
  void aRunWithoutADeviceUsesTheProjects();
  void nothingToResumeIsAnError();
  void killedWorkersChangeNothing();
  void aKilledProcessLosesNoGeneration();
  void workersDieWithTheirProcess();
  void pausedWorkersAreIdle();
  void statesAreShownToReaders();
  void aSecondSessionIsRejected();
  void aMissingWorkerIsReported();
  void settingsOutOfRangeAreRejected();

private:
  std::filesystem::path newFile();
  QTemporaryDir folder_;
  int files_ = 0;
  std::string reference_; ///< dump of 8 generations
};

std::filesystem::path RunSessionTest::newFile() {
  const std::filesystem::path path = folder_.filePath(QString("%1.gevo").arg(++files_)).toStdString();
  if (!Store::create(path, {})) qFatal("cannot create a file");
  return path;
}

void RunSessionTest::initTestCase() {
  qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
  const auto path = newFile();
  QCOMPARE(open(path, options(8, 1))->run({}).value(), StopReason::Generations);
  reference_ = dump(path);
}

void RunSessionTest::aRunIsInTheFileWhenItReturns() {
  const auto path = newFile();
  const auto session = open(path, options(3));
  QVERIFY(session->run({}));
  QCOMPARE(session->runId(), std::int64_t(1));
  const RunInfo info = reader(path)->runs()->at(0);
  QCOMPARE(info.generations, 4U);
  QCOMPARE(info.status.state, RunState::Finished);
  QCOMPARE(info.device, std::string("fake device"));
  QCOMPARE(info.originalRuntime, 100.0);
  QVERIFY(info.status.runSeconds > 0);
  QVERIFY(reader(path)->checkpoint(1)->unfinished.empty());
}

void RunSessionTest::equalSeedsGiveEqualFilesWhateverTheWorkers() {
  const auto path = newFile();
  QVERIFY(open(path, options(8, 3))->run({}));
  QCOMPARE(dump(path), reference_);
}

void RunSessionTest::aStoppedRunResumesWhereItWas() {
  const auto path = newFile();
  {
    std::stop_source stop;
    RunSession::Options chosen = options(8);
    chosen.progress = [&](const RunStatus& status) {
      if (status.progress.generation >= 1) stop.request_stop();
    };
    QCOMPARE(open(path, chosen)->run(stop.get_token()).value(), StopReason::Cancelled);
    QCOMPARE(stateOf(path), RunState::Stopped);
  }
  RunSession::Options again = options(8);
  again.resume = true;
  QCOMPARE(open(path, again)->run({}).value(), StopReason::Generations);
  QCOMPARE(dump(path), reference_);
}

void RunSessionTest::theSameSessionCanContinue() {
  const auto path = newFile();
  const auto session = open(path, options(8));
  std::stop_source stop;
  stop.request_stop();
  QCOMPARE(session->run(stop.get_token()).value(), StopReason::Cancelled);
  QCOMPARE(session->run({}).value(), StopReason::Generations);
  QCOMPARE(dump(path), reference_);
}

void RunSessionTest::aResumedRunKeepsItsSettings() {
  const auto path = newFile();
  QVERIFY(open(path, options(2))->run({}));
  RunSession::Options other = options(8);
  other.resume = true;
  other.settings.search.seed = 12345;
  other.settings.search.population = 100;
  QVERIFY(open(path, other)->run({}));
  QCOMPARE(dump(path), reference_);
}

void RunSessionTest::aRunWithoutADeviceUsesTheProjects() {
  const std::filesystem::path path = newFile();
  Project project;
  project.build.device = "sim:a100";
  std::filesystem::remove(path);
  QVERIFY(Store::create(path, project).has_value());
  RunSession::Options asked = options(1);
  asked.settings.evaluation.device.clear();
  QVERIFY(open(path, asked)->run({}).has_value());
  QCOMPARE(reader(path)->runs()->back().settings.evaluation.device, std::string("sim:a100"));
}

void RunSessionTest::nothingToResumeIsAnError() {
  const auto path = newFile();
  RunSession::Options chosen = options(1);
  chosen.resume = true;
  const auto session = RunSession::open(path, chosen);
  QVERIFY(!session);
  QCOMPARE(session.error().message, path.string() + " has no run to resume; start one");
}

void RunSessionTest::killedWorkersChangeNothing() {
  const auto path = newFile();
  RunSession* running = nullptr;
  unsigned restarted = 0;
  RunSession::Options chosen = options(8);
  chosen.progress = [&](const RunStatus& status) {
    restarted = status.progress.workersRestarted;
    const std::vector<int> processes = running->workerProcessIds();
    if (!processes.empty()) ::kill(processes[std::size_t(status.progress.generation) % processes.size()], SIGKILL);
  };
  const auto session = open(path, chosen);
  running = session.get();
  QVERIFY(session->run({}));
  QVERIFY(restarted > 0);
  QCOMPARE(dump(path), reference_);
}

/// Killed after 10, 20, 30 ... milliseconds and resumed each time, until it ends by itself.
void RunSessionTest::aKilledProcessLosesNoGeneration() {
  const auto path = newFile();
  int deaths = 0;
  std::uint32_t generations = 0;
  while (true) {
    QProcess process;
    process.start(GEVO_SESSION_RUNNER, {QString::fromStdString(path.string()), "8", QString::number(0.01 * (deaths + 1))});
    QVERIFY(process.waitForFinished());
    const auto runs = reader(path)->runs().value();
    if (!runs.empty()) {
      QVERIFY(runs.back().generations >= generations);
      generations = runs.back().generations;
    }
    if (process.exitStatus() == QProcess::NormalExit) {
      QCOMPARE(process.exitCode(), 0);
      break;
    }
    ++deaths;
    QVERIFY(deaths < 200);
  }
  QVERIFY(deaths > 0);
  QCOMPARE(reader(path)->runs()->size(), std::size_t(1));
  QCOMPARE(dump(path), reference_);
}

void RunSessionTest::workersDieWithTheirProcess() {
  const auto path = newFile();
  QProcess process;
  process.start(GEVO_SESSION_RUNNER, {QString::fromStdString(path.string()), "100000", "0"});
  while (!process.canReadLine() && process.waitForReadyRead()) {
  }
  const QList<QByteArray> workers = process.readLine().trimmed().split(' ');
  QCOMPARE(workers.size(), 2);
  for (const QByteArray& worker : workers) QVERIFY(isRunning(worker.toInt()));
  process.kill();
  QVERIFY(process.waitForFinished());
  for (const QByteArray& worker : workers) QTRY_VERIFY(!isRunning(worker.toInt()));
}

void RunSessionTest::pausedWorkersAreIdle() {
  const auto path = newFile();
  std::stop_source stop;
  RunSession* running = nullptr;
  int pausedReports = 0;
  std::uint64_t evaluationsWhenPaused = 0;
  std::uint64_t evaluationsAtTheEnd = 0;
  RunSession::Options chosen = options(0);
  chosen.progress = [&](const RunStatus& status) {
    evaluationsAtTheEnd = status.progress.evaluations;
    if (status.state == RunState::Running && status.progress.generation >= 1) running->setPaused(true);
    if (status.state != RunState::Paused) return;
    // Jobs that began before the pause end by the first report; after it none ends.
    if (++pausedReports == 1) evaluationsWhenPaused = status.progress.evaluations;
    if (pausedReports == 3) stop.request_stop();
  };
  const auto session = open(path, chosen);
  running = session.get();
  QVERIFY(session->run(stop.get_token()));
  QVERIFY(pausedReports >= 3);
  QVERIFY(evaluationsAtTheEnd <= evaluationsWhenPaused + 16);
}

void RunSessionTest::statesAreShownToReaders() {
  const auto path = newFile();
  std::vector<RunState> seen;
  RunSession::Options chosen = options(2);
  chosen.progress = [&](const RunStatus&) { seen.push_back(stateOf(path)); };
  QVERIFY(open(path, chosen)->run({}));
  QCOMPARE(seen.front(), RunState::Running);
  QCOMPARE(seen.back(), RunState::Finished);
}

void RunSessionTest::aSecondSessionIsRejected() {
  const auto path = newFile();
  const auto session = open(path, options(1));
  const auto second = RunSession::open(path, options(1));
  QVERIFY(!second);
  QVERIFY(second.error().message.find("is being written by process") != std::string::npos);
}

void RunSessionTest::aMissingWorkerIsReported() {
  const auto path = newFile();
  RunSession::Options chosen = options(1);
  chosen.workerProgram = "/nowhere/gevo-worker";
  const auto session = RunSession::open(path, chosen);
  QVERIFY(!session);
  QCOMPARE(session.error().message, std::string("cannot start /nowhere/gevo-worker: No such file or directory"));
  QVERIFY(reader(path)->runs()->empty());
}

void RunSessionTest::settingsOutOfRangeAreRejected() {
  RunSession::Options chosen = options(1);
  chosen.settings.search.population = 1;
  const auto session = RunSession::open(newFile(), chosen);
  QVERIFY(!session);
  QCOMPARE(session.error().message, std::string("a population has 2 to 65536 individuals, not 1"));
}

QTEST_GUILESS_MAIN(RunSessionTest)
#include "run_session_test.moc"
