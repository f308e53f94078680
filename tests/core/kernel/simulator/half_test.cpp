// Half and bfloat in LLVM IR, as scalars and as pairs, against their definition.

#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/core/kernel/simulator/device.h"
#endif
#include "tests/core/kernel/simulator/lanes/float_forms.h"

#include <fmt/format.h>
#include <functional>
#include <random>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

using Numbers = std::array<double, 3>;

struct Operation {
  std::string declarations; ///< of intrinsics; TYPE and SUFFIX stand for the format's names
  std::string body;         ///< makes %r of %a, %b and %c
  std::string result;       ///< its type
  std::function<std::uint64_t(Form, const Numbers&)> expected;
  bool pairs = true; ///< works on two at a time as well
};

Operation operation(std::string body, std::function<double(const Numbers&)> expected) {
  return {"", std::move(body), "TYPE", [=](Form form, const Numbers& v) { return bitsOf(form, expected(v)); }};
}
Operation call(const std::string& name, unsigned operands, std::function<double(const Numbers&)> expected) {
  std::string types, arguments;
  for (unsigned i = 0; i < operands; ++i) {
    types += i ? ", TYPE" : "TYPE";
    arguments += fmt::format("{}TYPE %{}", i ? ", " : "", "abc"[i]);
  }
  Operation made = operation(fmt::format("%r = call TYPE @{}({})", name, arguments), std::move(expected));
  made.declarations = fmt::format("declare TYPE @{}({})\n", name, types);
  return made;
}
Operation conversion(std::string body, std::string result, std::function<std::uint64_t(double)> expected) {
  return {"", std::move(body), std::move(result), [=](Form, const Numbers& v) { return expected(v[0]); }, false};
}

double least(double a, double b) { return std::isnan(a) ? b : std::isnan(b) ? a : a == b ? (std::signbit(a) ? a : b) : std::min(a, b); }
double most(double a, double b) { return -least(-a, -b); }
std::uint64_t whole(double value, double low, double high, std::uint64_t nan) {
  if (std::isnan(value)) return nan;
  value = std::trunc(value);
  if (value >= high) return high == 0x1p63 ? ~0ULL >> 1 : static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - 1);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::max(value, low)));
}

