#include "tests/ui/stored_run.h"
#include "ui/service/variant_service.h"

#include "core/edit/edit_text.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

/// Mostly without a worker: data from the file, and jobs when another file or run is chosen.
class VariantServiceTest : public QObject {
  Q_OBJECT
private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }
  void exportIsOfTheRunThatWasOpenWhenItWasRequested();
  void exportsFinishAfterAnotherFileIsOpened();
  void inspectionOfAnotherRunIsNotReported();
  void evaluationWithoutAWorkerIsReported();
  void editsAreEvaluatedAsTheRunWas();
  void theOriginalIsMeasuredOnTheSimulatedGpuOnly_data();
  void theOriginalIsMeasuredOnTheSimulatedGpuOnly();
  void variantsMeasuredOnAGpuAreShownWithoutAGpu();

private:
  static void open(VariantService& service, const std::filesystem::path& path) {
    const auto store = Store::open(path, Store::Access::Read);
    service.open(path, std::make_shared<const Project>((*store)->project().value()));
  }
  /// Its run n has variants with n edits.
  std::filesystem::path file(const char* name, const char* project, std::uint64_t runs);
  static QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  std::unique_ptr<QTemporaryDir> folder_;
  VariantService variantService_{"/nowhere/gevo-worker"};
};

std::filesystem::path VariantServiceTest::file(const char* name, const char* project, std::uint64_t runs) {
  const std::filesystem::path path = folder_->filePath(name).toStdString();
  std::filesystem::remove(path);
  Project named = *synthetic::project();
  named.name = project;
  auto store = Store::create(path, named);
  for (std::uint64_t edits = 1; edits <= runs; ++edits) {
    GenerationResult generation = synthetic::generation(0);
    for (Individual& one : generation.evaluations) {
      one.edits.resize(edits);
      one.active.resize(edits);
    }
    const Result<std::int64_t> run = (*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0));
    if (!run || !(*store)->addGeneration(*run, generation)) qFatal("cannot write the run");
  }
  return path;
}

void VariantServiceTest::exportIsOfTheRunThatWasOpenWhenItWasRequested() {
  const QSignalSpy exported(&variantService_, &VariantService::exported);
  open(variantService_, file("a.gevo", "stencil", 2));
  variantService_.setRun(1, {});
  const VariantService::Source asked = variantService_.source();
  variantService_.setRun(2, {});
  variantService_.exportTo(asked, 8, ExportKind::Edits, folder_->filePath("1.edits"));
  variantService_.exportTo(variantService_.source(), 8, ExportKind::Edits, folder_->filePath("2.edits"));
  QTRY_COMPARE(exported.size(), 2);
  EditList edits = synthetic::stored(8, 0, 0, 0).edits;
  edits.resize(2);
  QCOMPARE(contents(folder_->filePath("2.edits")), QByteArray::fromStdString(printEdits(edits)));
  edits.resize(1);
  QCOMPARE(contents(folder_->filePath("1.edits")), QByteArray::fromStdString(printEdits(edits)));
}

void VariantServiceTest::exportsFinishAfterAnotherFileIsOpened() {
  const QSignalSpy exported(&variantService_, &VariantService::exported);
  open(variantService_, file("a.gevo", "stencil", 1));
  variantService_.setRun(1, {});
  for (const char* name : {"1", "2", "3", "4"})
    variantService_.exportTo(variantService_.source(), 8, ExportKind::Edits, folder_->filePath(name));
  open(variantService_, file("b.gevo", "other", 0));
  QTRY_COMPARE(exported.size(), 4);
}

void VariantServiceTest::inspectionOfAnotherRunIsNotReported() {
  const QSignalSpy inspected(&variantService_, &VariantService::inspected);
  open(variantService_, file("a.gevo", "stencil", 2));
  variantService_.setRun(1, {});
  variantService_.inspect(8);
  variantService_.setRun(2, {});
  variantService_.inspect(7);
  QTRY_VERIFY(!inspected.empty());
  QCOMPARE(inspected[0][0].toLongLong(), 7);
  QCOMPARE(inspected[0][1].value<std::shared_ptr<const VariantDetails>>()->individual.edits.size(), std::size_t(2));
}

