#include <QTest>

#include "core/fidelity/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <rapidcheck.h>
#include <set>

using namespace gevo;

namespace {

std::vector<FidelityPoint> pointsOf(const std::vector<double>& simulated, const std::vector<double>& measured, double error = 0) {
  std::vector<FidelityPoint> points;
  for (std::size_t i = 0; i < simulated.size(); ++i) points.push_back({simulated[i], measured[i], error});
  return points;
}

bool near(std::optional<double> value, double wanted) { return value && std::abs(*value - wanted) < 1e-12; }

/// A few different values, so that ties come up.
std::vector<FidelityPoint> anyPoints(bool exact) {
  const int count = *rc::gen::inRange(2, 30);
  std::vector<FidelityPoint> points;
  for (int i = 0; i < count; ++i)
    points.push_back({*rc::gen::inRange(1, 20) / 10.0, *rc::gen::inRange(1, 20) / 10.0, exact ? 0 : *rc::gen::inRange(0, 5) / 20.0});
  return points;
}

double plainCorrelation(const std::vector<double>& x, const std::vector<double>& y) {
  double meanX = 0;
  double meanY = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    meanX += x[i] / double(x.size());
    meanY += y[i] / double(x.size());
  }
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - meanX) * (y[i] - meanY);
    xx += (x[i] - meanX) * (x[i] - meanX);
    yy += (y[i] - meanY) * (y[i] - meanY);
  }
  return xy / std::sqrt(xx * yy);
}

} // namespace

class RankCorrelationTest : public QObject {
  Q_OBJECT

private slots:
  void handComputedFigures() {
    // Ranks 1 2 3 4 5 against 2 1 4 3 5: rho = 1 - 6 * 4 / (5 * 24) = 0.8; two of ten pairs are the other way round: tau = 0.6.
    const FidelityFigures figures = fidelityOf(pointsOf({1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}));
    QCOMPARE(figures.points, std::size_t(5));
    QCOMPARE(figures.pairs, std::size_t(10));
    QVERIFY(near(figures.spearman, 0.8));
    QVERIFY(near(figures.kendall, 0.6));
    QCOMPARE(figures.span, 4.0);
    // (1/2 + 1/1 + 1/4 + 1/3 + 0) / 5
    QVERIFY(near(figures.percentageError, (0.5 + 1 + 0.25 + 1.0 / 3) / 5));
  }

  void tiesAreKendallsTauB() {
    // Of six pairs one is simulated alike, the others go the same way: 5 / sqrt(5 * 6).
    QVERIFY(near(fidelityOf(pointsOf({1, 1, 2, 3}, {1, 2, 3, 4})).kendall, 5 / std::sqrt(30.0)));
  }

  void pairsWhoseOrderIsNotKnownDoNotCount() {
    // The second and third are measured the other way round than simulated, but within their errors.
    const std::vector<FidelityPoint> points{{1, 1, 0.01}, {2, 2.1, 0.2}, {3, 2, 0.2}, {4, 4, 0.01}};
    const FidelityFigures figures = fidelityOf(points);
    QCOMPARE(figures.pairs, std::size_t(5));
    QVERIFY(near(figures.kendall, 1));
    QVERIFY(*figures.spearman > 0.8);
  }

  void aPairIsOrderedWhereIntervalsDoNotOverlap() {
    QVERIFY(isOrdered({1, 1, 0.1}, {1, 1.4, 0.1}));
    QVERIFY(isOrdered({1, 1.4, 0.1}, {1, 1, 0.1}));
    QVERIFY(!isOrdered({1, 1, 0.1}, {1, 1.38, 0.1}));
    QVERIFY(!isOrdered({1, 1, 0}, {1, 1, 0}));
  }

  void withoutAKnownOrderThereIsNoCorrelation() {
    QVERIFY(!fidelityOf({}).spearman);
    QVERIFY(!fidelityOf({{1, 1, 0}}).kendall);
    QVERIFY(!fidelityOf(pointsOf({1, 2, 3}, {1, 1.01, 1.02}, 0.1)).spearman);
    QVERIFY(!fidelityOf(pointsOf({1, 1, 1}, {1, 2, 3})).kendall);
  }

  void ranksShareTies() { QCOMPARE(ranksOf({3, 1, 3, 2}), (std::vector<double>{3.5, 1, 3.5, 2})); }

  void exactMeasurementsGiveSpearmansRho() {
    QVERIFY(rc::check([] {
      const std::vector<FidelityPoint> points = anyPoints(true);
      std::vector<double> simulated;
      std::vector<double> measured;
      for (const FidelityPoint& point : points) {
        simulated.push_back(point.simulated);
        measured.push_back(point.measured);
      }
      const std::vector<double> x = ranksOf(simulated);
      const std::vector<double> y = ranksOf(measured);
      RC_PRE(std::ranges::min(x) != std::ranges::max(x) && std::ranges::min(y) != std::ranges::max(y));
      // Pairs tied in what was measured don't count, so the plain figure is only that without such ties.
      RC_PRE(std::set<double>(y.begin(), y.end()).size() == y.size());
      RC_ASSERT(std::abs(*fidelityOf(points).spearman - plainCorrelation(x, y)) < 1e-9);
    }));
  }

  void onlyTheOrderOfTheSimulatedCounts() {
    QVERIFY(rc::check([] {
      std::vector<FidelityPoint> points = anyPoints(false);
      const FidelityFigures before = fidelityOf(points);
      for (FidelityPoint& point : points) point.simulated = std::exp(3 * point.simulated);
      const FidelityFigures after = fidelityOf(points);
      RC_ASSERT(before.spearman == after.spearman && before.kendall == after.kendall && before.pairs == after.pairs);
    }));
  }

  void coefficientsAreWithinOne() {
    QVERIFY(rc::check([] {
      const FidelityFigures figures = fidelityOf(anyPoints(false));
      // In parentheses: RapidCheck's own || evaluates both sides.
      for (const auto& value : {figures.spearman, figures.kendall}) RC_ASSERT((!value || (*value >= -1 && *value <= 1)));
    }));
  }

  void theSameOrderIsOneAndTheOtherWayRoundMinusOne() {
    QVERIFY(rc::check([] {
      std::vector<FidelityPoint> points = anyPoints(false);
      for (FidelityPoint& point : points) point.simulated = point.measured;
      const FidelityFigures same = fidelityOf(points);
      RC_PRE(same.pairs > 0);
      RC_ASSERT(near(same.spearman, 1) && near(same.kendall, 1));
      for (FidelityPoint& point : points) point.simulated = -point.measured;
      RC_ASSERT(near(fidelityOf(points).spearman, -1) && near(fidelityOf(points).kendall, -1));
    }));
  }
};

QTEST_GUILESS_MAIN(RankCorrelationTest)
#include "rank_correlation_test.moc"