const std::vector<std::pair<const char*, Operation>>& operations() {
  using N = const Numbers&;
  constexpr std::uint64_t highest = 1ULL << 63;
  static const std::vector<std::pair<const char*, Operation>> all = {
      {"sum", operation("%r = fadd TYPE %a, %b", [](N v) { return v[0] + v[1]; })},
      {"difference", operation("%r = fsub TYPE %a, %b", [](N v) { return v[0] - v[1]; })},
      {"product", operation("%r = fmul TYPE %a, %b", [](N v) { return v[0] * v[1]; })},
      {"quotient", operation("%r = fdiv TYPE %a, %b", [](N v) { return v[0] / v[1]; })},
      {"remainder", operation("%r = frem TYPE %a, %b", [](N v) { return std::fmod(v[0], v[1]); })},
      {"negation", operation("%n = fneg TYPE %a\n%r = fadd TYPE %n, %b", [](N v) { return v[1] - v[0]; })},
      {"constant", operation("%r = fadd TYPE %a, SPLAT", [](N v) { return v[0] + 1.5; })},
      {"fused",
       {"declare TYPE @llvm.fma.SUFFIX(TYPE, TYPE, TYPE)\n", "%r = call TYPE @llvm.fma.SUFFIX(TYPE %a, TYPE %b, TYPE %c)", "TYPE",
        [](Form form, N v) {
          const std::array<double, 2> terms{v[0] * v[1], v[2]};
          return smallOf(form).roundedSum(terms, FE_TONEAREST);
        }}},
      {"root", call("llvm.sqrt.SUFFIX", 1, [](N v) { return std::sqrt(v[0]); })},
      {"floor", call("llvm.floor.SUFFIX", 1, [](N v) { return std::floor(v[0]); })},
      {"minnum", call("llvm.minnum.SUFFIX", 2, [](N v) { return least(v[0], v[1]); })},
      {"maximum",
       call("llvm.maximum.SUFFIX", 2, [](N v) { return std::isnan(v[0]) || std::isnan(v[1]) ? std::nan("") : most(v[0], v[1]); })},
      {"copied sign", call("llvm.copysign.SUFFIX", 2, [](N v) { return std::copysign(v[0], v[1]); })},
      {"less or unordered",
       {"", "%i = fcmp ult TYPE %a, %b\n%r = select COND %i, TYPE %a, TYPE %c", "TYPE",
        [](Form form, N v) { return bitsOf(form, v[0] >= v[1] ? v[2] : v[0]); }}},
      {"nvvm fused, clipped", call("llvm.nvvm.fma.rn.relu.NVVM", 3,
                                   [](N v) {
                                     const double r = std::fma(v[0], v[1], v[2]);
                                     return std::isnan(r) ? r : most(r, 0);
                                   })},
      {"nvvm largest size",
       {"declare TYPE @llvm.nvvm.fmax.xorsign.abs.NVVM(TYPE, TYPE)\n", "%r = call TYPE @llvm.nvvm.fmax.xorsign.abs.NVVM(TYPE %a, TYPE %b)",
        "TYPE",
        [](Form form, N v) {
          const double size = most(std::fabs(v[0]), std::fabs(v[1]));
          return bitsOf(form, std::signbit(v[0]) != std::signbit(v[1]) ? -size : size);
        }}},
      {"to float",
       {"", "%r = fpext TYPE %a to float", "float",
        [](Form form, N v) { // a bfloat is the upper half of a float, whatever it holds
          const std::uint64_t nan = form == Form::Half ? 0x7fffffff : 0x7fff0000;
          return std::isnan(v[0]) ? nan : bitsOf(Form::Single, v[0]);
        },
        false}},
      {"to double", conversion("%r = fpext TYPE %a to double", "double", [](double x) { return bitsOf(Form::Double, x); })},
      {"to int", conversion("%r = fptosi TYPE %a to i32", "i32", [](double x) { return whole(x, -0x1p31, 0x1p31, 0) & 0xffffffff; })},
      {"to long", conversion("%r = fptosi TYPE %a to i64", "i64", [](double x) { return whole(x, -0x1p63, 0x1p63, highest); })},
      {"to short, saturating",
       {"declare i16 @llvm.fptosi.sat.i16.SUFFIX(TYPE)\n", "%r = call i16 @llvm.fptosi.sat.i16.SUFFIX(TYPE %a)", "i16",
        [](Form, N v) { return whole(v[0], -0x1p15, 0x1p15, 0) & 0xffff; }, false}},
      {"of bits",
       {"", "%i = bitcast TYPE %a to i16\n%j = xor i16 %i, -32768\n%k = bitcast i16 %j to TYPE\n%r = fadd TYPE %k, %b", "TYPE",
        [](Form form, N v) { return bitsOf(form, v[1] - v[0]); }, false}},
      {"class",
       {"declare i1 @llvm.is.fpclass.SUFFIX(TYPE, i32)\n", "%i = call i1 @llvm.is.fpclass.SUFFIX(TYPE %a, i32 144)\n%r = zext i1 %i to i32",
        "i32",
        [](Form form, N v) { // subnormal
          return std::uint64_t{v[0] != 0 && std::fabs(v[0]) < std::ldexp(1.0, 1 - smallOf(form).bias)};
        },
        false}},
  };
  return all;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) text.replace(at, what.size(), with);
  return text;
}

