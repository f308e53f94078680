#include "core/tmbl/dead_code.h"
#include "core/tmbl/device/bench.h"
#include "tests/core/base/value_of.h"
#include "tests/core/kernel/cuda/fake_driver.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::tmbl;

class BenchTest : public QObject {
  Q_OBJECT

private slots:
  void allInstructionsOfItsProgramsCount() {
    for (const std::uint32_t length : {1U, 30U, 300U})
      for (const Program& program : benchPopulation(10, length, 4, 7)) {
        QVERIFY(check(program).has_value());
        QCOMPARE(effectiveLength(program, firstSlot), std::size_t(length));
      }
  }

  void aFigureHasItsStandardError() {
    const BenchFigure figure = figureOf(std::vector<double>{1, 2, 3, 4, 5});
    QCOMPARE(figure.mean, 3.0);
    QVERIFY(std::abs(figure.error - std::sqrt(2.5 / 5)) < 1e-12);
    QCOMPARE(figureOf(std::vector<double>{4}).error, 0.0);
  }

  void populationsAreCompiledWithoutAGpu() {
    BenchSettings settings;
    settings.experiments = {Experiment::Speed};
    settings.population = 6;
    settings.instructions = 20;
    settings.cases = 500;
    settings.repeats = 2;
    settings.gpu.workerProgram = GEVO_TEST_BIN "/gevo-worker";
    const Result<Bench> bench = runBench(settings, [](const std::string&) {}, {});
    if (!bench && bench.error().message.contains("nvJitLink")) QSKIP("there is no nvJitLink");
    QVERIFY2(bench.has_value(), bench ? "" : bench.error().message.c_str());
    QCOMPARE(bench->device.architecture, settings.gpu.architecture);
    QVERIFY(bench->device.gpu.empty());
    QCOMPARE(bench->rows.size(), std::size_t(2));
    QCOMPARE(bench->rows[0].device, BenchDevice::Processor);
    QVERIFY(bench->rows[0].speed.mean > 0);
    QVERIFY(bench->rows[1].assemble.mean > 0);
    QCOMPARE(bench->rows[1].speed.mean, 0.0);
  }

  /// The fake driver's kernels write nothing, so that no sum can be right.
  void populationsRunOnAGpuAndTheirSumsAreCompared() {
    const FakeDriver driver;
    BenchSettings settings;
    settings.experiments = {Experiment::Speed, Experiment::Kernels};
    settings.population = 6;
    settings.instructions = 20;
    settings.cases = 20000; // three chunks
    settings.individualsPerModule = 4;
    settings.repeats = 2;
    settings.launches = 3;
    settings.gpu.gpu = 0;
    settings.gpu.workerProgram = GEVO_TEST_BIN "/gevo-worker";
    const Result<Bench> bench = runBench(settings, [](const std::string&) {}, {});
    QVERIFY2(bench.has_value(), bench ? "" : bench.error().message.c_str());
    QCOMPARE(bench->device.gpu, std::string("Fake GPU"));
    QCOMPARE(bench->rows.size(), std::size_t(2 + 9));
    for (const BenchRow& row : bench->rows) {
      QVERIFY(row.speed.mean > 0);
      QCOMPARE(row.compared, row.device == BenchDevice::Processor ? 0U : 2 * 6U);
      QCOMPARE(row.equal, 0U);
    }
  }

  void aGpuThatFailsIsAnError() {
    const FakeDriver driver;
    GpuSettings settings;
    settings.gpu = 0;
    settings.workerProgram = GEVO_TEST_BIN "/gevo-worker";
    const Cases cases = Cases::make({{1, 2}}, {1, 2}).value();
    const auto evaluator = GpuEvaluator::start(settings, cases);
    QVERIFY2(evaluator.has_value(), evaluator ? "" : evaluator.error().message.c_str());
    const std::vector<Code> population{lower(benchPopulation(1, 5, 1, 1)[0], firstSlot)};
    driver.order("fail cuLaunchKernel 700\n");
    const auto failed = (*evaluator)->evaluate(population);
    QVERIFY(!failed.has_value());
    QVERIFY2(failed.error().message.contains("launching a population failed"), failed.error().message.c_str());
  }

  void anInterruptedBenchHasTheRowsThatAreComplete() {
    BenchSettings settings;
    settings.experiments = {Experiment::Speed};
    settings.population = 2;
    settings.cases = 100;
    settings.repeats = 3;
    settings.gpu.workerProgram = GEVO_TEST_BIN "/gevo-worker";
    std::stop_source stop;
    int steps = 0;
    const Result<Bench> bench = runBench(
        settings,
        [&](const std::string&) {
          if (++steps == 5) stop.request_stop();
        },
        stop.get_token());
    if (!bench && bench.error().message.contains("nvJitLink")) QSKIP("there is no nvJitLink");
    QVERIFY2(bench.has_value(), bench ? "" : bench.error().message.c_str());
    QCOMPARE(bench->rows.size(), std::size_t(1));
  }

  void experimentsHaveNames() {
    QCOMPARE(parseExperiment("threads").value(), Experiment::Threads);
    const auto unknown = parseExperiment("fig3");
    QVERIFY(!unknown && unknown.error().message.starts_with("there is no experiment 'fig3'; there are speed, steps"));
  }

  void aMissingGpuIsAnError() {
    qputenv("GEVO_CUDA_DRIVER", "/nowhere/libcuda.so");
    GpuSettings settings;
    settings.gpu = 0;
    settings.workerProgram = GEVO_TEST_BIN "/gevo-worker";
    const Cases cases = Cases::make({{1, 2}}, {1, 2}).value();
    const auto evaluator = GpuEvaluator::start(settings, cases);
    QVERIFY(!evaluator.has_value());
    QVERIFY2(evaluator.error().message.contains("driver"), evaluator.error().message.c_str());
    qunsetenv("GEVO_CUDA_DRIVER");
  }

  void codeThatIsDamagedIsRefused() {
    GpuSettings settings;
    settings.workerProgram = GEVO_TEST_BIN "/gevo-worker";
    const Cases cases = Cases::make({{1, 2}}, {1, 2}).value();
    const auto evaluator = GpuEvaluator::start(settings, cases);
    if (!evaluator) QSKIP(evaluator.error().message.c_str());
    PopulationRequest request;
    request.population.push_back({{}, {{StepKind::Add, {Value::Kind::Input, 7}, {}, {}}}, {}});
    const auto reply = (*evaluator)->run(std::move(request));
    QVERIFY(!reply.has_value());
    QVERIFY2(reply.error().message.contains("a value that does not exist"), reply.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(BenchTest)
#include "bench_test.moc"
