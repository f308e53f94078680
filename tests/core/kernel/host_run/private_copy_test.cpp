#include "core/kernel/host_run/private_copy.h"
#include "core/kernel/process/process.h"

#include <QtTest>
#include <sys/stat.h>

using namespace gevo;
using namespace gevo::program;
namespace fs = std::filesystem;

class PrivateCopyTest : public QObject {
  Q_OBJECT

  QTemporaryDir place_;
  int made_ = 0;

  fs::path fresh() {
    const fs::path path = fs::path(place_.path().toStdString()) / std::to_string(made_++);
    fs::create_directories(path);
    return path;
  }

  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    QVERIFY(writeFile(path, text).has_value());
  }

  static std::vector<std::string> names(const std::vector<HostRunFile>& files) {
    std::vector<std::string> result;
    for (const HostRunFile& file : files) result.push_back(file.name);
    return result;
  }

private slots:
  void omitsBuildsGevoFilesAndHiddenFiles() {
    const fs::path folder = fresh();
    for (const char* name : {"a.cu", "data/b.txt", "a.gevo", "a.gevo-wal", ".git/config", "out/CMakeCache.txt", "out/x.o"})
      write(folder / name, name);
    QCOMPARE(names(listFiles(folder, {}, folder).value()), (std::vector<std::string>{"a.cu", "data/b.txt"}));
  }

  void dataSelectsFiles() {
    const fs::path folder = fresh();
    for (const char* name : {"a.cu", "data/b.txt", "data/c.txt", "d.txt"}) write(folder / name, name);
    QCOMPARE(names(listFiles(folder, {"data", "a.cu"}, folder).value()), (std::vector<std::string>{"a.cu", "data/b.txt", "data/c.txt"}));
    QVERIFY(listFiles(folder, {"none"}, folder).error().message.find("does not exist") != std::string::npos);
    QVERIFY(listFiles(folder, {"/etc/hostname"}, folder).error().message.find("absolute") != std::string::npos);
  }

  void rejectsTooMuchData() {
    const fs::path folder = fresh();
    write(folder / "large.bin", "");
    fs::resize_file(folder / "large.bin", largestCopy + 1); // takes no room
    const auto files = listFiles(folder, {}, folder);
    QVERIFY(!files);
    QVERIFY2(files.error().message.find("--data") != std::string::npos, files.error().message.c_str());
  }

  void copiesFilesAboveTheFolder() {
    const fs::path folder = fresh();
    write(folder / "src/a.cu", "source");
    fs::create_directories(folder / "run");
    const auto files = listFiles(folder / "run", {}, folder / "run/../src").value();
    QCOMPARE(names(files), (std::vector<std::string>{"../src/a.cu"}));
    const auto copy = PrivateCopy::make(fresh() / "copy", folder / "run", files).value();
    QCOMPARE(readFile(copy.folder() / "../src/a.cu").value(), std::string("source"));
  }

  void restoresChangedFiles() {
    const fs::path folder = fresh();
    write(folder / "a.txt", "one");
    write(folder / "b/c.txt", "two");
    auto copy = PrivateCopy::make(fresh() / "copy", folder, listFiles(folder, {}, folder).value()).value();
    write(copy.folder() / "a.txt", "ONE"); // of the same size, and perhaps in the same tick of the clock
    fs::remove_all(copy.folder() / "b");
    write(copy.folder() / "new/file.txt", "three");
    fs::create_symlink("/etc", copy.folder() / "b");
    QVERIFY(copy.restore().has_value());
    QCOMPARE(readFile(copy.folder() / "a.txt").value(), std::string("one"));
    QCOMPARE(readFile(copy.folder() / "b/c.txt").value(), std::string("two"));
    QVERIFY(!fs::is_symlink(copy.folder() / "b"));
    QVERIFY(!fs::exists(copy.folder() / "new"));
  }

  void doesNotCopyUnchangedFilesAgain() {
    const fs::path folder = fresh();
    write(folder / "a.txt", "one");
    auto copy = PrivateCopy::make(fresh() / "copy", folder, listFiles(folder, {}, folder).value()).value();
    struct stat before {};
    struct stat after {};
    QCOMPARE(stat((copy.folder() / "a.txt").c_str(), &before), 0);
    QVERIFY(copy.restore().has_value());
    QCOMPARE(stat((copy.folder() / "a.txt").c_str(), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino);
  }

  void rejectsFilesThatChangedSince() {
    const fs::path folder = fresh();
    write(folder / "a.txt", "one");
    const auto files = listFiles(folder, {}, folder).value();
    write(folder / "a.txt", "two");
    QVERIFY(PrivateCopy::make(fresh() / "copy", folder, files).error().message.find("is not what it was") != std::string::npos);
    fs::remove(folder / "a.txt");
    QVERIFY(PrivateCopy::make(fresh() / "copy", folder, files).error().message.find("can't be read") != std::string::npos);
  }

  void rejectsAbsoluteAndEmptyNames() {
    const fs::path folder = fresh();
    const fs::path victim = fresh() / "victim.txt";
    write(victim, "mine");
    QVERIFY(!PrivateCopy::make(fresh() / "copy", folder, {{victim.string(), std::string(32, '0')}}));
    QCOMPARE(readFile(victim).value(), std::string("mine"));
  }
};

QTEST_GUILESS_MAIN(PrivateCopyTest)
#include "private_copy_test.moc"
