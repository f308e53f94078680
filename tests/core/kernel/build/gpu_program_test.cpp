/// Programs for a real GPU. Those on a fake runtime print the calls they make; those on the toolkit's own are built, and run if there is no
/// driver.

#include <QTest>

#include "core/kernel/build/gpu_program.h"
#include "core/kernel/toolchain/toolchain.h"
#ifndef Q_MOC_RUN
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"

#include <llvm/IR/Module.h>
#endif
#include "core/kernel/build/variant_code.h"
#include "tests/core/kernel/runtime/fixtures/fake_toolkit.h"

using namespace gevo;
using namespace gevo::program;

class GpuProgramTest : public QObject {
  Q_OBJECT

  std::optional<ScratchFolder> folder_;
  const std::filesystem::path toolkit_ = std::filesystem::path(GEVO_TEST_BIN).parent_path() / "tests/toolkit-of-programs";
  QByteArray cuda_;

  void write(const std::string& name, const std::string& text) { QVERIFY(writeFile(folder_->path() / name, text).has_value()); }
  void useRealRuntime() { cuda_.isNull() ? qunsetenv("CUDA_PATH") : qputenv("CUDA_PATH", cuda_); }
  void useFakeRuntime() { qputenv("CUDA_PATH", toolkit_.c_str()); }

