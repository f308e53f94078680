/// The script of a Slurm job: what it asks for, and what its run is given.

#include "tests/app/command.h"

#include <QTemporaryDir>
#include <QTest>

class BatchCommandTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString project_;

  /// The words that srun is given when the job's script runs.
  QStringList started(const QString& script, const QStringList& arguments, const QString& job) const {
    QFile srun(folder_.filePath("srun"));
    if (!srun.open(QFile::WriteOnly)) qFatal("no srun");
    srun.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    srun.close();
    srun.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    variables.insert("PATH", folder_.path() + ':' + variables.value("PATH"));
    variables.insert("SLURM_CPUS_ON_NODE", "16");
    variables.insert("SLURM_JOB_ID", job);
    QProcess bash;
    bash.setProcessEnvironment(variables);
    bash.start("bash", QStringList{script} + arguments);
    if (!bash.waitForFinished()) qFatal("the script does not end");
    return QString::fromUtf8(bash.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
  }
  Command batch(const QStringList& options) const { return gevo(QStringList{"batch", project_} + options); }

private slots:
  void initTestCase() { project_ = bundledProject(folder_.filePath("a file.gevo")); }

  void theJobAsksForWhatIsGiven_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("line");
    QTest::newRow("nodes") << QStringList{"--nodes", "4", "--limit", "2h"} << "#SBATCH --nodes=4";
    QTest::newRow("GPUs") << QStringList{"--gpus-per-node", "4", "--limit", "2h"} << "#SBATCH --gpus-per-node=4";
    QTest::newRow("limit") << QStringList{"--limit", "2h"} << "#SBATCH --time=120";
    QTest::newRow("time of the search") << QStringList{"--time", "100m"} << "#SBATCH --time=140";
    QTest::newRow("partition") << QStringList{"--partition", "gpu", "--limit", "2h"} << "#SBATCH --partition=gpu";
    QTest::newRow("a signal before the end") << QStringList{"--limit", "2h"} << "#SBATCH --signal=TERM@60";
  }
  void theJobAsksForWhatIsGiven() {
    QFETCH(const QStringList, options);
    QFETCH(const QString, line);
    const Command written = batch(options);
    QVERIFY2(written.exitCode == 0, qPrintable(written.err));
    QVERIFY2(written.out.split('\n').contains(line), qPrintable(written.out));
  }

  /// What bash makes of the script, with a srun that prints its words.
  void theRunGetsItsOptions_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("before"); // lines of the list of runs when the job began; 0: not written; -1: it begins now
    QTest::addColumn<QStringList>("expected");
    const QStringList begun{"--seed=5", "--name=it's new", "--time=30m", "--no-counterexamples"};
    const QStringList resumed{"--resume", "--time=30m"};
    QTest::newRow("begun") << QStringList() << -1 << begun;
    QTest::newRow("resumed") << QStringList{"--resume"} << -1 << resumed;
    QTest::newRow("started again by Slurm before its run began") << QStringList() << 1 << begun;
    QTest::newRow("started again by Slurm after it was killed at once") << QStringList() << 0 << begun;
  }
  void theRunGetsItsOptions() {
    QFETCH(const QStringList, arguments);
    QFETCH(const int, before);
    QFETCH(QStringList, expected);
    const QString script = folder_.filePath("job.sh");
    const Command written =
        batch({"--time", "30m", "--seed", "5", "--no-counterexamples", "--name", "it's new", "--nodes", "2", "--output", script});
    QVERIFY2(written.exitCode == 0, qPrintable(written.err));
    QFile state(project_ + ".job-17");
    state.remove();
    if (before >= 0) {
      QVERIFY(state.open(QFile::WriteOnly));
      if (before > 0) state.write(QByteArray::number(before));
      state.close();
    }
    QStringList words = started(script, arguments, "17");
    QVERIFY(words.contains("--cpus-per-task=16"));
    const qsizetype file = words.indexOf(project_);
    QVERIFY(file > 0);
    QCOMPARE(words[file - 1], QString("run"));
    QVERIFY(words[file - 2].endsWith("/gevo-mpi"));
    words = words.mid(file + 1);
    words.sort();
    expected.sort();
    QCOMPARE(words, expected);
    if (!arguments.isEmpty()) return;
    QVERIFY(state.open(QFile::ReadOnly));
    QCOMPARE(state.readAll(), QByteArray("1\n")); // of the header
  }

  void aJobThatIsStartedAgainGoesOnWithItsRun() {
    const QString script = folder_.filePath("again.sh");
    const QString file = bundledProject(folder_.filePath("again.gevo"));
    QVERIFY(gevo({"batch", file, "--time", "30m", "--output", script}).exitCode == 0);
    QVERIFY(started(script, {}, "18").contains("--time=30m"));
    QVERIFY(!started(script, {}, "18").contains("--resume")); // as it did not come to its run
    const Command ran = gevo({"run", file, "--population", "4", "--generations", "1", "--quiet"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    QVERIFY(started(script, {}, "18").contains("--resume"));
  }

  void aJobNeedsALimit() {
    const Command written = batch({"--nodes", "4"});
    QCOMPARE(written.exitCode, 1);
    QVERIFY(written.err.contains("give --time for the search, or --limit for the whole job"));
  }

  void optionsOfTheRunAreChecked() {
    QCOMPARE(batch({"--limit", "2h", "--mode", "nonsense"}).exitCode, 1);
    QCOMPARE(batch({"--limit", "2h", "--no-such-option"}).exitCode, 2);
  }
};

QTEST_GUILESS_MAIN(BatchCommandTest)
#include "batch_command_test.moc"
