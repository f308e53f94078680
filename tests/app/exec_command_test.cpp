/// gevo exec from the command line to the table: a fake driver stands for the GPU, and programs are built on a fake runtime, which
/// reports the same time for all kernels.

#include <QTest>

#include "tests/app/command.h"
#include "tests/app/fake_toolkit.h"

#include <QTemporaryDir>

class ExecCommandTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString project_;
  QByteArray cuda_;

  Command exec(const QStringList& more) const { return gevo(QStringList{"exec", project_} + more, folder_.path()); }

private slots:
  void initTestCase() {
    if (!canBuildPrograms()) QSKIP("no CUDA toolkit");
    if (!hasClangAndFatbinary()) QSKIP("no clang, or the CUDA toolkit has no fatbinary");
    qputenv("XDG_DATA_HOME", folder_.filePath("data").toUtf8()); // so that the user's own trusted files do not matter
    qputenv("GEVO_CUDA_DRIVER", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_NVML", GEVO_FAKE_DRIVER_LIBRARY);
    const QString toolkit = QDir::cleanPath(QStringLiteral(GEVO_TEST_BIN "/../tests/toolkit-of-exec"));
    const QString problem = makeFakeCudaToolkit(toolkit);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    project_ = folder_.filePath("own.gevo");
    QVERIFY(QFile::copy(QStringLiteral(GEVO_TEST_SOURCE "/resources/samples/hotspot/hotspot.cu"), folder_.filePath("hotspot.cu")));
    const Command created = gevo({"new", project_, "--no-parameters", "--no-fuzz", "hotspot.cu", "--test", "48 40 3 2"}, folder_.path());
    QVERIFY2(created.exitCode == 0, qPrintable(created.err));
    const Command ran = gevo({"run", project_, "--device", "sim", "--population", "8", "--generations", "1", "--workers", "2", "--seed",
                              "3", "--quiet", "--keep-inactive"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    qputenv("CUDA_PATH", toolkit.toUtf8());
  }

  void kernelAndTotalTimeAreComparedWithTheOriginals() {
    const Command ran = exec({"--variant", "1", "--repeat", "2"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    QVERIFY2(ran.out.startsWith("Fake GPU: median of 2 runs\n"), qPrintable(ran.out));
    const QStringList lines = ran.out.split('\n');
    QVERIFY2(lines[2].contains("kernel time") && lines[2].contains("total time"), qPrintable(ran.out));
    const QStringList original = lines.filter("original  ");
    const QStringList variant = lines.filter("variant 1  ");
    QVERIFY2(original.size() == 1 && variant.size() == 1, qPrintable(ran.out));
    QVERIFY2(original[0].contains(QString::fromUtf8(" µs ")) && variant[0].contains(QString::fromUtf8("1.000×")), qPrintable(ran.out));
    QVERIFY2(ran.out.contains("both print the same on stdout") || ran.out.contains("neither prints"), qPrintable(ran.out));
  }

  void argumentsArePassedToTheProgram() {
    const Command few = exec({"--variant", "1", "--repeat", "1", "--", "16", "16", "7", "1"});
    QVERIFY2(few.exitCode == 0, qPrintable(few.err));
    const Command wrong = exec({"--variant", "1", "--", "--nonsense"});
    QCOMPARE(wrong.exitCode, 1);
    QVERIFY2(wrong.err.contains("the original ended with exit code"), qPrintable(wrong.err));
  }

  void theProgramCanBeWrittenInstead() {
    qputenv("GEVO_CUDA_DRIVER", "/nowhere");
    const QString program = folder_.filePath("carried");
    for (const char* const which : {"--original", "--variant=1"}) {
      QFile::remove(program);
      const Command ran = exec({which, "--program", program});
      QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
      QVERIFY(QFileInfo(program).isExecutable());
      QFile file(program);
      QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains(".visible .entry _Z7hotspotPKfS0_Pfiiifffff"));
    }
    qputenv("GEVO_CUDA_DRIVER", GEVO_FAKE_DRIVER_LIBRARY);
  }

  void withoutAGpuThereIsOneErrorLine() {
    qputenv("GEVO_CUDA_DRIVER", "/nowhere");
    const Command ran = exec({"--variant", "1"});
    qputenv("GEVO_CUDA_DRIVER", GEVO_FAKE_DRIVER_LIBRARY);
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.errorLines().size() == 1 && ran.err.contains("there is none here") && ran.err.contains("--program PATH"),
             qPrintable(ran.err));
  }

  void untrustedFilesRunNothing() {
    const QString other = bundledProject(folder_.filePath("elsewhere.gevo"));
    const Command searched = gevo({"run", other, "--population", "8", "--generations", "1", "--workers", "1", "--quiet"});
    QVERIFY2(searched.exitCode == 0, qPrintable(searched.err));
    const Command ran = gevo({"exec", other}, folder_.path());
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.errorLines().size() == 1 && ran.err.contains("was made elsewhere") && ran.err.contains("--trust"), qPrintable(ran.err));
    QTemporaryDir empty;
    const Command lost = gevo({"exec", other, "--trust"}, empty.path());
    QVERIFY2(lost.err.contains("is not in ") && lost.errorLines().size() == 1, qPrintable(lost.err));
  }
};

QTEST_GUILESS_MAIN(ExecCommandTest)
#include "exec_command_test.moc"
