#include "tests/ui/tmbl/some_table.h"
#include "ui/tasks/background_pool.h"
#include "ui/tmbl/fit_service.h"

#include <QSignalSpy>
#include <QThreadPool>
#include <QtTest>

namespace gevo::ui {

namespace {

/// 0 evaluations: until it is stopped.
FitRequest requestOf(std::uint64_t evaluations) {
  FitRequest request{someTable(), "z", 0.25, {}};
  request.settings.operations = tmbl::OperationSet::basic();
  request.settings.population = 100;
  request.settings.evaluations = evaluations;
  request.settings.threads = 1;
  return request;
}

/// What a service tells, in its order.
struct Heard {
  explicit Heard(FitService& service) {
    QObject::connect(&service, &FitService::begun, &receiver, [this](const auto& told) { data = told; });
    QObject::connect(&service, &FitService::found, &receiver, [this](const auto& told) {
      front = told;
      ++fronts;
    });
    QObject::connect(&service, &FitService::progressed, &receiver, [this](const FitProgress& told) { progress = told; });
    QObject::connect(&service, &FitService::failed, &receiver, [this](const QString& told) { problem = told; });
    QObject::connect(&service, &FitService::ended, &receiver, [this] { ended = true; });
  }
  std::shared_ptr<const FitData> data;
  std::shared_ptr<const FittedFront> front;
  int fronts = 0;
  FitProgress progress;
  QString problem;
  bool ended = false;
  QObject receiver;
};

} // namespace

class FitServiceTest : public QObject {
  Q_OBJECT
private slots:
  void lookingAtTheFrontChangesNothing() {
    const FitRequest request = requestOf(3000);
    FitService service;
    Heard heard(service);
    service.start(request);
    QVERIFY(service.running());
    QTRY_VERIFY(heard.ended);
    QVERIFY(!service.running());
    QVERIFY(heard.fronts >= 2); // after the first generation, and at the end
    const tmbl::RegressionData rows = tmbl::splitTable(*request.table, "z", 0.25, 1).value();
    tmbl::ProcessorEvaluator evaluator(rows.training, 1);
    const tmbl::Regression alone = tmbl::runRegression(rows, request.settings, evaluator).value();
    QCOMPARE(heard.progress.evaluations, alone.evaluations);
    QCOMPARE(heard.progress.generation, alone.generations);
    QCOMPARE(heard.front->size(), alone.front.size());
    for (std::size_t i = 0; i < alone.front.size(); ++i) QVERIFY((*heard.front)[i].program == alone.front[i].program);
  }

  void stoppingKeepsTheFront() {
    FitService service;
    Heard heard(service);
    service.start(requestOf(0));
    QTRY_VERIFY(heard.front);
    QVERIFY(!heard.ended);
    service.stop();
    QTRY_VERIFY(heard.ended);
    QVERIFY(!heard.front->empty());
    QVERIFY(heard.problem.isEmpty());
  }

  void aServiceThatIsStoppedCanSearchAgain() {
    FitService service;
    Heard heard(service);
    service.start(requestOf(0));
    service.stop();
    QTRY_VERIFY(heard.ended);
    heard.ended = false;
    service.start(requestOf(1000));
    QTRY_VERIFY(heard.ended);
    QVERIFY(heard.progress.evaluations >= 1000);
  }

  void destructionEndsTheSearch() {
    {
      FitService service;
      Heard heard(service);
      service.start(requestOf(0));
      QTRY_VERIFY(heard.front);
    }
    QTRY_COMPARE(backgroundPool().activeThreadCount(), 0);
  }

  void rowsThatJudgeAreSampled() {
    FitRequest request = requestOf(200);
    request.table = someTable(10000);
    FitService service;
    Heard heard(service);
    service.start(request);
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.data->rows.test->rows(), std::size_t(2500));
    QCOMPARE(heard.data->sample.rows(), FitService::mostSampled);
    QCOMPARE(heard.data->sample.targets()[7], heard.data->rows.test->targets()[7]);
    QCOMPARE(heard.data->sample.column(1)[7], heard.data->rows.test->column(1)[7]);
  }

  void aTableWithoutEnoughRowsIsSaid() {
    FitRequest request = requestOf(200);
    request.table = someTable(2);
    FitService service;
    Heard heard(service);
    service.start(request);
    QTRY_VERIFY(heard.ended);
    QVERIFY2(heard.problem.contains("rows would be left to learn from"), qPrintable(heard.problem));
    QVERIFY(!heard.front);
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::FitServiceTest)
#include "fit_service_test.moc"
