/// Loads of undefined bytes: faults, or tolerated with a fixed value.

#include "core/base/result.h" // before <compare>, which moc can't read as the first header

#include <QtTest>
#ifndef Q_MOC_RUN
#include "tests/core/kernel/simulator/device.h"
#endif

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

constexpr int zeros = 0;
constexpr int otherBytes = static_cast<int>(0xA5A5A5A5U);

} // namespace

class UndefinedReadsTest : public QObject {
  Q_OBJECT

  /// 64 threads copy what may be less.
  static LaunchReport copy(Device& device, std::uint64_t from, std::vector<int>& got) {
    const std::uint64_t to = device.reserve<int>(64);
    LaunchReport report = device.launch("copy", {2, 1, 1}, {32, 1, 1}, from, to);
    got = device.download<int>(to, 64);
    return report;
  }

private slots:
  void sharedMemoryThatNobodyWroteHasTheGivenBytes_data() {
    QTest::addColumn<int>("byte");
    QTest::addColumn<int>("value");
    QTest::newRow("zero") << 0 << zeros;
    QTest::newRow("another") << 0xA5 << otherBytes;
  }
  void sharedMemoryThatNobodyWroteHasTheGivenBytes() {
    QFETCH(int, byte);
    QFETCH(int, value);
    Device device;
    const auto data = device.upload(std::vector<int>(64, -1));
    device.limits.undefinedByte = static_cast<std::uint8_t>(byte);
    // The second block must not find what the first one had there.
    const auto report = device.launch("sharedUnwritten", {2, 1, 1}, {64, 1, 1}, data);
    QVERIFY2(!report.fault, faultMessage(report).c_str());
    const std::vector<int> got = device.download<int>(data, 64);
    for (int i = 0; i < 64; ++i) QCOMPARE(got[std::size_t(i)], i == 5 ? value : i);
    QCOMPARE(report.undefinedReads.size(), std::size_t(1));
    const UndefinedRead& read = report.undefinedReads.front();
    QCOMPARE(int(read.source), int(UndefinedSource::UnwrittenShared));
    QCOMPARE(read.location.line, markedLine("shared unwritten"));
    QCOMPARE(read.loads, std::uint64_t(2));
  }

  void faultSaysThatItIsSuchALoad() {
    Device device;
    const auto data = device.upload(std::vector<int>(64));
    const auto report = device.launch("sharedUnwritten", {1, 1, 1}, {64, 1, 1}, data);
    QVERIFY(report.fault && report.fault->isUndefinedRead);
    QVERIFY(!device.launch("outOfBounds", {1, 1, 1}, {32, 1, 1}, data, 64).fault->isUndefinedRead);
  }

  void allocationThatNobodyWroteStaysUnwritten() {
    Device device;
    const auto from = device.reserve<int>(64);
    QVERIFY(device.memory.fill(from, 1, 40 * 4).has_value());
    device.limits.undefinedByte = 0xA5;
    std::vector<int> got;
    const auto report = copy(device, from, got);
    QVERIFY2(!report.fault, faultMessage(report).c_str());
    QCOMPARE(got[39], 0x01010101);
    QCOMPARE(got[40], otherBytes);
    QCOMPARE(int(report.undefinedReads.front().source), int(UndefinedSource::UnwrittenGlobal));
    QCOMPARE(report.undefinedReads.front().loads, std::uint64_t(24));
    QCOMPARE(int(device.memory.written(from, 64 * 4)[40 * 4]), 0);
    QCOMPARE(device.download<int>(from, 64)[40], 0);
  }

  void loadsJustPastAnAllocationAreTolerated() {
    Device device;
    const auto from = device.upload(std::vector<int>(60, 7));
    device.limits.undefinedByte = 0;
    std::vector<int> got;
    const auto report = copy(device, from, got);
    QVERIFY2(!report.fault, faultMessage(report).c_str());
    QCOMPARE(got[59], 7);
    QCOMPARE(got[60], 0);
    QCOMPARE(report.undefinedReads.size(), std::size_t(1));
    QCOMPARE(int(report.undefinedReads.front().source), int(UndefinedSource::Outside));
    QCOMPARE(report.undefinedReads.front().loads, std::uint64_t(4));
  }

  void loadsJustBeforeAnAllocationAreTolerated() {
    Device device;
    const auto from = device.upload(std::vector<int>(64, 7));
    device.limits.undefinedByte = 0;
    std::vector<int> got;
    const auto report = copy(device, from - 8, got);
    QVERIFY2(!report.fault, faultMessage(report).c_str());
    QCOMPARE(got[1], 0);
    QCOMPARE(got[2], 7);
  }

