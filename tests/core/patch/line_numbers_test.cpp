#include "core/patch/line_numbers.h"

#include <QTest>

using namespace gevo;

class LineNumbersTest : public QObject {
  Q_OBJECT
private slots:
  void sharedLinesKeepTheirNumbers_data() {
    QTest::addColumn<QString>("changed");
    QTest::addColumn<QString>("numbered");
    QTest::newRow("nothing changed") << "a\nb\nc\nd\n"
                                     << "a\nb\nc\nd\n";
    QTest::newRow("a line is gone") << "a\nc\nd\n"
                                    << "a\n#line 3\nc\nd\n";
    QTest::newRow("a line is new") << "a\nx\nb\nc\nd\n"
                                   << "a\n#line 5\nx\n#line 2\nb\nc\nd\n";
    QTest::newRow("a line is another") << "a\nb;\nc\nd\n"
                                       << "a\nb;\nc\nd\n";
    QTest::newRow("in a macro") << "#define A \\\nx\nb\nc\nd\n"
                                << "#line 5\n#define A \\\nx\n#line 2\nb\nc\nd\n";
  }
  void sharedLinesKeepTheirNumbers() {
    QFETCH(QString, changed);
    QFETCH(QString, numbered);
    QCOMPARE(QString::fromStdString(withOriginalLines("a\nb\nc\nd\n", changed.toStdString())), numbered);
  }
};

QTEST_GUILESS_MAIN(LineNumbersTest)
#include "line_numbers_test.moc"
