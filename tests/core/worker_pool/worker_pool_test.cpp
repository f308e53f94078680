#include "core/protocol/load.h"
#include "core/worker_pool/worker_pool.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <set>
#include <sys/resource.h>
#include <thread>

using namespace gevo;
using namespace std::chrono_literals;

namespace {

WorkerPoolSettings settings(unsigned workers) {
  WorkerPoolSettings result;
  result.program = GEVO_FAKE_WORKER;
  result.workers = workers;
  return result;
}

Bytes loadOf(const std::string& name) {
  LoadRequest request;
  request.project.name = name;
  return wire::encode(request);
}

std::unique_ptr<WorkerPool> startPool(const WorkerPoolSettings& chosen, Bytes load = {}) {
  auto pool = WorkerPool::start(chosen, std::move(load));
  if (!pool) qFatal("%s", pool.error().message.c_str());
  return std::move(*pool);
}

Bytes bytesOf(const std::string& text) { return {text.begin(), text.end()}; }
std::string text(const JobResult& result) { return {result.reply.begin(), result.reply.end()}; }

/// The result of one command to the fake worker.
JobResult ask(WorkerPool& pool, const std::string& command) {
  JobResult result;
  pool.submit(RequestKind::Export, bytesOf(command), [&](JobResult ended) { result = std::move(ended); });
  while (pool.wait(10s)) {
  }
  return result;
}

bool isAlive(int process) { return ::kill(process, 0) == 0; }

} // namespace

class WorkerPoolTest : public QObject {
  Q_OBJECT

private slots:
  void repliesReachTheCaller();
  void everyJobEndsOnceOnAnyNumberOfWorkers_data();
  void everyJobEndsOnceOnAnyNumberOfWorkers();
  void largePayloadsPassBothWays();
  void jobsAreSpreadOverTheWorkers();
  void rotatingArgumentsAreUsedInTurn();
  void anErrorReplyIsTheJobsResult();
  void aDeadWorkersJobIsRepeatedOnce();
  void theSecondDeathIsTheJobsResult_data();
  void theSecondDeathIsTheJobsResult();
  void aWorkerThatClosesItsConnectionAndLivesIsKilled();
  void aHungWorkerIsKilledAndItsJobRepeatedOnce();
  void aJobThatHangsTwiceTimedOut();
  void halfAReplyTimesOut();
  void aWorkerThatFloodsStderrTimesOutWithoutBlockingOthers();
  void otherJobsSurviveACrash();
  void aHundredCrashesInARow();
  void aProgramThatEndsAtOnceIsNotRestartedForEver();
  void aWorkerKilledFromOutsideLosesNoJob();
  void aCrashReportsTheTailOfStderr();
  void loadIsDoneBeforeAnyJob();
  void aWorkerThatDiesOnceWhileLoadingIsReplaced();
  void dyingTwiceWhileLoadingIsAnError();
  void aProjectThatCannotBeLoadedIsAnError();
  void loadingTellsItsSteps();
  void loadingCanBeCancelled();
  void jobsOfABrokenPoolEndWithNoWorker();
  void aMissingProgramIsReported();
  void queuedJobsCanBeCancelled();
  void abandonedJobsAreNotReported();
  void endedBusyWorkersStartAgainForTheNextJob();
  void workersEndWithThePool();
  void workersThatIgnoreTheEndOfStdinEndToo();
  void onlyWorkersThatYieldRunAtLowerPriority();
  void workersOutliveTheThreadThatStartedThem();
};

void WorkerPoolTest::repliesReachTheCaller() {
  const auto pool = startPool(settings(1));
  const JobResult result = ask(*pool, "echo hello");
  QCOMPARE(result.failure, JobFailure::None);
  QCOMPARE(text(result), std::string("hello"));
}

void WorkerPoolTest::everyJobEndsOnceOnAnyNumberOfWorkers_data() {
  QTest::addColumn<unsigned>("workers");
  QTest::newRow("one") << 1U;
  QTest::newRow("two") << 2U;
  QTest::newRow("five") << 5U;
}

