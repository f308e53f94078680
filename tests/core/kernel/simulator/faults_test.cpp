// Each thing that ends a launch is named: what, kernel, source line, block and thread.

#include "device.h"

#include <QTest>

using namespace gevo::sim;
using namespace gevo::sim::testing;

class FaultsTest : public QObject {
  Q_OBJECT
private slots:
  void outOfBoundsNamesLineBlockAndThread();
  void outOfBoundsNamesTheNearestAllocation();
  void misalignedAccess();
  void uninitialisedSharedMemory();
  void uninitialisedGlobalMemory();
  void barrierInADivergentBranch();
  void endlessLoopExceedsItsBudget();
  void trap();
  void endlessRecursion();
  void badLaunches_data();
  void badLaunches();
  void emptyGridIsCalledSo();
  void unsupportedCodeIsNamed();
  void oneUnsupportedKernelLeavesTheOthers();
  void uninitialisedLocalMemoryIsNotZero();
  void atomicsOnAThreadsOwnMemory_data();
  void atomicsOnAThreadsOwnMemory();
};

#define FAULT(report, wanted, mark)                                                                                                        \
  QVERIFY((report).fault.has_value());                                                                                                     \
  QCOMPARE(static_cast<int>((report).fault->kind), static_cast<int>(wanted));                                                              \
  QCOMPARE((report).fault->location.line, markedLine(mark));                                                                               \
  QVERIFY((report).fault->location.file.ends_with("kernels.cu"))

void FaultsTest::outOfBoundsNamesLineBlockAndThread() {
  Device device;
  const auto data = device.upload(std::vector<int>(100));
  const auto report = device.launch("outOfBounds", {3, 1, 1}, {32, 1, 1}, data, 30);
  FAULT(report, FaultKind::OutOfBounds, "out of bounds");
  QCOMPARE(report.fault->block[0], 2U);
  QCOMPARE(report.fault->thread[0], 6U);
  const std::string message = report.fault->message();
  QVERIFY2(message.find("outOfBounds") != std::string::npos &&
               message.find("0 bytes past the end of a 400-byte allocation") != std::string::npos,
           message.c_str());
}

void FaultsTest::outOfBoundsNamesTheNearestAllocation() {
  Device device;
  device.upload(std::vector<int>(100));
  const auto data = device.upload(std::vector<int>(100));
  const auto before = device.launch("outOfBounds", {1, 1, 1}, {32, 1, 1}, data, -1);
  FAULT(before, FaultKind::OutOfBounds, "out of bounds");
  QVERIFY2(before.fault->message().ends_with("is 4 bytes before the start of a 400-byte allocation"), before.fault->message().c_str());
}

void FaultsTest::misalignedAccess() {
  Device device;
  const auto data = device.upload(std::vector<int>(100));
  const auto report = device.launch("misaligned", {1, 1, 1}, {32, 1, 1}, data);
  FAULT(report, FaultKind::Misaligned, "misaligned");
  QCOMPARE(report.fault->thread[0], 1U);
}

void FaultsTest::uninitialisedSharedMemory() {
  Device device;
  const auto data = device.upload(std::vector<int>(64));
  const auto report = device.launch("sharedUnwritten", {1, 1, 1}, {64, 1, 1}, data);
  FAULT(report, FaultKind::Uninitialised, "shared unwritten");
  QCOMPARE(report.fault->thread[0], 5U);
}

void FaultsTest::uninitialisedGlobalMemory() {
  Device device;
  const auto from = device.reserve<int>(64);
  const auto to = device.reserve<int>(64);
  QVERIFY(device.memory.fill(from, 1, 40 * 4).has_value());
  const auto report = device.launch("copy", {2, 1, 1}, {32, 1, 1}, from, to);
  FAULT(report, FaultKind::Uninitialised, "copy");
  QCOMPARE(report.fault->block[0], 1U);
  QCOMPARE(report.fault->thread[0], 8U);
}

void FaultsTest::barrierInADivergentBranch() {
  Device device;
  const auto data = device.upload(std::vector<int>(32));
  const auto report = device.launch("divergentBarrier", {1, 1, 1}, {32, 1, 1}, data);
  FAULT(report, FaultKind::BarrierDivergence, "divergent barrier");
}

void FaultsTest::endlessLoopExceedsItsBudget() {
  Device device;
  const auto flag = device.upload(std::vector<int>{0});
  device.limits.warpInstructions = 10000;
  const auto report = device.launch("endless", {1, 1, 1}, {32, 1, 1}, flag);
  FAULT(report, FaultKind::Budget, "endless");
}

void FaultsTest::trap() {
  Device device;
  const auto report = device.launch("traps", {1, 1, 1}, {32, 1, 1}, 9);
  FAULT(report, FaultKind::Trap, "trap");
  QCOMPARE(report.fault->thread[0], 9U);
}

