#include <QTest>

#include "core/values/function_names.h"

using namespace gevo;

class FunctionNamesTest : public QObject {
  Q_OBJECT

private slots:
  void namesStandBetweenCommasAndSpaces() {
    QCOMPARE(splitFunctionNames(" exp,log ,  nw::score "), (std::vector<std::string>{"exp", "log", "nw::score"}));
    QVERIFY(splitFunctionNames(" , ").empty());
  }

  void templateArgumentsAreOfTheName() {
    QCOMPARE(splitFunctionNames("f<float, 3>,g<pair<int, int>, 2> h"),
             (std::vector<std::string>{"f<float, 3>", "g<pair<int, int>, 2>", "h"}));
  }
};

QTEST_GUILESS_MAIN(FunctionNamesTest)
#include "function_names_test.moc"
