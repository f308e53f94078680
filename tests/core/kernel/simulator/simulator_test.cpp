// Kernels compiled by clang give on the simulated GPU exactly what plain C++ gives.

#include "device.h"

#include <QTest>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>

#include <sys/resource.h>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

template <class T> std::vector<T> randomValues(std::size_t count, int low, int high, unsigned seed = 1) {
  std::mt19937 engine(seed);
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(low + static_cast<int>(engine() % static_cast<unsigned>(high - low + 1)));
  return values;
}

#define RAN(report) QCOMPARE(faultMessage(report), std::string())

int fibonacci(int n) {
  if (n < 2) return n - (n & 3) + n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

} // namespace

class SimulatorTest : public QObject {
  Q_OBJECT
private slots:
  void stencilIsBitExact();
  void treeReductionSumsEachBlock();
  void shuffledReductionAddsInTreeOrder();
  void shufflesVotesMatchesAndReductions();
  void atomicsOnSharedAndGlobalMemory();
  void compareAndSwapIsAppliedLaneByLane();
  void lanesLeaveLoopsAtDifferentTimes();
  void switchDivergesLanes();
  void narrowAndWideIntegers();
  void doublesAreBitExact();
  void vectorLoadsAndStores();
  void structureByValue();
  void symbolsHaveAddressesAndInitialValues();
  void dynamicSharedMemory();
  void recursiveCallsKeepLanesApart();
  void localArrays();
  void arithmeticEdgeCasesAreDefined();
  void exitedThreadsDontBlockBarriers();
  void partialWarps();
  void launchesAreReproducible();
  void untouchedGigabytesCostNothing();
  void parametersAreLaidOutNaturally();
  void assemblyOfTheDeviceLibrary();
};

void SimulatorTest::stencilIsBitExact() {
  Device device;
  const int width = 75, height = 43;
  std::mt19937 engine(3);
  std::vector<float> in(width * height);
  for (float& value : in) value = 300.0F + static_cast<float>(engine() % 10000) * 0.013F;
  const auto source = device.upload(in);
  const auto target = device.reserve<float>(in.size());
  RAN(device.launch("stencil", {6, 4, 1}, {16, 16, 1}, source, target, width, height, 0.1F));
  std::vector<float> expected(in.size());
  auto at = [&](int y, int x) { return in[static_cast<std::size_t>(std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1))]; };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = at(y - 1, x) + at(y + 1, x);
      sum += at(y, x - 1);
      sum += at(y, x + 1);
      expected[static_cast<std::size_t>(y * width + x)] = std::fma(0.1F, std::fma(-4.0F, at(y, x), sum), at(y, x));
    }
  QVERIFY(device.download<float>(target, in.size()) == expected);
}

void SimulatorTest::treeReductionSumsEachBlock() {
  Device device;
  const auto in = randomValues<int>(900, -1000, 1000);
  const auto source = device.upload(in);
  const auto target = device.reserve<int>(4);
  RAN(device.launch("blockSum", {4, 1, 1}, {256, 1, 1}, source, target, 900));
  const auto out = device.download<int>(target, 4);
  for (int b = 0; b < 4; ++b)
    QCOMPARE(out[static_cast<std::size_t>(b)], std::accumulate(in.begin() + b * 256, in.begin() + std::min(900, (b + 1) * 256), 0));
}

void SimulatorTest::shuffledReductionAddsInTreeOrder() {
  Device device;
  std::vector<float> in(64);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = 1.0F / static_cast<float>(i + 1);
  const auto source = device.upload(in);
  const auto target = device.reserve<float>(2);
  RAN(device.launch("warpSum", {1, 1, 1}, {64, 1, 1}, source, target));
  for (std::size_t warp = 0; warp < 2; ++warp) {
    std::array<float, 32> lanes;
    std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(warp * 32), 32, lanes.begin());
    for (std::size_t step = 16; step > 0; step /= 2)
      for (std::size_t lane = 0; lane < 32; ++lane) lanes[lane] += lanes[lane + step < 32 ? lane + step : lane];
    QCOMPARE(device.download<float>(target, 2)[warp], lanes[0]);
  }
}

