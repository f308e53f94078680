/// The real gevo-worker on a project from a file: locked down, and able to do every job of a run and a view.

#include "core/inspection/assemble.h"
#include "core/kernel/sandbox/sandbox.h"
#include "core/protocol/build.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/export.h"
#include "core/protocol/inspect.h"
#include "core/protocol/load.h"
#include "core/protocol/machine.h"
#include "core/protocol/validate.h"
#include "core/store/store.h"
#include "core/values/built_project.h"
#include "core/worker_pool/worker_pool.h"

#include <QFile>
#include <QProcess>
#include <QTest>
#include <sys/resource.h>

using namespace gevo;
using namespace std::chrono_literals;

namespace {

Project storedProject() {
  const auto store = Store::open(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", Store::Access::Read);
  if (!store) qFatal("%s", store.error().message.c_str());
  return (*store)->project().value();
}

std::unique_ptr<WorkerPool> startWorker(const std::string& mode, Bytes load) {
  WorkerPoolSettings settings;
  settings.program = GEVO_TEST_BIN "/gevo-worker";
  settings.arguments = {mode};
  auto pool = WorkerPool::start(settings, std::move(load));
  if (!pool) qFatal("%s", pool.error().message.c_str());
  return std::move(*pool);
}

std::unique_ptr<WorkerPool> startLoaded(bool evaluate) {
  return startWorker("sim", wire::encode(LoadRequest{storedProject(), {}, evaluate}));
}

/// A line of /proc/PID/status, without spaces.
QByteArray status(const WorkerPool& pool, const QByteArray& name) {
  QFile file(QString("/proc/%1/status").arg(pool.processIds().at(0)));
  if (!file.open(QIODevice::ReadOnly)) return "the worker is gone";
  for (const QByteArray& line : file.readAll().split('\n'))
    if (line.startsWith(name + ":")) return line.mid(name.size() + 1).simplified();
  return "no such line";
}

} // namespace

class SandboxedWorkerTest : public QObject {
  Q_OBJECT

private slots:
  void runWorkerIsLockedDown() {
    if (const Result<std::string> state = sandbox::examine(); !state) QSKIP(state.error().message.c_str());
    const auto pool = startLoaded(true);
    QVERIFY(pool->loaded());
    QVERIFY(pool->call(EvaluateRequest{{}, 1, {1, 1, 1, 0, Purpose::Mutation}}));
    QCOMPARE(status(*pool, "Seccomp"), QByteArray("2"));
    QCOMPARE(status(*pool, "NoNewPrivs"), QByteArray("1"));
  }

  void lockDownPrecedesTheProject() {
    if (const Result<std::string> state = sandbox::examine(); !state) QSKIP(state.error().message.c_str());
    const auto pool = startWorker("sim", {});
    QVERIFY2(!pool->call(EvaluateRequest{}), "nothing is loaded");
    QCOMPARE(status(*pool, "Seccomp"), QByteArray("2"));
  }

  void buildWorkerHasNoNewPrivilegesAndNoNetwork() {
    if (const Result<std::string> state = sandbox::examine(); !state) QSKIP(state.error().message.c_str());
    const auto pool = startWorker("build", {});
    QVERIFY2(!pool->call(EvaluateRequest{}), "it handles no variants, and has begun to answer");
    QCOMPARE(status(*pool, "NoNewPrivs"), QByteArray("1"));
    QCOMPARE(status(*pool, "Seccomp"), QByteArray("2"));
  }

