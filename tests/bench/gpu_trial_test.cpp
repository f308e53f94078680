/// The GPU trial on a fake driver, whose kernels write nothing. The trial must detect that.

#include <QTest>

#include "core/kernel/cuda/device/jit_link.h"
#include "tests/bench/gpu_trial.h"
#include "tests/core/kernel/cuda/fake_driver.h"

using namespace gevo;
using namespace gevo::bench;

class GpuTrialTest : public QObject {
  Q_OBJECT

  FakeDriver driver_;

private slots:
  void everyStepIsValidPtx() {
    const Result<cuda::JitLink> link = cuda::JitLink::open();
    if (!link) QSKIP(link.error().message.c_str());
    for (const std::string& code : gpuTrialCodes()) {
      const Result<cuda::Cubin> cubin = link->link(code, "sm_90");
      QVERIFY2(cubin.has_value(), cubin ? "" : (cubin.error().details + code).c_str());
    }
  }

  void endsAtTheFirstFailingStep() {
    QStringList printed;
    const Result<void> passed = runGpuTrial(0, [&](const std::string& line) { printed << QString::fromStdString(line); });
    QVERIFY(!passed.has_value());
    QVERIFY2(passed.error().message.starts_with("the result of \"wrong output\" must be"), passed.error().message.c_str());
    QVERIFY(printed.first().startsWith("Fake GPU: "));
    QVERIFY(printed.last().startsWith("wrong output: "));
  }

  void missingGpuIsAnError() {
    const Result<void> passed = runGpuTrial(1, [](const std::string&) {});
    QVERIFY(!passed.has_value());
    QVERIFY2(passed.error().message.starts_with("there is no GPU 1"), passed.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(GpuTrialTest)
#include "gpu_trial_test.moc"