  /// The input of `gevo exec`: a project without tests.
  GpuBuildInputs requestFor(const std::vector<std::string>& files, std::string folder = {}) {
    if (folder.empty()) folder = folder_->path().string();
    BuildInputs asked;
    asked.workingFolder = folder;
    asked.settings.files = files;
    asked.tests = {{TestRole::Test, "", {}}};
    auto built = program::build(asked, {});
    if (!built) qFatal("%s\n%s", built.error().message.c_str(), built.error().details.c_str());
    const auto base = ir::BaseModule::load(built->project.base, {});
    const auto original = (*base)->original();
    ir::cleanUp(*original);
    ir::optimise(*original);
    auto ptx = ir::emitPtx(*original, "sm_90");
    if (!ptx) qFatal("%s", ptx.error().message.c_str());
    built->project.tests.clear();
    return {std::move(built->project), folder, {}, {{std::move(*ptx), (folder_->path() / "program").string()}}, "one 'two three'"};
  }
  Finished run(const std::vector<std::string>& environment = {}) {
    const auto ran = runCommand({.arguments = {(folder_->path() / "program").string()}, .environment = environment}, folder_->path());
    if (!ran) qFatal("%s", ran.error().message.c_str());
    return *ran;
  }

private slots:
  void initTestCase() {
    if (const auto clang = findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
    if (const auto cuda = locateCuda();
        !std::filesystem::exists(*cuda / "bin" / "fatbinary") || !std::filesystem::exists(*cuda / "lib64" / "libcudart_static.a"))
      QSKIP("the CUDA toolkit has no fatbinary, or no libcudart_static.a");
    cuda_ = qgetenv("CUDA_PATH");
    const auto made = makeFakeToolkit(toolkit_);
    QVERIFY2(made.has_value(), made ? "" : (made.error().message + made.error().details).c_str());
  }
  void init() {
    useRealRuntime();
    folder_.reset();
    folder_.emplace(*ScratchFolder::make());
  }

  void readsNamesAndSizesFromPtx() {
    const PtxNames names = namesInPtx(".version 8.0\n.target sm_90a, debug\n.address_size 64\n"
                                      ".visible .const .align 4 .b8 table[400];\n.global .align 8 .u64 hidden;\n"
                                      ".visible .global .align 8 .f64 one = 0d3FF0000000000000;\n"
                                      ".weak .entry _Z3fooPf(\n.visible .entry _ZL3bar__in_0123abcd(\n.func noKernel(\n");
    QCOMPARE(names.architecture, std::string("sm_90a"));
    QCOMPARE(names.kernels, (std::vector<std::string>{"_Z3fooPf", "_ZL3bar__in_0123abcd"}));
    QCOMPARE(names.variables.size(), 2U);
    QCOMPARE(names.variables.at("table").bytes, 400U);
    QVERIFY(names.variables.at("table").isConstant);
    QCOMPARE(names.variables.at("one").bytes, 8U);
  }

  /// Kernels and variables of one name in two files, one that both share, host code that uses the other file's variable.
  void filesShareOneModule() {
    write("a.cu", "__constant__ float factor; __device__ int slots[10];\n"
                  "static __device__ float own; static __global__ void work(float* a) { a[0] += own * factor + slots[3]; }\n"
                  "void first(float* a) { float f = 2; cudaMemcpyToSymbol(own, &f, 4); work<<<1, 1>>>(a); }\n");
    write("b.cu", "extern __device__ int slots[10];\n"
                  "static __device__ float own; static __global__ void work(float* a) { a[0] -= own; }\n"
                  "void second(float* a) { int s[10] = {}; cudaMemcpyToSymbol(slots, s, 40); float f = 1; cudaMemcpyToSymbol(own, &f, 4); "
                  "work<<<1, 1>>>(a); }\n");
    write("main.cpp",
          "#include <cuda_runtime.h>\nvoid first(float*); void second(float*);\n"
          "int main() { float *a, host = 0; cudaMalloc((void**)&a, 4); cudaMemcpy(a, &host, 4, cudaMemcpyHostToDevice); first(a); "
          "second(a); cudaMemcpy(&host, a, 4, cudaMemcpyDeviceToHost); return 0; }\n");
    const GpuBuildInputs request = requestFor({"a.cu", "b.cu", "main.cpp"});
    useFakeRuntime();
    const auto built = buildForGpu(request, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QCOMPARE(built->arguments, (std::vector<std::string>{"one", "two three"}));
    const Finished ran = run();
    QVERIFY2(ran.succeeded(), ran.errors.c_str());
    const QString said = QString::fromStdString(ran.errors);
    QCOMPARE(said.count("binary "), 1);
    QCOMPARE(said.count("end\n"), 1);
    QCOMPARE(said.count("unregister\n"), 1);
    QVERIFY(said.indexOf("end\n") > said.lastIndexOf("variable "));
    QCOMPARE(said.count("variable slots 40 0\n"), 2); // each file's handle of it
    QCOMPARE(said.count("variable factor 4 1\n"), 1);
    const QStringList launches = said.split('\n').filter("launch _ZL4workPf__in_");
    QCOMPARE(launches.size(), 2);
    QVERIFY(launches[0] != launches[1]);
    QCOMPARE(said.split('\n').filter("variable _ZL3own__in_").size(), 2);
  }

  void timesKernelsOnRequest() {
    write(
        "timed.cu",
        "__global__ void slow(float* a) { a[0] = 1; }\n__global__ void fast(float* a) { a[1] = 1; }\n"
        "int main() { float *a, host[2]; cudaMalloc((void**)&a, 8); for (int i = 0; i < 2000; ++i) slow<<<1, 1>>>(a); fast<<<1, 1>>>(a);\n"
        "cudaMemcpy(host, a, 8, cudaMemcpyDeviceToHost); return 0; }\n");
    const GpuBuildInputs request = requestFor({"timed.cu"});
    useFakeRuntime();
    const auto built = buildForGpu(request, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    const std::filesystem::path times = folder_->path() / "times";
    QVERIFY(run().succeeded());
    QVERIFY(!std::filesystem::exists(times));
    QVERIFY(run({"GEVO_KERNEL_TIMES=" + times.string()}).succeeded());
    QCOMPARE(*readFile(times), std::string("kernel_us 125031.250\nlaunches 2001\nlost 0\n"));
  }

  void programsThatLoadTheirOwnCodeAreReported() {
    write("own.cu", "#include <cuda.h>\n__global__ void work(float* a) { a[0] = 1; }\n"
                    "int main(int argc, char**) { float *a, host; cudaMalloc((void**)&a, 4); work<<<1, 1>>>(a); cudaMemcpy(&host, a, 4, "
                    "cudaMemcpyDeviceToHost);\nCUmodule m; return argc > 9 ? cuModuleLoad(&m, \"own.ptx\") : 0; }\n");
    GpuBuildInputs request = requestFor({"own.cu"});
    const auto built = buildForGpu(request, {});
    QVERIFY(!built);
    QCOMPARE(built.error().message, std::string("the program loads device code itself with cuModuleLoad, which a variant can't replace"));
  }

  void rejectsChangedSources() {
    write("one.cu", "__global__ void work(float* a) { a[0] = 1; }\nint main() { float *a, h; cudaMalloc((void**)&a, 4); work<<<1, 1>>>(a); "
                    "cudaMemcpy(&h, a, 4, cudaMemcpyDeviceToHost); return 0; }\n");
    const GpuBuildInputs request = requestFor({"one.cu"});
    write("one.cu", "int main() {}\n");
    const auto built = buildForGpu(request, {});
    QVERIFY(!built);
    QVERIFY2(built.error().message.find("is not what it was when the file was made") != std::string::npos, built.error().message.c_str());
  }

  /// Textures and surfaces are the real runtime's.
  void realRuntimeProgramHoldsTheVariantsPtxAndNeedsADriver() {
    write("textures.cu", R"(
#include <cstdio>
__global__ void sample(cudaTextureObject_t texture, float* out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }
int main() {
  float* data = nullptr;
  const cudaError_t status = cudaMalloc((void**)&data, 64);
  if (status != cudaSuccess) return std::printf("failed: %s\n", cudaGetErrorString(status)), 3;
  cudaMemset(data, 0, 64);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {data, cudaCreateChannelDesc<float>(), 64};
  cudaTextureDesc how = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  float *out, host[16];
  cudaMalloc((void**)&out, 64);
  sample<<<1, 16>>>(texture, out);
  cudaMemcpy(host, out, 64, cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(texture);
  return 0;
}
)");
    GpuBuildInputs request = requestFor({"textures.cu"});
    request.architecture = "sm_90";
    request.codes[0].ptx += "\n.visible .global .align 4 .b32 of_the_variant;\n";
    const auto built = buildForGpu(request, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    const std::string program = *readFile(folder_->path() / "program");
    QVERIFY(program.find("of_the_variant") != std::string::npos);
    QVERIFY(program.find(".nv.info._Z6sampleyPf") != std::string::npos || !built->notes.empty()); // machine code, where there is a ptxas
    if (std::filesystem::exists("/dev/nvidiactl")) QSKIP("this machine has a driver");
    const Finished ran = run();
    QCOMPARE(ran.exitCode, 3);
    QVERIFY2(ran.output.starts_with("failed: ") && ran.output.find("driver") != std::string::npos, ran.output.c_str());
  }
};

QTEST_GUILESS_MAIN(GpuProgramTest)
#include "gpu_program_test.moc"