void VariantServiceTest::variantsMeasuredOnAGpuAreShownWithoutAGpu() {
  qputenv("GEVO_CUDA_DRIVER", "/nowhere/libcuda.so");
  VariantService variantService(GEVO_TEST_BIN "/gevo-worker");
  const QSignalSpy inspected(&variantService, &VariantService::inspected);
  const QSignalSpy notEvaluated(&variantService, &VariantService::notEvaluated);
  const QSignalSpy evaluated(&variantService, &VariantService::evaluated);
  EvaluationSettings settings;
  settings.device = "cuda";
  open(variantService, GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo");
  variantService.setRun(1, settings);
  variantService.inspect(0);
  QTRY_COMPARE_WITH_TIMEOUT(inspected.size(), 1, 30'000);
  const auto details = inspected[0][1].value<std::shared_ptr<const VariantDetails>>();
  QCOMPARE(details->problem, std::string());
  QVERIFY(!details->texts.ptx.text.empty());
  // Says nothing about an edit: neither a share nor that it is needed.
  variantService.evaluate(7, {});
  QTRY_COMPARE_WITH_TIMEOUT(notEvaluated.size(), 1, 30'000);
  QVERIFY2(notEvaluated[0][1].toString().contains("GPU"), qPrintable(notEvaluated[0][1].toString()));
  QCOMPARE(evaluated.size(), 0);
  qunsetenv("GEVO_CUDA_DRIVER");
}

/// The worker's original takes 100 us.
void VariantServiceTest::editsAreEvaluatedAsTheRunWas() {
  const std::filesystem::path path = folder_->filePath("timed.gevo").toStdString();
  std::filesystem::remove(path);
  {
    auto store = Store::create(path, *synthetic::project());
    for (const double original : {100.0, 90.0})
      if (!(*store)->beginRun({}, "fake device", synthetic::stored(0, 0, original, 0))) qFatal("cannot write the run");
  }
  VariantService variantService(GEVO_FAKE_WORKER);
  const QSignalSpy notEvaluated(&variantService, &VariantService::notEvaluated);
  const QSignalSpy evaluated(&variantService, &VariantService::evaluated);
  open(variantService, path);
  variantService.setRun(1, {});
  variantService.evaluate(1, {});
  QTRY_COMPARE_WITH_TIMEOUT(evaluated.size(), 1, 30'000);
  QCOMPARE(evaluated[0][1].value<std::shared_ptr<const Evaluation>>()->result.fitness.runtime, 100.0);
  variantService.setRun(2, {});
  variantService.evaluate(2, {});
  QTRY_COMPARE_WITH_TIMEOUT(notEvaluated.size(), 1, 30'000);
  QVERIFY2(notEvaluated[0][1].toString().contains("timed differently"), qPrintable(notEvaluated[0][1].toString()));
  QCOMPARE(evaluated.size(), 1);
}

void VariantServiceTest::theOriginalIsMeasuredOnTheSimulatedGpuOnly_data() {
  QTest::addColumn<bool>("hostRun");
  QTest::addColumn<std::string>("device");
  QTest::addColumn<int>("expected");
  QTest::newRow("simulated") << false << std::string("sim") << 1;
  QTest::newRow("simulated, named") << false << std::string("sim:a100") << 1;
  QTest::newRow("as a program") << true << std::string("sim") << 0;
  QTest::newRow("on a GPU") << false << std::string("cuda") << 0;
}

/// Opening a file runs neither its program nor anything on a GPU.
void VariantServiceTest::theOriginalIsMeasuredOnTheSimulatedGpuOnly() {
  QFETCH(const bool, hostRun);
  QFETCH(const std::string, device);
  QFETCH(const int, expected);
  VariantService variantService(GEVO_FAKE_WORKER);
  const QSignalSpy measured(&variantService, &VariantService::originalMeasured);
  const QSignalSpy evaluated(&variantService, &VariantService::evaluated);
  const QSignalSpy notEvaluated(&variantService, &VariantService::notEvaluated);
  auto project = std::make_shared<Project>(*synthetic::project());
  project->build.hostRun.on = hostRun;
  project->build.device = device;
  variantService.open(file("a.gevo", "stencil", 0), project);
  variantService.measureOriginal();
  variantService.evaluate(1, {}); // stands behind it
  QTRY_COMPARE_WITH_TIMEOUT(evaluated.size() + notEvaluated.size(), 1, 30'000);
  QCOMPARE(measured.size(), expected);
}

void VariantServiceTest::evaluationWithoutAWorkerIsReported() {
  const QSignalSpy notEvaluated(&variantService_, &VariantService::notEvaluated);
  const QSignalSpy failed(&variantService_, &VariantService::failed);
  open(variantService_, file("a.gevo", "stencil", 1));
  variantService_.setRun(1, {});
  variantService_.evaluate(17, synthetic::details(8)->individual.edits);
  QTRY_COMPARE(notEvaluated.size(), 1);
  QCOMPARE(notEvaluated[0][0].toULongLong(), 17U);
  QVERIFY2(notEvaluated[0][1].toString().contains("gevo-worker"), qPrintable(notEvaluated[0][1].toString()));
  QCOMPARE(failed.size(), 0); // the requester reports it
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::VariantServiceTest)
#include "variant_service_test.moc"
