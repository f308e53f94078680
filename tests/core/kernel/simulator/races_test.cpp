// Races are found where threads meet without order, once for each pair of lines, and nowhere else.

#include "line_by_line.h"

#include <QTest>

using namespace gevo::sim;
using namespace gevo::sim::testing;

class RacesTest : public QObject {
  Q_OBJECT
private slots:
  void sharedMemoryWithoutABarrier();
  void countsOfRaces_data();
  void countsOfRaces();
  void blocksOnOneAddress();
  void writesOfEqualValuesRaceToo();
  void equalValuesOfTwoHalvesOfAWarpAgree_data();
  void equalValuesOfTwoHalvesOfAWarpAgree();
  void launchesAreOrdered();
  void racesAreOnlyDetectedOnRequest();
  void launchMayEndAtItsFirstRace();
  void barrierOfSomeWarpsOrdersOnlyThose();
  void orderIsTransitiveAcrossBarriers();
  void readersOfOtherWarpsAreKept();
  void everyPairOfLinesIsReported();
  void writeOfAWarpRacesWithEarlierAccessesOfEachLane_data();
  void writeOfAWarpRacesWithEarlierAccessesOfEachLane();
};

void RacesTest::sharedMemoryWithoutABarrier() {
  Device device;
  const auto out = device.upload(std::vector<int>(64));
  // Everything is written before it is read only because the simulator runs warps in order: the first warp reads uninitialised values.
  const auto report = device.launch("raceOnShared", {1, 1, 1}, {32, 1, 1}, out);
  QVERIFY(report.fault.has_value()); // 63 - x of the other warp was never written
  const auto both = device.launch("raceInWarp", {1, 1, 1}, {64, 1, 1}, out);
  QCOMPARE(faultMessage(both), std::string());
  QCOMPARE(both.races.size(), std::size_t{1});
  QVERIFY(both.races[0].shared);
  QVERIFY(both.races[0].sameWarp);
  QVERIFY(both.races[0].first.location.line < both.races[0].second.location.line);
}

void RacesTest::countsOfRaces_data() {
  QTest::addColumn<QString>("kernel");
  QTest::addColumn<bool>("lanesInLockstep");
  QTest::addColumn<int>("races");
  QTest::newRow("with a barrier") << "noRaceOnShared" << false << 0;
  QTest::newRow("within a warp") << "raceInWarp" << false << 1;
  QTest::newRow("within a warp in lockstep") << "raceInWarp" << true << 0;
  QTest::newRow("after __syncwarp") << "syncedInWarp" << false << 0;
  QTest::newRow("the same value by everybody") << "sameValue" << false << 0;
  QTest::newRow("atomics") << "atomicsOnly" << false << 0;
  QTest::newRow("neighbouring bytes") << "bytesOfAWord" << false << 0;
}

void RacesTest::countsOfRaces() {
  QFETCH(QString, kernel);
  QFETCH(bool, lanesInLockstep);
  QFETCH(int, races);
  Device device;
  device.limits.lanesInLockstep = lanesInLockstep;
  const auto out = device.upload(std::vector<int>(64, 42));
  const auto report = device.launch(kernel.toStdString(), {1, 1, 1}, {64, 1, 1}, out);
  QCOMPARE(faultMessage(report), std::string());
  QCOMPARE(static_cast<int>(report.races.size()), races);
}

void RacesTest::writesOfEqualValuesRaceToo() {
  Device device;
  const auto out = device.upload(std::vector<int>(64, 42));
  QVERIFY(device.launch("sameValue", {1, 1, 1}, {64, 1, 1}, out).races.empty());
  QCOMPARE(device.launch("sameValue", {2, 1, 1}, {64, 1, 1}, out).races.size(), std::size_t{1});
}

void RacesTest::equalValuesOfTwoHalvesOfAWarpAgree_data() {
  QTest::addColumn<int>("lanes"); // of each half
  QTest::newRow("one lane each") << 1;
  QTest::newRow("some lanes each") << 5;
  QTest::newRow("all lanes") << 16;
}

void RacesTest::equalValuesOfTwoHalvesOfAWarpAgree() {
  QFETCH(int, lanes);
  const auto storing = [&](const char* value) {
    return LineByLine(fmt::format(R"(entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = and i32 %thread, 15
  %word = getelementptr i32, ptr addrspace(3) @x, i32 %place
  %stores = icmp ult i32 %place, {}
  br i1 %stores, label %store, label %end
store:
  store i32 {}, ptr addrspace(3) %word ; write
  br label %end
end:
  ret void)",
                                  lanes, value));
  };
  QVERIFY(storing("7").racingLines(32).empty());
  const LineByLine different = storing("%thread");
  QCOMPARE(different.racingLines(32), different.between("write", "write"));
}

void RacesTest::blocksOnOneAddress() {
  Device device;
  const auto out = device.upload(std::vector<int>(64, -1));
  const auto report = device.launch("raceBetweenBlocks", {4, 1, 1}, {64, 1, 1}, out);
  QCOMPARE(faultMessage(report), std::string());
  QCOMPARE(report.races.size(), std::size_t{1});
  QVERIFY(!report.races[0].shared);
  QVERIFY(!report.races[0].sameWarp);
  QCOMPARE(report.races[0].first.location.line, markedLine("race between blocks"));
  QCOMPARE(report.races[0].second.location.line, markedLine("race between blocks"));
}

