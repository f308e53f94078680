#include "ui/widgets/widget_shortcuts.h"

#include <QKeyEvent>
#include <QWidget>

namespace gevo::ui {

void addWidgetShortcut(QWidget& widget, const QString& command, const QList<QKeySequence>& keys, const std::function<void()>& perform) {
  auto* action = new QAction(command, &widget);
  action->setShortcuts(keys);
  action->setShortcutContext(Qt::WidgetShortcut);
  QObject::connect(action, &QAction::triggered, &widget, perform);
  widget.addAction(action);
}

QAction* widgetShortcut(const QWidget& widget, const QKeyEvent& event) {
  const QKeyCombination pressed(event.modifiers() & ~Qt::KeypadModifier, Qt::Key(event.key()));
  for (QAction* action : widget.actions())
    if (action->shortcutContext() == Qt::WidgetShortcut && action->shortcuts().contains(QKeySequence(pressed))) return action;
  return nullptr;
}

} // namespace gevo::ui
