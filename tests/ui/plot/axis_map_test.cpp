#include "ui/plot/axis_map.h"

#include <QtTest>

#include <rapidcheck.h>

#include <cmath>
#include <limits>

namespace gevo::ui {
namespace {

/// In whole pixels, upwards and downwards.
AxisMap anyMap(bool logarithmic) {
  const auto number = [](int lower, int upper) { return *rc::gen::inRange(lower, upper); };
  AxisMap map;
  map.logarithmic = logarithmic;
  map.from = number(-3000, 3000);
  map.to = map.from + number(1, 3000) * (*rc::gen::arbitrary<bool>() ? 1 : -1);
  if (logarithmic) {
    map.range.lower = std::pow(10.0, number(-90, 90) / 10.0);
    map.range.upper = map.range.lower * std::pow(10.0, number(1, 90) / 10.0);
  } else {
    map.range.lower = number(-10'000, 10'000) / 16.0;
    map.range.upper = map.range.lower + number(1, 10'000) / 16.0;
  }
  return map;
}

/// Within the range, or up to its size beside it.
double anyValue(const AxisMap& map) {
  const double share = *rc::gen::inRange(-1000, 2001) / 1000.0;
  const auto [lower, upper] = map.range;
  return map.logarithmic ? lower * std::pow(upper / lower, share) : lower + share * (upper - lower);
}

} // namespace

class AxisMapTest : public QObject {
  Q_OBJECT
private slots:
  void valuesRoundTrip_data() { scales(); }
  void valuesRoundTrip();
  void theEndsOfTheRangeAreTheEndsInPixels_data() { scales(); }
  void theEndsOfTheRangeAreTheEndsInPixels();
  void theMiddleIsThatOfTheScale();
  void logarithmicValuesWithoutALogarithmAreAtTheStart();
  void allValuesOfAnEmptyRangeAreAtTheStart_data() { scales(); }
  void allValuesOfAnEmptyRangeAreAtTheStart();

private:
  static void scales() {
    QTest::addColumn<bool>("logarithmic");
    QTest::newRow("linear") << false;
    QTest::newRow("logarithmic") << true;
  }
};

void AxisMapTest::valuesRoundTrip() {
  QFETCH(bool, logarithmic);
  QVERIFY(rc::check([&] {
    const AxisMap map = anyMap(logarithmic);
    const double value = anyValue(map);
    const double scale = logarithmic ? value : map.range.upper - map.range.lower;
    RC_ASSERT(std::abs(map.value(map.pixel(value)) - value) <= 1e-9 * scale);
  }));
}

void AxisMapTest::theEndsOfTheRangeAreTheEndsInPixels() {
  QFETCH(bool, logarithmic);
  QVERIFY(rc::check([&] {
    const AxisMap map = anyMap(logarithmic);
    RC_ASSERT(map.pixel(map.range.lower) == map.from);
    RC_ASSERT(map.pixel(map.range.upper) == map.to);
  }));
}

void AxisMapTest::theMiddleIsThatOfTheScale() {
  QCOMPARE((AxisMap{{1, 100}, false, 10, 30}.pixel(50.5)), 20.0);
  QCOMPARE((AxisMap{{1, 100}, true, 10, 30}.pixel(10)), 20.0);
}

void AxisMapTest::logarithmicValuesWithoutALogarithmAreAtTheStart() {
  const AxisMap map{{0.1, 10}, true, 200, 100};
  for (const double value : {0.0, -0.0, -1.0, -std::numeric_limits<double>::infinity()}) QCOMPARE(map.pixel(value), 200.0);
}

void AxisMapTest::allValuesOfAnEmptyRangeAreAtTheStart() {
  QFETCH(bool, logarithmic);
  const AxisMap map{{5, 5}, logarithmic, 200, 100};
  for (const double value : {4.0, 5.0, 6.0}) QCOMPARE(map.pixel(value), 200.0);
  QCOMPARE(map.value(150), 5.0);
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::AxisMapTest)
#include "axis_map_test.moc"
