/// A GPU that hangs or crashes while it is measured; a fake driver stands for it.

#include <QTest>

#include "core/devices/calibrate.h"
#include "tests/core/kernel/cuda/fake_driver.h"

using namespace gevo;

namespace {

const std::string littleMemory = "free 64\n"; // of which a share is cleared and copied

}

class CalibrateDeviceTest : public QObject {
  Q_OBJECT

  FakeDriver driver_;

  CalibrationJob quick() const {
    CalibrationJob settings;
    settings.request.repeats = 1;
    settings.workerProgram = GEVO_TEST_BIN "/gevo-worker";
    return settings;
  }

private slots:
  void aModelComesFromTheWorker() {
    driver_.order(littleMemory);
    const auto reply = calibrate(quick());
    QVERIFY2(reply.has_value(), reply ? "" : reply.error().message.c_str());
    QCOMPARE(reply->gpu, std::string("Fake GPU"));
    QVERIFY(reply->model.find("[instructions]") != std::string::npos);
  }

  void aHangingProbeIsReportedByName() {
    driver_.order(littleMemory + "kernel gevo_probe_add hang\n");
    CalibrationJob settings = quick();
    settings.timeout = std::chrono::seconds(4); // the slowest probe of the fake driver takes a second on an idle machine
    const auto reply = calibrate(settings);
    QVERIFY(!reply.has_value());
    QVERIFY2(reply.error().message.find("did not answer for 4 seconds while measuring atomics") != std::string::npos,
             reply.error().message.c_str());
  }

  void aProbeThatCrashesIsAnError() {
    qputenv("ASAN_OPTIONS", "handle_segv=0"); // which the worker inherits: the address sanitizer makes an exit code of the signal
    driver_.order("kernel gevo_probe_spin crash\n");
    const auto reply = calibrate(quick());
    QVERIFY(!reply.has_value());
    QVERIFY2(reply.error().message.find("signal 11") != std::string::npos, reply.error().message.c_str());
  }

  void noDriverIsAnError() {
    driver_.order("fail cuInit 100\n");
    const auto reply = calibrate(quick());
    QVERIFY(!reply.has_value());
    QVERIFY2(reply.error().message.find("CUDA_ERROR_NO_DEVICE") != std::string::npos, reply.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(CalibrateDeviceTest)
#include "calibrate_device_test.moc"
