#include "core/tmbl/dead_code.h"
#include "core/tmbl/elementary.h"
#include "core/tmbl/evaluator.h"
#include "core/tmbl/program_text.h"
#include "tests/core/tmbl/any_program.h"
#include "tests/core/tmbl/naive_interpreter.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::tmbl;

namespace {

using Function = Value (*)(CodeBuilder&, Value);
using Truth = double (*)(double);

/// Units in the last place between a result and the true value.
double unitsOff(float result, double truth) {
  const auto near = static_cast<float>(truth);
  const double unit = std::nextafter(std::fabs(near), INFINITY) - double(std::fabs(near));
  return std::fabs(result - truth) / unit;
}

std::vector<float> resultsOf(const Program& program, const Cases& cases) { return BlockCode(lower(program, firstSlot)).evaluate(cases); }

} // namespace

class EvaluatorTest : public QObject {
  Q_OBJECT

private slots:
  void resultsAreThoseOfTheDefinitionBitByBit() {
    QVERIFY(rc::check([] {
      const Program program = *sample::anyProgram();
      const Cases cases = sample::casesFor(program, *rc::gen::inRange<std::size_t>(1, 700), *rc::gen::arbitrary<std::uint64_t>());
      const std::vector<float> results = resultsOf(program, cases);
      for (std::size_t row = 0; row < cases.rows(); ++row) {
        const float naive = sample::naiveResult(program, [&](std::size_t input) { return cases.column(input)[row]; });
        RC_ASSERT(sample::sameFloat(results[row], naive));
      }
    }));
  }

  void deadCodeChangesNoBit() {
    QVERIFY(rc::check([] {
      const Program program = *sample::anyProgram();
      const Cases cases = sample::casesFor(program, 100, *rc::gen::arbitrary<std::uint64_t>());
      const Program rest = withoutDeadCode(program, firstSlot);
      RC_ASSERT(check(rest).has_value());
      RC_ASSERT(rest.instructions.size() == std::max<std::size_t>(1, effectiveLength(program, firstSlot)));
      for (std::size_t row = 0; row < cases.rows(); ++row) {
        const auto inputOf = [&](std::size_t input) { return cases.column(input)[row]; };
        RC_ASSERT(sample::sameFloat(sample::naiveResult(rest, inputOf), sample::naiveResult(program, inputOf)));
      }
    }));
  }

  void loweringIsTheSameWithoutDeadCode() {
    QVERIFY(rc::check([] {
      const Program program = *sample::anyProgram();
      RC_ASSERT(lower(program, firstSlot) == lower(withoutDeadCode(program, firstSlot), firstSlot));
    }));
  }

  void sumsFollowTheirDefinition() {
    QVERIFY(rc::check([] {
      const Program program = *sample::anyProgram(OperationSet::basic(), 10);
      const Cases cases = sample::casesFor(program, *rc::gen::inRange<std::size_t>(1, 20000), *rc::gen::arbitrary<std::uint64_t>());
      const BlockCode code(lower(program, firstSlot));
      const std::vector<float> results = code.evaluate(cases);
      ErrorSums total;
      for (std::size_t chunk = 0; chunk < cases.rows(); chunk += chunkCases) {
        std::vector<ErrorSums> laneSums(lanes);
        for (std::size_t row = chunk; row < std::min(cases.rows(), chunk + chunkCases); ++row) {
          const double y = results[row] - cases.centre();
          laneSums[row % lanes] += {y, y * y, y * (cases.targets()[row] - cases.centre())};
        }
        for (std::size_t half = lanes / 2; half > 0; half /= 2)
          for (std::size_t lane = 0; lane < half; ++lane) laneSums[lane] += laneSums[lane + half];
        total += laneSums[0];
      }
      const ErrorSums sums = code.sums(cases);
      RC_ASSERT(std::bit_cast<std::uint64_t>(sums.squares) == std::bit_cast<std::uint64_t>(total.squares) ||
                (std::isnan(sums.squares) && std::isnan(total.squares)));
      if (std::isfinite(total.squares)) RC_ASSERT(sums == total);
    }));
  }

  void sumsDoNotDependOnThreads() {
    RandomStream stream = sample::streamOf(3);
    std::vector<Code> population;
    for (int i = 0; i < 40; ++i) population.push_back(lower(randomProgram({2, 6, OperationSet::basic(), 5}, 30, stream), firstSlot));
    const Cases cases = sample::casesFor({2, 1, {}}, 3000, 4);
    const std::vector<ErrorSums> one = evaluatePopulation(population, cases, 1);
    const std::vector<ErrorSums> many = evaluatePopulation(population, cases, 7);
    QCOMPARE(std::memcmp(one.data(), many.data(), one.size() * sizeof one[0]), 0);
  }

