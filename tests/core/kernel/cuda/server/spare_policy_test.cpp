#include "core/kernel/cuda/server/spare_policy.h"

#include <QtTest>

using namespace gevo::cuda;
using namespace std::chrono_literals;

class SparePolicyTest : public QObject {
  Q_OBJECT

  const SparePolicy::Clock::time_point begin_ = SparePolicy::Clock::time_point() + 1h;

private slots:
  void keepsOneSpareWithoutCrashes() { QCOMPARE(SparePolicy(5s).wanted(begin_), 1U); }

  void eachRecentDeathAddsASpare() {
    SparePolicy policy(5s);
    for (std::size_t death = 0; death < 10; ++death) {
      QCOMPARE(policy.wanted(begin_), std::min(1 + death, SparePolicy::most));
      policy.died(begin_);
    }
    QCOMPARE(policy.wanted(begin_ + 6s), 1U);
  }

  void limitHoldsForAWhile() {
    SparePolicy policy(1h);
    for (int death = 0; death < 10; ++death) policy.died(begin_);
    policy.limit(0, begin_);
    QCOMPARE(policy.wanted(begin_), 0U);
    policy.limit(2, begin_ + 1s);
    QCOMPARE(policy.wanted(begin_ + 1s), 2U);
    QCOMPARE(policy.wanted(begin_ + 1s + SparePolicy::limitHolds), SparePolicy::most);
  }

  void leavesAQuarterOfTheMemoryToVariants() {
    QVERIFY(SparePolicy::isTight({249, 1000}));
    QVERIFY(!SparePolicy::isTight({250, 1000}));
  }
};

QTEST_GUILESS_MAIN(SparePolicyTest)
#include "spare_policy_test.moc"
