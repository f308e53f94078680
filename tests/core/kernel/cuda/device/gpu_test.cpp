/// Queries of the driver: version, GPUs and errors.

#include <QTest>

#include "core/kernel/cuda/device/doctor.h"
#include "core/kernel/cuda/device/gpu.h"
#include "core/kernel/cuda/device/nvml.h"
#include "tests/core/kernel/cuda/fake_driver.h"

using namespace gevo;

class GpuTest : public QObject {
  Q_OBJECT

  FakeDriver driver_;

private slots:
  void cleanup() { driver_.order(""); }

  void listsGpusWithTheirProperties() {
    driver_.order("gpus 2");
    const Result<std::vector<cuda::Gpu>> gpus = cuda::listGpus();
    QVERIFY2(gpus.has_value(), gpus ? "" : gpus.error().message.c_str());
    QCOMPARE(gpus->size(), std::size_t(2));
    const cuda::Gpu& second = gpus->at(1);
    QCOMPARE(second.number, 1);
    QCOMPARE(QString::fromStdString(second.name), "Fake GPU");
    QCOMPARE(QString::fromStdString(second.architecture()), "sm_90");
    QCOMPARE(QString::fromStdString(second.uuid), "GPU-10111213-1415-1617-1819-1a1b1c1d1e1f");
    QCOMPARE(second.memoryBytes, std::uint64_t(8) << 30);
    QVERIFY(second.fixedAddresses);
    QCOMPARE(QString::fromStdString(second.pci), "0000:1b:00.0");
  }

  void missingGpuErrorStatesTheNumberOfGpus() {
    const Result<cuda::Gpu> gpu = cuda::findGpu(3);
    QVERIFY(!gpu.has_value());
    QCOMPARE(QString::fromStdString(gpu.error().message), "there is no GPU 3; this machine has 1, counted from 0");
  }

  void noGpuErrorSaysWhatToCheck() {
    driver_.order("gpus 0");
    const Result<std::string> found = cuda::examineGpus();
    QVERIFY(!found.has_value());
    QVERIFY(found.error().message.find("CUDA_VISIBLE_DEVICES") != std::string::npos);
  }

  void errorsHaveTheDriversNameAndText() {
    driver_.order("fail cuDeviceGetCount 100");
    const Result<std::vector<cuda::Gpu>> gpus = cuda::listGpus();
    QVERIFY(!gpus.has_value());
    QCOMPARE(QString::fromStdString(gpus.error().message),
             "counting the GPUs failed: CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected)");
  }

  void doctorReportsDriverGpuAndClocks() {
    QCOMPARE(QString::fromStdString(cuda::examineDriver().value_or("")), "580.00, for CUDA 13.0");
    QCOMPARE(QString::fromStdString(cuda::examineGpus().value_or("")), "0: Fake GPU (sm_90, 4 multiprocessors, 8 GiB)");
    QCOMPARE(QString::fromStdString(cuda::examineNvml().value_or("")),
             "reads the energy counter; clocks now 1500 MHz of 1980 MHz, memory 2600 MHz (never changed)");
  }

  void missingEnergyCounterIsReported() {
    driver_.order("fail nvmlDeviceGetTotalEnergyConsumption 3");
    const Result<std::string> found = cuda::examineNvml();
    QVERIFY(!found.has_value());
    QVERIFY(found.error().message.find("Not Supported") != std::string::npos);
  }

  void energyIsInJoules() {
    const Result<cuda::Nvml> nvml = cuda::Nvml::open();
    QVERIFY(nvml.has_value());
    QCOMPARE(nvml->energyJoules(cuda::findGpu(0)->uuid).value_or(0), 1.5);
  }
};

QTEST_GUILESS_MAIN(GpuTest)
#include "gpu_test.moc"
