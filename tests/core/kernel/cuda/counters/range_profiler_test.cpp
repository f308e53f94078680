/// Counters of launches, on the fake driver's CUPTI.

#include <QTest>

#include "core/kernel/cuda/replay/gpu_evaluator.h"
#include "tests/core/kernel/cuda/fake_driver.h"
#include "tests/core/kernel/cuda/small_test.h"

#include <cmath>

using namespace gevo;
using namespace gevo::cuda;

class RangeProfilerTest : public QObject {
  Q_OBJECT

  FakeDriver driver_;

  /// Of a test that launches its kernel so often.
  static Result<CodeCounters> count(std::size_t launches, const std::string& does) {
    SmallTest test;
    const program::Event launch = test.launch();
    test.trace.events.insert(test.trace.events.begin() + 4, launches - 1, launch);
    const TestRecipe recipe = test.recipe(codeThat("twice 10"));
    GEVO_TRY_ASSIGN(const std::unique_ptr<GpuEvaluator> gpu, GpuEvaluator::open(0));
    GEVO_TRY(gpu->prepare(nameOf(recipe), recipe));
    return gpu->count({nameOf(recipe), codeThat(does)});
  }

private Q_SLOTS:
  void init() { driver_.order(""); }

  void sumsAreOverLaunches() {
    const Result<CodeCounters> counted = count(5, "twice 7");
    QVERIFY2(counted.has_value(), counted ? "" : counted.error().message.c_str());
    QCOMPARE(counted->kernels.size(), 1U);
    const KernelCounters& kernel = counted->kernels[0];
    QCOMPARE(kernel.kernel, std::string("work"));
    QCOMPARE(kernel.launches, 5U);
    QCOMPARE(kernel.counted, 5U);
    QCOMPARE(kernel.registers, 32U);
    QCOMPARE(valueOf(kernel.values, GpuCounter::Time), 35.0);
    QCOMPARE(valueOf(kernel.values, GpuCounter::Instructions), 1.0 + 2 + 3 + 4 + 5);
    QCOMPARE(valueOf(kernel.values, GpuCounter::Issue), 3.0); // a share, whose mean counts
  }

  void whatTheGpuLacksIsNotANumber() {
    const Result<CodeCounters> counted = count(1, "twice 7");
    QVERIFY(counted.has_value());
    QVERIFY(std::isnan(valueOf(counted->kernels[0].values, GpuCounter::MemoryRead)));
  }

  void manyLaunchesAreCountedInWindows() {
    const Result<CodeCounters> counted = count(230, "twice 2");
    QVERIFY2(counted.has_value(), counted ? "" : counted.error().message.c_str());
    QCOMPARE(counted->kernels[0].counted, 230U);
    QCOMPARE(valueOf(counted->kernels[0].values, GpuCounter::Time), 460.0);
    // The number of a launch begins anew with each hundred.
    QCOMPARE(valueOf(counted->kernels[0].values, GpuCounter::Instructions), 2 * 5050.0 + 465.0);
  }

  void onlyTheFirstOfVeryManyLaunchesAreCounted() {
    const Result<CodeCounters> counted = count(1100, "twice 2");
    QVERIFY2(counted.has_value(), counted ? "" : counted.error().message.c_str());
    QCOMPARE(counted->kernels[0].launches, 1100U);
    QCOMPARE(counted->kernels[0].counted, 1000U);
  }

  void aDriverThatKeepsCountersToItselfSaysWhatHelps() {
    driver_.order("fail cuptiRangeProfilerEnable 35\n");
    const Result<CodeCounters> counted = count(1, "twice 7");
    QVERIFY(!counted.has_value());
    QVERIFY2(counted.error().message.contains("NVreg_RestrictProfilingToAdminUsers"), counted.error().message.c_str());
  }

  void aVariantThatFaultsHasNoCounters() {
    const Result<CodeCounters> counted = count(2, "illegal 1");
    QVERIFY(!counted.has_value());
    QVERIFY2(counted.error().message.contains("of work"), counted.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(RangeProfilerTest)
#include "range_profiler_test.moc"
