#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "tests/core/kernel/runtime/recorded_program.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// A program that compares all of CUDA's queries with the figures of its device.
class DevicePropertiesTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;

private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void theProgramSeesTheChosenDevice_data() {
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("figures");
    QTest::addColumn<QString>("architecture");
    QTest::newRow("the usual one") << "sim"
                                   << "H200 90 132 1978 65536 233472 232448 2048"
                                   << "sm_90";
    QTest::newRow("a100") << "sim:a100"
                          << "A100 80 108 1410 40960 167936 166912 2048"
                          << "sm_80";
    QTest::newRow("v100, which CUDA 13 has dropped") << "sim:v100"
                                                     << "V100 70 80 1530 16384 98304 98304 2048"
                                                     << "sm_70";
    QTest::newRow("laptop") << "sim:rtx4060-laptop"
                            << "\"RTX 4060 Laptop\" 89 24 2370 8188 102400 101376 1536"
                            << "sm_89";
    QTest::newRow("compiled for an older one") << "sim"
                                               << "H200 90 132 1978 65536 233472 232448 2048"
                                               << "sm_80";
    QTest::newRow("compiled for one of the same generation") << "sim:rtx4060-laptop"
                                                             << "\"RTX 4060 Laptop\" 89 24 2370 8188 102400 101376 1536"
                                                             << "sm_80";
  }
  void theProgramSeesTheChosenDevice() {
    QFETCH(QString, device);
    QFETCH(QString, figures);
    QFETCH(QString, architecture);
    BuildInputs request = fixtureProgram("device_properties", {"device_properties.cu"}, figures.toStdString());
    request.settings.device = device.toStdString();
    request.settings.architecture.clear();
    const QString tag = QTest::currentDataTag();
    if (tag.startsWith("compiled for")) request.settings.flags = {"-arch=" + architecture.toStdString()};
    const auto built = build(request, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + "\n" + built.error().details).c_str());
    QCOMPARE(QString::fromStdString(built->project.build.device), device);
    QCOMPARE(QString::fromStdString(built->project.build.architecture), architecture);
  }
};

QTEST_GUILESS_MAIN(DevicePropertiesTest)
#include "device_properties_test.moc"
