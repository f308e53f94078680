#include <QTest>

#include "core/base/wire.h"
#include "core/values/project.h"
#include "sample_run.h"
#include "tests/core/base/value_of.h"

#include <QDir>
#include <QTemporaryDir>
#include <sqlite3.h>

using namespace gevo;

namespace {

void executeSql(const std::filesystem::path& path, const char* statements) {
  sqlite3* connection = nullptr;
  if (sqlite3_open(path.c_str(), &connection) != SQLITE_OK || sqlite3_exec(connection, statements, nullptr, nullptr, nullptr) != SQLITE_OK)
    qFatal("%s", sqlite3_errmsg(connection));
  sqlite3_close(connection);
}

} // namespace

class StoreProjectTest : public QObject {
  Q_OBJECT

private slots:
  void initTestCase();
  void init();
  void projectIsRestored();
  void missingDeviceAndRegistersHaveDefaults();
  void registersOfAnUnknownKernelAreDamage();
  void equalContentsAreStoredOnce();
  void ownProjectIsTrusted();
  void fileFromElsewhereIsNotTrusted();
  void fileFromElsewhereCanBeTrusted();
  void programFolderIsKeptPerUserAndNotInTheFile();
  void changedProjectIsNotTrusted();
  void existingFileIsNotReplaced();
  void nothingIsLeftIfCreationFails();
  void onlyOneFileIsLeftAfterClosing();

private:
  std::filesystem::path file(const char* name) const { return folder_->filePath(name).toStdString(); }
  std::unique_ptr<QTemporaryDir> folder_;
  QTemporaryDir home_;
};

void StoreProjectTest::initTestCase() { qputenv("XDG_DATA_HOME", home_.path().toUtf8()); }
void StoreProjectTest::init() { folder_ = std::make_unique<QTemporaryDir>(); }

void StoreProjectTest::projectIsRestored() {
  const Project made = sample::project(9'000'000);
  valueOf(Store::create(file("a.gevo"), made));
  const auto project = valueOf(Store::open(file("a.gevo"), Store::Access::Read))->project();
  QVERIFY(project);
  QVERIFY(wire::encode(*project) == wire::encode(made));
}

/// As versions before it made them.
void StoreProjectTest::missingDeviceAndRegistersHaveDefaults() {
  valueOf(Store::create(file("a.gevo"), sample::project()));
  executeSql(file("a.gevo"), "DELETE FROM project WHERE key IN ('device', 'kernel registers', 'tolerate undefined', 'kernel not launched', "
                             "'kernel of a library')");
  const auto project = valueOf(Store::open(file("a.gevo"), Store::Access::Read))->project();
  QVERIFY(project);
  QCOMPARE(project->build.device, std::string("sim"));
  QVERIFY(!project->build.toleratesUndefined);
  QCOMPARE(project->kernels[1].registers, 0U);
  QVERIFY(project->kernels[1].launched);
  QVERIFY(!project->kernels[1].ofLibrary);
}

void StoreProjectTest::registersOfAnUnknownKernelAreDamage() {
  valueOf(Store::create(file("a.gevo"), sample::project()));
  executeSql(file("a.gevo"), "UPDATE project SET position = 5 WHERE key = 'kernel registers'");
  const auto project = valueOf(Store::open(file("a.gevo"), Store::Access::Read))->project();
  QVERIFY(!project);
  QVERIFY(project.error().message.find("registers") != std::string::npos);
}

