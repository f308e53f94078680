/// The number of workers that evaluate a project where none is given.

#include <QTest>

#include "core/devices/evaluation_pool.h"

#include <thread>

using namespace gevo;

class EvaluationPoolTest : public QObject {
  Q_OBJECT

  static unsigned workers(unsigned asked, bool live, const std::string& device) {
    WorkerPoolSettings settings;
    settings.workers = asked;
    Project project;
    project.build.hostRun.on = live;
    EvaluationSettings evaluation;
    evaluation.device = device;
    const Result<void> fitted = fitEvaluation(settings, project, evaluation);
    return fitted ? settings.workers : 0;
  }
  static unsigned cores() { return std::max(1U, std::thread::hardware_concurrency()); }

private slots:
  void simulatedRunsUseOneWorkerPerCore() {
    QCOMPARE(workers(0, false, "sim"), cores());
    QCOMPARE(workers(0, true, "sim"), cores());
  }
  void hostProgramsUseAtMostFourWorkersPerGpu() { QCOMPARE(workers(0, true, "cuda:1"), std::min(4U, cores())); }
  void aRequestedNumberOfWorkersIsKept() {
    QCOMPARE(workers(7, false, "sim"), 7U);
    QCOMPARE(workers(7, true, "cuda:0"), 7U);
  }
};

QTEST_GUILESS_MAIN(EvaluationPoolTest)
#include "evaluation_pool_test.moc"
