// The arithmetic compiled for newer machines gives the same bits as the baseline.

#include "core/kernel/simulator/lanes/lanes.h"

#include <QTest>
#include <cfenv>
#include <cstring>
#include <random>
#include <span>
#include <vector>

using namespace gevo::sim;

class LanesTest : public QObject {
  Q_OBJECT
private slots:
  void sameBitsOnEveryMachine_data();
  void sameBitsOnEveryMachine();
  void sameRaceShadowOnEveryMachine_data() { sameBitsOnEveryMachine_data(); }
  void sameRaceShadowOnEveryMachine();
  void coalescedWordsAreWhatLanesDoOneByOne_data();
  void warpsInLockstepAreWhatEachIsAlone_data();
  void warpsInLockstepAreWhatEachIsAlone();
  void coalescedWordsAreWhatLanesDoOneByOne();
  void warpsTogetherGetWhatEachGetsAlone_data() { coalescedWordsAreWhatLanesDoOneByOne_data(); }
  void warpsTogetherGetWhatEachGetsAlone();
  void oneValueForManyLanes_data() { coalescedWordsAreWhatLanesDoOneByOne_data(); }
  void oneValueForManyLanes();
};

namespace {

struct alignas(64) Frame {
  std::byte bytes[1024];
};

/// Operands that meet the corners: zeros, ones, signs, infinities, NaN, small and arbitrary bits.
void fillOperands(Frame& frame, std::mt19937_64& engine, bool wide) {
  const std::uint64_t words[] = {0,          1,          0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000,
                                 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 31,         32};
  const std::uint64_t doubles[] = {0,
                                   1,
                                   0x7fffffffffffffff,
                                   0x8000000000000000,
                                   ~0ULL,
                                   0x3ff0000000000000,
                                   0xbff0000000000000,
                                   0x7ff0000000000000,
                                   0xfff0000000000000,
                                   0x7ff8000000000000,
                                   63,
                                   64};
  for (std::size_t at = 256; at < sizeof frame.bytes; at += 8) {
    const std::uint64_t pick = engine();
    std::uint64_t value = engine();
    if (pick % 3 == 0) value = wide ? doubles[(pick >> 8) % 12] : words[(pick >> 8) % 12] | words[(pick >> 16) % 12] << 32;
    std::memcpy(frame.bytes + at, &value, 8);
  }
}

} // namespace

void LanesTest::sameBitsOnEveryMachine_data() {
  QTest::addColumn<QString>("name");
  QTest::newRow("avx2") << "avx2";
  QTest::newRow("avx512") << "avx512";
}

void LanesTest::sameBitsOnEveryMachine() {
  QFETCH(QString, name);
  const LaneTable* table = laneTable(name.toLatin1().constData());
  if (!table) QSKIP("this machine does not have these instructions");
  const LaneTable& baseline = *laneTable("baseline");
  std::mt19937_64 engine(11);
  for (std::size_t family = 0; family < baseline.size(); ++family)
    for (std::size_t variant = 0; variant < 4; ++variant) {
      QCOMPARE(baseline[family][variant] == nullptr, (*table)[family][variant] == nullptr);
      if (!baseline[family][variant]) continue;
      for (int round = 0; round < 50; ++round) {
        Frame first{};
        fillOperands(first, engine, variant & 1);
        Frame second = first;
        Op op;
        op.a = 256;
        op.b = 512;
        op.c = 768;
        op.bits = variant == 2 ? 7 : variant == 3 ? 40 : variant == 1 ? 64 : 32;
        op.extra = family >= static_cast<std::size_t>(LaneFamily::RoundedAdd) && family <= static_cast<std::size_t>(LaneFamily::RoundedRoot)
                       ? static_cast<std::uint32_t>(FE_DOWNWARD)
                       : 32U;
        const bool isFromWord = family == static_cast<std::size_t>(LaneFamily::SignExtend);
        if (isFromWord) {
          op.bits = 16;
          op.extra = 32;
        }
        const bool isCast =
            family >= static_cast<std::size_t>(LaneFamily::ZeroExtend) && family < static_cast<std::size_t>(LaneFamily::MaskAnd);
        if (isCast && !isFromWord) op.bits = 32;
        baseline[family][variant]({first.bytes}, 1, op);
        (*table)[family][variant]({second.bytes}, 1, op);
        QVERIFY2(std::memcmp(first.bytes, second.bytes, sizeof first.bytes) == 0,
                 qPrintable(QString("family %1, variant %2").arg(family).arg(variant)));
      }
    }
}

