#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/inputs/recording_worker.h"
#include "core/protocol/build.h"
#include "tests/core/base/value_of.h"

#include <QtTest>

using namespace gevo;

/// A fake worker stands in for gevo-worker: the command line that it is to record is a command to it, whose reply is a test.
class RecordingWorkerTest : public QObject {
  Q_OBJECT

  JobOptions options_;
  QTemporaryDir folder_;

  Result<std::string> asked(RecordingWorker& worker, const std::string& line) const {
    RecordTestsRequest request;
    request.tests = {{TestRole::HeldOut, line, {}}};
    GEVO_TRY_ASSIGN(const RecordTestsReply reply, worker.record(request, options_, "recording " + line));
    return reply.tests.front().arguments;
  }
  std::string processOf(RecordingWorker& worker) const { return valueOf(asked(worker, "process")); }

private slots:
  void init() {
    options_ = {};
    options_.workerProgram = GEVO_FAKE_WORKER;
  }

  void furtherRecordingsHaveTheSameWorker() {
    RecordingWorker worker;
    QVERIFY(!worker.isRunning()); // until it is needed
    const std::string first = processOf(worker);
    QVERIFY(worker.isRunning());
    QCOMPARE(processOf(worker), first);
  }

  void aRecordingThatFailsEndsNothing() {
    RecordingWorker worker;
    const std::string first = processOf(worker);
    const Result<std::string> failed = asked(worker, "error a source has changed");
    QVERIFY(!failed);
    QCOMPARE(failed.error().message, std::string("a source has changed"));
    QCOMPARE(processOf(worker), first);
  }

  void aWorkerThatDiesIsReplaced() {
    RecordingWorker worker;
    const std::string first = processOf(worker);
    QCOMPARE(valueOf(asked(worker, "crash-once " + folder_.filePath("crashed").toStdString())), folder_.filePath("crashed").toStdString());
    QVERIFY(processOf(worker) != first);
  }

  void aRecordingThatKillsItsWorkersFailsAlone() {
    RecordingWorker worker;
    const Result<std::string> failed = asked(worker, "crash");
    QVERIFY(!failed);
    QVERIFY2(failed.error().message.starts_with("the worker was killed by signal"), failed.error().message.c_str());
    QVERIFY(!worker.isRunning());
    QVERIFY(!processOf(worker).empty());
  }

  void aCancelledRecordingEndsItsWorker() {
    RecordingWorker worker;
    std::stop_source cancel;
    options_.cancel = cancel.get_token();
    options_.progress = [&](const std::string&) { cancel.request_stop(); };
    const Result<std::string> cancelled = asked(worker, "hang");
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().message, std::string("recording hang was cancelled"));
    QVERIFY(!worker.isRunning());
  }

  void itEndsWhenItWasIdleForLong() {
    RecordingWorker patient;
    RecordingWorker impatient(std::chrono::milliseconds(0));
    for (RecordingWorker* worker : {&patient, &impatient}) {
      processOf(*worker);
      worker->endIfIdle();
    }
    QVERIFY(patient.isRunning());
    QVERIFY(!impatient.isRunning());
  }
};

QTEST_GUILESS_MAIN(RecordingWorkerTest)
#include "recording_worker_test.moc"
