#include <QTest>

#include "sample_run.h"

#include "core/store/files.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <csignal>
#include <rapidcheck.h>
#include <sqlite3.h>
#include <sys/resource.h>
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

/// Another process that writes the file, see store_writer.cpp.
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
  void proceed() {
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
  void otherFilesAreRejected_data();
  void otherFilesAreRejected();
  void missingFileIsNamed();
  void newerVersionIsRejected();
  void truncatedFileIsReportedAsDamaged();
  void flippedByteOfTheProjectIsDetected();
  void corruptedBytesGiveValuesOrErrors();
  void restOfATruncatedFileCanBeSalvaged();
  void fullDiskIsReportedAndLosesNothing();
  void networkFileSystemsAreRecognised_data();
  void networkFileSystemsAreRecognised();
  void fileInAReadOnlyFolderCanBeRead();
  void secondWriterIsRejected();
  void writerInAnotherProcessIsRejected();
  void killedWriterReleasesTheFile();
  void generationIsStoredCompletelyOrNotAtAll();
  void runOfADeadWriterIsInterrupted();

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

void StoreFileTest::otherFilesAreRejected_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("text") << QByteArray("This is a text file named .gevo.\n");
  QTest::newRow("long text") << QByteArray("lorem ipsum\n").repeated(1000);
  QTest::newRow("nothing") << QByteArray();
  QTest::newRow("one byte") << QByteArray("x");
}

void StoreFileTest::otherFilesAreRejected() {
  QFETCH(QByteArray, bytes);
  const QString path = folder_->filePath("b.gevo");
  overwrite(path, bytes);
  for (const auto access : {Store::Access::Read, Store::Access::Write})
    QCOMPARE(message(Store::open(path.toStdString(), access)), path.toStdString() + " is not a .gevo file");
  QCOMPARE(contents(path), bytes);
}

void StoreFileTest::missingFileIsNamed() {
  QCOMPARE(message(Store::open("/nowhere/a.gevo", Store::Access::Read)), std::string("/nowhere/a.gevo does not exist"));
  QCOMPARE(message(Store::open(folder_->path().toStdString(), Store::Access::Read)),
           folder_->path().toStdString() + " is a folder, not a .gevo file");
}

void StoreFileTest::newerVersionIsRejected() {
  executeSql(path_, "PRAGMA user_version = 1000");
  const QByteArray before = contents(path_);
  QCOMPARE(message(Store::open(path_.toStdString(), Store::Access::Write)),
           path_.toStdString() + " was made by a newer version of GEVO Explorer; install that to open it");
  QCOMPARE(contents(path_), before);
}

void StoreFileTest::truncatedFileIsReportedAsDamaged() {
  const QByteArray whole = contents(path_);
  for (const qsizetype size : {whole.size() / 2, whole.size() - 4096, qsizetype(8192)}) {
    overwrite(path_, whole.first(size));
    const std::string said = message(Store::open(path_.toStdString(), Store::Access::Write));
    QVERIFY2(said.find(" is damaged") != std::string::npos, said.c_str());
    QCOMPARE(contents(path_), whole.first(size));
  }
}

void StoreFileTest::flippedByteOfTheProjectIsDetected() {
  QByteArray bytes = contents(path_);
  const qsizetype middle = bytes.size() / 2; // inside the chunks of the large trace
  bytes[middle] = char(bytes[middle] ^ 0x10);
  overwrite(path_, bytes);
  const auto store = Store::open(path_.toStdString(), Store::Access::Read);
  QVERIFY2(store, message(store).c_str());
  const auto project = (*store)->project();
  QVERIFY(!project);
  QVERIFY2(project.error().message.find(" is damaged") != std::string::npos, project.error().message.c_str());
}

