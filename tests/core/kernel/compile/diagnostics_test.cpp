#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

#include "core/kernel/compile/diagnostics.h"
#include "core/kernel/compile/missing_headers.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// What is said of programs that do not compile.
class DiagnosticsTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void symbolNamesAsStringsAreCompileErrors() {
    SmallProgram program;
    program.write("quotes.cu", "__constant__ float c[2];\n__global__ void k(float* o) { o[0] = c[0]; }\n"
                               "int main() { float v[2] = {}; cudaMemcpyToSymbol(\"c\", v, 8); }\n");
    const auto compiled = program.compile();
    QVERIFY(!compiled);
    QVERIFY2(compiled.error().details.contains("give the variable itself, not its name in quotes"), compiled.error().details.c_str());
  }

  void missingHeadersAreNamedWithTheirPackage_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("help");
    QTest::newRow("of a .cu file") << "main.cu"
                                   << "GL/glut-of-nobody.h"
                                   << "install the package libgl-dev";
    QTest::newRow("of a host file") << "part.cpp"
                                    << "boost/of_nobody.hpp"
                                    << "install the package libboost-all-dev";
    QTest::newRow("unknown") << "main.cu"
                             << "own/of_nobody.h"
                             << "give its folder with -I";
  }
  void missingHeadersAreNamedWithTheirPackage() {
    QFETCH(QString, file);
    QFETCH(QString, header);
    QFETCH(QString, help);
    SmallProgram program;
    program.write("main.cu", file == "main.cu" ? "#include <" + header.toStdString() + ">\n" : oneKernel("out[0] = 1;", "true"));
    if (file != "main.cu") program.write(file.toStdString(), "#include <" + header.toStdString() + ">\n");
    const auto compiled = program.compile();
    QVERIFY(!compiled);
    QCOMPARE(QString::fromStdString(compiled.error().message), QString("%1 includes %2, which was not found; %3").arg(file, header, help));
  }

  void launchesInDeviceCodeAreNamedWithKernelAndLine() {
    SmallProgram program;
    program.write("nested.cu", "template <class T> __global__ void child(T* a) { a[threadIdx.x] += 1; }\n"
                               "__global__ void parent(int* a) {\n  child<int>\n      <<<1, 32>>>(a);\n}\n"
                               "int main() { parent<<<1, 1>>>(nullptr); }\n");
    const auto compiled = program.compile();
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().message,
             std::string("nested.cu:4 launches the kernel child in device code, which GEVO supports on no device, "
                         "simulated or real; launch it from the host"));
  }

  void theFirstMissingHeaderIsFound() {
    const auto ofClang = missingHeader("In file included from a.cu:1:\nb.h:3:10: fatal error: 'omp.h' file not found\n    3 | #include\n");
    QVERIFY(ofClang && ofClang->header == "omp.h" && ofClang->includedBy == "b.h");
    const auto ofGcc = missingHeader("a.c:1:10: fatal error: mpi.h: No such file or directory\ncompilation terminated.\n");
    QVERIFY(ofGcc && ofGcc->header == "mpi.h" && ofGcc->includedBy == "a.c");
    QVERIFY(!missingHeader("a.cu:1:1: error: unknown type name 'x'\n"));
  }

  void onlyErrorsAreShown() {
    SmallProgram program;
    program.write("wrong.cu", "static int unused() { char* text = \"literal\"; return 1 == 2 == 3; }\nint wrong = nowhere;\n");
    QVERIFY(program.compile().error().details.contains("error: "));
    QVERIFY2(!program.compile().error().details.contains("warning: "), program.compile().error().details.c_str());
  }

  void errorsComeBeforeWarnings() {
    QCOMPARE(errorsFirst("In file included from a.cu:1:\na.h:1:1: warning: first\n  1 | x\na.h:2:1: note: of the first\n"
                         "a.h:3:1: error: second\n  3 | y\na.h:4:1: note: of the second\n1 warning and 1 error generated.\n"),
             std::string("a.h:3:1: error: second\n  3 | y\na.h:4:1: note: of the second\n1 warning and 1 error generated.\n"
                         "In file included from a.cu:1:\na.h:1:1: warning: first\n  1 | x\na.h:2:1: note: of the first\n"));
  }

  void warningsAreShownOnRequest() {
    SmallProgram program;
    program.write("warned.cu", "#warning in CUDA\n" + oneKernel("out[0] = 1;", "host[0] == part()"));
    program.write("part.c", "#warning in C\nint part(void) { return 1; }\n");
    program.warnings = std::make_shared<std::string>();
    QCOMPARE(problemOf(program.compile()), QString());
    QVERIFY(program.warnings->contains("in CUDA") && program.warnings->contains("in C\n"));
  }

  void unknownFlagsAreSaidBeforeAnythingIsCompiled() {
    SmallProgram program;
    program.write("main.cu", "nonsense\n");
    program.settings.flags = {"--no-such-flag"};
    QVERIFY(program.compile().error().message.starts_with("--no-such-flag is a flag of neither nvcc nor clang"));
  }
};

QTEST_GUILESS_MAIN(DiagnosticsTest)
#include "diagnostics_test.moc"
