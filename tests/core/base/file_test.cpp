#include <QTest>

#include "core/base/file.h"

#include <QDir>
#include <QTemporaryDir>

using namespace gevo;

class FileTest : public QObject {
  Q_OBJECT

private slots:
  void contentsRoundTrip();
  void aMissingFileIsReported();
  void readingAFolderIsAnError();
  void writingReplacesTheWholeFile();
  void aFailedWriteLeavesNoFile();
};

void FileTest::contentsRoundTrip() {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath("a").toStdString();
  std::string contents(200'000, 'x');
  contents[70'000] = '\0';
  QVERIFY(writeFile(path, contents));
  QVERIFY(readFile(path).value() == contents);
}

void FileTest::aMissingFileIsReported() {
  QCOMPARE(readFile("/nowhere/a").error().message, std::string("cannot read /nowhere/a: No such file or directory"));
}

void FileTest::readingAFolderIsAnError() { QCOMPARE(readFile("/").error().message, std::string("/ is a folder; name a file")); }

void FileTest::writingReplacesTheWholeFile() {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath("a").toStdString();
  QVERIFY(writeFile(path, "a long text"));
  QVERIFY(writeFile(path, "short"));
  QCOMPARE(readFile(path).value(), std::string("short"));
  QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"a"});
}

void FileTest::aFailedWriteLeavesNoFile() {
  const QTemporaryDir folder;
  QVERIFY(QDir(folder.path()).mkdir("taken"));
  const auto written = writeFile(folder.filePath("taken").toStdString(), "text");
  QVERIFY(!written);
  QVERIFY(QDir(folder.path()).entryList(QDir::Files).isEmpty());
}

QTEST_GUILESS_MAIN(FileTest)
#include "file_test.moc"
