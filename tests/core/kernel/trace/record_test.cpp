#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/kernel/compile/compile.h"
#include "core/kernel/trace/capture.h"
#include "core/kernel/trace/record.h"

#include <QtTest>
#include <algorithm>
#include <fstream>

using namespace gevo;
using namespace gevo::program;

namespace {

/// Copies 10,000 floats to the device, doubles them there, and copies all of them and then one back.
constexpr const char* doubling = R"(
#include <vector>
__global__ void twice(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= 2; }
int main() {
  const int n = 10000;
  std::vector<float> host(n, 1.5f);
  float* x;
  cudaMalloc((void**)&x, n * sizeof(float));
  cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<(n + 255) / 256, 256>>>(x, n);
  cudaMemcpy(host.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(host.data(), x, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(x);
  return host[n - 1] == 3.0f ? 0 : 1;
}
)";
constexpr std::size_t allBytes = 10000 * sizeof(float);

} // namespace

/// One run of a real program on libgevocudart.
class RecordTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    auto clang = locateClang();
    if (!clang) QSKIP(clang.error().message.c_str());
    const auto cuda = locateCuda();
    if (!cuda) QSKIP(cuda.error().message.c_str());
    auto scratch = ScratchFolder::make();
    QVERIFY(scratch.has_value());
    scratch_.emplace(std::move(*scratch));
    std::ofstream(scratch_->path() / "twice.cu") << doubling;
    BuildSettings settings;
    settings.files = {"twice.cu"};
    const CompilerSetup setup{std::move(*clang), *cuda, settings, scratch_->path(), scratch_->path()};
    const auto files = sortFiles(settings, scratch_->path());
    QVERIFY(files.has_value());
    const auto device = compileDeviceCode(setup, *files);
    QVERIFY2(device.has_value(), device ? "" : device.error().message.c_str());
    const auto program = compileProgram(setup, *files, *device);
    QVERIFY2(program.has_value(), program ? "" : (program.error().message + program.error().details).c_str());
    program_ = *program;
  }

  void traceHoldsCopiedData() {
    const Trace trace = record(false);
    QVERIFY(!isOutline(trace));
    const auto copies = copiesOf(trace);
    QCOMPARE(copies.size(), std::size_t(3));
    QCOMPARE(copies[0].data.size(), allBytes);
    QCOMPARE(copies[1].data, Bytes(repeated(3.0F, 10000)));
  }

  void outlineHoldsSizesAndSomeWords() {
    const Trace whole = record(false);
    const Trace outline = record(true);
    QVERIFY(isOutline(outline));
    QCOMPARE(outline.events.size(), whole.events.size());
    const auto copies = copiesOf(outline);
    const auto before = copiesOf(whole);
    for (std::size_t i = 0; i < copies.size(); ++i) {
      QCOMPARE(copiedBytes(copies[i]), copiedBytes(before[i]));
      QCOMPARE(copies[i].data.size(), std::min<std::size_t>(outlinedWords * wordBytes, before[i].data.size()));
    }
    for (std::size_t i = 0; i < whole.events.size(); ++i)
      if (whole.events[i].kind == EventKind::Launch) QCOMPARE(outline.events[i].data, whole.events[i].data);
  }

private:
  Trace record(bool outline) {
    RecordRequest request{program_, {}, scratch_->path(), scratch_->path()};
    request.outline = outline;
    auto recording = recordTrace(request, "");
    if (!recording) qFatal("%s\n%s", recording.error().message.c_str(), recording.error().details.c_str());
    return std::move(recording->trace);
  }
  static std::vector<Event> copiesOf(const Trace& trace) {
    std::vector<Event> copies;
    std::ranges::copy_if(trace.events, std::back_inserter(copies),
                         [](const Event& event) { return copiesToDevice(event) || copiesToHost(event); });
    return copies;
  }
  static Bytes repeated(float value, std::size_t count) {
    const std::vector<float> values(count, value);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
    return {bytes, bytes + count * sizeof value};
  }

  std::optional<ScratchFolder> scratch_;
  std::filesystem::path program_;
};

QTEST_GUILESS_MAIN(RecordTest)
#include "record_test.moc"
