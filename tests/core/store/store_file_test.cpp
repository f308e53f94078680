#include <QTest>

#include "sample_run.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <sqlite3.h>
#include <unistd.h>

using namespace gevo;

namespace {

std::string message(const Result<std::unique_ptr<Store>>& store) { return store ? std::string("opened") : store.error().message; }

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void overwrite(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

void executeSql(const QString& path, const char* sql) {
  sqlite3* connection = nullptr;
  QCOMPARE(sqlite3_open(path.toUtf8().constData(), &connection), SQLITE_OK);
  QCOMPARE(sqlite3_exec(connection, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(connection);
}

/// Another process that writes the file; see store_writer.cpp.
class Writer {
public:
  Writer(const QString& path, const QStringList& words) {
    process_.start(GEVO_STORE_WRITER, QStringList{path} + words);
    process_.waitForStarted();
  }
  QByteArray line() {
    while (!process_.canReadLine() && process_.waitForReadyRead()) {
    }
    return process_.readLine().trimmed();
  }
  void goOn() {
    process_.write("go\n");
    process_.waitForBytesWritten();
  }
  void kill() {
    process_.kill();
    process_.waitForFinished();
  }
  QProcess& process() { return process_; }

private:
  QProcess process_;
};

} // namespace

class StoreFileTest : public QObject {
  Q_OBJECT

private slots:
  void init();
  void whatIsNoGevoFileSaysSo_data();
  void whatIsNoGevoFileSaysSo();
  void aMissingFileIsNamed();
  void aFileOfANewerVersionSaysSo();
  void aTruncatedFileIsDamaged();
  void aFlippedByteOfTheProjectIsFound();
  void noSingleFlippedByteEndsTheProgram();
  void aReadOnlyPlaceOpensAllTheSame();
  void aSecondWriterIsRefused();
  void anotherProcessIsRefusedToo();
  void aKilledWriterLeavesTheFileFree();
  void aGenerationIsThereAsAWholeOrNotAtAll();
  void aRunWhoseWriterDiedWasInterrupted();

private:
  std::unique_ptr<QTemporaryDir> folder_;
  QString path_;
};

void StoreFileTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
  path_ = folder_->filePath("a file with spaces & 100% ?.gevo");
  QVERIFY(Store::create(path_.toStdString(), sample::project(300'000)));
}

void StoreFileTest::whatIsNoGevoFileSaysSo_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("text") << QByteArray("This is a text that somebody named .gevo.\n");
  QTest::newRow("long text") << QByteArray("lorem ipsum\n").repeated(1000);
  QTest::newRow("nothing") << QByteArray();
  QTest::newRow("one byte") << QByteArray("x");
}

void StoreFileTest::whatIsNoGevoFileSaysSo() {
  QFETCH(QByteArray, bytes);
  const QString path = folder_->filePath("b.gevo");
  overwrite(path, bytes);
  for (const auto access : {Store::Access::Read, Store::Access::Write})
    QCOMPARE(message(Store::open(path.toStdString(), access)), path.toStdString() + " is no .gevo file");
  QCOMPARE(contents(path), bytes);
}

void StoreFileTest::aMissingFileIsNamed() {
  QCOMPARE(message(Store::open("/nowhere/a.gevo", Store::Access::Read)), std::string("/nowhere/a.gevo does not exist"));
  QCOMPARE(message(Store::open(folder_->path().toStdString(), Store::Access::Read)),
           folder_->path().toStdString() + " is a folder, not a .gevo file");
}

void StoreFileTest::aFileOfANewerVersionSaysSo() {
  executeSql(path_, "PRAGMA user_version = 1000");
  const QByteArray before = contents(path_);
  QCOMPARE(message(Store::open(path_.toStdString(), Store::Access::Write)),
           path_.toStdString() + " was made by a newer version of GEVO Explorer; install that to open it");
  QCOMPARE(contents(path_), before);
}

void StoreFileTest::aTruncatedFileIsDamaged() {
  const QByteArray whole = contents(path_);
  for (const qsizetype size : {whole.size() / 2, whole.size() - 4096, qsizetype(8192)}) {
    overwrite(path_, whole.first(size));
    const std::string said = message(Store::open(path_.toStdString(), Store::Access::Write));
    QVERIFY2(said.find(" is damaged") != std::string::npos, said.c_str());
    QCOMPARE(contents(path_), whole.first(size));
  }
}

void StoreFileTest::aFlippedByteOfTheProjectIsFound() {
  QByteArray bytes = contents(path_);
  const qsizetype middle = bytes.size() / 2; // within the chunks of the large tape
  bytes[middle] = char(bytes[middle] ^ 0x10);
  overwrite(path_, bytes);
  const auto store = Store::open(path_.toStdString(), Store::Access::Read);
  QVERIFY2(store, message(store).c_str());
  const auto project = (*store)->project();
  QVERIFY(!project);
  QVERIFY2(project.error().message.find(" is damaged") != std::string::npos, project.error().message.c_str());
}

/// Every answer is a value or a sentence, whatever byte of the first pages is wrong.
void StoreFileTest::noSingleFlippedByteEndsTheProgram() {
  path_ = folder_->filePath("small.gevo");
  {
    auto store = Store::create(path_.toStdString(), {});
    const auto run = (*store)->beginRun({}, "device", sample::original());
    QVERIFY((*store)->addGeneration(*run, sample::generation(0)));
  }
  const QByteArray whole = contents(path_);
  RandomStream stream({5, 0, 0, 0, Purpose::Test});
  int damaged = 0;
  for (int i = 0; i < 300; ++i) {
    QByteArray bytes = whole;
    const auto at = qsizetype(stream.below(std::uint64_t(bytes.size())));
    bytes[at] = char(bytes[at] ^ char(1U << stream.below(8)));
    overwrite(path_, bytes);
    const auto store = Store::open(path_.toStdString(), Store::Access::Read);
    if (!store) {
      ++damaged;
      continue;
    }
    const bool fine = (*store)->project() && (*store)->runs() && (*store)->individuals(1) && (*store)->checkpoint(1) && (*store)->front(1);
    damaged += fine ? 0 : 1;
  }
  QVERIFY(damaged > 0);
}

void StoreFileTest::aReadOnlyPlaceOpensAllTheSame() {
  if (::geteuid() == 0) QSKIP("every place can be written as root");
  QVERIFY(QFile::setPermissions(path_, QFile::ReadOwner));
  QVERIFY(QFile::setPermissions(folder_->path(), QFile::ReadOwner | QFile::ExeOwner));
  const auto reader = Store::open(path_.toStdString(), Store::Access::Read);
  const auto writer = Store::open(path_.toStdString(), Store::Access::Write);
  QVERIFY(QFile::setPermissions(folder_->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  QVERIFY2(reader, message(reader).c_str());
  QVERIFY((*reader)->project());
  QCOMPARE(message(writer), path_.toStdString() + " can't be written; copy it to a folder of yours");
}

void StoreFileTest::aSecondWriterIsRefused() {
  const auto first = Store::open(path_.toStdString(), Store::Access::Write);
  const auto second = Store::open(path_.toStdString(), Store::Access::Write);
  QCOMPARE(message(second), path_.toStdString() + " is being written by process " + std::to_string(::getpid()) + "; stop that run first");
  QVERIFY(Store::open(path_.toStdString(), Store::Access::Read));
  QVERIFY((*first)->beginRun({}, "device", sample::original()));
}

void StoreFileTest::anotherProcessIsRefusedToo() {
  const auto store = Store::open(path_.toStdString(), Store::Access::Write);
  Writer writer(path_, {"1"});
  QVERIFY(writer.line().contains("is being written by process " + QByteArray::number(qlonglong(::getpid()))));
  QVERIFY(writer.process().waitForFinished());
}

void StoreFileTest::aKilledWriterLeavesTheFileFree() {
  Writer writer(path_, {"1"});
  QCOMPARE(writer.line(), QByteArray("ready"));
  QVERIFY(!Store::open(path_.toStdString(), Store::Access::Write));
  writer.kill();
  const auto store = Store::open(path_.toStdString(), Store::Access::Write);
  QVERIFY2(store, message(store).c_str());
}

void StoreFileTest::aGenerationIsThereAsAWholeOrNotAtAll() {
  Writer writer(path_, {"3", "half"});
  QCOMPARE(writer.line(), QByteArray("ready"));
  writer.goOn();
  writer.process().waitForFinished();
  QCOMPARE(writer.process().exitStatus(), QProcess::CrashExit);
  const auto store = Store::open(path_.toStdString(), Store::Access::Write);
  QVERIFY2(store, message(store).c_str());
  QCOMPARE((*store)->generations(1)->size(), std::size_t(2));
  QCOMPARE((*store)->individuals(1)->size(), std::size_t(21));
  QVERIFY((*store)->addGeneration(1, sample::generation(2)));
}

void StoreFileTest::aRunWhoseWriterDiedWasInterrupted() {
  Writer writer(path_, {"1"});
  QCOMPARE(writer.line(), QByteArray("ready"));
  const auto reader = Store::open(path_.toStdString(), Store::Access::Read);
  QCOMPARE((*reader)->runs()->at(0).status.state, RunState::Running);
  QCOMPARE((*reader)->writerAlive().value(), true);
  writer.kill();
  QCOMPARE((*reader)->runs()->at(0).status.state, RunState::Interrupted);
  QCOMPARE((*reader)->writerAlive().value(), false);
  const auto next = Store::open(path_.toStdString(), Store::Access::Write);
  QCOMPARE((*reader)->writerAlive().value(), true);
  QCOMPARE((*reader)->runs()->at(0).status.state, RunState::Interrupted);
}

QTEST_GUILESS_MAIN(StoreFileTest)
#include "store_file_test.moc"
