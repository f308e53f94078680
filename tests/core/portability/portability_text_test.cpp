/// What is known of variants on devices, as values and as text.

#include "core/portability/portability_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace gevo;

namespace {

/// A variant that gains on one device, and one that fails there; the second device can't be used; the third is not measured yet.
Portability found() {
  const PortabilityCell unusable{Reason::Unsupported, "there is no GPU 1, \"cuda:1\"", 0, 0};
  return {{"simulated A100", "cuda:1", "simulated V100"},
          {{7, {{Reason::None, "", 30, 20}, unusable}}, {9, {{Reason::Race, "a race", 30, 0}, unusable}}}};
}

} // namespace

class PortabilityTextTest : public QObject {
  Q_OBJECT
private slots:
  void jsonHasEachMeasuredCell() {
    const QJsonArray cells = QJsonDocument::fromJson(QByteArray::fromStdString(portabilityJson(found()))).array();
    QCOMPARE(cells.size(), 4);
    QCOMPARE(cells[0]["speedup"].toDouble(), 1.5);
    QCOMPARE(cells[2]["variant"].toInt(), 9);
    QCOMPARE(cells[2]["reason"].toString(), QString(reasonName(Reason::Race)));
    QVERIFY(!cells[2].toObject().contains("speedup"));
  }

  void csvHasALineForEachMeasuredCell() {
    const QStringList lines = QString::fromStdString(portabilityCsv(found())).trimmed().split('\n');
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines[0], QString("variant,device,speedup,original_us,runtime_us,reason,detail"));
    QCOMPARE(lines[1], QString("7,simulated A100,1.5,30,20,,"));
    QCOMPARE(lines[2], QString("7,cuda:1,,,,unsupported,\"there is no GPU 1, \"\"cuda:1\"\"\""));
  }

  void aDeviceThatCantBeUsedFailsAllVariantsForOneReason() {
    const Portability all = found();
    QVERIFY(!all.sharedFailure(0));
    QVERIFY(all.sharedFailure(1));
    QVERIFY(!all.sharedFailure(2));
    QVERIFY(all.cell(1, 1) && !all.cell(1, 2));
  }

  void titlesSayWhatIsSimulated() {
    QCOMPARE(deviceTitle("sim:a100", "A100"), std::string("simulated A100"));
    QCOMPARE(deviceTitle("cuda:0", "NVIDIA H200"), std::string("NVIDIA H200 (cuda:0)"));
  }
};

QTEST_GUILESS_MAIN(PortabilityTextTest)
#include "portability_text_test.moc"
