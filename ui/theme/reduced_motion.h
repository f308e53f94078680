#pragma once

/// Whether the desktop asks for little motion, from its portal: the common setting, or those of GNOME and KDE for animations. It may
/// change at run time.

#include "ui/theme/desktop_setting.h"

namespace gevo::ui {

class ReducedMotion : public QObject {
  Q_OBJECT
public:
  /// Queries the portal asynchronously.
  explicit ReducedMotion(const QDBusConnection& bus = QDBusConnection::sessionBus(), QObject* parent = nullptr);
  bool on() const { return wished_ || gnome_ || kde_; }

signals:
  void changed(bool on);

private:
  void set(bool& source, bool reduced);

  DesktopSetting common_;
  DesktopSetting gnomeAnimations_;
  DesktopSetting kdeDuration_;
  bool wished_ = false;
  bool gnome_ = false;
  bool kde_ = false;
};

} // namespace gevo::ui