void WorkerPoolTest::everyJobEndsOnceOnAnyNumberOfWorkers() {
  QFETCH(unsigned, workers);
  const auto pool = startPool(settings(workers));
  std::multiset<std::string> replies;
  for (int i = 0; i < 500; ++i)
    pool->submit(RequestKind::Export, bytesOf("echo " + std::to_string(i)), [&](const JobResult& result) { replies.insert(text(result)); });
  while (pool->wait(10s)) {
  }
  QCOMPARE(replies.size(), std::size_t(500));
  QCOMPARE(std::set(replies.begin(), replies.end()).size(), std::size_t(500));
}

void WorkerPoolTest::largePayloadsPassBothWays() {
  const auto pool = startPool(settings(2));
  QCOMPARE(ask(*pool, "large 20000000").reply.size(), std::size_t(20000000));
  QCOMPARE(text(ask(*pool, "echo " + std::string(20000000, 'y'))).size(), std::size_t(20000000));
}

void WorkerPoolTest::jobsAreSpreadOverTheWorkers() {
  const auto pool = startPool(settings(3));
  std::set<std::string> processes;
  for (int i = 0; i < 3; ++i)
    pool->submit(RequestKind::Export, bytesOf("process"), [&](const JobResult& result) { processes.insert(text(result)); });
  while (pool->wait(10s)) {
  }
  QCOMPARE(processes.size(), std::size_t(3));
}

void WorkerPoolTest::rotatingArgumentsAreUsedInTurn() {
  WorkerPoolSettings chosen = settings(3);
  chosen.rotatingArguments = {"one", "two"};
  const auto pool = startPool(chosen);
  QByteArrayList last;
  for (const int id : pool->processIds()) {
    QFile line(QString("/proc/%1/cmdline").arg(id));
    QVERIFY(line.open(QIODevice::ReadOnly));
    last << line.readAll().chopped(1).split('\0').last();
  }
  QCOMPARE(last, (QByteArrayList{"one", "two", "one"}));
}

void WorkerPoolTest::anErrorReplyIsTheJobsResult() {
  const auto pool = startPool(settings(1));
  const JobResult result = ask(*pool, "error that is not a module");
  QCOMPARE(result.failure, JobFailure::ErrorReply);
  QCOMPARE(result.message, std::string("that is not a module"));
  QCOMPARE(pool->restarted(), 0U);
}

void WorkerPoolTest::aDeadWorkersJobIsRepeatedOnce() {
  const QTemporaryDir folder;
  const auto pool = startPool(settings(1));
  const JobResult result = ask(*pool, "crash-once " + folder.filePath("seen").toStdString());
  QCOMPARE(result.failure, JobFailure::None);
  QCOMPARE(pool->restarted(), 1U);
  QCOMPARE(pool->alive(), 1U);
}

void WorkerPoolTest::theSecondDeathIsTheJobsResult_data() {
  QTest::addColumn<QString>("command");
  QTest::addColumn<QString>("message");
  QTest::newRow("signal") << "crash"
                          << "the worker was killed by signal 11 (Segmentation fault)";
  QTest::newRow("exit") << "exit"
                        << "the worker ended with exit code 7";
  QTest::newRow("reply of an absurd length") << "endless"
                                             << "the worker sent a damaged reply";
  QTest::newRow("garbage") << "garbage"
                           << "the worker sent a damaged reply";
  QTest::newRow("reply of an unknown kind") << "wrong-kind"
                                            << "the worker sent a damaged reply";
}

void WorkerPoolTest::theSecondDeathIsTheJobsResult() {
  QFETCH(QString, command);
  QFETCH(QString, message);
  const auto pool = startPool(settings(2));
  const JobResult result = ask(*pool, command.toStdString());
  QCOMPARE(result.failure, JobFailure::Crashed);
  QCOMPARE(QString::fromStdString(result.message), message);
  QCOMPARE(pool->restarted(), 2U);
  QCOMPARE(text(ask(*pool, "echo on it goes")), std::string("on it goes"));
}

