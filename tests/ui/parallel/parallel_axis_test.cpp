#include "ui/parallel/parallel_axis.h"

#include <QtTest>
#include <rapidcheck.h>

#include <cmath>

namespace gevo::ui {

class ParallelAxisTest : public QObject {
  Q_OBJECT
private slots:
  void betterIsUp();
  void exactVariantsHaveAPlaceOfTheirOwn();
  void aBrushBecomesACondition_data();
  void aBrushBecomesACondition();
  void aBrushOfParametersNamesTheirValues();
  void aConditionShowsAsTheBrushThatWroteIt();

private:
  static ParallelAxis runtimes() { return {.column = VariantColumn::Runtime, .name = "runtime", .range = {10, 20}}; }
  static ParallelAxis errors() { return {.column = VariantColumn::Error, .name = "error", .range = {0, 1}}; }
  static ParallelAxis edits() { return {.column = VariantColumn::Edits, .name = "edits", .range = {0, 10}}; }
  static ParallelAxis blocks() { return {.column = std::nullopt, .name = "BLOCK", .values = {"8", "16", "32"}, .own = 1}; }
};

void ParallelAxisTest::betterIsUp() {
  QCOMPARE(runtimes().share(10), 1.0);
  QCOMPARE(runtimes().share(20), 0.0);
  QCOMPARE(runtimes().share(400), 0.0); // worse than the range
  QVERIFY(std::isnan(runtimes().share(NAN)));
  QVERIFY(edits().share(2) > edits().share(3));
}

void ParallelAxisTest::exactVariantsHaveAPlaceOfTheirOwn() {
  QCOMPARE(errors().share(0), 1.0);
  QVERIFY(errors().share(1e-9) < exactShare);
  QCOMPARE(errors().figureAt(0.99), 0.0);
}

void ParallelAxisTest::aBrushBecomesACondition_data() {
  QTest::addColumn<int>("axis");
  QTest::addColumn<double>("lower");
  QTest::addColumn<double>("upper");
  QTest::addColumn<QString>("text");
  QTest::newRow("both ends") << 0 << 0.2 << 0.6 << "front and runtime >= 14 and runtime <= 18";
  QTest::newRow("the better end") << 0 << 0.5 << 1.0 << "front and runtime <= 15";
  QTest::newRow("the worse end") << 0 << 0.0 << 0.5 << "front and runtime >= 15";
  QTest::newRow("all") << 0 << 0.0 << 1.0 << "front";
  QTest::newRow("exact ones") << 1 << 0.95 << 1.0 << "front and error = 0";
  QTest::newRow("counts within") << 2 << 0.15 << 0.55 << "front and edits >= 5 and edits <= 8";
  QTest::newRow("one count") << 2 << 0.45 << 0.55 << "front and edits = 5";
  QTest::newRow("between two counts") << 2 << 0.52 << 0.58 << "front";
}

void ParallelAxisTest::aBrushBecomesACondition() {
  QFETCH(int, axis);
  QFETCH(double, lower);
  QFETCH(double, upper);
  const ParallelAxis on = axis == 0 ? runtimes() : axis == 1 ? errors() : edits();
  const VariantFilter before = *VariantFilter::parse("front");
  QTEST(withBrush(before, on, Interval{lower, upper}, 100).print(), "text");
  QCOMPARE(withBrush(withBrush(before, on, Interval{lower, upper}, 100), on, std::nullopt, 100), before);
}

void ParallelAxisTest::aBrushOfParametersNamesTheirValues() {
  const VariantFilter none;
  QCOMPARE(withBrush(none, blocks(), Interval{0.4, 1}, 100).print(), QString("BLOCK = 16 | 32"));
  QVERIFY(withBrush(none, blocks(), Interval{0, 1}, 100).empty());
  QCOMPARE(brushedValues(withBrush(none, blocks(), Interval{0, 0.1}, 100), blocks()), std::vector{0});
}

void ParallelAxisTest::aConditionShowsAsTheBrushThatWroteIt() {
  QVERIFY(rc::check([] {
    const double pixels = *rc::gen::inRange(80, 900);
    const double a = *rc::gen::inRange(0, 1001) / 1000.0;
    const double b = *rc::gen::inRange(0, 1001) / 1000.0;
    const Interval shares{std::min(a, b), std::max(a, b)};
    RC_PRE(shares.upper - shares.lower > 4 / pixels && (shares.lower > 0.01 || shares.upper < 0.99));
    ParallelAxis axis = runtimes();
    axis.logarithmic = *rc::gen::arbitrary<bool>();
    const std::optional<Interval> back = brushOf(withBrush({}, axis, shares, pixels), axis);
    RC_ASSERT(back.has_value());
    RC_ASSERT(std::abs(back->lower - shares.lower) <= 2 / pixels + 0.005);
    RC_ASSERT(std::abs(back->upper - shares.upper) <= 2 / pixels + 0.005);
  }));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ParallelAxisTest)
#include "parallel_axis_test.moc"
