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

  void namesBreakBetweenWords() {
    QCOMPARE(twoLines("simulated A100", 20), (Lines{"simulated A100"}));
    QCOMPARE(twoLines("simulated A100", 10), (Lines{"simulated", "A100"}));
    QCOMPARE(twoLines("simulated RTX 4060 Laptop GPU", 12), (Lines{"simulated", "RTX 4060 La…"}));
    QCOMPARE(twoLines("simulated", 5), (Lines{"simu…"}));
  }
};

QTEST_GUILESS_MAIN(SvgTextTest)
#include "svg_text_test.moc"