/// It can't be distinguished from one that was killed.
void WorkerPoolTest::aWorkerThatClosesItsConnectionAndLivesIsKilled() {
  const auto pool = startPool(settings(2));
  const JobResult result = ask(*pool, "close");
  QCOMPARE(result.failure, JobFailure::Crashed);
  QCOMPARE(result.message, std::string("the worker was killed by signal 9 (Killed)"));
  QCOMPARE(pool->restarted(), 6U);
  QCOMPARE(text(ask(*pool, "echo on it goes")), std::string("on it goes"));
}

void WorkerPoolTest::aHungWorkerIsKilledAndItsJobRepeatedOnce() {
  const QTemporaryDir folder;
  WorkerPoolSettings impatient = settings(1);
  impatient.jobLimit = {1min, 1s}; // a worker that starts and replies is not idle, however slowly it does
  const auto pool = startPool(impatient);
  QCOMPARE(ask(*pool, "hang-once " + folder.filePath("seen").toStdString()).failure, JobFailure::None);
  QCOMPARE(pool->restarted(), 1U);
}

void WorkerPoolTest::aJobThatHangsTwiceTimedOut() {
  WorkerPoolSettings impatient = settings(1);
  impatient.jobLimit = {1min, 50ms};
  const auto pool = startPool(impatient);
  const JobResult result = ask(*pool, "hang");
  QCOMPARE(result.failure, JobFailure::TimedOut);
  QCOMPARE(result.message, std::string("the worker did nothing for 0.05 s"));
}

void WorkerPoolTest::halfAReplyTimesOut() {
  WorkerPoolSettings impatient = settings(1);
  impatient.jobLimit = {1min, 1s}; // as above, for the echo
  const auto pool = startPool(impatient);
  QCOMPARE(ask(*pool, "half").failure, JobFailure::TimedOut);
  QCOMPARE(text(ask(*pool, "echo on it goes")), std::string("on it goes"));
}

void WorkerPoolTest::aWorkerThatFloodsStderrTimesOutWithoutBlockingOthers() {
  WorkerPoolSettings impatient = settings(2);
  impatient.jobLimit = {200ms, 1min}; // of processor time, of which echoes take almost none
  const auto pool = startPool(impatient);
  std::vector<JobFailure> failures;
  const auto note = [&](const JobResult& result) { failures.push_back(result.failure); };
  pool->submit(RequestKind::Export, bytesOf("flood-errors"), note);
  for (int i = 0; i < 20; ++i) pool->submit(RequestKind::Export, bytesOf("echo"), note);
  while (pool->wait(10s)) {
  }
  QCOMPARE(failures.size(), std::size_t(21));
  QCOMPARE(failures.back(), JobFailure::TimedOut);
  QCOMPARE(std::ranges::count(failures, JobFailure::None), 20);
}

void WorkerPoolTest::aHundredCrashesInARow() {
  const auto pool = startPool(settings(2));
  int crashed = 0;
  for (int i = 0; i < 100; ++i)
    pool->submit(RequestKind::Export, bytesOf("crash"), [&](const JobResult& result) { crashed += result.failure == JobFailure::Crashed; });
  while (pool->wait(10s)) {
  }
  QCOMPARE(crashed, 100);
  QCOMPARE(pool->restarted(), 200U);
  QCOMPARE(text(ask(*pool, "echo on it goes")), std::string("on it goes"));
}

void WorkerPoolTest::aProgramThatEndsAtOnceIsNotRestartedForEver() {
  WorkerPoolSettings hopeless = settings(3);
  hopeless.program = "/bin/false";
  const auto pool = startPool(hopeless);
  int failed = 0;
  for (int i = 0; i < 20; ++i)
    pool->submit(RequestKind::Export, bytesOf("echo"), [&](const JobResult& result) { failed += result.failure != JobFailure::None; });
  while (pool->wait(10s)) {
  }
  QCOMPARE(failed, 20);
  QVERIFY2(pool->restarted() <= 70, std::to_string(pool->restarted()).c_str());
}

