// Races are found, and found alike, whether accesses are held back from the shadow or noted there one by one.

#include "core/kernel/simulator/execute/memory/race_checker.h"

#include <QTest>
#include <random>

using namespace gevo::sim;

class AccessLogTest : public QObject {
  Q_OBJECT
private slots:
  void holdsBackWhatCannotRace();
  void catchesUpWhenAWriteMeetsAnotherAccess();
  void findsTheSameRacesAsTheShadowAlone_data();
  void findsTheSameRacesAsTheShadowAlone();
};

namespace {

constexpr std::uint64_t regionBytes = 1024;

/// One kernel's lines.
std::vector<SourceLocation> lines() {
  std::vector<SourceLocation> result;
  for (std::uint32_t line = 0; line < 8; ++line) result.push_back({"kernel.cu", line});
  return result;
}

struct WarpAccess {
  Rows rows;
  bool inRows = true;
  bool inOnePlace = false;
  Mask mask = ~0U;
  std::uint32_t bytes = 4;
  AccessMode mode = AccessMode::Read;
  unsigned warp = 0;
  std::uint32_t place = 1;
  std::array<std::uint64_t, laneCount> offset{};
};

WarpAccess row(std::int64_t word, AccessMode mode, unsigned warp, std::uint32_t place) {
  WarpAccess access;
  access.rows = {{word * 4, word * 4 + 64}};
  access.mode = mode;
  access.warp = warp;
  access.place = place;
  for (unsigned lane = 0; lane < laneCount; ++lane) access.offset[lane] = static_cast<std::uint64_t>(word) * 4 + 4 * lane;
  return access;
}

/// A region with its races, as a launch sees it.
class TestRegion {
public:
  TestRegion(bool isShared, bool holds) : isShared_(isShared), holds_(holds) {
    shadow_.resize(regionBytes);
    checker.startLaunch(lines_, false);
  }
  /// Whether it was held back.
  bool access(const WarpAccess& access) {
    const Stamp first = checker.stamp(access.warp * laneCount, 0, access.mode == AccessMode::Atomic);
    const bool isWrite = access.mode == AccessMode::Write;
    if (holds_ && access.mode != AccessMode::Atomic &&
        (access.inOnePlace
             ? checker.hold(shadow_, isShared_, OnePlace{access.offset[0]}, access.mask, access.bytes, isWrite, first, access.place)
         : access.inRows ? checker.hold(shadow_, isShared_, access.rows, access.mask, access.bytes, isWrite, first, access.place)
                         : checker.hold(shadow_, isShared_, access.offset.data(), access.mask, access.bytes, isWrite, first, access.place)))
      return true;
    checker.catchUp(shadow_, isShared_);
    const Mask closer = checker.noteQuiet(shadow_, isShared_, access.offset.data(), access.mask, access.inRows, access.bytes, access.mode,
                                          first, access.place);
    for (unsigned lane = 0; lane < laneCount; ++lane)
      if (closer >> lane & 1)
        checker.access(shadow_, isShared_, access.offset[lane], access.bytes, access.mode, false,
                       {first.bits + (static_cast<std::uint64_t>(lane) << 16)}, access.place);
    return false;
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> races() const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> result;
    for (const Race& race : checker.races("kernel")) result.emplace_back(race.first.line, race.second.line * 2 + (race.sameWarp ? 1 : 0));
    return result;
  }

  RaceChecker checker;

private:
  std::vector<SourceLocation> lines_ = lines();
  Shadow shadow_;
  bool isShared_;
  bool holds_;
};

/// Rows, some with lanes that take no part, or words anywhere, of 4 or 8 bytes, or one read by all.
WarpAccess anyAccess(std::mt19937_64& engine) {
  WarpAccess access;
  access.inRows = engine() % 2 != 0;
  access.mask = engine() % 2 ? ~0U : static_cast<Mask>(engine());
  if (access.mask == 0) access.mask = 1;
  if (!access.inRows && engine() % 3 == 0) access.bytes = 8;
  const std::uint64_t kind = engine() % 12;
  access.mode = kind == 0 ? AccessMode::Atomic : kind < 3 ? AccessMode::Write : AccessMode::Read;
  access.warp = static_cast<unsigned>(engine() % 4);
  access.place = static_cast<std::uint32_t>(1 + engine() % 7);
  for (std::int64_t& start : access.rows.start) start = static_cast<std::int64_t>(engine() % 240) * 4;
  for (unsigned lane = 0; lane < laneCount; ++lane)
    access.offset[lane] = access.inRows ? static_cast<std::uint64_t>(access.rows.start[lane / 16]) + 4 * (lane % 16) : engine() % 120 * 8;
  if (!access.inRows && access.mode == AccessMode::Read && engine() % 3 == 0) {
    access.inOnePlace = true;
    access.offset.fill(access.offset[0]);
  }
  return access;
}

} // namespace

void AccessLogTest::holdsBackWhatCannotRace() {
  TestRegion region(true, true);
  QVERIFY(region.access(row(0, AccessMode::Write, 0, 1)));
  QVERIFY(region.access(row(32, AccessMode::Read, 0, 2)));
  QVERIFY(region.access(row(48, AccessMode::Read, 1, 2)));
  region.checker.barrier();
  QVERIFY(region.access(row(32, AccessMode::Write, 1, 3)));
  QVERIFY(region.races().empty());
}

void AccessLogTest::catchesUpWhenAWriteMeetsAnotherAccess() {
  TestRegion region(true, true);
  QVERIFY(region.access(row(0, AccessMode::Read, 0, 1)));
  QVERIFY(!region.access(row(16, AccessMode::Write, 1, 2)));
  QVERIFY(!region.access(row(64, AccessMode::Read, 1, 2)));
  QCOMPARE(region.races(), (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{1, 4}}));
}

void AccessLogTest::findsTheSameRacesAsTheShadowAlone_data() {
  QTest::addColumn<bool>("isShared");
  QTest::newRow("shared memory") << true;
  QTest::newRow("global memory") << false;
}

void AccessLogTest::findsTheSameRacesAsTheShadowAlone() {
  QFETCH(bool, isShared);
  std::mt19937_64 engine(14);
  int held = 0;
  std::size_t found = 0;
  for (int round = 0; round < 3000; ++round) {
    TestRegion holding(isShared, true);
    TestRegion telling(isShared, false);
    for (int i = 0; i < 40; ++i) {
      const WarpAccess access = anyAccess(engine);
      held += holding.access(access) ? 1 : 0;
      telling.access(access);
      const std::uint64_t next = engine() % 16;
      for (RaceChecker* checker : {&holding.checker, &telling.checker}) {
        if (next < 4) checker->barrier();
        if (next == 4) checker->barrier({0, 1});
        if (next == 5) checker->startBlock();
      }
    }
    QCOMPARE(holding.races(), telling.races());
    found += telling.races().size();
  }
  QVERIFY(held > 1000);
  QVERIFY(found > 1000);
}

QTEST_GUILESS_MAIN(AccessLogTest)
#include "access_log_test.moc"
