#include "core/tmbl/regression/polynomial_programs.h"

#include "core/tmbl/dead_code.h"
#include "core/tmbl/evaluator.h"
#include "core/tmbl/regression/least_squares.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <functional>

using namespace gevo;
using namespace gevo::tmbl;

namespace {

/// On a grid of a side from `least` to `largest` for each of two inputs.
Cases casesOf(const std::function<double(double, double)>& function, double least, double largest) {
  constexpr int side = 12;
  std::vector<std::vector<float>> inputs(2);
  std::vector<float> targets;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      inputs[0].push_back(static_cast<float>(least + (largest - least) * i / (side - 1)));
      inputs[1].push_back(static_cast<float>(least + (largest - least) * j / (side - 1)));
      targets.push_back(static_cast<float>(function(inputs[0].back(), inputs[1].back())));
    }
  return Cases::make(inputs, targets).value();
}

double worstError(const Program& program, const Cases& cases) {
  const std::vector<float> results = BlockCode(lower(program, firstSlot)).evaluate(cases);
  double worst = 0;
  for (std::size_t row = 0; row < cases.rows(); ++row) worst = std::max(worst, std::abs(double(results[row]) - cases.targets()[row]));
  return worst;
}

OperationSet setOf(const char* names) { return parseOperations(names).value(); }

} // namespace

class PolynomialProgramsTest : public QObject {
  Q_OBJECT

private slots:
  void aPolynomialOfTheDegreeIsFound_data() {
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("largest");
    QTest::newRow("around zero") << -1.0 << 1.0;
    QTest::newRow("far from zero") << 50.0 << 52.0; // where powers of the inputs themselves would leave few digits
  }
  void aPolynomialOfTheDegreeIsFound() {
    QFETCH(double, least);
    QFETCH(double, largest);
    const double middle = (least + largest) / 2;
    const auto function = [middle](double x, double y) {
      const double u = x - middle;
      const double v = y - middle;
      return 2 + u - 3 * v + u * v * v - 0.5 * u * u * u;
    };
    const Cases cases = casesOf(function, least, largest);
    const std::vector<Program> programs = polynomialPrograms(cases, 60, setOf("add,mul,fma"));
    QVERIFY(programs.size() >= 3);
    for (const Program& program : programs) QVERIFY(check(program).has_value());
    QVERIFY(worstError(programs[1], cases) > 0.1); // of degree 2
    QVERIFY2(worstError(programs[2], cases) < 1e-5, std::to_string(worstError(programs[2], cases)).c_str());
  }

  void onlyTheGivenInstructionsAreUsed() {
    const Cases cases = casesOf([](double x, double y) { return x * y; }, 1, 2);
    for (const Program& program : polynomialPrograms(cases, 40, setOf("add,mul")))
      for (const Instruction& instruction : program.instructions) QVERIFY(setOf("add,mul").contains(instruction.operation));
    QVERIFY(polynomialPrograms(cases, 40, setOf("add,div")).empty());
  }

  void programsAreNoLongerThanAllowed() {
    const Cases cases = casesOf([](double x, double y) { return std::sin(x) * y; }, -1, 2);
    const std::vector<Program> programs = polynomialPrograms(cases, 30, setOf("add,mul,fma"));
    QVERIFY(!programs.empty());
    for (const Program& program : programs) QVERIFY(program.instructions.size() <= 30);
    QVERIFY(polynomialPrograms(cases, 3, setOf("add,mul,fma")).empty());
  }

  void anInputThatIsAlwaysTheSameIsLeftOut() {
    std::vector<float> column;
    for (int i = 0; i < 20; ++i) column.push_back(static_cast<float>(i));
    const Cases cases = Cases::make({std::vector<float>(20, 7), column}, column).value();
    const std::vector<Program> programs = polynomialPrograms(cases, 60, setOf("add,mul"));
    QVERIFY(!programs.empty());
    QVERIFY(worstError(programs[0], cases) < 1e-4);
  }

  void inputsThatDependOnEachOtherHaveNone() {
    std::vector<float> column;
    for (int i = 0; i < 20; ++i) column.push_back(static_cast<float>(i));
    const Cases cases = Cases::make({column, column}, column).value();
    QVERIFY(polynomialPrograms(cases, 60, setOf("add,mul")).empty());
    const std::vector<double> same(column.begin(), column.end());
    QVERIFY(!leastSquares({same, same}, same, 0).has_value());
  }
};

QTEST_APPLESS_MAIN(PolynomialProgramsTest)
#include "polynomial_programs_test.moc"
