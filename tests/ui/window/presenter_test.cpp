#include "tests/ui/synthetic_run.h"
#include "tests/ui/window/open_and_wait.h"
#include "tests/ui/window_options.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/presentation/board_head.h"
#include "ui/presentation/stage.h"
#include "ui/presentation/variant_board.h"
#include "ui/window/message_bar.h"
#include "ui/window/presenter.h"
#include "ui/window/workbench.h"

#include <QMenuBar>
#include <QStatusBar>
#include <QtTest>

namespace gevo::ui {

/// The window turns into a stage and back.
class PresenterTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void cleanup() { window_.reset(); }
  void f11EntersAndLeaves();
  void escapeLeaves();
  void everythingIsAsItWas();
  void fullScreenStays();
  void theSelectionIsTheWindowsOwn();
  void anotherFileLeaves();
  void withoutAFileOneIsAskedFor();
  void aPresentationIsNotRemembered();

private:
  void press(Qt::Key key) { QTest::keyClick(window_.get(), key); }
  bool isOnStage() const { return window_->stage()->isVisible() && window_->isFullScreen(); }

  std::unique_ptr<MainWindow> window_;
};

void PresenterTest::init() {
  window_ = std::make_unique<MainWindow>(testOptions());
  window_->resize(1500, 950);
  openAndWait(*window_, GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo");
  window_->show();
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  window_->model().apply(synthetic::run());
}

void PresenterTest::f11EntersAndLeaves() {
  press(Qt::Key_F11);
  QTRY_VERIFY(isOnStage());
  QVERIFY(!window_->menuBar()->isVisible() && !window_->statusBar()->isVisible() && !window_->workbench()->isVisible());
  QCOMPARE(window_->stage()->board()->head()->title(), QString("The original"));
  press(Qt::Key_F11);
  QTRY_VERIFY(!window_->isFullScreen());
  QVERIFY(window_->workbench()->isVisible());
}

void PresenterTest::escapeLeaves() {
  press(Qt::Key_F11);
  QTRY_VERIFY(isOnStage());
  QTest::keyClick(window_->stage(), Qt::Key_Escape);
  QTRY_VERIFY(!window_->isFullScreen());
}

void PresenterTest::everythingIsAsItWas() {
  QWidget* const focused = window_->workbench()->pareto()->view();
  focused->setFocus();
  window_->messages()->showNews("Something happened.");
  QCoreApplication::processEvents();
  const QByteArray panes = window_->workbench()->layoutState();
  const QSize size = window_->workbench()->size();
  press(Qt::Key_F11);
  QTRY_VERIFY(isOnStage());
  QVERIFY(!window_->messages()->isVisible());
  press(Qt::Key_F11);
  QTRY_COMPARE(window_->workbench()->size(), size);
  QCOMPARE(window_->workbench()->layoutState(), panes);
  QCOMPARE(window_->focusWidget(), focused);
  QVERIFY(window_->menuBar()->isVisible() && window_->statusBar()->isVisible() && window_->messages()->isVisible());
}

void PresenterTest::fullScreenStays() {
  QTest::keyClick(window_.get(), Qt::Key_F11, Qt::ShiftModifier);
  QTRY_VERIFY(window_->isFullScreen());
  press(Qt::Key_F11);
  QTRY_VERIFY(isOnStage());
  press(Qt::Key_F11);
  QVERIFY(window_->isFullScreen() && window_->workbench()->isVisible());
}

void PresenterTest::theSelectionIsTheWindowsOwn() {
  const std::int64_t chosen = window_->model().front().back();
  window_->selection().choose(chosen);
  press(Qt::Key_F11);
  QTRY_VERIFY(isOnStage());
  QTest::keyClick(window_->stage(), Qt::Key_End);
  QTest::keyClick(window_->stage(), Qt::Key_Space);
  press(Qt::Key_F11);
  QCOMPARE(window_->selection().variant(), chosen);
  QVERIFY(window_->workbench()->timeline().isPresent());
  QVERIFY(!window_->stage()->replay().isOn());
}

void PresenterTest::anotherFileLeaves() {
  press(Qt::Key_F11);
  openAndWait(*window_, GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo");
  QTRY_VERIFY(!window_->isFullScreen());
  QVERIFY(window_->menuBar()->isVisible() && window_->workbench()->isVisible());
}

void PresenterTest::withoutAFileOneIsAskedFor() {
  MainWindow window(testOptions());
  window.show();
  window.presenter().setOn(true);
  QVERIFY2(window.stage()->notice().startsWith("No file is open."), qPrintable(window.stage()->notice()));
}

void PresenterTest::aPresentationIsNotRemembered() {
  {
    MainWindow window(rememberingOptions());
    window.show();
    window.presenter().setOn(true);
    window.close();
  }
  const MainWindow window(rememberingOptions());
  QVERIFY(!window.windowState().testFlag(Qt::WindowFullScreen));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::PresenterTest)
#include "presenter_test.moc"
