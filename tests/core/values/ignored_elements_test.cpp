#include "core/values/ignored_elements.h"

#include <QTest>
#include <cmath>
#include <rapidcheck.h>

using namespace gevo;

class IgnoredElementsTest : public QObject {
  Q_OBJECT

private slots:
  void valuesAndPlacesAreRead() {
    const auto read = parseIgnored("-1,0.5..2,#3,#0..63");
    QVERIFY(read.has_value());
    const std::vector<IgnoredElements> expected{{false, -1, -1}, {false, 0.5, 2}, {true, 3, 3}, {true, 0, 63}};
    QVERIFY(*read == expected);
  }

  void noNumberIsAValueToo() {
    const auto read = parseIgnored("nan,5");
    QVERIFY(read.has_value());
    QCOMPARE(printIgnored(*read), std::string("nan,5"));
    QVERIFY((*read)[0].holds(0, std::nan("")));
    QVERIFY(!(*read)[0].holds(0, 1) && !(*read)[1].holds(0, std::nan("")));
  }

  void otherTextIsRefused_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", ",", "1,", "a", "1..", "..1", "2..1", "#-1", "#0.5", "#nan", "nan..1", "inf", "1...2", "# 1"})
      QTest::newRow(text) << QString::fromLatin1(text);
  }
  void otherTextIsRefused() {
    QFETCH(QString, text);
    QVERIFY(!parseIgnored(text.toStdString()));
  }

  void whatIsPrintedIsReadAgain() {
    const bool held = rc::check([](bool byPlace, std::uint32_t first, std::uint16_t more, int shift) {
      const double begin = byPlace ? double(first) : double(first) / 7 - shift;
      const std::vector<IgnoredElements> one{{byPlace, begin, begin + more}};
      RC_ASSERT(parseIgnored(printIgnored(one)) == one);
    });
    QVERIFY(held);
  }
};

QTEST_APPLESS_MAIN(IgnoredElementsTest)
#include "ignored_elements_test.moc"
