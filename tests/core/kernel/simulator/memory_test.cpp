// The simulated device's global memory, as the host sees it.

#include "core/kernel/simulator/machine/memory.h"

#include <QTest>

using namespace gevo;
using namespace gevo::sim;

class MemoryTest : public QObject {
  Q_OBJECT
private slots:
  void addressesDependOnlyOnTheCalls();
  void gapFollowsEachAllocation();
  void readsReturnWrittenBytes();
  void hostAccessOutOfBoundsIsAnError();
  void tracesRestoreRecordedAddresses();
  void freedMemoryIsInaccessible();
};

void MemoryTest::addressesDependOnlyOnTheCalls() {
  GlobalMemory first;
  GlobalMemory second;
  for (const std::uint64_t size : {1ULL, 300ULL, 5ULL << 20, 256ULL}) QCOMPARE(*first.allocate(size), *second.allocate(size));
  QVERIFY(*first.allocate(100) > deviceBase);
  QCOMPARE(*first.allocate(100) % 256, std::uint64_t{0});
  QVERIFY(!first.allocate(0).has_value());
}

void MemoryTest::gapFollowsEachAllocation() {
  GlobalMemory memory;
  const std::uint64_t first = *memory.allocate(1000);
  const std::uint64_t second = *memory.allocate(1000);
  QVERIFY(second - (first + 1000) > 1 << 20);
  QVERIFY(!memory.view(first + 999, 2));
  QVERIFY(memory.view(first + 999, 1));
}

void MemoryTest::readsReturnWrittenBytes() {
  GlobalMemory memory;
  const std::uint64_t address = *memory.allocate(8);
  const Bytes bytes{1, 2, 3, 4};
  QVERIFY(memory.write(address + 2, bytes).has_value());
  QVERIFY(memory.fill(address, 9, 1).has_value());
  QVERIFY(memory.copy(address + 6, address + 2, 2).has_value());
  QVERIFY(*memory.read(address, 8) == (Bytes{9, 0, 1, 2, 3, 4, 1, 2}));
}

void MemoryTest::hostAccessOutOfBoundsIsAnError() {
  GlobalMemory memory;
  const std::uint64_t address = *memory.allocate(8);
  const auto result = memory.read(address + 4, 8);
  QVERIFY(!result.has_value());
  QVERIFY(result.error().message.find("8 bytes") != std::string::npos);
  QVERIFY(!memory.write(address - 1, Bytes{1}).has_value());
  QVERIFY(!memory.fill(~0ULL, 0, 16).has_value());
}

void MemoryTest::tracesRestoreRecordedAddresses() {
  GlobalMemory memory;
  QVERIFY(memory.allocateAt(deviceBase + 4096, 512).has_value());
  QVERIFY(!memory.allocateAt(deviceBase + 4096 + 256, 512).has_value());
  QVERIFY(!memory.allocateAt(deviceBase + 4096 - 256, 512).has_value());
  QVERIFY(!memory.allocateAt(deviceBase + 1, 512).has_value());
  QVERIFY(*memory.allocate(100) > deviceBase + 4096 + 512);
}

void MemoryTest::freedMemoryIsInaccessible() {
  GlobalMemory memory;
  const std::uint64_t address = *memory.allocate(8);
  QVERIFY(memory.free(address).has_value());
  QVERIFY(!memory.free(address).has_value());
  QVERIFY(!memory.view(address, 1));
}

QTEST_GUILESS_MAIN(MemoryTest)
#include "memory_test.moc"