void WorkerPoolTest::otherJobsSurviveACrash() {
  const auto pool = startPool(settings(2));
  int replied = 0;
  int crashed = 0;
  for (int i = 0; i < 200; ++i) {
    pool->submit(RequestKind::Export, bytesOf(i % 20 == 7 ? "crash" : "echo"),
                 [&](const JobResult& result) { ++(result.failure == JobFailure::Crashed ? crashed : replied); });
  }
  while (pool->wait(10s)) {
  }
  QCOMPARE(replied, 190);
  QCOMPARE(crashed, 10);
  QCOMPARE(pool->restarted(), 20U);
}

void WorkerPoolTest::aWorkerKilledFromOutsideLosesNoJob() {
  const auto pool = startPool(settings(2), loadOf("project"));
  int replied = 0;
  for (int i = 0; i < 2000; ++i) {
    pool->submit(RequestKind::Export, bytesOf("echo"), [&](const JobResult& result) {
      if (result.failure == JobFailure::None && ++replied % 50 == 0) ::kill(pool->processIds().at(replied / 50 % 2), SIGKILL);
    });
  }
  while (pool->wait(10s)) {
  }
  QCOMPARE(replied, 2000);
  QVERIFY(pool->restarted() >= 5U);
}

void WorkerPoolTest::aCrashReportsTheTailOfStderr() {
  const auto pool = startPool(settings(1));
  const JobResult result = ask(*pool, "print-and-crash LLVM ERROR: cannot select");
  QCOMPARE(result.details, std::string("LLVM ERROR: cannot select"));
}

void WorkerPoolTest::loadIsDoneBeforeAnyJob() {
  const auto pool = startPool(settings(2), loadOf("project"));
  const Result<OriginalReport> reply = pool->loaded();
  QVERIFY(reply);
  QCOMPARE(reply->device, std::string("fake device"));
  QCOMPARE(text(ask(*pool, "echo then jobs")), std::string("then jobs"));
}

void WorkerPoolTest::aWorkerThatDiesOnceWhileLoadingIsReplaced() {
  const QTemporaryDir folder;
  const auto pool = startPool(settings(1), loadOf("crash-once " + folder.filePath("seen").toStdString()));
  QVERIFY(pool->loaded());
  QCOMPARE(pool->restarted(), 1U);
}

void WorkerPoolTest::dyingTwiceWhileLoadingIsAnError() {
  const auto pool = startPool(settings(2), loadOf("crash"));
  const Result<OriginalReport> reply = pool->loaded();
  QVERIFY(!reply);
  QCOMPARE(reply.error().message, std::string("the worker was killed by signal 11 (Segmentation fault)"));
  QCOMPARE(pool->alive(), 0U);
}

void WorkerPoolTest::aProjectThatCannotBeLoadedIsAnError() {
  const auto pool = startPool(settings(2), loadOf("error"));
  const Result<OriginalReport> reply = pool->loaded();
  QVERIFY(!reply);
  QCOMPARE(reply.error().message, std::string("the project can't be loaded"));
}

/// The worker waits for nothing once it has said what it does.
void WorkerPoolTest::loadingTellsItsSteps() {
  const auto pool = startPool(settings(1), loadOf("say-and-hang running test 1 of 2"));
  std::string last;
  const Result<OriginalReport> reply = pool->loaded([&](const std::string& step) {
    last = step;
    return step.empty();
  });
  QVERIFY(!reply);
  QCOMPARE(last, std::string("running test 1 of 2"));
}

void WorkerPoolTest::loadingCanBeCancelled() {
  const auto pool = startPool(settings(2), loadOf("hang"));
  const Result<OriginalReport> reply = pool->loaded([](const std::string&) { return false; });
  QVERIFY(!reply);
  QCOMPARE(reply.error().message, std::string("loading was cancelled"));
}

void WorkerPoolTest::jobsOfABrokenPoolEndWithNoWorker() {
  const auto pool = startPool(settings(1), loadOf("error"));
  QCOMPARE(ask(*pool, "echo before anybody noticed").failure, JobFailure::NoWorker);
  QCOMPARE(ask(*pool, "echo afterwards").failure, JobFailure::NoWorker);
}

