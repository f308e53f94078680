/// What `gevo run` and `gevo show` say of a program with a parameter.

#include "tests/app/command.h"
#include "tests/app/nvidia_programs.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

class TuneCommandTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString path_;

  QString shown(const QStringList& what) const {
    const Command command = gevo(QStringList{"show", path_, "--configurations"} + what);
    if (command.exitCode != 0) qFatal("%s", qPrintable(command.err));
    return command.out;
  }

private slots:
  void initTestCase() {
    withoutNvidiaPrograms();
    if (!canBuildPrograms()) QSKIP("needs a CUDA toolkit");
    path_ = folder_.filePath("smooth.gevo");
    const Command made = gevo({"new", path_, QStringLiteral(GEVO_TEST_SOURCE "/tests/app/fixtures/smooth.cu"), "--parameter",
                               "threads=32,64,96,2048", "--test", "128"});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    const Command run = gevo({"run", path_, "--parameters", "tune", "--workers", "2", "--seed", "5", "--quiet"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.err));
  }

  void everyConfigurationHasARow() {
    const QStringList lines = shown({}).trimmed().split('\n');
    QCOMPARE(lines.size(), 5);
    QVERIFY2(lines[0].startsWith("threads") && lines[0].contains("speedup"), qPrintable(lines[0]));
    QCOMPARE(lines.filter("the program's own").size(), 1);
    QVERIFY2(lines.last().trimmed().startsWith("2048"), qPrintable(lines.last())); // what failed is last
  }

  void csvHasTheValuesAndTheReason() {
    const QStringList lines = shown({"--csv"}).trimmed().split('\n');
    QCOMPARE(lines[0], QString("threads,evaluations,best,runtime_us,speedup,error,reason,message,only_with_edits"));
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines.filter("2048,1,,,,,configuration,").size(), 1);
  }

  void jsonBeginsWithTheFastest() {
    const QJsonArray rows = QJsonDocument::fromJson(shown({"--json"}).toUtf8()).array();
    QCOMPARE(rows.size(), 4);
    QVERIFY(rows[0]["runtime_us"].toDouble() <= rows[1]["runtime_us"].toDouble());
    QVERIFY(rows[0]["values"]["threads"].isString());
    QVERIFY(rows[3]["runtime_us"].isNull());
    QVERIFY(!rows[3]["reason"].toString().isEmpty());
  }

  void aProgramWithoutParametersIsToldSo() {
    const QString other = bundledProject(folder_.filePath("hotspot.gevo"));
    const Command run = gevo({"run", other, "--population", "4", "--generations", "1", "--quiet"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.err));
    const Command command = gevo({"show", other, "--configurations"});
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.err.contains("has no parameters"), qPrintable(command.err));
  }
};

QTEST_GUILESS_MAIN(TuneCommandTest)
#include "tune_command_test.moc"