namespace {

/// Offsets of 4-byte words: side by side in each half of the warp, or anywhere, some shared.
void fillOffsets(std::uint64_t* offset, std::mt19937_64& engine, bool coalesced) {
  const std::uint64_t starts[] = {engine() % 64 * 4 + 64, engine() % 64 * 4 + 64};
  for (unsigned lane = 0; lane < laneCount; ++lane) offset[lane] = coalesced ? starts[lane / 16] + lane % 16 * 4 : engine() % 96 * 4;
}

struct TestShadow {
  std::vector<std::uint64_t> stamps = std::vector<std::uint64_t>(500);
  std::vector<std::uint32_t> locations = std::vector<std::uint32_t>(500);
  ShadowCells cells(bool withAtomics) {
    const auto slotsAt = [&](std::size_t first) {
      return ShadowSlots{{&stamps[first], &stamps[first + 100]}, {&locations[first], &locations[first + 100]}};
    };
    return {stamps.data(), locations.data(), slotsAt(100), withAtomics ? slotsAt(300) : ShadowSlots{}, 2};
  }
};

} // namespace

void LanesTest::sameRaceShadowOnEveryMachine() {
  QFETCH(QString, name);
  const MemoryFunctions* functions = memoryFunctions(name.toLatin1().constData());
  if (!functions) QSKIP("this machine does not have these instructions");
  const MemoryFunctions& baseline = *memoryFunctions("baseline");
  std::mt19937_64 engine(12);
  for (int round = 0; round < 2000; ++round) {
    alignas(64) std::uint64_t offset[laneCount];
    const bool coalesced = round % 2 == 0;
    fillOffsets(offset, engine, coalesced);
    // Epochs 1 to 8, of which the launch began in 3, the block in 5; four warps.
    TestShadow first;
    for (std::uint64_t& stamp : first.stamps)
      stamp = (1 + engine() % 8) << 32 | (engine() % 8 == 0 ? 1ULL << 31 : 0) | engine() % 128 << 16;
    for (std::uint32_t& location : first.locations) location = static_cast<std::uint32_t>(engine());
    TestShadow second = first;
    const std::uint64_t floor = (5 + engine() % 4) << 32;
    const bool isShared = engine() % 2 != 0;
    const ShadowLimits limits = isShared ? ShadowLimits{floor, floor, 0, 0} : ShadowLimits{3ULL << 32, floor, 3ULL << 32, 5ULL << 32};
    const auto mask = static_cast<Mask>(engine() | engine());
    const std::uint64_t now = 8ULL << 32 | engine() % 4 << 21;
    auto record = [&](const MemoryFunctions& from, TestShadow& shadow) {
      return (round % 4 < 2 ? from.recordReads : from.recordWrites)(shadow.cells(round % 8 < 4), offset, mask, coalesced, now, 77, limits);
    };
    QCOMPARE(record(*functions, second), record(baseline, first));
    QCOMPARE(second.stamps, first.stamps);
    QCOMPARE(second.locations, first.locations);
  }
}

void LanesTest::warpsInLockstepAreWhatEachIsAlone_data() { coalescedWordsAreWhatLanesDoOneByOne_data(); }

