#include <QTest>

#include "core/base/paths.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <fstream>

using namespace gevo;

class PathsTest : public QObject {
  Q_OBJECT

private slots:
  void theProgramFolderIsThatOfThisProgram();
  void theEnvironmentNamesTheResources();
  void aMissingResourceSaysWhatToSet();
  void aCompanionIsFoundBesideTheProgram();
  void aMissingCompanionIsReported();
};

void PathsTest::theProgramFolderIsThatOfThisProgram() {
  QCOMPARE(QString::fromStdString(programFolder().string()), QCoreApplication::applicationDirPath());
}

void PathsTest::theEnvironmentNamesTheResources() {
  const QTemporaryDir folder;
  std::ofstream(folder.filePath("model.toml").toStdString()) << "x";
  qputenv("GEVO_RESOURCES", folder.path().toUtf8());
  const auto found = resourcePath("model.toml");
  qunsetenv("GEVO_RESOURCES");
  QVERIFY(found);
  QCOMPARE(QString::fromStdString(found->string()), folder.filePath("model.toml"));
}

void PathsTest::aMissingResourceSaysWhatToSet() {
  const auto found = resourcePath("no such thing");
  QVERIFY(!found);
  QVERIFY(found.error().message.find("no such thing") != std::string::npos);
  QVERIFY(found.error().message.find("GEVO_RESOURCES") != std::string::npos);
}

void PathsTest::aCompanionIsFoundBesideTheProgram() {
  const auto found = companionPath("paths_test");
  QVERIFY(found);
  QCOMPARE(QString::fromStdString(found->string()), QCoreApplication::applicationFilePath());
}

void PathsTest::aMissingCompanionIsReported() {
  const auto found = companionPath("gevo-nobody");
  QVERIFY(!found);
  QVERIFY(found.error().message.starts_with("gevo-nobody was not found"));
}

QTEST_GUILESS_MAIN(PathsTest)
#include "paths_test.moc"
