/// A compromised worker can do nothing but its job.

#include "core/kernel/sandbox/sandbox.h"
#include "core/worker_pool/worker_pool.h"

#include <QTest>
#include <sys/wait.h>

using namespace gevo;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<WorkerPool> startPool(WorkerPoolSettings settings = {}) {
  settings.program = GEVO_SANDBOXED_PROGRAM;
  auto pool = WorkerPool::start(settings, {});
  if (!pool) qFatal("%s", pool.error().message.c_str());
  return std::move(*pool);
}

JobResult attempt(WorkerPool& pool, const std::string& words) {
  JobResult result;
  pool.submit(RequestKind::Export, {words.begin(), words.end()}, [&](JobResult ended) { result = std::move(ended); });
  while (pool.wait(10s)) {
  }
  return result;
}

std::string text(const JobResult& result) { return {result.reply.begin(), result.reply.end()}; }

} // namespace

class SandboxTest : public QObject {
  Q_OBJECT

private slots:
  void initTestCase() {
    if (const Result<std::string> confinement = sandbox::examine(); !confinement) QSKIP(confinement.error().message.c_str());
  }

  void lockedWorkerDoesItsJob() {
    const auto pool = startPool();
    QCOMPARE(text(attempt(*pool, "nothing")), std::string("0"));
    QCOMPARE(pool->restarted(), 0U);
  }

  void escapeAttemptEndsOnlyTheWorker_data() {
    QTest::addColumn<QString>("words");
    for (const char* words :
         {"open a file", "write a file", "remove a file", "hold a file in memory", "open a socket", "open a local socket",
          "start a program", "fork", "start a thread", "map executable memory", "make memory executable", "map a file", "signal the parent",
          "signal a thread of another process", "trace the parent", "read another's memory", "raise its limits",
          "ignore the end of its time", "queue work for the kernel"})
      QTest::newRow(words) << words;
  }

  void escapeAttemptEndsOnlyTheWorker() {
    QFETCH(QString, words);
    const auto pool = startPool();
    const JobResult result = attempt(*pool, words.toStdString());
    QCOMPARE(result.failure, JobFailure::Crashed);
    QCOMPARE(result.message,
             std::string("the worker made a system call that its sandbox forbids, and was killed by signal 31 (Bad system call)"));
    QCOMPARE(pool->restarted(), 2U);
    QCOMPARE(text(attempt(*pool, "nothing")), std::string("0"));
  }

  void aborting() {
    const auto pool = startPool();
    QCOMPARE(attempt(*pool, "abort").message, std::string("the worker was killed by signal 6 (Aborted)"));
  }

  void harmlessCallsFail() {
    const auto pool = startPool();
    QCOMPARE(text(attempt(*pool, "ask whether this is a terminal")), std::string("0"));
  }

  void memoryIsLimited() {
    WorkerPoolSettings settings;
    settings.memoryBytes = 256U << 20;
    const auto pool = startPool(settings);
    const JobResult result = attempt(*pool, "allocate all memory");
    QCOMPARE(result.failure, JobFailure::None);
    const int mebibytes = std::stoi(text(result));
    QVERIFY2(mebibytes > 64 && mebibytes < 256, text(result).c_str());
  }

  /// The pool looks only while it is waited for.
  void processorTimeIsLimitedWithoutWaiting() {
    WorkerPoolSettings settings;
    settings.jobLimit = 10ms;
    const auto pool = startPool(settings);
    std::vector<JobResult> results;
    const std::string words = "loop for ever";
    pool->submit(RequestKind::Export, {words.begin(), words.end()}, [&](JobResult ended) { results.push_back(std::move(ended)); });
    pool->wait(0ms);
    const int process = pool->processIds().at(0);
    siginfo_t ended{};
    QCOMPARE(::waitid(P_PID, id_t(process), &ended, WEXITED | WNOWAIT), 0);
    QCOMPARE(ended.si_status, SIGXCPU);
    while (results.empty() && pool->wait(10s)) {
    }
    QCOMPARE(results.at(0).failure, JobFailure::TimedOut);
  }
};

QTEST_GUILESS_MAIN(SandboxTest)
#include "sandbox_test.moc"
