/// Real processes of gevo-mpi on this machine: they find what gevo run finds, also when some are killed.

#include "tests/app/command.h"

#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

namespace {

QString program() { return QStringLiteral(GEVO_TEST_BIN "/gevo-mpi"); }

QStringList mpirun(int ranks, const QStringList& arguments) {
  return QStringList{"--oversubscribe", "--enable-recovery", "-n", QString::number(ranks), program()} + arguments;
}

/// For Open MPI in a container, whose user is often root.
QProcessEnvironment environment() {
  QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
  variables.insert("OMPI_ALLOW_RUN_AS_ROOT", "1");
  variables.insert("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
  variables.insert("OMPI_MCA_btl_vader_single_copy_mechanism", "none");
  return variables;
}

QStringList linesOf(const QString& path) {
  QFile file(path);
  return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()).split(QChar('\0')) : QStringList();
}

QList<qint64> childrenOf(qint64 process, const QString& name) {
  QProcess children;
  children.start("pgrep", {"-P", QString::number(process), name});
  children.waitForFinished();
  QList<qint64> ids;
  for (const QByteArray& id : children.readAllStandardOutput().split('\n'))
    if (!id.isEmpty()) ids << id.toLongLong();
  return ids;
}

/// A process of gevo-mpi that mpirun started.
qint64 rank(const QProcess& mpirun, int rank) {
  for (const qint64 id : childrenOf(mpirun.processId(), "gevo-mpi"))
    if (linesOf(QString("/proc/%1/environ").arg(id)).contains(QString("OMPI_COMM_WORLD_RANK=%1").arg(rank))) return id;
  return -1;
}

void kill(qint64 process, int signal) { ::kill(static_cast<pid_t>(process), signal); }

/// A command that is not waited for.
struct Started {
  QProcess process;
  QByteArray out;
  QString said;

  Started(const QString& command, const QStringList& arguments, const QProcessEnvironment& variables = environment()) {
    process.setProcessEnvironment(variables);
    process.start(command, arguments);
  }
  ~Started() {
    if (process.state() == QProcess::NotRunning) return;
    process.terminate();
    if (process.waitForFinished(5000)) return;
    process.kill();
    process.waitForFinished();
  }
  /// With --json: until a generation has begun.
  bool reaches(int generation) {
    const QByteArray wanted = "\"generation\":" + QByteArray::number(generation) + ',';
    while (!out.contains(wanted)) {
      if (!process.waitForReadyRead(60'000)) return false;
      out += process.readAllStandardOutput();
    }
    return true;
  }
  bool succeeds() { return process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0; }
  QString errors() {
    said += QString::fromUtf8(process.readAllStandardError());
    return said;
  }
};

} // namespace

class ClusterRunTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString expected_; ///< every evaluation of gevo run

  QString fresh(const QString& name) const { return bundledProject(folder_.filePath(name)); }
  static QStringList stop() { return {"--generations", "8", "--workers", "1", "--json"}; }
  static QStringList run(const QString& path) { return QStringList{"run", path, "--population", "16", "--seed", "5"} + stop(); }
  static QStringList resume(const QString& path) { return QStringList{"run", path, "--resume"} + stop(); }
  static QString evaluations(const QString& path) { return gevo({"show", path, "--evaluations", "--csv"}).out; }
  static bool hasMpi() {
    return QFile::exists(GEVO_TEST_BIN "/../lib/mpi/libgevompi.so") && !QStandardPaths::findExecutable("mpirun").isEmpty();
  }

private slots:
  void initTestCase() {
    const QString path = fresh("alone.gevo");
    const Command alone = gevo(run(path));
    QVERIFY2(alone.exitCode == 0, qPrintable(alone.err));
    expected_ = evaluations(path);
    QVERIFY(expected_.count('\n') > 150);
  }

  void aRunOnSeveralRanksFindsWhatOneMachineFinds() {
    if (!hasMpi()) QSKIP("no MPI here");
    const QString path = fresh("ranks.gevo");
    Started cluster("mpirun", mpirun(3, run(path)));
    QVERIFY2(cluster.succeeds(), qPrintable(cluster.errors()));
    QVERIFY(cluster.process.readAllStandardOutput().contains("\"workers\":3"));
    QCOMPARE(evaluations(path), expected_);
  }

