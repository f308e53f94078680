/// A GPU that is lent to one program after the other by a process that is real, on the played driver. Here the programs are this test.

#include <QTest>

#include "core/kernel/cuda/lease/lease_server_process.h"
#include "core/kernel/cuda/lease/leased_gpu.h"
#include "core/kernel/simulator/machine/memory.h"
#include "tests/core/kernel/cuda/pretend.h"
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

class GpuLenderTest : public QObject {
  Q_OBJECT

  static constexpr std::chrono::microseconds limit{200'000};

  QTemporaryDir folder_;
  PretendedDriver pretended_;
  SmallTest small_;
  std::unique_ptr<GpuLender> lender_;

  QString contexts() const { return folder_.filePath("contexts"); }
  /// How many contexts have been opened.
  qsizetype opened() const {
    QFile file(contexts());
    return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
  }
  void order(const std::string& lines) const { pretended_.order("log " + contexts().toStdString() + "\n" + lines); }
  std::unique_ptr<GpuLender> startOn(int gpu, QString& problem) const {
    auto started = GpuLender::start({GEVO_TEST_BIN "/gevo-worker", "lend", std::to_string(gpu)});
    if (!started) problem = QString::fromStdString(started.error().message);
    return started ? std::move(*started) : nullptr;
  }
  GpuLender::Lent lend() {
    auto lent = lender_->lend(limit);
    if (!lent) qFatal("%s", lent.error().message.c_str());
    return std::move(*lent);
  }
  static std::unique_ptr<BorrowedGpu> borrow(const GpuLender::Lent& lent) {
    auto gpu = BorrowedGpu::take(::dup(lent.descriptor()));
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
  /// What a program does: loads its code, takes memory, launches, reads.
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
    const GpuLender::Lent lent = lend();
    const auto gpu = borrow(lent);
    return run(*gpu, "twice").status == 0 && results(*gpu) == small_.values;
  }

private slots:
  void init() {
    QFile::remove(contexts());
    order("");
    QString problem;
    lender_ = startOn(0, problem);
    QVERIFY2(lender_, qPrintable(problem));
    const QByteArray turns = folder_.filePath("turns").toLocal8Bit();
    lender_->takeTurnsBy(Descriptor(::open(turns.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)));
  }

  void itSaysWhichGpuItIs() {
    QCOMPARE(lender_->greeting().name, std::string("Pretended GPU"));
    QCOMPARE(lender_->greeting().architecture, std::string("sm_90"));
    QCOMPARE(lender_->greeting().driverVersion, 13000);
    QVERIFY(lender_->greeting().uuid.starts_with("GPU-"));
  }

  void aGpuThatIsNotThereIsNamed() {
    QString problem;
    QVERIFY(!startOn(4, problem));
    QVERIFY2(problem.contains("there is no GPU 4"), qPrintable(problem));
  }

  void oneContextServesManyPrograms() {
    for (int i = 0; i < 5; ++i) QVERIFY(runsWell());
    QCOMPARE(opened(), 1);
  }

  void whatAProgramLeftIsGone() {
    const std::uint64_t extra = SmallTest::out + (8 << 20);
    {
      const GpuLender::Lent lent = lend();
      const auto gpu = borrow(lent);
      QCOMPARE(run(*gpu, "twice").status, 0);
      QVERIFY(gpu->allocate(extra, 64).value());
    }
    const GpuLender::Lent lent = lend();
    const auto gpu = borrow(lent);
    QVERIFY(!gpu->read(extra, std::vector<std::uint8_t>(64).data(), 64)); // its memory no more
    QVERIFY(gpu->allocate(extra, 64).value());
    QCOMPARE(gpu->launch({"work", {1, 1, 1}, {1, 1, 1}, 0, small_.launch().data}).begun, false); // no code
  }

  /// As one that crashes, or is killed.
  void aProgramThatLeavesInTheMiddleOfARequest() {
    {
      const GpuLender::Lent lent = lend();
      const std::array<char, 3> some{1, 0, 0};
      QCOMPARE(::send(lent.descriptor(), some.data(), some.size(), 0), ssize_t(some.size()));
    }
    QVERIFY(runsWell());
    QCOMPARE(opened(), 1);
  }

  void aRequestThatIsNoneIsRefused() {
    const GpuLender::Lent lent = lend();
    QVERIFY(sendFrame(lent.descriptor(), 99, {}).has_value());
    const auto unknown = readFrame(lent.descriptor());
    QVERIFY(unknown && *unknown && (*unknown)->kind == static_cast<std::uint32_t>(ReplyKind::Refusal));
    const std::array<std::uint8_t, 2> damaged{1, 2};
    QVERIFY(sendFrame(lent.descriptor(), static_cast<std::uint32_t>(LoanRequest::Load), damaged).has_value());
    const auto refused = readFrame(lent.descriptor());
    QVERIFY(refused && *refused && (*refused)->kind == static_cast<std::uint32_t>(ReplyKind::Refusal));
    QCOMPARE(run(*borrow(lent), "twice").status, 0);
  }

  void whatAKernelDoesWrongCostsAContext_data() {
    QTest::addColumn<QString>("does");
    QTest::addColumn<Reason>("reason");
    QTest::newRow("access elsewhere") << "illegal" << Reason::OutOfBounds;
    QTest::newRow("hang") << "hang" << Reason::Timeout;
    QTest::newRow("crash of the driver") << "crash" << Reason::Crash;
  }
  void whatAKernelDoesWrongCostsAContext() {
    QFETCH(const QString, does);
    QFETCH(const Reason, reason);
    {
      const GpuLender::Lent lent = lend();
      const auto gpu = borrow(lent);
      const ProgramGpu::Launched launched = run(*gpu, does.toStdString());
      QVERIFY(launched.begun && launched.status != 0);
      QCOMPARE(launched.reason, reason);
      QVERIFY2(launched.complaint.starts_with("kernel work on Pretended GPU: "), launched.complaint.c_str());
    }
    QVERIFY(runsWell());
    QCOMPARE(opened(), 2);
  }

  void aProcessThatIsKilledIsReplaced() {
    QVERIFY(runsWell());
    for (const int child : children()) {
      ::kill(child, SIGKILL);
      siginfo_t info{};
      QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0); // it is gone, and nobody has been told
    }
    QVERIFY(runsWell());
    QCOMPARE(opened(), 2);
  }

