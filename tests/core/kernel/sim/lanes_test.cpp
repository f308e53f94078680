// The arithmetic compiled for newer machines gives the same bits as the baseline.

#include "core/kernel/sim/lanes/lanes.h"

#include <QTest>
#include <cfenv>
#include <cstring>
#include <random>

using namespace gevo::sim;

class LanesTest : public QObject {
  Q_OBJECT
private slots:
  void sameBitsOnEveryMachine_data();
  void sameBitsOnEveryMachine();
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
        baseline[family][variant](first.bytes, op);
        (*table)[family][variant](second.bytes, op);
        QVERIFY2(std::memcmp(first.bytes, second.bytes, sizeof first.bytes) == 0,
                 qPrintable(QString("family %1, variant %2").arg(family).arg(variant)));
      }
    }
}

QTEST_GUILESS_MAIN(LanesTest)
#include "lanes_test.moc"
