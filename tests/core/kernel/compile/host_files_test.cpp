#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

#include "core/kernel/toolchain/search_path.h"

#include <QProcess>
#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// Files without device code.
class HostFilesTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void hostFilesHaveWhatCudaHadToo() {
    SmallProgram program;
    program.write("kernel.cu",
                  "__global__ void one(float* out) { out[threadIdx.x] = 1; }\nvoid launch(float* out) { one<<<1, 4>>>(out); }\n");
    program.write("main.cpp", R"(#include <cuda_runtime.h>
void launch(float*);
int main() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  float *out, host[4];
  cudaMalloc((void**)&out, sizeof host);
  launch(out);
  cudaThreadSynchronize();
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  return host[3] == 1 && properties.clockRate > 0 ? 0 : 1;
}
)");
    QCOMPARE(problemOf(program.run()), QString());
  }

  void flagsReachTheFilesTheyAreMeantFor() {
    SmallProgram program;
    program.write("kernel.cu",
                  "#if !__FAST_MATH__ || __cplusplus < 202002L\n#error flags\n#endif\n" + oneKernel("out[0] = 1;", "host[0] == part()"));
    program.write("part.c", "#if __STDC_VERSION__ != 199901L || !__FAST_MATH__\n#error flags\n#endif\nint part(void) { return 1; }\n");
    program.settings.flags = {"-std=c++20", "-std=c99", "-ffast-math"};
    QCOMPARE(problemOf(program.run()), QString());
  }

  void oldCIsAcceptedWhereGccDoes() {
    if (!findOnPath("gcc")) QSKIP("no gcc");
    SmallProgram program;
    program.write("kernel.cu", oneKernel("out[0] = 1;", "host[0] == part()"));
    program.write("part.c", R"(
struct pair { int a, b; };
static scale(x) { return x; }
int part() {
  struct pair pair;
  int *p = &pair;          /* another type of pointer */
  long number = "text";    /* a pointer as a number */
  p[0] = 1;
  return scale(undeclared(p[0]));
}
int undeclared(int x) { return x; }
)");
    const bool accepted =
        QProcess::execute("gcc", {"-w", "-fsyntax-only", QString::fromStdString((program.folder() / "part.c").string())}) == 0;
    QCOMPARE(problemOf(program.run()).isEmpty(), accepted); // gcc 14 and later refuse it
  }

  void theCompilerOfCcbinIsTaken() {
    SmallProgram program;
    program.write("kernel.cu", oneKernel("out[0] = 1;", "host[0] == part()"));
    program.write("part.c", "#ifndef __clang__\n#error another compiler\n#endif\nint part(void) { return 1; }\n");
    program.settings.flags = {"-ccbin=" + valueOf(locateClang()).path.string()};
    QCOMPARE(problemOf(program.run()), QString());
  }

  void aMissingCompilerOfCcbinIsNamed() {
    SmallProgram program;
    program.write("kernel.cu", oneKernel("out[0] = 1;", "host[0] == part()"));
    program.write("part.c", "int part(void) { return 1; }\n");
    program.settings.flags = {"-ccbin=no-such-compiler"};
    const auto compiled = program.compile();
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().message,
             std::string("the host compiler no-such-compiler was not found; give another one with -ccbin, or none to use gcc"));
  }

  void cppFilesWithKernelsAreCuda() {
    SmallProgram program;
    program.write("kernel.cpp", oneKernel("out[0] = 1;", "host[0] == part()"));
    program.write("launch.cc", "__global__ void other();\nvoid launch() { other<<<1, 1>>>(); }\n__global__ void other() {}\n");
    program.write("part.cpp", "// no __global__ here\n#ifdef __CUDACC__\n#error compiled as CUDA\n#endif\n"
                              "extern \"C\" int part() { return 1; }\n");
    QCOMPARE(problemOf(program.run()), QString());
  }

  void allFilesAreCudaIfTheFlagsSaySo() {
    SmallProgram program;
    program.write("kernel.cpp", oneKernel("out[0] = 1;", "host[0] == part()"));
    program.write("part.cc", "#ifndef __CUDACC__\n#error not compiled as CUDA\n#endif\nextern \"C\" int part() { return 1; }\n");
    program.settings.flags = {"-x=cu"};
    QCOMPARE(problemOf(program.run()), QString());
  }
};

QTEST_GUILESS_MAIN(HostFilesTest)
#include "host_files_test.moc"
