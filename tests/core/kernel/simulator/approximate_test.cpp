#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/core/kernel/simulator/device.h"
#endif

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <random>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

constexpr std::size_t count = 1024;

/// One result for each pair of operands.
std::string kernel(const std::string& operation) {
  return fmt::format(R"(target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.sqrt.f32(float)
define ptx_kernel void @k(ptr %a, ptr %b, ptr %out) {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pa = getelementptr float, ptr %a, i32 %t
  %pb = getelementptr float, ptr %b, i32 %t
  %po = getelementptr float, ptr %out, i32 %t
  %x = load float, ptr %pa
  %y = load float, ptr %pb
  %r = {}
  store float %r, ptr %po
  ret void
}})",
                     operation);
}

struct Ran {
  std::vector<float> results;
  double cycles = 0;
};

Ran run(const std::string& operation, const std::vector<float>& a, const std::vector<float>& b) {
  Device device(valueOf(simulatorOfText(kernel(operation))));
  const std::uint64_t out = device.reserve<float>(a.size());
  const LaunchReport report =
      device.launch("k", {1, 1, 1}, {static_cast<std::uint32_t>(a.size()), 1, 1}, device.upload(a), device.upload(b), out);
  if (report.fault) throw std::runtime_error(report.fault->message());
  return {device.download<float>(out, a.size()), report.statistics.cycles};
}

std::vector<float> sizes(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> exponent(-30, 30);
  std::vector<float> values;
  while (values.size() < count) values.push_back((random() % 2 == 0 ? -1.0F : 1.0F) * std::exp2(exponent(random)));
  return values;
}

const float infinity = std::numeric_limits<float>::infinity();

} // namespace

/// PTX ISA, div.approx and sqrt.approx.
class ApproximateTest : public QObject {
  Q_OBJECT

private slots:
  /// Within a unit in the last place; and off wherever a GPU may be.
  void quotientsAreNearAndSeldomRight() {
    const std::vector<float> a = sizes(1);
    const std::vector<float> b = sizes(2);
    const Ran ran = run("fdiv afn float %x, %y", a, b);
    int differing = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double exact = double(a[i]) / double(b[i]);
      QVERIFY(std::abs(ran.results[i] / exact - 1) < 1.01 * std::exp2(-23));
      differing += ran.results[i] != a[i] / b[i] ? 1 : 0;
    }
    QVERIFY(differing > int(count) * 9 / 10);
  }

  void rootsAreNearAndSeldomRight() {
    std::vector<float> a = sizes(3);
    for (float& value : a) value = std::abs(value);
    const Ran ran = run("call afn float @llvm.sqrt.f32(float %x)", a, a);
    int differing = 0;
    for (std::size_t i = 0; i < count; ++i) {
      QVERIFY(std::abs(ran.results[i] / std::sqrt(double(a[i])) - 1) < 1.01 * std::exp2(-23));
      differing += ran.results[i] != std::sqrt(a[i]) ? 1 : 0;
    }
    QVERIFY(differing > int(count) * 9 / 10);
  }

  void edgesAreThoseOfPtx() {
    const std::vector<float> a = {1, -1, infinity, 3, infinity, 0, 6};
    const std::vector<float> b = {0, 0, 2, infinity, std::exp2(127.0F), 5, std::exp2(127.0F)};
    const std::vector<float> quotients = run("fdiv afn float %x, %y", a, b).results;
    QVERIFY(quotients[0] == infinity && quotients[1] == -infinity && quotients[2] == infinity);
    QVERIFY(quotients[3] == 0 && std::isnan(quotients[4]) && quotients[5] == 0 && quotients[6] == 0);
    const std::vector<float> of = {0, infinity, -4, 1};
    const std::vector<float> roots = run("call afn float @llvm.sqrt.f32(float %x)", of, of).results;
    QVERIFY(roots[0] == 0 && roots[1] == infinity && std::isnan(roots[2]) && roots[3] == 1);
  }

  /// Divisors that are powers of two.
  void whatIsExactOnEveryGpuIsExact() {
    const std::vector<float> a = {3, 7, -5, 0.1F};
    const std::vector<float> b = {2, 8, 0.25F, 1};
    const std::vector<float> quotients = run("fdiv afn float %x, %y", a, b).results;
    for (std::size_t i = 0; i < a.size(); ++i) QCOMPARE(quotients[i], a[i] / b[i]);
  }

  void approximationsAreFaster() {
    const std::vector<float> a(count, 2);
    QVERIFY(run("fdiv afn float %x, %y", a, a).cycles < run("fdiv float %x, %y", a, a).cycles);
    QVERIFY(run("call afn float @llvm.sqrt.f32(float %x)", a, a).cycles < run("call float @llvm.sqrt.f32(float %x)", a, a).cycles);
  }
};

QTEST_GUILESS_MAIN(ApproximateTest)
#include "approximate_test.moc"
