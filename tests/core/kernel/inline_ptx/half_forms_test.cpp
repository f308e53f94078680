/// Half precision on the simulated GPU, against its definition.

#include <QTest>
#ifndef Q_MOC_RUN // whose parser loses its way in LLVM's headers
#include "forms.h"
#endif

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::ir::assembly::testing;

namespace {

/// Bits of the fraction: 10 of f16, 7 of bf16.
struct Half {
  int fraction;
  int bias() const { return fraction == 10 ? 15 : 127; }

  double value(std::uint32_t bits) const {
    const int exponent = static_cast<int>(bits >> fraction & (fraction == 10 ? 31 : 255));
    const double size = bits & ((1U << fraction) - 1);
    const int largest = 2 * bias() + 1;
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == largest) return size != 0 ? std::nan("") : sign * HUGE_VAL;
    if (exponent == 0) return sign * std::ldexp(size, 1 - bias() - fraction);
    return sign * std::ldexp(size + (1 << fraction), exponent - bias() - fraction);
  }

  /// To the nearest, ties to even.
  std::uint32_t bits(double value) const {
    const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
    const auto infinity = static_cast<std::uint32_t>(2 * bias() + 1) << fraction;
    if (std::isnan(value)) return 0x7fff;
    if (std::isinf(value)) return sign | infinity;
    int exponent = 0;
    std::frexp(value, &exponent);
    const int unit = std::max(exponent - 1, 1 - bias()) - fraction;
    const double counted = std::nearbyint(std::ldexp(std::abs(value), -unit)); // of the last place
    const auto whole = static_cast<std::uint32_t>(counted);
    if (whole < (1U << fraction)) return sign | whole;
    return sign | std::min(infinity, (static_cast<std::uint32_t>(unit + fraction + bias() - 1) << fraction) + whole);
  }
};

constexpr Half f16{10};
constexpr Half bf16{7};

bool isNan(Half type, std::uint32_t bits) { return std::isnan(type.value(bits)); }

/// The block's results for each of the inputs.
std::vector<std::uint64_t> computed(const std::string& text, const std::string& constraints,
                                    const std::vector<std::vector<std::uint64_t>>& inputs) {
  const Letters letters = lettersOf(constraints);
  const auto base = std::move(BaseModule::load(prepareBase(assemble(kernelOf({text, constraints, {}}))).value()).value());
  sim::testing::Device device(valueOf(sim::Simulator::create(base->module(), *sim::loadModel("sim"))));
  const unsigned size = bytesOf(letters.results[0]);
  const std::uint64_t out = device.upload(std::vector<std::uint8_t>(inputs.size() * size));
  std::array<std::uint64_t, 3> places{out, out, out};
  for (std::size_t j = 0; j < letters.inputs.size(); ++j) {
    std::vector<std::uint8_t> bytes;
    for (const std::vector<std::uint64_t>& values : inputs)
      for (unsigned i = 0; i < bytesOf(letters.inputs[j]); ++i) bytes.push_back(static_cast<std::uint8_t>(values[j] >> (8 * i)));
    places[j] = device.upload(bytes);
  }
  Bytes parameters;
  for (std::size_t i = 0; i <= letters.inputs.size(); ++i)
    for (unsigned shift = 0; shift < 64; shift += 8)
      parameters.push_back(static_cast<std::uint8_t>((i == 0 ? out : places[i - 1]) >> shift));
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {static_cast<unsigned>(inputs.size()), 1, 1};
  launch.parameters = parameters;
  const sim::LaunchReport report = device.simulator.launch(launch, device.memory, device.limits);
  if (report.fault) throw std::runtime_error(report.fault->message());
  const auto bytes = device.download<std::uint8_t>(out, inputs.size() * size);
  std::vector<std::uint64_t> results(inputs.size());
  for (std::size_t i = 0; i < results.size(); ++i) std::memcpy(&results[i], &bytes[i * size], size);
  return results;
}

std::vector<std::uint32_t> someHalves(Half type) {
  std::vector<std::uint32_t> halves = {0,
                                       0x8000,
                                       type.bits(1),
                                       type.bits(-1),
                                       type.bits(0.5),
                                       type.bits(-2.5),
                                       type.bits(3.75),
                                       type.bits(HUGE_VAL),
                                       type.bits(-HUGE_VAL),
                                       0x7fff,
                                       1,
                                       0x8001,
                                       type.bits(100),
                                       type.bits(-37)};
  std::mt19937 engine(3);
  for (int i = 0; i < 10; ++i)
    halves.push_back(type.bits(std::ldexp(static_cast<double>(engine() % 4096) - 2048, -static_cast<int>(engine() % 12))));
  return halves;
}

using Operation = std::function<double(double, double)>;

} // namespace

Q_DECLARE_METATYPE(Operation)