  void elementaryFunctionsAreNearTheTruth_data() {
    QTest::addColumn<Function>("function");
    QTest::addColumn<Truth>("truth");
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("largest");
    QTest::newRow("exp") << Function(exponential) << Truth(std::exp) << -87.0 << 88.0;
    QTest::newRow("log") << Function(logarithm) << Truth(std::log) << 1e-45 << 3e38;
    QTest::newRow("log near 1") << Function(logarithm) << Truth(std::log) << 0.5 << 2.0;
    QTest::newRow("sin") << Function(sine) << Truth(std::sin) << -100.0 << 100.0;
    QTest::newRow("cos") << Function(cosine) << Truth(std::cos) << -3.0 << 3.0;
  }
  void elementaryFunctionsAreNearTheTruth() {
    QFETCH(Function, function);
    QFETCH(Truth, truth);
    QFETCH(double, least);
    QFETCH(double, largest);
    CodeBuilder builder;
    const BlockCode code(builder.finish({function(builder, {Value::Kind::Input, 0})}));
    constexpr std::size_t count = 200000;
    std::vector<float> x(count);
    const bool logarithmic = least > 0 && largest / least > 100;
    for (std::size_t i = 0; i < count; ++i) {
      const double share = double(i) / (count - 1);
      x[i] = static_cast<float>(logarithmic ? least * std::pow(largest / least, share) : least + (largest - least) * share);
    }
    const Cases cases = Cases::make({x}, std::vector<float>(count)).value();
    const std::vector<float> results = code.evaluate(cases);
    double worst = 0;
    double absolute = 0;
    float at = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double exact = truth(double(x[i]));
      absolute = std::max(absolute, std::fabs(results[i] - exact) / std::max(1.0, std::fabs(exact)));
      if (unitsOff(results[i], exact) > worst) {
        worst = unitsOff(results[i], exact);
        at = x[i];
      }
    }
    QVERIFY2(worst <= 2, qPrintable(QString("%1 units at %2").arg(worst).arg(double(at))));
    QVERIFY(absolute < 2e-7);
  }

  void protectedFunctionsAreFiniteWhereTheirOperandIs() {
    using sample::naiveFunction;
    QCOMPARE(naiveFunction(exponential, 1e30F), naiveFunction(exponential, 88));
    QCOMPARE(naiveFunction(exponential, -1e30F), 0.0F);
    QCOMPARE(naiveFunction(logarithm, 0), 0.0F);
    QCOMPARE(naiveFunction(logarithm, -1), 0.0F);
    QCOMPARE(naiveFunction(sine, 1e9F), 0.0F);
    QVERIFY(std::isnan(naiveFunction(exponential, NAN)));
    QVERIFY(std::isnan(naiveFunction(logarithm, NAN)));
    QVERIFY(std::isnan(naiveFunction(cosine, INFINITY)));
    QVERIFY(std::isinf(naiveFunction(logarithm, -INFINITY)));
  }

  void aScaledResultIsTheNearestLine() {
    const Program program = parsePrograms("tmbl inputs 1 slots 1\nset slot0 input0").value().front();
    std::vector<float> x;
    std::vector<float> y;
    for (int i = 0; i < 50; ++i) {
      x.push_back(static_cast<float>(i));
      y.push_back(static_cast<float>(1000 - 2.5 * i + (i % 2 == 0 ? 1 : -1)));
    }
    const Cases cases = Cases::make({x}, y).value();
    const Scaling scaling = scalingOf(BlockCode(lower(program, firstSlot)).sums(cases), cases);
    QVERIFY(std::fabs(scaling.slope + 2.5) < 0.01);
    QVERIFY(std::fabs(scaling.intercept - 1000) < 0.2);
    QVERIFY(std::fabs(scaling.error - 1) < 0.01);
  }

  void aConstantResultIsScaledToTheMean() {
    const Program program = parsePrograms("tmbl inputs 0 slots 1\nset slot0 7").value().front();
    const Cases cases = Cases::make({}, {1, 2, 3}).value();
    const Scaling scaling = scalingOf(BlockCode(lower(program, firstSlot)).sums(cases), cases);
    QCOMPARE(scaling.slope, 0.0);
    QCOMPARE(scaling.intercept, 2.0);
    QVERIFY(std::fabs(scaling.error - std::sqrt(2.0 / 3)) < 1e-12);
  }

  void resultsThatAreNotFiniteHaveAnInfiniteError() {
    const Program program = parsePrograms("tmbl inputs 1 slots 1\nset slot0 input0\nmul slot0 3e38").value().front();
    const Cases cases = Cases::make({{1, 100}}, {1, 2}).value();
    const ErrorSums sums = BlockCode(lower(program, firstSlot)).sums(cases);
    QVERIFY(std::isinf(rootMeanSquare(sums, cases)));
    QVERIFY(std::isinf(scalingOf(sums, cases).error));
  }
};

QTEST_APPLESS_MAIN(EvaluatorTest)
#include "evaluator_test.moc"
