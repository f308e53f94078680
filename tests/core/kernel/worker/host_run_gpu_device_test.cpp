#include "core/base/result.h" // before <compare>, which moc can't read as the first header

#include <QtTest>
#ifndef Q_MOC_RUN
#include "core/kernel/build/build.h"
#include "core/kernel/cuda/program_gpu/gpu_lock.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/sandbox/sandbox.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/worker/host_run_gpu_device.h"
#include "tests/core/kernel/cuda/fake_driver.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <llvm/IR/Module.h>
#endif

#include <future>
#include <sys/file.h>
#include <thread>

using namespace gevo;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(gevo::Reason)

/// A program that prints the sum of what its kernel doubles, on a fake GPU (tests/core/kernel/cuda/fake_driver), whose orders say
/// what the kernel does there.
class HostRunGpuDeviceTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;
  QTemporaryDir home_;
  QTemporaryDir program_;
  FakeDriver driver_;
  Project project_;
  std::unique_ptr<ir::BaseModule> base_;
  std::unique_ptr<worker::HostRunGpuDevice> device_;
  std::unique_ptr<worker::PreparedTest> test_;

  fs::path folder() const { return program_.path().toStdString(); }
  void kernel(const std::string& does) const { driver_.order("kernel _Z7twofoldPfPKfj " + does); }

  std::unique_ptr<llvm::Module> original() const {
    auto applied = base_->original();
    ir::cleanUp(*applied);
    ir::optimise(*applied);
    return applied;
  }
  std::unique_ptr<worker::HostRunGpuDevice> openDevice(const Project& project) const {
    EvaluationSettings settings;
    settings.device = "cuda:0";
    auto device = worker::HostRunGpuDevice::open(project, settings, folder(), 0);
    if (!device) qFatal("%s %s", device.error().message.c_str(), device.error().details.c_str());
    return std::move(*device);
  }
  program::ReplayReport run() {
    const auto variant = original();
    const worker::PreparedTest* const test = test_.get();
    auto reports = device_->run({&test, 1}, *variant);
    if (!reports) qFatal("%s %s", reports.error().message.c_str(), reports.error().details.c_str());
    return std::move(reports->front());
  }
  /// Reports of a variant as a search measures it, and as it is remeasured.
  std::pair<program::ReplayReport, program::ReplayReport> searchedAndRemeasured(const std::string& does) {
    auto before = std::exchange(test_, device_->prepare(project_.tests.front(), *original()).value());
    kernel(does);
    device_->setRemeasure(false, false);
    program::ReplayReport glance = run();
    device_->setRemeasure(true, false);
    program::ReplayReport remeasured = run();
    test_ = std::move(before);
    return {std::move(glance), std::move(remeasured)};
  }

