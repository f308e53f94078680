#include "tests/ui/window_options.h"
#include "ui/diff/diff_view.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/code_zoom.h"
#include "ui/window/workbench.h"

#include <QAbstractScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <QtTest>

namespace gevo::ui {

class CodeZoomTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void init() { QSettings().clear(); }
  void wheelWithControlChangesTheSize();
  void wheelAloneScrolls();
  void touchPadsAddUpToAStep();
  void sizesStayReadable();
  void keysChangeTheSize();
  void theLineAtTheTopStays();
  void sizeIsRemembered();
  void fullScreenIsSwitched();

private:
  static DiffView& view(const MainWindow& window) { return *window.workbench()->variant()->differences()->view(); }
  static QAbstractScrollArea& area(const MainWindow& window) { return *qobject_cast<QAbstractScrollArea*>(view(window).focusProxy()); }
  static void turn(const MainWindow& window, int angle, Qt::KeyboardModifiers modifiers) {
    QWidget* target = area(window).viewport();
    QWheelEvent event(QPointF(9, 9), target->mapToGlobal(QPointF(9, 9)), {}, {0, angle}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(target, &event);
  }
  static void showLines(const MainWindow& window, int count) {
    QStringList lines;
    for (int i = 0; i < count; ++i) lines << QString("int line%1;").arg(i);
    DiffDocument left;
    left.text = lines.join('\n');
    DiffDocument right = left;
    view(window).setFolding(false);
    view(window).setDocuments(left, right);
  }
  QTemporaryDir folder_;
};

void CodeZoomTest::initTestCase() {
  QCoreApplication::setOrganizationName("gevo-test");
  QCoreApplication::setApplicationName("code-zoom-test");
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
}

void CodeZoomTest::wheelWithControlChangesTheSize() {
  const MainWindow window(testOptions());
  const int usual = window.codeZoom().size();
  const int line = area(window).verticalScrollBar()->singleStep();
  turn(window, 240, Qt::ControlModifier);
  QCOMPARE(window.codeZoom().size(), usual + 2);
  QVERIFY(area(window).verticalScrollBar()->singleStep() > line);
  turn(window, -360, Qt::ControlModifier);
  QCOMPARE(window.codeZoom().size(), usual - 1);
}

void CodeZoomTest::wheelAloneScrolls() {
  MainWindow window(testOptions());
  window.resize(1200, 800);
  showLines(window, 400);
  window.show();
  const int usual = window.codeZoom().size();
  turn(window, -240, Qt::NoModifier);
  QCOMPARE(window.codeZoom().size(), usual);
}

void CodeZoomTest::touchPadsAddUpToAStep() {
  const MainWindow window(testOptions());
  const int usual = window.codeZoom().size();
  for (int i = 0; i < 3; ++i) turn(window, 30, Qt::ControlModifier);
  QCOMPARE(window.codeZoom().size(), usual);
  turn(window, 30, Qt::ControlModifier);
  QCOMPARE(window.codeZoom().size(), usual + 1);
}

void CodeZoomTest::sizesStayReadable() {
  const MainWindow window(testOptions());
  window.codeZoom().setSize(1000);
  QVERIFY(window.codeZoom().size() <= 40);
  window.codeZoom().setSize(0);
  QVERIFY(window.codeZoom().size() >= 6);
}

void CodeZoomTest::keysChangeTheSize() {
  MainWindow window(testOptions());
  window.show();
  window.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  const int usual = window.codeZoom().size();
  window.showStartPage();
  QTest::keyClick(&window, Qt::Key_Plus, Qt::ControlModifier);
  QCOMPARE(window.codeZoom().size(), usual + 1);
  QTest::keyClick(&window, Qt::Key_Equal, Qt::ControlModifier);
  QCOMPARE(window.codeZoom().size(), usual + 2);
  QTest::keyClick(&window, Qt::Key_Minus, Qt::ControlModifier);
  QCOMPARE(window.codeZoom().size(), usual + 1);
  QTest::keyClick(&window, Qt::Key_0, Qt::ControlModifier);
  QCOMPARE(window.codeZoom().size(), usual);
}

void CodeZoomTest::theLineAtTheTopStays() {
  MainWindow window(testOptions());
  window.resize(1200, 800);
  showLines(window, 400);
  window.show();
  const QScrollBar* bar = area(window).verticalScrollBar();
  area(window).verticalScrollBar()->setValue(100 * bar->singleStep());
  window.codeZoom().setSize(window.codeZoom().size() + 5);
  QCOMPARE(bar->value() / bar->singleStep(), 100);
}

void CodeZoomTest::sizeIsRemembered() {
  {
    MainWindow window(rememberingOptions());
    window.codeZoom().setSize(19);
    window.close();
  }
  const MainWindow window(rememberingOptions());
  QCOMPARE(window.codeZoom().size(), 19);
}

void CodeZoomTest::fullScreenIsSwitched() {
  MainWindow window(testOptions());
  window.show();
  window.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  QTest::keyClick(&window, Qt::Key_F11, Qt::ShiftModifier);
  QTRY_VERIFY(window.isFullScreen());
  QTest::keyClick(&window, Qt::Key_F11, Qt::ShiftModifier);
  QTRY_VERIFY(!window.isFullScreen());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::CodeZoomTest)
#include "code_zoom_test.moc"
