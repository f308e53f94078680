/// The desktop's wish for little motion, from a portal of the test's own.

#include "tests/ui/theme/portal.h"
#include "ui/theme/reduced_motion.h"

#include <QSignalSpy>
#include <QtTest>

namespace gevo::ui {

class ReducedMotionTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void cleanupTestCase();
  void init() { portal_.settings.clear(); }
  void desktopIsAsked_data();
  void desktopIsAsked();
  void changeIsFollowed();
  void withoutAPortalThereIsMotion();

private:
  Portal portal_;
};

void ReducedMotionTest::initTestCase() {
  if (!portal_.start()) QSKIP("dbus-daemon is not installed");
}

void ReducedMotionTest::cleanupTestCase() { portal_.stop(); }

void ReducedMotionTest::desktopIsAsked_data() {
  QTest::addColumn<QString>("setting");
  QTest::addColumn<QVariant>("value");
  QTest::addColumn<bool>("reduced");
  QTest::newRow("nothing is set") << QString() << QVariant() << false;
  QTest::newRow("the common setting") << "org.freedesktop.appearance reduced-motion" << QVariant(1U) << true;
  QTest::newRow("no preference") << "org.freedesktop.appearance reduced-motion" << QVariant(0U) << false;
  QTest::newRow("GNOME without animations") << "org.gnome.desktop.interface enable-animations" << QVariant(false) << true;
  QTest::newRow("GNOME with animations") << "org.gnome.desktop.interface enable-animations" << QVariant(true) << false;
  QTest::newRow("KDE without animations") << "org.kde.kdeglobals.KDE AnimationDurationFactor" << QVariant("0") << true;
  QTest::newRow("KDE with slow ones") << "org.kde.kdeglobals.KDE AnimationDurationFactor" << QVariant("2") << false;
}

void ReducedMotionTest::desktopIsAsked() {
  QFETCH(QString, setting);
  QFETCH(QVariant, value);
  QFETCH(bool, reduced);
  if (!setting.isEmpty()) portal_.settings[setting] = value;
  const ReducedMotion motion(portal_.bus("application"));
  QTEST(QTest::qWaitFor([&] { return motion.on(); }, reduced ? 5000 : 100), "reduced");
}

void ReducedMotionTest::changeIsFollowed() {
  const ReducedMotion motion(portal_.bus("application"));
  QSignalSpy changed(&motion, &ReducedMotion::changed);
  QVERIFY(portal_.announce("org.freedesktop.appearance", "reduced-motion", 1U));
  QTRY_VERIFY(motion.on());
  QVERIFY(portal_.announce("org.freedesktop.appearance", "reduced-motion", 0U));
  QTRY_VERIFY(!motion.on());
  QCOMPARE(changed.count(), 2);
}

void ReducedMotionTest::withoutAPortalThereIsMotion() { QVERIFY(!ReducedMotion(QDBusConnection("nobody")).on()); }

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ReducedMotionTest)
#include "reduced_motion_test.moc"
