/// Near misses by reason and line.

#include <QTest>

#include "core/near_misses/near_miss.h"

using namespace gevo;

namespace {

NearMiss miss(Reason reason, std::uint32_t line, double gain, std::vector<std::int64_t> variants) {
  NearMiss made;
  made.reason = reason;
  made.at = {"k.cu", line};
  made.gain = gain;
  made.variants = std::move(variants);
  return made;
}

} // namespace

class NearMissTest : public QObject {
  Q_OBJECT
private slots:
  void theLargestGainComesFirst() {
    const auto groups =
        grouped({miss(Reason::Race, 3, 0.1, {1}), miss(Reason::OutOfBounds, 3, 0.3, {2}), miss(Reason::Race, 3, 0.2, {3})}, 3);
    QCOMPARE(groups.size(), std::size_t(2));
    QCOMPARE(groups[0].reason, Reason::OutOfBounds);
    QCOMPARE(groups[1].gain(), 0.2);
    QCOMPARE(groups[1].misses[1].gain, 0.1);
  }

  void linesAreApart() { QCOMPARE(grouped({miss(Reason::Race, 3, 0.1, {1}), miss(Reason::Race, 4, 0.1, {2})}, 3).size(), std::size_t(2)); }

  void whatIsNotListedCounts() {
    const auto groups =
        grouped({miss(Reason::Race, 3, 0.3, {1, 2}), miss(Reason::Race, 3, 0.2, {2, 3}), miss(Reason::Race, 3, 0.1, {4})}, 1);
    QCOMPARE(groups[0].misses.size(), std::size_t(1));
    QCOMPARE(groups[0].rejected, std::size_t(4));
  }

  /// What ends a launch tells no time, and nothing is both.
  void noReasonIsBothNearAndWithoutTime() {
    for (std::size_t i = 0; i < reasonCount; ++i) QVERIFY(!canBeNear(Reason(i)) || !leavesNoTime(Reason(i)));
    QVERIFY(!canBeNear(Reason::None));
  }
};

QTEST_GUILESS_MAIN(NearMissTest)
#include "near_miss_test.moc"
