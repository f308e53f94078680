/// The desktop's wish for dark or light windows, from a portal of the test's own on a bus of its own.

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QPalette>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QtTest>

#include "ui/theme/system_theme.h"
#include "ui/theme/theme.h"

namespace gevo::ui {

/// org.freedesktop.portal.Settings, as far as these tests need it.
class Portal : public QDBusVirtualObject {
public:
  uint scheme = 0;

  QString introspect(const QString&) const override { return {}; }
  bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
    if (message.member() != "Read" || message.arguments() != QVariantList{"org.freedesktop.appearance", "color-scheme"}) return false;
    const QVariant inner = QVariant::fromValue(QDBusVariant(scheme));
    return connection.send(message.createReply(QVariant::fromValue(QDBusVariant(inner))));
  }
};

class SystemThemeTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void cleanupTestCase();
  void paletteWithLightTextIsDark();
  void portalIsQueried_data();
  void portalIsQueried();
  void changeIsFollowed();
  void platformDecidesWithoutAPortal();
  void ownPaletteIsNotMistakenForThePlatforms();

private:
  QDBusConnection bus(const QString& name) { return QDBusConnection::connectToBus(address_, name); }

  QProcess daemon_;
  QString address_;
  Portal portal_;
};

void SystemThemeTest::initTestCase() {
  SystemTheme::rememberPlatform();
  const QString program = QStandardPaths::findExecutable("dbus-daemon");
  if (program.isEmpty()) QSKIP("dbus-daemon is not installed");
  daemon_.start(program, {"--session", "--nofork", "--nopidfile", "--print-address"});
  QVERIFY(daemon_.waitForReadyRead());
  address_ = QString::fromUtf8(daemon_.readLine()).trimmed();
  QDBusConnection desktop = bus("desktop");
  QVERIFY2(desktop.isConnected(), qPrintable(desktop.lastError().message()));
  QVERIFY(desktop.registerService("org.freedesktop.portal.Desktop"));
  QVERIFY(desktop.registerVirtualObject("/org/freedesktop/portal/desktop", &portal_));
}

void SystemThemeTest::cleanupTestCase() {
  for (const char* name : {"desktop", "application"}) QDBusConnection::disconnectFromBus(name);
  daemon_.terminate();
  daemon_.waitForFinished();
}

void SystemThemeTest::paletteWithLightTextIsDark() {
  QVERIFY(isDark(QPalette(Qt::white, Qt::darkGray, {}, {}, {}, Qt::white, {}, {}, Qt::black)));
  QVERIFY(!isDark(QPalette(Qt::black, Qt::lightGray, {}, {}, {}, Qt::black, {}, {}, Qt::white)));
}

void SystemThemeTest::portalIsQueried_data() {
  QTest::addColumn<uint>("scheme");
  QTest::addColumn<bool>("dark");
  QTest::newRow("no preference: as the platform's palette") << 0U << isDark(QGuiApplication::palette());
  QTest::newRow("dark") << 1U << true;
  QTest::newRow("light") << 2U << false;
}

void SystemThemeTest::portalIsQueried() {
  QFETCH(uint, scheme);
  portal_.scheme = scheme;
  const SystemTheme theme(bus("application"));
  QTEST(QTest::qWaitFor([&] { return theme.dark(); }, scheme == 1 ? 5000 : 100), "dark");
}

void SystemThemeTest::changeIsFollowed() {
  portal_.scheme = 1;
  const SystemTheme theme(bus("application"));
  QTRY_VERIFY(theme.dark());
  QSignalSpy changed(&theme, &SystemTheme::changed);
  const auto announce = [&](const char* group, uint scheme) {
    QDBusMessage signal =
        QDBusMessage::createSignal("/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged");
    signal << group << "color-scheme" << QVariant::fromValue(QDBusVariant(scheme));
    QVERIFY(bus("desktop").send(signal));
  };
  announce("org.freedesktop.appearance", 2);
  QTRY_VERIFY(!theme.dark());
  announce("org.gnome.desktop.interface", 1);
  announce("org.freedesktop.appearance", 1);
  QTRY_VERIFY(theme.dark());
  QCOMPARE(changed.count(), 2);
}

void SystemThemeTest::platformDecidesWithoutAPortal() {
  const SystemTheme theme(QDBusConnection("nobody"));
  QCOMPARE(theme.dark(), isDark(QGuiApplication::palette()));
}

void SystemThemeTest::ownPaletteIsNotMistakenForThePlatforms() {
  const bool before = SystemTheme(QDBusConnection("nobody")).dark();
  applyTheme(before ? Theme::light() : Theme::darkened());
  QCOMPARE(SystemTheme(QDBusConnection("nobody")).dark(), before);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::SystemThemeTest)
#include "system_theme_test.moc"
