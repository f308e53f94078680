// Workloads on the simulated GPU: timed by samples, as if they ran in full.

#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/build/configure.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/trace/sampled_replay.h"
#include "core/kernel/worker/device.h"
#include "core/kernel/worker/service.h"
#include "tests/core/base/value_of.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QtTest>
#include <llvm/IR/Module.h>

using namespace gevo;
using namespace gevo::program;

namespace {

/// Each step works on what the last one left; `frontier` works only where something has arrived, so that its time depends on the data.
const std::string source = R"(
#include <cstdio>
#include <cstdlib>
#include <vector>
#define BLOCK 64
__global__ void relax(const float* from, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = i > 0 ? from[i - 1] : 0, right = i + 1 < n ? from[i + 1] : 0;
  to[i] = 0.5f * from[i] + 0.25f * (left + right);
}
__global__ void frontier(int* reached, int step, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || reached[i] != step) return;
  float work = 0;
  for (int k = 0; k < 4000; ++k) work = work * 0.5f + k;
  reached[i] = step + (work > -1 ? 1 : 2);
  if (2 * i < n) reached[2 * i] = step + 1;
  if (2 * i + 1 < n) reached[2 * i + 1] = step + 1;
}
__global__ void extra(float* to) { to[0] = 1; }
__global__ void inTurn(int* turn) {
  if (threadIdx.x != 0) return;
  while (atomicAdd(turn, 0) != blockIdx.x) {
  }
  __threadfence();
  atomicAdd(turn, 1);
}
int main(int argc, char** argv) {
  int n = std::atoi(argv[2]), steps = std::atoi(argv[3]), blocks = (n + BLOCK - 1) / BLOCK;
  std::vector<float> host(n, 1);
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemcpy(a, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  if (argv[1][0] == 'e') extra<<<1, 1>>>(b);
  if (argv[1][0] == 't') {
    int* turn;
    cudaMalloc(&turn, sizeof(int));
    cudaMemset(turn, 0, sizeof(int));
    inTurn<<<blocks, BLOCK>>>(turn);
    cudaMemcpy(host.data(), turn, sizeof(int), cudaMemcpyDeviceToHost);
  }
  if (argv[1][0] == 'f') {
    std::vector<int> none(n, -1);
    none[1] = 0;
    int* reached;
    cudaMalloc(&reached, n * sizeof(int));
    cudaMemcpy(reached, none.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    for (int s = 0; s < steps; ++s) frontier<<<blocks, BLOCK>>>(reached, s, n);
    cudaMemcpy(none.data(), reached, n * sizeof(int), cudaMemcpyDeviceToHost);
  }
  for (int s = 0; s < steps; ++s) {
    relax<<<blocks, BLOCK>>>(a, b, n);
    std::swap(a, b);
  }
  cudaMemcpy(host.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%f\n", host[n / 2]);
}
)";

double closeness(double a, double b) { return std::abs(a / b - 1); }

} // namespace

class WorkloadTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;
  std::optional<ScratchFolder> folder_;

  BuildInputs inputsOf(const std::vector<TestCase>& tests) const {
    BuildInputs request;
    request.name = "steps";
    request.workingFolder = folder_->path().string();
    request.settings.files = {"steps.cu"};
    request.tests = tests;
    return request;
  }
  Result<BuiltProject> built(const std::vector<TestCase>& tests) const { return build(inputsOf(tests), {}); }

  static Trace traceOf(const Project& project, TestRole role) {
    const auto found = std::ranges::find(project.tests, role, &TestCase::role);
    return valueOf(wire::decode<Trace>(found->trace, "trace"));
  }

  /// Microseconds of each test that has the role.
  static std::vector<double> timesOf(const Project& project, TestRole role, const std::string& machine = "sim") {
    EvaluationSettings settings;
    settings.device = machine;
    const auto device = valueOf(worker::SimulatedDevice::open(project, settings));
    const auto base = valueOf(ir::BaseModule::load(project.base));
    const auto original = base->original();
    ir::cleanUp(*original);
    ir::optimise(*original);
    std::vector<double> times;
    for (const TestCase& test : project.tests)
      if (test.role == role) times.push_back(valueOf(device->prepare(test, *original))->microseconds);
    return times;
  }

private slots:
  void initTestCase() {
    if (const auto clang = findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
    auto scratch = ScratchFolder::make();
    QVERIFY(scratch.has_value());
    folder_.emplace(std::move(*scratch));
    QVERIFY(writeFile(folder_->path() / "steps.cu", source).has_value());
  }

  void itTakesAsLongAsInFull() {
    const Project project = valueOf(built({{TestRole::Test, "r 20000 6", {}}, {TestRole::Workload, "r 20000 6", {}}})).project;
    QVERIFY(closeness(timesOf(project, TestRole::Workload).front(), timesOf(project, TestRole::Test).front()) < 0.001);
  }

  void equalLaunchesAreTimedByOne() {
    const Project project = valueOf(built({{TestRole::Test, "r 200 2", {}}, {TestRole::Workload, "r 20000 50", {}}})).project;
    const std::vector<LaunchSample> samples = valueOf(samplesOf(traceOf(project, TestRole::Workload)));
    QCOMPARE(samples.size(), std::size_t(1));
    QCOMPARE(samples.front().launches, 50U);
    QVERIFY(samples.front().isSteady);
  }

  void onlyWhatTheSamplesReachIsKept() {
    const Project project = valueOf(built({{TestRole::Test, "r 200 2", {}}, {TestRole::Workload, "r 4000000 2", {}}})).project;
    QVERIFY(project.tests.back().trace.size() < 100'000); // of 32 MB
  }

  void timeThatDependsOnTheDataIsNotSteady() {
    const std::string arguments = "f 60000 15";
    const Project project = valueOf(built({{TestRole::Test, arguments, {}}, {TestRole::Workload, arguments, {}}})).project;
    const std::vector<LaunchSample> samples = valueOf(samplesOf(traceOf(project, TestRole::Workload)));
    QVERIFY(samples.size() > 1);
    QVERIFY(!samples.front().isSteady);
    QVERIFY(closeness(timesOf(project, TestRole::Workload).front(), timesOf(project, TestRole::Test).front()) < 0.05);
  }

  void aKernelThatNoTestLaunchesIsNamed() {
    const auto result = built({{TestRole::Test, "r 200 2", {}}, {TestRole::Workload, "e 20000 2", {}}});
    QVERIFY(!result);
    QVERIFY2(result.error().message.find("launches extra, which no test does") != std::string::npos, result.error().message.c_str());
  }

  /// Its time would be missing.
  void aKernelWhoseBlocksWaitForOthersIsNamed() {
    const auto result = built({{TestRole::Test, "t 200 2", {}}, {TestRole::Workload, "t 20000 2", {}}});
    QVERIFY(!result);
    QVERIFY2(result.error().message.find("inTurn can't be timed by some of its blocks") != std::string::npos,
             result.error().message.c_str());
  }

  void anotherMachineTakesItsOwnTime() {
    const std::string arguments = "r 2000000 2";
    const Project project = valueOf(built({{TestRole::Test, arguments, {}}, {TestRole::Workload, arguments, {}}})).project;
    const double slower = timesOf(project, TestRole::Workload, "sim:v100").front();
    QVERIFY(slower > 1.2 * timesOf(project, TestRole::Workload).front());
    QVERIFY(closeness(slower, timesOf(project, TestRole::Test, "sim:v100").front()) < 0.05);
  }

  void runtimesAreTheWorkloadsByWeight() {
    BuildInputs inputs =
        inputsOf({{TestRole::Test, "r 200 2", {}}, {TestRole::Workload, "r 20000 6", {}}, {TestRole::Workload, "r 200000 3", {}}});
    inputs.settings.workloadWeights = {3};
    const Project project = valueOf(build(inputs, {})).project;
    const std::vector<double> times = timesOf(project, TestRole::Workload);
    worker::Service service;
    const OriginalReport report = valueOf(service.load({project, {}, true}));
    QVERIFY(closeness(report.original.fitness.runtime, (3 * times[0] + times[1]) / 4) < 1e-9);
    QCOMPARE(report.original.metrics.testRuntimes.size(), std::size_t(3));
    QCOMPARE(report.original.metrics.testRuntimes[2], times[1]);
  }

  void aVariantThatFailsATestIsRejectedThere() {
    const Project project = valueOf(built({{TestRole::Test, "r 200 2", {}}, {TestRole::Workload, "r 20000 6", {}}})).project;
    worker::Service service;
    (void)valueOf(service.load({project, {}, true}));
    std::size_t wrong = 0;
    std::size_t valid = 0;
    for (std::uint32_t i = 0; i < 60; ++i) {
      const EvaluateReply reply = valueOf(service.evaluate({{}, 1, RandomKey{1, i, 0, 0, Purpose::Test}}));
      wrong += reply.result.reason == Reason::WrongOutput;
      if (!reply.result.valid()) continue;
      ++valid;
      QCOMPARE(reply.result.fitness.runtime, reply.result.metrics.testRuntimes[1]);
    }
    QVERIFY(wrong > 0);
    QVERIFY(valid > 0);
  }

  void anotherConfigurationIsTimedAsInFull() {
    BuildInputs inputs = inputsOf({{TestRole::Test, "r 300000 4", {}}, {TestRole::Workload, "r 300000 4", {}}});
    inputs.parameters = {"BLOCK=32,64"};
    ConfigureRequest request;
    request.project = valueOf(build(inputs, {})).project;
    request.workingFolder = inputs.workingFolder;
    request.configuration = {{"BLOCK", "32"}};
    ConfigureReply reply = valueOf(Configurer().configure(request, {}));
    QVERIFY2(reply.program.usable(), reply.program.message.c_str());
    const Project other = valueOf(configured(request.project, std::move(reply.program)));
    const double sampled = timesOf(other, TestRole::Workload).front();
    QVERIFY(closeness(sampled, timesOf(other, TestRole::Test).front()) < 0.05);
    QVERIFY(closeness(sampled, timesOf(request.project, TestRole::Workload).front()) > 0.01); // it makes a difference
  }
};

QTEST_GUILESS_MAIN(WorkloadTest)
#include "workload_test.moc"