void RacesTest::launchesAreOrdered() {
  Device device;
  const auto out = device.upload(std::vector<int>(64, -1));
  for (int i = 0; i < 3; ++i) QVERIFY(device.launch("raceBetweenBlocks", {1, 1, 1}, {64, 1, 1}, out).races.empty());
}

void RacesTest::racesAreOnlyDetectedOnRequest() {
  Device device;
  device.limits.checkRaces = false;
  const auto out = device.upload(std::vector<int>(64, -1));
  QVERIFY(device.launch("raceBetweenBlocks", {4, 1, 1}, {64, 1, 1}, out).races.empty());
}

void RacesTest::launchMayEndAtItsFirstRace() {
  const LineByLine kernel(R"(entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %thread, ptr addrspace(3) @x ; first
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %thread, ptr addrspace(3) @x ; second
  ret void)");
  QCOMPARE(kernel.races({1, 1, 1}, 64, {}).size(), std::size_t{2});
  Limits limits;
  limits.endsAtRace = true;
  const std::vector<Race> races = kernel.races({1, 1, 1}, 64, limits);
  QCOMPARE(races.size(), std::size_t{1});
  QCOMPARE(races[0].first.location.line, kernel.line("first"));
}

void RacesTest::barrierOfSomeWarpsOrdersOnlyThose() {
  const LineByLine kernel(R"(entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %thread, 5
  switch i32 %warp, label %others [i32 0, label %writer i32 1, label %partner]
writer:
  store i32 7, ptr addrspace(3) @x ; write
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  ret void
partner:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  %ordered = load i32, ptr addrspace(3) @x
  ret void
others:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 2, i32 64)
  %unordered = load i32, ptr addrspace(3) @x ; read
  ret void)");
  QCOMPARE(kernel.racingLines(128), kernel.between("write", "read"));
}

void RacesTest::orderIsTransitiveAcrossBarriers() {
  const LineByLine kernel(R"(entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %thread, 5
  switch i32 %warp, label %last [i32 0, label %writer i32 1, label %between]
writer:
  store i32 7, ptr addrspace(3) @x
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  ret void
between:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 2, i32 64)
  ret void
last:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 2, i32 64)
  %value = load i32, ptr addrspace(3) @x
  ret void)");
  QVERIFY(kernel.racingLines(96).empty());
}

/// Warp 0 reads, then warp 1, then warp 0 again, which must not push warp 1 out.
void RacesTest::readersOfOtherWarpsAreKept() {
  const LineByLine kernel(R"(entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %thread, 5
  store i32 1, ptr addrspace(3) @x
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  switch i32 %warp, label %partner [i32 0, label %twice i32 1, label %other]
twice:
  %early = load i32, ptr addrspace(3) @x
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  %late = load i32, ptr addrspace(3) @x
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  store i32 7, ptr addrspace(3) @x ; write
  ret void
other:
  %theirs = load i32, ptr addrspace(3) @x ; read
  ret void
partner:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  ret void)");
  QCOMPARE(kernel.racingLines(96), kernel.between("write", "read"));
}

void RacesTest::everyPairOfLinesIsReported() {
  constexpr unsigned places = 400;
  std::string body = "entry:\n  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n";
  for (unsigned i = 0; i < places; ++i)
    body += fmt::format("  store i32 %thread, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @x, i32 {})\n", 4 * i);
  QCOMPARE(LineByLine(body + "  ret void").racingLines(64).size(), std::size_t{places});
}

void RacesTest::writeOfAWarpRacesWithEarlierAccessesOfEachLane_data() {
  QTest::addColumn<QString>("type");
  QTest::addColumn<int>("lane");
  for (const char* type : {"i32", "i16", "i64"})
    for (const int lane : {0, 7, 31}) QTest::newRow(fmt::format("{}, lane {}", type, lane).c_str()) << QString(type) << lane;
}

/// The lane that was there before is one of those that write: all others race with it.
void RacesTest::writeOfAWarpRacesWithEarlierAccessesOfEachLane() {
  QFETCH(QString, type);
  QFETCH(int, lane);
  for (const bool writes : {true, false}) {
    const std::string word = type.toStdString();
    const LineByLine kernel(fmt::format(R"(entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store {0} 1, ptr addrspace(3) @x
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %first = icmp eq i32 %thread, {1}
  br i1 %first, label %one, label %all
one:
  {2} ; before
  br label %all
all:
  store {0} 7, ptr addrspace(3) @x ; write
  ret void)",
                                        word, lane,
                                        writes ? fmt::format("store {} 5, ptr addrspace(3) @x", word)
                                               : fmt::format("%value = load {}, ptr addrspace(3) @x", word)));
    QCOMPARE(kernel.racingLines(32), kernel.between("before", "write"));
  }
}

QTEST_GUILESS_MAIN(RacesTest)
#include "races_test.moc"
