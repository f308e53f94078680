#pragma once

/// Whether the system prefers dark windows: from the desktop's portal (org.freedesktop.appearance, which may change at run time), else
/// the palette that the platform gave the application. Qt has this from 6.5 on only.

#include "ui/theme/desktop_setting.h"

class QPalette;

namespace gevo::ui {

/// Light text on a dark ground.
bool isDark(const QPalette& palette);

class SystemTheme : public QObject {
  Q_OBJECT
public:
  /// Queries the portal asynchronously.
  explicit SystemTheme(const QDBusConnection& bus = QDBusConnection::sessionBus(), QObject* parent = nullptr);

  bool dark() const { return dark_; }

  /// Stores the platform's palette before the application's own is set. Further calls change nothing.
  static void rememberPlatform();

signals:
  void changed();

private:
  void take(const QVariant& scheme);

  bool dark_;
  DesktopSetting scheme_;
};

} // namespace gevo::ui