namespace {

/// True if every table can be read. Any error has to be a message of one line.
bool everyTableCanBeRead(const Store& store) {
  int failures = 0;
  const auto see = [&](const auto& result) {
    if (result) return;
    ++failures;
    const std::string& said = result.error().message;
    if (said.empty() || said.find('\n') != std::string::npos) qFatal("not one line: %s", said.c_str());
  };
  see(store.project());
  see(store.trusted());
  see(store.runs());
  see(store.individuals(1));
  see(store.checkpoint(1));
  see(store.variants(1));
  see(store.generations(1));
  see(store.population(1));
  see(store.front(1));
  see(store.seeds(1));
  see(store.measurements(1));
  see(store.changedVariants(1, 0));
  see(store.validations(1));
  see(store.writerAlive());
  see(store.dataVersion());
  return failures == 0;
}

} // namespace

/// The file is not changed either.
void StoreFileTest::corruptedBytesGiveValuesOrErrors() {
  path_ = folder_->filePath("small.gevo");
  {
    auto store = Store::create(path_.toStdString(), {});
    const auto run = (*store)->beginRun({}, "device", sample::original(), {sample::individual(3, 0, 1, 0).edits});
    for (std::uint32_t number = 0; number < 3; ++number) QVERIFY((*store)->addGeneration(*run, sample::generation(number)));
    QVERIFY((*store)->addUnfinishedEvaluations(*run, {sample::individual(-1, 3, 50, 0)}));
    QVERIFY((*store)->addValidation(*run, {4, false, "result differs", 1, {"96 96"}}));
  }
  const QByteArray whole = contents(path_);
  int damaged = 0;
  QVERIFY(rc::check([&](const std::vector<std::pair<std::uint32_t, std::uint8_t>>& flips, bool truncate, std::uint32_t length) {
    QByteArray bytes = whole;
    for (const auto& [place, flip] : flips) {
      const auto at = qsizetype(place % std::uint32_t(bytes.size()));
      bytes[at] = char(bytes[at] ^ char(flip));
    }
    if (truncate) bytes.truncate(qsizetype(length % std::uint32_t(whole.size())));
    overwrite(path_, bytes);
    for (const auto access : {Store::Access::Read, Store::Access::Salvage}) {
      {
        const auto store = Store::open(path_.toStdString(), access);
        damaged += store && everyTableCanBeRead(**store) ? 0 : 1;
      }
      RC_ASSERT(contents(path_) == bytes);
    }
  }));
  QVERIFY(damaged > 0);
}

