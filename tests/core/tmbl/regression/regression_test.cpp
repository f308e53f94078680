#include "core/tmbl/dead_code.h"
#include "core/tmbl/program_text.h"
#include "core/tmbl/regression/constant_tuning.h"
#include "core/tmbl/regression/regression.h"

#include <QtTest>

#include <cmath>

using namespace gevo;
using namespace gevo::tmbl;

namespace {

/// Rows of x, y and what `target` makes of them.
DataTable tableOf(float (*target)(float x, float y), int rows = 80) {
  DataTable table{{"x", "y", "z"}, {{}, {}, {}}};
  RandomStream stream({.seed = 9});
  for (int i = 0; i < rows; ++i) {
    const auto x = static_cast<float>(4 * stream.unit() - 2);
    const auto y = static_cast<float>(1 + stream.unit());
    table.values[0].push_back(x);
    table.values[1].push_back(y);
    table.values[2].push_back(target(x, y));
  }
  return table;
}

Regression fitted(const RegressionData& data, std::uint64_t evaluations, unsigned threads = 1) {
  RegressionSettings settings;
  settings.operations = OperationSet::basic();
  settings.population = 100;
  settings.evaluations = evaluations;
  settings.threads = threads;
  ProcessorEvaluator evaluator(data.training, threads);
  return runRegression(data, settings, evaluator).value();
}

} // namespace

class RegressionTest : public QObject {
  Q_OBJECT

private slots:
  void aProductIsFound() {
    const RegressionData data = splitTable(tableOf([](float x, float y) { return 3 * x * y - 5; }), "", 0.25, 1).value();
    QCOMPARE(data.training.rows(), std::size_t(60));
    const Regression regression = fitted(data, 5000);
    const FittedProgram& best = regression.front.back();
    QVERIFY2(best.testError < 1e-5, qPrintable(QString::number(best.testError)));
    QVERIFY(best.explained > 0.999999);
    QVERIFY(check(best.program).has_value());
    QCOMPARE(best.length, effectiveLength(best.program, firstSlot));
  }

  void theFrontIsByLengthAndError() {
    const RegressionData data = splitTable(tableOf([](float x, float y) { return std::sin(3 * x) / y; }), "", 0.25, 1).value();
    const Regression regression = fitted(data, 10000);
    QVERIFY(regression.front.size() > 2);
    for (std::size_t i = 1; i < regression.front.size(); ++i) {
      QVERIFY(regression.front[i].length > regression.front[i - 1].length);
      QVERIFY(regression.front[i].trainingError < regression.front[i - 1].trainingError);
    }
  }

  void theSameSeedGivesTheSameRunOnAnyThreads() {
    const RegressionData data = splitTable(tableOf([](float x, float y) { return x * x / y + std::exp(x); }), "", 0.25, 1).value();
    const Regression one = fitted(data, 6000, 1);
    const Regression many = fitted(data, 6000, 5);
    QCOMPARE(one.evaluations, many.evaluations);
    QCOMPARE(one.front.size(), many.front.size());
    for (std::size_t i = 0; i < one.front.size(); ++i) QVERIFY(one.front[i].program == many.front[i].program);
  }

  void constantsAreTuned() {
    const DataTable table = tableOf([](float x, float y) { return 2 / (x * x + 1.7F) + 0.3F * y; });
    const RegressionData data = splitTable(table, "z", 0, 1).value();
    // slot0 = 1 / (x x + 1) + 1 y: both constants are wrong, and not linear.
    Program program = parsePrograms("tmbl inputs 2 slots 3\nset slot1 input0\nmul slot1 input0\nadd slot1 1\nset slot0 1\ndiv slot0 slot1\n"
                                    "set slot2 input1\nmul slot2 1\nadd slot0 slot2")
                          .value()
                          .front();
    const auto errorOf = [&](const Program& one) {
      return scalingOf(BlockCode(lower(one, firstSlot)).sums(data.training), data.training).error;
    };
    const double before = errorOf(program);
    for (int i = 0; i < 12; ++i) {
      const TunedProgram tuned = tuneConstants(program, data.training);
      QVERIFY(tuned.evaluations > 0);
      if (!tuned.program) break;
      QVERIFY(errorOf(*tuned.program) < errorOf(program));
      program = *tuned.program;
    }
    QVERIFY2(errorOf(program) < before / 1000, qPrintable(QString("%1 of %2").arg(errorOf(program)).arg(before)));
  }

  void programsWithoutConstantsAreNotTuned() {
    const RegressionData data = splitTable(tableOf([](float x, float y) { return x + y; }), "", 0.25, 1).value();
    const Program program = parsePrograms("tmbl inputs 2 slots 1\nmul slot0 input1").value().front();
    const TunedProgram tuned = tuneConstants(program, data.training);
    QVERIFY(!tuned.program);
    QCOMPARE(tuned.evaluations, std::size_t(0));
  }

  void aStopEndsTheRunWithWhatWasFound() {
    const RegressionData data = splitTable(tableOf([](float x, float y) { return x + y; }), "", 0.25, 1).value();
    ProcessorEvaluator evaluator(data.training, 1);
    std::stop_source stop;
    RegressionSettings settings;
    settings.operations = OperationSet::basic();
    settings.evaluations = 0;
    const Regression regression = runRegression(
                                      data, settings, evaluator, [&](const RegressionProgress&) { stop.request_stop(); }, stop.get_token())
                                      .value();
    QCOMPARE(regression.generations, 1U);
    QVERIFY(!regression.front.empty());
  }

  void aConstantTargetIsAConstant() {
    const RegressionData data = splitTable(tableOf([](float, float) { return 4.0F; }), "", 0.25, 1).value();
    const Regression regression = fitted(data, 500);
    QCOMPARE(regression.front.front().length, std::size_t(1));
    QCOMPARE(regression.front.front().trainingError, 0.0);
  }
};

QTEST_APPLESS_MAIN(RegressionTest)
#include "regression_test.moc"