void SimulatorTest::shufflesVotesMatchesAndReductions() {
  Device device;
  const auto in = randomValues<int>(32, 0, 99);
  const auto source = device.upload(in);
  const auto target = device.reserve<int>(256);
  RAN(device.launch("crossLane", {1, 1, 1}, {32, 1, 1}, source, target));
  const auto out = device.download<int>(target, 256);
  unsigned ballot = 0;
  bool any = false;
  for (unsigned i = 0; i < 32; ++i) {
    ballot |= in[i] > 50 ? 1U << i : 0;
    any |= in[i] > 98;
  }
  for (unsigned i = 0; i < 32; ++i) {
    const int* mine = out.data() + i * 8;
    QCOMPARE(mine[0], in[i < 3 ? i : i - 3]);
    QCOMPARE(mine[1], in[i ^ 5]);
    QCOMPARE(mine[2], in[i * 7 % 32]);
    QCOMPARE(mine[3], in[i % 8 + 2 < 8 ? i + 2 : i]);
    QCOMPARE(static_cast<unsigned>(mine[4]), ballot);
    QCOMPARE(mine[5], (any ? 1 : 0) + 2);
    unsigned equal = 0;
    for (unsigned j = 0; j < 32; ++j) equal |= (in[j] & 3) == (in[i] & 3) ? 1U << j : 0;
    QCOMPARE(static_cast<unsigned>(mine[6]), equal);
    QCOMPARE(mine[7], std::accumulate(in.begin(), in.end(), 0));
  }
}

void SimulatorTest::atomicsOnSharedAndGlobalMemory() {
  Device device;
  const auto in = randomValues<int>(1000, 0, 1 << 20);
  const auto source = device.upload(in);
  const auto bins = device.upload(std::vector<int>(16));
  const auto report = device.launch("histogram", {8, 1, 1}, {128, 1, 1}, source, bins, 1000);
  RAN(report);
  QVERIFY(report.races.empty());
  std::vector<int> expected(16);
  for (const int value : in) ++expected[static_cast<std::size_t>(value & 15)];
  QVERIFY(device.download<int>(bins, 16) == expected);
}

void SimulatorTest::compareAndSwapIsAppliedLaneByLane() {
  Device device;
  const auto cell = device.upload(std::vector<int>{0});
  const auto old = device.reserve<int>(32);
  RAN(device.launch("compareAndSwap", {1, 1, 1}, {32, 1, 1}, cell, old));
  QCOMPARE(device.download<int>(cell, 1)[0], 32);
  std::vector<int> expected(32);
  std::iota(expected.begin(), expected.end(), 0);
  QVERIFY(device.download<int>(old, 32) == expected);
}

void SimulatorTest::lanesLeaveLoopsAtDifferentTimes() {
  Device device;
  auto in = randomValues<int>(256, 1, 3000);
  const auto source = device.upload(in);
  const auto target = device.reserve<int>(in.size());
  RAN(device.launch("collatz", {2, 1, 1}, {128, 1, 1}, source, target, 90));
  const auto out = device.download<int>(target, in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    int n = in[i], count = 0, reason = 0;
    while (n != 1) {
      if (count == 90) {
        reason = 1000;
        break;
      }
      if (n & 1) {
        if (n > 500000) {
          reason = 2000;
          break;
        }
        n = 3 * n + 1;
      } else {
        n /= 2;
      }
      ++count;
    }
    QCOMPARE(out[i], count + reason + n);
  }
}

void SimulatorTest::switchDivergesLanes() {
  Device device;
  const auto in = randomValues<int>(64, 0, 1000);
  const auto source = device.upload(in);
  const auto target = device.reserve<int>(64);
  const auto report = device.launch("choose", {1, 1, 1}, {64, 1, 1}, source, target);
  RAN(report);
  const auto out = device.download<int>(target, 64);
  for (std::size_t i = 0; i < 64; ++i) {
    int v = in[i];
    switch (v % 7) {
    case 0:
      v = v * 3;
      break;
    case 1:
      v = v / 5;
      break;
    case 2:
      v = v % 11;
      break;
    case 4:
      v = -v;
      break;
    case 5:
      v = v << (v & 7);
      break;
    default:
      v = v ^ 0x55;
    }
    QCOMPARE(out[i], v);
  }
}

void SimulatorTest::narrowAndWideIntegers() {
  Device device;
  const auto a = randomValues<signed char>(64, -128, 127);
  const auto b = randomValues<unsigned char>(64, 0, 255, 2);
  const auto first = device.upload(a);
  const auto second = device.upload(b);
  const auto small = device.reserve<short>(64);
  const auto wide = device.reserve<long long>(64);
  RAN(device.launch("narrow", {1, 1, 1}, {64, 1, 1}, first, second, small, wide));
  for (std::size_t i = 0; i < 64; ++i) {
    QCOMPARE(device.download<short>(small, 64)[i], static_cast<short>(a[i] * b[i] - (b[i] >> 3)));
    QCOMPARE(device.download<long long>(wide, 64)[i], static_cast<long long>(a[i]) * 0x123456789LL / (b[i] + 1LL));
  }
}

