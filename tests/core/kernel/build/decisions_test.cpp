#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/trace/program_outputs.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

namespace {

/// Both copied to the host.
const std::string sumAndFlag = R"(    sum<<<1, 32>>>(x, total);
    compare<<<1, 32>>>(x, goOn);
    float now;
    int flag;
    cudaMemcpy(&now, total, sizeof now, cudaMemcpyDeviceToHost);
    cudaMemcpy(&flag, goOn, sizeof flag, cudaMemcpyDeviceToHost);
)";

/// Kernels that halve, sum and compare, around a main.
std::string source(const std::string& main) {
  return std::string("#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <unistd.h>\n") + R"(
__global__ void halve(float* x) { x[threadIdx.x] *= 0.5f; }
__global__ void sum(const float* x, float* total) {
  if (threadIdx.x != 0) return;
  *total = 0;
  for (int i = 0; i < 32; ++i) *total += x[i];
}
struct Scale { char sign; float factor; int unused; };
__global__ void scale(float* x, Scale by) { x[threadIdx.x] *= by.sign * by.factor; }
__global__ void compare(const float* x, int* goOn) { if (threadIdx.x == 0) *goOn = x[0] > 0.01f; }
float *x, *total;
int* goOn;
int main() {
  float host[32];
  for (int i = 0; i < 32; ++i) host[i] = i + 1;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&total, sizeof(float));
  cudaMalloc(&goOn, sizeof(int));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
)" + main +
         R"(
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  return 0;
}
)";
}

} // namespace

/// Which copies to the host count as decisions of a program.
class DecisionsTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;

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

  /// Rounds of a benchmark: results are copied and printed after each.
  void copiesThatAreOnlyReportedAreOutputs() {
    make(R"(
  for (int round = 0; round < 5; ++round) {
    halve<<<1, 32>>>(x);
    sum<<<1, 32>>>(x, total);
    float now;
    cudaMemcpy(&now, total, sizeof now, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g %g\n", now, host[0]);
  }
)");
    QVERIFY(deciding().empty());
    QVERIFY2(noted("host decisions: 0 of 11 copies to the host"), notes().c_str());
  }

  /// A flag that ends a loop, beside an array that is only reported.
  void flagThatEndsALoopDecides() {
    make(R"(
  int flag = 1;
  while (flag) {
    halve<<<1, 32>>>(x);
    compare<<<1, 32>>>(x, goOn);
    cudaMemcpy(&flag, goOn, sizeof flag, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  }
)");
    QCOMPARE(deciding(), std::vector<std::string>{"goOn"});
    QVERIFY2(noted("host decisions: 6 of 15 copies to the host, those of goOn"), notes().c_str());
  }

  void valueThatIsCopiedBackDecides() {
    make(R"(
  for (int round = 0; round < 3; ++round) {
    halve<<<1, 32>>>(x);
    sum<<<1, 32>>>(x, total);
    float now;
    cudaMemcpy(&now, total, sizeof now, cudaMemcpyDeviceToHost);
    host[0] = now;
    cudaMemcpy(x, host, sizeof(float), cudaMemcpyHostToDevice);
  }
)");
    QCOMPARE(deciding(), std::vector<std::string>{"total"});
  }

  /// The host would stop early with zero, or crash with an index out of range.
  void programThatCrashesOnOtherValuesDecides() {
    make(R"(
  for (int round = 0; round < 2; ++round) {
    compare<<<1, 32>>>(x, goOn);
    int flag;
    cudaMemcpy(&flag, goOn, sizeof flag, cudaMemcpyDeviceToHost);
    if (flag != 1) std::abort();
    halve<<<1, 32>>>(x);
  }
)");
    QCOMPARE(deciding(), std::vector<std::string>{"goOn"});
  }

  /// Its launches depend on something else than copies to the host.
  void nobodyKnowsWhatAProgramDecidesByThatNeverDoesTheSame() {
    make(R"(
  for (int round = 0; round < 2; ++round) {
    host[0] = getpid();
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
)" + sumAndFlag +
         R"(  }
)");
    QCOMPARE(deciding(), (std::vector<std::string>{"total", "goOn"}));
    QVERIFY2(notes().find("the program does not do the same twice") != std::string::npos, notes().c_str());
  }

  /// What the program never sets there differs from run to run.
  void bytesOfParametersThatNoKernelReadsAreNoDifference() {
    make(R"(
  Scale by;
  std::memset(&by, getpid(), sizeof by);
  by.unused = getpid();
  by.sign = 1;
  by.factor = 0.5f;
  for (int round = 0; round < 2; ++round) {
    scale<<<1, 32>>>(x, by);
)" + sumAndFlag +
         R"(    by.factor = flag ? 0.5f : 2;
    std::printf("%g\n", now);
  }
)");
    QCOMPARE(deciding(), std::vector<std::string>{"goOn"});
  }

  /// A sum that ends a loop, beside a flag that is only reported.
  void memoryThatHostAndDeviceShareIsTriedToo() {
    make(R"(
  float* sharedTotal;
  int* sharedFlag;
  cudaMallocManaged(&sharedTotal, sizeof(float));
  cudaMallocManaged(&sharedFlag, sizeof(int));
  for (*sharedTotal = 100; *sharedTotal > 40;) {
    halve<<<1, 32>>>(x);
    sum<<<1, 32>>>(x, sharedTotal);
    compare<<<1, 32>>>(x, sharedFlag);
    cudaDeviceSynchronize();
    std::printf("%d\n", *sharedFlag);
  }
)");
    QCOMPARE(deciding(), std::vector<std::string>{"total"});
    QVERIFY2(noted("host decisions: 3 of 6 copies to the host, those of total"), notes().c_str());
  }

  /// Files that the program writes hold its own results in the end.
  void changedValuesStayInNoFile() {
    make(R"(
  for (int round = 0; round < 2; ++round) {
    halve<<<1, 32>>>(x);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    std::FILE* file = std::fopen("result.txt", "w");
    std::fprintf(file, "%g", host[3]);
    std::fclose(file);
  }
)");
    QVERIFY(deciding().empty());
    QCOMPARE(*readFile(folder_->path() / "result.txt"), std::string("1"));
  }

private:
  void make(const std::string& main) {
    QVERIFY(writeFile(folder_->path() / "loop.cu", source(main)).has_value());
    BuildInputs inputs;
    inputs.name = "loop";
    inputs.workingFolder = folder_->path().string();
    inputs.settings.files = {"loop.cu"};
    inputs.tests = {{TestRole::Test, "", {}}};
    auto built = build(inputs, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    built_ = std::move(*built);
  }
  std::vector<std::string> deciding() const {
    const auto trace = wire::decode<Trace>(built_.project.tests.at(0).trace, "trace");
    std::vector<std::string> names;
    for (const std::uint32_t output : followedOutputs(*trace, true)) names.push_back(built_.project.outputs[output].name);
    return names;
  }
  bool noted(const std::string& text) const {
    return std::ranges::any_of(built_.notes, [&](const std::string& note) { return note.starts_with(text); });
  }
  std::string notes() const {
    std::string all;
    for (const std::string& note : built_.notes) all += note + '\n';
    return all;
  }

  std::optional<ScratchFolder> folder_;
  BuiltProject built_;
};

QTEST_GUILESS_MAIN(DecisionsTest)
#include "decisions_test.moc"
