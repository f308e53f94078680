#include <QTest>

#include "core/base/file.h"
#include "core/devices/model_file.h"

#include <QTemporaryDir>

using namespace gevo;

class ModelFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

private slots:
  void settingsKeepTheTextOfTheModel() {
    QVERIFY(writeFile(path("own.toml"), "name = \"own\"\n").has_value());
    EvaluationSettings settings;
    settings.device = "sim:" + path("own.toml");
    QVERIFY(readModelFile(settings).has_value());
    QCOMPARE(settings.model, std::string("name = \"own\"\n"));
  }

  void otherDevicesHaveNoModel_data() {
    QTest::addColumn<QString>("device");
    for (const char* device : {"", "sim", "sim:h200", "cuda:0", "own.toml"}) QTest::newRow(device) << device;
  }
  void otherDevicesHaveNoModel() {
    QFETCH(QString, device);
    EvaluationSettings settings;
    settings.device = device.toStdString();
    settings.model = "of before";
    QVERIFY(readModelFile(settings).has_value());
    QVERIFY(settings.model.empty());
  }

  void invalidModelFilesAreRejected() {
    EvaluationSettings settings;
    settings.device = "sim:" + path("missing.toml");
    QVERIFY(readModelFile(settings).error().message.find("missing.toml") != std::string::npos);
    QVERIFY(writeFile(path("empty.toml"), "").has_value());
    settings.device = "sim:" + path("empty.toml");
    QVERIFY(readModelFile(settings).error().message.find("empty.toml is not a model of a GPU") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(ModelFileTest)
#include "model_file_test.moc"
