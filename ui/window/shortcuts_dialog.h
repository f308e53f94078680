#pragma once

/// Every command of the window that has a key, as its actions say.

#include <QDialog>
#include <QKeySequence>

class QTreeWidget;

namespace gevo::ui {

struct ShortcutRow {
  QString group; ///< the menu, or the pane for keys that work only there
  QString command;
  QList<QKeySequence> keys;
};

/// In the order of the menus, then those of the panes. Commands without a key are left out.
QList<ShortcutRow> shortcutsOf(const QWidget& window);

class ShortcutsDialog : public QDialog {
  Q_OBJECT
public:
  explicit ShortcutsDialog(const QWidget& window, QWidget* parent = nullptr);

private:
  QTreeWidget* list_;
};

} // namespace gevo::ui
