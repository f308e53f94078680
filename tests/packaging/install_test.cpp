/// `cmake --install` into a prefix, which is then moved: the programs find what is theirs there, and not in the build.

#include "tests/app/command.h"

#include <QTemporaryDir>
#include <QTest>

class InstallTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString prefix_ = folder_.filePath("moved");

  Command installed(const QString& program, const QStringList& arguments) const {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"GEVO_RESOURCES", "LD_LIBRARY_PATH"}) environment.remove(name);
    process.setProcessEnvironment(environment);
    process.start(prefix_ + "/bin/" + program, arguments);
    if (!process.waitForFinished(60'000)) process.kill();
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
  }

private slots:
  void initTestCase() {
    QProcess process;
    process.start(CMAKE_PROGRAM, {"--install", GEVO_TEST_BIN "/..", "--prefix", folder_.filePath("prefix")});
    QVERIFY(process.waitForFinished(120'000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
    QVERIFY(QDir().rename(folder_.filePath("prefix"), prefix_));
  }

  void samplesAreItsOwn() {
    const Command command = installed("gevo", {"samples"});
    QCOMPARE(command.exitCode, 0);
    QVERIFY(command.out.contains("hotspot"));
    QVERIFY(QDir(prefix_ + "/share/gevo-explorer/samples").removeRecursively());
    QCOMPARE(installed("gevo", {"samples"}).exitCode, 1);
  }

  void headersForProgramsAreItsOwn() {
    for (const char* header : {"compat/gevo_compat.h", "host/cuda_runtime.h", "helpers/helper_cuda.h"})
      QVERIFY2(QFile::exists(prefix_ + "/share/gevo-explorer/cuda/" + header), header);
  }

  void workerAndRuntimeReplacementAreItsOwn() {
    const Command command = installed("gevo", {"doctor"});
    const QString library = prefix_ + "/lib/gevo-explorer/libgevocudart.so";
    QVERIFY2(command.out.contains(QFileInfo(library).canonicalFilePath()), qPrintable(command.out));
    QVERIFY(QFile::remove(prefix_ + "/bin/gevo-worker"));
    QVERIFY(installed("gevo", {"doctor"}).err.contains("gevo-worker"));
  }

  void buildsAreRecorded() {
    const Command command = installed("gevo", {"new", folder_.filePath("own.gevo"), "--test", "", "--", "true"});
    QVERIFY2(command.err.contains("the build compiled nothing"), qPrintable(command.err));
  }

  void explorerStarts() {
    if (!QFile::exists(GEVO_TEST_BIN "/gevo-explorer")) QSKIP("built without the explorer");
    QCOMPARE(installed("gevo-explorer", {"--version"}).exitCode, 0);
  }

  void noProgramLooksForLibrariesInTheBuild() {
    for (const char* place : {"/bin", "/lib/gevo-explorer"}) {
      for (const QFileInfo& file : QDir(prefix_ + place).entryInfoList(QDir::Files)) {
        QProcess readelf;
        readelf.start("readelf", {"--dynamic", file.filePath()});
        QVERIFY(readelf.waitForFinished());
        const QString text = QString::fromUtf8(readelf.readAllStandardOutput());
        for (const QString& line : text.split('\n'))
          QVERIFY2(!line.contains("RUNPATH") || line.contains("[$ORIGIN/") || line.contains("[]"), qPrintable(file.fileName() + line));
      }
    }
  }
};

QTEST_GUILESS_MAIN(InstallTest)
#include "install_test.moc"
