#include "tests/ui/made_up_run.h"
#include "ui/edits/edits_pane.h"
#include "ui/text/format.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/main_window.h"
#include "ui/window/workbench.h"

#include <QtTest>

namespace gevo::ui {

class WindowTest : public QObject {
  Q_OBJECT
private slots:
  void picture();
};

void WindowTest::picture() {
  for (const bool dark : {false, true}) {
    WindowOptions options;
    options.theme = dark ? Theme::darkened() : Theme::light();
    options.remember = false;
    MainWindow window(options);
    window.openFile("/tmp/stencil.gevo");
    window.show();
    window.model().apply(made_up::run());
    const std::int64_t best = window.model().suggestion();
    Workbench& panes = *window.workbench();
    panes.variant()->differences()->setProject(made_up::project());
    panes.variant()->differences()->setSides({made_up::details(0), "original", "18.4 µs"}, {made_up::details(best), "variant", "13.3 µs"},
                                             true);
    panes.edits()->setDetails(made_up::details(best));
    QTest::qWait(800);
    window.grab().save(dark ? "/tmp/ui-dark.png" : "/tmp/ui-light.png");
  }
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::WindowTest)
#include "window_test.moc"
