#include "ui/theme/system_theme.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QPalette>

namespace gevo::ui {
namespace {

constexpr const char* service = "org.freedesktop.portal.Desktop";
constexpr const char* path = "/org/freedesktop/portal/desktop";
constexpr const char* interface = "org.freedesktop.portal.Settings";
constexpr const char* appearance = "org.freedesktop.appearance";
constexpr const char* colorScheme = "color-scheme";
constexpr const char* platformWasDark = "platformWasDark";

/// The portal's Read wraps its reply twice.
QVariant unwrapped(QVariant value) {
  while (value.userType() == qMetaTypeId<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
  return value;
}

} // namespace

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

void SystemTheme::rememberPlatform() {
  if (!qApp->property(platformWasDark).isValid()) qApp->setProperty(platformWasDark, isDark(QGuiApplication::palette()));
}

SystemTheme::SystemTheme(const QDBusConnection& bus, QObject* parent) : QObject(parent) {
  rememberPlatform();
  dark_ = qApp->property(platformWasDark).toBool();
  if (!bus.isConnected()) return;
  // From whoever has that path: naming the service would wait for the bus to say who owns it.
  QDBusConnection(bus).connect({}, path, interface, "SettingChanged", this, SLOT(takeSetting(QString, QString, QDBusVariant)));
  QDBusMessage question = QDBusMessage::createMethodCall(service, path, interface, "Read");
  question << appearance << colorScheme;
  auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
    const QDBusPendingReply<QDBusVariant> reply = *watcher;
    if (reply.isValid()) take(reply.value().variant());
    watcher->deleteLater();
  });
}

void SystemTheme::takeSetting(const QString& group, const QString& key, const QDBusVariant& value) {
  if (group == appearance && key == colorScheme) take(value.variant());
}

void SystemTheme::take(const QVariant& scheme) {
  // 0: no preference, 1: dark, 2: light.
  const uint preference = unwrapped(scheme).toUInt();
  const bool dark = preference == 0 ? qApp->property(platformWasDark).toBool() : preference == 1;
  if (dark == dark_) return;
  dark_ = dark;
  emit changed();
}

} // namespace gevo::ui