std::string kernelOf(const Operation& operation, Form form, bool pair) {
  const std::string scalar = form == Form::Half ? "half" : "bfloat";
  const std::string suffix = form == Form::Half ? "f16" : "bf16";
  const std::string type = pair ? fmt::format("<2 x {}>", scalar) : scalar;
  const std::string number = form == Form::Half ? "0xH3E00" : "0xR3FC0";
  std::string text = operation.declarations + "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                                              "define ptx_kernel void @k(ptr %in0, ptr %in1, ptr %in2, ptr %out) {\n"
                                              "%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n";
  for (int i = 0; i < 3; ++i)
    text +=
        fmt::format("%p{0} = getelementptr TYPE, ptr %in{0}, i32 %t\n%{1} = load TYPE, ptr %p{0}, align {2}\n", i, "abc"[i], pair ? 4 : 2);
  text += operation.body + "\n%q = getelementptr i64, ptr %out, i32 %t\nstore " + operation.result + " %r, ptr %q, align 8\nret void\n}\n";
  text = replaced(text, "TYPE", type);
  text = replaced(text, "COND", pair ? "<2 x i1>" : "i1");
  text = replaced(text, "SUFFIX", (pair ? "v2" : "") + suffix);
  text = replaced(text, "NVVM", suffix + (pair ? "x2" : ""));
  text = replaced(text, "SPLAT", pair ? fmt::format("<{0} {1}, {0} {1}>", scalar, number) : number);
  return "target triple = \"nvptx64-nvidia-cuda\"\n" + text;
}

std::vector<std::uint16_t> someValues(Form form, std::size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<std::uint16_t> values;
  for (const double value : {0.0, -0.0, 1.0, -1.5, 0.1, 2.5, 65504.0, -65504.0, 1e-6, -1e-6, HUGE_VAL, -HUGE_VAL})
    values.push_back(static_cast<std::uint16_t>(bitsOf(form, value)));
  for (const std::uint16_t bits : {1, 0x8001, 0x7fff, 0x03ff, 0x0400, 0x007f, 0x0080}) values.push_back(bits);
  while (values.size() < count)
    values.push_back(static_cast<std::uint16_t>(
        engine() % 2 ? bitsOf(form, std::ldexp(static_cast<double>(engine() % 4096) - 2048, -static_cast<int>(engine() % 12))) : engine()));
  for (std::uint16_t& value : values)
    if (isNanBits(form, value)) value = 0x7fff; // its sign and payload are unspecified
  std::shuffle(values.begin(), values.end(), engine);
  return values;
}

} // namespace

class HalfTest : public QObject {
  Q_OBJECT
private slots:
  void agreesWithItsDefinition_data();
  void agreesWithItsDefinition();
  void conversionsFromOtherTypes();
  void pairsPassThroughWordsPhisAndShuffles();
  void atomicsAddInPlace();
  void variablesAndConstantsHoldHalves();
  void pairCostsAsMuchAsASingleHalf();
  void unsupportedOperationsAreNamed();
};

void HalfTest::agreesWithItsDefinition_data() {
  QTest::addColumn<int>("number");
  QTest::addColumn<bool>("isHalf");
  QTest::addColumn<bool>("pair");
  for (std::size_t i = 0; i < operations().size(); ++i)
    for (const bool isHalf : {true, false})
      for (const bool pair : {false, true})
        if (!pair || operations()[i].second.pairs)
          QTest::addRow("%s of %s%s", operations()[i].first, isHalf ? "half" : "bfloat", pair ? " pairs" : "")
              << static_cast<int>(i) << isHalf << pair;
}

void HalfTest::agreesWithItsDefinition() {
  QFETCH(int, number);
  QFETCH(bool, isHalf);
  QFETCH(bool, pair);
  const Operation& operation = operations()[static_cast<std::size_t>(number)].second;
  const Form form = isHalf ? Form::Half : Form::Brain;
  Device device(valueOf(simulatorOfText(kernelOf(operation, form, pair))));
  constexpr std::size_t threads = 512;
  const std::size_t count = pair ? 2 * threads : threads;
  std::array<std::vector<std::uint16_t>, 3> inputs;
  std::array<std::uint64_t, 3> places{};
  for (unsigned i = 0; i < 3; ++i) places[i] = device.upload(inputs[i] = someValues(form, count, i + 1));
  const auto out = device.upload(std::vector<std::uint64_t>(threads));
  const LaunchReport report = device.launch("k", {1, 1, 1}, {threads, 1, 1}, places[0], places[1], places[2], out);
  QVERIFY2(!report.fault, faultMessage(report).c_str());
  const auto results = device.download<std::uint64_t>(out, threads);
  for (std::size_t i = 0; i < count; ++i) {
    const Numbers numbers{numberOf(form, inputs[0][i]), numberOf(form, inputs[1][i]), numberOf(form, inputs[2][i])};
    const std::uint64_t found = pair ? results[i / 2] >> (16 * (i % 2)) & 0xffff : results[i];
    const std::uint64_t expected = operation.expected(form, numbers);
    const std::string text =
        fmt::format("of {:#x}, {:#x}, {:#x}: {:#x} instead of {:#x}", inputs[0][i], inputs[1][i], inputs[2][i], found, expected);
    QVERIFY2(found == expected || (isNanBits(form, found) && isNanBits(form, expected)), text.c_str());
  }
}

