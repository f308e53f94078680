#include "tests/ui/synthetic_run.h"
#include "tests/ui/window/open_and_wait.h"
#include "tests/ui/window_options.h"
#include "ui/variant/differences_view.h"
#include "ui/window/file_title.h"
#include "ui/window/message_bar.h"
#include "ui/window/run_bar.h"
#include "ui/window/window_size.h"

#include <QDockWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

class WindowSizeTest : public QObject {
  Q_OBJECT
private slots:
  void firstSizeFitsTheScreen_data();
  void firstSizeFitsTheScreen();
  void aSmallScreenHasRoomForTheWholeWindow();
  void aSwitchOfTabsMovesNoPane();
  void aLongNameLeavesRoomForTheMenus();
  void buttonsStayInANarrowWindow_data();
  void buttonsStayInANarrowWindow();
  void aWideWindowShowsAllAgain();

private:
  /// A live run: the bar has the most to show.
  static void apply(MainWindow& window) {
    auto update = std::make_shared<RunUpdate>(*synthetic::run());
    update->writerAlive = true;
    window.model().apply(update);
  }
};

void WindowSizeTest::firstSizeFitsTheScreen_data() {
  QTest::addColumn<QSize>("available");
  QTest::addColumn<QSize>("expected");
  QTest::newRow("1280x800 with a panel") << QSize(1280, 773) << QSize(1272, 733);
  QTest::newRow("1680x1050") << QSize(1680, 1050) << QSize(1672, 1010);
  QTest::newRow("2560x1440 at 1.5") << QSize(1707, 960) << QSize(1680, 920);
  QTest::newRow("4K at 1") << QSize(3840, 2160) << QSize(1680, 1050);
}

void WindowSizeTest::firstSizeFitsTheScreen() {
  QFETCH(QSize, available);
  QTEST(firstSize(available), "expected");
}

void WindowSizeTest::aSmallScreenHasRoomForTheWholeWindow() {
  MainWindow window(testOptions());
  openAndWait(window, GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo");
  window.show();
  apply(window);
  const QSize least = window.minimumSizeHint();
  QVERIFY2(least.width() <= 1272 && least.height() <= 733, qPrintable(QString("%1x%2").arg(least.width()).arg(least.height())));
}

void WindowSizeTest::aSwitchOfTabsMovesNoPane() {
  MainWindow window(testOptions());
  window.setAnimated(false); // panes are where they belong at once
  openAndWait(window, GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo");
  window.show();
  apply(window);
  window.resize(window.minimumSizeHint());
  auto& differences = *window.findChild<DifferencesView*>();
  const auto places = [&] {
    QCoreApplication::processEvents();
    QList<QRect> found;
    for (const QDockWidget* pane : window.findChildren<QDockWidget*>()) found.push_back(pane->geometry());
    return found;
  };
  differences.setKind(TextKind::Ptx);
  // There is no worker to make texts. The bar that says so takes its room once, whenever that becomes known.
  QTRY_VERIFY(window.findChild<MessageBar*>()->isVisible());
  const QList<QRect> before = places();
  for (const TextKind kind : {TextKind::Ir, TextKind::Cuda, TextKind::Ptx}) {
    differences.setKind(kind);
    QCOMPARE(places(), before);
  }
}

void WindowSizeTest::aLongNameLeavesRoomForTheMenus() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QString(120, 'n') + ".gevo");
  QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", path));
  MainWindow window(testOptions());
  window.show();
  for (const int width : {1680, 1280, 1000}) {
    window.resize(width, 800);
    openAndWait(window, path);
    QCoreApplication::processEvents();
    const auto* title = window.findChild<FileTitle*>();
    QVERIFY2(title->width() < width / 2, qPrintable(QString::number(title->width())));
    QVERIFY(title->text().contains(QChar(0x2026)) && title->text().endsWith("Explorer"));
    QVERIFY(title->toolTip().contains(QString(120, 'n')));
    for (const QAction* menu : window.menuBar()->actions()) {
      const QRect place = window.menuBar()->actionGeometry(const_cast<QAction*>(menu));
      QVERIFY2(!place.isEmpty() && place.right() < width, qPrintable(menu->text()));
    }
  }
}

void WindowSizeTest::buttonsStayInANarrowWindow_data() {
  QTest::addColumn<int>("width");
  for (const int width : {500, 640, 800, 1000, 1272}) QTest::addRow("%d", width) << width;
}

void WindowSizeTest::buttonsStayInANarrowWindow() {
  QFETCH(int, width);
  RunModel model;
  RunController controller(model, "/nowhere/gevo-worker");
  Selection selection;
  QWidget host; // a window would grow to all that the bar has
  RunBar bar(model, controller, selection, &host);
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  update->writerAlive = true;
  model.apply(update);
  host.resize(2000, 60);
  bar.resize(width, 48);
  host.show();
  QTRY_VERIFY(bar.exportButton()->width() > 30);
  const auto inside = [&](const QWidget* widget) {
    return widget->isVisible() && widget->geometry().right() < width && widget->width() >= widget->minimumSizeHint().width();
  };
  QVERIFY(inside(bar.startButton()));
  QVERIFY(inside(bar.exportButton()));
  QVERIFY(inside(bar.followSwitch()));
}

void WindowSizeTest::aWideWindowShowsAllAgain() {
  RunModel model;
  RunController controller(model, "/nowhere/gevo-worker");
  Selection selection;
  QWidget host; // a window would grow to all that the bar has
  RunBar bar(model, controller, selection, &host);
  auto update = std::make_shared<RunUpdate>(*synthetic::run());
  update->writerAlive = true;
  model.apply(update);
  const auto shown = [&] {
    int count = 0;
    for (const QWidget* widget : bar.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) count += widget->isVisible() ? 1 : 0;
    return count;
  };
  host.resize(2000, 60);
  bar.resize(1900, 48);
  host.show();
  const int all = shown();
  bar.resize(500, 48);
  QTRY_VERIFY(shown() < all);
  bar.resize(1900, 48);
  QTRY_COMPARE(shown(), all);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::WindowSizeTest)
#include "window_size_test.moc"
