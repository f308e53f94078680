/// Measuring a variant on several devices: progress, cancelling, and the run's own model.

#include "core/base/file.h"
#include "core/portability/portability.h"

#include <QTemporaryDir>
#include <QTest>

using namespace gevo;

class PortabilityTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<Store> store_;
  EvaluationSettings settings_;
  std::vector<Individual> original_ = std::vector<Individual>(1);
  JobOptions options_;

private slots:
  void initTestCase() {
    const std::filesystem::path path = folder_.filePath("hotspot.gevo").toStdString();
    std::filesystem::copy_file(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", path);
    store_ = Store::open(path, Store::Access::Read).value();
    options_.workerProgram = GEVO_TEST_BIN "/gevo-worker";
  }

  void cellsAreToldOneByOne() {
    std::vector<std::size_t> known;
    const Result<Portability> found =
        measurePortability(*store_, settings_, original_, {"sim", "sim:v100"}, options_, [&](const Portability& soFar) {
          known.push_back(soFar.rows[0].cells.size());
          QCOMPARE(soFar.devices.size(), known.back());
        });
    QVERIFY2(found, found ? "" : found.error().message.c_str());
    QCOMPARE(known, (std::vector<std::size_t>{1, 2}));
    QCOMPARE(found->devices, (std::vector<std::string>{"simulated H200", "simulated V100"}));
    QCOMPARE(found->rows[0].cells[1].speedup(), 1.0);
  }

  void cancellingIsAnError() {
    std::stop_source stop;
    JobOptions options = options_;
    options.cancel = stop.get_token();
    options.progress = [&](const std::string&) { stop.request_stop(); };
    bool isTold = false;
    QVERIFY(!measurePortability(*store_, settings_, original_, {"sim"}, options, [&](const Portability&) { isTold = true; }));
    QVERIFY(!isTold);
  }

  void gpusAreNamedWithTheirNumbers() {
    qputenv("GEVO_CUDA_DRIVER", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_NVML", GEVO_FAKE_DRIVER_LIBRARY);
    const Result<Portability> found = measurePortability(*store_, settings_, original_, {"cuda:0", "cuda:7"}, options_);
    qunsetenv("GEVO_CUDA_DRIVER");
    qunsetenv("GEVO_NVML");
    QVERIFY(found);
    QCOMPARE(found->devices, (std::vector<std::string>{"Fake GPU (cuda:0)", "cuda:7"}));
    QVERIFY(found->rows[0].cells[0].runs());
    QVERIFY2(found->rows[0].cells[1].message.find("no GPU 7") != std::string::npos, found->rows[0].cells[1].message.c_str());
  }

  void theRunsOwnModelNeedsNoFile() {
    EvaluationSettings settings;
    settings.device = "sim:/nowhere/mine.toml";
    settings.model = readFile(GEVO_TEST_SOURCE "/resources/devices/a100.toml").value();
    const Result<Portability> found =
        measurePortability(*store_, settings, original_, {"sim:/nowhere/mine.toml", "sim:/nowhere/yours.toml"}, options_);
    QVERIFY(found);
    QCOMPARE(found->devices, (std::vector<std::string>{"simulated A100", "simulated yours.toml"}));
    QVERIFY(found->rows[0].cells[0].runs());
    QVERIFY(found->rows[0].cells[1].message.find("yours.toml") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(PortabilityTest)
#include "portability_test.moc"
