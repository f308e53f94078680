#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/devices/gpu_choice.h"

#include <QtTest>

using namespace gevo;

class GpuChoiceTest : public QObject {
  Q_OBJECT
private slots:
  void theFirstRealGpuIsTaken() {
    MachineReport machine;
    machine.devices = {{"sim", "H200", ""}, {"cuda:0", "first", "sm_80"}, {"cuda:1", "second", "sm_90"}};
    const Result<DeviceChoice> gpu = firstGpu(machine);
    QVERIFY(gpu.has_value());
    QCOMPARE(gpu->name, std::string("first"));
  }

  void aMissingGpuIsExplained() {
    MachineReport machine;
    machine.devices = {{"sim", "H200", ""}};
    machine.findings = {{"NVIDIA driver", false, "no driver was found"}, {"NVIDIA GPU", false, "none found"}};
    const Result<DeviceChoice> gpu = firstGpu(machine);
    QVERIFY(!gpu);
    QVERIFY2(gpu.error().message.find("(no driver was found); --program PATH") != std::string::npos, gpu.error().message.c_str());
  }

  void ptxIsForTheOlderArchitecture() {
    QCOMPARE(ptxArchitecture("sm_90", "sm_80"), std::string("sm_80"));
    QCOMPARE(ptxArchitecture("sm_90", "sm_120"), std::string("sm_90"));
    QCOMPARE(ptxArchitecture("sm_90", ""), std::string("sm_90"));
  }
};

QTEST_GUILESS_MAIN(GpuChoiceTest)
#include "gpu_choice_test.moc"
