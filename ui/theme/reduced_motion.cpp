#include "ui/theme/reduced_motion.h"

namespace gevo::ui {

ReducedMotion::ReducedMotion(const QDBusConnection& bus, QObject* parent)
    : QObject(parent), common_(bus, "org.freedesktop.appearance", "reduced-motion"),
      gnomeAnimations_(bus, "org.gnome.desktop.interface", "enable-animations"),
      kdeDuration_(bus, "org.kde.kdeglobals.KDE", "AnimationDurationFactor") {
  connect(&common_, &DesktopSetting::known, this, [this](const QVariant& value) { set(wished_, value.toUInt() == 1); });
  connect(&gnomeAnimations_, &DesktopSetting::known, this, [this](const QVariant& value) { set(gnome_, !value.toBool()); });
  connect(&kdeDuration_, &DesktopSetting::known, this, [this](const QVariant& value) {
    bool isNumber = false;
    const double factor = value.toString().toDouble(&isNumber);
    set(kde_, isNumber && factor == 0);
  });
}

void ReducedMotion::set(bool& source, bool reduced) {
  const bool before = on();
  source = reduced;
  if (on() != before) emit changed(on());
}

} // namespace gevo::ui
