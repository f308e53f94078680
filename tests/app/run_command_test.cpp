/// What the options of `gevo run` do, on small runs of the bundled project.

#include "tests/app/nvidia_programs.h"
#include "tests/app/small_project.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <optional>

class RunCommandTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::optional<SmallProject> small_;
  int files_ = 0;
  QString found_; ///< a file whose only run has the seed 5

  QString freshProject() { return small_->copyTo(folder_.filePath(QString("%1.gevo").arg(++files_))); }
  QString copyOfFound() {
    const QString path = folder_.filePath(QString("%1.gevo").arg(++files_));
    if (!QFile::copy(found_, path)) qFatal("cannot copy the file");
    return path;
  }

  static Command run(const QString& path, const QStringList& more) {
    return gevo(QStringList{"run", path, "--population", "8", "--generations", "1", "--workers", "2"} + more);
  }
  static Command resume(const QString& path, const QStringList& more = {}) { return gevo(QStringList{"run", path, "--resume"} + more); }

  static QString evaluations(const QString& path, int number = 1) {
    return gevo({"show", path, "--run", QString::number(number), "--evaluations", "--csv"}).out;
  }
  static int runsOf(const QString& path) { return int(gevo({"show", path, "--runs", "--csv"}).out.count('\n')) - 1; }

  /// Edits are named "OPERATOR UID ...".
  static QSet<QString> uidsOf(const QString& text) {
    static const QRegularExpression edit("\\b[a-z]+ ([0-9a-f]{16}) ");
    QSet<QString> uids;
    for (const auto& match : edit.globalMatch(text)) uids << match.captured(1);
    return uids;
  }

