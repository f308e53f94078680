#pragma once

/// Tells something to people who look at other windows, where the desktop has notifications (org.freedesktop.Notifications); nobody
/// hears of it where it has none.

#include <QDBusConnection>
#include <QObject>

namespace gevo::ui {

class DesktopNotifier : public QObject {
  Q_OBJECT
public:
  explicit DesktopNotifier(const QDBusConnection& bus = QDBusConnection::sessionBus(), QObject* parent = nullptr);
  /// In place of the one before. `body`: one sentence without markup. Waits for nobody.
  void show(const QString& summary, const QString& body);

private:
  QDBusConnection bus_;
  quint32 shown_ = 0; ///< the desktop's number of the last one; 0: none
};

} // namespace gevo::ui
