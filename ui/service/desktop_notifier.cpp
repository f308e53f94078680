#include "ui/service/desktop_notifier.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QVariantMap>

namespace gevo::ui {
namespace {

constexpr const char* service = "org.freedesktop.Notifications";
constexpr const char* path = "/org/freedesktop/Notifications";
constexpr const char* icon = "gevo-explorer";
constexpr int desktopsOwnTime = -1;

} // namespace

DesktopNotifier::DesktopNotifier(const QDBusConnection& bus, QObject* parent) : QObject(parent), bus_(bus) {}

void DesktopNotifier::show(const QString& summary, const QString& body) {
  if (!bus_.isConnected()) return;
  QDBusMessage notify = QDBusMessage::createMethodCall(service, path, service, "Notify");
  notify << tr("GEVO Explorer") << shown_ << icon << summary << body << QStringList()
         << QVariantMap{{"desktop-entry", QGuiApplication::desktopFileName()}} << desktopsOwnTime;
  auto* watcher = new QDBusPendingCallWatcher(bus_.asyncCall(notify), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
    const QDBusPendingReply<quint32> reply = *watcher;
    if (reply.isValid()) shown_ = reply.value();
    watcher->deleteLater();
  });
}

} // namespace gevo::ui
