#include "tests/ui/stored_run.h"
#include "ui/service/validation_service.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

/// The fake worker does what the arguments of a held-out test say: "pass", "hang", ...
class ValidationServiceTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void aValidationIsReportedAndSaved();
  void aVariantThatFailsIsReportedAsValidated();
  void aVariantThatCrashesIsReportedWithAMessage();
  void theFrontIsValidatedAndSaved();
  void aCancelledFrontReportsNothing();
  void whyNoFreshInputsAreTriedIsReported();
  void whileOneIsRunningAnotherIsIgnored();
  void afterCancellingOnlyTheEndIsReported();

private:
  /// Makes the file, of one run with eight variants, and the service.
  void open(const char* heldOut);
  void validate(std::int64_t variant) { service_->validate(path_, run_, variant); }
  std::vector<ValidationRow> saved() const { return (*Store::open(path_, Store::Access::Read))->validations(run_.id).value(); }

  std::unique_ptr<QTemporaryDir> folder_;
  std::filesystem::path path_;
  RunInfo run_;
  std::unique_ptr<ValidationService> service_;
  std::unique_ptr<QSignalSpy> progressed_;
  std::unique_ptr<QSignalSpy> validated_;
  std::unique_ptr<QSignalSpy> failed_;
  std::unique_ptr<QSignalSpy> ended_;
};

void ValidationServiceTest::init() {
  service_.reset(); // before its file
  folder_ = std::make_unique<QTemporaryDir>();
}

void ValidationServiceTest::open(const char* heldOut) {
  path_ = folder_->filePath("run.gevo").toStdString();
  Project project = *synthetic::project();
  project.tests = {{TestRole::HeldOut, heldOut, {}}};
  {
    auto store = Store::create(path_, project);
    const Result<std::int64_t> run = (*store)->beginRun({}, "fake device", synthetic::stored(0, 0, 100, 0));
    if (!run || !(*store)->addGeneration(*run, synthetic::generation(0))) qFatal("cannot write the run");
    run_ = (*store)->runs()->back();
  }
  service_ = std::make_unique<ValidationService>(GEVO_FAKE_WORKER);
  progressed_ = std::make_unique<QSignalSpy>(service_.get(), &ValidationService::progressed);
  validated_ = std::make_unique<QSignalSpy>(service_.get(), &ValidationService::validated);
  failed_ = std::make_unique<QSignalSpy>(service_.get(), &ValidationService::failed);
  ended_ = std::make_unique<QSignalSpy>(service_.get(), &ValidationService::ended);
}

void ValidationServiceTest::aValidationIsReportedAndSaved() {
  open("pass");
  validate(8);
  QVERIFY(service_->running());
  QTRY_COMPARE(ended_->size(), 1);
  QVERIFY(!service_->running());
  QCOMPARE(validated_->size(), 1);
  QCOMPARE(validated_->front()[0].toLongLong(), 8);
  const auto report = validated_->front()[1].value<std::shared_ptr<const ValidationReport>>();
  QCOMPARE(report->tests.size(), std::size_t(1));
  QCOMPARE(report->tests[0].result.fitness.runtime, 80.0);
  QCOMPARE(failed_->size(), 0);
  QCOMPARE(saved().size(), std::size_t(1));
  QCOMPARE(saved()[0].variant, 8);
  QVERIFY(saved()[0].passed);
}

void ValidationServiceTest::aVariantThatFailsIsReportedAsValidated() {
  open("fail");
  validate(8);
  QTRY_COMPARE(ended_->size(), 1);
  QCOMPARE(validated_->size(), 1);
  QVERIFY(!validated_->front()[1].value<std::shared_ptr<const ValidationReport>>()->tests[0].result.valid());
  QCOMPARE(failed_->size(), 0);
  QVERIFY(!saved().at(0).passed);
}

void ValidationServiceTest::aVariantThatCrashesIsReportedWithAMessage() {
  open("crash");
  validate(8);
  QTRY_COMPARE_WITH_TIMEOUT(ended_->size(), 1, 30'000);
  QCOMPARE(validated_->size(), 0);
  QCOMPARE(failed_->size(), 1);
  QVERIFY2(failed_->front()[0].toString().startsWith("the validation did not end: "), qPrintable(failed_->front()[0].toString()));
  QVERIFY(!saved().at(0).passed);
}

void ValidationServiceTest::theFrontIsValidatedAndSaved() {
  open("pass");
  const QSignalSpy fronts(service_.get(), &ValidationService::frontValidated);
  std::vector<std::int64_t> members = (*Store::open(path_, Store::Access::Read))->front(run_.id).value();
  std::erase(members, 0);
  QVERIFY(!members.empty());
  service_->validateFront(path_, run_);
  QVERIFY(service_->running());
  QCOMPARE(service_->variant(), -1);
  QTRY_COMPARE(ended_->size(), 1);
  QCOMPARE(failed_->size(), 0);
  QCOMPARE(fronts.size(), 1);
  QCOMPARE(fronts.front()[0].toLongLong(), qint64(members.size()));
  QCOMPARE(fronts.front()[1].toLongLong(), qint64(members.size()));
  QCOMPARE(saved().size(), members.size());
  QVERIFY(progressed_->front()[0].toString().startsWith(QStringLiteral("1 of %1: ").arg(members.size())));
}

void ValidationServiceTest::aCancelledFrontReportsNothing() {
  open("hang");
  const QSignalSpy fronts(service_.get(), &ValidationService::frontValidated);
  service_->validateFront(path_, run_);
  QTRY_VERIFY(!progressed_->empty());
  service_->cancel();
  QTRY_COMPARE_WITH_TIMEOUT(ended_->size(), 1, 30'000);
  QCOMPARE(fronts.size(), 0);
  QCOMPARE(failed_->size(), 0);
  QVERIFY(saved().empty());
}

void ValidationServiceTest::whyNoFreshInputsAreTriedIsReported() {
  open("pass"); // has no place for a value
  service_->tryFreshInputs(path_, run_, 8);
  QVERIFY(service_->running(ValidationService::Kind::FreshInputs));
  QVERIFY(!service_->running(ValidationService::Kind::Variant));
  QTRY_COMPARE(ended_->size(), 1);
  QCOMPARE(failed_->size(), 1);
  QVERIFY2(failed_->front()[0].toString().endsWith("give one to gevo new with --fuzz"), qPrintable(failed_->front()[0].toString()));
  QVERIFY(saved().empty());
}

void ValidationServiceTest::whileOneIsRunningAnotherIsIgnored() {
  open("pass");
  validate(8);
  validate(7);
  QCOMPARE(service_->variant(), 8);
  QTRY_COMPARE(ended_->size(), 1);
  validate(6); // after everything that was accepted before
  QTRY_COMPARE(ended_->size(), 2);
  QCOMPARE(validated_->size(), 2);
  QCOMPARE(validated_->front()[0].toLongLong(), 8);
  QCOMPARE(validated_->back()[0].toLongLong(), 6);
}

void ValidationServiceTest::afterCancellingOnlyTheEndIsReported() {
  open("hang");
  validate(8);
  QTRY_VERIFY(!progressed_->empty()); // the worker has it
  service_->cancel();
  QTRY_COMPARE_WITH_TIMEOUT(ended_->size(), 1, 30'000);
  QVERIFY(!service_->running());
  QCOMPARE(validated_->size(), 0);
  QCOMPARE(failed_->size(), 0);
  QVERIFY(saved().empty());
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::ValidationServiceTest)
#include "validation_service_test.moc"
