#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// What CUDA had and programs still use.
class IdiomsTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void oldIdiomsAndHelpersOfSamplesCompile() {
    SmallProgram program(std::string(GEVO_TEST_SOURCE) + "/tests/core/kernel/runtime/fixtures");
    program.settings.files = {"old_idioms.cu"};
    QCOMPARE(problemOf(program.compile()), QString());
    for (const std::string& file : program.described().files)
      QVERIFY2(!file.contains("helper"), "headers of ours are no sources of the program");
  }

  void kernelsUseTheDevicesRuntime() {
    SmallProgram program(std::string(GEVO_TEST_SOURCE) + "/tests/core/kernel/runtime/fixtures");
    program.settings.files = {"device_runtime.cu"};
    QCOMPARE(problemOf(program.run()), QString());
  }

  void programsMayUseTheNameTexture() {
    SmallProgram program;
    program.write("own.cu", R"(
struct texture { float shade; };
__global__ void paint(texture t, float* out) { out[threadIdx.x] = t.shade * threadIdx.x; }
int main() {
  float *out, host[4];
  cudaMalloc((void**)&out, sizeof host);
  paint<<<1, 4>>>(texture{0.5f}, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  return host[3] == 1.5f ? 0 : 1;
}
)");
    QCOMPARE(problemOf(program.run()), QString());
  }

  void streamsOfEachThreadAreTheSameCalls() {
    SmallProgram program;
    program.write("threads.cu", oneKernel("out[0] = 1;", "host[0] == 1"));
    program.settings.defines = {"CUDA_API_PER_THREAD_DEFAULT_STREAM"};
    QCOMPARE(problemOf(program.run()), QString());
  }
};

QTEST_GUILESS_MAIN(IdiomsTest)
#include "idioms_test.moc"
