/// The trial of a GPU, on one that is played: its kernels write nothing, which the trial must notice.

#include <QTest>

#include "core/kernel/cuda/device/jit_link.h"
#include "tests/bench/gpu_trial.h"
#include "tests/core/kernel/cuda/pretend.h"

using namespace gevo;
using namespace gevo::bench;

class GpuTrialTest : public QObject {
  Q_OBJECT

  PretendedDriver pretended_;

private slots:
  void everyStepIsPtx() {
    const Result<cuda::JitLink> link = cuda::JitLink::open();
    if (!link) QSKIP(link.error().message.c_str());
    for (const std::string& code : gpuTrialCodes()) {
      const Result<cuda::Cubin> cubin = link->link(code, "sm_90");
      QVERIFY2(cubin.has_value(), cubin ? "" : (cubin.error().details + code).c_str());
    }
  }

  void itEndsAtTheFirstStepThatGoesWrong() {
    QStringList printed;
    const Result<void> passed = runGpuTrial(0, [&](const std::string& line) { printed << QString::fromStdString(line); });
    QVERIFY(!passed.has_value());
    QVERIFY2(passed.error().message.starts_with("\"another result\" must come out as"), passed.error().message.c_str());
    QVERIFY(printed.first().startsWith("Pretended GPU: "));
    QVERIFY(printed.last().startsWith("another result: "));
  }

  void aGpuThatIsNotThereIsAnError() {
    const Result<void> passed = runGpuTrial(1, [](const std::string&) {});
    QVERIFY(!passed.has_value());
    QVERIFY2(passed.error().message.starts_with("there is no GPU 1"), passed.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(GpuTrialTest)
#include "gpu_trial_test.moc"
