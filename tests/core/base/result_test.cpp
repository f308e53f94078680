#include <QTest>

#include "core/base/result.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace gevo;

namespace {

const Error diagnostics{"cannot compile step.cu", "step.cu:3:1: error: unknown type\n1 error generated.\n"};

Result<int> number(int value) { return value; }
Result<int> failing() { return std::unexpected(diagnostics); }
Result<std::unique_ptr<int>> owned(int value) { return std::make_unique<int>(value); }
template <class A, class B> Result<std::pair<A, B>> pairOf(A a, B b) { return std::pair(a, b); }

} // namespace

class ResultTest : public QObject {
  Q_OBJECT

private slots:
  void failFormatsAMessageWithoutDetails();
  void tryGoesOnAfterAValue();
  void tryEvaluatesItsExpressionOnce();
  void tryPassesOnMessageAndDetails();
  void tryReturnsAtTheFirstError();
  void tryIsOneStatement();
  void tryLeavesAnLvalueAsItIs();
  void assignDeclaresAVariableWithTheValue();
  void assignEvaluatesItsExpressionOnce();
  void assignPassesOnMessageAndDetails();
  void assignMovesTheValueOfACall();
  void assignLeavesAnLvalueAsItIs();
  void expressionsMayHaveCommas();
  void resultsMayHaveNoValue();
  void theErrorFitsAResultOfAnotherType();
  void aLambdaReturnsFromItselfAlone();
};

void ResultTest::failFormatsAMessageWithoutDetails() {
  const Result<int> result = fail("cannot read {}: {} bytes", "a.gevo", 3);
  QVERIFY(!result);
  QCOMPARE(result.error().message, std::string("cannot read a.gevo: 3 bytes"));
  QCOMPARE(result.error().details, std::string());
}

void ResultTest::tryGoesOnAfterAValue() {
  const auto function = []() -> Result<int> {
    GEVO_TRY(number(0));
    GEVO_TRY(number(1));
    return 2;
  };
  QCOMPARE(function().value(), 2);
}

void ResultTest::tryEvaluatesItsExpressionOnce() {
  int calls = 0;
  const auto function = [&](Result<int> (*call)()) -> Result<void> {
    GEVO_TRY((++calls, call()));
    return {};
  };
  QVERIFY(function([] { return number(1); }));
  QCOMPARE(calls, 1);
  QVERIFY(!function(failing));
  QCOMPARE(calls, 2);
}

void ResultTest::tryPassesOnMessageAndDetails() {
  const Result<int> result = []() -> Result<int> {
    GEVO_TRY(failing());
    return 2;
  }();
  QVERIFY(!result);
  QCOMPARE(result.error().message, diagnostics.message);
  QCOMPARE(result.error().details, diagnostics.details);
}

void ResultTest::tryReturnsAtTheFirstError() {
  std::string reached;
  const Result<void> result = [&]() -> Result<void> {
    GEVO_TRY(number(1));
    reached += "a";
    GEVO_TRY(Result<void>(fail("first")));
    reached += "b";
    GEVO_TRY(Result<void>(fail("second")));
    return {};
  }();
  QCOMPARE(result.error().message, std::string("first"));
  QCOMPARE(reached, std::string("a"));
}

/// The else belongs to the if before it.
void ResultTest::tryIsOneStatement() {
  const auto function = [](bool first) -> Result<std::string> {
    if (first)
      GEVO_TRY(number(1));
    else
      return "else";
    return "if";
  };
  QCOMPARE(function(true).value(), std::string("if"));
  QCOMPARE(function(false).value(), std::string("else"));
}

void ResultTest::tryLeavesAnLvalueAsItIs() {
  Result<int> kept = failing();
  const Result<int> result = [&]() -> Result<int> {
    GEVO_TRY(kept);
    return 2;
  }();
  QCOMPARE(result.error().message, diagnostics.message);
  QCOMPARE(kept.error().message, diagnostics.message);
  QCOMPARE(kept.error().details, diagnostics.details);
}

void ResultTest::assignDeclaresAVariableWithTheValue() {
  const auto function = []() -> Result<int> {
    GEVO_TRY_ASSIGN(const int first, number(40));
    GEVO_TRY_ASSIGN(int second, number(1));
    ++second;
    return first + second;
  };
  QCOMPARE(function().value(), 42);
}

void ResultTest::assignEvaluatesItsExpressionOnce() {
  int calls = 0;
  const auto function = [&](Result<int> (*call)()) -> Result<int> {
    GEVO_TRY_ASSIGN(const int value, (++calls, call()));
    return value;
  };
  QVERIFY(function([] { return number(1); }));
  QCOMPARE(calls, 1);
  QVERIFY(!function(failing));
  QCOMPARE(calls, 2);
}

void ResultTest::assignPassesOnMessageAndDetails() {
  const Result<int> result = []() -> Result<int> {
    GEVO_TRY_ASSIGN(const int value, failing());
    return value;
  }();
  QVERIFY(!result);
  QCOMPARE(result.error().message, diagnostics.message);
  QCOMPARE(result.error().details, diagnostics.details);
}

void ResultTest::assignMovesTheValueOfACall() {
  const auto function = []() -> Result<std::unique_ptr<int>> {
    GEVO_TRY_ASSIGN(std::unique_ptr<int> value, owned(7));
    return value;
  };
  QCOMPARE(*function().value(), 7);
}

void ResultTest::assignLeavesAnLvalueAsItIs() {
  Result<std::string> kept = "step.cu";
  Result<std::string> error = std::unexpected(diagnostics);
  const auto copy = [](Result<std::string>& result) -> Result<std::string> {
    GEVO_TRY_ASSIGN(std::string value, result);
    return value;
  };
  QCOMPARE(copy(kept).value(), std::string("step.cu"));
  QCOMPARE(kept.value(), std::string("step.cu"));
  QVERIFY(!copy(error));
  QCOMPARE(error.error().message, diagnostics.message);
}

void ResultTest::expressionsMayHaveCommas() {
  const auto function = []() -> Result<int> {
    GEVO_TRY(pairOf<int, char>(1, 'a'));
    GEVO_TRY_ASSIGN(const auto value, pairOf<int, char>(2, 'b'));
    return value.first;
  };
  QCOMPARE(function().value(), 2);
}

void ResultTest::resultsMayHaveNoValue() {
  const auto function = [](const Result<void>& result) -> Result<void> {
    GEVO_TRY(result);
    return {};
  };
  QVERIFY(function({}));
  QCOMPARE(function(fail("no device")).error().message, std::string("no device"));
}

void ResultTest::theErrorFitsAResultOfAnotherType() {
  const auto text = []() -> Result<std::string> {
    GEVO_TRY(failing());
    return "";
  };
  const auto list = [&]() -> Result<std::vector<std::unique_ptr<int>>> {
    GEVO_TRY_ASSIGN(const std::string value, text());
    return std::vector<std::unique_ptr<int>>(value.size());
  };
  QCOMPARE(list().error().message, diagnostics.message);
  QCOMPARE(list().error().details, diagnostics.details);
}

void ResultTest::aLambdaReturnsFromItselfAlone() {
  const auto function = []() -> Result<std::string> {
    const auto inner = []() -> Result<int> {
      GEVO_TRY_ASSIGN(const int value, failing());
      return value;
    };
    const Result<int> caught = inner();
    GEVO_TRY([&]() -> Result<void> {
      GEVO_TRY(number(1));
      return {};
    }());
    return caught ? "a value" : caught.error().message;
  };
  QCOMPARE(function().value(), diagnostics.message);
}

QTEST_GUILESS_MAIN(ResultTest)
#include "result_test.moc"
