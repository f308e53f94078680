/// From a CUDA program to an exported variant, with the programs a user runs.

#include "tests/app/command.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <csignal>

class EndToEndTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  static constexpr const char* small[] = {"--population", "16", "--generations", "2", "--workers", "2", "--quiet"};

  QString file(const QString& name) const { return folder_.filePath(name); }

  static QStringList runArguments(const QString& path, const QStringList& more) {
    QStringList arguments{"run", path};
    for (const char* word : small) arguments << word;
    return arguments + more;
  }

  QString copyOf(const char* project, const QString& name) const {
    const QString path = file(name);
    QFile::remove(path);
    if (!QFile::copy(file(project), path)) qFatal("cannot copy the project");
    return path;
  }
  /// A copy of the hotspot project without any run.
  QString freshProject(const QString& name) const { return copyOf("hotspot.gevo", name); }
  /// A copy of it after a run with seed 3, by two workers.
  QString projectWithRun(const QString& name) const { return copyOf("run.gevo", name); }

private slots:
  void initTestCase() {
    if (!canBuildPrograms()) QSKIP("no CUDA toolkit: programs can't be built here");
    // The sample's own held-out test takes most of a run that is as short as these.
    const Command command = gevo({"new", file("hotspot.gevo"), QStringLiteral(GEVO_TEST_SOURCE "/resources/samples/hotspot/hotspot.cu"),
                                  "--no-parameters", "--screen", "32 32 2 1", "--test", "64 64 4 2", "--test", "80 48 4 3", "--heldout",
                                  "50 30 4 5", "--fuzz", "{rows:1..40} {columns:1..40} 2 {seed}"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    QCOMPARE(gevo(runArguments(freshProject("run.gevo"), {"--seed", "3"})).exitCode, 0);
  }

  void runFindsValidVariantsAndShowsTheirFront() {
    const QString path = projectWithRun("front.gevo");
    const Command front = gevo({"show", path, "--front"});
    QCOMPARE(front.exitCode, 0);
    QVERIFY2(front.out.contains("speedup"), qPrintable(front.out));
    QVERIFY(front.out.count('\n') >= 2);
  }

  void sameSeedGivesTheSameEvaluationsWithAnyNumberOfWorkers() {
    const QString one = freshProject("one.gevo");
    QCOMPARE(gevo({"run", one, "--population", "16", "--generations", "2", "--workers", "1", "--seed", "3", "--quiet"}).exitCode, 0);
    const QString dump = gevo({"show", one, "--evaluations", "--csv"}).out;
    QVERIFY(dump.count('\n') > 48);
    QCOMPARE(gevo({"show", projectWithRun("two.gevo"), "--evaluations", "--csv"}).out, dump);
  }

  void anotherSeedGivesOtherEvaluations() {
    const QString other = freshProject("seed4.gevo");
    QCOMPARE(gevo(runArguments(other, {"--seed", "4"})).exitCode, 0);
    QVERIFY(gevo({"show", other, "--evaluations"}).out != gevo({"show", projectWithRun("seed3.gevo"), "--evaluations"}).out);
  }

  void resumedRunEqualsAnUninterruptedOne() {
    const QString parts = freshProject("parts.gevo");
    QCOMPARE(gevo({"run", parts, "--population", "16", "--generations", "1", "--seed", "3", "--quiet"}).exitCode, 0);
    const QString whole = gevo({"show", projectWithRun("whole.gevo"), "--evaluations"}).out;
    QVERIFY(gevo({"show", parts, "--evaluations"}).out != whole);
    QCOMPARE(gevo({"run", parts, "--resume", "--generations", "2", "--quiet"}).exitCode, 0);
    QCOMPARE(gevo({"show", parts, "--evaluations"}).out, whole);
  }

  void bestVariantIsCheckedAndExported() {
    const QString path = projectWithRun("best.gevo");
    const Command check = gevo({"check", path, "--variant", "best"});
    QVERIFY2(check.exitCode == 0, qPrintable(check.out + check.err));
    QVERIFY(check.out.contains("held-out"));
    QVERIFY(gevo({"show", path, "--front"}).out.contains("passed"));

    const Command exported =
        gevo({"export", path, "--variant", "best", "--ptx", file("best.ptx"), "--ll", file("best.ll"), "--edits", file("best.edits")});
    QVERIFY2(exported.exitCode == 0, qPrintable(exported.err));
    QFile ptx(file("best.ptx"));
    QVERIFY(ptx.open(QIODevice::ReadOnly));
    QVERIFY(ptx.readAll().contains(".entry"));
  }

  void everyVariantOfTheFrontIsChecked() {
    const QString path = projectWithRun("front.gevo");
    const Command checked = gevo({"check", path, "--front"});
    QVERIFY2(checked.exitCode <= 1 && checked.err.isEmpty(), qPrintable(checked.err));
    QVERIFY2(checked.out.contains(QRegularExpression("\\d+ of \\d+ variants? passed\n")), qPrintable(checked.out));
    QCOMPARE(checked.exitCode == 0, !checked.out.contains("failed"));
    QVERIFY(!gevo({"show", path, "--front"}).out.remove(QRegularExpression("original[^\n]*\n")).contains("not checked"));
    QCOMPARE(gevo({"check", path, "--front"}).out, checked.out); // as it is stored
    QVERIFY(gevo({"check", path, "--front", "--fresh"}).exitCode > 1);
  }

  void aVariantIsTriedOnFreshInputs() {
    const QString path = projectWithRun("tried.gevo");
    const Command tried = gevo({"check", path, "--variant", "best", "--fuzz", "4", "--json"});
    QVERIFY2(tried.exitCode <= 1 && tried.err.isEmpty(), qPrintable(tried.err));
    const QJsonObject found = QJsonDocument::fromJson(tried.out.toUtf8()).object();
    QCOMPARE(found["passed"].toArray().size() + found["failed"].toArray().size(), 4);
    QCOMPARE(tried.exitCode == 0, found["failed"].toArray().isEmpty());
    const Command original = gevo({"check", path, "--variant", "original", "--fuzz", "4"});
    QCOMPARE(original.exitCode, 0);
    QVERIFY2(original.out.endsWith("\n4 of 4 passed\n"), qPrintable(original.out));
  }

  void theEditsThatMatterAreFoundAndSaved() {
    const QString path = projectWithRun("analyzed.gevo");
    const Command analyzed = gevo({"analyze", path, "--json"});
    QVERIFY2(analyzed.exitCode == 0, qPrintable(analyzed.err));
    const QJsonObject found = QJsonDocument::fromJson(analyzed.out.toUtf8()).object();
    QVERIFY(found["runtime_us"].toDouble() < found["original_us"].toDouble());
    QVERIFY(!found["edits"].toArray().isEmpty());
    for (const QJsonValue& edit : found["edits"].toArray()) {
      QVERIFY(edit["needed"].toBool() || edit["share"].toDouble() > 0);
      QVERIFY(edit["meaning"].isString());
    }
    const QJsonObject shown =
        QJsonDocument::fromJson(gevo({"show", path, "--variant", found["name"].toString(), "--json"}).out.toUtf8()).object();
    QCOMPARE(shown["code"].toString(), found["code"].toString());
    QCOMPARE(shown["edits"].toArray().size(), found["edits"].toArray().size());
  }

  void interactionsOfEditsAreFoundAndKept() {
    const QString path = projectWithRun("interactions.gevo");
    const auto analyzed = [&] {
      const Command command = gevo({"analyze", path, "--workers", "2", "--svg", file("interactions.svg"), "--json"});
      if (command.exitCode != 0) qFatal("%s", qPrintable(command.err));
      return QJsonDocument::fromJson(command.out.toUtf8()).object();
    };
    const QJsonObject first = analyzed();
    const QJsonObject interactions = first["interactions"].toObject();
    QVERIFY(interactions["complete"].toBool());
    QCOMPARE(interactions["edits"].toArray().size(), first["edits"].toArray().size());
    for (const QJsonValue& edit : interactions["edits"].toArray()) {
      QVERIFY(edit["alone"].isObject());
      QCOMPARE(edit["role"].toString() == "epistatic", edit["cluster"].isDouble());
    }
    QFile picture(file("interactions.svg"));
    QVERIFY(picture.open(QIODevice::ReadOnly));
    QVERIFY(picture.readAll().startsWith("<svg "));
    QVERIFY(analyzed()["interactions"].toObject() == interactions);
    const Command text = gevo({"analyze", path});
    QVERIFY2(text.out.contains("\ninteractions: "), qPrintable(text.out));
  }

  void allExportsDescribeTheSameVariant() {
    const QString path = projectWithRun("all.gevo");
    const Command exported = gevo(
        {"export", path, "--loader", file("all.cpp"), "--manifest", file("all.json"), "--report", file("all.html"), "--target", "sm_80"});
    QVERIFY2(exported.exitCode == 0, qPrintable(exported.err));
    const auto contents = [&](const char* name) {
      QFile written(file(name));
      return written.open(QIODevice::ReadOnly) ? QString::fromUtf8(written.readAll()) : QString();
    };
    const QJsonObject manifest = QJsonDocument::fromJson(contents("all.json").toUtf8()).object();
    const QString variant = QString("variant %1 of hotspot").arg(manifest["variant"]["id"].toInt());
    for (const char* name : {"all.cpp", "all.html"}) QVERIFY2(contents(name).contains(variant), name);
    QCOMPARE(manifest["architecture"].toString(), QString("sm_80"));
    QVERIFY(contents("all.cpp").contains(".target sm_80"));
    QVERIFY(!manifest["not_verified"].toArray().isEmpty());
    // On the simulated GPU the export, which runs the tests again, gives the runtime that the file has.
    double sum = 0;
    int tests = 0;
    for (const QJsonValue& test : manifest["tests"].toArray()) {
      if (test["role"].toString() != "test") continue;
      QVERIFY(test["passed"].toBool());
      sum += test["runtime_us"].toDouble();
      ++tests;
    }
    QVERIFY(tests > 0);
    const double runtime = manifest["result"]["runtime_us"].toDouble();
    QVERIFY2(std::abs(sum / tests / runtime - 1) < 1e-9, qPrintable(QString("%1 %2").arg(sum / tests).arg(runtime)));
    const QJsonArray launches = manifest["kernels"][0]["validated_launches"].toArray();
    QVERIFY(!launches.isEmpty());
    QCOMPARE(launches[0]["block"].toArray(), (QJsonArray{16, 16, 1}));
  }

  void failedExportLeavesNoFileAndTheGevoFileAlone() {
    const QString path = projectWithRun("failed.gevo");
    const Command unknown = gevo({"export", path, "--target", "sm_9x", "--ptx", file("failed.ptx")});
    QCOMPARE(unknown.exitCode, 1);
    QVERIFY(unknown.err.contains("sm_9x"));
    QVERIFY(!QFile::exists(file("failed.ptx")));
    const Command itself = gevo({"export", path, "--edits", path});
    QCOMPARE(itself.exitCode, 1);
    QVERIFY(itself.err.contains("is the .gevo file itself"));
    QCOMPARE(gevo({"show", path, "--front"}).exitCode, 0);
  }

  void exportedPtxAssembles() {
    const QString ptxas = QStringLiteral("/usr/local/cuda/bin/ptxas");
    if (!QFile::exists(ptxas)) QSKIP("no ptxas");
    const QString path = projectWithRun("ptx.gevo");
    QCOMPARE(gevo({"export", path, "--variant", "best", "--ptx", file("v.ptx")}).exitCode, 0);
    QCOMPARE(QProcess::execute(ptxas, {"-arch=sm_90", "-o", file("v.cubin"), file("v.ptx")}), 0);
  }

  void exportedIrIsAcceptedByLlvm() {
    const QString path = projectWithRun("ir.gevo");
    QCOMPARE(gevo({"export", path, "--variant", "best", "--ll", file("v.ll")}).exitCode, 0);
    QCOMPARE(QProcess::execute("opt-22", {"-passes=verify", "-disable-output", file("v.ll")}), 0);
  }

  void originalExportsToo() {
    const QString path = projectWithRun("original.gevo");
    QCOMPARE(gevo({"export", path, "--variant", "original", "--ptx", file("original.ptx")}).exitCode, 0);
  }

  void killedWorkersCostNothingButTime() {
    const QString killed = freshProject("killed.gevo");
    QProcess run;
    run.start(gevoProgram(), {"run", killed, "--population", "16", "--generations", "2", "--workers", "2", "--seed", "3", "--json"});
    QVERIFY(run.waitForStarted());
    // One worker is killed for each line of progress.
    int kills = 0;
    while (run.waitForReadyRead(60'000)) {
      run.readAllStandardOutput();
      QProcess children;
      children.start("pgrep", {"-P", QString::number(run.processId()), "gevo-worker"});
      children.waitForFinished();
      const QStringList ids = QString::fromUtf8(children.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
      if (kills < 3 && !ids.isEmpty() && ::kill(ids.first().toInt(), SIGKILL) == 0) ++kills;
    }
    run.waitForFinished(60'000);
    QCOMPARE(run.exitCode(), 0);
    QVERIFY(kills > 0);
    QCOMPARE(gevo({"show", killed, "--evaluations"}).out, gevo({"show", projectWithRun("calm.gevo"), "--evaluations"}).out);
  }
};

QTEST_GUILESS_MAIN(EndToEndTest)
#include "end_to_end_test.moc"
