#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/kernel/compile/source_text.h"

#include <QtTest>

using namespace gevo::program;

/// CUDA source as text, without a compiler.
class SourceTextTest : public QObject {
  Q_OBJECT
private slots:
  void commentsAndLiteralsBecomeBlanks() {
    QCOMPARE(withoutCommentsAndLiterals("a /* b\n */ 1'000 // g\ni"), std::string("a     \n    1'000     \ni"));
    QCOMPARE(withoutCommentsAndLiterals("\"c\\\"/*\" 'e' f"), std::string("\"     \" ' ' f"));
    QCOMPARE(withoutCommentsAndLiterals("R\"x(\"\n)x\" k"), std::string("R\"   \n  \" k"));
  }

  void deviceCodeIsFound_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("found");
    QTest::newRow("kernel") << "__global__ void k();" << true;
    QTest::newRow("launch") << "int main() { k<<<1, 2>>>(); }" << true;
    QTest::newRow("launch with blanks") << "int main() { k<< <1, 2>> >(); }" << true;
    QTest::newRow("comment") << "// a __global__ function\n/* k<<<1, 2>>>() */" << false;
    QTest::newRow("text") << "const char* s = \"k<<<1>>>\";" << false;
    QTest::newRow("macro") << "#define __global__\n#define LAUNCH(k) \\\n  k<<<1, 1>>>()\n" << false;
    QTest::newRow("longer name") << "int my__global__x;" << false;
    QTest::newRow("shift") << "int x = 1 << 2; std::cout << \"<\" << x;" << false;
  }
  void deviceCodeIsFound() {
    QFETCH(QString, text);
    QFETCH(bool, found);
    QCOMPARE(hasDeviceCode(text.toStdString()), found);
  }

  void launchTokensAreJoined_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("joined");
    QTest::newRow("both") << "k << <1, 2>> >(x);"
                          << "k <<< 1, 2>>> (x);";
    QTest::newRow("wide") << "k<<  <  f(1) , 2  >>   > (x);"
                          << "k<<<    f(1) , 2  >>>    (x);";
    QTest::newRow("the end alone") << "k<<<1, 2>> >(x);"
                                   << "k<<<1, 2>>> (x);";
    QTest::newRow("a shift inside") << "k<< <(n >> 1), 2>> >(x);"
                                    << "k<<< (n >> 1), 2>>> (x);";
    QTest::newRow("two in a line") << "a<< <1, 1>> >(); b<< <1, 1>> >();"
                                   << "a<<< 1, 1>>> (); b<<< 1, 1>>> ();";
    QTest::newRow("several lines") << "k << <1,\n  2 >> >\n(x);"
                                   << "k <<< 1,\n  2 >>> \n(x);";
  }
  void launchTokensAreJoined() {
    QFETCH(QString, text);
    QFETCH(QString, joined);
    QCOMPARE(QString::fromStdString(withWholeLaunchTokens(text.toStdString()).value_or("")), joined);
  }

  void otherSourceStaysAsItIs_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("usual launch") << "k<<<1, 2>>>(x);";
    QTest::newRow("templates") << "std::map<int, std::vector<std::pair<int, int>> > m; std::cout << a << b;";
    QTest::newRow("comment") << "// k << <1, 2>> >(x);";
    QTest::newRow("literals between shifts") << "std::cout << \"<\" << 'x' << /* y */ z << '<'; x = a >> 'b' > c;";
    QTest::newRow("text") << "const char* s = \"k << <1>> >\";";
  }
  void otherSourceStaysAsItIs() {
    QFETCH(QString, text);
    QVERIFY(!withWholeLaunchTokens(text.toStdString()));
  }
};

QTEST_GUILESS_MAIN(SourceTextTest)
#include "source_text_test.moc"
