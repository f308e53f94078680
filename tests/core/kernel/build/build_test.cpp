#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/build/parameter_space.h"
#include "core/kernel/build/recorded_size.h"
#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/ptxas.h"
#include "core/kernel/toolchain/toolchain.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

namespace {

/// A whole program around a kernel body and what main does after the launch.
std::string source(const std::string& body, const std::string& after = "") {
  // moc would follow a line that begins with #include.
  return std::string("#include <cstdio>\n#include <cstdlib>\n") + R"(
__global__ void twice(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  )" + body +
         R"(
}
int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 100;
  float *in, *out;
  float* host = (float*)std::malloc(n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = i + 0.5f;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<(n + 63) / 64, 64>>>(in, out, n);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  )" + after +
         R"(
  return 0;
}
)";
}

const std::string good = "if (i < n) out[i] = 2 * in[i];";

} // namespace

class BuildTest : public QObject {
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

  void buildsAProject() {
    write("twice.cu", source(good));
    std::vector<std::string> said;
    const auto built = build(request({"twice.cu"}), [&](const std::string& message) { said.push_back(message); });
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    const Project& project = built->project;
    QCOMPARE(project.kernels.size(), 1U);
    QCOMPARE(project.kernels[0].shownName, std::string("twice"));
    QVERIFY(project.kernels[0].instructions > 5);
    QCOMPARE(project.outputs.size(), 1U);
    QCOMPARE(project.outputs[0].name, std::string("out"));
    QCOMPARE(project.outputs[0].type, std::string("f32"));
    QCOMPARE(project.sources.size(), 1U);
    QCOMPARE(project.sources[0].name, std::string("twice.cu"));
    QCOMPARE(project.sources[0].text, source(good));
    QVERIFY(!project.base.empty());
    QVERIFY(project.baseText.find("twice") != std::string::npos);
    QVERIFY(project.compiler.find("clang version 22") != std::string::npos);
    QCOMPARE(project.tests.size(), 2U);
    QVERIFY(!project.tests[1].trace.empty());
    QVERIFY(std::find(said.begin(), said.end(), "running test 2 of 2: 300") != said.end());
    QVERIFY(built->notes.empty());
  }

  void buildsAreReproducible() {
    write("twice.cu", source(good));
    const auto first = build(request({"twice.cu"}), {});
    const auto second = build(request({"twice.cu"}), {});
    QVERIFY(first && second);
    QVERIFY(wire::encode(first->project) == wire::encode(second->project));
  }

