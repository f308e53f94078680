#include "core/devices/examine.h"
#include "core/store/store.h"
#include "ui/start/sample_card.h"
#include "ui/start/sample_copy.h"
#include "ui/start/sample_opener.h"
#include "ui/start/start_page.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

class SampleOpenerTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void aReadyMadeFileIsCopied();
  void aFileThatWasBuiltBeforeIsOpened();
  void aFailedBuildSaysWhyAndCanBeRepeated();
  void aSampleIsBuiltOnce();
  void aCancelledBuildLeavesNoFile();
  void theCardShowsTheBuild();

private:
  static constexpr const char* worker = GEVO_TEST_BIN "/gevo-worker";
  static Sample sample(const std::string& name) {
    Result<Sample> found = findSample(name);
    if (!found) qFatal("%s", found.error().message.c_str());
    return *found;
  }
  static bool canBuild() {
    const auto machine = examineMachine(worker);
    return machine && std::ranges::none_of(machine->findings, [](const Finding& finding) {
             return !finding.found && (finding.name == "clang" || finding.name == "CUDA toolkit");
           });
  }
  std::unique_ptr<QTemporaryDir> folder_;
};

void SampleOpenerTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"}) qputenv(variable, folder_->path().toUtf8());
}

void SampleOpenerTest::aReadyMadeFileIsCopied() {
  SampleOpener opener("/nowhere/gevo-worker");
  const QSignalSpy ready(&opener, &SampleOpener::ready);
  const QSignalSpy progressed(&opener, &SampleOpener::progressed);
  opener.open(sample("hotspot"));
  QTRY_COMPARE(ready.size(), 1);
  QCOMPARE(ready[0][0].toString(), pathOfSample(sample("hotspot")));
  QCOMPARE(ready[0][1].toBool(), false);
  QVERIFY(progressed.isEmpty());
}

void SampleOpenerTest::aFileThatWasBuiltBeforeIsOpened() {
  QVERIFY(makeSampleFolder());
  const Sample nw = sample("nw");
  QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", pathOfSample(nw))); // any file
  SampleOpener opener("/nowhere/gevo-worker");
  const QSignalSpy ready(&opener, &SampleOpener::ready);
  opener.open(nw);
  QTRY_COMPARE(ready.size(), 1);
  QCOMPARE(ready[0][0].toString(), pathOfSample(nw));
  QCOMPARE(ready[0][1].toBool(), false);
}

void SampleOpenerTest::aFailedBuildSaysWhyAndCanBeRepeated() {
  SampleOpener opener("/nowhere/gevo-worker");
  const QSignalSpy failed(&opener, &SampleOpener::failed);
  const QSignalSpy progressed(&opener, &SampleOpener::progressed);
  for (int attempt = 1; attempt <= 2; ++attempt) {
    opener.open(sample("nw"));
    QTRY_COMPARE(failed.size(), attempt);
    QVERIFY(!failed.back()[0].toString().isEmpty());
    QCOMPARE(progressed.back()[1].toString(), QString());
  }
  QVERIFY(!isSampleThere(sample("nw")));
}

void SampleOpenerTest::aSampleIsBuiltOnce() {
  if (!canBuild()) QSKIP("no CUDA toolkit");
  SampleOpener opener(worker);
  const QSignalSpy ready(&opener, &SampleOpener::ready);
  const QSignalSpy progressed(&opener, &SampleOpener::progressed);
  opener.open(sample("nn"));
  opener.open(sample("nn")); // a second click
  QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, 120'000);
  QCOMPARE(ready[0][1].toBool(), true);
  QVERIFY(progressed.size() > 2);
  QCOMPARE(progressed.back()[1].toString(), QString());
  const auto store = Store::open(pathOfSample(sample("nn")).toStdString(), Store::Access::Read);
  QVERIFY(store);
  QVERIFY((*store)->project());
  QVERIFY(*(*store)->trusted());
}

void SampleOpenerTest::aCancelledBuildLeavesNoFile() {
  if (!canBuild()) QSKIP("no CUDA toolkit");
  SampleOpener opener(worker);
  const QSignalSpy ready(&opener, &SampleOpener::ready);
  const QSignalSpy failed(&opener, &SampleOpener::failed);
  const QSignalSpy progressed(&opener, &SampleOpener::progressed);
  opener.open(sample("nn"));
  QTRY_VERIFY_WITH_TIMEOUT(progressed.size() > 1, 60'000);
  opener.cancel("nn");
  QCOMPARE(progressed.back()[1].toString(), QString());
  const auto steps = progressed.size();
  opener.open(sample("hotspot"));
  QTRY_COMPARE(ready.size(), 1);
  QVERIFY(failed.isEmpty());
  QCOMPARE(progressed.size(), steps);
  QVERIFY(!isSampleThere(sample("nn")));
}

void SampleOpenerTest::theCardShowsTheBuild() {
  StartPage page;
  page.resize(1200, 900);
  page.show();
  const auto found = std::ranges::find_if(page.sampleCards(), [](const SampleCard* card) { return card->sample().name == "nw"; });
  QVERIFY(found != page.sampleCards().end());
  SampleCard* card = *found;
  QVERIFY(card->cancelButton()->isHidden());
  page.setSampleProgress("nw", "running test 1 of 2: 64 10");
  QCOMPARE(card->note(), QString("building: running test 1 of 2: 64 10"));
  const QSignalSpy cancelled(&page, &StartPage::sampleCancelled);
  const QSignalSpy chosen(&page, &StartPage::sampleChosen);
  QTest::mouseClick(card->cancelButton(), Qt::LeftButton);
  QTest::keyClick(card, Qt::Key_Escape);
  QCOMPARE(cancelled.size(), 2);
  QCOMPARE(cancelled[0][0].toString(), QString("nw"));
  QVERIFY(chosen.isEmpty());
  page.setSampleProgress("nw", {});
  QVERIFY(card->cancelButton()->isHidden());
  QVERIFY(!card->note().startsWith("building"));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::SampleOpenerTest)
#include "sample_opener_test.moc"
