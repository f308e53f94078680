/// gevo new with the command that builds the program, as a user gives it.

#include "tests/app/command.h"

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

/// Copies doubled numbers back; what is read depends on the macros of each file.
const char* const mainFile = "#include <cstdio>\n"
                             "void first(float* data);\n"
                             "void second(float* data);\n"
                             "int main() {\n"
                             "  float host[32], *device;\n"
                             "  for (float& one : host) one = 1;\n"
                             "  cudaMalloc(&device, sizeof host);\n"
                             "  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);\n"
                             "  first(device);\n"
                             "  second(device);\n"
                             "  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);\n"
                             "  return host[5] == EXPECTED ? 0 : 1;\n"
                             "}\n";

QByteArray kernelFile(const char* function) {
  return QByteArray("#include \"factor.h\"\n"
                    "static __global__ void kernel(float* data) { data[threadIdx.x] = data[threadIdx.x] * FACTOR + OFFSET; }\n"
                    "void ") +
         function + "(float* data) { kernel<<<1, 32>>>(data); }\n";
}

} // namespace

class OwnBuildTest : public QObject {
  Q_OBJECT

  // The same for all: what clang has read of the headers is kept by the folders that it was found through.
  const QDir folder_{QDir::cleanPath(QStringLiteral(GEVO_TEST_BIN "/../tests/own-build"))};
  QTemporaryDir tools_;

  void write(const QString& name, const QByteArray& text) {
    QDir(folder_.path()).mkpath(QFileInfo(name).path());
    QFile file(folder_.filePath(name));
    QVERIFY(file.open(QFile::WriteOnly));
    file.write(text);
  }
  Command made(const QStringList& arguments) {
    return gevo(QStringList{"new", "made.gevo", "--no-parameters"} + arguments, folder_.path());
  }

private slots:
  void initTestCase() {
    if (!canBuildPrograms()) QSKIP("no CUDA toolkit: programs can't be built here");
    // The builds of these tests are about what is called. This nvcc makes its output, and compiles nothing.
    QFile nvcc(tools_.filePath("nvcc"));
    QVERIFY(nvcc.open(QFile::WriteOnly));
    nvcc.write("#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && : > \"$2\"; shift; done\n");
    nvcc.setPermissions(nvcc.permissions() | QFile::ExeOwner);
    qputenv("PATH", tools_.path().toUtf8() + ":" + qgetenv("PATH"));
  }

  void init() {
    QVERIFY(QDir(folder_).removeRecursively() && folder_.mkpath("."));
    write("main.cu", mainFile);
    write("a/kernel.cu", kernelFile("first"));
    write("b/kernel.cu", kernelFile("second"));
    write("include/factor.h", "#define FACTOR 3\n");
    // ((1 * 3 + 1) * 3 + 2) = 14
    write("Makefile", "FLAGS = -Iinclude -std=c++17\n"
                      "program: a/kernel.o b/kernel.o main.o\n\tnvcc -o $@ $^ -lm\n"
                      "a/kernel.o:\n\tcd a && nvcc -I../include -DOFFSET=1 -dc kernel.cu -o kernel.o\n"
                      "b/kernel.o:\n\tnvcc $(FLAGS) -DOFFSET=2 -dc b/kernel.cu -o $@\n"
                      "main.o:\n\tnvcc $(FLAGS) -DEXPECTED=14 -c main.cu -o $@\n");
  }

  void cleanupTestCase() { QDir(folder_).removeRecursively(); }

