/// What the GPU counted, in words.

#include <QTest>

#include "core/format/counter_text.h"

#include <limits>

using namespace gevo;

namespace {

double& of(KernelCounters& kernel, GpuCounter counter) { return kernel.values[static_cast<std::size_t>(counter)]; }

KernelCounters kernel(const char* name, double microseconds) {
  KernelCounters one;
  one.kernel = name;
  one.launches = one.counted = 1;
  of(one, GpuCounter::Time) = microseconds;
  return one;
}

} // namespace

class CounterTextTest : public QObject {
  Q_OBJECT

private slots:
  void theSentenceNamesTheCountAndTheWaitThatDifferMost() {
    KernelCounters original = kernel("work", 200);
    KernelCounters variant = kernel("work", 100);
    of(original, GpuCounter::Instructions) = 1'000'000;
    of(variant, GpuCounter::Instructions) = 900'000;
    of(original, GpuCounter::GlobalStores) = 400'000;
    of(variant, GpuCounter::GlobalStores) = 100'000;
    of(original, GpuCounter::StalledOnBarrier) = 31.2;
    of(variant, GpuCounter::StalledOnBarrier) = 4;
    const GpuCounters counters{"NVIDIA H200", {"1"}, {{original}}, {{variant}}};
    QCOMPARE(countersSummary(counters), std::string("takes 50.0 % less time on NVIDIA H200: 75.0 % fewer sectors stored to global memory; "
                                                    "wait at barriers 31.2 % → 4.0 % of the time of warps"));
  }

  void whatIsTheSameIsNotNamed() {
    KernelCounters one = kernel("work", 200);
    of(one, GpuCounter::Instructions) = 1'000'000;
    QCOMPARE(countersSummary({"NVIDIA H200", {"1"}, {{one}}, {{kernel("work", 300)}}}).find("takes 50.0 % more time on NVIDIA H200"), 0U);
    QCOMPARE(countersSummary({"NVIDIA H200", {"1"}, {{one}}, {{one}}}), std::string("takes about as long on NVIDIA H200"));
  }

  void sharesAreMeansByTimeAndCountsAreSums() {
    KernelCounters sum = kernel("work", 100);
    of(sum, GpuCounter::Occupancy) = 80;
    of(sum, GpuCounter::Instructions) = 5;
    KernelCounters more = kernel("work", 300);
    of(more, GpuCounter::Occupancy) = 40;
    of(more, GpuCounter::Instructions) = 7;
    addCounters(sum, more);
    QCOMPARE(of(sum, GpuCounter::Occupancy), 50.0);
    QCOMPARE(of(sum, GpuCounter::Instructions), 12.0);
    QCOMPARE(sum.launches, 2U);
  }

  void launchesThatWereNotCountedChangeNothingButTheirNumber() {
    KernelCounters sum = kernel("work", 100);
    KernelCounters more;
    more.kernel = "work";
    more.launches = 3;
    addCounters(sum, more);
    QCOMPARE(of(sum, GpuCounter::Time), 100.0);
    QCOMPARE(countedText({"NVIDIA H200", {}, {{sum}}, {}}), std::string("of the original's 4 launches the first 1 are counted"));
  }

  void sumsOverDifferentLaunchesAreNotCompared() {
    KernelCounters original = kernel("work", 100);
    original.launches = 1200;
    original.counted = 1000;
    KernelCounters variant = kernel("work", 60);
    variant.launches = variant.counted = 600;
    QCOMPARE(countersSummary({"NVIDIA H200", {}, {{original}}, {{variant}}}), std::string("ran on NVIDIA H200"));
    for (const CounterRow& row : counterRows({original, variant}))
      if (row.what == "time") QCOMPARE(row.change, std::string("–"));
    variant.launches = 1200;
    variant.counted = 1000;
    QCOMPARE(countersSummary({"NVIDIA H200", {}, {{original}}, {{variant}}}), std::string("takes 40.0 % less time on NVIDIA H200"));
  }

  void hitsAreMeansByAccesses() {
    KernelCounters sum = kernel("work", 100);
    of(sum, GpuCounter::GlobalLoads) = 1000;
    of(sum, GpuCounter::LevelOneHits) = 80;
    addCounters(sum, kernel("work", 900)); // without accesses, of which CUPTI says that 0 % hit
    QCOMPARE(of(sum, GpuCounter::LevelOneHits), 80.0);
  }

  void whatTheOriginalHasNoneOfIsNamedSo() {
    KernelCounters variant = kernel("work", 300);
    of(variant, GpuCounter::LocalStores) = 50'000;
    QCOMPARE(countersSummary({"NVIDIA H200", {}, {{kernel("work", 100)}}, {{variant}}}),
             std::string("takes 200.0 % more time on NVIDIA H200: 50,000 sectors stored to local memory, where the original has none"));
  }

  void figuresHaveTheirUnits() {
    KernelCounters one = kernel("work", 1420);
    of(one, GpuCounter::MemoryRead) = 3 * 1024 * 1024;
    of(one, GpuCounter::LevelTwoHits) = 41.25;
    of(one, GpuCounter::Lanes) = 31.96;
    of(one, GpuCounter::MemoryWritten) = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(counterText(one.values, GpuCounter::Time), std::string("1.420 ms"));
    QCOMPARE(counterText(one.values, GpuCounter::MemoryRead), std::string("3.0 MiB"));
    QCOMPARE(counterText(one.values, GpuCounter::LevelTwoHits), std::string("41.2 %"));
    QCOMPARE(counterText(one.values, GpuCounter::Lanes), std::string("32.0"));
    QCOMPARE(counterText(one.values, GpuCounter::MemoryWritten), std::string("–"));
    QCOMPARE(counterChange(one.values, one.values, GpuCounter::MemoryWritten), std::string("–"));
  }

  void aDamagedReplyIsNotSound() {
    GpuCounters counters{"NVIDIA H200", {}, {{kernel("work", 1)}}, {{kernel("work", 1)}}};
    QVERIFY(isSound(counters));
    of(counters.variant.kernels[0], GpuCounter::Time) = -1;
    QVERIFY(!isSound(counters));
    of(counters.variant.kernels[0], GpuCounter::Time) = std::numeric_limits<double>::infinity();
    QVERIFY(!isSound(counters));
    counters.variant.kernels[0] = kernel("work", 1);
    counters.variant.kernels[0].counted = 5; // of one launch
    QVERIFY(!isSound(counters));
  }
};

QTEST_GUILESS_MAIN(CounterTextTest)
#include "counter_text_test.moc"