  void aKilledRankCostsNothingButTime() {
    if (!hasMpi()) QSKIP("no MPI here");
    const QString path = fresh("killed.gevo");
    Started cluster("mpirun", mpirun(3, run(path)));
    QVERIFY(cluster.reaches(1));
    const qint64 lost = rank(cluster.process, 1);
    QVERIFY(lost > 0);
    for (const qint64 worker : childrenOf(lost, "gevo-worker")) kill(worker, SIGKILL);
    kill(lost, SIGKILL);
    QVERIFY2(cluster.succeeds(), qPrintable(cluster.errors()));
    QVERIFY(cluster.errors().contains(" is lost: "));
    QCOMPARE(evaluations(path), expected_);
  }

  void aRunWhoseFirstRankIsKilledIsResumed() {
    if (!hasMpi()) QSKIP("no MPI here");
    const QString path = fresh("resumed.gevo");
    {
      Started cluster("mpirun", mpirun(2, run(path)));
      QVERIFY(cluster.reaches(2));
      kill(rank(cluster.process, 0), SIGKILL);
    }
    Started cluster("mpirun", mpirun(2, resume(path)));
    QVERIFY2(cluster.succeeds(), qPrintable(cluster.errors()));
    QCOMPARE(evaluations(path), expected_);
  }

  /// As at the end of a job's time: all processes get the signal. The processes are started as srun does, without MPI.
  void sigtermEndsAStepOfSlurmAndTheNextResumesIt() {
    const QString path = fresh("slurm.gevo");
    const auto step = [](const QStringList& arguments, int rank) {
      QProcessEnvironment variables = environment();
      variables.insert("SLURM_JOB_ID", "42");
      variables.insert("SLURM_STEP_ID", "0");
      variables.insert("SLURM_STEP_NUM_TASKS", "2");
      variables.insert("SLURM_PROCID", QString::number(rank));
      return std::make_unique<Started>(program(), arguments, variables);
    };
    {
      const auto head = step(run(path), 0);
      const auto host = step(run(path), 1);
      QVERIFY2(head->reaches(2), qPrintable(head->errors()));
      const QString keys = path + ".42.0.0.hosts";
      QCOMPARE(QFile::permissions(keys) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
      QElapsedTimer clock;
      clock.start();
      kill(host->process.processId(), SIGTERM);
      kill(head->process.processId(), SIGTERM);
      QVERIFY2(head->succeeds(), qPrintable(head->errors()));
      QVERIFY2(host->succeeds(), qPrintable(host->errors()));
      QVERIFY(clock.elapsed() < 20'000);
      QVERIFY(!QFile::exists(keys));
    }
    QVERIFY(evaluations(path) != expected_);
    const auto head = step(resume(path), 0);
    const auto host = step(resume(path), 1);
    QVERIFY2(head->succeeds(), qPrintable(head->errors()));
    QVERIFY2(host->succeeds(), qPrintable(host->errors()));
    QCOMPARE(evaluations(path), expected_);
  }

  void aMachineJoinsByTheFileOfKeys() {
    const QString path = fresh("joined.gevo");
    Started head(program(), run(path) + QStringList{"--hosts", "2"});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path + ".hosts"), 20'000);
    Started host(program(), {"join", path + ".hosts"});
    QVERIFY2(head.succeeds(), qPrintable(head.errors()));
    QVERIFY2(host.succeeds(), qPrintable(host.errors()));
    QVERIFY(head.process.readAllStandardOutput().contains("\"workers\":2"));
    QCOMPARE(evaluations(path), expected_);
  }

  void anErrorIsSaidOnce() {
    if (!hasMpi()) QSKIP("no MPI here");
    Started cluster("mpirun", mpirun(3, {"run", folder_.filePath("none.gevo"), "--generations", "1"}));
    QVERIFY(cluster.process.waitForFinished(60'000));
    QCOMPARE(cluster.errors().count("none.gevo"), 1);
  }
};

QTEST_GUILESS_MAIN(ClusterRunTest)
#include "cluster_run_test.moc"
