/// The window that fits a table, as the menu opens it.

#include "tests/ui/window_options.h"
#include "ui/window/fit_window.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QtTest>

namespace gevo::ui {

namespace {

QAction* command(const MainWindow& window) {
  for (const QAction* menu : window.menuBar()->actions())
    if (menu->text() == "&Tools")
      for (QAction* action : menu->menu()->actions())
        if (action->text() == QString::fromUtf8("&Fit a Table…")) return action;
  return nullptr;
}

} // namespace

class FitWindowTest : public QObject {
  Q_OBJECT
private slots:
  void theMenuOpensOneWindow() {
    const MainWindow window(testOptions());
    QAction* fit = command(window);
    QVERIFY(fit);
    QVERIFY(!window.fitWindow().dialog());
    fit->trigger();
    const FitDialog* first = window.fitWindow().dialog();
    QVERIFY(first && first->isVisible());
    fit->trigger();
    QCOMPARE(window.fitWindow().dialog(), first);
  }

  void aClosedWindowIsGone() {
    const MainWindow window(testOptions());
    command(window)->trigger();
    QPointer<FitDialog> dialog = window.fitWindow().dialog();
    dialog->close();
    QTRY_VERIFY(!dialog);
    QVERIFY(!window.fitWindow().dialog());
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::FitWindowTest)
#include "fit_window_test.moc"