  void loadsFarOutsideAreNot() {
    Device device;
    const auto from = device.upload(std::vector<int>(64, 7));
    device.limits.undefinedByte = 0;
    std::vector<int> got;
    const auto report = copy(device, from + 64 * 4 + undefinedReach, got);
    QVERIFY(report.fault);
    QCOMPARE(int(report.fault->kind), int(FaultKind::OutOfBounds));
    QVERIFY(!report.fault->isUndefinedRead);
  }

  void storesOutsideAreNot() {
    Device device;
    const auto data = device.upload(std::vector<int>(100));
    device.limits.undefinedByte = 0;
    const auto report = device.launch("outOfBounds", {3, 1, 1}, {32, 1, 1}, data, 30);
    QVERIFY(report.fault);
    QCOMPARE(int(report.fault->kind), int(FaultKind::OutOfBounds));
  }

  void loadsFartherOutsideAreWhereTheReachSaysSo() {
    Device device;
    const auto from = device.upload(std::vector<int>(64, 7));
    device.limits.undefinedByte = 0;
    device.limits.reach = 4096;
    std::vector<int> got;
    const auto report = copy(device, from + 64 * 4 + 1000, got);
    QVERIFY2(!report.fault, faultMessage(report).c_str());
    QCOMPARE(report.undefinedReads.front().loads, std::uint64_t(64));
  }

  void howFarOutsideLoadsAreIsReported() {
    Device device;
    const auto from = device.upload(std::vector<int>(60, 7));
    device.limits.undefinedByte = 0;
    std::vector<int> got;
    const OutsideBytes past = copy(device, from, got).undefinedReads.front().outside;
    QCOMPARE(past.past, std::uint64_t(4 * 4));
    QCOMPARE(past.before, std::uint64_t(0));
    QCOMPARE(past.allocation, std::uint64_t(60 * 4));
    QCOMPARE(past.access, 4U);
    const OutsideBytes before = copy(device, from - 4 * 4, got).undefinedReads.front().outside;
    QCOMPARE(before.before, std::uint64_t(4 * 4));
    QCOMPARE(before.past, std::uint64_t(0));
  }

  void storesOutsideAreLostWhereThatIsAskedFor() {
    Device device;
    const auto data = device.upload(std::vector<int>(100));
    device.limits.undefinedByte = 0;
    device.limits.reach = 4096;
    device.limits.losesStoresOutside = true;
    const auto report = device.launch("outOfBounds", {3, 1, 1}, {32, 1, 1}, data, 30);
    QVERIFY2(!report.fault, faultMessage(report).c_str());
    QCOMPARE(report.undefinedReads.size(), std::size_t(1));
    QCOMPARE(int(report.undefinedReads.front().source), int(UndefinedSource::StoreOutside));
    QVERIFY(report.undefinedReads.front().outside.past > 0);
  }

  void atomicsBeginWithTheGivenBytes() {
    Device device;
    const auto data = device.reserve<int>(1);
    device.limits.undefinedByte = 0;
    const auto report = device.launch("atomicsOnly", {2, 1, 1}, {32, 1, 1}, data);
    QVERIFY2(!report.fault, faultMessage(report).c_str());
    QCOMPARE(device.download<int>(data, 1)[0], 64);
    QCOMPARE(report.undefinedReads.size(), std::size_t(1));
    QVERIFY(device.memory.written(data, 4) != nullptr && device.memory.written(data, 4)[0] != 0);
  }

  void excusesTheSameLoadAsOften() {
    UndefinedRead original{"k", {"k.cu", 12, 3, 0}, UndefinedSource::UnwrittenShared, 4};
    UndefinedRead variant = original;
    QVERIFY(variant.isExcusedBy(original));
    variant.loads = 5;
    QVERIFY(!variant.isExcusedBy(original));
    variant = original;
    variant.location.column = 9;
    QVERIFY(!variant.isExcusedBy(original));
    variant = original;
    variant.source = UndefinedSource::Outside;
    QVERIFY(!variant.isExcusedBy(original));
  }

  void marginsKeepAllocationsApart() {
    GlobalMemory memory;
    memory.leaveMargins(undefinedReach);
    constexpr std::uint64_t page = 2ULL << 20;
    for (const std::uint64_t bytes : {std::uint64_t(1), std::uint64_t(1024), page - 256, page}) {
      const std::uint64_t address = valueOf(memory.allocate(bytes));
      QCOMPARE(address % 256, std::uint64_t(0));
      QVERIFY(address % page >= undefinedReach);
      const std::uint64_t last = address + bytes - 1;
      QCOMPARE(last / page, (last + undefinedReach) / page);
    }
  }
};

QTEST_GUILESS_MAIN(UndefinedReadsTest)
#include "undefined_reads_test.moc"
