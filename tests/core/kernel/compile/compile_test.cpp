#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/trace/trace.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

/// Programs as found in practice: old idioms, helpers of CUDA's samples, several files that call each other, closed libraries.
class CompileTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const auto clang = findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
  }
  void init() {
    auto made = ScratchFolder::make();
    QVERIFY(made.has_value());
    folder_.emplace(std::move(*made));
  }

  void oldIdiomsAndHelpersOfSamplesCompile() {
    BuildInputs asked = request({"old_idioms.cu"});
    asked.workingFolder = std::string(GEVO_TEST_SOURCE) + "/tests/core/kernel/runtime/fixtures";
    const auto built = build(asked, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QStringList names;
    for (const SourceFile& file : built->project.sources) names << QString::fromStdString(file.name);
    QVERIFY2(!names.join(' ').contains("helper"), "headers of ours are no sources of the program");
  }

  void programsMayUseTheNameTexture() {
    write("own.cu", R"(
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
    const auto built = build(request({"own.cu"}), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
  }

  void kernelsUseTheDevicesRuntime() {
    BuildInputs asked = request({"device_runtime.cu"});
    asked.workingFolder = std::string(GEVO_TEST_SOURCE) + "/tests/core/kernel/runtime/fixtures";
    const auto built = build(asked, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
  }

  void hostFilesHaveWhatCudaHadToo() {
    write("kernel.cu", "__global__ void one(float* out) { out[threadIdx.x] = 1; }\nvoid launch(float* out) { one<<<1, 4>>>(out); }\n");
    write("main.cpp", std::string("#include <cuda_runtime.h>\n") + R"(
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
    const auto built = build(request({"kernel.cu", "main.cpp"}), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
  }

  void symbolNamesAsStringsAreCompileErrors() {
    write("quotes.cu", "__constant__ float c[2];\n__global__ void k(float* o) { o[0] = c[0]; }\n"
                       "int main() { float v[2] = {}; cudaMemcpyToSymbol(\"c\", v, 8); }\n");
    const auto built = build(request({"quotes.cu"}), {});
    QVERIFY(!built);
    QVERIFY2(built.error().details.find("give the variable itself, not its name in quotes") != std::string::npos,
             built.error().details.c_str());
  }

  void closedLibrariesAreReported_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("use");
    QTest::addColumn<QString>("name");
    QTest::newRow("by function") << "extern \"C\" int cublasCreate_v2(void**); extern \"C\" int nppiAdd_8u_C1RSfs();"
                                 << "cublasCreate_v2(0); nppiAdd_8u_C1RSfs();"
                                 << "NPP, cuBLAS";
    QTest::newRow("by header") << "#include <cutensor.h>"
                               << ""
                               << "cuTENSOR";
  }
  void closedLibrariesAreReported() {
    QFETCH(QString, line);
    QFETCH(QString, use);
    QFETCH(QString, name);
    write("closed.cu", (line + "\n__global__ void k(float* o) { o[0] = 1; }\nint main() { " + use + " }\n").toStdString());
    BuildInputs asked = request({"closed.cu"});
    asked.settings.libraries = {"cublas", "nppial"};
    const auto built = build(asked, {});
    QVERIFY(!built);
    QCOMPARE(built.error().message, "the program uses " + name.toStdString() +
                                        ", whose kernels can't be read or simulated; it needs live mode on a real GPU with the library "
                                        "itself, which GEVO does not support yet");
  }

  void unusedClosedLibrariesAreIgnored() {
    write("named.cu", program("out[0] = 1;", "host[0] == 1"));
    BuildInputs asked = request({"named.cu"});
    asked.settings.libraries = {"curand"};
    const auto built = build(asked, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
  }

  void headersOfCudasOwnLibrariesCompile() {
    write("library.cu", "#include <cuda/std/functional>\n#include <cub/warp/warp_reduce.cuh>\n" + program("out[0] = 1;", "host[0] == 1"));
    const auto built = build(request({"library.cu"}), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
  }

  void flagsReachTheFilesTheyAreMeantFor() {
    write("kernel.cu", "#if !__FAST_MATH__ || __cplusplus < 202002L\n#error flags\n#endif\n" + program("out[0] = 1;", "host[0] == part()"));
    write("part.c", "#if __STDC_VERSION__ != 199901L || !__FAST_MATH__\n#error flags\n#endif\nint part(void) { return 1; }\n");
    BuildInputs asked = request({"kernel.cu", "part.c"});
    asked.settings.flags = {"-std=c++20", "-std=c99", "-ffast-math"};
    const auto built = build(asked, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QCOMPARE(built->project.build.flags, asked.settings.flags);
  }

  void streamsOfEachThreadAreTheSameCalls() {
    write("threads.cu", program("out[0] = 1;", "host[0] == 1"));
    BuildInputs asked = request({"threads.cu"});
    asked.settings.defines = {"CUDA_API_PER_THREAD_DEFAULT_STREAM"};
    const auto built = build(asked, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
  }

  void librariesAreFoundInTheirFolder() {
    std::filesystem::create_directory(folder_->path() / "lib");
    write("part.c", "int part(void) { return 1; }\n");
    const auto clang = locateClang();
    QVERIFY(clang.has_value());
    const auto made = runCommand(
        {{clang->path.string(), "-x", "c", "part.c", "-shared", "-fPIC", "-o", "lib/libpart.so"}, folder_->path(), {}}, folder_->path());
    QVERIFY(made && made->succeeded());
    write("kernel.cu", program("out[0] = 1;", "host[0] == part()"));
    BuildInputs asked = request({"kernel.cu"});
    asked.settings.libraries = {"part"};
    asked.settings.libraryFolders = {"lib"};
    const auto built = build(asked, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
  }

  void deviceFunctionsOfOtherFilesAreCalled() {
    write("kernel.cu", "extern __device__ float twice(float); extern __constant__ float offset;\n" +
                           program("out[0] = twice(4) + offset;", "host[0] == 11"));
    write("functions.cu", "__constant__ float offset = 3;\n__device__ float twice(float x) { return 2 * x; }\n");
    const auto built = build(request({"kernel.cu", "functions.cu"}), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
  }

  void hostCodeReachesVariablesOfOtherFiles() {
    write("kernel.cu", "__constant__ float offset;\nvoid set(float);\n"
                       "static float told() { float value; set(5); cudaMemcpyFromSymbol(&value, offset, 4); return value; }\n" +
                           program("out[0] = offset;", "host[0] == 0 && told() == 5"));
    write("other.cu", "extern __constant__ float offset;\nvoid set(float value) { cudaMemcpyToSymbol(offset, &value, 4); }\n");
    const auto built = build(request({"kernel.cu", "other.cu"}), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
  }

  void fileLocalNamesStaySeparate() {
    const auto text = [](const std::string& name, int value) {
      return fmt::format("static __constant__ int table[2];\nnamespace {{ __global__ void hidden(int* out) {{ out[1] = {1}; }} }}\n"
                         "static __global__ void fill(int* out) {{ out[0] = {1} * table[1]; }}\n"
                         "void {0}(int* out) {{ const int t[2] = {{0, {1}}}; cudaMemcpyToSymbol(table, t, sizeof t);\n"
                         "  fill<<<1, 1>>>(out); hidden<<<1, 1>>>(out); }}\n",
                         name, value);
    };
    write("first.cu", text("first", 3) + "void second(int*);\n" + R"(
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
    write("second.cu", text("second", 5));
    const auto built = build(request({"first.cu", "second.cu"}), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QStringList names;
    for (const KernelInfo& kernel : built->project.kernels) names << QString::fromStdString(kernel.shownName);
    names.sort();
    QCOMPARE(names, (QStringList{"(anonymous namespace)::hidden", "(anonymous namespace)::hidden", "fill", "fill"}));
  }

  void duplicateDefinitionErrorNamesBothFiles() {
    write("one.cu", "__device__ int count() { return 1; }\n" + program("out[0] = count();", "true"));
    write("two.cu", "__device__ int count() { return 2; }\n");
    const auto built = build(request({"one.cu", "two.cu"}), {});
    QVERIFY(!built);
    QCOMPARE(built.error().message,
             std::string("count is defined in both one.cu and two.cu; make it static, rename it, or give only one of the files"));
  }

private:
  static std::string program(const std::string& body, const std::string& condition) {
    return "extern \"C\" int part();\n__global__ void kernel(float* out) { " + body + " }\n" + R"(
int main() {
  float *out, host[1];
  cudaMalloc(&out, sizeof host);
  kernel<<<1, 1>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  return )" +
           condition + " ? 0 : 1;\n}\n";
  }
  void write(const std::string& name, const std::string& text) { QVERIFY(writeFile(folder_->path() / name, text).has_value()); }
  BuildInputs request(const std::vector<std::string>& files) const {
    BuildInputs made;
    made.name = "test";
    made.workingFolder = folder_->path().string();
    made.settings.files = files;
    made.tests = {{TestRole::Test, "", {}}};
    return made;
  }
  std::optional<ScratchFolder> folder_;
};

QTEST_GUILESS_MAIN(CompileTest)
#include "compile_test.moc"