  /// What hangs is on the GPU until the process is gone.
  void itsTurnEndsWithIt_data() {
    QTest::addColumn<QString>("does");
    QTest::newRow("crash") << "crash";
    QTest::newRow("hang") << "hang";
  }
  void itsTurnEndsWithIt() {
    QFETCH(const QString, does);
    const Descriptor other(::open(qPrintable(folder_.filePath("turns")), O_RDWR | O_CLOEXEC));
    {
      const GpuLender::Lent lent = lend();
      (void)run(*borrow(lent), does.toStdString());
      QCOMPARE(::flock(other.get(), LOCK_EX | LOCK_NB), -1);
    }
    QCOMPARE(::flock(other.get(), LOCK_EX | LOCK_NB), 0);
  }

  void aVariableThatTheCodeLacksIsNotRead() {
    const GpuLender::Lent lent = lend();
    const auto gpu = borrow(lent);
    constexpr std::uint64_t factor = sim::symbolBase + 4096;
    QVERIFY(gpu->load(codeThat("twice"), {{"factor", factor, sizeof(float)}}).has_value());
    float value = 7;
    const Result<bool> read = gpu->read(factor, reinterpret_cast<std::uint8_t*>(&value), sizeof value);
    QVERIFY(read && !*read);
    QCOMPARE(value, 7.0F);
  }

  void localMemoryBeyondWhatIsOverwrittenCostsAContext() {
    order("local 4096");
    QVERIFY(runsWell());
    order("local 512");
    QVERIFY(runsWell());
    QVERIFY(runsWell());
    QCOMPARE(opened(), 2);
  }

  void aDeathThatSomebodyCausedIsTold() {
    {
      const GpuLender::Lent lent = lend();
      const auto gpu = borrow(lent);
      for (const int child : children()) ::kill(child, SIGKILL);
      QVERIFY(!gpu->load(codeThat("twice"), {}));
    }
    QVERIFY(lender_->wasKilled());
    {
      const GpuLender::Lent lent = lend();
      (void)run(*borrow(lent), "crash");
    }
    QVERIFY(!lender_->wasKilled());
  }

  void eachOnceWhereKernelsTakeMemoryThemselves() {
    lender_->lendEachOnce();
    for (int i = 0; i < 3; ++i) QVERIFY(runsWell());
    QVERIFY(opened() >= 3);
  }

  void whatAKernelPrintsIsTheProgramsOutput() {
    QFile file(folder_.filePath("stdout"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    std::fflush(stdout);
    const int own = ::dup(STDOUT_FILENO);
    ::dup2(file.handle(), STDOUT_FILENO);
    {
      const GpuLender::Lent lent = lend();
      (void)run(*borrow(lent), "print");
    }
    std::fflush(stdout);
    ::dup2(own, STDOUT_FILENO);
    ::close(own);
    QVERIFY(file.seek(0));
    QCOMPARE(file.readAll(), QByteArray("printed by a kernel\n"));
  }
};

QTEST_GUILESS_MAIN(GpuLenderTest)
#include "lease_server_process_test.moc"