void WorkerPoolTest::aMissingProgramIsReported() {
  WorkerPoolSettings missing = settings(1);
  missing.program = "/nowhere/gevo-worker";
  const auto pool = WorkerPool::start(missing, {});
  QVERIFY(!pool);
  QCOMPARE(pool.error().message, std::string("cannot start /nowhere/gevo-worker: No such file or directory"));
}

void WorkerPoolTest::queuedJobsCanBeCancelled() {
  const auto pool = startPool(settings(1));
  int ended = 0;
  for (int i = 0; i < 100; ++i) {
    pool->submit(RequestKind::Export, bytesOf("echo"), [&](const JobResult&) {
      if (++ended == 1) pool->cancelQueued();
    });
  }
  while (pool->wait(10s)) {
  }
  QVERIFY(ended >= 1);
  QVERIFY(ended < 100);
}

void WorkerPoolTest::abandonedJobsAreNotReported() {
  const auto pool = startPool(settings(1));
  bool reported = false;
  pool->submit(RequestKind::Export, bytesOf("echo"), [&](const JobResult&) { reported = true; });
  pool->wait(0ms);
  pool->abandon();
  QCOMPARE(pool->pending(), std::size_t(0));
  QCOMPARE(text(ask(*pool, "echo next")), std::string("next"));
  QVERIFY(!reported);
}

void WorkerPoolTest::endedBusyWorkersStartAgainForTheNextJob() {
  const auto pool = startPool(settings(2), loadOf("project"));
  QVERIFY(pool->loaded());
  QCOMPARE(text(ask(*pool, "echo first")), std::string("first"));
  for (int i = 0; i < 4; ++i) pool->submit(RequestKind::Export, bytesOf("hang"), [](const JobResult&) { QFAIL("nobody waits for it"); });
  pool->wait(0ms);
  const std::vector<int> processes = pool->processIds();
  pool->endBusyWorkers();
  QCOMPARE(pool->pending(), std::size_t(0));
  const std::vector<int> left = pool->processIds();
  for (const int process : processes) QCOMPARE(isAlive(process), std::ranges::count(left, process) == 1);
  QVERIFY(pool->alive() < 2U);
  QCOMPARE(text(ask(*pool, "echo next")), std::string("next"));
  QCOMPARE(pool->alive(), 2U);
  QCOMPARE(pool->restarted(), 0U);
}

void WorkerPoolTest::workersEndWithThePool() {
  auto pool = startPool(settings(2));
  pool->submit(RequestKind::Export, bytesOf("hang"), [](const JobResult&) {});
  pool->wait(10ms);
  const std::vector<int> processes = pool->processIds();
  QCOMPARE(processes.size(), std::size_t(2));
  pool.reset();
  for (const int process : processes) QVERIFY(!isAlive(process));
}

void WorkerPoolTest::workersThatIgnoreTheEndOfStdinEndToo() {
  auto pool = startPool(settings(1));
  QCOMPARE(text(ask(*pool, "ignore-termination")), std::string("no"));
  const int process = pool->processIds().at(0);
  pool.reset();
  QVERIFY(!isAlive(process));
}

void WorkerPoolTest::onlyWorkersThatYieldRunAtLowerPriority() {
  WorkerPoolSettings yielding = settings(1);
  yielding.yields = true;
  const int usual = std::stoi(text(ask(*startPool(settings(1)), "nice")));
  QCOMPARE(usual, ::getpriority(PRIO_PROCESS, 0));
  QCOMPARE(std::stoi(text(ask(*startPool(yielding), "nice"))), std::min(usual + 10, 19));
}

void WorkerPoolTest::workersOutliveTheThreadThatStartedThem() {
  std::unique_ptr<WorkerPool> pool;
  std::thread([&] { pool = startPool(settings(1)); }).join();
  const JobResult result = ask(*pool, "process");
  QCOMPARE(std::stoi(text(result)), pool->processIds().at(0));
  QCOMPARE(pool->restarted(), 0U);
}

QTEST_GUILESS_MAIN(WorkerPoolTest)
#include "worker_pool_test.moc"