private slots:
  void initTestCase() {
    withoutNvidiaPrograms();
    small_.emplace();
    found_ = freshProject();
    const Command command = run(found_, {"--seed", "5", "--quiet"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    QVERIFY(evaluations(found_).count('\n') > 16);
  }

  // --evaluations, and --tries as it was called in earlier versions

  void triesIsTheOldNameOfEvaluations() {
    const QString path = freshProject();
    QCOMPARE(gevo({"run", path, "--population", "8", "--seed", "5", "--workers", "2", "--tries", "1", "--quiet"}).exitCode, 0);
    const QString shown = gevo({"show", path, "--tries", "--csv"}).out;
    QVERIFY(shown.count('\n') > 8);
    QCOMPARE(shown, evaluations(path));
  }

  void aResumedRunTakesTriesToo() {
    const QString path = copyOfFound();
    const Command command = resume(path, {"--tries", "1000"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    QVERIFY2(command.out.startsWith("run 1: all evaluations done after "), qPrintable(command.out));
    QVERIFY(evaluations(path).count('\n') > 1000);
  }

  void progressCountsEvaluationsUnderBothNames() {
    const Command command = run(freshProject(), {"--seed", "5", "--json"});
    QCOMPARE(command.exitCode, 0);
    int lines = 0;
    for (const QString& line : command.out.split('\n', Qt::SkipEmptyParts)) {
      const QJsonObject progress = QJsonDocument::fromJson(line.toUtf8()).object();
      if (!progress.contains("state")) continue;
      ++lines;
      QVERIFY2(progress["evaluations"].isDouble(), qPrintable(line));
      QCOMPARE(progress["tries"], progress["evaluations"]);
    }
    QVERIFY(lines > 0);
  }

  void bothNamesAtOnceAreAnError() {
    const QString path = freshProject();
    const Command command = gevo({"run", path, "--evaluations", "1", "--tries", "2"});
    QCOMPARE(command.exitCode, 2);
    QVERIFY2(command.err.startsWith("--evaluations: "), qPrintable(command.err));
    QCOMPARE(runsOf(path), 0);
  }

  // --runs

  void aSeriesUsesConsecutiveSeeds() {
    const QString series = freshProject();
    QCOMPARE(run(series, {"--seed", "4", "--runs", "2", "--quiet"}).exitCode, 0);
    QCOMPARE(runsOf(series), 2);
    QCOMPARE(evaluations(series, 2), evaluations(found_));
    QVERIFY(evaluations(series, 1) != evaluations(series, 2));
  }

  /// Interrupted in its first run: resuming finishes that one and does the others.
  void resumingAStoppedSeriesRunsTheRest() {
    const QString series = freshProject();
    QProcess interrupted;
    interrupted.start(gevoProgram(), {"run", series, "--population", "8", "--generations", "1", "--seed", "4", "--runs", "2", "--json"});
    QVERIFY(interrupted.waitForReadyRead(60'000));
    QCOMPARE(::kill(pid_t(interrupted.processId()), SIGTERM), 0);
    QVERIFY(interrupted.waitForFinished(60'000));
    QCOMPARE(interrupted.exitCode(), 0);
    QCOMPARE(runsOf(series), 1);

    const Command rest = resume(series, {"--quiet"});
    QVERIFY2(rest.exitCode == 0, qPrintable(rest.err));
    QCOMPARE(runsOf(series), 2);
    QCOMPARE(evaluations(series, 2), evaluations(found_));
  }

  // --from

  void aRunStartsFromTheFrontOfAnother_data() {
    QTest::addColumn<bool>("ownFile");
    QTest::addColumn<QString>("from");
    QTest::newRow("a run of the same file") << true << "1";
    QTest::newRow("the latest run of another file") << false << "%1";
    QTest::newRow("a run of another file") << false << "%1:1";
  }
  void aRunStartsFromTheFrontOfAnother() {
    QFETCH(bool, ownFile);
    QFETCH(QString, from);
    const QString path = ownFile ? copyOfFound() : freshProject();
    const Command command = run(path, {"--seed", "6", "--from", ownFile ? from : from.arg(found_), "--quiet"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    const QString first = evaluations(path, ownFile ? 2 : 1).section('\n', 2, 2);
    QVERIFY2(first.startsWith("1,0,0,0,seeded,0,-1,done,valid,"), qPrintable(first));
  }

  void seedsGetEditIdsOfTheirOwn() {
    const QString path = copyOfFound();
    QCOMPARE(run(path, {"--seed", "5", "--from", "1", "--quiet"}).exitCode, 0);
    const QString seeded = evaluations(path, 2).section('\n', 2, 2);
    QVERIFY(!uidsOf(seeded).isEmpty());
    QVERIFY(!uidsOf(evaluations(path, 1)).intersects(uidsOf(seeded)));
  }

  void aSeededRunIsResumedWithoutItsSourceFile() {
    const QString whole = freshProject();
    const QString parts = freshProject();
    const QString other = copyOfFound();
    const QStringList common{"--population", "8", "--seed", "6", "--from", other, "--quiet", "--generations"};
    QCOMPARE(gevo(QStringList{"run", whole} + common + QStringList{"1"}).exitCode, 0);
    QCOMPARE(gevo(QStringList{"run", parts, "--evaluations", "1"} + common + QStringList{"1"}).exitCode, 0);
    QVERIFY(QFile::remove(other));
    QVERIFY(evaluations(parts) != evaluations(whole));
    const Command resumed = resume(parts, {"--generations", "1", "--quiet"});
    QVERIFY2(resumed.exitCode == 0, qPrintable(resumed.err));
    QCOMPARE(evaluations(parts), evaluations(whole));
  }

  void aMissingFrontIsReported_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("named");
    QTest::newRow("no such run") << "7"
                                 << "has no run 7; its runs are 1 to 1";
    QTest::newRow("no such file") << "missing.gevo"
                                  << "missing.gevo";
    QTest::newRow("a file without runs") << QString(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo")
                                         << "has no run to start from; give a file that has one";
  }
  void aMissingFrontIsReported() {
    QFETCH(QString, from);
    QFETCH(QString, named);
    const QString path = copyOfFound();
    const Command command = run(path, {"--from", from});
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.errorLines().size() == 1 && command.err.contains(named), qPrintable(command.err));
    QCOMPARE(runsOf(path), 1);
  }

  // --resume

  void aResumedRunRejectsOtherSettings_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("device") << QStringList{"--device", "sim:H200"};
    QTest::newRow("mode") << QStringList{"--mode", "exact"};
    QTest::newRow("metric") << QStringList{"--metric", "rmse"};
    QTest::newRow("tolerance") << QStringList{"--tolerance", "0.5"};
    QTest::newRow("races") << QStringList{"--races", "warp"};
    QTest::newRow("population") << QStringList{"--population", "16"};
    QTest::newRow("seed") << QStringList{"--seed", "6"};
    QTest::newRow("crossover") << QStringList{"--crossover", "0.5"};
    QTest::newRow("mutation") << QStringList{"--mutation", "0.5"};
    QTest::newRow("mutation attempts") << QStringList{"--mutation-attempts", "3"};
    QTest::newRow("crossover attempts") << QStringList{"--crossover-attempts", "3"};
    QTest::newRow("share of elites") << QStringList{"--elites", "0.5"};
    QTest::newRow("count of elites") << QStringList{"--elites", "2"};
    QTest::newRow("targets") << QStringList{"--targets", "uniform"};
    QTest::newRow("keep inactive") << QStringList{"--keep-inactive"};
    QTest::newRow("random test") << QStringList{"--random-test"};
    QTest::newRow("runs") << QStringList{"--runs", "2"};
  }
  void aResumedRunRejectsOtherSettings() {
    QFETCH(QStringList, arguments);
    const QString before = evaluations(found_);
    const Command command = resume(found_, arguments);
    QCOMPARE(command.exitCode, 1);
    QCOMPARE(command.err,
             QString("gevo: run 1 was started with another %1, which can't be changed; leave the option out, or start a new run "
                     "without --resume\n")
                 .arg(arguments.first()));
    QCOMPARE(evaluations(found_), before);
  }

  void severalRunsNeedAStopCondition() {
    const QString path = freshProject();
    const Command command = gevo({"run", path, "--runs", "3"});
    QCOMPARE(command.exitCode, 1);
    QCOMPARE(command.err, QString("gevo: several runs need an end: give --generations, --time, --target, --stagnation or --evaluations\n"));
  }

  void aResumedRunAcceptsItsOwnSettings() {
    const Command command =
        resume(copyOfFound(), {"--seed", "5", "--population", "8", "--mode", "trade-off", "--elites", "0.25", "--quiet"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
  }

  void aResumedRunRejectsFrom() {
    const Command command = resume(found_, {"--from", "1"});
    QCOMPARE(command.exitCode, 1);
    QCOMPARE(command.err, QString("gevo: --from starts a new run, and --resume continues run 1; give only one of them\n"));
  }

  void resumingWithoutARunIsAnError() {
    const QString path = freshProject();
    const Command command = resume(path);
    QCOMPARE(command.exitCode, 1);
    QCOMPARE(command.err, QString("gevo: %1 has no run to resume; start one\n").arg(path));
  }

  // --profile

  void theProfileFollowsTheSummary() {
    const Command command = run(freshProject(), {"--seed", "5", "--profile"});
    QCOMPARE(command.exitCode, 0);
    QVERIFY(command.out.startsWith("run 1: "));
    const qsizetype profile = command.out.indexOf("\n\nwhere the time went: ");
    QVERIFY2(profile > 0, qPrintable(command.out));
    for (const char* part : {"apply", "screen", "optimise", "tests", "workers: ", "main process: "})
      QVERIFY2(command.out.indexOf(part, profile) > 0, part);
  }

  void quietPrintsTheProfileAlone() {
    const Command command = run(freshProject(), {"--seed", "5", "--profile", "--quiet"});
    QCOMPARE(command.exitCode, 0);
    QVERIFY2(command.out.startsWith("where the time went: "), qPrintable(command.out));
    QCOMPARE(command.err, QString());
  }

  void quietWithoutProfilePrintsNothing() {
    const Command command = run(freshProject(), {"--seed", "5", "--quiet"});
    QCOMPARE(command.exitCode, 0);
    QCOMPARE(command.out + command.err, QString());
  }

  void jsonHasTheProfileInItsLastLine() {
    const QString path = freshProject();
    const Command command = run(path, {"--seed", "5", "--profile", "--json"});
    QCOMPARE(command.exitCode, 0);
    const QJsonObject last = QJsonDocument::fromJson(command.out.trimmed().section('\n', -1).toUtf8()).object();
    QCOMPARE(last["run"].toInt(), 1);
    const QJsonObject profile = last["profile"].toObject();
    QCOMPARE(profile["evaluations"].toInt(),
             int(evaluations(path).count(QRegularExpression("^\\d+,", QRegularExpression::MultilineOption))) - 1);
    QCOMPARE(profile["tries"], profile["evaluations"]); // the old name
    QCOMPARE(profile["workers"].toObject()["count"].toInt(), 2);
    QVERIFY(profile["stages"].toObject()["screen"].toObject()["seconds"].toDouble() > 0);
    QVERIFY(profile["main"].toObject()["peak_bytes"].toDouble() > 0);
  }

  // --random-test

  void withRandomTestsTheFrontHasPassedAllTests() {
    const QString path = freshProject();
    QCOMPARE(run(path, {"--seed", "5", "--random-test", "--quiet"}).exitCode, 0);
    QVERIFY(evaluations(path).contains(",verified,"));
    const QString front = gevo({"show", path, "--front", "--csv"}).out;
    const QStringList members = front.split('\n', Qt::SkipEmptyParts).mid(1);
    QVERIFY2(std::ranges::any_of(members, [](const QString& line) { return !line.startsWith("original,"); }), qPrintable(front));
    for (const QString& line : members) {
      if (line.startsWith("original,")) continue; // nothing has fewer edits
      const QString id = line.section(',', 0, 0);
      const QRegularExpression verified(QString("^%1,\\d+,\\d+,\\d+,verified,").arg(id), QRegularExpression::MultilineOption);
      QVERIFY2(evaluations(path).contains(verified), qPrintable(line));
    }
  }

  // --elites

  void elitesAreAShareOrACount() {
    const QString count = freshProject();
    QCOMPARE(run(count, {"--seed", "5", "--elites", "2", "--quiet"}).exitCode, 0);
    QCOMPARE(evaluations(count), evaluations(found_)); // a quarter of 8 is the default
  }

  void otherElitesGiveAnotherRun() {
    const QStringList longer{"--population", "8", "--generations", "3", "--seed", "5", "--quiet", "--elites"};
    const QString none = freshProject();
    const QString all = freshProject();
    QCOMPARE(gevo(QStringList{"run", none} + longer + QStringList{"0.0"}).exitCode, 0);
    QCOMPARE(gevo(QStringList{"run", all} + longer + QStringList{"1.0"}).exitCode, 0);
    QVERIFY(evaluations(none) != evaluations(all));
  }

  void invalidElitesAreRejected_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"0", "-1", "1.5", "many", "0.25x"}) QTest::newRow(text) << text;
  }
  void invalidElitesAreRejected() {
    QFETCH(QString, text);
    const Command command = run(folder_.filePath("missing.gevo"), {"--elites=" + text});
    QCOMPARE(command.exitCode, 1);
    QCOMPARE(
        command.err,
        QString("gevo: \"%1\" is not a number of elites; give a share of the population such as 0.25, or a count such as 64\n").arg(text));
  }
};

QTEST_GUILESS_MAIN(RunCommandTest)
#include "run_command_test.moc"
