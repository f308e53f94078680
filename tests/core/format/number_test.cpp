#include <QTest>

#include "core/format/number.h"

#include <limits>

using namespace gevo;

class NumberTest : public QObject {
  Q_OBJECT

private slots:
  void numbersAreFormattedForPeople_data();
  void numbersAreFormattedForPeople();
};

void NumberTest::numbersAreFormattedForPeople_data() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  QTest::addColumn<std::string>("written");
  QTest::addColumn<std::string>("expected");
  QTest::newRow("none") << formatCount(0) << std::string("0");
  QTest::newRow("below a thousand") << formatCount(999) << std::string("999");
  QTest::newRow("thousands are grouped") << formatCount(23184) << std::string("23,184");
  QTest::newRow("millions are grouped") << formatCount(1234567) << std::string("1,234,567");
  QTest::newRow("one is singular") << formatCounted(1, "test") << std::string("1 test");
  QTest::newRow("none is plural") << formatCounted(0, "test") << std::string("0 tests");
  QTest::newRow("many are grouped") << formatCounted(23184, "test") << std::string("23,184 tests");
  QTest::newRow("irregular, one") << formatCounted(1, "entry", "entries") << std::string("1 entry");
  QTest::newRow("irregular, many") << formatCounted(2, "entry", "entries") << std::string("2 entries");
  QTest::newRow("rough, small") << formatRounded(2.649) << std::string("2.6");
  QTest::newRow("rough, just below ten") << formatRounded(9.96) << std::string("10");
  QTest::newRow("rough, large") << formatRounded(1234.4) << std::string("1,234");
  QTest::newRow("rough, unknown") << formatRounded(nan) << std::string("–");
  QTest::newRow("percent") << formatPercent(0.8812) << std::string("88.1 %");
  QTest::newRow("percent above the whole") << formatPercent(1.25) << std::string("125.0 %");
  QTest::newRow("percent, never minus zero") << formatPercent(-0.0001) << std::string("0.0 %");
  QTest::newRow("percent, unknown") << formatPercent(nan) << std::string("–");
  QTest::newRow("interval") << formatInterval(0.00784) << std::string("± 0.78 %");
  QTest::newRow("interval, wide") << formatInterval(0.1234) << std::string("± 12 %");
  QTest::newRow("interval, wider than the value") << formatInterval(1.234) << std::string("± 123 %");
}

void NumberTest::numbersAreFormattedForPeople() {
  QFETCH(std::string, written);
  QFETCH(std::string, expected);
  QCOMPARE(written, expected);
}

QTEST_GUILESS_MAIN(NumberTest)
#include "number_test.moc"
