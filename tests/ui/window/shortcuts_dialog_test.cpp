#include "tests/ui/window_options.h"
#include "ui/window/shortcuts_dialog.h"

#include <QLineEdit>
#include <QMenuBar>
#include <QTreeWidget>
#include <QtTest>

namespace gevo::ui {

class ShortcutsDialogTest : public QObject {
  Q_OBJECT
private slots:
  void everyActionWithAKeyIsListed();
  void groupsAreTheMenus();
  void keysAreUnique();
  void searchShowsMatches();

private:
};

void ShortcutsDialogTest::everyActionWithAKeyIsListed() {
  const MainWindow window(testOptions());
  QSet<QString> listed;
  for (const ShortcutRow& row : shortcutsOf(window)) {
    QVERIFY2(!row.command.isEmpty() && !row.group.isEmpty(), qPrintable(row.command));
    for (const QKeySequence& key : row.keys) listed << key.toString();
  }
  for (const char* key : {"Ctrl+R", "N", "Home"}) QVERIFY2(listed.contains(key), key); // of a menu, and two panes' own
  for (const QAction* action : window.findChildren<QAction*>())
    for (const QKeySequence& key : action->shortcuts()) QVERIFY2(listed.contains(key.toString()), qPrintable(action->text()));
}

void ShortcutsDialogTest::groupsAreTheMenus() {
  const MainWindow window(testOptions());
  QStringList menus;
  for (const QAction* menu : window.menuBar()->actions()) menus << menu->text().remove('&');
  QStringList groups;
  for (const ShortcutRow& row : shortcutsOf(window))
    if (groups.isEmpty() || groups.back() != row.group) groups << row.group;
  QCOMPARE(groups.mid(0, menus.size()), menus);
}

/// Those of menus in the whole window, those of views in each.
void ShortcutsDialogTest::keysAreUnique() {
  const MainWindow window(testOptions());
  QStringList menus;
  for (const QAction* menu : window.menuBar()->actions()) menus << menu->text().remove('&');
  const QList<ShortcutRow> rows = shortcutsOf(window);
  for (qsizetype i = 0; i < rows.size(); ++i) {
    for (qsizetype j = 0; j < i; ++j) {
      if (rows[i].group != rows[j].group && !menus.contains(rows[i].group) && !menus.contains(rows[j].group)) continue;
      for (const QKeySequence& key : rows[i].keys)
        QVERIFY2(!rows[j].keys.contains(key), qPrintable(rows[j].command + " and " + rows[i].command));
    }
  }
}

void ShortcutsDialogTest::searchShowsMatches() {
  MainWindow window(testOptions());
  ShortcutsDialog dialog(window);
  auto* search = dialog.findChild<QLineEdit*>();
  const auto* list = dialog.findChild<QTreeWidget*>();
  const auto shown = [&] {
    QStringList commands;
    for (int i = 0; i < list->topLevelItemCount(); ++i)
      for (int j = 0; j < list->topLevelItem(i)->childCount(); ++j)
        if (!list->topLevelItem(i)->isHidden() && !list->topLevelItem(i)->child(j)->isHidden())
          commands << list->topLevelItem(i)->child(j)->text(0);
    return commands;
  };
  QVERIFY(shown().size() > 10);
  search->setText("new run");
  QCOMPARE(shown(), QStringList{"New Run"});
  search->setText("shift+f8");
  QCOMPARE(shown(), QStringList{"Previous Difference"});
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ShortcutsDialogTest)
#include "shortcuts_dialog_test.moc"