void HalfTest::conversionsFromOtherTypes() {
  Device device(valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(i64 %l, double %d, ptr %out, i32 %i, float %f) {
  %a = sitofp i32 %i to half
  %b = uitofp i64 %l to bfloat
  %c = fptrunc float %f to half
  %e = fptrunc double %d to bfloat
  %g = fptrunc double %d to half
  %h = sitofp i32 %i to bfloat
  store half %a, ptr %out, align 2
  %p1 = getelementptr i16, ptr %out, i64 1
  store bfloat %b, ptr %p1, align 2
  %p2 = getelementptr i16, ptr %out, i64 2
  store half %c, ptr %p2, align 2
  %p3 = getelementptr i16, ptr %out, i64 3
  store bfloat %e, ptr %p3, align 2
  %p4 = getelementptr i16, ptr %out, i64 4
  store half %g, ptr %p4, align 2
  %p5 = getelementptr i16, ptr %out, i64 5
  store bfloat %h, ptr %p5, align 2
  ret void
})")));
  const auto out = device.upload(std::vector<std::uint16_t>(6));
  // Each but the first is a little above the middle of two numbers; rounding to float before would lose that.
  const double middle = 1 + 0x1p-8 + 0x1p-40;
  const LaunchReport report = device.launch("k", {1, 1, 1}, {1, 1, 1}, 0x8080000000000001ULL, middle, out, -3, 1.0F + 0x1p-11F + 0x1p-20F);
  QVERIFY2(!report.fault, faultMessage(report).c_str());
  QCOMPARE(device.download<std::uint16_t>(out, 6), (std::vector<std::uint16_t>{0xc200, 0x5f01, 0x3c01, 0x3f81, 0x3c04, 0xc040}));
}

void HalfTest::pairsPassThroughWordsPhisAndShuffles() {
  Device device(valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
define ptx_kernel void @k(ptr %in, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x half>, ptr %in, i32 %t
  %four = load <4 x half>, ptr %p, align 8
  %bits = bitcast <4 x half> %four to i64
  %turned = call i64 @llvm.fshl.i64(i64 %bits, i64 %bits, i64 16)
  %again = bitcast i64 %turned to <4 x half>
  %low = shufflevector <4 x half> %again, <4 x half> poison, <2 x i32> <i32 0, i32 1>
  %word = bitcast <2 x half> %low to i32
  %passed = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %word, i32 1, i32 31)
  %pair = bitcast i32 %passed to <2 x half>
  %odd = and i32 %t, 1
  %isOdd = icmp eq i32 %odd, 1
  br i1 %isOdd, label %change, label %done
change:
  %sum = fadd <2 x half> %pair, <half 0xH3C00, half 0xH4000>
  br label %done
done:
  %any = phi <2 x half> [ %pair, %entry ], [ %sum, %change ]
  %q = getelementptr <2 x half>, ptr %out, i32 %t
  store <2 x half> %any, ptr %q, align 4
  ret void
}
declare i64 @llvm.fshl.i64(i64, i64, i64))")));
  std::vector<std::uint16_t> values;
  for (int i = 0; i < 128; ++i) values.push_back(static_cast<std::uint16_t>(bitsOf(Form::Half, i)));
  const auto in = device.upload(values);
  const auto out = device.upload(std::vector<std::uint16_t>(64));
  const LaunchReport report = device.launch("k", {1, 1, 1}, {32, 1, 1}, in, out);
  QVERIFY2(!report.fault, faultMessage(report).c_str());
  const auto results = device.download<std::uint16_t>(out, 64);
  for (int lane = 0; lane < 32; ++lane) {
    const int from = 4 * (lane ^ 1);
    QCOMPARE(numberOf(Form::Half, results[static_cast<std::size_t>(2 * lane)]), from + 3 + (lane % 2 ? 1 : 0));
    QCOMPARE(numberOf(Form::Half, results[static_cast<std::size_t>(2 * lane + 1)]), from + (lane % 2 ? 2 : 0));
  }
}

