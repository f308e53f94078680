#include <QTest>

#include "core/format/source_location.h"

using namespace gevo;

class SourceLocationTest : public QObject {
  Q_OBJECT

private slots:
  void locationIsFileAndLine();
  void inlinedCodeNamesItsCallers();
  void unknownLocationIsEmpty();
  void controlCharactersBecomeBlanks();
};

void SourceLocationTest::locationIsFileAndLine() {
  QCOMPARE(formatLocation({{"hotspot.cu", 61, 3, "step"}}), std::string("hotspot.cu:61"));
}

void SourceLocationTest::inlinedCodeNamesItsCallers() {
  QCOMPARE(formatLocation({{"helper.h", 4, 1, "clamp"}, {"hotspot.cu", 61, 3, "step"}}), std::string("helper.h:4 in hotspot.cu:61"));
}

void SourceLocationTest::unknownLocationIsEmpty() { QCOMPARE(formatLocation({}), std::string()); }

void SourceLocationTest::controlCharactersBecomeBlanks() {
  QCOMPARE(oneLine("a\nb\x7f\tµ"), std::string("a b  µ"));
  QCOMPARE(formatLocation({{"a\nb.cu", 1, 0, ""}}), std::string("a b.cu:1"));
}

QTEST_GUILESS_MAIN(SourceLocationTest)
#include "source_location_test.moc"
