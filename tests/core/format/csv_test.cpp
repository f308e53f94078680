#include <QTest>

#include "core/format/csv.h"

#include <cmath>
#include <cstdlib>
#include <limits>

using namespace gevo;

class CsvTest : public QObject {
  Q_OBJECT

private slots:
  void cellsAreQuotedIfNecessary_data();
  void cellsAreQuotedIfNecessary();
  void rowsFollowTheHeader();
  void numbersRoundTrip();
  void nonFiniteNumbersAreEmpty();
  void figuresUseAsciiCharacters();
};

void CsvTest::cellsAreQuotedIfNecessary_data() {
  QTest::addColumn<std::string>("cell");
  QTest::addColumn<std::string>("written");
  const auto row = [](const char* name, const char* cell, const char* written) {
    QTest::newRow(name) << std::string(cell) << std::string(written);
  };
  row("a word", "runtime", "runtime");
  row("blanks", " two words ", " two words ");
  row("nothing", "", "");
  row("a comma", "1,234", "\"1,234\"");
  row("quotes", "delete \"a\"", "\"delete \"\"a\"\"\"");
  row("a line break", "one\ntwo", "\"one\ntwo\"");
  row("a carriage return", "one\rtwo", "\"one\rtwo\"");
  row("UTF-8", "µ", "µ");
}

void CsvTest::cellsAreQuotedIfNecessary() {
  QFETCH(std::string, cell);
  QFETCH(std::string, written);
  QCOMPARE(csvLine({cell, "next"}), written + ",next\n");
}

void CsvTest::rowsFollowTheHeader() {
  Csv csv({"edit", "share_percent"});
  csv.add({"delete \"a\", b", "3"});
  csv.add({"", ""});
  QCOMPARE(csv.text(), std::string("edit,share_percent\n\"delete \"\"a\"\", b\",3\n,\n"));
}

void CsvTest::numbersRoundTrip() {
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.0, -0.0, 0.1, 1.0 / 3, 12345678.9, 1e-300, -2.5, Limits::denorm_min(), Limits::max(), Limits::lowest()}) {
    const std::string text = csvNumber(value);
    const double parsed = std::strtod(text.c_str(), nullptr);
    QVERIFY2(parsed == value && std::signbit(parsed) == std::signbit(value), text.c_str()); // QCOMPARE of doubles is fuzzy
  }
  QCOMPARE(csvNumber(0.1), std::string("0.1"));
}

void CsvTest::nonFiniteNumbersAreEmpty() {
  QCOMPARE(csvNumber(std::numeric_limits<double>::quiet_NaN()), std::string());
  QCOMPARE(csvNumber(std::numeric_limits<double>::infinity()), std::string());
}

void CsvTest::figuresUseAsciiCharacters() {
  QCOMPARE(csvFigure("13.31 µs"), std::string("13.31 us"));
  QCOMPARE(csvFigure("1.384×"), std::string("1.384x"));
  QCOMPARE(csvFigure("–"), std::string("-"));
  QCOMPARE(csvFigure("trade-off, error up to 1 %"), std::string("trade-off, error up to 1 %"));
}

QTEST_GUILESS_MAIN(CsvTest)
#include "csv_test.moc"
