/// Estimates from ratios and their errors.

#include <QTest>
#include <rapidcheck.h>

#include "core/kernel/cuda/replay/timing.h"

#include <cmath>
#include <random>
#include <span>

using namespace gevo::cuda;

class TimingTest : public QObject {
  Q_OBJECT

private slots:
  void medianIgnoresOutliers() {
    const float ratios[] = {0.5F, 0.5F, 9.0F, 0.5F, 0.5F};
    QCOMPARE(estimate(ratios).median, 0.5);
    QCOMPARE(estimate(ratios).relativeError, 0.0);
  }
  void evenCountUsesTheMiddleTwo() {
    const float ratios[] = {4, 1, 2, 3};
    QCOMPARE(estimate(ratios).median, 2.5);
  }
  void twoRatiosHaveNoErrorEstimate() {
    const float ratios[] = {1, 1};
    QVERIFY(std::isinf(estimate(ratios).relativeError));
  }
  /// 1,000 series of 100 normal ratios: their medians scatter as the error says.
  void errorIsThatOfTheMedian() {
    std::mt19937 random(7);
    std::normal_distribution<float> normal(0.8F, 0.04F);
    double said = 0, squares = 0;
    for (int series = 0; series < 1000; ++series) {
      std::vector<float> ratios(100);
      for (float& ratio : ratios) ratio = normal(random);
      const RatioEstimate found = estimate(ratios);
      said += found.relativeError / 1000;
      squares += (found.median / 0.8 - 1) * (found.median / 0.8 - 1) / 1000;
    }
    QVERIFY(std::abs(said / std::sqrt(squares) - 1) < 0.1);
  }
  void threeClearlySlowerRatiosSettleAVariant() {
    const float slower[] = {1.2F, 1.1F, 1.3F};
    const float mixed[] = {1.2F, 1.04F, 1.3F};
    QVERIFY(!TimingGoal().isSettled(std::span(slower).first(2), estimate(std::span(slower).first(2))));
    QVERIFY(TimingGoal().isSettled(slower, estimate(slower)));
    QVERIFY(!TimingGoal().isSettled(mixed, estimate(mixed)));
  }
  void aFasterVariantIsNeverSettled() {
    QVERIFY(rc::check([](std::vector<std::uint8_t> values) {
      std::vector<float> ratios{0.99F};
      for (const auto value : values) ratios.push_back(0.5F + static_cast<float>(value) / 512);
      RC_ASSERT(!TimingGoal().isSettled(ratios, estimate(ratios)));
    }));
  }
  void selectionTakesFewerPairsOfLongReplays() {
    const float slower[] = {1.06F};
    QCOMPARE(forSelection({}, 0.001).least, TimingGoal().least);
    QVERIFY(!forSelection({}, 0.001).isSettled(slower, estimate(slower)));
    QCOMPARE(forSelection({}, 0.05).least, std::size_t(3));
    QVERIFY(forSelection({}, 0.05).isSettled(slower, estimate(slower)));
  }
  void estimateIgnoresScaleAndOrder() {
    QVERIFY(rc::check([](std::vector<std::uint8_t> values) {
      RC_PRE(values.size() >= 3);
      std::vector<float> ratios;
      for (const auto value : values) ratios.push_back(1 + static_cast<float>(value) / 256);
      const RatioEstimate forward = estimate(ratios);
      std::vector<float> backward(ratios.rbegin(), ratios.rend());
      for (float& ratio : backward) ratio *= 2;
      const RatioEstimate doubled = estimate(backward);
      RC_ASSERT(doubled.median == 2 * forward.median);
      RC_ASSERT(std::abs(doubled.relativeError - forward.relativeError) < 1e-6);
    }));
  }
};

QTEST_GUILESS_MAIN(TimingTest)
#include "timing_test.moc"
