#pragma once

/// Keys that a widget handles itself while it has the focus. They are actions of the widget, so the list of shortcuts has them.

#include <QAction>

#include <functional>

class QKeyEvent;
class QWidget;

namespace gevo::ui {

void addWidgetShortcut(QWidget& widget, const QString& command, const QList<QKeySequence>& keys, const std::function<void()>& perform);
/// Of `widget`; null where the key is none of its own.
QAction* widgetShortcut(const QWidget& widget, const QKeyEvent& event);

} // namespace gevo::ui
