/// What a variant gains on other devices.

#include "tests/app/command.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

class PortabilityCommandTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString path_;

private slots:
  void initTestCase() {
    path_ = bundledProject(folder_.filePath("hotspot.gevo"));
    const Command run = gevo({"run", path_, "--population", "8", "--generations", "1", "--seed", "3", "--quiet"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.err));
  }

  void theOriginalIsAsFastAsItselfEverywhere() {
    const Command command = gevo({"portability", path_, "--variant", "original", "--device", "sim:a100,sim:v100", "--json"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    const QJsonArray cells = QJsonDocument::fromJson(command.out.toUtf8()).array();
    QCOMPARE(cells.size(), 2);
    QCOMPARE(cells[0]["device"].toString(), QString("simulated A100"));
    for (const QJsonValue& cell : cells) QCOMPARE(cell["speedup"].toDouble(), 1.0);
    QVERIFY(cells[0]["original_us"].toDouble() != cells[1]["original_us"].toDouble());
  }

  void aVariantHasTheRunsSpeedupOnItsDevice() {
    const Command shown = gevo({"show", path_, "--variant", "best", "--json"});
    const Command command = gevo({"portability", path_, "--device", "sim:h200", "--json"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    const double speedup = QJsonDocument::fromJson(shown.out.toUtf8()).object()["speedup"].toDouble();
    QVERIFY(qAbs(QJsonDocument::fromJson(command.out.toUtf8()).array().at(0)["speedup"].toDouble() - speedup) < 1e-9);
  }

  void aDeviceThatCantBeUsedIsNoError() {
    const Command command = gevo({"portability", path_, "--variant", "original", "--device", "sim:nothing", "--device", "sim"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    QVERIFY2(command.out.contains("unsupported"), qPrintable(command.out));
    QVERIFY2(command.out.contains("nothing"), qPrintable(command.out));
    QVERIFY2(command.out.contains("1.000×"), qPrintable(command.out));
  }

  void withoutDevicesTheBuiltInModelsAreUsed() {
    const Command command = gevo({"portability", path_, "--variant", "original", "--json"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    const QJsonArray cells = QJsonDocument::fromJson(command.out.toUtf8()).array();
    QCOMPARE(cells.size(), QDir(GEVO_TEST_SOURCE "/resources/devices").entryList({"*.toml"}).size());
    for (const QJsonValue& cell : cells)
      QVERIFY2(cell["device"].toString().startsWith("simulated "), qPrintable(cell["device"].toString()));
  }

  void thePlotHasABarForEachVariantOnEachDevice() {
    const QString plot = folder_.filePath("devices.svg");
    const Command command = gevo({"portability", path_, "--variant", "best", "--device", "sim:a100,sim:nothing", "--plot", plot});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    QFile file(plot);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString svg = QString::fromUtf8(file.readAll());
    QVERIFY(svg.startsWith("<svg "));
    QVERIFY(svg.contains("simulated A100") && svg.contains("simulated nothing") && svg.contains("unsupported: "));
    QCOMPARE(svg.count("</title></rect>"), 1);
  }

  void aPlotIsAnSvg() {
    const Command command = gevo({"portability", path_, "--plot", folder_.filePath("devices.png")});
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.err.contains(".svg"), qPrintable(command.err));
  }

  void anUnknownVariantIsAnError() {
    const Command command = gevo({"portability", path_, "--variant", "99999"});
    QCOMPARE(command.exitCode, 1);
    QVERIFY(command.out.isEmpty());
  }
};

QTEST_GUILESS_MAIN(PortabilityCommandTest)
#include "portability_command_test.moc"