void SimulatorTest::doublesAreBitExact() {
  Device device;
  std::vector<double> in(64);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = 0.37 * static_cast<double>(i * i) + 0.001;
  const auto source = device.upload(in);
  const auto target = device.reserve<double>(64);
  RAN(device.launch("doubles", {1, 1, 1}, {64, 1, 1}, source, target));
  const auto out = device.download<double>(target, 64);
  for (std::size_t i = 0; i < in.size(); ++i)
    QCOMPARE(std::bit_cast<std::uint64_t>(out[i]),
             std::bit_cast<std::uint64_t>(std::sqrt(in[i]) / (in[i] + 1.0) + static_cast<double>(static_cast<float>(in[i])) -
                                          std::floor(in[i])));
}

void SimulatorTest::vectorLoadsAndStores() {
  Device device;
  const auto in = randomValues<float>(256, -50, 50);
  const auto source = device.upload(in);
  const auto target = device.reserve<float>(256);
  RAN(device.launch("vectors", {2, 1, 1}, {32, 1, 1}, source, target));
  const auto out = device.download<float>(target, 256);
  for (std::size_t i = 0; i < 256; i += 4) {
    QCOMPARE(out[i], in[i + 1] + in[i]);
    QCOMPARE(out[i + 1], in[i] * in[i + 2]);
    QCOMPARE(out[i + 2], in[i + 3] - in[i + 2]);
    QCOMPARE(out[i + 3], in[i + 3]);
  }
}

void SimulatorTest::structureByValue() {
  struct Settings {
    int first;
    float scale[3];
    double shift;
  };
  Device device;
  const auto target = device.reserve<float>(32);
  RAN(device.launch("settings", {1, 1, 1}, {32, 1, 1}, Settings{3, {0.5F, 1.5F, 2.5F}, 10.25}, target, static_cast<signed char>(-2)));
  const auto out = device.download<float>(target, 32);
  for (int i = 0; i < 32; ++i)
    QCOMPARE(out[static_cast<std::size_t>(i)], (0.5F + static_cast<float>(i % 3)) * static_cast<float>(i) + 10.25F + 3.0F - 2.0F);
}

void SimulatorTest::symbolsHaveAddressesAndInitialValues() {
  Device device;
  const auto target = device.reserve<float>(32);
  const auto seen = device.reserve<int>(1);
  RAN(device.launch("symbols", {1, 1, 1}, {32, 1, 1}, target, seen));
  const auto out = device.download<float>(target, 32);
  QCOMPARE(out[0], 1.0F);
  QCOMPARE(out[2], 4.0F);
  QCOMPARE(out[31], 0.0F);
  QCOMPARE(device.download<int>(seen, 1)[0], 7);
  const auto counter = device.simulator.symbol("counter");
  QVERIFY(counter.has_value());
  QCOMPARE(counter->size, std::uint64_t{4});
  QCOMPARE(device.download<int>(counter->address, 1)[0], 8);
}

void SimulatorTest::dynamicSharedMemory() {
  Device device;
  auto values = randomValues<int>(96, 0, 1000);
  const auto data = device.upload(values);
  device.dynamicShared = 96 * 4;
  RAN(device.launch("reverse", {1, 1, 1}, {96, 1, 1}, data));
  std::reverse(values.begin(), values.end());
  QVERIFY(device.download<int>(data, 96) == values);
}

void SimulatorTest::recursiveCallsKeepLanesApart() {
  Device device;
  const auto target = device.reserve<int>(64);
  RAN(device.launch("calls", {1, 1, 1}, {64, 1, 1}, target));
  const auto out = device.download<int>(target, 64);
  for (int i = 0; i < 64; ++i) QCOMPARE(out[static_cast<std::size_t>(i)], fibonacci(i % 9));
}

void SimulatorTest::localArrays() {
  Device device;
  auto values = randomValues<int>(64 * 8, -100, 100);
  const auto source = device.upload(values);
  const auto target = device.reserve<int>(values.size());
  RAN(device.launch("localArray", {2, 1, 1}, {32, 1, 1}, source, target));
  for (auto at = values.begin(); at != values.end(); at += 8) std::sort(at, at + 8);
  QVERIFY(device.download<int>(target, values.size()) == values);
}