void StoreFileTest::restOfATruncatedFileCanBeSalvaged() {
  {
    auto store = Store::open(path_.toStdString(), Store::Access::Write);
    const auto run = (*store)->beginRun({}, "device", sample::original());
    QVERIFY((*store)->addGeneration(*run, sample::generation(0)));
    // The last bytes of the file, whatever they are.
    for (std::uint32_t number = 1; number < 100; ++number) QVERIFY((*store)->addGeneration(*run, sample::generation(number)));
  }
  const QByteArray half = contents(path_).chopped(40'000);
  overwrite(path_, half);
  QVERIFY(!Store::open(path_.toStdString(), Store::Access::Read));
  const auto store = Store::open(path_.toStdString(), Store::Access::Salvage);
  QVERIFY2(store, message(store).c_str());
  QCOMPARE((*store)->project()->name, std::string("stencil"));
  QVERIFY(!(*store)->addGeneration(1, sample::generation(100)));
  QVERIFY(contents(path_) == half);
}

/// Uses a limit on file sizes instead of a full disk; SQLite sees the same failed write.
void StoreFileTest::fullDiskIsReportedAndLosesNothing() {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit normal{};
  QCOMPARE(::getrlimit(RLIMIT_FSIZE, &normal), 0);
  std::uint32_t stored = 0;
  std::string said;
  {
    auto store = Store::open(path_.toStdString(), Store::Access::Write);
    const auto run = (*store)->beginRun({}, "device", sample::original());
    QVERIFY(run);
    const rlimit small{200'000, normal.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    Result<void> added;
    while (stored < 10'000 && (added = (*store)->addGeneration(*run, sample::generation(stored)))) ++stored;
    if (!added) said = added.error().message;
    QCOMPARE((*store)->generations(*run)->size(), std::size_t(stored));
  }
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &normal), 0);
  const std::string expected =
      "the disk of " + path_.toStdString() + " is full, or a limit on file sizes was reached; free some space and resume the run";
  QVERIFY2(said == expected, said.c_str());
  QVERIFY(stored > 1);
  auto store = Store::open(path_.toStdString(), Store::Access::Write);
  QVERIFY2(store, message(store).c_str());
  QVERIFY(everyTableCanBeRead(**store));
  QCOMPARE((*store)->individuals(1)->size(), std::size_t(stored) * 10 + 1);
  QVERIFY((*store)->addGeneration(1, sample::generation(stored)));
}

void StoreFileTest::networkFileSystemsAreRecognised_data() {
  QTest::addColumn<qulonglong>("type");
  QTest::addColumn<bool>("network");
  QTest::newRow("nfs") << 0x6969ULL << true;
  QTest::newRow("cifs, sign-extended") << 0xFFFFFFFFFF534D42ULL << true;
  QTest::newRow("smb2") << 0xFE534D42ULL << true;
  QTest::newRow("9p") << 0x01021997ULL << true;
  QTest::newRow("sshfs") << 0x65735546ULL << true;
  QTest::newRow("ext4") << 0xEF53ULL << false;
  QTest::newRow("tmpfs") << 0x01021994ULL << false;
  QTest::newRow("xfs") << 0x58465342ULL << false;
  QTest::newRow("btrfs") << 0x9123683EULL << false;
  QTest::newRow("overlay") << 0x794C7630ULL << false;
}

void StoreFileTest::networkFileSystemsAreRecognised() {
  QFETCH(qulonglong, type);
  QTEST(isNetworkFileSystem(type), "network");
}

void StoreFileTest::fileInAReadOnlyFolderCanBeRead() {
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

void StoreFileTest::secondWriterIsRejected() {
  const auto first = Store::open(path_.toStdString(), Store::Access::Write);
  const auto second = Store::open(path_.toStdString(), Store::Access::Write);
  QCOMPARE(message(second), path_.toStdString() + " is being written by process " + std::to_string(::getpid()) + "; stop that run first");
  QVERIFY(Store::open(path_.toStdString(), Store::Access::Read));
  QVERIFY((*first)->beginRun({}, "device", sample::original()));
}

void StoreFileTest::writerInAnotherProcessIsRejected() {
  const auto store = Store::open(path_.toStdString(), Store::Access::Write);
  Writer writer(path_, {"1"});
  QVERIFY(writer.line().contains("is being written by process " + QByteArray::number(qlonglong(::getpid()))));
  QVERIFY(writer.process().waitForFinished());
}

void StoreFileTest::killedWriterReleasesTheFile() {
  Writer writer(path_, {"1"});
  QCOMPARE(writer.line(), QByteArray("ready"));
  QVERIFY(!Store::open(path_.toStdString(), Store::Access::Write));
  writer.kill();
  const auto store = Store::open(path_.toStdString(), Store::Access::Write);
  QVERIFY2(store, message(store).c_str());
}

void StoreFileTest::generationIsStoredCompletelyOrNotAtAll() {
  Writer writer(path_, {"3", "half"});
  QCOMPARE(writer.line(), QByteArray("ready"));
  writer.proceed();
  writer.process().waitForFinished();
  QCOMPARE(writer.process().exitStatus(), QProcess::CrashExit);
  const auto store = Store::open(path_.toStdString(), Store::Access::Write);
  QVERIFY2(store, message(store).c_str());
  QCOMPARE((*store)->generations(1)->size(), std::size_t(2));
  QCOMPARE((*store)->individuals(1)->size(), std::size_t(21));
  QVERIFY((*store)->addGeneration(1, sample::generation(2)));
}

void StoreFileTest::runOfADeadWriterIsInterrupted() {
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
