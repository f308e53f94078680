#include "core/parameters/parse_parameter.h" // before <compare>, which moc can't read as the first header

#include "tests/core/base/value_of.h"

#include <QtTest>

using namespace gevo;

using Texts = std::vector<std::string>;

class ParseParameterTest : public QObject {
  Q_OBJECT
private slots:
  void valuesAreListsAndRanges() {
    QCOMPARE(valueOf(parseParameterRequest("BLOCK=8,16,32")).values, (Texts{"8", "16", "32"}));
    QCOMPARE(valueOf(parseParameterRequest("ROWS=5..20:5")).values, (Texts{"5", "10", "15", "20"}));
    QCOMPARE(valueOf(parseParameterRequest("STEPS=1..3, 8")).values, (Texts{"1", "2", "3", "8"}));
    QCOMPARE(valueOf(parseParameterRequest("TYPE=float,unsigned int")).values, (Texts{"float", "unsigned int"}));
  }

  void onAndOffAreAFeature() {
    QVERIFY(valueOf(parseParameterRequest("PREFETCH=on,off")).isFeature());
    QVERIFY(!valueOf(parseParameterRequest("BLOCK=8,16")).isFeature());
  }

  void equalValuesCountOnce() { QCOMPARE(valueOf(parseParameterRequest("A=1..3,2,3")).values, (Texts{"1", "2", "3"})); }

  void errorsShowWhatToWrite_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"BLOCK", "=8", "8=8", "BLOCK=", "BLOCK=8,,16", "BLOCK=9..3", "BLOCK=1..5:0", "A B=1", "BLOCK=1..9999999"})
      QTest::newRow(text) << text;
  }
  void errorsShowWhatToWrite() {
    QFETCH(QString, text);
    const auto parsed = parseParameterRequest(text.toStdString());
    QVERIFY(!parsed);
    QVERIFY2(QString::fromStdString(parsed.error().message).contains(text), parsed.error().message.c_str());
  }

  void valuesToTryAreRoundAndNearTheOwn() {
    const Texts values = valuesToTry(16, "block size");
    for (const char* value : {"8", "15", "16", "17", "32", "128"}) QVERIFY2(std::ranges::count(values, value) == 1, value);
    QVERIFY(std::ranges::count(values, "256") == 0);
  }

  void aBlockHasAtMost1024Threads() {
    const Texts values = valuesToTry(512, "block size");
    QCOMPARE(values.back(), std::string("1024"));
    QCOMPARE(valuesToTry(512, "device code").back(), std::string("4096"));
  }

  void theOwnValueIsAlwaysAmongThem() {
    for (const std::int64_t own : {0, 1, 7, 61, 1000, 65536})
      QVERIFY(std::ranges::count(valuesToTry(own, "block size"), std::to_string(own)) == 1);
  }

  void numbersAscend() {
    Parameter parameter{"BLOCK", ParameterKind::Macro, "12", {"32", "8", "16"}, {}};
    sortValues(parameter);
    QCOMPARE(parameter.values, (Texts{"8", "12", "16", "32"}));
    Parameter type{"TYPE", ParameterKind::Macro, "float", {"double", "float"}, {}};
    sortValues(type);
    QCOMPARE(type.values, (Texts{"double", "float"}));
  }
};

QTEST_GUILESS_MAIN(ParseParameterTest)
#include "parse_parameter_test.moc"
