/// Leases of a GPU by a real lease server process on the fake driver. The test takes the role of the programs.

#include <QTest>

#include "core/kernel/cuda/lease/lease_server_process.h"
#include "core/kernel/cuda/lease/leased_gpu.h"
#include "core/kernel/simulator/machine/memory.h"
#include "tests/core/kernel/cuda/fake_driver.h"
#include "tests/core/kernel/cuda/small_test.h"

#include <QDir>
#include <QFile>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/wait.h>

using namespace gevo;
using namespace gevo::cuda;

Q_DECLARE_METATYPE(gevo::Reason)

class LeaseServerProcessTest : public QObject {
  Q_OBJECT

  static constexpr std::chrono::microseconds limit{200'000};

  QTemporaryDir folder_;
  FakeDriver driver_;
  SmallTest small_;
  std::unique_ptr<LeaseServerProcess> server_;

  QString contexts() const { return folder_.filePath("contexts"); }
  /// Number of opened contexts.
  qsizetype opened() const {
    QFile file(contexts());
    return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
  }
  void order(const std::string& lines) const { driver_.order("log " + contexts().toStdString() + "\n" + lines); }
  std::unique_ptr<LeaseServerProcess> startOn(int gpu, QString& problem) const {
    auto started = LeaseServerProcess::start({GEVO_TEST_BIN "/gevo-worker", "lease", std::to_string(gpu)});
    if (!started) problem = QString::fromStdString(started.error().message);
    return started ? std::move(*started) : nullptr;
  }
  LeaseServerProcess::ActiveLease lease() {
    auto leased = server_->lease(limit);
    if (!leased) qFatal("%s", leased.error().message.c_str());
    return std::move(*leased);
  }
  static std::unique_ptr<LeasedGpu> borrow(const LeaseServerProcess::ActiveLease& leased) {
    auto gpu = LeasedGpu::take(::dup(leased.descriptor()));
    if (!gpu) qFatal("%s", gpu.error().message.c_str());
    return std::move(*gpu);
  }
  static std::vector<int> children() {
    std::vector<int> found;
    for (const QString& thread : QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
      QFile file("/proc/self/task/" + thread + "/children");
      if (!file.open(QIODevice::ReadOnly)) continue;
      for (const QByteArray& id : file.readAll().simplified().split(' '))
        if (!id.isEmpty()) found.push_back(id.toInt());
    }
    return found;
  }
  /// A typical program: loads its code, allocates memory, launches, reads.
  ProgramGpu::Launched run(ProgramGpu& gpu, const std::string& does) {
    const Result<void> loaded = gpu.load(codeThat(does), {});
    if (!loaded) qFatal("%s", loaded.error().message.c_str());
    for (const std::uint64_t address : {SmallTest::in, SmallTest::out})
      if (const auto made = gpu.allocate(address, SmallTest::count * sizeof(float)); !made || !*made) qFatal("no memory");
    if (!gpu.write(SmallTest::in, small_.copy().data)) qFatal("nothing is copied");
    return gpu.launch({"work", {1, 1, 1}, {1, 1, 1}, 0, small_.launch().data});
  }
  std::vector<float> results(ProgramGpu& gpu) const {
    std::vector<float> values(SmallTest::count);
    if (!gpu.read(SmallTest::out, reinterpret_cast<std::uint8_t*>(values.data()), values.size() * sizeof(float))) values.clear();
    return values;
  }
  bool runsWell() {
    const LeaseServerProcess::ActiveLease leased = lease();
    const auto gpu = borrow(leased);
    return run(*gpu, "twice").status == 0 && results(*gpu) == small_.values;
  }

private slots:
  void init() {
    QFile::remove(contexts());
    order("");
    QString problem;
    server_ = startOn(0, problem);
    QVERIFY2(server_, qPrintable(problem));
    const QByteArray turns = folder_.filePath("turns").toLocal8Bit();
    server_->useLock(Descriptor(::open(turns.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)));
  }

  void greetingDescribesTheGpu() {
    QCOMPARE(server_->greeting().name, std::string("Fake GPU"));
    QCOMPARE(server_->greeting().architecture, std::string("sm_90"));
    QCOMPARE(server_->greeting().driverVersion, 13000);
    QVERIFY(server_->greeting().uuid.starts_with("GPU-"));
  }

  void missingGpuIsReported() {
    QString problem;
    QVERIFY(!startOn(4, problem));
    QVERIFY2(problem.contains("there is no GPU 4"), qPrintable(problem));
  }

  void oneContextServesManyPrograms() {
    for (int i = 0; i < 5; ++i) QVERIFY(runsWell());
    QCOMPARE(opened(), 1);
  }

  void clearsTheStateOfAProgram() {
    const std::uint64_t extra = SmallTest::out + (8 << 20);
    {
      const LeaseServerProcess::ActiveLease leased = lease();
      const auto gpu = borrow(leased);
      QCOMPARE(run(*gpu, "twice").status, 0);
      QVERIFY(gpu->allocate(extra, 64).value());
    }
    const LeaseServerProcess::ActiveLease leased = lease();
    const auto gpu = borrow(leased);
    QVERIFY(!gpu->read(extra, std::vector<std::uint8_t>(64).data(), 64)); // its memory no more
    QVERIFY(gpu->allocate(extra, 64).value());
    QCOMPARE(gpu->launch({"work", {1, 1, 1}, {1, 1, 1}, 0, small_.launch().data}).begun, false); // no code
  }

  /// Like a program that crashes or is killed.
  void survivesAnIncompleteRequest() {
    {
      const LeaseServerProcess::ActiveLease leased = lease();
      const std::array<char, 3> some{1, 0, 0};
      QCOMPARE(::send(leased.descriptor(), some.data(), some.size(), 0), ssize_t(some.size()));
    }
    QVERIFY(runsWell());
    QCOMPARE(opened(), 1);
  }

  void rejectsInvalidRequests() {
    const LeaseServerProcess::ActiveLease leased = lease();
    QVERIFY(sendFrame(leased.descriptor(), 99, {}).has_value());
    const auto unknown = readFrame(leased.descriptor());
    QVERIFY(unknown && *unknown && (*unknown)->kind == static_cast<std::uint32_t>(ReplyKind::Error));
    const std::array<std::uint8_t, 2> damaged{1, 2};
    QVERIFY(sendFrame(leased.descriptor(), static_cast<std::uint32_t>(LeaseRequest::Load), damaged).has_value());
    const auto reply = readFrame(leased.descriptor());
    QVERIFY(reply && *reply && (*reply)->kind == static_cast<std::uint32_t>(ReplyKind::Error));
    QCOMPARE(run(*borrow(leased), "twice").status, 0);
  }

  void kernelFaultReplacesTheContext_data() {
    QTest::addColumn<QString>("does");
    QTest::addColumn<Reason>("reason");
    QTest::newRow("access elsewhere") << "illegal" << Reason::OutOfBounds;
    QTest::newRow("hang") << "hang" << Reason::Timeout;
    QTest::newRow("crash of the driver") << "crash" << Reason::Crash;
  }
  void kernelFaultReplacesTheContext() {
    QFETCH(const QString, does);
    QFETCH(const Reason, reason);
    {
      const LeaseServerProcess::ActiveLease leased = lease();
      const auto gpu = borrow(leased);
      const ProgramGpu::Launched launched = run(*gpu, does.toStdString());
      QVERIFY(launched.begun && launched.status != 0);
      QCOMPARE(launched.reason, reason);
      QVERIFY2(launched.complaint.starts_with("kernel work on Fake GPU: "), launched.complaint.c_str());
    }
    QVERIFY(runsWell());
    QCOMPARE(opened(), 2);
  }

  void killedProcessIsReplaced() {
    QVERIFY(runsWell());
    for (const int child : children()) {
      ::kill(child, SIGKILL);
      siginfo_t info{};
      QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0); // it is gone, and nobody has been told
    }
    QVERIFY(runsWell());
    QCOMPARE(opened(), 2);
  }

