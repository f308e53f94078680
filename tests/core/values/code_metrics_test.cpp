#include <QTest>

#include "core/values/code_metrics.h"

#include <rapidcheck.h>

using namespace gevo;

class CodeMetricsTest : public QObject {
  Q_OBJECT

private slots:
  void theAssemblersLogIsRead() {
    const auto kernels = readAssemblerLog("ptxas info    : 0 bytes gmem\n"
                                          "ptxas info    : Compiling entry function '_Z3onev' for 'sm_90'\n"
                                          "ptxas info    : Function properties for _Z3onev\n"
                                          "    8 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads\n"
                                          "ptxas info    : Used 34 registers, used 1 barriers, 3072 bytes smem, 48 bytes cmem[0]\n"
                                          "info    : Compiling entry function 'two' for 'sm_90'\n"
                                          "info    : Used 8 registers, used 0 barriers\n");
    QCOMPARE(kernels.size(), std::size_t(2));
    QVERIFY((kernels[0] == KernelResources{"_Z3onev", 34, 16, 24, 3072}));
    QVERIFY((kernels[1] == KernelResources{"two", 8, 0, 0, 0}));
  }

  void aLogWithoutKernelsSaysNothing() { QVERIFY(readAssemblerLog("Used 12 registers\nnonsense").empty()); }

  void resourcesRoundTrip() {
    QVERIFY(rc::check([] {
      const auto kernels = *rc::gen::container<std::vector<KernelResources>>(
          rc::gen::build<KernelResources>(rc::gen::set(&KernelResources::kernel, rc::gen::nonEmpty(rc::gen::string<std::string>())),
                                          rc::gen::set(&KernelResources::registers), rc::gen::set(&KernelResources::spillStores),
                                          rc::gen::set(&KernelResources::spillLoads), rc::gen::set(&KernelResources::shared)));
      std::vector<KernelResources> named = kernels;
      for (std::size_t i = 0; i < named.size(); ++i) named[i].kernel = "_Z" + std::to_string(named[i].kernel.size()) + "k$";
      RC_ASSERT(readResources(printResources(named)) == named);
    }));
  }

  void halfOfAnIntervalIsTwoErrorsWide() { QCOMPARE(halfInterval({{}, 9, 0.01}), 0.0196); }
};

QTEST_GUILESS_MAIN(CodeMetricsTest)
#include "code_metrics_test.moc"
