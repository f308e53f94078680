#include "ui/setup/limit_row.h"
#include "ui/setup/run_setup.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/run_bar.h"

#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

/// The whole window with real workers on the bundled file, driven as a user would.
class RunInWindowTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void firstRunIsSetUpRunAndReported();
  void stoppedRunGoesOn();

private:
  static WindowOptions options() {
    WindowOptions options;
    options.remember = false;
    options.workerProgram = GEVO_TEST_BIN "/gevo-worker";
    return options;
  }
  /// Fills the dialog that is open with a tiny run, and starts it.
  void startTinyRun(MainWindow& window, double generations);

  QTemporaryDir folder_;
  QString file_;
  int files_ = 0;
};

void RunInWindowTest::init() {
  qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
  file_ = folder_.filePath(QString("hotspot%1.gevo").arg(++files_));
  QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", file_));
  QVERIFY(QFile::setPermissions(file_, QFile::ReadOwner | QFile::WriteOwner));
}

void RunInWindowTest::startTinyRun(MainWindow& window, double generations) {
  QTest::mouseClick(window.findChild<RunBar*>()->startButton(), Qt::LeftButton);
  auto* setup = window.findChild<RunSetup*>();
  QVERIFY2(setup, "a file without a run asks how the first one shall be");
  setup->findChildren<LimitRow*>().front()->setValue(generations);
  for (QSpinBox* spin : setup->findChildren<QSpinBox*>())
    if (spin->value() == 256) spin->setValue(8);
  QTest::mouseClick(setup->startButton(), Qt::LeftButton);
  QVERIFY(window.controller().busy());
}

void RunInWindowTest::firstRunIsSetUpRunAndReported() {
  MainWindow window(options());
  window.show();
  window.openFile(file_);
  startTinyRun(window, 1);
  QTRY_VERIFY_WITH_TIMEOUT(!window.controller().busy(), 120'000);
  QTRY_VERIFY2_WITH_TIMEOUT(window.messages()->message().startsWith("The run ended after"), qPrintable(window.messages()->message()),
                            10'000);
  QCOMPARE(window.model().run().settings.search.population, 8U);
  QCOMPARE(window.model().generations().size(), std::size_t(2));
  QCOMPARE(window.model().run().status.state, RunState::Finished);
}

void RunInWindowTest::stoppedRunGoesOn() {
  MainWindow window(options());
  window.show();
  window.openFile(file_);
  startTinyRun(window, 10'000);
  QTRY_VERIFY_WITH_TIMEOUT(window.model().generations().size() >= 2, 120'000);
  window.controller().setPaused(true);
  QCOMPARE(window.controller().state(), RunController::State::Paused);
  window.controller().setPaused(false);
  window.controller().stop();
  QTRY_VERIFY_WITH_TIMEOUT(!window.controller().busy(), 120'000);
  const std::size_t before = window.model().generations().size();
  QPushButton* resume = window.findChild<RunBar*>()->startButton();
  QTRY_VERIFY(resume->isEnabled()); // the file tells that its writer is gone a moment later
  QCOMPARE(resume->text(), QString("Resume"));
  QTest::mouseClick(resume, Qt::LeftButton);
  QVERIFY2(!window.findChild<RunSetup*>() || !window.findChild<RunSetup*>()->isVisible(), "a run that is there goes on as it was set up");
  QTRY_VERIFY_WITH_TIMEOUT(window.model().generations().size() > before, 120'000);
  QCOMPARE(window.model().run().settings.search.generations, 10'000U);
  window.controller().stop();
  window.controller().stop();
  QTRY_VERIFY_WITH_TIMEOUT(!window.controller().busy(), 120'000);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::RunInWindowTest)
#include "run_in_window_test.moc"
