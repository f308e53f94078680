/// Errors of the command line: one clear line on stderr, exit code 1; 2 for wrong usage.

#include "tests/app/command.h"

#include <QTemporaryDir>
#include <QTest>

class CommandLineTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString write(const QString& name, const QByteArray& text) {
    const QString path = folder_.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(path));
    file.write(text);
    return path;
  }

private slots:
  void helpOfEveryCommandExitsWithZero_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("gevo") << QStringList{"--help"};
    for (const char* name : {"new", "run", "show", "check", "analyze", "export", "ideas", "samples", "doctor"})
      QTest::newRow(name) << QStringList{name, "--help"};
  }
  void helpOfEveryCommandExitsWithZero() {
    QFETCH(QStringList, arguments);
    const Command command = gevo(arguments);
    QCOMPARE(command.exitCode, 0);
    QVERIFY(command.out.contains("--help"));
    QVERIFY(!command.out.contains("Option Group"));
  }

  void wrongCommandLineExitsWithTwo_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no command") << QStringList{};
    QTest::newRow("unknown command") << QStringList{"evolve"};
    QTest::newRow("unknown option") << QStringList{"run", "x.gevo", "--fast"};
    QTest::newRow("no file") << QStringList{"run"};
    QTest::newRow("two views") << QStringList{"show", "x.gevo", "--front", "--runs"};
    QTest::newRow("two formats") << QStringList{"show", "x.gevo", "--json", "--csv"};
    QTest::newRow("unknown flag of a compiler") << QStringList{"new", "x.gevo", "x.cu", "--test", "1", "--no-such-flag"};
    QTest::newRow("flag without its value") << QStringList{"new", "x.gevo", "x.cu", "--test", "1", "-Xptxas"};
    QTest::newRow("population too small") << QStringList{"run", "x.gevo", "--population", "1"};
  }
  void wrongCommandLineExitsWithTwo() {
    QFETCH(QStringList, arguments);
    QCOMPARE(gevo(arguments).exitCode, 2);
  }

  void unknownFlagsAreOneSentence() {
    const Command command = gevo({"new", folder_.filePath("f.gevo"), "x.cu", "--test", "1", "--no-such-flag"});
    QCOMPARE(command.errorLines(),
             (QStringList{"gevo: --no-such-flag is neither an option of gevo new nor a flag of nvcc that GEVO knows; leave "
                          "it out, or give a flag of the host compiler as -Xcompiler --no-such-flag"}));
  }

  void flagsOfNvccAreTakenAnywhere_data() {
    QTest::addColumn<QStringList>("flags");
    QTest::newRow("joined") << QStringList{"-O3", "-arch=sm_80", "-std=c++17", "-Iinc", "-DX=1", "-lm", "-lineinfo", "-m64", "-fopenmp"};
    QTest::newRow("with values") << QStringList{"-Xptxas", "-v", "-Xcompiler", "-fopenmp", "-maxrregcount", "32", "-x", "cu", "-O", "3"};
    QTest::newRow("long") << QStringList{"--use_fast_math", "--expt-relaxed-constexpr", "--gpu-architecture", "sm_80", "--define-macro=X"};
    QTest::newRow("as one text") << QStringList{"--flag", "-Xptxas -v -G", "--flag=-rdc true"};
    QTest::newRow("beside options") << QStringList{"--std", "c++17", "-f", "openmp", "-I", "inc", "--arch", "sm_80", "--device", "a100"};
  }
  /// The first thing that is wrong is the source.
  void flagsOfNvccAreTakenAnywhere() {
    QFETCH(QStringList, flags);
    const Command command = gevo(QStringList{"new", folder_.filePath("f.gevo"), "nosuch.cu"} + flags + QStringList{"--test", "1"});
    QCOMPARE(command.exitCode, 1);
    QCOMPARE(command.errorLines().size(), 1);
    QVERIFY2(command.err.contains("nosuch.cu does not exist"), qPrintable(command.err));
  }

  void samplesAreListed() {
    const Command command = gevo({"samples"});
    QCOMPARE(command.exitCode, 0);
    QStringList listed;
    for (const QString& line : command.out.split('\n')) listed << line.section(' ', 0, 0);
    const QDir samples(GEVO_TEST_SOURCE "/resources/samples");
    QStringList folders;
    for (const QString& folder : samples.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
      if (samples.exists(folder + "/sample.toml")) folders << folder;
    QVERIFY(folders.contains("hotspot"));
    QCOMPARE(listed.mid(listed.indexOf(folders.first()), folders.size()), folders);
  }

  void badFilesGiveOneErrorLine_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("named");
    const QString text = write("text.gevo", "not a database\n");
    const QString missing = folder_.filePath("missing.gevo");
    QTest::newRow("text file: show") << QStringList{"show", text} << "text.gevo";
    QTest::newRow("text file: run") << QStringList{"run", text, "--generations", "1"} << "text.gevo";
    QTest::newRow("missing: show") << QStringList{"show", missing} << "missing.gevo";
    QTest::newRow("missing: run") << QStringList{"run", missing, "--generations", "1"} << "missing.gevo";
    QTest::newRow("folder: show") << QStringList{"show", folder_.path()} << folder_.path();
    QTest::newRow("bad duration") << QStringList{"run", text, "--time", "soon"} << "soon";
    QTest::newRow("bad mode") << QStringList{"run", text, "--mode", "quick"} << "quick";
    QTest::newRow("unknown sample") << QStringList{"new", folder_.filePath("s.gevo"), "--sample", "nosuch"} << "nosuch";
    QTest::newRow("missing source") << QStringList{"new", folder_.filePath("m.gevo"), "nosuch.cu", "--test", "1"} << "nosuch.cu";
    QTest::newRow("no test") << QStringList{"new", folder_.filePath("n.gevo"), "x.cu"} << "--test";
    QTest::newRow("existing file") << QStringList{"new", text, "--sample", "hotspot"} << "text.gevo";
  }
  void badFilesGiveOneErrorLine() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, named);
    const Command command = gevo(arguments, folder_.path());
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.errorLines().size() == 1, qPrintable(command.err));
    QVERIFY2(command.err.contains(named), qPrintable(command.err));
  }

  void textFileIsLeftUntouched() {
    const QString path = write("keep.gevo", "my notes\n");
    gevo({"run", path, "--generations", "1"});
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("my notes\n"));
  }

  void syntaxErrorShowsClangsDiagnostics() {
    if (!canBuildPrograms()) QSKIP("no CUDA toolkit");
    write("broken.cu", "__global__ void kernel(int* x) { *x = ; }\nint main() {}\n");
    const Command command = gevo({"new", "broken.gevo", "broken.cu", "--test", ""}, folder_.path());
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.errorLines().first().startsWith("gevo: "), qPrintable(command.err));
    QVERIFY2(command.err.contains("broken.cu:1:"), qPrintable(command.err));
    QVERIFY2(command.err.contains("expected expression"), qPrintable(command.err));
    QVERIFY(!QFile::exists(folder_.filePath("broken.gevo")));
  }

  void programWithoutKernelsIsAnError() {
    if (!canBuildPrograms()) QSKIP("no CUDA toolkit");
    write("host.cu", "int main() { return 0; }\n");
    const Command command = gevo({"new", "host.gevo", "host.cu", "--test", ""}, folder_.path());
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.errorLines().size() == 1, qPrintable(command.err));
    QVERIFY2(command.err.contains("kernel"), qPrintable(command.err));
  }

  void withoutToolkitNewSaysWhatToInstall() {
    const Command command = gevo({"new", "t.gevo", "--sample", "hotspot"}, folder_.path(), {"CUDA_PATH=" + folder_.path()});
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.errorLines().size() == 1, qPrintable(command.err));
    QVERIFY2(command.err.contains("CUDA"), qPrintable(command.err));
  }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "command_line_test.moc"
