#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

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
};

QTEST_GUILESS_MAIN(DiagnosticsTest)
#include "diagnostics_test.moc"
