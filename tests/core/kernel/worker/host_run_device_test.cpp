#include "core/base/result.h" // before <compare>, which moc can't read as the first header

#include <QtTest>
#ifndef Q_MOC_RUN
#include "core/kernel/build/build.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/process/program_limits.h"
#include "core/kernel/sandbox/sandbox.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/worker/host_run_device.h"
#include "core/kernel/worker/service.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#endif

using namespace gevo;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(gevo::Reason)

namespace {

constexpr const char* dataText = "1 2 3\n";

std::string contentsOf(const fs::path& path) { return program::readFile(path).value_or(std::string()); }

} // namespace

/// A program whose host acts on its kernel's result, so that variants can make it misbehave.
class HostRunDeviceTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;
  QTemporaryDir home_;
  QTemporaryDir program_;
  QTemporaryDir outside_;
  Project project_;
  std::unique_ptr<ir::BaseModule> base_;
  std::unique_ptr<worker::HostRunDevice> device_;
  std::unique_ptr<worker::PreparedTest> test_;

  fs::path folder() const { return program_.path().toStdString(); }

  std::unique_ptr<llvm::Module> optimised() const {
    auto applied = base_->original();
    ir::cleanUp(*applied);
    ir::optimise(*applied);
    return applied;
  }

  /// The original with another kernel result.
  std::unique_ptr<llvm::Module> saying(int word) const {
    auto variant = optimised();
    int changed = 0;
    for (llvm::Function& function : *variant)
      for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block)
          if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
            store->setOperand(0, llvm::ConstantInt::get(store->getValueOperand()->getType(), static_cast<std::uint64_t>(word)));
            ++changed;
          }
    if (changed != 1) qFatal("the kernel does not have one store");
    return variant;
  }

  program::ReplayReport run(int word) {
    const auto variant = saying(word);
    const worker::PreparedTest* const test = test_.get();
    auto reports = device_->run({&test, 1}, *variant);
    if (!reports) qFatal("%s", reports.error().message.c_str());
    return std::move(reports->front());
  }

  BuildInputs request() const {
    BuildInputs request;
    request.name = "misbehaving_host";
    request.workingFolder = folder().string();
    request.settings.files = {"misbehaving_host.cu"};
    request.settings.hostRun.on = true;
    request.settings.hostRun.quality = "quality = ([a-z0-9.+-]+)";
    request.tests = {{TestRole::Test, outside_.path().toStdString(), {}}};
    return request;
  }

