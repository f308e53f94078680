#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/process/process.h"
#include "core/kernel/synthesis/function_table.h"
#include "core/kernel/toolchain/toolchain.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/evolved_functions.h"
#include "core/kernel/ir/kept_functions.h"

#include <llvm/IR/Module.h>
#endif

using namespace gevo;
using namespace gevo::program;

namespace {

// moc would follow a line that begins with #include.
const std::string source = std::string("#include <cstdio>\n#include <cstdlib>\n") + R"(
struct Pair { float a, b; };
__device__ float response(float x) { return expf(-x * x); }
__device__ float ratio(Pair pair) { return pair.a / (pair.b + 2.0f); }
__device__ void store(float* to, float value) { *to = value; }
__global__ void apply(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) store(&out[i], response(in[i]) + ratio({in[i], in[n - 1 - i]}));
}
int main(int argc, char** argv) {
  int n = std::atoi(argv[1]);
  float *in, *out;
  float* host = (float*)std::malloc(n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = 0.01f * i;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  apply<<<(n + 63) / 64, 64>>>(in, out, n);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%f\n", host[n / 2]);
  return 0;
}
)";

} // namespace

class SynthesisTest : public QObject {
  Q_OBJECT

private slots:
  void initTestCase() {
    if (const auto clang = findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
    auto made = ScratchFolder::make();
    QVERIFY(made.has_value());
    folder_.emplace(std::move(*made));
    QVERIFY(writeFile(folder_->path() / "apply.cu", source).has_value());
    auto built = build(request({"response", "ratio"}), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + built.error().details).c_str());
    built_ = std::move(*built);
    auto base = ir::BaseModule::load(built_.project.base);
    QVERIFY(base.has_value());
    base_ = std::move(*base);
  }

  void programsNearTheFunctionsArePartOfTheBase() {
    std::size_t functions = 0;
    for (const llvm::Function& function : base_->module()) {
      if (!ir::isKept(function)) continue;
      ++functions;
      QVERIFY(ir::evolvedCount(function) >= 3);
      double least = 1;
      for (unsigned number = 1; number <= ir::evolvedCount(function); ++number)
        least = std::min(least, ir::describeEvolved(*ir::evolvedFunction(function, number))->error);
      QVERIFY2(least < 0.01, std::to_string(least).c_str());
    }
    QCOMPARE(functions, std::size_t(2));
    const auto hasNote = [&](const char* text) {
      return std::ranges::any_of(built_.notes, [&](const std::string& note) { return note.starts_with(text); });
    };
    QVERIFY(hasNote("response was called 400 times with 0 to 2.99: "));
    QVERIFY(hasNote("ratio was called 400 times with 0 to 2.99, 0 to 2.99: "));
  }

  void callsAreSampledFromAllTests() {
    std::vector<Trace> traces;
    for (const TestCase& test : built_.project.tests) traces.push_back(wire::decode<Trace>(test.trace, "trace").value());
    const auto sampled = sampleCalls(*base_, sim::loadModel("sim").value(), {&traces[0], &traces[1]});
    QVERIFY2(sampled.has_value(), sampled ? "" : sampled.error().message.c_str());
    QCOMPARE(sampled->size(), std::size_t(2));
    const CallSamples& samples = *std::ranges::find(*sampled, "response", &CallSamples::shownName);
    QCOMPARE(samples.calls, std::uint64_t(400));
    QCOMPARE(samples.results.size(), std::size_t(400)); // as few as that are all kept
    QCOMPARE(samples.ranges, (std::vector<std::pair<float, float>>{{0, 0.01F * 299}}));
    for (std::size_t i = 0; i < samples.results.size(); ++i) {
      const float x = samples.inputs[0][i];
      QVERIFY(std::abs(samples.results[i] - std::exp(-x * x)) < 1e-6F);
    }
  }

