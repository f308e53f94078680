#pragma once

/// A desktop's portal of settings for tests, on a bus of its own.

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QMap>
#include <QProcess>
#include <QStandardPaths>

namespace gevo::ui {

/// org.freedesktop.portal.Settings, as far as the explorer needs it.
class Portal : public QDBusVirtualObject {
public:
  QMap<QString, QVariant> settings; ///< by group and key, with a space between them

  /// False: dbus-daemon is not installed, or does not start.
  bool start() {
    const QString program = QStandardPaths::findExecutable("dbus-daemon");
    if (program.isEmpty()) return false;
    daemon_.start(program, {"--session", "--nofork", "--nopidfile", "--print-address"});
    if (!daemon_.waitForReadyRead()) return false;
    address_ = QString::fromUtf8(daemon_.readLine()).trimmed();
    QDBusConnection desktop = bus("desktop");
    return desktop.isConnected() && desktop.registerService("org.freedesktop.portal.Desktop") &&
           desktop.registerVirtualObject("/org/freedesktop/portal/desktop", this);
  }
  void stop() {
    for (const char* name : {"desktop", "application"}) QDBusConnection::disconnectFromBus(name);
    daemon_.terminate();
    daemon_.waitForFinished();
  }
  QDBusConnection bus(const QString& name) const { return QDBusConnection::connectToBus(address_, name); }
  bool announce(const QString& group, const QString& key, const QVariant& value) const {
    QDBusMessage signal =
        QDBusMessage::createSignal("/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged");
    signal << group << key << QVariant::fromValue(QDBusVariant(value));
    return bus("desktop").send(signal);
  }

  QString introspect(const QString&) const override { return {}; }
  bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
    if (message.member() != "Read" || message.arguments().size() != 2) return false;
    const auto found = settings.constFind(message.arguments()[0].toString() + ' ' + message.arguments()[1].toString());
    if (found == settings.constEnd()) return connection.send(message.createErrorReply("org.freedesktop.portal.Error.NotFound", "none"));
    const QVariant inner = QVariant::fromValue(QDBusVariant(*found));
    return connection.send(message.createReply(QVariant::fromValue(QDBusVariant(inner))));
  }

private:
  QProcess daemon_;
  QString address_;
};

} // namespace gevo::ui
