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

  void helpersForImagesAndThoseOfOldSamplesWork() {
    SmallProgram program;
    program.write("image.cu", R"(#include <cutil_inline.h>
#include <helper_cuda.h>
#include <helper_image.h>
#include <helper_cuda_drvapi.h>
__global__ void invert(unsigned char* image, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) image[i] = 255 - image[i]; }
int main(int argc, char** argv) {
  CUT_DEVICE_INIT(argc, argv);
  unsigned timer = 0;
  cutilCheckError(cutCreateTimer(&timer));
  cutStartTimer(timer);
  unsigned char pixels[12];
  for (int i = 0; i < 12; ++i) pixels[i] = i * 20;
  if (!sdkSavePGM("in.pgm", pixels, 4, 3)) return 1;
  unsigned char* loaded = NULL; unsigned w, h;
  if (!sdkLoadPGM("in.pgm", &loaded, &w, &h) || w != 4 || h != 3 || loaded[11] != 220) return 2;
  unsigned char* device;
  CUDA_SAFE_CALL(cudaMalloc((void**)&device, 12));
  cutilSafeCall(cudaMemcpy(device, loaded, 12, cudaMemcpyHostToDevice));
  invert<<<1, 32>>>(device, 12);
  CUT_CHECK_ERROR("invert");
  cutilSafeCall(cudaMemcpy(loaded, device, 12, cudaMemcpyDeviceToHost));
  if (!sdkSavePGM("out.pgm", loaded, w, h) || sdkComparePGM("out.pgm", "in.pgm", 1, 0, false)) return 3;
  float values[3] = {1, 2, 3.5f}, *read = NULL; unsigned length = 0;
  unsigned char four[8] = {1,2,3,0,4,5,6,0}, *again = NULL;
  if (!sdkSavePPM4ub("x.ppm", four, 2, 1) || !sdkLoadPPM4("x.ppm", &again, &w, &h) || again[6] != 6 || w != 2) return 4;
  if (!cutComparefe(values, values, 3, 0.1f)) return 5;
  if (!sdkWriteFile("v.txt", values, 3, 0.1f, false) || !sdkReadFile("v.txt", &read, &length, false) || length != 3 || read[2] != 3.5f) return 8;
  sdkDumpBin(values, sizeof values, "values.bin");
  if (!sdkCompareBin2BinFloat<float>("values.bin", "values.bin", 3, 0, 0, argv[0])) return 6;
  cutStopTimer(timer);
  return cutGetTimerValue(timer) >= 0 ? 0 : 7;
}
)");
    QCOMPARE(problemOf(program.run()), QString());
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
