// A program that draws random numbers: its tests are run several times, and variants are judged by statistics over the runs.

#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/kernel/build/build.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/worker/cascade.h"
#include "core/kernel/worker/device.h"
#include "tests/core/base/value_of.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QtTest>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace gevo;
using namespace gevo::program;

namespace {

constexpr std::uint32_t runs = 10;

/// Walkers that step at random; with "o" the sum of what they did is added in the order in which blocks come.
const std::string source = R"(
#include <cstdio>
#include <cstdlib>
#include <vector>
__device__ unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
__global__ void walk(float* position, unsigned seed, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = mixed(seed * 9781u);
  float at = 0;
  for (int s = 0; s < steps; ++s) {
    at += (mixed(key + i * 64 + s) >> 8) * (1.0f / 16777216.0f) - 0.5f;
  }
  position[i] = at;
}
__global__ void collect(const float* position, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, position[i] * 1000.1f);
}
int main(int argc, char** argv) {
  int n = 512;
  std::vector<float> host(n);
  float *position, *sum;
  cudaMalloc(&position, n * sizeof(float));
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(sum, 0, sizeof(float));
  walk<<<16, 32>>>(position, std::atoi(argv[1]), 40, n);
  if (argc > 2) {
    collect<<<16, 32>>>(position, sum, n);
    cudaMemcpy(host.data(), sum, sizeof(float), cudaMemcpyDeviceToHost);
  } else {
    cudaMemcpy(host.data(), position, n * sizeof(float), cudaMemcpyDeviceToHost);
  }
  std::printf("%f\n", host[0]);
}
)";

} // namespace

class StatisticalRunsTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;
  std::optional<ScratchFolder> folder_;

  Result<BuiltProject> built(const std::vector<std::string>& lines) const {
    BuildInputs request;
    request.name = "walk";
    request.workingFolder = folder_->path().string();
    request.settings.files = {"walk.cu"};
    request.settings.statisticalRuns = runs;
    for (const std::string& line : lines) request.tests.push_back({TestRole::Test, line, {}});
    return build(request, {});
  }

  static std::vector<std::string> seeds() {
    std::vector<std::string> lines;
    for (std::uint32_t run = 0; run < runs; ++run) lines.push_back(std::to_string(100 + 17 * run));
    return lines;
  }

  /// Of the kernel `walk` with another number in place of a float constant, or of the integer `was`.
  static EvaluationResult evaluate(Project project, double was, double is) {
    numberRuns(project.tests, project.build.statisticalRuns);
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    settings.statistical = true;
    const auto base = valueOf(ir::BaseModule::load(project.base, {}));
    const auto device = valueOf(worker::SimulatedDevice::open(project, settings));
    const auto cascade =
        valueOf(worker::Cascade::open(*base, *device, project.tests, {}, {}, worker::StatisticalRules{project.outputs, 0}));
    const auto variant = base->original();
    int changed = 0;
    for (llvm::Function& function : *variant)
      for (llvm::Instruction& instruction : llvm::instructions(function))
        for (llvm::Use& use : instruction.operands()) {
          auto* const number = llvm::dyn_cast<llvm::ConstantFP>(use.get());
          auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(use.get());
          if (number != nullptr && number->getType()->isFloatTy() && double(number->getValueAPF().convertToFloat()) == was) {
            use.set(llvm::ConstantFP::get(number->getType(), is));
            ++changed;
          } else if (integer != nullptr && integer->getType()->isIntegerTy(32) && double(integer->getZExtValue()) == was) {
            use.set(llvm::ConstantInt::get(integer->getType(), std::uint64_t(is)));
            ++changed;
          }
        }
    EvaluationResult outcome;
    cascade->evaluate(*variant, outcome);
    if (changed == 0) outcome.message = "nothing was changed";
    if (changed == 0) outcome.reason = Reason::NoOp;
    return outcome;
  }

private slots:
  void initTestCase() {
    if (!locateClang() || !locateCuda()) QSKIP("needs clang and the CUDA toolkit");
    auto scratch = ScratchFolder::make();
    QVERIFY(scratch.has_value());
    folder_.emplace(std::move(*scratch));
    QVERIFY(writeFile(folder_->path() / "walk.cu", source).has_value());
  }

  void eachRunIsRecorded() {
    const BuiltProject made = valueOf(built(seeds()));
    QCOMPARE(made.project.tests.size(), std::size_t(runs));
    QCOMPARE(made.project.tests.back().run, runs - 1);
  }
  void otherRandomNumbersOfTheSameKindAreRight() {
    const EvaluationResult result = evaluate(valueOf(built(seeds())).project, 9781, 9787);
    QVERIFY2(result.valid(), result.message.c_str());
    QCOMPARE(result.fitness.error, 0.0);
  }
  void randomNumbersOfAnotherKindAreWrong() {
    const EvaluationResult result = evaluate(valueOf(built(seeds())).project, -0.5, -0.4);
    QCOMPARE(result.reason, Reason::WrongOutput);
    QVERIFY2(result.message.find("the mean of position") != std::string::npos, result.message.c_str());
  }
  void withoutASeedTheOrderOfBlocksIsWhatVaries() {
    const BuiltProject made = valueOf(built(std::vector<std::string>(runs, "5 o")));
    const EvaluationResult right = evaluate(made.project, 9781, 9781);
    QVERIFY2(right.reason == Reason::NoOp, right.message.c_str());
    QCOMPARE(evaluate(made.project, double(1000.1F), 1001).reason, Reason::WrongOutput);
  }
  void runsThatAreAllTheSameAreRefused() {
    const auto made = built(std::vector<std::string>(runs, "5"));
    QVERIFY(!made);
    QVERIFY2(made.error().message.find("leave out --statistical") != std::string::npos, made.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(StatisticalRunsTest)
#include "statistical_runs_test.moc"