void SimulatorTest::arithmeticEdgeCasesAreDefined() {
  Device device;
  const int least = std::numeric_limits<int>::min();
  const auto a = device.upload(std::vector<int>{5, least, 5, -3});
  const auto b = device.upload(std::vector<int>{0, -1, 32, 40});
  const auto target = device.reserve<int>(16);
  RAN(device.launch("strange", {1, 1, 1}, {4, 1, 1}, a, b, target));
  const auto out = device.download<int>(target, 16);
  QCOMPARE(out[0], -1);                              // x / 0: all ones
  QCOMPARE(out[1], 5);                               // x % 0: x
  QCOMPARE(out[4], least);                           // no trap
  QCOMPARE(out[10], 0);                              // shifts clamp
  QCOMPARE(out[3], std::numeric_limits<int>::max()); // conversions saturate
  QCOMPARE(out[15], least);
}

void SimulatorTest::exitedThreadsDontBlockBarriers() {
  Device device;
  const auto target = device.upload(std::vector<int>(96, -1));
  RAN(device.launch("earlyExit", {1, 1, 1}, {96, 1, 1}, target, 40));
  const auto out = device.download<int>(target, 96);
  QCOMPARE(out[39], 39);
  QCOMPARE(out[40], -1);
}

void SimulatorTest::partialWarps() {
  Device device;
  const auto in = randomValues<int>(45, 0, 100);
  const auto source = device.upload(in);
  const auto target = device.reserve<int>(45);
  RAN(device.launch("copy", {1, 1, 1}, {45, 1, 1}, source, target));
  QVERIFY(device.download<int>(target, 45) == in);
}

void SimulatorTest::launchesAreReproducible() {
  LaunchStatistics first;
  for (int round = 0; round < 3; ++round) {
    Device device;
    const auto source = device.upload(randomValues<int>(256, 1, 3000));
    const auto target = device.reserve<int>(256);
    const auto report = device.launch("collatz", {2, 1, 1}, {128, 1, 1}, source, target, 90);
    RAN(report);
    if (round == 0) first = report.statistics;
    QCOMPARE(report.statistics.cycles, first.cycles);
    QCOMPARE(report.statistics.warpInstructions, first.warpInstructions);
    QCOMPARE(report.statistics.globalSectors, first.globalSectors);
  }
}

void SimulatorTest::untouchedGigabytesCostNothing() {
  Device device(valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 3221225472
  store i32 7, ptr %q, align 4
  ret void
})")));
  const auto residentKibibytes = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const long before = residentKibibytes();
  const std::uint64_t p = device.reserve<std::uint32_t>(1U << 30);
  RAN(device.launch("k", {1, 1, 1}, {1, 1, 1}, p));
  QCOMPARE(device.download<std::uint32_t>(p + 3221225472, 1)[0], 7U);
  QVERIFY2(residentKibibytes() - before < 64 << 10, qPrintable(QString::number(residentKibibytes() - before)));
}

void SimulatorTest::parametersAreLaidOutNaturally() {
  const Device device;
  QCOMPARE(device.simulator.parameterBytes("settings"), std::optional<std::uint32_t>(33));
  const auto parameters = device.simulator.parameters("settings");
  QCOMPARE(parameters.size(), std::size_t{3});
  QCOMPARE(parameters[0].size, 24U);
  QCOMPARE(parameters[1].offset, 24U);
  QCOMPARE(parameters[2].offset, 32U);
  QVERIFY(!device.simulator.parameterBytes("nobody"));
}

void SimulatorTest::assemblyOfTheDeviceLibrary() {
  Device device(valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q) {
  %v = load float, ptr %p, align 4
  %r = call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float %v)
  store float %r, ptr %p, align 4
  %n = load i32, ptr %q, align 4
  %w = call { i32, i32 } asm "{\0A\09mad.lo.cc.u32   $0, $2, $3, $4;\0A\09madc.hi.u32     $1, $2, $3,  0;\0A\09}", "=r,=r,r,r,r"(i32 %n, i32 %n, i32 -1)
  %h = extractvalue { i32, i32 } %w, 1
  store i32 %h, ptr %q, align 4
  ret void
})")));
  const auto p = device.upload(std::vector<float>{8.0F});
  const auto q = device.upload(std::vector<unsigned>{0x80000001U});
  RAN(device.launch("k", {1, 1, 1}, {1, 1, 1}, p, q));
  QCOMPARE(device.download<float>(p, 1)[0], 0.125F);
  const std::uint64_t product = 0x80000001ULL * 0x80000001ULL + 0xffffffffULL;
  QCOMPARE(device.download<unsigned>(q, 1)[0], static_cast<unsigned>(product >> 32));
}

QTEST_GUILESS_MAIN(SimulatorTest)
#include "simulator_test.moc"