  /// A hanging kernel stays on the GPU until the process is gone.
  void killedProcessReleasesTheLock_data() {
    QTest::addColumn<QString>("does");
    QTest::newRow("crash") << "crash";
    QTest::newRow("hang") << "hang";
  }
  void killedProcessReleasesTheLock() {
    QFETCH(const QString, does);
    const Descriptor other(::open(qPrintable(folder_.filePath("turns")), O_RDWR | O_CLOEXEC));
    {
      const LeaseServerProcess::ActiveLease leased = lease();
      (void)run(*borrow(leased), does.toStdString());
      QCOMPARE(::flock(other.get(), LOCK_EX | LOCK_NB), -1);
    }
    QCOMPARE(::flock(other.get(), LOCK_EX | LOCK_NB), 0);
  }

  void doesNotReadMissingVariables() {
    const LeaseServerProcess::ActiveLease leased = lease();
    const auto gpu = borrow(leased);
    constexpr std::uint64_t factor = sim::symbolBase + 4096;
    QVERIFY(gpu->load(codeThat("twice"), {{"factor", factor, sizeof(float)}}).has_value());
    float value = 7;
    const Result<bool> read = gpu->read(factor, reinterpret_cast<std::uint8_t*>(&value), sizeof value);
    QVERIFY(read && !*read);
    QCOMPARE(value, 7.0F);
  }

  void largeLocalMemoryReplacesTheContext() {
    order("local 4096");
    QVERIFY(runsWell());
    order("local 512");
    QVERIFY(runsWell());
    QVERIFY(runsWell());
    QCOMPARE(opened(), 2);
  }

  void externalKillIsReported() {
    {
      const LeaseServerProcess::ActiveLease leased = lease();
      const auto gpu = borrow(leased);
      for (const int child : children()) ::kill(child, SIGKILL);
      QVERIFY(!gpu->load(codeThat("twice"), {}));
    }
    QVERIFY(server_->wasKilled());
    {
      const LeaseServerProcess::ActiveLease leased = lease();
      (void)run(*borrow(leased), "crash");
    }
    QVERIFY(!server_->wasKilled());
  }

  void oneContextPerLeaseForKernelsThatAllocate() {
    server_->useOneContextPerLease();
    for (int i = 0; i < 3; ++i) QVERIFY(runsWell());
    QVERIFY(opened() >= 3);
  }

  void kernelOutputGoesToTheProgram() {
    QFile file(folder_.filePath("stdout"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    std::fflush(stdout);
    const int own = ::dup(STDOUT_FILENO);
    ::dup2(file.handle(), STDOUT_FILENO);
    {
      const LeaseServerProcess::ActiveLease leased = lease();
      (void)run(*borrow(leased), "print");
    }
    std::fflush(stdout);
    ::dup2(own, STDOUT_FILENO);
    ::close(own);
    QVERIFY(file.seek(0));
    QCOMPARE(file.readAll(), QByteArray("printed by a kernel\n"));
  }
};

QTEST_GUILESS_MAIN(LeaseServerProcessTest)
#include "lease_server_process_test.moc"
