#include "tests/ui/stored_run.h"
#include "ui/remote/remote_file.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

namespace gevo::ui {

/// In the place of ssh stands a script that runs the command here.
class RemoteFileTest : public QObject {
  Q_OBJECT

private slots:
  void init();
  void theCopyFollowsTheFile();
  void aLostConnectionIsMadeAgain();
  void aHostThatCantBeReachedIsSaid();
  void aHostWithoutGevoIsSaid();
  void aFileThatIsNotThereIsSaid();

private:
  static constexpr RemoteFile::Pace quick{std::chrono::milliseconds(20), std::chrono::milliseconds(50)};

  QString at(const char* name) const { return folder_->filePath(name); }
  RemoteAddress address(const char* name = "run.gevo") const { return {"cluster", 0, at(name), GEVO_TEST_BIN "/gevo"}; }
  /// `text`: of a shell; its last argument is the command.
  void setSsh(const QByteArray& text) {
    QFile script(at("ssh"));
    QVERIFY(script.open(QFile::WriteOnly | QFile::Truncate));
    script.write("#!/bin/sh\n" + text + "\n");
    script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("GEVO_SSH", at("ssh").toUtf8());
  }
  std::uint32_t generationsHere(const RemoteFile& file) const {
    const auto store = Store::open(file.path().toStdString(), Store::Access::Read);
    return store ? (*store)->runs().value().at(0).generations : 0;
  }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<Store> store_;
  std::int64_t run_ = 0;
};

void RemoteFileTest::init() {
  store_.reset();
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
  store_ = Store::create(at("run.gevo").toStdString(), *synthetic::project()).value();
  run_ = store_->beginRun({}, "simulated H200", synthetic::stored(0, 0, 20, 0)).value();
  QVERIFY(store_->addGeneration(run_, synthetic::generation(0)));
  setSsh("echo $$ > " + at("pid").toUtf8() + "; for last; do :; done; eval \"exec $last\"");
}

void RemoteFileTest::theCopyFollowsTheFile() {
  RemoteFile file(address(), quick);
  QSignalSpy ready(&file, &RemoteFile::ready);
  QTRY_COMPARE(ready.size(), 1);
  QCOMPARE(generationsHere(file), 1U);
  QVERIFY(store_->addGeneration(run_, synthetic::generation(1)));
  QTRY_COMPARE(generationsHere(file), 2U);
}

void RemoteFileTest::aLostConnectionIsMadeAgain() {
  RemoteFile file(address(), quick);
  QSignalSpy ready(&file, &RemoteFile::ready);
  QSignalSpy lost(&file, &RemoteFile::lost);
  QSignalSpy restored(&file, &RemoteFile::restored);
  QTRY_COMPARE(ready.size(), 1);
  QFile pid(at("pid"));
  QVERIFY(pid.open(QFile::ReadOnly));
  QCOMPARE(::kill(pid.readAll().trimmed().toInt(), SIGKILL), 0);
  QTRY_COMPARE(lost.size(), 1);
  QVERIFY(lost.front().front().toString().contains("connection to cluster was lost"));
  QTRY_COMPARE(restored.size(), 1);
  QVERIFY(store_->addGeneration(run_, synthetic::generation(1)));
  QTRY_COMPARE(generationsHere(file), 2U);
  QCOMPARE(ready.size(), 1);
}

void RemoteFileTest::aHostThatCantBeReachedIsSaid() {
  setSsh("echo 'ssh: Could not resolve hostname cluster' >&2; exit 255");
  RemoteFile file(address(), quick);
  QSignalSpy failed(&file, &RemoteFile::failed);
  QTRY_COMPARE(failed.size(), 1);
  QCOMPARE(failed.front().front().toString(), QString("cluster can't be reached: ssh: Could not resolve hostname cluster"));
}

void RemoteFileTest::aHostWithoutGevoIsSaid() {
  setSsh("echo 'bash: line 1: gevo: command not found' >&2; exit 127");
  RemoteFile file(address(), quick);
  QSignalSpy failed(&file, &RemoteFile::failed);
  QTRY_COMPARE(failed.size(), 1);
  QVERIFY(failed.front().front().toString().contains("?gevo=/opt/gevo/bin/gevo"));
}

void RemoteFileTest::aFileThatIsNotThereIsSaid() {
  RemoteFile file(address("other.gevo"), quick);
  QSignalSpy failed(&file, &RemoteFile::failed);
  QTRY_COMPARE(failed.size(), 1);
  QVERIFY2(failed.front().front().toString().startsWith("cluster: "), qPrintable(failed.front().front().toString()));
  QVERIFY(failed.front().front().toString().contains("other.gevo"));
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::RemoteFileTest)
#include "remote_file_test.moc"