private slots:
  void initTestCase() {
    if (!program::findClang() || !program::findCudaToolkit()) QSKIP("this needs clang and the CUDA toolkit");
    qputenv("XDG_CACHE_HOME", home_.path().toUtf8());
    QVERIFY(sandbox::denyNetwork().has_value()); // as the worker does before it reads anything
    const std::string source = contentsOf(GEVO_TEST_SOURCE "/tests/core/kernel/worker/fixtures/misbehaving_host.cu");
    fs::create_directories(folder() / "data");
    QVERIFY(program::writeFile(folder() / "misbehaving_host.cu", source).has_value());
    QVERIFY(program::writeFile(folder() / "data/points.txt", dataText).has_value());
    auto built = program::build(request(), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    project_ = std::move(built->project);
    base_ = ir::BaseModule::load(project_.base).value();
    auto device = worker::HostRunDevice::open(project_, {}, folder());
    QVERIFY2(device.has_value(), device ? "" : (device.error().message + device.error().details).c_str());
    device_ = std::move(*device);
    auto test = device_->prepare(project_.tests.front(), *optimised());
    QVERIFY2(test.has_value(), test ? "" : (test.error().message + test.error().details).c_str());
    test_ = std::move(*test);
  }

  void originalRunsInAPrivateCopy() {
    QCOMPARE(project_.build.hostRun.files.size(), std::size_t(2));
    QVERIFY(test_->microseconds > 0);
    QCOMPARE(device_->shownName(), std::string("simulated H200, live"));
    const program::ReplayReport report = run(0);
    QVERIFY2(report.valid(), report.message.c_str());
    QCOMPARE(report.error, 0.0);
    QCOMPARE(report.microseconds, test_->microseconds);
  }

  void rejectsVariantsThatMakeTheHostMisbehave_data() {
    QTest::addColumn<int>("word");
    QTest::addColumn<Reason>("reason");
    QTest::addColumn<QString>("detail");
    QTest::newRow("hang") << 1 << Reason::Timeout << "had used 5 s of processor time";
    QTest::newRow("crash") << 2 << Reason::Crash << "signal 6";
    QTest::newRow("failure") << 3 << Reason::ExitCode << "exit code 3 instead of 0";
    QTest::newRow("no number") << 7 << Reason::NotFinite << "\"much\"";
    QTest::newRow("launches without end") << 10 << Reason::Budget << "instructions";
    QTest::newRow("an end without a report") << 11 << Reason::Crash << "without returning from main";
  }
  void rejectsVariantsThatMakeTheHostMisbehave() {
    QFETCH(const int, word);
    QFETCH(const Reason, reason);
    QFETCH(const QString, detail);
    const program::ReplayReport report = run(word);
    QCOMPARE(report.reason, reason);
    QVERIFY2(QString::fromStdString(report.message).contains(detail), report.message.c_str());
  }

  void eachRunGetsARestoredFolder() {
    QVERIFY2(run(4).valid(), "the program may write there");
    const program::ReplayReport next = run(0);
    QVERIFY2(next.valid(), next.message.c_str());
    QCOMPARE(contentsOf(folder() / "data/points.txt"), std::string(dataText));
    QVERIFY(!fs::exists(folder() / "left-behind.txt"));
    QVERIFY(fs::exists(folder() / "misbehaving_host.cu"));
  }

  void thereIsNoNetwork() {
    if (const auto sandboxed = sandbox::examine(); !sandboxed) QSKIP(sandboxed.error().message.c_str());
    QVERIFY2(run(5).valid(), "a socket was there");
  }

  void programsCanNotWriteElsewhere() {
    if (!sandbox::canRestrictWriting()) QSKIP("this kernel has no Landlock");
    QVERIFY2(run(6).valid(), "a file was written outside of the folder");
    QVERIFY(!fs::exists(fs::path(outside_.path().toStdString()) / "outside.txt"));
  }

  void failureNamesWhereTheProgramMayNotWrite() {
    if (!sandbox::canRestrictWriting()) QSKIP("this kernel has no Landlock");
    const program::ReplayReport report = run(12);
    QCOMPARE(report.reason, Reason::ExitCode);
    const QString wanted = "tried to write " + outside_.path() + "/outside.txt, and live runs may write in their own folder";
    QVERIFY2(QString::fromStdString(report.message).contains(wanted), report.message.c_str());
  }

  void errorIsTheLossOfQuality() {
    const program::ReplayReport worse = run(8);
    QVERIFY2(worse.valid(), worse.message.c_str());
    QVERIFY(std::abs(worse.error - 0.005) < 1e-9);
    const program::ReplayReport better = run(9);
    QVERIFY(better.valid());
    QCOMPARE(better.error, 0.0);
  }

  void exactModeAllowsNoLoss() {
    EvaluationSettings exact;
    exact.mode = Mode::Exact;
    auto device = worker::HostRunDevice::open(project_, exact, folder()).value();
    const auto test = device->prepare(project_.tests.front(), *optimised()).value();
    const worker::PreparedTest* const one = test.get();
    QCOMPARE(device->run({&one, 1}, *saying(8)).value().front().reason, Reason::WrongOutput);
  }

  void comparesOutputsWithoutAQualityPattern() {
    Project project = project_;
    project.build.hostRun.quality.clear();
    auto device = worker::HostRunDevice::open(project, {}, folder()).value();
    const auto test = device->prepare(project.tests.front(), *optimised()).value();
    const worker::PreparedTest* const one = test.get();
    QVERIFY(device->run({&one, 1}, *saying(0)).value().front().valid());
    const program::ReplayReport report = device->run({&one, 1}, *saying(9)).value().front();
    QCOMPARE(report.reason, Reason::WrongOutput);
    QVERIFY2(report.message.find("output word, element 0: 9 instead of 0") != std::string::npos, report.message.c_str());
  }

  void changedFileIsReported() {
    QVERIFY(program::writeFile(folder() / "data/points.txt", "4 5 6\n").has_value());
    const auto device = worker::HostRunDevice::open(project_, {}, folder());
    QVERIFY(program::writeFile(folder() / "data/points.txt", dataText).has_value());
    QVERIFY(!device);
    QVERIFY2(device.error().message.find("points.txt is not what it was") != std::string::npos, device.error().message.c_str());
  }

  void missingFolderIsReported() {
    const auto device = worker::HostRunDevice::open(project_, {}, folder() / "gone");
    QVERIFY(!device);
    QVERIFY2(device.error().message.find("gone, where the program was made, is gone") != std::string::npos, device.error().message.c_str());
  }

  void replayOnlyWorkerDoesNotEvaluate() {
    worker::Service service;
    LoadRequest request;
    request.project = project_;
    request.folder = folder().string();
    const auto loaded = service.load(request);
    QVERIFY(!loaded);
    QVERIFY2(loaded.error().message.find("only replays") != std::string::npos, loaded.error().message.c_str());
    request.evaluate = false;
    QVERIFY(service.load(request).has_value()); // for views
    QVERIFY(!service.validate({}));
  }

  void rejectsPatternsWithoutAGroup() {
    BuildInputs wrong = request();
    wrong.settings.hostRun.quality = "quality = [0-9]+";
    const auto built = program::build(wrong, {});
    QVERIFY(!built);
    QVERIFY2(built.error().message.find("has no group") != std::string::npos, built.error().message.c_str());
  }

  void removesFoldersOfKilledProcesses() {
    const fs::path left = fs::path(home_.path().toStdString()) / "gevo-explorer/live/run-killed";
    fs::create_directories(left / "own");
    QVERIFY(program::writeFile(left / "lock", "").has_value());
    const fs::path alive = program::Workspace::open().value().folder();
    QVERIFY(!fs::exists(left));
    QVERIFY2(!fs::exists(alive), "and its own goes with it");
  }

  void keepsFoldersInUse() {
    const auto first = program::Workspace::open();
    const auto second = program::Workspace::open();
    QVERIFY(fs::exists(first->folder()) && fs::exists(second->folder()));
  }
};

QTEST_GUILESS_MAIN(HostRunDeviceTest)
#include "host_run_device_test.moc"
