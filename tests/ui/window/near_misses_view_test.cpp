/// Near misses in the window: found by a real worker, and shown where they are.

#include "core/session/run_session.h"
#include "tests/ui/window_options.h"
#include "ui/window/near_miss_window.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QtTest>

namespace gevo::ui {

class NearMissesViewTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void theyAreFoundAndTheChosenOneIsShown();
  void aCancelledSearchCanBeginAgain();
  void withoutAWorkerItIsSaidWhy();

private:
  static constexpr int patience = 120'000;
  void open(MainWindow& window);

  QTemporaryDir folder_;
  QString file_;
};

void NearMissesViewTest::initTestCase() {
  file_ = folder_.filePath("hotspot.gevo");
  QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", file_));
  QVERIFY(QFile::setPermissions(file_, QFile::ReadOwner | QFile::WriteOwner));
  RunSession::Options run;
  run.workerProgram = GEVO_TEST_BIN "/gevo-worker";
  run.settings.search.population = 12;
  run.settings.search.generations = 2;
  run.validate = false;
  auto session = RunSession::open(file_.toStdString(), std::move(run));
  QVERIFY2(session, session ? "" : session.error().message.c_str());
  QVERIFY((*session)->run({}, {}));
}

void NearMissesViewTest::open(MainWindow& window) {
  window.resize(1400, 900);
  window.show();
  window.openFile(file_);
  QTRY_VERIFY(window.model().hasRun());
  window.nearMisses().open();
  QVERIFY(window.nearMisses().dialog());
}

void NearMissesViewTest::theyAreFoundAndTheChosenOneIsShown() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window);
  NearMissDialog& dialog = *window.nearMisses().dialog();
  QCOMPARE(dialog.button()->text(), QString("Cancel"));
  QTRY_COMPARE_WITH_TIMEOUT(dialog.button()->text(), QString("Find"), patience);
  QVERIFY2(dialog.summary()->text().contains("rejected") || dialog.summary()->text().contains("rejects"),
           qPrintable(dialog.summary()->text()));
  if (dialog.list()->topLevelItemCount() == 0) QSKIP("the run has no near miss");
  dialog.list()->setCurrentItem(dialog.list()->topLevelItem(0));
  QVERIFY(window.selection().variant() > 0);
  QVERIFY(!dialog.words()->toPlainText().isEmpty());
  window.nearMisses().dialog()->close();
  QTRY_VERIFY(!window.nearMisses().dialog());
  window.nearMisses().open(); // what was found is kept
  QCOMPARE(window.nearMisses().dialog()->button()->text(), QString("Find"));
  QVERIFY(window.nearMisses().dialog()->list()->topLevelItemCount() > 0);
}

void NearMissesViewTest::aCancelledSearchCanBeginAgain() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window);
  NearMissDialog& dialog = *window.nearMisses().dialog();
  dialog.button()->click();
  QCOMPARE(dialog.button()->text(), QString("Find"));
  dialog.button()->click();
  QCOMPARE(dialog.button()->text(), QString("Cancel"));
}

void NearMissesViewTest::withoutAWorkerItIsSaidWhy() {
  MainWindow window(testOptions());
  open(window);
  QTRY_VERIFY_WITH_TIMEOUT(window.nearMisses().dialog()->summary()->text().contains("/nowhere/gevo-worker"), patience);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::NearMissesViewTest)
#include "near_misses_view_test.moc"
