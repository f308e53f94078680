#include <QTest>

#include "core/values/device_name.h"

using namespace gevo;

class DeviceNameTest : public QObject {
  Q_OBJECT

private slots:
  void aGpuHasANumber_data() {
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<int>("number"); // -1: not a GPU
    QTest::newRow("the first") << QByteArray("cuda") << 0;
    QTest::newRow("by number") << QByteArray("cuda:12") << 12;
    QTest::newRow("simulated") << QByteArray("sim") << -1;
    QTest::newRow("a model") << QByteArray("sim:a100") << -1;
    QTest::newRow("no number") << QByteArray("cuda:") << -1;
    QTest::newRow("more than a number") << QByteArray("cuda:1x") << -1;
    QTest::newRow("a negative one") << QByteArray("cuda:-1") << -1;
    QTest::newRow("another word") << QByteArray("cudax") << -1;
  }
  void aGpuHasANumber() {
    QFETCH(QByteArray, device);
    QFETCH(int, number);
    QCOMPARE(gpuNumber(device.toStdString()).value_or(-1), number);
  }
  void allOfThemAreNamedAsOne() {
    QVERIFY(isGpu("cuda:all") && isEveryGpu("cuda:all") && isGpu("cuda:1"));
    QVERIFY(!gpuNumber("cuda:all") && !isEveryGpu("cuda") && !isGpu("sim"));
    QCOMPARE(screeningDevice("cuda:all"), std::string("sim"));
  }
  void aSimulatedDeviceScreensItself() {
    QCOMPARE(screeningDevice("sim:a100"), std::string("sim:a100"));
    QCOMPARE(screeningDevice("cuda:1"), std::string("sim"));
  }

  void anArchitectureHasANumber() {
    QCOMPARE(architectureNumber("sm_90a"), 90U);
    QCOMPARE(architectureNumber("sm_120"), 120U);
    for (const char* other : {"", "sm_", "compute_90", "90"}) QCOMPARE(architectureNumber(other), 0U);
  }
};

QTEST_GUILESS_MAIN(DeviceNameTest)
#include "device_name_test.moc"
