/// Real processes of gevo-mpi find what gevo run finds.

#include "tests/app/cluster_processes.h"

#include <optional>

class ClusterRunTest : public QObject {
  Q_OBJECT

  std::optional<ExpectedRun> expected_;

private slots:
  void initTestCase() { expected_.emplace(); }

  void aRunOnSeveralRanksFindsWhatOneMachineFinds() {
    if (!hasMpi()) QSKIP("no MPI here");
    const QString path = expected_->fresh("ranks.gevo");
    Started cluster("mpirun", mpirun(3, ExpectedRun::run(path)));
    QVERIFY2(cluster.succeeds(), qPrintable(cluster.errors()));
    QVERIFY(cluster.process.readAllStandardOutput().contains("\"workers\":3"));
    QCOMPARE(ExpectedRun::evaluationsOf(path), expected_->evaluations);
  }

  void aMachineJoinsByTheFileOfKeys() {
    const QString path = expected_->fresh("joined.gevo");
    Started head(program(), ExpectedRun::run(path) + QStringList{"--hosts", "2"});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path + ".hosts"), 20'000);
    Started host(program(), {"join", path + ".hosts"});
    QVERIFY2(head.succeeds(), qPrintable(head.errors()));
    QVERIFY2(host.succeeds(), qPrintable(host.errors()));
    QVERIFY(head.process.readAllStandardOutput().contains("\"workers\":2"));
    QCOMPARE(ExpectedRun::evaluationsOf(path), expected_->evaluations);
  }

  void anErrorIsSaidOnce() {
    if (!hasMpi()) QSKIP("no MPI here");
    Started cluster("mpirun", mpirun(3, {"run", expected_->file("none.gevo"), "--generations", "1"}));
    QVERIFY(cluster.process.waitForFinished(60'000));
    QCOMPARE(cluster.errors().count("none.gevo"), 1);
  }
};

QTEST_GUILESS_MAIN(ClusterRunTest)
#include "cluster_run_test.moc"
