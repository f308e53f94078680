#include <QTest>

#include "core/evolution/front_watch.h"

#include <rapidcheck.h>

#include <algorithm>
#include <vector>

using namespace gevo;

namespace {

const Objectives tradeOff({Objective::Time, Objective::Error});
const Objectives exact({Objective::Time});

} // namespace

class FrontWatchTest : public QObject {
  Q_OBJECT

private slots:
  void itsFrontIsTheOneByDefinition_data();
  void itsFrontIsTheOneByDefinition();
  void anEqualPointIsNoImprovement();
  void exactModeIgnoresTheError();
  void whatIsNotMeasuredIsOnNoFrontYet();
};

void FrontWatchTest::itsFrontIsTheOneByDefinition_data() {
  QTest::addColumn<int>("mode");
  QTest::newRow("exact") << int(Mode::Exact);
  QTest::newRow("trade-off") << int(Mode::TradeOff);
}

/// A point improves the front when none before it is as good in both.
void FrontWatchTest::itsFrontIsTheOneByDefinition() {
  QFETCH(int, mode);
  QVERIFY(rc::check([&] {
    const auto coarse = rc::gen::map(rc::gen::inRange(0, 9), [](int value) { return double(value); });
    const auto points = *rc::gen::container<std::vector<std::pair<double, double>>>(rc::gen::pair(coarse, coarse));
    FrontWatch watch(Mode(mode) == Mode::Exact ? exact : tradeOff, {8, 0});
    std::vector<std::pair<double, double>> before{{8, 0}};
    std::uint32_t generation = 0;
    for (auto [runtime, error] : points) {
      watch.add(++generation, {runtime, error});
      if (Mode(mode) == Mode::Exact) error = 0;
      const bool better = std::ranges::none_of(before, [&](const auto& old) { return old.first <= runtime && old.second <= error; });
      RC_ASSERT((watch.lastImproved() == generation) == better);
      before.emplace_back(runtime, error);
      RC_ASSERT(watch.bestRuntime() == std::ranges::min_element(before)->first);
    }
  }));
}

void FrontWatchTest::anEqualPointIsNoImprovement() {
  FrontWatch watch(tradeOff, {10, 0});
  watch.add(1, {5, 0.5});
  watch.add(2, {5, 0.5});
  QCOMPARE(watch.lastImproved(), 1U);
}

void FrontWatchTest::exactModeIgnoresTheError() {
  FrontWatch watch(exact, {10, 0});
  watch.add(1, {5, 0.5});
  watch.add(2, {5, 0.1});
  QCOMPARE(watch.lastImproved(), 1U);
}

void FrontWatchTest::whatIsNotMeasuredIsOnNoFrontYet() {
  FrontWatch watch(Objectives({Objective::Time, Objective::Error, Objective::Energy}), {10, 0, 100});
  watch.add(1, {5, 0});
  QCOMPARE(watch.lastImproved(), 0U);
  QCOMPARE(watch.bestRuntime(), 5.0);
  watch.add(2, {5, 0, 120}); // faster, at more energy
  QCOMPARE(watch.lastImproved(), 2U);
  watch.add(3, {12, 0, 90}); // slower, at less
  QCOMPARE(watch.lastImproved(), 3U);
  watch.add(4, {12, 0.1, 95});
  QCOMPARE(watch.lastImproved(), 3U);
}

QTEST_GUILESS_MAIN(FrontWatchTest)
#include "front_watch_test.moc"