void LanesTest::warpsInLockstepAreWhatEachIsAlone() {
  QFETCH(QString, name);
  const MemoryFunctions* functions = memoryFunctions(name.toLatin1().constData());
  if (!functions) QSKIP("this machine does not have these instructions");
  constexpr unsigned count = 5;
  struct alignas(64) Cells {
    std::uint64_t addresses[count][laneCount];
    std::uint32_t cells[count][laneCount];
    std::uint32_t others[count][laneCount];
    std::uint64_t wide[count][laneCount];
    Mask held[count];
    Mask given[count];
  };
  // A slot is a position in the frame of one warp.
  constexpr Slot addresses = 0, cells = offsetof(Cells, cells) / count, others = offsetof(Cells, others) / count,
                 wide = offsetof(Cells, wide) / count, held = offsetof(Cells, held) / count, given = offsetof(Cells, given) / count;
  std::mt19937_64 engine(14);
  unsigned seen = 0;
  for (int round = 0; round < 300; ++round) {
    Cells all;
    for (std::byte& byte : std::span(reinterpret_cast<std::byte*>(&all), sizeof all)) byte = static_cast<std::byte>(engine());
    std::array<Mask, count> masks{};
    for (unsigned warp = 0; warp < count; ++warp) {
      fillOffsets(all.addresses[warp], engine, engine() % 4 != 0);
      masks[warp] = round % 2 ? ~0U : static_cast<Mask>(engine()) | 1U;
    }
    const Warps warps = static_cast<Warps>(engine()) & ((1U << count) - 1);
    std::vector<std::uint8_t> memory(512);
    for (std::uint8_t& byte : memory) byte = static_cast<std::uint8_t>(engine());
    std::vector<std::uint8_t> flags(512, 1);
    if (round % 3 == 0) flags[engine() % 512] = 0;
    Cells alone = all;
    std::vector<std::uint8_t> memoryAlone = memory;
    std::vector<std::uint8_t> flagsAlone = flags;
    const AddressBounds bounds{0, 508};
    std::array<CoalescedWords, count> words;
    const Frames frames{reinterpret_cast<std::byte*>(&all), count};
    const Warps coalesced = functions->findCoalescedByWarp(all.addresses[0], warps, masks.data(), bounds, words.data());
    const Warps filled = functions->loadCoalescedByWarp(memory.data(), flags.data(), words.data(), coalesced, masks.data(), all.cells[0]);
    functions->storeCoalescedByWarp(memory.data(), flags.data(), words.data(), coalesced, masks.data(), all.others[0]);
    functions->moveCells(frames, warps, masks.data(), others, cells, CellKind::Word);
    functions->moveCells(frames, warps, masks.data(), wide, addresses, CellKind::Double);
    functions->moveCells(frames, warps, masks.data(), held, given, CellKind::Mask);
    Warps coalescedAlone = 0, filledAlone = 0;
    std::array<CoalescedWords, count> wordsAlone;
    for (unsigned warp = 0; warp < count; ++warp) {
      if (!(warps >> warp & 1) || !functions->findCoalesced(alone.addresses[warp], masks[warp], 0, 508, &wordsAlone[warp])) continue;
      coalescedAlone |= 1U << warp;
      if (functions->loadCoalesced(memoryAlone.data(), flagsAlone.data(), wordsAlone[warp], masks[warp], alone.cells[warp]))
        filledAlone |= 1U << warp;
      QCOMPARE(words[warp].start, wordsAlone[warp].start);
      ++seen;
    }
    for (unsigned warp = 0; warp < count; ++warp)
      if (coalescedAlone >> warp & 1)
        functions->storeCoalesced(memoryAlone.data(), flagsAlone.data(), wordsAlone[warp], masks[warp], alone.others[warp]);
    for (unsigned warp = 0; warp < count; ++warp) {
      if (!(warps >> warp & 1)) continue;
      functions->blendWords(alone.others[warp], alone.cells[warp], masks[warp]);
      functions->blendDoubles(alone.wide[warp], alone.addresses[warp], masks[warp]);
      alone.held[warp] = (alone.held[warp] & ~masks[warp]) | (alone.given[warp] & masks[warp]);
    }
    QCOMPARE(coalesced, coalescedAlone);
    QCOMPARE(filled, filledAlone);
    QCOMPARE(memory, memoryAlone);
    QCOMPARE(flags, flagsAlone);
    QVERIFY(std::memcmp(&all, &alone, sizeof all) == 0);
  }
  QVERIFY(seen > 100);
}

void LanesTest::warpsTogetherGetWhatEachGetsAlone() {
  QFETCH(QString, name);
  const LaneTable* table = laneTable(name.toLatin1().constData());
  if (!table) QSKIP("this machine does not have these instructions");
  constexpr unsigned count = 5;
  std::mt19937_64 engine(15);
  for (std::size_t family = 0; family < table->size(); ++family)
    for (const LaneFunction function : (*table)[family]) {
      if (!function) continue;
      for (int round = 0; round < 10; ++round) {
        std::array<Frame, count> together;
        for (Frame& part : together) fillOperands(part, engine, round % 2 != 0);
        std::memset(together[0].bytes, 0, 256);
        std::array<Frame, count> alone = together;
        Op op;
        op.a = 256;
        op.b = 512;
        op.c = 768;
        op.bits = 16;
        const bool isRounded = family >= static_cast<std::size_t>(LaneFamily::RoundedAdd);
        op.extra = isRounded && family <= static_cast<std::size_t>(LaneFamily::RoundedRoot) ? static_cast<std::uint32_t>(FE_DOWNWARD) : 32U;
        const Warps warps = round == 0 ? (1U << count) - 1 : static_cast<Warps>(engine()) & ((1U << count) - 1);
        function({together[0].bytes, count}, warps, op);
        for (unsigned warp = 0; warp < count; ++warp)
          if (warps >> warp & 1) function({alone[0].bytes, count}, 1U << warp, op);
        QVERIFY2(std::memcmp(&together, &alone, sizeof together) == 0, qPrintable(QString("family %1").arg(family)));
      }
    }
}