  void itsMemoryAndProcessorTimeAreLimited() {
    if (const Result<std::string> state = sandbox::examine(); !state) QSKIP(state.error().message.c_str());
    const auto pool = startLoaded(true);
    QVERIFY(pool->call(EvaluateRequest{{}, 1, {1, 1, 1, 0, Purpose::Mutation}}));
    const auto process = pid_t(pool->processIds().at(0));
    rlimit memory{};
    QCOMPARE(::prlimit(process, RLIMIT_DATA, nullptr, &memory), 0);
    QCOMPARE(std::uint64_t(memory.rlim_cur), WorkerPoolSettings().memoryBytes);
    QCOMPARE(memory.rlim_max, memory.rlim_cur);
    rlimit time{};
    QCOMPARE(::prlimit(process, RLIMIT_CPU, nullptr, &time), 0);
    QVERIFY(time.rlim_cur != RLIM_INFINITY);
  }

  void doctorReportsTheSandbox() {
    const Result<std::string> state = sandbox::examine();
    QProcess doctor;
    doctor.start(GEVO_TEST_BIN "/gevo", {"doctor"});
    QVERIFY(doctor.waitForFinished());
    const QString said = QString::fromUtf8(doctor.readAllStandardOutput());
    const QString line = QString("%1  worker sandbox ").arg(state ? "ok" : "--");
    const qsizetype position = said.indexOf(line);
    QVERIFY2(position >= 0, qPrintable(said));
    const std::string message = state ? *state : state.error().message;
    QVERIFY2(said.mid(position).section('\n', 0, 0).contains(QString::fromStdString(message)), qPrintable(said));
  }

  void evaluationsWorkInTheSandbox() {
    const auto pool = startLoaded(true);
    std::map<JobFailure, int> failures;
    std::string message;
    for (std::uint32_t i = 0; i < 300; ++i) {
      pool->submit(RequestKind::Evaluate, wire::encode(EvaluateRequest{{}, 1 + i % 5, {7, 1, i, 0, Purpose::Mutation}}),
                   [&](const JobResult& result) {
                     ++failures[result.failure];
                     message += result.message;
                   });
    }
    while (pool->wait(10s)) {
    }
    QVERIFY2(failures[JobFailure::None] == 300, message.c_str());
    QCOMPARE(pool->restarted(), 0U);
  }

  void viewsWorkInTheSandbox() {
    const auto pool = startLoaded(false);
    const auto inspected = pool->call(InspectRequest{});
    QVERIFY2(inspected.has_value(), inspected ? "" : inspected.error().message.c_str());
    QCOMPARE(inspected->ptxError, std::string());
    const auto checked = pool->call(ValidateRequest{});
    QVERIFY2(checked.has_value(), checked ? "" : checked.error().message.c_str());
    for (const Artifact artifact : {Artifact::Ptx, Artifact::Ir}) {
      const auto exported = pool->call(ExportRequest{{}, artifact});
      QVERIFY2(exported.has_value(), exported ? "" : exported.error().message.c_str());
    }
    QCOMPARE(pool->restarted(), 0U);
  }

  void variantWorkerStartsNoPrograms() {
    const auto pool = startWorker("sim", {});
    QVERIFY(!pool->call(DoctorRequest{}));
    QVERIFY(!pool->call(AssembleRequest{}));
    QVERIFY(!pool->call(BuildInputs{}));
    QCOMPARE(pool->restarted(), 0U);
  }

  void programWorkerHandlesNoVariants() {
    const auto pool = startWorker("build", {});
    QVERIFY(!pool->call(LoadRequest{storedProject(), {}, false}));
    QVERIFY(!pool->call(EvaluateRequest{}));
    QCOMPARE(pool->restarted(), 0U);
  }

  void assemblerInItsOwnWorkerRejectsInvalidPtx() {
    const auto assembled = assemblePtx({"this is no PTX", "sm_90"}, GEVO_TEST_BIN "/gevo-worker");
    if (assembled && !assembled->hasAssembler) QSKIP("no ptxas");
    QVERIFY(!assembled);
    QCOMPARE(assembled.error().message, std::string("ptxas rejects the variant's PTX; choose another variant"));
  }
};

QTEST_GUILESS_MAIN(SandboxedWorkerTest)
#include "sandboxed_worker_test.moc"
