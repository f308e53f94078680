#include "core/inputs/input_choice.h"

#include <QTest>

using namespace gevo;

namespace {

/// `reached`: a digit for each edge.
FuzzInput input(const std::string& name, std::uint64_t work, const std::string& reached) {
  FuzzInput one{{TestRole::Fuzz, name, {}}, work, {}};
  for (const char digit : reached) one.reached.branches.push_back(digit == '1');
  return one;
}

std::string chosen(const std::vector<FuzzInput>& candidates, const std::string& reached, std::size_t count) {
  std::string names;
  for (const FuzzInput& one : chooseInputs(candidates, input("", 0, reached).reached, count)) names += one.test.arguments;
  return names;
}

} // namespace

class InputChoiceTest : public QObject {
  Q_OBJECT
private slots:
  void thoseThatReachWhatTheTestsDoNotAreKeptFirst() {
    QCOMPARE(chosen({input("a", 1, "1000"), input("b", 1, "1000"), input("c", 9, "1100")}, "1000", 2), std::string("ca"));
  }
  void theOneThatReachesMostIsFirst() {
    QCOMPARE(chosen({input("a", 1, "0100"), input("b", 9, "0110"), input("c", 1, "0001")}, "1000", 3), std::string("bca"));
  }
  void ofThoseThatReachAsMuchTheCheapestIsKept() {
    QCOMPARE(chosen({input("a", 9, "0100"), input("b", 3, "0100"), input("c", 5, "0100")}, "1000", 1), std::string("b"));
    QCOMPARE(chosen({input("a", 3, "0100"), input("b", 3, "0010")}, "1000", 1), std::string("a"));
  }
  void theOthersFollowInTheOrderInWhichTheyWereDrawn() {
    QCOMPARE(chosen({input("a", 9, "1000"), input("b", 1, "1000"), input("c", 1, "0001"), input("d", 1, "1000")}, "1000", 3),
             std::string("cab"));
  }
  void whereNothingIsKnownOfTheTestsTheFirstAreKept() {
    QCOMPARE(chosen({input("a", 9, "1000"), input("b", 1, "1100")}, "", 1), std::string("a"));
    QCOMPARE(chosen({input("a", 9, ""), input("b", 1, "")}, "1000", 1), std::string("a"));
  }
  void asManyAsThereAreAreKept() { QCOMPARE(chosen({input("a", 1, "1000")}, "1000", 16), std::string("a")); }
  void theyAreSortedByTheirCost() {
    std::vector<FuzzInput> inputs{input("a", 9, ""), input("b", 1, ""), input("c", 9, "")};
    sortByCost(inputs);
    QCOMPARE(inputs[0].test.arguments + inputs[1].test.arguments + inputs[2].test.arguments, std::string("bac"));
  }
};

QTEST_APPLESS_MAIN(InputChoiceTest)
#include "input_choice_test.moc"
