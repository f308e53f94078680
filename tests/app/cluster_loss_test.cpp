/// Real processes of gevo-mpi that are killed, or told to end: the run, or the one that resumes it, finds what gevo run finds.

#include "tests/app/cluster_processes.h"

#include <QElapsedTimer>
#include <optional>

class ClusterLossTest : public QObject {
  Q_OBJECT

  std::optional<ExpectedRun> expected_;

private slots:
  void initTestCase() { expected_.emplace(); }

  void aKilledRankCostsNothingButTime() {
    if (!hasMpi()) QSKIP("no MPI here");
    const QString path = expected_->fresh("killed.gevo");
    Started cluster("mpirun", mpirun(3, ExpectedRun::run(path)));
    QVERIFY(cluster.reaches(1));
    const qint64 lost = rank(cluster.process, 1);
    QVERIFY(lost > 0);
    for (const qint64 worker : childrenOf(lost, "gevo-worker")) kill(worker, SIGKILL);
    kill(lost, SIGKILL);
    QVERIFY2(cluster.succeeds(), qPrintable(cluster.errors()));
    QVERIFY(cluster.errors().contains(" is lost: "));
    QCOMPARE(ExpectedRun::evaluationsOf(path), expected_->evaluations);
  }

  void aRunWhoseFirstRankIsKilledIsResumed() {
    if (!hasMpi()) QSKIP("no MPI here");
    const QString path = expected_->fresh("resumed.gevo");
    {
      Started cluster("mpirun", mpirun(2, ExpectedRun::run(path)));
      QVERIFY(cluster.reaches(2));
      kill(rank(cluster.process, 0), SIGKILL);
    }
    Started cluster("mpirun", mpirun(2, ExpectedRun::resume(path)));
    QVERIFY2(cluster.succeeds(), qPrintable(cluster.errors()));
    QCOMPARE(ExpectedRun::evaluationsOf(path), expected_->evaluations);
  }

  /// As at the end of a job's time: all processes get the signal. The processes are started as srun does, without MPI.
  void sigtermEndsAStepOfSlurmAndTheNextResumesIt() {
    const QString path = expected_->fresh("slurm.gevo");
    const auto step = [](const QStringList& arguments, int rank) {
      QProcessEnvironment variables = environment();
      variables.insert("SLURM_JOB_ID", "42");
      variables.insert("SLURM_STEP_ID", "0");
      variables.insert("SLURM_STEP_NUM_TASKS", "2");
      variables.insert("SLURM_PROCID", QString::number(rank));
      return std::make_unique<Started>(program(), arguments, variables);
    };
    {
      const auto head = step(ExpectedRun::run(path), 0);
      const auto host = step(ExpectedRun::run(path), 1);
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
    QVERIFY(ExpectedRun::evaluationsOf(path) != expected_->evaluations);
    const auto head = step(ExpectedRun::resume(path), 0);
    const auto host = step(ExpectedRun::resume(path), 1);
    QVERIFY2(head->succeeds(), qPrintable(head->errors()));
    QVERIFY2(host->succeeds(), qPrintable(host->errors()));
    QCOMPARE(ExpectedRun::evaluationsOf(path), expected_->evaluations);
  }
};

QTEST_GUILESS_MAIN(ClusterLossTest)
#include "cluster_loss_test.moc"