class HalfFormsTest : public QObject {
  Q_OBJECT

private slots:
  void twoOperands_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<Operation>("expected");
    const auto saturated = [](double x) { return x > 0 ? std::min(x, 1.0) : 0.0; };
    const auto clipped = [](double x) { return std::isnan(x) ? x : std::max(x, 0.0); };
    QTest::newRow("sum") << "add.TYPE $0, $1, $2;" << Operation([](double a, double b) { return a + b; });
    QTest::newRow("difference") << "sub.rn.TYPE $0, $1, $2;" << Operation([](double a, double b) { return a - b; });
    QTest::newRow("product") << "mul.TYPE $0, $1, $2;" << Operation([](double a, double b) { return a * b; });
    QTest::newRow("multiply-add") << "fma.rn.TYPE $0, $1, $2, $1;" << Operation([](double a, double b) { return std::fma(a, b, a); });
    QTest::newRow("clipped multiply-add") << "fma.rn.relu.TYPE $0, $1, $2, $1;"
                                          << Operation([=](double a, double b) { return clipped(std::fma(a, b, a)); });
    QTest::newRow("saturated sum") << "add.sat.TYPE $0, $1, $2;" << Operation([=](double a, double b) { return saturated(a + b); });
    QTest::newRow("minimum") << "min.TYPE $0, $1, $2;" << Operation([](double a, double b) {
      return a == 0 && b == 0 ? (std::signbit(a) ? a : b) : std::fmin(a, b);
    });
    QTest::newRow("maximum that keeps NaN") << "max.NaN.TYPE $0, $1, $2;" << Operation([](double a, double b) {
      return std::isnan(a) || std::isnan(b) ? std::nan("") : a == 0 && b == 0 ? (std::signbit(a) ? b : a) : std::max(a, b);
    });
    QTest::newRow("negation") << "{ neg.TYPE $0, $1; sub.TYPE $0, $0, $2; }" << Operation([](double a, double b) { return -a - b; });
    QTest::newRow("size") << "{ abs.TYPE $0, $1; add.TYPE $0, $0, $2; }" << Operation([](double a, double b) { return std::abs(a) + b; });
    QTest::newRow("comparison") << "set.lt.TYPE.TYPE $0, $1, $2;" << Operation([](double a, double b) { return a < b ? 1.0 : 0.0; });
    QTest::newRow("unordered") << "set.geu.TYPE.TYPE $0, $1, $2;" << Operation([](double a, double b) { return a < b ? 0.0 : 1.0; });
  }
  void twoOperands() {
    QFETCH(QString, operation);
    QFETCH(Operation, expected);
    for (const Half type : {f16, bf16}) {
      const bool isBrain = type.fraction == 7;
      if (isBrain && operation.contains("sat")) continue; // PTX has none
      const auto halves = someHalves(type);
      std::vector<std::vector<std::uint64_t>> inputs, pairs;
      for (std::size_t i = 0; i < halves.size(); ++i) {
        inputs.push_back({halves[i], halves[i * 5 % halves.size()]});
        pairs.push_back({halves[i] | halves[0] << 16, halves[i * 5 % halves.size()] | halves[2] << 16});
      }
      QString one = operation, two = operation;
      const auto single = computed(one.replace("TYPE", isBrain ? "bf16" : "f16").toStdString(), "=h,h,h", inputs);
      const auto both = computed(two.replace("TYPE", isBrain ? "bf16x2" : "f16x2").toStdString(), "=r,r,r", pairs);
      QCOMPARE(single.size(), inputs.size());
      QCOMPARE(both.size(), inputs.size());
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto lane = [&](std::uint64_t a, std::uint64_t b) {
          return type.bits(expected(type.value(static_cast<std::uint32_t>(a)), type.value(static_cast<std::uint32_t>(b))));
        };
        const auto same = [&](std::uint32_t actual, std::uint32_t wanted) {
          return actual == wanted || (isNan(type, actual) && isNan(type, wanted));
        };
        const std::string said = fmt::format("{} {:#x} {:#x}: {:#x}, {:#x}, not {:#x}", isBrain ? "bf16" : "f16", inputs[i][0],
                                             inputs[i][1], single[i], both[i], lane(inputs[i][0], inputs[i][1]));
        QVERIFY2(same(low(single[i]), lane(inputs[i][0], inputs[i][1])), said.c_str());
        QVERIFY2(same(low(both[i]) & 0xffff, lane(inputs[i][0], inputs[i][1])), said.c_str());
        QVERIFY2(same(low(both[i]) >> 16, lane(halves[0], halves[2])), said.c_str());
      }
    }
  }

  void conversions_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("constraints");
    QTest::addColumn<quint64>("input");
    QTest::addColumn<quint64>("result");
    QTest::newRow("f16 of a float") << "cvt.rn.f16.f32 $0, $1;"
                                    << "=h,f" << quint64{bitsOf(1.0F / 3)} << quint64{0x3555};
    QTest::newRow("f16 of a large float") << "cvt.rn.f16.f32 $0, $1;"
                                          << "=h,f" << quint64{bitsOf(1e6F)} << quint64{0x7c00};
    QTest::newRow("bf16 of a float") << "cvt.rn.bf16.f32 $0, $1;"
                                     << "=h,f" << quint64{bitsOf(1.0F / 3)} << quint64{0x3eab};
    QTest::newRow("tf32 of a float") << "cvt.rna.tf32.f32 $0, $1;"
                                     << "=r,f" << quint64{bitsOf(-1.0F - 0x1p-11F)} << quint64{bitsOf(-1.0F - 0x1p-10F)};
    QTest::newRow("tf32 of a float, downwards") << "cvt.rna.tf32.f32 $0, $1;"
                                                << "=r,f" << quint64{bitsOf(1.0F + 0x1p-12F)} << quint64{bitsOf(1.0F)};
    QTest::newRow("tf32 of NaN") << "cvt.rna.tf32.f32 $0, $1;"
                                 << "=r,f" << quint64{0x7fffffff} << quint64{0x7fffffff};
    QTest::newRow("clipped") << "cvt.rn.relu.f16.f32 $0, $1;"
                             << "=h,f" << quint64{bitsOf(-2.0F)} << quint64{0};
    QTest::newRow("two floats") << "cvt.rn.f16x2.f32 $0, $1, 0f40000000;"
                                << "=r,f" << quint64{bitsOf(1.0F)} << quint64{0x3c004000};
    QTest::newRow("float of f16") << "cvt.f32.f16 $0, $1;"
                                  << "=f,h" << quint64{0xc100} << quint64{bitsOf(-2.5F)};
    QTest::newRow("float of bf16") << "cvt.f32.bf16 $0, $1;"
                                   << "=f,h" << quint64{0xc020} << quint64{bitsOf(-2.5F)};
    QTest::newRow("bf16 of f16") << "cvt.rn.bf16.f16 $0, $1;"
                                 << "=h,h" << quint64{0xc100} << quint64{0xc020};
    QTest::newRow("integer of f16") << "cvt.rzi.s32.f16 $0, $1;"
                                    << "=r,h" << quint64{0xc100} << quint64{0xfffffffe};
    QTest::newRow("short of f16, upwards") << "cvt.rpi.s16.f16 $0, $1;"
                                           << "=h,h" << quint64{0x4100} << quint64{3};
    QTest::newRow("f16 of an integer") << "cvt.rn.f16.s32 $0, $1;"
                                       << "=h,r" << quint64{0xffffffff} << quint64{0xbc00};
    QTest::newRow("f16 of a float, downwards") << "cvt.rm.f16.f32 $0, $1;"
                                               << "=h,f" << quint64{bitsOf(-1.0F - 0x1p-20F)} << quint64{0xbc01};
    QTest::newRow("f16 of a float, upwards") << "cvt.rp.f16.f32 $0, $1;"
                                             << "=h,f" << quint64{bitsOf(-1.0F - 0x1p-20F)} << quint64{0xbc00};
    QTest::newRow("bf16 of an integer, towards zero") << "cvt.rz.bf16.s32 $0, $1;"
                                                      << "=h,r" << quint64{0xffffff01} << quint64{0xc37f};
    QTest::newRow("f16 of an integer, upwards") << "cvt.rp.f16.u64 $0, $1;"
                                                << "=h,l" << quint64{4097} << quint64{0x6c01};
    QTest::newRow("whole f16") << "cvt.rni.f16.f16 $0, $1;"
                               << "=h,h" << quint64{0x4100} << quint64{0x4000};
    QTest::newRow("comparison of lanes") << "{ .reg .pred p, q; .reg .b32 z; mov.b32 z, 0; setp.gt.f16x2 p|q, $1, z; selp.u32 $0, 1, 0, p;"
                                            " @q add.u32 $0, $0, 2; }"
                                         << "=r,r" << quint64{0x3c00bc00} << quint64{2};
    QTest::newRow("parts") << "{ .reg .f16 low, high; mov.b32 {low,high}, $1; cvt.f32.f16 $0, high; }"
                           << "=f,r" << quint64{0x40003c00} << quint64{bitsOf(2.0F)};
  }
  void conversions() {
    QFETCH(QString, text);
    QFETCH(QString, constraints);
    QFETCH(quint64, input);
    QFETCH(quint64, result);
    const auto results = computed(text.toStdString(), constraints.toStdString(), {{input}});
    QCOMPARE(results.size(), std::size_t{1});
    QCOMPARE(quint64{results[0]}, result);
  }
};

QTEST_GUILESS_MAIN(HalfFormsTest)
#include "half_forms_test.moc"
