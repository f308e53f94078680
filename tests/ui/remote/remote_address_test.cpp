#include "ui/remote/remote_address.h"

#include <QtTest>

namespace gevo::ui {

class RemoteAddressTest : public QObject {
  Q_OBJECT

private slots:
  void anAddressSaysHostAndFile_data();
  void anAddressSaysHostAndFile();
  void aWrongAddressIsRefused_data();
  void aWrongAddressIsRefused();
  void theShellThereSeesOneWord();
};

void RemoteAddressTest::anAddressSaysHostAndFile_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("target");
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("gevo");
  QTest::newRow("plain") << "ssh://login/scratch/run.gevo"
                         << "login"
                         << "/scratch/run.gevo"
                         << "gevo";
  QTest::newRow("user and port") << "ssh://ada@login.example:2222/a/b.gevo"
                                 << "ada@login.example"
                                 << "/a/b.gevo"
                                 << "gevo";
  QTest::newRow("home") << "ssh://login/~/runs/b.gevo"
                        << "login"
                        << "~/runs/b.gevo"
                        << "gevo";
  QTest::newRow("escaped") << "ssh://login/a%20b.gevo"
                           << "login"
                           << "/a b.gevo"
                           << "gevo";
  QTest::newRow("program") << "ssh://login/b.gevo?gevo=~/gevo/bin/gevo"
                           << "login"
                           << "/b.gevo"
                           << "~/gevo/bin/gevo";
}

void RemoteAddressTest::anAddressSaysHostAndFile() {
  QFETCH(QString, text);
  const Result<RemoteAddress> address = parseRemoteAddress(text);
  QVERIFY(address);
  QTEST(address->target, "target");
  QTEST(address->path, "path");
  QTEST(address->gevo, "gevo");
  QCOMPARE(address->command().contains("2222"), text.contains("2222"));
}

void RemoteAddressTest::aWrongAddressIsRefused_data() {
  QTest::addColumn<QString>("text");
  QTest::newRow("no host") << "ssh:///run.gevo";
  QTest::newRow("no file") << "ssh://login";
  QTest::newRow("a folder") << "ssh://login/runs/";
  QTest::newRow("an option as host") << "ssh://-oProxyCommand=x/run.gevo";
  QTest::newRow("an option as user") << "ssh://-oProxyCommand=x@login/run.gevo";
  QTest::newRow("another scheme") << "http://login/run.gevo";
}

void RemoteAddressTest::aWrongAddressIsRefused() {
  QFETCH(QString, text);
  const Result<RemoteAddress> address = parseRemoteAddress(text);
  QVERIFY(!address);
  QVERIFY(address.error().message.contains("give an address such as"));
}

void RemoteAddressTest::theShellThereSeesOneWord() {
  const RemoteAddress address{"login", 0, "/it's; rm -rf $HOME/run.gevo"};
  QCOMPARE(address.command().last(), QString("'gevo' serve --stdio '/it'\\''s; rm -rf $HOME/run.gevo'"));
  QCOMPARE((RemoteAddress{"login", 0, "~/a b.gevo"}).command().last(), QString("'gevo' serve --stdio ~/'a b.gevo'"));
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::RemoteAddressTest)
#include "remote_address_test.moc"
