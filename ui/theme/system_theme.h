#pragma once

/// Whether the system asks for dark windows: what the desktop's portal says (org.freedesktop.appearance, which changes while we run), else
/// the palette that the platform gave the application. Qt has this from 6.5 on only.

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>

class QPalette;

namespace gevo::ui {

/// Light text on a dark ground.
bool isDark(const QPalette& palette);

class SystemTheme : public QObject {
  Q_OBJECT
public:
  /// Asks the portal without waiting for its answer.
  explicit SystemTheme(const QDBusConnection& bus = QDBusConnection::sessionBus(), QObject* parent = nullptr);

  bool dark() const { return dark_; }

  /// Keeps what the platform's palette says, before the application gets one of ours. Further calls change nothing.
  static void rememberPlatform();

signals:
  void changed();

private slots:
  void takeSetting(const QString& group, const QString& key, const QDBusVariant& value);

private:
  void take(const QVariant& scheme);

  bool dark_;
};

} // namespace gevo::ui
