#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

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
    QCOMPARE(problemOf(program.run()), std::string());
  }

  void flagsReachTheFilesTheyAreMeantFor() {
    SmallProgram program;
    program.write("kernel.cu",
                  "#if !__FAST_MATH__ || __cplusplus < 202002L\n#error flags\n#endif\n" + oneKernel("out[0] = 1;", "host[0] == part()"));
    program.write("part.c", "#if __STDC_VERSION__ != 199901L || !__FAST_MATH__\n#error flags\n#endif\nint part(void) { return 1; }\n");
    program.settings.flags = {"-std=c++20", "-std=c99", "-ffast-math"};
    QCOMPARE(problemOf(program.run()), std::string());
  }
};

QTEST_GUILESS_MAIN(HostFilesTest)
#include "host_files_test.moc"
