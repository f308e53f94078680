#pragma once

/// A setting of the desktop, from its portal (org.freedesktop.portal.Settings). It is asked for asynchronously, and followed.

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>

namespace gevo::ui {

class DesktopSetting : public QObject {
  Q_OBJECT
public:
  DesktopSetting(const QDBusConnection& bus, QString group, QString key, QObject* parent = nullptr);

signals:
  /// Not emitted where the desktop has no portal or does not know the setting.
  void known(const QVariant& value);

private slots:
  void takeSetting(const QString& group, const QString& key, const QDBusVariant& value);

private:
  const QString group_;
  const QString key_;
};

} // namespace gevo::ui
