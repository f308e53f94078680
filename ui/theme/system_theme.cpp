#include "ui/theme/system_theme.h"

#include <QGuiApplication>
#include <QPalette>

namespace gevo::ui {
namespace {

constexpr const char* platformWasDark = "platformWasDark";

bool platformPrefersDark() {
  SystemTheme::rememberPlatform();
  return qApp->property(platformWasDark).toBool();
}

} // namespace

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

void SystemTheme::rememberPlatform() {
  if (!qApp->property(platformWasDark).isValid()) qApp->setProperty(platformWasDark, isDark(QGuiApplication::palette()));
}

SystemTheme::SystemTheme(const QDBusConnection& bus, QObject* parent)
    : QObject(parent), dark_(platformPrefersDark()), scheme_(bus, "org.freedesktop.appearance", "color-scheme") {
  connect(&scheme_, &DesktopSetting::known, this, &SystemTheme::take);
}

void SystemTheme::take(const QVariant& scheme) {
  // 0: no preference, 1: dark, 2: light.
  const uint preference = scheme.toUInt();
  const bool dark = preference == 0 ? platformPrefersDark() : preference == 1;
  if (dark == dark_) return;
  dark_ = dark;
  emit changed();
}

} // namespace gevo::ui