  void registersComeFromPtxas() {
    if (const auto ptxas = findPtxas(); !ptxas) QSKIP(ptxas.error().message.c_str());
    write("twice.cu", source(good));
    const auto built = build(request({"twice.cu"}), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    const std::uint32_t registers = built->project.kernels[0].registers;
    QVERIFY2(registers >= 6 && registers <= 32, std::to_string(registers).c_str());
  }

  /// A toolkit with links to another's headers, without its programs.
  void missingPtxasIsNotedAndLeavesNoRegisters() {
    const auto cuda = locateCuda();
    QVERIFY(cuda.has_value());
    const std::filesystem::path bare = folder_->path() / "bare";
    std::filesystem::create_directories(bare / "bin");
    for (const auto& entry : std::filesystem::directory_iterator(*cuda))
      if (entry.path().filename() != "bin") std::filesystem::create_symlink(entry.path(), bare / entry.path().filename());
    write("twice.cu", source(good));
    const QByteArray before = qgetenv("CUDA_PATH");
    qputenv("CUDA_PATH", bare.c_str());
    const auto built = build(request({"twice.cu"}), {});
    before.isEmpty() ? qunsetenv("CUDA_PATH") : qputenv("CUDA_PATH", before);
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QCOMPARE(built->project.kernels[0].registers, 0U);
    QCOMPARE(built->notes, std::vector<std::string>{"registers do not limit how many blocks run at once: ptxas was not found"});
  }

  /// As Debian's package: headers in one folder, libdevice in another that clang knows.
  void toolkitInDebiansLayoutBuilds() {
    const auto cuda = locateCuda();
    QVERIFY(cuda.has_value());
    const std::filesystem::path prefix = folder_->path() / "prefix";
    const std::filesystem::path clangs = prefix / "lib" / "cuda";
    for (const char* name : {"bin", "include", "nvvm"}) std::filesystem::create_directories(clangs / name);
    std::filesystem::create_symlink(*cuda / "include", prefix / "include");
    std::filesystem::create_symlink(*cuda / "include" / "cuda.h", clangs / "include" / "cuda.h");
    std::filesystem::create_symlink(*cuda / "nvvm" / "libdevice", clangs / "nvvm" / "libdevice");
    write("spread.cu", source(good));
    write("host.cpp", "#include <cuda_runtime.h>\n#include <cstdlib>\nint unused() { return std::abs(int(cudaSuccess)); }\n");
    const QByteArray before = qgetenv("CUDA_PATH");
    qputenv("CUDA_PATH", prefix.c_str());
    const auto built = build(request({"spread.cu", "host.cpp"}), {});
    before.isEmpty() ? qunsetenv("CUDA_PATH") : qputenv("CUDA_PATH", before);
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QCOMPARE(built->project.kernels.size(), std::size_t(1));
  }

  /// A kernel whose results nobody looks at, and a store in another that no output shows.
  void whatTheTestsDontNoticeIsTold() {
    write("half.cu", R"(
__device__ float scratch[1024];
__global__ void unseen() { scratch[threadIdx.x] = 1; }
__global__ void half(float* out) {
  out[threadIdx.x] = 0.5f * threadIdx.x;
  scratch[threadIdx.x + 512] = 2;
}
int main() {
  float* out;
  float host[64];
  cudaMalloc(&out, sizeof host);
  unseen<<<1, 64>>>();
  half<<<1, 64>>>(out);
  return cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
}
)");
    const auto built = build(request({"half.cu"}), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QCOMPARE(built->notes.size(), 2U);
    QCOMPARE(
        built->notes[0],
        std::string("the tests notice nothing when unseen does nothing, so a variant may leave it out: let the program copy its results "
                    "to the host, or add a test in which they matter"));
    QCOMPARE(built->notes[1],
             std::string("the tests notice 1 of 2 stores when they are left out (mutation score 50.0 %), but not half.cu:6; "
                         "add tests in which they matter"));
  }

  /// Nobody writes the last element, and the condition comes after the load.
  void undefinedLoadIsToldAndMayBeTolerated() {
    write("late.cu", R"(
__global__ void next(const float* in, float* out) {
  __shared__ float tile[65];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float v = tile[threadIdx.x + 1];
  out[threadIdx.x] = threadIdx.x < 63 ? v : 0;
}
int main() {
  float *in, *out;
  float host[64] = {1, 2, 3};
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  next<<<1, 64>>>(in, out);
  return cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
}
)");
    BuildInputs asked = request({"late.cu"});
    const auto refused = build(asked, {});
    QVERIFY(!refused);
    const QString message = QString::fromStdString(refused.error().message);
    QVERIFY2(message.contains("late.cu:6, block (0, 0, 0), thread (63, 0, 0): 4-byte load of shared memory at byte 256 that nobody has "
                              "written; write these bytes first, or check the condition before the load, or let such loads give zero with "
                              "--tolerate-undefined"),
             qPrintable(message));

    asked.settings.toleratesUndefined = true;
    const auto built = build(asked, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QVERIFY(built->project.build.toleratesUndefined);
    QCOMPARE(built->notes.size(), 1U);
    QCOMPARE(built->notes[0],
             std::string("the original does a load of shared memory that nobody has written in kernel next at late.cu:6, which gives zero, "
                         "and variants may do it too; write these bytes first, or check the condition before the load"));
  }

  void recordedSizeIsLimited() {
    constexpr std::uint64_t mebibyte = 1 << 20;
    QVERIFY(checkRecordedSize({{1, 300 * mebibyte, 300 * mebibyte}, {1, 60 * mebibyte, 0}}).has_value());
    const auto tooMuch = checkRecordedSize({{1, 300 * mebibyte, 300 * mebibyte}, {1, 61 * mebibyte, 0}});
    QVERIFY(!tooMuch.has_value());
    QVERIFY2(tooMuch.error().message.find("961 MiB") != std::string::npos, tooMuch.error().message.c_str());
  }

  void unknownDeviceIsReported() {
    write("twice.cu", source(good));
    BuildInputs asked = request({"twice.cu"});
    asked.settings.device = "sim:abacus";
    const auto built = build(asked, {});
    QVERIFY(!built.has_value());
    QVERIFY(built.error().message.find("sim:abacus") != std::string::npos);
  }

  void codeNewerThanTheDeviceIsNoted() {
    write("twice.cu", source(good));
    BuildInputs asked = request({"twice.cu"});
    asked.settings.device = "sim:a100";
    asked.settings.architecture = "sm_90";
    const auto built = build(asked, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QVERIFY(std::ranges::any_of(built->notes, [](const std::string& note) { return note.find("newer than") != std::string::npos; }));
  }

  void compileErrorsKeepClangsOutput() {
    write("broken.cu", source("out[i] = 2 * in[i]"));
    const auto built = build(request({"broken.cu"}), {});
    QVERIFY(!built);
    QCOMPARE(built.error().message, std::string("broken.cu does not compile"));
    QVERIFY(built.error().details.find("broken.cu:6:") != std::string::npos);
    QVERIFY(built.error().details.find("error: expected ';'") != std::string::npos);
  }

  void rejectsInvalidInput_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    QTest::newRow("no kernel") << "plain.cu"
                               << "int main() { return 0; }"
                               << "plain.cu holds no kernel";
    QTest::newRow("not a source") << "text.gevo"
                                  << "hello"
                                  << "text.gevo is not a source file";
    QTest::newRow("no .cu at all") << "host.cpp"
                                   << "int main() { return 0; }"
                                   << "no source has device code; give at least one .cu file";
    QTest::newRow("functions that nobody has") << "later.cu"
                                               << QString::fromStdString(
                                                      "extern \"C\" int cudaOfTomorrow(); extern \"C\" int cuOfTomorrow();\n" +
                                                      source(good, "cudaOfTomorrow(); cuOfTomorrow();"))
                                               << "cuOfTomorrow, cudaOfTomorrow are not supported yet";
    QTest::newRow("a program that fails") << "fails.cu"
                                          << QString::fromStdString(source(good, "std::fprintf(stderr, \"no luck\\n\"); return 3;"))
                                          << "the program with arguments \"100\" ended with exit code 3";
    QTest::newRow("a program that crashes") << "crashes.cu" << QString::fromStdString(source(good, "std::abort();"))
                                            << "was killed by signal 6";
    QTest::newRow("a kernel that faults") << "faults.cu" << QString::fromStdString(source("out[i] = 2 * in[i];"))
                                          << "failed on the simulated GPU";
    QTest::newRow("a launch that the GPU refuses")
        << "refused.cu"
        << QString::fromStdString(source(good, "twice<<<1, 4096>>>(in, out, n); if (cudaGetLastError() != cudaSuccess) return 3;"))
        << "ended with exit code 3; it made a launch of kernel twice with a block of 4096 x 1 x 1 threads";
    QTest::newRow("a kernel that can't be simulated")
        << "odd.cu"
        << QString::fromStdString("__global__ void odd(int* x) { asm volatile(\"frobnicate.b32 %0;\" : \"+r\"(*x)); }\n" +
                                  source(good, "odd<<<1, 1>>>((int*)out);"))
        << "frobnicate";
    QTest::newRow("nothing launched") << "idle.cu"
                                      << "__global__ void kernel() {}\nint main() { return 0; }"
                                      << "launches no kernel";
    QTest::newRow("an empty grid") << "empty.cu"
                                   << QString::fromStdString("__global__ void kernel() {}\nint main() { kernel<<<0, 32>>>(); return 0; }")
                                   << "makes a launch of kernel kernel with an empty grid of 0 x 1 x 1 blocks, which runs nothing";
    QTest::newRow("nothing copied back") << "silent.cu"
                                         << "__global__ void kernel() {}\nint main() { kernel<<<1, 1>>>(); return 0; }"
                                         << "copies nothing back";
  }
  void rejectsInvalidInput() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, error);
    write(file.toStdString(), text.toStdString());
    const auto built = build(request({file.toStdString()}), {});
    QVERIFY(!built);
    QVERIFY2(QString::fromStdString(built.error().message).contains(error), built.error().message.c_str());
  }

  void failuresIncludeTheProgramsOutput() {
    write("fails.cu", source(good, "std::fprintf(stderr, \"no luck\\n\"); return 3;"));
    const auto built = build(request({"fails.cu"}), {});
    QVERIFY(!built);
    QCOMPARE(built.error().details, std::string("no luck\n"));
  }

  void programEndsAtTheKernelThatFails() {
    write("faults.cu", source("out[i] = 2 * in[i];", "std::fclose(std::fopen(\"after\", \"w\"));"));
    QVERIFY(!build(request({"faults.cu"}), {}));
    QVERIFY(!std::filesystem::exists(folder_->path() / "after"));
  }

  /// It checks for no error, so nothing else would tell.
  void refusedLaunchIsNoted() {
    write("refused.cu", source(good, "twice<<<1, 4096>>>(in, out, n);"));
    const auto built = build(request({"refused.cu"}), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QVERIFY(std::ranges::any_of(built->notes, [](const std::string& note) {
      return note.starts_with("test \"100\" makes a launch of kernel twice with a block of 4096 x 1 x 1 threads");
    }));
  }

  void kernelsThatNoTestLaunchesAreTold() {
    write("spare.cu", "__global__ void spare(float* x) { *x = 1; }\n" + source(good));
    BuildInputs asked = request({"spare.cu"});
    const auto built = build(asked, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    for (const KernelInfo& kernel : built->project.kernels) QCOMPARE(kernel.launched, kernel.shownName == "twice");
    QCOMPARE(built->notes, std::vector<std::string>{"no test launches spare: left as in the original"});
    asked.settings.kernels = {"spare"};
    const auto nothing = build(asked, {});
    QVERIFY(!nothing);
    QCOMPARE(nothing.error().message, std::string("no test launches spare, so there is nothing to evolve; give arguments that reach it"));
  }

  void missingFileIsReported() {
    const auto built = build(request({"nowhere.cu"}), {});
    QVERIFY(!built);
    QCOMPARE(built.error().message, std::string("nowhere.cu does not exist"));
  }

  void unknownKernelErrorListsTheKernels() {
    write("twice.cu", source(good));
    BuildInputs asked = request({"twice.cu"});
    asked.settings.kernels = {"thrice"};
    const auto built = build(asked, {});
    QVERIFY(!built);
    QCOMPARE(built.error().message, std::string("there is no kernel thrice; the program has twice"));
  }

  void linksSeveralFiles() {
    std::filesystem::create_directory(folder_->path() / "sub");
    write("sub/scale.h",
          "#pragma once\n__device__ inline float scaled(float x) { return FACTOR * x; }\nvoid launch(const float*, float*, int);\n");
    write("sub/kernel.cu",
          "#include \"scale.h\"\n__global__ void scale(const float* in, float* out, int n) { int i = threadIdx.x; if (i < n) out[i] = "
          "scaled(in[i]); }\nvoid launch(const float* in, float* out, int n) { scale<<<1, 32>>>(in, out, n); }\n");
    write("sub/other.cu", "#include \"scale.h\"\n__global__ void shift(float* values) { values[threadIdx.x] += 1; }\n"
                          "void launchShift(float* values) { shift<<<1, 8>>>(values); }\n");
    write("sub/main.cpp",
          "#include <cuda_runtime.h>\nvoid launch(const float*, float*, int); void launchShift(float*);\nint main() { float host[8] = {}; "
          "float *in, *out; cudaMalloc(&in, 32); cudaMalloc(&out, 32); cudaMemcpy(in, host, 32, cudaMemcpyHostToDevice); launch(in, "
          "out, 8); launchShift(out); cudaMemcpy(host, out, 32, cudaMemcpyDeviceToHost); return host[3] == 1 ? 0 : 1; }\n");
    BuildInputs asked = request({"sub/kernel.cu", "sub/other.cu", "sub/main.cpp"});
    asked.settings.defines = {"FACTOR=3"};
    asked.findsParameters = true;
    const auto built = build(asked, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    QStringList names;
    for (const SourceFile& file : built->project.sources) names << QString::fromStdString(file.name);
    names.sort();
    QCOMPARE(names, (QStringList{"kernel.cu", "main.cpp", "other.cu", "scale.h"}));
    QCOMPARE(built->project.kernels.size(), 2U);
    QCOMPARE(built->project.outputs[0].name, std::string("values"));
    QVERIFY2(built->project.parameters.empty(), "FACTOR is of device code");
    QCOMPARE(built->untuned.size(), 1U);
    QCOMPARE(built->untuned[0].name, std::string("FACTOR"));
    QVERIFY(std::ranges::count(built->notes,
                               "not tuned, since their values may carry meaning: FACTOR; name them with --parameter to tune them") == 1);
  }

  void numbersInDeviceCodeAreTunedOnRequestOnly() {
    BuildInputs asked = looking({"a.cu"});
    QCOMPARE(tuned(asked), QString("BLOCK=64; untuned: RADIUS=3 SEED=7"));
    QCOMPARE(notes_, std::vector<std::string>{
                         "not tuned, since their values may carry meaning: RADIUS, SEED; name them with --parameter to tune them"});
    asked.parameters = {"RADIUS=1,3,5"};
    QCOMPARE(tuned(asked), QString("RADIUS=3 BLOCK=64; untuned: SEED=7"));
    asked.parameters = {"RADIUS=1,3,5", "SEED=7,8"};
    QCOMPARE(tuned(asked), QString("RADIUS=3 SEED=7 BLOCK=64; untuned:"));
    QVERIFY(notes_.empty());
  }

  void untunedParametersHaveValuesToTry() {
    QCOMPARE(tuned(looking({"a.cu"})), QString("BLOCK=64; untuned: RADIUS=3 SEED=7"));
    QCOMPARE(found_.untuned[0].values.front(), std::string("1"));
    QVERIFY(found_.untuned[0].values.size() > 3);
  }

  void requirementOnAnUntunedParameterSaysHowToTuneIt() {
    BuildInputs asked = looking({"a.cu"});
    asked.requirements = {"BLOCK > 2 * RADIUS"};
    QCOMPARE(tuned(asked),
             QString("the requirement \"BLOCK > 2 * RADIUS\" names RADIUS, which is not tuned by itself; give its values with "
                     "--parameter RADIUS=..."));
    asked.parameters = {"RADIUS=1,3,5"};
    QCOMPARE(tuned(asked), QString("RADIUS=3 BLOCK=64; untuned: SEED=7"));
  }

  void noParametersButThoseGivenLeavesNoneUntuned() {
    BuildInputs asked = request({"a.cu"});
    asked.findsParameters = false;
    asked.parameters = {"RADIUS=1,3,5"};
    QCOMPARE(tuned(asked), QString("RADIUS=3; untuned:"));
    QVERIFY(notes_.empty());
  }

  void removesTemporaryFiles() {
    write("fails.cu", source(good, "return 3;"));
    const std::filesystem::path temporary = folder_->path() / "temporary";
    std::filesystem::create_directory(temporary);
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", temporary.c_str());
    const auto built = build(request({"fails.cu"}), {});
    before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    QVERIFY(!built);
    QVERIFY(std::filesystem::is_empty(temporary));
  }

  void cudaPathWithoutCudaIsReported() {
    const QByteArray before = qgetenv("CUDA_PATH");
    qputenv("CUDA_PATH", folder_->path().c_str());
    const auto found = findCudaToolkit();
    before.isNull() ? qunsetenv("CUDA_PATH") : qputenv("CUDA_PATH", before);
    QVERIFY(!found);
    QVERIFY(found.error().message.starts_with("CUDA_PATH is "));
  }

private:
  void write(const std::string& name, const std::string& text) { QVERIFY(writeFile(folder_->path() / name, text).has_value()); }
  BuildInputs request(const std::vector<std::string>& files) const {
    BuildInputs made;
    made.name = "test";
    made.workingFolder = folder_->path().string();
    made.settings.files = files;
    made.tests = {{TestRole::Screen, "100", {}}, {TestRole::Test, "300", {}}};
    return made;
  }
  BuildInputs looking(const std::vector<std::string>& files) const {
    BuildInputs made = request(files);
    made.findsParameters = true;
    return made;
  }
  /// "BLOCK=64; untuned: RADIUS=3", or the error, of a program that is not built.
  QString tuned(const BuildInputs& asked) {
    const std::string text =
        "#define BLOCK 64\n#define RADIUS 3\n#define SEED 7\n__global__ void kernel(int* out) { out[threadIdx.x] = RADIUS + "
        "SEED; }\nint main() { int* out = nullptr; kernel<<<1, BLOCK>>>(out); }\n";
    write("a.cu", text);
    notes_.clear();
    const auto files = sortFiles(asked.settings, folder_->path());
    const CompilerSetup setup{*locateClang(), *locateCuda(), asked.settings, folder_->path(), folder_->path()};
    auto found = parameterSpaceOf(asked, setup, *files, {{"a.cu", text}}, notes_);
    if (!found) return QString::fromStdString(found.error().message);
    found_ = *std::move(found);
    QStringList shown;
    for (const Parameter& parameter : found_.space.parameters) shown << QString::fromStdString(parameter.name + "=" + parameter.value);
    shown.append(shown.isEmpty() ? QString("untuned:") : shown.takeLast() + "; untuned:");
    for (const Parameter& parameter : found_.untuned) shown << QString::fromStdString(parameter.name + "=" + parameter.value);
    return shown.join(' ');
  }
  std::optional<ScratchFolder> folder_;
  std::vector<std::string> notes_; ///< on the parameters
  ProgramParameters found_;
};

QTEST_GUILESS_MAIN(BuildTest)
#include "build_test.moc"
