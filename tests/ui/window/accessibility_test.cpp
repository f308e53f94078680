/// Screen readers: every widget that can have the focus has a name.

#include "tests/ui/synthetic_run.h"
#include "tests/ui/window_options.h"
#include "ui/edits/edits_pane.h"
#include "ui/portability/portability_dialog.h"
#include "ui/project/project_assistant.h"
#include "ui/setup/run_setup.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/docs_window.h"
#include "ui/window/shortcuts_dialog.h"
#include "ui/window/workbench.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QtTest>

namespace gevo::ui {

class AccessibilityTest : public QObject {
  Q_OBJECT
private slots:
  void everyFocusableWidgetHasAName_data();
  void everyFocusableWidgetHasAName();
  void aWidgetWithoutANameIsFound();

private:
  static std::unique_ptr<QWidget> make(const QString& page);
};

namespace {

/// Parts of a named widget, and labels, whose text is read.
bool needsNone(const QWidget& widget) {
  if (qobject_cast<const QLineEdit*>(&widget))
    return qobject_cast<const QAbstractSpinBox*>(widget.parentWidget()) || qobject_cast<const QComboBox*>(widget.parentWidget());
  return qobject_cast<const QLabel*>(&widget) || widget.objectName().startsWith("qt_") || widget.inherits("QComboBoxPrivateContainer") ||
         widget.inherits("QComboBoxListView");
}

/// As screen readers get it: the accessible name, the text of a button, the label whose buddy it is.
QString spokenName(QWidget& widget) {
  const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&widget);
  return face ? face->text(QAccessible::Name) : QString();
}

QStringList nameless(const QWidget& window) {
  QStringList found;
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || needsNone(*widget) || !spokenName(*widget).isEmpty()) continue;
    QString widgetName = widget->metaObject()->className() + QString(" \"%1\"").arg(widget->objectName());
    for (const QWidget* above = widget->parentWidget(); above != &window; above = above->parentWidget())
      widgetName += QString(" in ") + above->metaObject()->className();
    found << widgetName;
  }
  return found;
}

} // namespace

std::unique_ptr<QWidget> AccessibilityTest::make(const QString& page) {
  if (page == "manual") return std::make_unique<DocsWindow>();
  if (page == "run set-up") return std::make_unique<RunSetup>(RunSetupOptions{});
  if (page == "devices") return std::make_unique<PortabilityDialog>(PortabilityDialogOptions{.workerProgram = "/nowhere/gevo-worker"});
  if (page == "new project") return std::make_unique<ProjectAssistant>(NewProject(), Theme::light(), "/nowhere/gevo-worker");
  auto window = std::make_unique<MainWindow>(testOptions());
  if (page == "shortcuts") {
    auto dialog = std::make_unique<ShortcutsDialog>(*window);
    return dialog;
  }
  if (page == "start page") return window;
  window->openFile("/nowhere/lost.gevo");
  window->model().apply(synthetic::run());
  DifferencesView& differences = *window->workbench()->variant()->differences();
  differences.setProject(synthetic::project());
  differences.setSides({synthetic::details(0), "original", ""}, {synthetic::details(9), "variant 9", ""});
  window->workbench()->edits()->setDetails(synthetic::details(9));
  return window;
}

void AccessibilityTest::everyFocusableWidgetHasAName_data() {
  QTest::addColumn<QString>("page");
  for (const char* page : {"start page", "a run", "run set-up", "new project", "devices", "manual", "shortcuts"})
    QTest::newRow(page) << page;
}

void AccessibilityTest::everyFocusableWidgetHasAName() {
  QFETCH(QString, page);
  const std::unique_ptr<QWidget> window = make(page);
  QVERIFY(window->findChildren<QWidget*>().size() > 3);
  const QStringList found = nameless(*window);
  for (const QString& widgetName : found) qWarning("without a name: %s", qPrintable(widgetName)); // a failure's text is cut off
  QVERIFY(found.isEmpty());
}

void AccessibilityTest::aWidgetWithoutANameIsFound() {
  QWidget window;
  auto* field = new QLineEdit(&window);
  QCOMPARE(nameless(window).size(), 1);
  field->setAccessibleName("Filter");
  QVERIFY(nameless(window).isEmpty());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::AccessibilityTest)
#include "accessibility_test.moc"
