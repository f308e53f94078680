#include "core/report/svg_text.h"

#include <QTest>

using namespace gevo::report;
using Lines = std::vector<std::string>;

class SvgTextTest : public QObject {
  Q_OBJECT
private slots:
  void lettersAreNotBytes() { QCOMPARE(letters("1.4×"), std::size_t(4)); }

  void longTextEndsInAnEllipsis() {
    QCOMPARE(elided("µs in all", 9), std::string("µs in all"));
    QCOMPARE(elided("µs in all", 3), std::string("µs…"));
  }

  void linesBreakBetweenWords() {
    QCOMPARE(brokenLines("simulated A100", 20, 2), (Lines{"simulated A100"}));
    QCOMPARE(brokenLines("simulated A100", 10, 2), (Lines{"simulated", "A100"}));
    QCOMPARE(brokenLines("one two three", 5, 3), (Lines{"one", "two", "three"}));
  }

  void whatDoesNotFitIsLeftOut() {
    QCOMPARE(brokenLines("simulated RTX 4060 Laptop GPU", 12, 2), (Lines{"simulated", "RTX 4060 La…"}));
    QCOMPARE(brokenLines("simulated", 5, 2), (Lines{"simu…"}));
    QCOMPARE(brokenLines("", 5, 2), (Lines{""}));
  }
};

QTEST_GUILESS_MAIN(SvgTextTest)
#include "svg_text_test.moc"
