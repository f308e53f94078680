/// In bundled samples with shuffles, flags, textures, atomics and shared memory, sums over lines are what the launches count, and nearly
/// all of it is of lines of the source.

#include "core/kernel/heat/counted_tests.h"
#include "core/kernel/heat/line_heat.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/simulator/machine/model.h"
#include "tests/core/base/value_of.h"
#include "tests/core/kernel/samples/recorded_sample.h"

#include <QTest>
#include <llvm/IR/Module.h>

#include <cmath>

using namespace gevo;
using namespace gevo::program;
using namespace gevo::testing;

class SampleCountsTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void linesAddUpToTheLaunches_data() {
    QTest::addColumn<std::string>("arguments");
    QTest::newRow("align_v1") << std::string("4 104 3");
    QTest::newRow("bfs") << std::string("4000 6 2");
    QTest::newRow("cfd") << std::string("6 2 2");
    QTest::newRow("hotspot") << std::string("128 128 4 2");
    QTest::newRow("nw") << std::string("128 10 2");
    QTest::newRow("particlefilter") << std::string("48 6 200 2");
    QTest::newRow("simcov") << std::string("25 40 24 3");
    QTest::newRow("stereo") << std::string("34 10 24 4");
  }

  void linesAddUpToTheLaunches() {
    QFETCH(const std::string, arguments);
    const RecordedSample sample = recordSample(QTest::currentDataTag(), {arguments});
    QVERIFY(!sample.tests.empty());
    const auto base = valueOf(ir::BaseModule::load(sample.project.base));
    const std::unique_ptr<llvm::Module> module = ir::applyEdits(*base, {}).module;
    ir::cleanUp(*module);
    ir::optimise(*module);
    const sim::Model model = valueOf(sim::loadModel("sim"));
    auto simulator = valueOf(sim::Simulator::create(*module, model, sim::Detail::Counters));
    const CountedTests counted = valueOf(countTests(sample.project.tests, simulator, nullptr, 10));
    auto plain = valueOf(sim::Simulator::create(*module, model));
    QCOMPARE(valueOf(countTests(sample.project.tests, plain, nullptr, 10)).launches, counted.launches);

    const SourceLinesOf lines(*module, sample.project.sources);
    const std::vector<KernelHeat> kernels = kernelHeat({counted.kernels, lines}, {counted.kernels, lines}, model);
    QVERIFY(!kernels.empty());
    QCOMPARE(kernels.size(), counted.kernels.size());
    for (const KernelHeat& kernel : kernels) {
      const sim::LaunchStatistics& launches = counted.kernels.at(kernel.kernel).statistics;
      const HeatCounts sum = sumOf(kernel.lines, &HeatLine::original);
      QCOMPARE(sumOf(kernel.lines, &HeatLine::variant), sum);
      QCOMPARE(sum.executions, launches.warpInstructions);
      QCOMPARE(sum.sectors(), launches.globalSectors);
      QCOMPARE(sum.conflicts, launches.sharedConflicts);
      QCOMPARE(sum.barriers, launches.barriers);
      QCOMPARE(sum.divergentBranches, launches.divergentBranches);
      QVERIFY(std::abs(sum.cycles + kernel.original.bounds.launch - launches.cycles) < 1e-6 * launches.cycles);
      HeatCounts ofSource;
      for (const HeatLine& line : kernel.lines)
        if (!line.at.file.empty()) ofSource.add(line.original);
      // What optimisation combines from several lines is of none, but takes little time.
      QVERIFY2(ofSource.cycles > 0.9 * sum.cycles, kernel.kernel.c_str());
      QVERIFY2(double(ofSource.executions) > 0.6 * double(sum.executions), kernel.kernel.c_str());
    }
  }
};

QTEST_GUILESS_MAIN(SampleCountsTest)
#include "sample_counts_test.moc"
