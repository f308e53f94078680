// Races are found where threads meet without order, once for each pair of lines, and nowhere else.

#include "device.h"

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
  void blocksThatWriteTheSameValueRaceAllTheSame();
  void anotherLaunchIsOrdered();
  void nothingIsLookedForWhenNotAsked();
};

void RacesTest::sharedMemoryWithoutABarrier() {
  Device device;
  const auto out = device.upload(std::vector<int>(64));
  // Everything is written before it is read only because the simulator runs warps in order: the first warp reads what nobody wrote.
  const auto report = device.launch("raceOnShared", {1, 1, 1}, {32, 1, 1}, out);
  QVERIFY(report.fault.has_value()); // 63 - x of the other warp was never written
  const auto both = device.launch("raceInWarp", {1, 1, 1}, {64, 1, 1}, out);
  QCOMPARE(said(both), std::string());
  QCOMPARE(both.races.size(), std::size_t{1});
  QVERIFY(both.races[0].shared);
  QVERIFY(both.races[0].sameWarp);
  QVERIFY(both.races[0].first.line < both.races[0].second.line);
}

void RacesTest::countsOfRaces_data() {
  QTest::addColumn<QString>("kernel");
  QTest::addColumn<bool>("lockStep");
  QTest::addColumn<int>("races");
  QTest::newRow("with a barrier") << "noRaceOnShared" << false << 0;
  QTest::newRow("within a warp") << "raceInWarp" << false << 1;
  QTest::newRow("within a warp in lock-step") << "raceInWarp" << true << 0;
  QTest::newRow("after __syncwarp") << "syncedInWarp" << false << 0;
  QTest::newRow("the same value by everybody") << "sameValue" << false << 0;
  QTest::newRow("atomics") << "atomicsOnly" << false << 0;
  QTest::newRow("neighbouring bytes") << "bytesOfAWord" << false << 0;
}

void RacesTest::countsOfRaces() {
  QFETCH(QString, kernel);
  QFETCH(bool, lockStep);
  QFETCH(int, races);
  Device device;
  device.limits.warpLockStep = lockStep;
  const auto out = device.upload(std::vector<int>(64, 42));
  const auto report = device.launch(kernel.toStdString(), {1, 1, 1}, {64, 1, 1}, out);
  QCOMPARE(said(report), std::string());
  QCOMPARE(static_cast<int>(report.races.size()), races);
}

void RacesTest::blocksThatWriteTheSameValueRaceAllTheSame() {
  Device device;
  const auto out = device.upload(std::vector<int>(64, 42));
  QVERIFY(device.launch("sameValue", {1, 1, 1}, {64, 1, 1}, out).races.empty());
  QCOMPARE(device.launch("sameValue", {2, 1, 1}, {64, 1, 1}, out).races.size(), std::size_t{1});
}

void RacesTest::blocksOnOneAddress() {
  Device device;
  const auto out = device.upload(std::vector<int>(64, -1));
  const auto report = device.launch("raceBetweenBlocks", {4, 1, 1}, {64, 1, 1}, out);
  QCOMPARE(said(report), std::string());
  QCOMPARE(report.races.size(), std::size_t{1});
  QVERIFY(!report.races[0].shared);
  QVERIFY(!report.races[0].sameWarp);
  QCOMPARE(report.races[0].first.line, markedLine("race between blocks"));
  QCOMPARE(report.races[0].second.line, markedLine("race between blocks"));
}

void RacesTest::anotherLaunchIsOrdered() {
  Device device;
  const auto out = device.upload(std::vector<int>(64, -1));
  for (int i = 0; i < 3; ++i) QVERIFY(device.launch("raceBetweenBlocks", {1, 1, 1}, {64, 1, 1}, out).races.empty());
}

void RacesTest::nothingIsLookedForWhenNotAsked() {
  Device device;
  device.limits.checkRaces = false;
  const auto out = device.upload(std::vector<int>(64, -1));
  QVERIFY(device.launch("raceBetweenBlocks", {4, 1, 1}, {64, 1, 1}, out).races.empty());
}

QTEST_GUILESS_MAIN(RacesTest)
#include "races_test.moc"