void FaultsTest::endlessRecursion() {
  Device device;
  const auto data = device.upload(std::vector<int>(512));
  const auto report = device.launch("overflow", {1, 1, 1}, {32, 1, 1}, data);
  FAULT(report, FaultKind::StackOverflow, "bottomless");
}

void FaultsTest::badLaunches_data() {
  QTest::addColumn<QString>("kernel");
  QTest::addColumn<unsigned>("threads");
  QTest::addColumn<unsigned>("blocks");
  QTest::addColumn<unsigned>("shared");
  QTest::newRow("no such kernel") << "nobody" << 32U << 1U << 0U;
  QTest::newRow("too many threads") << "traps" << 1025U << 1U << 0U;
  QTest::newRow("no threads") << "traps" << 0U << 1U << 0U;
  QTest::newRow("no blocks") << "traps" << 32U << 0U << 0U;
  QTest::newRow("too much shared memory") << "traps" << 32U << 1U << 300000U;
}

void FaultsTest::badLaunches() {
  QFETCH(QString, kernel);
  QFETCH(unsigned, threads);
  QFETCH(unsigned, blocks);
  QFETCH(unsigned, shared);
  Device device;
  device.dynamicShared = shared;
  const auto report = device.launch(kernel.toStdString(), {blocks, 1, 1}, {threads, 1, 1}, -1);
  QVERIFY(report.fault.has_value());
  QCOMPARE(static_cast<int>(report.fault->kind), static_cast<int>(FaultKind::BadLaunch));
}

void FaultsTest::emptyGridIsCalledSo() {
  Device device;
  const auto report = device.launch("traps", {0, 1, 1}, {32, 1, 1}, -1);
  QVERIFY(report.fault.has_value());
  QCOMPARE(report.fault->message(), std::string("a launch of kernel traps with an empty grid of 0 x 1 x 1 blocks"));
}

void FaultsTest::unsupportedCodeIsNamed() {
  const auto simulator = simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @odd(ptr %p) {
  %v = load i128, ptr %p, align 16
  store i128 %v, ptr %p, align 16
  ret void
})");
  QVERIFY(!simulator.has_value());
  QVERIFY2(simulator.error().message.find("odd") != std::string::npos && simulator.error().message.find("load i128") != std::string::npos,
           simulator.error().message.c_str());
}

void FaultsTest::oneUnsupportedKernelLeavesTheOthers() {
  auto simulator = simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @odd(ptr %p) {
  %v = load i128, ptr %p, align 16
  store i128 %v, ptr %p, align 16
  ret void
}
define ptx_kernel void @fine() {
  ret void
})");
  QVERIFY(simulator.has_value());
  Device device(std::move(*simulator));
  QVERIFY(!device.launch("fine", {1, 1, 1}, {32, 1, 1}).fault);
  const auto report = device.launch("odd", {1, 1, 1}, {32, 1, 1}, std::uint64_t{0});
  QVERIFY(report.fault.has_value());
  QCOMPARE(static_cast<int>(report.fault->kind), static_cast<int>(FaultKind::Unsupported));
}

/// Nothing of an earlier block, launch or call is left in it either: a variant must not be right by luck.
void FaultsTest::uninitialisedLocalMemoryIsNotZero() {
  Device device(valueOf(simulatorOfText(R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr %out) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = alloca [4 x i32]
  %third = getelementptr i32, ptr %own, i32 2
  %found = load i32, ptr %third
  store i32 5, ptr %third
  %place = getelementptr i32, ptr %out, i32 %thread
  store i32 %found, ptr %place
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)")));
  const auto out = device.upload(std::vector<std::uint32_t>(64));
  for (int i = 0; i < 2; ++i) {
    QCOMPARE(faultMessage(device.launch("kernel", {3, 1, 1}, {64, 1, 1}, out)), std::string());
    QCOMPARE(device.download<std::uint32_t>(out, 64), std::vector<std::uint32_t>(64, 0xa5a5a5a5U));
  }
}

void FaultsTest::atomicsOnAThreadsOwnMemory_data() {
  QTest::addColumn<QByteArray>("operation");
  QTest::newRow("update") << QByteArray("atomicrmw umin ptr %place, i32 1 monotonic");
  QTest::newRow("compare and exchange") << QByteArray("cmpxchg ptr %place, i32 0, i32 1 monotonic monotonic");
}
void FaultsTest::atomicsOnAThreadsOwnMemory() {
  QFETCH(QByteArray, operation);
  Device device(valueOf(simulatorOfText(R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr %out) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = alloca [64 x i32]
  %place = getelementptr i32, ptr %own, i32 %thread
  store i32 0, ptr %place
  %old = )" + operation.toStdString() +
                                        R"(
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)")));
  const auto out = device.upload(std::vector<std::uint32_t>(64));
  const std::string message = faultMessage(device.launch("kernel", {1, 1, 1}, {64, 1, 1}, out));
  QVERIFY2(message.find("an atomic operation on a thread's own memory") != std::string::npos, message.c_str());
}

QTEST_GUILESS_MAIN(FaultsTest)
#include "faults_test.moc"
