#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// Programs of several .cu files that use what is in each other.
class SeveralFilesTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void deviceFunctionsOfOtherFilesAreCalled() {
    SmallProgram program;
    program.write("kernel.cu", "extern __device__ float twice(float); extern __constant__ float offset;\n" +
                                   oneKernel("out[0] = twice(4) + offset;", "host[0] == 11"));
    program.write("functions.cu", "__constant__ float offset = 3;\n__device__ float twice(float x) { return 2 * x; }\n");
    QCOMPARE(problemOf(program.run()), QString());
  }

  void hostCodeReachesVariablesOfOtherFiles() {
    SmallProgram program;
    program.write("kernel.cu", "__constant__ float offset;\nvoid set(float);\n"
                               "static float told() { float value; set(5); cudaMemcpyFromSymbol(&value, offset, 4); return value; }\n" +
                                   oneKernel("out[0] = offset;", "host[0] == 0 && told() == 5"));
    program.write("other.cu", "extern __constant__ float offset;\nvoid set(float value) { cudaMemcpyToSymbol(offset, &value, 4); }\n");
    QCOMPARE(problemOf(program.run()), QString());
  }

  void fileLocalNamesStaySeparate() {
    const auto text = [](const std::string& name, int value) {
      return fmt::format("static __constant__ int table[2];\nnamespace {{ __global__ void hidden(int* out) {{ out[1] = {1}; }} }}\n"
                         "static __global__ void fill(int* out) {{ out[0] = {1} * table[1]; }}\n"
                         "void {0}(int* out) {{ const int t[2] = {{0, {1}}}; cudaMemcpyToSymbol(table, t, sizeof t);\n"
                         "  fill<<<1, 1>>>(out); hidden<<<1, 1>>>(out); }}\n",
                         name, value);
    };
    SmallProgram program;
    program.write("first.cu", text("first", 3) + "void second(int*);\n" + R"(
int main() {
  int *out, a[2], b[2];
  cudaMalloc(&out, sizeof a);
  second(out);
  cudaMemcpy(b, out, sizeof b, cudaMemcpyDeviceToHost);
  first(out);
  cudaMemcpy(a, out, sizeof a, cudaMemcpyDeviceToHost);
  return a[0] == 9 && a[1] == 3 && b[0] == 25 && b[1] == 5 ? 0 : 1;
}
)");
    program.write("second.cu", text("second", 5));
    QCOMPARE(problemOf(program.run()), QString());
    QStringList names;
    for (const KernelDescription& kernel : program.described().kernels) names << QString::fromStdString(kernel.shownName);
    names.sort();
    QCOMPARE(names, (QStringList{"(anonymous namespace)::hidden (first.cu)", "(anonymous namespace)::hidden (second.cu)", "fill (first.cu)",
                                 "fill (second.cu)"}));
  }

  void duplicateDefinitionErrorNamesBothFiles() {
    SmallProgram program;
    program.write("one.cu", "__device__ int count() { return 1; }\n" + oneKernel("out[0] = count();", "true"));
    program.write("two.cu", "__device__ int count() { return 2; }\n");
    const auto compiled = program.compile();
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().message,
             std::string("count is defined in both one.cu and two.cu; make it static, rename it, or give only one of the files"));
  }
};

QTEST_GUILESS_MAIN(SeveralFilesTest)
#include "several_files_test.moc"
