#include "ui/theme/desktop_setting.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

#include <utility>

namespace gevo::ui {
namespace {

constexpr const char* service = "org.freedesktop.portal.Desktop";
constexpr const char* path = "/org/freedesktop/portal/desktop";
constexpr const char* interface = "org.freedesktop.portal.Settings";

/// The portal's Read wraps its reply twice.
QVariant unwrapped(QVariant value) {
  while (value.userType() == qMetaTypeId<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
  return value;
}

} // namespace

DesktopSetting::DesktopSetting(const QDBusConnection& bus, QString group, QString key, QObject* parent)
    : QObject(parent), group_(std::move(group)), key_(std::move(key)) {
  if (!bus.isConnected()) return;
  // From whoever has that path: naming the service would wait for the bus to say who owns it.
  QDBusConnection(bus).connect({}, path, interface, "SettingChanged", this, SLOT(takeSetting(QString, QString, QDBusVariant)));
  QDBusMessage question = QDBusMessage::createMethodCall(service, path, interface, "Read");
  question << group_ << key_;
  auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
    const QDBusPendingReply<QDBusVariant> reply = *watcher;
    if (reply.isValid()) emit known(unwrapped(reply.value().variant()));
    watcher->deleteLater();
  });
}

void DesktopSetting::takeSetting(const QString& group, const QString& key, const QDBusVariant& value) {
  if (group == group_ && key == key_) emit known(unwrapped(value.variant()));
}

} // namespace gevo::ui