void StoreProjectTest::equalContentsAreStoredOnce() {
  Project project = sample::project(1'000'000);
  valueOf(Store::create(file("once.gevo"), project));
  project.tests.push_back(project.tests[1]);
  valueOf(Store::create(file("twice.gevo"), project));
  const auto once = std::filesystem::file_size(file("once.gevo"));
  const auto twice = std::filesystem::file_size(file("twice.gevo"));
  QVERIFY(twice < once + 100'000);
}

void StoreProjectTest::ownProjectIsTrusted() {
  const auto store = valueOf(Store::create(file("a.gevo"), sample::project()));
  QCOMPARE(store->trusted().value(), true);
}

void StoreProjectTest::fileFromElsewhereIsNotTrusted() {
  valueOf(Store::create(file("a.gevo"), sample::project()));
  const QTemporaryDir otherHome;
  qputenv("XDG_DATA_HOME", otherHome.path().toUtf8());
  const bool trusted = valueOf(Store::open(file("a.gevo"), Store::Access::Read))->trusted().value();
  qputenv("XDG_DATA_HOME", home_.path().toUtf8());
  QCOMPARE(trusted, false);
}

void StoreProjectTest::fileFromElsewhereCanBeTrusted() {
  valueOf(Store::create(file("a.gevo"), sample::project()));
  const QTemporaryDir otherHome;
  qputenv("XDG_DATA_HOME", otherHome.path().toUtf8());
  const auto store = valueOf(Store::open(file("a.gevo"), Store::Access::Read));
  const bool given = store->trust().has_value();
  const bool trusted = store->trusted().value();
  qputenv("XDG_DATA_HOME", home_.path().toUtf8());
  QVERIFY(given);
  QVERIFY(trusted);
}

void StoreProjectTest::programFolderIsKeptPerUserAndNotInTheFile() {
  valueOf(Store::create(file("a.gevo"), sample::project(), "/home/somebody/stencil"));
  const auto store = valueOf(Store::open(file("a.gevo"), Store::Access::Read));
  QCOMPARE(store->programFolder().value().string(), std::string("/home/somebody/stencil"));
  QVERIFY(store->trust());
  QCOMPARE(store->programFolder().value().string(), std::string("/home/somebody/stencil"));

  const QTemporaryDir otherHome;
  qputenv("XDG_DATA_HOME", otherHome.path().toUtf8());
  const bool before = store->programFolder().value().empty();
  const bool given = store->trust().has_value();
  const bool after = store->programFolder().value().empty();
  qputenv("XDG_DATA_HOME", home_.path().toUtf8());
  QVERIFY(before);
  QVERIFY(given);
  QVERIFY(after);
}

void StoreProjectTest::changedProjectIsNotTrusted() {
  valueOf(Store::create(file("a.gevo"), sample::project()));
  const QTemporaryDir otherHome;
  Project changed = sample::project();
  changed.sources[0].text += "// and more\n";
  qputenv("XDG_DATA_HOME", otherHome.path().toUtf8());
  valueOf(Store::create(file("b.gevo"), changed));
  qputenv("XDG_DATA_HOME", home_.path().toUtf8());
  QCOMPARE(valueOf(Store::open(file("b.gevo"), Store::Access::Read))->trusted().value(), false);
}

void StoreProjectTest::existingFileIsNotReplaced() {
  valueOf(Store::create(file("a.gevo"), sample::project()));
  Project other = sample::project();
  other.name = "other";
  const auto store = Store::create(file("a.gevo"), other);
  QVERIFY(!store);
  QCOMPARE(store.error().message, file("a.gevo").string() + " already exists; remove it or choose another name");
  QCOMPARE(valueOf(Store::open(file("a.gevo"), Store::Access::Read))->project()->name, std::string("stencil"));
}

void StoreProjectTest::nothingIsLeftIfCreationFails() {
  const auto nowhere = Store::create(file("nowhere") / "a.gevo", sample::project());
  QVERIFY(!nowhere);
  QVERIFY(nowhere.error().message.find("can't be created") != std::string::npos);
  valueOf(Store::create(file("a.gevo"), sample::project()));
  QVERIFY(!Store::create(file("a.gevo"), sample::project()));
  QCOMPARE(QDir(folder_->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{"a.gevo"});
}

void StoreProjectTest::onlyOneFileIsLeftAfterClosing() {
  {
    const auto store = valueOf(Store::create(file("a.gevo"), sample::project()));
    const auto reader = valueOf(Store::open(file("a.gevo"), Store::Access::Read));
    QVERIFY(store->beginRun({}, "device", sample::original()));
    QCOMPARE(reader->runs()->size(), std::size_t(1));
  }
  QCOMPARE(QDir(folder_->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{"a.gevo"});
}

QTEST_GUILESS_MAIN(StoreProjectTest)
#include "store_project_test.moc"