void LanesTest::coalescedWordsAreWhatLanesDoOneByOne_data() {
  sameBitsOnEveryMachine_data();
  QTest::newRow("baseline") << "baseline";
}

void LanesTest::coalescedWordsAreWhatLanesDoOneByOne() {
  QFETCH(QString, name);
  const MemoryFunctions* functions = memoryFunctions(name.toLatin1().constData());
  if (!functions) QSKIP("this machine does not have these instructions");
  std::mt19937_64 engine(13);
  int seen = 0;
  for (int round = 0; round < 500; ++round) {
    alignas(64) std::uint64_t offset[laneCount];
    fillOffsets(offset, engine, round % 4 != 0);
    const Mask found = round % 2 ? ~0U : static_cast<Mask>(engine());
    CoalescedWords words;
    if (found == 0 || !functions->findCoalesced(offset, found, 0, 508, &words)) continue;
    const Mask mask = round % 3 == 1 ? found & static_cast<Mask>(engine()) : found; // what is known of all lanes is used for some
    ++seen;
    std::vector<std::uint8_t> memory(512);
    for (std::uint8_t& byte : memory) byte = static_cast<std::uint8_t>(engine());
    std::vector<std::uint8_t> flags(512, 1);
    if (round % 3 == 0) flags[engine() % 512] = engine() % 2 ? 0 : 2;
    alignas(64) std::uint32_t cells[laneCount] = {};
    const bool allWritten = functions->loadCoalesced(memory.data(), flags.data(), words, mask, cells);
    bool written = true;
    for (unsigned lane = 0; lane < laneCount; ++lane) {
      if (!(mask >> lane & 1)) {
        QCOMPARE(cells[lane], 0U);
        continue;
      }
      QVERIFY(std::memcmp(&cells[lane], memory.data() + offset[lane], 4) == 0);
      for (unsigned i = 0; i < 4; ++i) written &= flags[offset[lane] + i] == 1;
    }
    QCOMPARE(allWritten, written);
    QCOMPARE(functions->allOnesCoalesced(flags.data(), words, mask), written);
    QVERIFY(functions->loadCoalesced(memory.data(), nullptr, words, mask, cells));
    for (std::uint32_t& value : cells) value = static_cast<std::uint32_t>(engine());
    std::vector<std::uint8_t> expected = memory;
    std::vector<std::uint8_t> expectedFlags = flags;
    for (unsigned lane = 0; lane < laneCount; ++lane)
      if (mask >> lane & 1) {
        std::memcpy(expected.data() + offset[lane], &cells[lane], 4);
        std::memset(expectedFlags.data() + offset[lane], 1, 4);
      }
    std::vector<std::uint8_t> sameFlags = flags;
    functions->storeCoalesced(memory.data(), flags.data(), words, mask, cells);
    functions->setOnesCoalesced(sameFlags.data(), words, mask);
    QCOMPARE(flags, expectedFlags);
    QCOMPARE(sameFlags, expectedFlags);
    QCOMPARE(memory, expected);
  }
  QVERIFY(seen > 100);
}

void LanesTest::oneValueForManyLanes() {
  QFETCH(QString, name);
  const MemoryFunctions* functions = memoryFunctions(name.toLatin1().constData());
  if (!functions) QSKIP("this machine does not have these instructions");
  std::mt19937_64 engine(14);
  for (int round = 0; round < 200; ++round) {
    const Mask mask = static_cast<Mask>(engine()) | 1U << engine() % laneCount;
    alignas(64) std::uint64_t doubles[laneCount] = {};
    alignas(64) std::uint32_t words[laneCount] = {};
    const std::uint64_t value = engine() | 1;
    functions->spreadDouble(doubles, value, mask);
    functions->spreadWord(words, static_cast<std::uint32_t>(value), mask);
    for (unsigned lane = 0; lane < laneCount; ++lane) {
      QCOMPARE(doubles[lane], mask >> lane & 1 ? value : 0);
      QCOMPARE(words[lane], mask >> lane & 1 ? static_cast<std::uint32_t>(value) : 0);
    }
    QVERIFY(functions->allEqual(doubles, mask));
    const unsigned other = static_cast<unsigned>(engine() % laneCount);
    doubles[other] += 1ULL << 40;
    QCOMPARE(functions->allEqual(doubles, mask), !(mask >> other & 1) || mask == 1U << other);
  }
}

QTEST_GUILESS_MAIN(LanesTest)
#include "lanes_test.moc"
