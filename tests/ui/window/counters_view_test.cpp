/// Counters of a GPU in the window: counted by a real worker, on the fake driver.

#include "core/session/run_session.h"
#include "tests/core/kernel/cuda/fake_driver.h"
#include "tests/ui/window_options.h"
#include "ui/window/counters_window.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

namespace gevo::ui {

class CountersViewTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void init() { driver_.order(""); }
  void aVariantIsCountedBesideTheOriginal();
  void countingCanBeCancelledAndBegunAgain();
  void aDriverThatKeepsItsCountersIsSaidSo();
  void theOriginalIsNotCountedBesideItself();

private:
  static constexpr int patience = 120'000;
  void open(MainWindow& window);

  FakeDriver driver_;
  QTemporaryDir folder_;
  QString file_;
};

void CountersViewTest::initTestCase() {
  file_ = folder_.filePath("hotspot.gevo");
  QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", file_));
  QVERIFY(QFile::setPermissions(file_, QFile::ReadOwner | QFile::WriteOwner));
  RunSession::Options run;
  run.workerProgram = GEVO_TEST_BIN "/gevo-worker";
  run.settings.search.population = 8;
  run.settings.search.generations = 1;
  run.validate = false;
  auto session = RunSession::open(file_.toStdString(), std::move(run));
  QVERIFY2(session, session ? "" : session.error().message.c_str());
  QVERIFY((*session)->run({}, {}));
}

void CountersViewTest::open(MainWindow& window) {
  window.resize(1400, 900);
  window.show();
  window.openFile(file_);
  QTRY_VERIFY(window.model().hasRun());
  window.selection().choose(1);
  QTRY_VERIFY_WITH_TIMEOUT(window.selection().variant() == 1, patience);
  window.counters().open();
  QTRY_VERIFY(window.counters().dialog());
}

void CountersViewTest::aVariantIsCountedBesideTheOriginal() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window);
  CountersDialog& dialog = *window.counters().dialog();
  QCOMPARE(dialog.button()->text(), QString("Cancel"));
  QTRY_COMPARE_WITH_TIMEOUT(dialog.button()->text(), QString("Count Again"), patience);
  QVERIFY2(dialog.summary()->text().contains("Variant 1 takes") && dialog.summary()->text().contains("on Fake GPU"),
           qPrintable(dialog.summary()->text()));
  QVERIFY(dialog.table()->topLevelItemCount() > 0);
  const QTreeWidgetItem* const kernel = dialog.table()->topLevelItem(0);
  QVERIFY(kernel->isExpanded() && kernel->childCount() > 3);
  QCOMPARE(kernel->child(0)->text(0), QString("launches"));
  QVERIFY(!kernel->child(0)->text(1).isEmpty());
}

void CountersViewTest::countingCanBeCancelledAndBegunAgain() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window);
  CountersDialog& dialog = *window.counters().dialog();
  dialog.button()->click();
  QCOMPARE(dialog.button()->text(), QString("Count Again"));
  QCOMPARE(dialog.summary()->text(), QString("Not counted."));
  dialog.button()->click();
  QCOMPARE(dialog.button()->text(), QString("Cancel"));
  QTRY_COMPARE_WITH_TIMEOUT(dialog.button()->text(), QString("Count Again"), patience);
  QVERIFY(dialog.table()->topLevelItemCount() > 0);
}

void CountersViewTest::aDriverThatKeepsItsCountersIsSaidSo() {
  driver_.order("fail cuptiRangeProfilerEnable 35\n");
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window);
  QTRY_VERIFY_WITH_TIMEOUT(window.counters().dialog()->summary()->text().contains("only administrators"), patience);
}

void CountersViewTest::theOriginalIsNotCountedBesideItself() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  window.show();
  window.openFile(file_);
  QTRY_VERIFY(window.model().hasRun());
  window.selection().choose(0);
  window.counters().open();
  QVERIFY(!window.counters().dialog());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::CountersViewTest)
#include "counters_view_test.moc"
