#pragma once

/// Notifies users who look at other windows, if the desktop supports it (org.freedesktop.Notifications); does
/// nothing otherwise.

#include <QDBusConnection>
#include <QObject>

namespace gevo::ui {

class DesktopNotifier : public QObject {
  Q_OBJECT
public:
  explicit DesktopNotifier(const QDBusConnection& bus = QDBusConnection::sessionBus(), QObject* parent = nullptr);
  /// Replaces the previous notification. `body`: a message without markup. Does not block.
  void show(const QString& summary, const QString& body);

private:
  QDBusConnection bus_;
  quint32 shown_ = 0; ///< id of the last notification; 0: none
};

} // namespace gevo::ui
