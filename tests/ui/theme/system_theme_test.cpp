/// The desktop's wish for dark or light windows, from a portal of the test's own on a bus of its own.

#include "tests/ui/theme/portal.h"
#include "ui/theme/system_theme.h"
#include "ui/theme/theme.h"

#include <QPalette>
#include <QSignalSpy>
#include <QtTest>

namespace gevo::ui {

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
  QDBusConnection bus() { return portal_.bus("application"); }

  Portal portal_;
};

void SystemThemeTest::initTestCase() {
  SystemTheme::rememberPlatform();
  if (!portal_.start()) QSKIP("dbus-daemon is not installed");
}

void SystemThemeTest::cleanupTestCase() { portal_.stop(); }

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
  portal_.settings["org.freedesktop.appearance color-scheme"] = scheme;
  const SystemTheme theme(bus());
  QTEST(QTest::qWaitFor([&] { return theme.dark(); }, scheme == 1 ? 5000 : 100), "dark");
}

void SystemThemeTest::changeIsFollowed() {
  portal_.settings["org.freedesktop.appearance color-scheme"] = 1U;
  const SystemTheme theme(bus());
  QTRY_VERIFY(theme.dark());
  QSignalSpy changed(&theme, &SystemTheme::changed);
  const auto announce = [&](const char* group, uint scheme) { QVERIFY(portal_.announce(group, "color-scheme", scheme)); };
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