void HalfTest::atomicsAddInPlace() {
  Device device(valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %h, ptr %b, ptr %pair, ptr %old) {
  %x = atomicrmw fadd ptr %h, half 0xH3800 monotonic, align 2
  %y = atomicrmw fmax ptr %b, bfloat 0xR4040 monotonic, align 2
  %z = atomicrmw fadd ptr %pair, <2 x half> <half 0xH3C00, half 0xHC000> monotonic, align 4
  store <2 x half> %z, ptr %old, align 4
  ret void
})")));
  const auto h = device.upload(std::vector<std::uint16_t>{0, 0x1234});
  const auto b = device.upload(std::vector<std::uint16_t>{0xc040});
  const auto pair = device.upload(std::vector<std::uint16_t>{0x3c00, 0});
  const auto old = device.upload(std::vector<std::uint16_t>{0, 0});
  const LaunchReport report = device.launch("k", {1, 1, 1}, {32, 1, 1}, h, b, pair, old);
  QVERIFY2(!report.fault, faultMessage(report).c_str());
  QCOMPARE(device.download<std::uint16_t>(h, 2), (std::vector<std::uint16_t>{0x4c00, 0x1234})); // 16; its neighbour stays
  QCOMPARE(device.download<std::uint16_t>(b, 1), (std::vector<std::uint16_t>{0x4040}));
  QCOMPARE(device.download<std::uint16_t>(pair, 2), (std::vector<std::uint16_t>{0x5020, 0xd400})); // 33, -64
  QCOMPARE(device.download<std::uint16_t>(old, 2), (std::vector<std::uint16_t>{0x5000, 0xd3c0}));  // what the last one found
}

void HalfTest::variablesAndConstantsHoldHalves() {
  Device device(valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
@table = addrspace(4) constant [3 x half] [half 0xH3C00, half 0xH4000, half 0xHC200], align 2
@pairs = addrspace(1) global { <2 x bfloat>, bfloat } { <2 x bfloat> <bfloat 0xR3F80, bfloat 0xR4000>, bfloat 0xRC040 }, align 4
define ptx_kernel void @k(ptr %out) {
  %a = load half, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @table, i64 4), align 2
  store half %a, ptr %out, align 2
  %b = load bfloat, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @pairs, i64 2), align 2
  %p1 = getelementptr i16, ptr %out, i64 1
  store bfloat %b, ptr %p1, align 2
  %c = load bfloat, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @pairs, i64 4), align 2
  %p2 = getelementptr i16, ptr %out, i64 2
  store bfloat %c, ptr %p2, align 2
  ret void
})")));
  const auto out = device.upload(std::vector<std::uint16_t>(3));
  const LaunchReport report = device.launch("k", {1, 1, 1}, {1, 1, 1}, out);
  QVERIFY2(!report.fault, faultMessage(report).c_str());
  QCOMPARE(device.download<std::uint16_t>(out, 3), (std::vector<std::uint16_t>{0xc200, 0x4000, 0xc040}));
}

void HalfTest::pairCostsAsMuchAsASingleHalf() {
  const auto cycles = [](const std::string& type) {
    std::string body;
    for (int i = 0; i < 200; ++i) body += fmt::format("%v{} = fmul {} %v{}, %v0\n", i + 1, type, i);
    Device device(
        valueOf(simulatorOfText(fmt::format("target triple = \"nvptx64-nvidia-cuda\"\ndefine ptx_kernel void @k(ptr %p) {{\n"
                                            "%v0 = load {0}, ptr %p, align 4\n{1}store {0} %v200, ptr %p, align 4\nret void\n}}\n",
                                            type, body))));
    const auto p = device.upload(std::vector<std::uint32_t>{0x3c003c00});
    return device.launch("k", {1, 1, 1}, {1, 1, 1}, p).statistics.cycles;
  };
  QCOMPARE(cycles("<2 x half>"), cycles("half"));
  QCOMPARE(cycles("bfloat"), cycles("float"));
}

void HalfTest::unsupportedOperationsAreNamed() {
  const auto simulator = simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
declare i16 @llvm.nvvm.ff.to.e4m3x2.rn(float, float)
define ptx_kernel void @k(float %a, ptr %p) {
  %r = call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %a, float %a)
  store i16 %r, ptr %p, align 2
  ret void
})");
  QVERIFY(!simulator);
  QVERIFY2(simulator.error().message.find("llvm.nvvm.ff.to.e4m3x2.rn") != std::string::npos, simulator.error().message.c_str());
}

QTEST_GUILESS_MAIN(HalfTest)
#include "half_test.moc"
