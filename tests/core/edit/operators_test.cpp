#include "core/edit/operators.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;

/// The operators that mutations draw.
class OperatorsTest : public QObject {
  Q_OBJECT

private slots:
  void namesArePrintedAndReadBack() {
    for (const Operators& operators : {gevoOperators(), allOperators(), Operators{Operator::Delete, Operator::Unroll}})
      QVERIFY(parseOperators(printOperators(operators)).value() == operators);
    QCOMPARE(printOperators(gevoOperators()), std::string("gevo"));
  }
  void allMeansThoseOfThisVersion() {
    QVERIFY(parseOperators("all").value() == allOperators());
    QVERIFY(printOperators(allOperators()) != "all");
  }
  void orderAndRepetitionDoNotMatter() {
    QVERIFY((parseOperators("unroll,delete,unroll").value() == Operators{Operator::Delete, Operator::Unroll}));
  }
  void whatIsNoOperatorIsNamed() {
    for (const char* text : {"delete,unrol", "set", "", "delete,"}) {
      const auto read = parseOperators(text);
      QVERIFY2(!read, text);
      QVERIFY2(read.error().message.find("no operator that mutations draw") != std::string::npos, read.error().message.c_str());
    }
  }
  void simulatedGpusDrawNoneWhoseChangesTheyCannotTell() {
    QVERIFY(std::ranges::none_of(usableOperators(allOperators(), false, false), needsGpu));
    QVERIFY(usableOperators(allOperators(), true, false) == allOperators());
    QVERIFY(usableOperators(gevoOperators(), false, false) == gevoOperators());
  }
  void exactRunsDrawNoApproximations() {
    QVERIFY(std::ranges::none_of(usableOperators(allOperators(), true, true), isApproximation));
    QVERIFY(usableOperators(gevoOperators(), true, true) == gevoOperators());
  }
};

QTEST_APPLESS_MAIN(OperatorsTest)
#include "operators_test.moc"
