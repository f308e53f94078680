/// Notifications, shown by a desktop of the test's own on a bus of its own.

#include <QDBusMessage>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include "ui/service/desktop_notifier.h"

namespace gevo::ui {

/// org.freedesktop.Notifications, as far as these tests need it.
class Desktop : public QDBusVirtualObject {
public:
  QList<QVariantList> shown;

  QString introspect(const QString&) const override { return {}; }
  bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
    if (message.member() != "Notify" || message.signature() != "susssasa{sv}i") return false;
    shown << message.arguments();
    return connection.send(message.createReply(quint32(41)));
  }
};

class DesktopNotifierTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void cleanupTestCase();
  void notificationReplacesThePreviousOne();
  void withoutABusNothingHappens();

private:
  QDBusConnection bus(const QString& name) { return QDBusConnection::connectToBus(address_, name); }

  QProcess daemon_;
  QString address_;
  Desktop desktop_;
};

void DesktopNotifierTest::initTestCase() {
  const QString program = QStandardPaths::findExecutable("dbus-daemon");
  if (program.isEmpty()) QSKIP("dbus-daemon is not installed");
  daemon_.start(program, {"--session", "--nofork", "--nopidfile", "--print-address"});
  QVERIFY(daemon_.waitForReadyRead());
  address_ = QString::fromUtf8(daemon_.readLine()).trimmed();
  QDBusConnection desktop = bus("desktop");
  QVERIFY2(desktop.isConnected(), qPrintable(desktop.lastError().message()));
  QVERIFY(desktop.registerService("org.freedesktop.Notifications"));
  QVERIFY(desktop.registerVirtualObject("/org/freedesktop/Notifications", &desktop_));
}

void DesktopNotifierTest::cleanupTestCase() {
  for (const char* name : {"desktop", "application"}) QDBusConnection::disconnectFromBus(name);
  daemon_.terminate();
  daemon_.waitForFinished();
}

void DesktopNotifierTest::notificationReplacesThePreviousOne() {
  DesktopNotifier notice(bus("application"));
  notice.show("hotspot.gevo", "new best: Variant 8, 1.38");
  QTRY_COMPARE(desktop_.shown.size(), 1);
  QCOMPARE(desktop_.shown[0][1].toUInt(), 0U);
  QCOMPARE(desktop_.shown[0][3].toString(), QString("hotspot.gevo"));
  QCOMPARE(desktop_.shown[0][4].toString(), QString("new best: Variant 8, 1.38"));
  // Its id arrives with the desktop's reply.
  QTRY_VERIFY((notice.show("hotspot.gevo", "the end"), desktop_.shown.back()[1].toUInt() == 41));
}

void DesktopNotifierTest::withoutABusNothingHappens() {
  DesktopNotifier notice(QDBusConnection("nobody"));
  notice.show("hotspot.gevo", "the end");
  QVERIFY(notice.children().isEmpty()); // no reply is awaited
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::DesktopNotifierTest)
#include "desktop_notifier_test.moc"
