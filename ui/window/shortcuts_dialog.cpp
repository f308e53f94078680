#include "ui/window/shortcuts_dialog.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {
namespace {

/// "&Next on the Front" and "Open…" as one reads them aloud.
QString plainText(const QAction& action) {
  QString text = action.text();
  text.remove('&');
  if (text.endsWith(QChar(0x2026))) text.chop(1);
  return text;
}

QString keysText(const QList<QKeySequence>& keys) {
  QStringList texts;
  for (const QKeySequence& key : keys) texts << key.toString(QKeySequence::NativeText);
  return texts.join(", ");
}

class Collector {
public:
  /// Commands of a menu within the menu are "Export Variant: As PTX".
  void addMenu(const QString& group, const QList<QAction*>& actions, const QString& within = {}) {
    for (const QAction* action : actions) {
      if (const QMenu* menu = action->menu())
        addMenu(group, menu->actions(), plainText(*action) + ": ");
      else
        add(group, *action, within);
    }
  }

  void add(const QString& group, const QAction& action, const QString& within = {}) {
    if (action.shortcuts().isEmpty() || seen_.contains(&action)) return;
    seen_.insert(&action);
    const ShortcutRow row{group, within + plainText(action), action.shortcuts()};
    // Panes of one kind have the same ones.
    const bool isKnown = std::ranges::any_of(rows_, [&](const ShortcutRow& other) {
      return other.group == row.group && other.command == row.command && other.keys == row.keys;
    });
    if (!isKnown) rows_.append(row);
  }

  QList<ShortcutRow> rows() && { return std::move(rows_); }

private:
  QSet<const QAction*> seen_;
  QList<ShortcutRow> rows_;
};

} // namespace

QList<ShortcutRow> shortcutsOf(const QWidget& window) {
  Collector collector;
  if (const auto* bar = window.findChild<QMenuBar*>())
    for (const QAction* menu : bar->actions())
      if (menu->menu()) collector.addMenu(plainText(*menu), menu->menu()->actions());
  for (const QWidget* widget : window.findChildren<QWidget*>())
    for (const QAction* action : widget->actions()) collector.add(widget->accessibleName(), *action);
  return std::move(collector).rows();
}

ShortcutsDialog::ShortcutsDialog(const QWidget& window, QWidget* parent) : QDialog(parent), list_(new QTreeWidget(this)) {
  setWindowTitle(tr("Keyboard Shortcuts"));
  resize(520, 620);
  auto* filter = new QLineEdit(this);
  filter->setPlaceholderText(tr("Search"));
  filter->setAccessibleName(tr("Search the shortcuts"));
  filter->setClearButtonEnabled(true);
  list_->setAccessibleName(tr("Shortcuts"));
  list_->setColumnCount(2);
  list_->setHeaderHidden(true);
  list_->setRootIsDecorated(false);
  list_->setItemsExpandable(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  QTreeWidgetItem* group = nullptr;
  for (const ShortcutRow& row : shortcutsOf(window)) {
    if (!group || group->text(0) != row.group) {
      group = new QTreeWidgetItem(list_, {row.group});
      QFont bold = list_->font();
      bold.setWeight(QFont::DemiBold);
      group->setFont(0, bold);
      group->setFlags(Qt::ItemIsEnabled);
    }
    new QTreeWidgetItem(group, {row.command, keysText(row.keys)});
  }
  list_->expandAll();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  auto* column = new QVBoxLayout(this);
  column->addWidget(filter);
  column->addWidget(list_, 1);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(filter, &QLineEdit::textChanged, this, [this](const QString& wanted) {
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
      QTreeWidgetItem* menu = list_->topLevelItem(i);
      bool any = false;
      for (int j = 0; j < menu->childCount(); ++j) {
        QTreeWidgetItem* command = menu->child(j);
        const bool shown = command->text(0).contains(wanted, Qt::CaseInsensitive) || command->text(1).contains(wanted, Qt::CaseInsensitive);
        command->setHidden(!shown);
        any = any || shown;
      }
      menu->setHidden(!any);
    }
  });
}

} // namespace gevo::ui
