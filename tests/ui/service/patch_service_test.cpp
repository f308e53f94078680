#include "tests/ui/stored_run.h"
#include "ui/service/patch_service.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

class PatchServiceTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  /// A run with eight variants.
  RunInfo makeFile(const std::filesystem::path& path) const {
    auto store = Store::create(path, *synthetic::project());
    const Result<std::int64_t> run = (*store)->beginRun({}, "fake device", synthetic::stored(0, 0, 100, 0));
    if (!run || !(*store)->addGeneration(*run, synthetic::generation(0))) qFatal("cannot write the run");
    return (*store)->runs()->back();
  }

private slots:
  void aPatchOfTheFileIsNotMadeAgain() {
    const std::filesystem::path path = folder_.filePath("known.gevo").toStdString();
    const RunInfo run = makeFile(path);
    QVERIFY((*Store::open(path, Store::Access::Annotate))->setPatch(run.id, 1, {PatchState::Proven}));
    PatchService service("/nowhere/gevo-worker");
    QSignalSpy made(&service, &PatchService::made);
    QSignalSpy ended(&service, &PatchService::ended);
    service.make(path, run, 1);
    QVERIFY(service.running());
    QVERIFY(ended.wait());
    QCOMPARE(made.size(), 1);
    QCOMPARE(made[0][0].toLongLong(), qint64(1));
    QVERIFY(!service.running());
  }

  void aFailureIsReported() {
    const std::filesystem::path path = folder_.filePath("fails.gevo").toStdString();
    const RunInfo run = makeFile(path);
    PatchService service("/nowhere/gevo-worker");
    QSignalSpy failed(&service, &PatchService::failed);
    QSignalSpy ended(&service, &PatchService::ended);
    service.make(path, run, 1);
    service.make(path, run, 2); // ignored
    QVERIFY(ended.wait());
    QCOMPARE(failed.size(), 1);
    QVERIFY2(failed[0][0].toString().contains("/nowhere/gevo-worker"), qPrintable(failed[0][0].toString()));
  }
};

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::PatchServiceTest)
#include "patch_service_test.moc"