private slots:
  void initTestCase() {
    if (!program::findClang() || !program::findCudaToolkit()) QSKIP("this needs clang and the CUDA toolkit");
    qputenv("XDG_CACHE_HOME", home_.path().toUtf8());
    kernel("twice 50");
    QVERIFY(sandbox::denyNetwork().has_value()); // as the worker does before it reads anything
    QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/tests/core/kernel/worker/fixtures/doubled.cu", program_.filePath("doubled.cu")));
    BuildInputs request;
    request.name = "doubled";
    request.workingFolder = folder().string();
    request.settings.files = {"doubled.cu"};
    request.settings.hostRun.on = true;
    request.settings.hostRun.quality = "sum = ([0-9.e+-]+)";
    request.tests = {{TestRole::Test, "", {}}};
    auto built = program::build(request, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    project_ = std::move(built->project);
    base_ = ir::BaseModule::load(project_.base).value();
    device_ = openDevice(project_);
    auto test = device_->prepare(project_.tests.front(), *original());
    QVERIFY2(test.has_value(), test ? "" : (test.error().message + test.error().details).c_str());
    test_ = std::move(*test);
  }
  void init() { kernel("twice 50"); }

  void originalRunsOnTheGpu() {
    QCOMPARE(device_->shownName(), std::string("Fake GPU, live"));
    QVERIFY(!device_->isDeterministic() && device_->timesAgainstOriginal());
    QCOMPARE(qRound(test_->microseconds), 50);
  }

  void variantsAreTimedAgainstTheOriginal() {
    const program::ReplayReport report = run();
    QVERIFY2(report.valid(), report.message.c_str());
    QCOMPARE(report.error, 0.0);
    QCOMPARE(qRound(report.microseconds), 50);
    QCOMPARE(report.repeats, 3U);
  }

  /// As on a GPU whose clock dropped: the ratio counts.
  void originalIsTimedAgainBesideEachVariant() {
    auto before = std::exchange(test_, device_->prepare(project_.tests.front(), *original()).value());
    kernel("twice 75");
    program::ReplayReport report;
    for (int i = 0; i < 4; ++i) report = run(); // until most of the latest are those of now
    test_ = std::move(before);
    QCOMPARE(qRound(report.microseconds), 50);
  }

  /// The same when the program's own configuration is timed first, and others later.
  void aConfigurationIsTimedBesideTheProgramsOwn() {
    Project project = project_;
    project.parameters.parameters.push_back({.name = "BLOCK", .value = "256", .values = {"128", "256"}});
    const auto own = openDevice(project);
    const auto test = own->prepare(project.tests.front(), *original());
    QCOMPARE(qRound(test.value()->microseconds), 50);
    project.configuration = {{"BLOCK", "128"}};
    const auto configured = openDevice(project);
    configured->compareWith(*own);
    kernel("twice 75");
    QCOMPARE(qRound(configured->prepare(project.tests.front(), *original()).value()->microseconds), 50);
  }

  void searchRunsClearlySlowerVariantsOnce() {
    const auto [once, again] = searchedAndRemeasured("twice 60"); // the original too, but its latest times are mostly those of before
    QCOMPARE(once.repeats, 1U);
    QCOMPARE(once.relativeError, 0.0); // not known
    QVERIFY(again.repeats >= 3);
  }

  void searchRunsThreeTimesRemeasuringUntilTheErrorIsSmall() {
    const auto [glance, remeasured] = searchedAndRemeasured("uneven 40");
    QCOMPARE(glance.repeats, 3U);
    QVERIFY(remeasured.repeats > 3);
  }

  void rejectsVariantsThatFailOnTheGpu_data() {
    QTest::addColumn<QString>("does");
    QTest::addColumn<Reason>("reason");
    QTest::addColumn<QString>("detail");
    QTest::newRow("no result") << "nothing" << Reason::NotFinite << "";
    QTest::newRow("access elsewhere") << "illegal" << Reason::OutOfBounds << "kernel _Z7twofoldPfPKfj on Fake GPU";
    QTest::newRow("hang") << "hang" << Reason::Timeout << "kernel _Z7twofoldPfPKfj on Fake GPU";
    QTest::newRow("crash") << "crash" << Reason::Crash << "kernel _Z7twofoldPfPKfj on Fake GPU";
  }
  void rejectsVariantsThatFailOnTheGpu() {
    QFETCH(const QString, does);
    QFETCH(const Reason, reason);
    QFETCH(const QString, detail);
    kernel(does.toStdString());
    const program::ReplayReport report = run();
    QCOMPARE(report.reason, reason);
    QVERIFY2(QString::fromStdString(report.message).contains(detail), report.message.c_str());
  }

  void programsShareTheGpuByALock() {
    const QDir folder(home_.filePath("gevo-explorer/live"));
    const QStringList locks = folder.entryList({"turn-GPU-*"}, QDir::Files);
    QCOMPARE(locks.size(), 1);
    const int other = ::open(qPrintable(folder.filePath(locks.front())), O_RDWR | O_CLOEXEC);
    QVERIFY(other >= 0 && ::flock(other, LOCK_EX) == 0);
    auto report = std::async(std::launch::async, [&] { return run(); });
    QVERIFY(report.wait_for(std::chrono::seconds(2)) == std::future_status::timeout);
    ::close(other);
    QVERIFY(report.get().valid());
  }

  void screensRunOnTheSimulatedGpu() {
    kernel("illegal");
    TestCase screen = project_.tests.front();
    screen.role = TestRole::Screen;
    const auto test = device_->prepare(screen, *original());
    QVERIFY2(test.has_value(), test ? "" : test.error().message.c_str());
    const worker::PreparedTest* const one = test->get();
    const auto reports = device_->run({&one, 1}, *original());
    QVERIFY(reports.has_value() && reports->front().valid());
  }

  void missingGpuIsReported() {
    EvaluationSettings settings;
    settings.device = "cuda:4";
    const auto device = worker::HostRunGpuDevice::open(project_, settings, folder(), 4);
    QVERIFY(!device);
    QVERIFY2(device.error().message.find("there is no GPU 4") != std::string::npos, device.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(HostRunGpuDeviceTest)
#include "host_run_gpu_device_test.moc"
