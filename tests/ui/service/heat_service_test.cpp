/// Heat of the bundled file, by a real worker.

#include "core/store/store.h"
#include "ui/service/heat_service.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QtTest>

namespace gevo::ui {

class HeatServiceTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void whatIsAskedForIsFoundAndKept();
  void whatIsCancelledIsNotReported();
  void anotherRequestReplacesTheFirst();
  void anotherRunHasFiguresOfItsOwn();
  void aProblemIsToldOnce();

private:
  static const std::string worker;
  static constexpr int patience = 60'000;
  InspectedRun run_;
  EditList edits_; ///< of one edit that applies nowhere
};

const std::string HeatServiceTest::worker = GEVO_TEST_BIN "/gevo-worker";

void HeatServiceTest::initTestCase() {
  run_.file = GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo";
  const auto store = Store::open(run_.file, Store::Access::Read);
  QVERIFY(store);
  run_.project = std::make_shared<const Project>((*store)->project().value());
  run_.settings.device = run_.project->build.device;
  run_.epoch = 1;
  edits_.resize(1);
  edits_[0].uid = 7;
}

void HeatServiceTest::whatIsAskedForIsFoundAndKept() {
  HeatService service(worker);
  QSignalSpy ended(&service, &HeatService::ended);
  QVERIFY(!service.known(run_, {}));
  QElapsedTimer timer;
  timer.start();
  service.compute(run_, {});
  QVERIFY2(timer.elapsed() < 1'000, "the caller does not wait");
  QVERIFY(service.computing());
  QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patience);
  QVERIFY(!service.computing());
  const HeatService::Known* const known = service.known(run_, {});
  QVERIFY(known);
  QVERIFY2(known->heat, qPrintable(known->problem));
  QVERIFY(QString::fromStdString(known->heat->device).startsWith("simulated"));
  QCOMPARE(known->heat->kernels.size(), std::size_t(1));
  const KernelHeat& kernel = known->heat->kernels.front();
  QCOMPARE(sumOf(kernel.lines, &HeatLine::original), sumOf(kernel.lines, &HeatLine::variant));
  QVERIFY(sumOf(kernel.lines, &HeatLine::original).executions > 0);
  QVERIFY(sumOf(kernel.lines, &HeatLine::original).barriers > 0);
  QVERIFY(!service.known(run_, edits_));
}

void HeatServiceTest::whatIsCancelledIsNotReported() {
  HeatService service(worker);
  QSignalSpy ended(&service, &HeatService::ended);
  service.compute(run_, edits_);
  service.cancel();
  QVERIFY(!service.computing());
  service.compute(run_, {}); // is performed after it
  QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patience);
  QVERIFY(!service.known(run_, edits_));
  QVERIFY(service.known(run_, {}));
}

void HeatServiceTest::anotherRequestReplacesTheFirst() {
  HeatService service(worker);
  QSignalSpy ended(&service, &HeatService::ended);
  service.compute(run_, edits_);
  service.compute(run_, {});
  service.compute(run_, {}); // is on its way already
  QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patience);
  QVERIFY(!service.known(run_, edits_));
  QVERIFY(service.known(run_, {}));
}

void HeatServiceTest::anotherRunHasFiguresOfItsOwn() {
  HeatService service(worker);
  QSignalSpy ended(&service, &HeatService::ended);
  service.compute(run_, {});
  QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patience);
  InspectedRun other = run_;
  other.epoch = 2;
  QVERIFY(!service.known(other, {}));
  service.compute(other, {});
  QVERIFY(!service.known(run_, {}));
  service.cancel();
}

void HeatServiceTest::aProblemIsToldOnce() {
  HeatService service("/nowhere/gevo-worker");
  QSignalSpy ended(&service, &HeatService::ended);
  service.compute(run_, {});
  QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patience);
  const HeatService::Known* const known = service.known(run_, {});
  QVERIFY(known && !known->heat);
  QVERIFY2(known->problem.contains("gevo-worker"), qPrintable(known->problem));
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::HeatServiceTest)
#include "heat_service_test.moc"
