/// Real processes that are killed, and real disks that are full: the resumed run finds what an undisturbed one finds.

#include "tests/app/nvidia_programs.h"
#include "tests/app/small_project.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <optional>

class CrashRecoveryTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::optional<SmallProject> small_;
  QString calm_;        ///< every evaluation of an undisturbed run
  qint64 duration_ = 0; ///< of that run, milliseconds
  quint32 seed_ = 0;
  QRandomGenerator random_;

  QString file(const QString& name) const { return folder_.filePath(name); }

  QString freshProject(const QString& name) const { return small_->copyTo(file(name)); }

  static QStringList stop() { return {"--generations", "5", "--workers", "2"}; }
  static QStringList runArguments(const QString& path) {
    return QStringList{"run", path, "--population", "16", "--seed", "5", "--json"} + stop();
  }
  static QStringList resumeArguments(const QString& path) { return QStringList{"run", path, "--resume", "--json"} + stop(); }
  static bool hasRun(const QString& path) { return gevo({"show", path, "--runs", "--csv"}).out.count('\n') > 1; }
  static QString evaluations(const QString& path) { return gevo({"show", path, "--evaluations", "--csv"}).out; }

  static QList<int> workersOf(qint64 process) {
    QProcess children;
    children.start("pgrep", {"-P", QString::number(process), "gevo-worker"});
    children.waitForFinished();
    QList<int> ids;
    for (const QByteArray& id : children.readAllStandardOutput().split('\n'))
      if (!id.isEmpty()) ids << id.toInt();
    return ids;
  }

private slots:
  void initTestCase() {
    withoutNvidiaPrograms();
    small_.emplace(SmallProject::Inputs::Fuzzed);
    seed_ = qEnvironmentVariable("GEVO_TEST_SEED", QString::number(QRandomGenerator::global()->generate())).toUInt();
    random_.seed(seed_);
    qInfo("GEVO_TEST_SEED=%u", seed_);
    const QString path = freshProject("calm.gevo");
    QElapsedTimer clock;
    clock.start();
    const Command run = gevo(runArguments(path));
    duration_ = clock.elapsed();
    QVERIFY2(run.exitCode == 0, qPrintable(run.err));
    calm_ = evaluations(path);
    QVERIFY(calm_.count('\n') > 96);
  }

  /// Kills hit transactions, start-up, anything. If a run ends before the twentieth kill, another one is started.
  void twentyKillsChangeNothing() {
    int kills = 0;
    while (kills < 20) {
      const QString path = freshProject("killed.gevo");
      bool done = false;
      while (!done) {
        QProcess run;
        run.start(gevoProgram(), hasRun(path) ? resumeArguments(path) : runArguments(path));
        QVERIFY(run.waitForStarted());
        // After the twentieth kill the run may end undisturbed.
        const int moment = kills < 20 ? random_.bounded(int(duration_ / 2) + 1) : 240'000;
        done = run.waitForFinished(moment);
        if (done) {
          QVERIFY2(run.exitCode() == 0, run.readAllStandardError().constData());
          break;
        }
        run.kill();
        QVERIFY(run.waitForFinished());
        ++kills;
      }
      QVERIFY2(evaluations(path) == calm_, qPrintable(QString("GEVO_TEST_SEED=%1, after %2 kills").arg(seed_).arg(kills)));
    }
  }

  void workersKilledAtRandomChangeNothing() {
    const QString path = freshProject("workers.gevo");
    QProcess run;
    run.setProcessChannelMode(QProcess::MergedChannels);
    run.start(gevoProgram(), runArguments(path));
    QVERIFY(run.waitForStarted());
    int kills = 0;
    while (!run.waitForFinished(50 + random_.bounded(200))) {
      // Not too often, as a new worker needs time to start.
      const QList<int> workers = workersOf(run.processId());
      if (kills < 20 && !workers.isEmpty() && ::kill(workers[random_.bounded(int(workers.size()))], SIGKILL) == 0) ++kills;
    }
    QVERIFY2(run.exitCode() == 0, run.readAll().constData());
    QVERIFY(kills > 0);
    QVERIFY2(evaluations(path) == calm_, qPrintable(QString("GEVO_TEST_SEED=%1, after %2 kills").arg(seed_).arg(kills)));
  }

  /// In a mount namespace, on a small file system that is full before the run is done.
  void aRunStoppedByAFullDiskCanBeResumed() {
    if (QProcess::execute("unshare", {"-Urm", "mount", "-t", "tmpfs", "none", "/mnt"}) != 0) QSKIP("no file systems can be mounted here");
    const QString project = freshProject("project.gevo");
    const qint64 room = QFileInfo(project).size() + 150'000;
    QProcess shell;
    shell.setProcessChannelMode(QProcess::SeparateChannels);
    const QString script =
        QStringLiteral("set -u; mount -t tmpfs -o size=%1 none /mnt || exit 9; cp '%2' /mnt/full.gevo; "
                       "'%3' %4 >/dev/null; echo \"exit $?\" >&2; '%3' show /mnt/full.gevo --runs >/dev/null || exit 8; "
                       "mount -o remount,size=64m /mnt; '%3' %5 >/dev/null || exit 7; '%3' show /mnt/full.gevo --evaluations --csv")
            .arg(room)
            .arg(project, gevoProgram(), runArguments("/mnt/full.gevo").join(' '), resumeArguments("/mnt/full.gevo").join(' '));
    shell.start("unshare", {"-Urm", "sh", "-c", script});
    QVERIFY(shell.waitForFinished(240'000));
    const QString err = QString::fromUtf8(shell.readAllStandardError());
    QVERIFY2(shell.exitCode() == 0, qPrintable(QString::number(shell.exitCode()) + ": " + err));
    QCOMPARE(err,
             QString("gevo: the disk of /mnt/full.gevo is full, or a limit on file sizes was reached; free some space and resume the run\n"
                     "exit 1\n"));
    QVERIFY(QString::fromUtf8(shell.readAllStandardOutput()) == calm_);
  }
};

QTEST_GUILESS_MAIN(CrashRecoveryTest)
#include "crash_recovery_test.moc"