  void rareArgumentsAreLearntFromToo() {
    CallSamples samples = callsOf("response");
    samples.inputs = {{1}};
    samples.ranges = {{-2, 6}};
    samples.results = {std::exp(-1.0F)};
    const auto isNear = [](float a, float b) { return std::abs(a - b) < 1e-5F; };
    QVERIFY(addRange(samples, *base_, sim::loadModel("sim").value()).has_value());
    QVERIFY(samples.results.size() > 1000);
    QCOMPARE(samples.inputs[0].size(), samples.results.size());
    // A tenth of the range further than the tests.
    QVERIFY(isNear(samples.domain[0].first, -2.8F) && isNear(samples.domain[0].second, 6.8F));
    QCOMPARE(std::ranges::min(samples.inputs[0]), samples.domain[0].first);
    QCOMPARE(std::ranges::max(samples.inputs[0]), samples.domain[0].second);
    for (std::size_t i = 0; i < samples.results.size(); ++i)
      QVERIFY(std::abs(samples.results[i] - std::exp(-samples.inputs[0][i] * samples.inputs[0][i])) < 1e-6F);
  }

  void argumentsBelongTogetherBeyondTheTestsToo() {
    CallSamples samples = callsOf("ratio");
    samples.inputs = {{1, 2, 3}, {10, 20, 30}};
    samples.ranges = {{1, 3}, {10, 30}};
    samples.results = {0, 0, 0};
    QVERIFY(addRange(samples, *base_, sim::loadModel("sim").value()).has_value());
    QVERIFY(samples.results.size() > 1000);
    QVERIFY(samples.domain[0].first < 1 && samples.domain[0].first > 0);
    QVERIFY(samples.domain[1].second > 30);
    for (std::size_t i = 3; i < samples.results.size(); ++i) QVERIFY(std::abs(samples.inputs[1][i] / samples.inputs[0][i] - 10) < 1e-3F);
  }

  void programsAreForNoMoreThanTheTestsWhereTheFunctionHasNoResultBeyond() {
    CallSamples samples = callsOf("response");
    samples.inputs = {{1}};
    samples.results = {0};
    const float most = std::numeric_limits<float>::max();
    samples.ranges = {{0, most}}; // beyond, there is no float
    QVERIFY(addRange(samples, *base_, sim::loadModel("sim").value()).has_value());
    QVERIFY(samples.domain.empty());
  }

  void aFunctionThatCannotBeReplacedIsAnError_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("message");
    QTest::newRow("writes") << "store"
                            << "store can't be replaced by evolved programs, since it does not return a float or a double";
    QTest::newRow("unknown") << "reply"
                             << "no kernel calls a function reply; those that compute a number are ";
  }
  void aFunctionThatCannotBeReplacedIsAnError() {
    QFETCH(QString, name);
    QFETCH(QString, message);
    const auto built = build(request({name.toStdString()}), {});
    QVERIFY(!built.has_value());
    QVERIFY2(built.error().message.starts_with(message.toStdString()), built.error().message.c_str());
  }

private:
  /// None yet.
  CallSamples callsOf(const std::string& name) const {
    CallSamples samples;
    for (const llvm::Function& function : base_->module())
      if (ir::isKept(function) && ir::calledName(function) == name) samples.function = function.getName().str();
    return samples;
  }

  BuildInputs request(const std::vector<std::string>& functions) const {
    BuildInputs inputs;
    inputs.settings.files = {"apply.cu"};
    inputs.settings.synthesised = functions;
    inputs.workingFolder = folder_->path().string();
    inputs.name = "apply";
    inputs.tests = {{TestRole::Test, "100", {}}, {TestRole::Test, "300", {}}};
    return inputs;
  }

  std::optional<ScratchFolder> folder_;
  BuiltProject built_;
  std::unique_ptr<ir::BaseModule> base_;
};

QTEST_GUILESS_MAIN(SynthesisTest)
#include "synthesis_test.moc"
