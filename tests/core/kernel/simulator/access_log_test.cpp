// Races are found, and found alike, whether accesses are kept out of the shadow for a time or recorded there one by one.

#include "core/kernel/simulator/execute/memory/race_checker.h"

#include <QTest>
#include <random>

using namespace gevo::sim;

class AccessLogTest : public QObject {
  Q_OBJECT
private slots:
  void defersWhatCannotRace();
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
  CoalescedWords words;
  bool isCoalesced = true;
  bool isUniform = false;
  Mask mask = ~0U;
  std::uint32_t bytes = 4;
  AccessMode mode = AccessMode::Read;
  unsigned warp = 0;
  std::uint32_t location = 1;
  std::array<std::uint64_t, laneCount> offset{};
};

WarpAccess words(std::int64_t word, AccessMode mode, unsigned warp, std::uint32_t location) {
  WarpAccess access;
  access.words = {{word * 4, word * 4 + 64}};
  access.mode = mode;
  access.warp = warp;
  access.location = location;
  for (unsigned lane = 0; lane < laneCount; ++lane) access.offset[lane] = static_cast<std::uint64_t>(word) * 4 + 4 * lane;
  return access;
}

/// A region with its races, as a launch sees it.
class TestRegion {
public:
  TestRegion(bool isShared, bool defers) : isShared_(isShared), defers_(defers) {
    shadow_.resize(0, regionBytes);
    checker.startLaunch(lines_, {}, 128);
    checker.startBlock();
  }
  /// Whether it was deferred.
  bool access(const WarpAccess& access) {
    const Stamp first = checker.stamp(access.warp * laneCount, 0, {access.mode});
    const bool isWrite = access.mode == AccessMode::Write;
    if (defers_ && access.mode != AccessMode::AtomicUpdate &&
        (access.isUniform ? checker.defer(shadow_, isShared_, UniformOffset{access.offset[0]}, access.mask, access.bytes, isWrite, first,
                                          access.location)
         : access.isCoalesced
             ? checker.defer(shadow_, isShared_, access.words, access.mask, access.bytes, isWrite, first, access.location)
             : checker.defer(shadow_, isShared_, access.offset.data(), access.mask, access.bytes, isWrite, first, access.location)))
      return true;
    checker.catchUp(shadow_, isShared_);
    const Mask closer = checker.recordQuiet(shadow_, isShared_, {access.offset.data(), access.mask, access.bytes, access.isCoalesced},
                                            {access.mode}, first, access.location);
    for (unsigned lane = 0; lane < laneCount; ++lane)
      if (closer >> lane & 1)
        checker.recordAccess(shadow_, isShared_, access.offset[lane], access.bytes, {access.mode}, false, first.ofLane(lane),
                             access.location);
    return false;
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> races() const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> result;
    for (const Race& race : checker.races("kernel"))
      result.emplace_back(race.first.location.line, race.second.location.line * 2 + (race.sameWarp ? 1 : 0));
    return result;
  }

  RaceChecker checker;

private:
  std::vector<SourceLocation> lines_ = lines();
  Shadow shadow_;
  bool isShared_;
  bool defers_;
};

/// Coalesced words, some with lanes that take no part, or words anywhere, of 4 or 8 bytes, or one read by all.
WarpAccess anyAccess(std::mt19937_64& engine) {
  WarpAccess access;
  access.isCoalesced = engine() % 2 != 0;
  access.mask = engine() % 2 ? ~0U : static_cast<Mask>(engine());
  if (access.mask == 0) access.mask = 1;
  if (!access.isCoalesced && engine() % 3 == 0) access.bytes = 8;
  const std::uint64_t kind = engine() % 12;
  access.mode = kind == 0 ? AccessMode::AtomicUpdate : kind < 3 ? AccessMode::Write : AccessMode::Read;
  access.warp = static_cast<unsigned>(engine() % 4);
  access.location = static_cast<std::uint32_t>(1 + engine() % 7);
  for (std::int64_t& start : access.words.start) start = static_cast<std::int64_t>(engine() % 240) * 4;
  for (unsigned lane = 0; lane < laneCount; ++lane)
    access.offset[lane] =
        access.isCoalesced ? static_cast<std::uint64_t>(access.words.start[lane / 16]) + 4 * (lane % 16) : engine() % 120 * 8;
  if (!access.isCoalesced && access.mode == AccessMode::Read && engine() % 3 == 0) {
    access.isUniform = true;
    access.offset.fill(access.offset[0]);
  }
  return access;
}

} // namespace

void AccessLogTest::defersWhatCannotRace() {
  TestRegion region(true, true);
  QVERIFY(region.access(words(0, AccessMode::Write, 0, 1)));
  QVERIFY(region.access(words(32, AccessMode::Read, 0, 2)));
  QVERIFY(region.access(words(48, AccessMode::Read, 1, 2)));
  region.checker.barrier();
  QVERIFY(region.access(words(32, AccessMode::Write, 1, 3)));
  QVERIFY(region.races().empty());
}

void AccessLogTest::catchesUpWhenAWriteMeetsAnotherAccess() {
  TestRegion region(true, true);
  QVERIFY(region.access(words(0, AccessMode::Read, 0, 1)));
  QVERIFY(!region.access(words(16, AccessMode::Write, 1, 2)));
  QVERIFY(!region.access(words(64, AccessMode::Read, 1, 2)));
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
