#include <QTest>

#include "core/format/quantity.h"

#include <limits>

using namespace gevo;

class QuantityTest : public QObject {
  Q_OBJECT

private slots:
  void quantitiesHaveTheirUnits_data();
  void quantitiesHaveTheirUnits();
  void callsASpeedupFasterOnlyIfItsDigitsShowIt();
};

void QuantityTest::quantitiesHaveTheirUnits_data() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  QTest::addColumn<std::string>("written");
  QTest::addColumn<std::string>("expected");
  QTest::newRow("microseconds") << formatRuntime(13.314) << std::string("13.31 µs");
  QTest::newRow("runtime of zero") << formatRuntime(0) << std::string("0.00 µs");
  QTest::newRow("a millisecond when rounded") << formatRuntime(999.996) << std::string("1.000 ms");
  QTest::newRow("a second when rounded") << formatRuntime(999999.9) << std::string("1.000 s");
  QTest::newRow("nearly a millisecond") << formatRuntime(999.96) << std::string("999.96 µs");
  QTest::newRow("milliseconds") << formatRuntime(1420) << std::string("1.420 ms");
  QTest::newRow("seconds") << formatRuntime(2.75e6) << std::string("2.750 s");
  QTest::newRow("no runtime") << formatRuntime(nan) << std::string("–");
  QTest::newRow("millijoules") << formatEnergy(4.2134) << std::string("4.213 mJ");
  QTest::newRow("joules") << formatEnergy(1420) << std::string("1.42 J");
  QTest::newRow("no energy") << formatEnergy(nan) << std::string("–");
  QTest::newRow("speedup") << formatSpeedup(1.384) << std::string("1.384×");
  QTest::newRow("slower") << formatSpeedup(0.5) << std::string("0.500×");
  QTest::newRow("no speedup") << formatSpeedup(infinity) << std::string("–");
  QTest::newRow("duration") << formatDuration(52.4) << std::string("0:52");
  QTest::newRow("duration, rounded to a minute") << formatDuration(59.6) << std::string("1:00");
  QTest::newRow("duration, rounded to an hour") << formatDuration(3599.7) << std::string("1:00:00");
  QTest::newRow("duration, minutes") << formatDuration(605) << std::string("10:05");
  QTest::newRow("duration, hours") << formatDuration(3850) << std::string("1:04:10");
  QTest::newRow("duration, none") << formatDuration(-1) << std::string("0:00");
  QTest::newRow("precise seconds") << formatSeconds(0.4249) << std::string("0.42 s");
  QTest::newRow("rate") << formatRate(1234.4) << std::string("1,234/s");
  QTest::newRow("low rate") << formatRate(2.61) << std::string("2.6/s");
  QTest::newRow("a byte") << formatBytes(1) << std::string("1 byte");
  QTest::newRow("bytes") << formatBytes(512) << std::string("512 bytes");
  QTest::newRow("kibibytes") << formatBytes(1536) << std::string("1.5 KiB");
  QTest::newRow("mebibytes") << formatBytes(34U << 20) << std::string("34.0 MiB");
  QTest::newRow("nearly a mebibyte") << formatBytes((1U << 20) - 1) << std::string("1.0 MiB");
}

void QuantityTest::quantitiesHaveTheirUnits() {
  QFETCH(std::string, written);
  QFETCH(std::string, expected);
  QCOMPARE(written, expected);
}

void QuantityTest::callsASpeedupFasterOnlyIfItsDigitsShowIt() {
  QCOMPARE(formatFaster(1.011), std::string("1.011× faster"));
  QCOMPARE(formatFaster(1.0004), std::string("1.000× as fast"));
  QCOMPARE(formatFaster(0.985), std::string("0.985× as fast"));
  QVERIFY(showsFaster(1.0006));
  QVERIFY(!showsFaster(1.0004));
  QVERIFY(!showsFaster(0.9));
}

QTEST_GUILESS_MAIN(QuantityTest)
#include "quantity_test.moc"
