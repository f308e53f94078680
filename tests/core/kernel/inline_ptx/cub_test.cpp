/// Kernels that use CUB and CUDA's own intrinsics run on the simulated GPU: all their assembly is translated.

#include "forms.h"

#include <algorithm>
#include <numeric>

using namespace gevo;
using namespace gevo::ir;

namespace {

std::vector<std::uint32_t> someWords(std::size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<std::uint32_t> words(count);
  for (std::uint32_t& word : words) word = engine();
  return words;
}

sim::testing::Device device() {
  const std::string content = readFixture("../../inline_ptx/fixtures/cub.bc");
  const auto base = std::move(BaseModule::load(prepareBase(Bytes(content.begin(), content.end())).value()).value());
  if (printModule(base->module()).find(" asm ") != std::string::npos) throw std::runtime_error("assembly is left");
  return sim::testing::Device(valueOf(sim::Simulator::create(base->module(), *sim::loadModel("sim"))));
}

#define RAN(report) QCOMPARE(sim::testing::faultMessage(report), std::string())

} // namespace

class CubTest : public QObject {
  Q_OBJECT

private slots:
  void blockReduce() {
    auto gpu = device();
    const auto in = someWords(384, 1);
    const auto source = gpu.upload(in);
    const auto target = gpu.reserve<std::uint32_t>(3);
    RAN(gpu.launch("_Z11blockReducePKiPi", {3, 1, 1}, {128, 1, 1}, source, target));
    const auto out = gpu.download<std::uint32_t>(target, 3);
    for (std::ptrdiff_t i = 0; i < 3; ++i)
      QCOMPARE(out[static_cast<std::size_t>(i)], std::accumulate(in.begin() + i * 128, in.begin() + (i + 1) * 128, 0U));
  }

  void blockScan() {
    auto gpu = device();
    const auto in = someWords(128, 2);
    const auto source = gpu.upload(in);
    const auto target = gpu.reserve<std::uint32_t>(128);
    RAN(gpu.launch("_Z9blockScanPKiPi", {1, 1, 1}, {128, 1, 1}, source, target));
    std::vector<std::uint32_t> expected(128);
    std::partial_sum(in.begin(), in.end(), expected.begin());
    QCOMPARE(gpu.download<std::uint32_t>(target, 128), expected);
  }

  void warpScanOfFloats() {
    auto gpu = device();
    std::vector<float> in(128);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 7) - 2;
    const auto source = gpu.upload(in);
    const auto target = gpu.reserve<float>(128);
    RAN(gpu.launch("_Z8warpScanPKfPf", {1, 1, 1}, {128, 1, 1}, source, target));
    const auto out = gpu.download<float>(target, 128);
    for (std::size_t i = 0; i < 128; ++i)
      QCOMPARE(out[i], std::accumulate(in.begin() + static_cast<std::ptrdiff_t>(i / 32 * 32),
                                       in.begin() + static_cast<std::ptrdiff_t>(i + 1), 0.0F));
  }

  void blockRadixSort() {
    auto gpu = device();
    auto keys = someWords(512, 3);
    const auto place = gpu.upload(keys);
    RAN(gpu.launch("_Z9blockSortPj", {1, 1, 1}, {128, 1, 1}, place));
    std::ranges::sort(keys);
    QCOMPARE(gpu.download<std::uint32_t>(place, 512), keys);
  }

  void intrinsicsOfTheHeaders() {
    auto gpu = device();
    const auto a = someWords(32, 4), b = someWords(32, 5);
    const auto x = gpu.upload(a), y = gpu.upload(b);
    const auto target = gpu.reserve<std::uint32_t>(256);
    RAN(gpu.launch("_Z10intrinsicsPKjS0_Pj", {1, 1, 1}, {32, 1, 1}, x, y, target));
    const auto out = gpu.download<std::uint32_t>(target, 256);
    for (std::size_t i = 0; i < 32; ++i) {
      const std::uint64_t both = std::uint64_t{b[i]} << 32 | a[i];
      std::uint32_t sums = 0, differences = 0, larger = 0, means = 0;
      for (unsigned shift = 0; shift < 32; shift += 8) {
        const std::uint32_t p = a[i] >> shift & 255, q = b[i] >> shift & 255;
        sums |= ((p + q) & 255) << shift;
        differences |= (p > q ? p - q : q - p) << shift;
        means |= ((p + q + 1) / 2) << shift;
      }
      for (unsigned shift = 0; shift < 32; shift += 16)
        if ((a[i] >> shift & 0xffff) > (b[i] >> shift & 0xffff)) larger |= 0xffffU << shift;
      const std::uint32_t bytes = (a[i] & 255) | (b[i] & 255) << 8 | (a[i] >> 8 & 255) << 16 | (b[i] >> 8 & 255) << 24;
      const std::uint32_t expected[] = {static_cast<std::uint32_t>(both << 7 >> 32), b[i], sums, differences, larger, bytes, means,
                                        static_cast<std::uint32_t>(both >> 13)};
      for (std::size_t j = 0; j < 8; ++j) QCOMPARE(out[i * 8 + j], expected[j]);
    }
  }
};

QTEST_GUILESS_MAIN(CubTest)
#include "cub_test.moc"
