// Accesses of single bytes race as if each byte had a cell of its own, however few cells are kept.

#include "core/kernel/simulator/execute/memory/race_checker.h"

#include <QTest>
#include <random>
#include <set>

using namespace gevo::sim;

class GranuleShadowTest : public QObject {
  Q_OBJECT
private slots:
  void consecutiveBytesSplitNothing();
  void foreignBytesOfAWordSplitIt();
  void joinsWhatALaterLaunchDoesNotSplit();
  void findsTheFirstRaceOfACompleteHistory_data();
  void findsTheFirstRaceOfACompleteHistory();
};

namespace {

constexpr std::uint64_t regionBytes = 1024;
constexpr unsigned warps = 4;

std::vector<SourceLocation> lines() {
  std::vector<SourceLocation> result;
  for (std::uint32_t line = 0; line < 8; ++line) result.push_back({"kernel.cu", line});
  return result;
}

struct WarpAccess {
  std::array<std::uint64_t, laneCount> offset{};
  Mask mask = ~0U;
  std::uint64_t bytes = 1;
  AccessMode mode = AccessMode::Read;
  unsigned warp = 0;
  std::uint32_t location = 1;
  bool isWhole() const {
    std::uint64_t low = bytes;
    for (const std::uint64_t at : offset) low |= at;
    return low % 4 == 0;
  }
};

WarpAccess each(std::uint64_t start, std::uint64_t stride, AccessMode mode, unsigned warp) {
  WarpAccess access;
  for (unsigned lane = 0; lane < laneCount; ++lane) access.offset[lane] = start + (warp * laneCount + lane) * stride;
  access.mode = mode;
  access.warp = warp;
  return access;
}

class TestRegion {
public:
  explicit TestRegion(bool isShared) : isShared_(isShared) {
    shadow.resize(0, regionBytes);
    startLaunch();
  }
  void startLaunch() {
    checker.startLaunch(lines_, {}, warps * laneCount);
    checker.startBlock();
  }
  void access(const WarpAccess& access) {
    const Stamp first = checker.stamp(access.warp * laneCount, 0, {access.mode});
    const LaneBytes lanes{access.offset.data(), access.mask, access.bytes, false, access.isWhole()};
    const Mask closer = checker.recordQuiet(shadow, isShared_, lanes, {access.mode}, first, access.location);
    for (unsigned lane = 0; lane < laneCount; ++lane)
      if (closer >> lane & 1)
        checker.recordAccess(shadow, isShared_, access.offset[lane], access.bytes, {access.mode}, false, first.ofLane(lane),
                             access.location);
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> races() const {
    std::set<std::pair<std::uint32_t, std::uint32_t>> result;
    for (const Race& race : checker.races("kernel")) result.emplace(std::minmax(race.first.location.line, race.second.location.line));
    return result;
  }
  unsigned splitGranules() const {
    unsigned count = 0;
    for (std::uint64_t granule = 0; granule < regionBytes / 4; ++granule) count += shadow.isSplit(granule);
    return count;
  }
  RaceChecker checker;
  Shadow shadow;

private:
  std::vector<SourceLocation> lines_ = lines();
  bool isShared_;
};

/// Everything that happened to each byte.
class History {
public:
  explicit History(bool isShared) : isShared_(isShared) {}
  void barrier() { ++phase_; }
  void startBlock() {
    if (isShared_)
      for (auto& byte : bytes_) byte.clear();
    ++block_;
    ++phase_;
  }
  void access(const WarpAccess& access) {
    for (unsigned lane = 0; lane < laneCount; ++lane) {
      if (!(access.mask >> lane & 1)) continue;
      const Event now{block_, phase_, access.warp * laneCount + lane, access.mode, access.location};
      for (std::uint64_t byte = access.offset[lane]; byte < access.offset[lane] + access.bytes; ++byte) {
        for (const Event& earlier : bytes_[byte])
          if (areInConflict(earlier, now)) races.emplace(std::minmax(earlier.location, now.location));
        bytes_[byte].push_back(now);
      }
    }
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> races;

private:
  struct Event {
    unsigned block;
    unsigned phase;
    unsigned thread;
    AccessMode mode;
    std::uint32_t location;
  };
  static bool areInConflict(const Event& a, const Event& b) {
    if (a.mode == AccessMode::Read && b.mode == AccessMode::Read) return false;
    if (a.mode == AccessMode::AtomicUpdate && b.mode == AccessMode::AtomicUpdate) return false;
    return a.block != b.block || (a.phase == b.phase && a.thread != b.thread);
  }
  bool isShared_;
  unsigned block_ = 0;
  unsigned phase_ = 0;
  std::array<std::vector<Event>, regionBytes> bytes_;
};

/// Bytes, halves, words and doubles; side by side, in a piece for each thread, or anywhere. Writes rarely meet others.
WarpAccess anyAccess(std::mt19937_64& engine) {
  const std::uint64_t sizes[] = {1, 1, 1, 1, 2, 2, 4, 8};
  const std::uint64_t bytes = sizes[engine() % 8];
  const auto warp = static_cast<unsigned>(engine() % warps);
  const std::uint64_t kind = engine() % 10;
  const bool isWrite = engine() % 3 == 0;
  WarpAccess access;
  if (kind < 4 && bytes <= 2) {
    access = each((isWrite ? 0 : engine() % 8) * bytes, bytes, AccessMode::Read, warp);
  } else if (kind < 8 || isWrite) {
    access = each(engine() % (8 / bytes) * bytes, 8, AccessMode::Read, warp); // in the thread's own 8 bytes
    if (isWrite && engine() % 2)
      for (std::uint64_t& at : access.offset) at = at - at % 8 + engine() % (8 / bytes) * bytes;
  } else {
    for (std::uint64_t& at : access.offset) at = engine() % (regionBytes / bytes) * bytes;
    access.warp = warp;
  }
  access.bytes = bytes;
  access.mask = engine() % 2 ? ~0U : static_cast<Mask>(engine() | 1);
  access.location = static_cast<std::uint32_t>(1 + engine() % 7);
  if (isWrite) access.mode = engine() % 8 ? AccessMode::Write : AccessMode::AtomicUpdate;
  return access;
}

} // namespace

void GranuleShadowTest::consecutiveBytesSplitNothing() {
  TestRegion region(false);
  for (unsigned warp = 0; warp < warps; ++warp) region.access(each(0, 1, AccessMode::Read, warp));
  for (unsigned warp = 0; warp < warps; ++warp) region.access(each(0, 1, AccessMode::Write, warp));
  for (unsigned warp = 0; warp < warps; ++warp) region.access(each(514, 1, AccessMode::Write, warp));
  for (unsigned warp = 0; warp < warps; ++warp) {
    region.access(each(256, 2, AccessMode::Write, warp));
    WarpAccess own = each(256, 2, AccessMode::Read, warp);
    own.bytes = 2;
    region.access(own);
  }
  QVERIFY(region.races().empty());
  QVERIFY2(region.splitGranules() <= 64, "only where the first byte of two alone was written, and then both were read");
  WarpAccess neighbour = each(1, 1, AccessMode::Read, 0);
  neighbour.location = 2;
  region.access(neighbour);
  QCOMPARE(region.races(), (std::set<std::pair<std::uint32_t, std::uint32_t>>{{1, 2}}));
}

void GranuleShadowTest::foreignBytesOfAWordSplitIt() {
  TestRegion region(true);
  WarpAccess access;
  access.mode = AccessMode::Write;
  access.mask = 0x11; // lanes 0 and 4
  access.offset[0] = 8;
  access.offset[4] = 11;
  region.access(access);
  QCOMPARE(region.splitGranules(), 1U);
  QVERIFY(region.races().empty());
  access.mask = 0x20; // lane 5
  access.offset[5] = 10;
  region.access(access);
  QVERIFY(region.races().empty());
  access.offset[5] = 11;
  access.location = 2;
  region.access(access);
  QCOMPARE(region.races(), (std::set<std::pair<std::uint32_t, std::uint32_t>>{{1, 2}}));
}

void GranuleShadowTest::joinsWhatALaterLaunchDoesNotSplit() {
  TestRegion region(false);
  WarpAccess access;
  access.mode = AccessMode::Write;
  for (unsigned lane = 0; lane < laneCount; ++lane) access.offset[lane] = std::uint64_t{lane} * 3;
  region.access(access);
  QVERIFY(region.splitGranules() > 0);
  region.startLaunch();
  WarpAccess words = each(0, 4, AccessMode::Write, 0);
  words.bytes = 4;
  words.location = 2;
  region.access(words);
  words = each(128, 4, AccessMode::Write, 0);
  words.bytes = 4;
  region.access(words);
  QCOMPARE(region.splitGranules(), 0U);
  QVERIFY(region.races().empty());
}

void GranuleShadowTest::findsTheFirstRaceOfACompleteHistory_data() {
  QTest::addColumn<bool>("isShared");
  QTest::newRow("shared memory") << true;
  QTest::newRow("global memory") << false;
}

void GranuleShadowTest::findsTheFirstRaceOfACompleteHistory() {
  QFETCH(bool, isShared);
  std::mt19937_64 engine(5);
  int longRounds = 0;
  for (int round = 0; round < 4000; ++round) {
    TestRegion region(isShared);
    History history(isShared);
    int quiet = 0;
    for (int i = 0; i < 60 && history.races.empty(); ++i) {
      const std::uint64_t next = engine() % 12;
      if (next < 2) {
        region.checker.barrier();
        history.barrier();
      }
      if (next == 2 && isShared) {
        region.checker.startBlock();
        history.startBlock();
      }
      const WarpAccess access = anyAccess(engine);
      region.access(access);
      history.access(access);
      const auto found = region.races();
      QVERIFY2(std::ranges::includes(history.races, found), "a race that is none");
      QCOMPARE(found.empty(), history.races.empty());
      ++quiet;
    }
    longRounds += quiet >= 8 ? 1 : 0;
  }
  QVERIFY(longRounds > 100);
}

QTEST_GUILESS_MAIN(GranuleShadowTest)
#include "granule_shadow_test.moc"