  void programOfAMakefileIsTakenOver() {
    const Command command = made({"--test", "", "--", "make", "-j2"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    QVERIFY2(command.out.contains("taken over from the build of program: a/kernel.cu, b/kernel.cu, main.cu, -lm"), qPrintable(command.out));
    QVERIFY2(command.out.contains("kernel (a/kernel.cu)") && command.out.contains("kernel (b/kernel.cu)"), qPrintable(command.out));
  }

  void projectKeepsTheSettingsOfEachSource() {
    // Fresh held-out inputs compile the program again, from what the file says.
    write("main.cu",
          QByteArray(mainFile).replace("int main() {", "int main(int count, char** words) {").replace("one = 1", "one = count - 1"));
    QCOMPARE(made({"--test", "x", "--heldout", "{seed}", "--", "make"}).exitCode, 0);
    QCOMPARE(gevo({"run", "made.gevo", "--population", "4", "--generations", "1", "--quiet"}, folder_.path()).exitCode, 0);
    const Command checked = gevo({"check", "made.gevo", "--variant", "0", "--fresh"}, folder_.path());
    QVERIFY2(checked.exitCode == 0, qPrintable(checked.err + checked.out));
  }

  void optionsAreAddedForAllSources() {
    write("include/factor.h", "#define FACTOR EXTRA\n");
    QVERIFY(made({"--test", "", "--", "make"}).err.contains("EXTRA"));
    QFile::remove(folder_.filePath("program"));
    QFile::remove(folder_.filePath("main.o"));
    QFile::remove(folder_.filePath("a/kernel.o"));
    QFile::remove(folder_.filePath("b/kernel.o"));
    const Command command = made({"--test", "", "-D", "EXTRA=3", "--", "make"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
  }

  void buildThatIsUpToDateHasToBeCleaned() {
    QCOMPARE(made({"--test", "", "--", "make", "a/kernel.o", "b/kernel.o", "main.o", "program"}).exitCode, 0);
    const Command again = made({"--force", "--test", "", "--", "make"});
    QCOMPARE(again.exitCode, 1);
    QVERIFY2(again.err.contains("run make clean first") && again.err.contains("up to date"), qPrintable(again.err));
  }

  void failedBuildShowsItsOutput() {
    const Command command = made({"--test", "", "--", "sh", "-c", "echo the reason; exit 3"});
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.err.contains("the build failed: sh ended with exit code 3") && command.err.contains("the reason"),
             qPrintable(command.err));
  }

  void programIsChosenAmongSeveral() {
    const QStringList build{"--", "sh", "-c", "nvcc -o one main.cu; nvcc -Iinclude -DOFFSET=0 -o two a/kernel.cu"};
    const Command command = made(QStringList{"--test", ""} + build);
    QVERIFY2(command.err.contains("the build links 2 programs with CUDA code (one, two); choose one with --program NAME"),
             qPrintable(command.err));
    QVERIFY(made(QStringList{"--test", "", "--program", "three"} + build).err.contains("links no program three"));
  }

  void compileCommandsServeAsWell() {
    const QByteArray here = folder_.path().toUtf8();
    const auto entry = [&](const char* command, const char* file) {
      return "{\"directory\": \"" + here + "\", \"command\": \"nvcc -Iinclude " + command + " -c " + file + "\", \"file\": \"" + file +
             "\"}";
    };
    write("build/compile_commands.json", "[" + entry("-DOFFSET=1", "a/kernel.cu") + ", " + entry("-DOFFSET=2", "b/kernel.cu") + ", " +
                                             entry("-DEXPECTED=14", "main.cu") + ", " + entry("", "missing.cu") + "]");
    const QString file = "build/compile_commands.json";
    const Command command = made({"a/kernel.cu", "b/kernel.cu", "main.cu", "--test", "", "--compile-commands", file});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    QVERIFY(made({"--force", "--test", "", "--compile-commands", file}).err.contains("missing.cu"));
  }

  void oneWayToNameAProgramIsEnough() {
    QVERIFY(made({"main.cu", "--test", "", "--", "make"}).err.contains("only one of them"));
    QVERIFY(made({"--sample", "hotspot", "--", "make"}).err.contains("only one of them"));
    QVERIFY(made({"main.cu", "--test", "", "--program", "p"}).err.contains("--program chooses"));
    QVERIFY(made({"--", "make"}).err.contains("no test"));
    QVERIFY(!QFile::exists(folder_.filePath("program")));
  }

  void sourcesMayFollowDashes() {
    const Command command = made({"--test", "", "--", "main.cu", "a/kernel.cu"});
    QVERIFY2(command.err.contains("main.cu does not compile") || command.err.contains("EXPECTED"), qPrintable(command.err));
  }
};

QTEST_GUILESS_MAIN(OwnBuildTest)
#include "own_build_test.moc"
