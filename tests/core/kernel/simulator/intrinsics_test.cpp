#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/core/kernel/simulator/device.h"
#endif

#include <bit>
#include <cfenv>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <random>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

using Bits = std::array<std::uint64_t, 3>;
/// What an intrinsic makes of the bits of its operands.
using Reference = std::function<std::uint64_t(const Bits&)>;

struct Intrinsic {
  std::string name;
  std::string result;                ///< LLVM type
  std::vector<std::string> operands; ///< LLVM types; those with a value after a blank are immediates
  Reference reference;
};

unsigned bitsOf(const std::string& type) {
  return type == "float" ? 32 : type == "double" || type == "i64" ? 64 : static_cast<unsigned>(std::stoi(type.substr(1)));
}

float asFloat(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
double asDouble(std::uint64_t bits) { return std::bit_cast<double>(bits); }
std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }
std::int32_t asInt(std::uint64_t value) { return static_cast<std::int32_t>(value); }
std::int64_t asLong(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint32_t word(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

/// The machine's own rounding, one operation at a time.
template <class Operation> auto rounded(int mode, Operation&& operation) {
  const int before = std::fegetround();
  std::fesetround(mode);
  const volatile auto result = operation();
  std::fesetround(before);
  return static_cast<std::remove_cv_t<decltype(result)>>(result);
}

/// Edge values of each width, then random ones.
std::vector<std::uint64_t> valuesOf(const std::string& type, unsigned seed) {
  std::vector<std::uint64_t> values;
  if (type == "float") {
    for (const float value : {0.0F, -0.0F, 1.0F, -1.5F, 0.1F, 3.9e9F, -3.9e9F, 1e20F, 1e-40F, -1e-40F, 3.4e38F})
      values.push_back(bits(value));
    for (const std::uint32_t value : {0x7f800000U, 0xff800000U, 0x7fc00000U, 0x7f800001U, 0x7fffffffU}) values.push_back(value);
  } else if (type == "double") {
    for (const double value : {0.0, -0.0, 1.0, -1.5, 0.1, 3.9e9, -3.9e9, 1e300, 1e-310, 16777217.0, 0.30000000000000004})
      values.push_back(bits(value));
    for (const std::uint64_t value : {0x7ff0000000000000ULL, 0xfff0000000000000ULL, 0x7ff8000000000000ULL, 0x7ff0000000000001ULL})
      values.push_back(value);
  } else {
    for (const std::uint64_t value : {0ULL,
                                      1ULL,
                                      2ULL,
                                      7ULL,
                                      31ULL,
                                      32ULL,
                                      33ULL,
                                      63ULL,
                                      64ULL,
                                      0x7fULL,
                                      0x80ULL,
                                      0xffULL,
                                      0x8000ULL,
                                      0x7fffffffULL,
                                      0x80000000ULL,
                                      0xffffffffULL,
                                      0x1000001ULL,
                                      0x7fffffffffffffffULL,
                                      0x8000000000000000ULL,
                                      ~0ULL,
                                      0x4000000000000001ULL})
      values.push_back(value);
  }
  std::mt19937_64 random(seed);
  while (values.size() < 64) values.push_back(random());
  std::shuffle(values.begin(), values.end(), random);
  const unsigned width = bitsOf(type);
  for (std::uint64_t& value : values)
    if (width < 64) value &= (1ULL << width) - 1;
  return values;
}

/// A kernel that reads each operand as 64 bits, calls the intrinsic, and writes the result's bits as 64.
std::string kernelText(const Intrinsic& intrinsic) {
  std::string body = "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %i = zext i32 %t to i64\n";
  std::string arguments;
  std::string types;
  std::size_t k = 0; // immediates have no array
  for (const std::string& operand : intrinsic.operands) {
    const std::string type = operand.substr(0, operand.find(' '));
    const bool immediate = type != operand;
    arguments += (arguments.empty() ? "" : ", ") + (immediate ? operand : fmt::format("{} %v{}", type, k));
    types += (types.empty() ? "" : ", ") + type;
    if (immediate) continue;
    body += fmt::format("  %p{0} = getelementptr i64, ptr %a{0}, i64 %i\n  %w{0} = load i64, ptr %p{0}, align 8\n", k);
    if (type == "i64")
      body += fmt::format("  %v{0} = add i64 %w{0}, 0\n", k);
    else if (type == "double")
      body += fmt::format("  %v{0} = bitcast i64 %w{0} to double\n", k);
    else if (type == "float")
      body += fmt::format("  %n{0} = trunc i64 %w{0} to i32\n  %v{0} = bitcast i32 %n{0} to float\n", k);
    else
      body += fmt::format("  %v{0} = trunc i64 %w{0} to {1}\n", k, type);
    ++k;
  }
  body += fmt::format("  %r = call {} @{}({})\n", intrinsic.result, intrinsic.name, arguments);
  if (intrinsic.result == "i64")
    body += "  %o = add i64 %r, 0\n";
  else if (intrinsic.result == "double")
    body += "  %o = bitcast double %r to i64\n";
  else if (intrinsic.result == "float")
    body += "  %b = bitcast float %r to i32\n  %o = zext i32 %b to i64\n";
  else
    body += fmt::format("  %o = zext {} %r to i64\n", intrinsic.result);
  return fmt::format("target triple = \"nvptx64-nvidia-cuda\"\n"
                     "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\ndeclare {} @{}({})\n"
                     "define ptx_kernel void @k(ptr %a0, ptr %a1, ptr %a2, ptr %out) {{\n{}"
                     "  %q = getelementptr i64, ptr %out, i64 %i\n  store i64 %o, ptr %q, align 8\n  ret void\n}}\n",
                     intrinsic.result, intrinsic.name, types, body);
}

std::vector<Intrinsic> integers() {
  std::vector<Intrinsic> all;
  const std::vector<std::string> three(3, "i32");
  all.push_back({"llvm.scmp.i32.i32", "i32", {"i32", "i32"}, [](const Bits& v) {
                   return word((asInt(v[0]) > asInt(v[1])) - (asInt(v[0]) < asInt(v[1])));
                 }});
  all.push_back({"llvm.ucmp.i8.i64", "i8", {"i64", "i64"}, [](const Bits& v) {
                   return std::uint64_t{static_cast<std::uint8_t>((v[0] > v[1]) - (v[0] < v[1]))};
                 }});
  all.push_back({"llvm.nvvm.sad.i", "i32", three, [](const Bits& v) {
                   return word(std::max<std::int64_t>(asInt(v[0]), asInt(v[1])) - std::min<std::int64_t>(asInt(v[0]), asInt(v[1])) +
                               asInt(v[2]));
                 }});
  all.push_back({"llvm.nvvm.sad.ui", "i32", three, [](const Bits& v) { return word(std::max(v[0], v[1]) - std::min(v[0], v[1]) + v[2]); }});
  all.push_back({"llvm.nvvm.sad.ull", "i64", {"i64", "i64", "i64"}, [](const Bits& v) {
                   return std::max(v[0], v[1]) - std::min(v[0], v[1]) + v[2];
                 }});
  all.push_back({"llvm.nvvm.mul24.i", "i32", {"i32", "i32"}, [](const Bits& v) {
                   const auto low = [](std::uint64_t x) { return (asInt(x << 8) >> 8); };
                   return word(std::int64_t{low(v[0])} * low(v[1]));
                 }});
  all.push_back({"llvm.nvvm.mul24.ui", "i32", {"i32", "i32"}, [](const Bits& v) { return word((v[0] & 0xffffff) * (v[1] & 0xffffff)); }});
  const auto dot = [](const Bits& v, bool aSigned, bool bSigned) {
    std::uint32_t sum = word(v[2]);
    for (unsigned i = 0; i < 4; ++i) {
      const auto byte = [&](std::uint64_t x, bool isSigned) {
        return isSigned ? int{static_cast<std::int8_t>(x >> 8 * i)} : int{static_cast<std::uint8_t>(x >> 8 * i)};
      };
      sum += static_cast<std::uint32_t>(byte(v[0], aSigned) * byte(v[1], bSigned));
    }
    return std::uint64_t{sum};
  };
  all.push_back({"llvm.nvvm.idp4a.s.s", "i32", three, [dot](const Bits& v) { return dot(v, true, true); }});
  all.push_back({"llvm.nvvm.idp4a.u.s", "i32", three, [dot](const Bits& v) { return dot(v, false, true); }});
  for (const bool upper : {false, true})
    all.push_back({"llvm.nvvm.idp2a.s.u", "i32", {"i32", "i32", upper ? "i1 true" : "i1 false", "i32"}, [upper](const Bits& v) {
                     std::uint32_t sum = word(v[2]);
                     for (unsigned i = 0; i < 2; ++i)
                       sum += static_cast<std::uint32_t>(int{static_cast<std::int16_t>(v[0] >> 16 * i)} *
                                                         int{static_cast<std::uint8_t>(v[1] >> 8 * (i + (upper ? 2 : 0)))});
                     return std::uint64_t{sum};
                   }});
  const auto leading = [](std::uint64_t value, unsigned width, bool isSigned, bool asShift) {
    if (isSigned && (value >> (width - 1) & 1)) value = ~value & (width == 64 ? ~0ULL : (1ULL << width) - 1);
    if (value == 0) return std::uint64_t{0xffffffff};
    const unsigned place = 63 - static_cast<unsigned>(std::countl_zero(value));
    return std::uint64_t{asShift ? width - 1 - place : place};
  };
  for (const bool isSigned : {false, true})
    for (const unsigned width : {32U, 64U})
      for (const bool asShift : {false, true})
        all.push_back({fmt::format("llvm.nvvm.flo.{}.i{}", isSigned ? "s" : "u", width),
                       "i32",
                       {fmt::format("i{}", width), asShift ? "i1 true" : "i1 false"},
                       [=](const Bits& v) { return leading(v[0], width, isSigned, asShift); }});
  all.push_back({"llvm.nvvm.fshl.clamp.i32", "i32", three, [](const Bits& v) {
                   const std::uint64_t both = v[0] << 32 | v[1];
                   return v[2] >= 32 ? v[1] : std::uint64_t{word(both >> (32 - v[2]))};
                 }});
  all.push_back({"llvm.nvvm.fshr.clamp.i32", "i32", three, [](const Bits& v) {
                   const std::uint64_t both = v[0] << 32 | v[1];
                   return v[2] >= 32 ? v[0] : std::uint64_t{word(both >> v[2])};
                 }});
  return all;
}

/// Subnormal operands and results of .ftz operations become zeros, as does an integer converted from one. NaN converts as on the GPU.
std::vector<Intrinsic> flushing() {
  std::vector<Intrinsic> all;
  const auto flush = [](float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x; };
  const auto add = [&](const std::string& name, std::size_t operands, std::function<float(float, float, float)> compute) {
    all.push_back({"llvm.nvvm." + name, "float", std::vector<std::string>(operands, "float"),
                   [=](const Bits& v) { return bits(flush(compute(flush(asFloat(v[0])), flush(asFloat(v[1])), flush(asFloat(v[2]))))); }});
  };
  add("add.rn.ftz.f", 2, [](float a, float b, float) { return a + b; });
  add("mul.rn.ftz.f", 2, [](float a, float b, float) { return a * b; });
  add("mul.rz.ftz.f", 2, [](float a, float b, float) { return rounded(FE_TOWARDZERO, [&] { return a * b; }); });
  add("fma.rn.ftz.f", 3, [](float a, float b, float c) { return std::fma(a, b, c); });
  add("div.rn.ftz.f", 2, [](float a, float b, float) { return a / b; });
  add("ceil.ftz.f", 1, [](float a, float, float) { return std::ceil(a); });
  add("rcp.approx.ftz.f", 1, [](float a, float, float) { return 1 / a; });
  all.push_back(
      {"llvm.nvvm.d2f.rn.ftz", "float", {"double"}, [=](const Bits& v) { return bits(flush(static_cast<float>(asDouble(v[0])))); }});
  const auto whole = [](double value, double least, double above, std::uint64_t nan) -> std::uint64_t {
    if (std::isnan(value)) return nan;
    if (value >= above) return above == 0x1p63 ? ~0ULL >> 1 : static_cast<std::uint64_t>(static_cast<std::int64_t>(above) - 1);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::max(value, least)));
  };
  all.push_back({"llvm.nvvm.f2i.rp.ftz", "i32", {"float"}, [=](const Bits& v) {
                   return std::uint64_t{word(whole(std::ceil(flush(asFloat(v[0]))), -0x1p31, 0x1p31, 0))};
                 }});
  all.push_back({"llvm.nvvm.f2ll.rn", "i64", {"float"}, [=](const Bits& v) -> std::uint64_t {
                   return whole(std::nearbyint(asFloat(v[0])), -0x1p63, 0x1p63, 1ULL << 63);
                 }});
  all.push_back(
      {"llvm.nvvm.d2ui.rz", "i32", {"double"}, [=](const Bits& v) { return whole(std::trunc(asDouble(v[0])), 0, 0x1p32, 0x80000000); }});
  return all;
}

std::vector<Intrinsic> conversions() {
  std::vector<Intrinsic> all;
  const std::pair<const char*, int> modes[] = {{"rn", FE_TONEAREST}, {"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};
  for (const auto& [name, mode] : modes) {
    all.push_back({fmt::format("llvm.nvvm.i2f.{}", name), "float", {"i32"}, [mode](const Bits& v) {
                     return bits(rounded(mode, [&] { return static_cast<float>(asInt(v[0])); }));
                   }});
    all.push_back({fmt::format("llvm.nvvm.ui2f.{}", name), "float", {"i32"}, [mode](const Bits& v) {
                     return bits(rounded(mode, [&] { return static_cast<float>(word(v[0])); }));
                   }});
    all.push_back({fmt::format("llvm.nvvm.ll2d.{}", name), "double", {"i64"}, [mode](const Bits& v) {
                     return bits(rounded(mode, [&] { return static_cast<double>(asLong(v[0])); }));
                   }});
    all.push_back({fmt::format("llvm.nvvm.ull2f.{}", name), "float", {"i64"}, [mode](const Bits& v) {
                     return bits(rounded(mode, [&] { return static_cast<float>(v[0]); }));
                   }});
    all.push_back({fmt::format("llvm.nvvm.d2f.{}", name), "float", {"double"}, [mode](const Bits& v) {
                     return bits(rounded(mode, [&] { return static_cast<float>(asDouble(v[0])); }));
                   }});
    if (mode == FE_TONEAREST) continue;
    all.push_back({fmt::format("llvm.nvvm.rcp.{}.f", name), "float", {"float"}, [mode](const Bits& v) {
                     return bits(rounded(mode, [&] { return 1.0F / asFloat(v[0]); }));
                   }});
    all.push_back({fmt::format("llvm.nvvm.rcp.{}.d", name), "double", {"double"}, [mode](const Bits& v) {
                     return bits(rounded(mode, [&] { return 1.0 / asDouble(v[0]); }));
                   }});
  }
  for (const Intrinsic& each : flushing()) all.push_back(each);
  all.push_back({"llvm.fptosi.sat.i16.f32", "i16", {"float"}, [](const Bits& v) {
                   const float x = asFloat(v[0]);
                   return std::isnan(x)
                              ? 0
                              : std::uint64_t{static_cast<std::uint16_t>(static_cast<std::int16_t>(std::clamp(x, -32768.0F, 32767.0F)))};
                 }});
  all.push_back({"llvm.fptoui.sat.i32.f64", "i32", {"double"}, [](const Bits& v) {
                   const double x = asDouble(v[0]);
                   return std::isnan(x) ? 0 : std::uint64_t{static_cast<std::uint32_t>(std::clamp(x, 0.0, 4294967295.0))};
                 }});
  for (const unsigned classes : {3U, 0x3fcU, 0x90U, 0x60U, 0x204U, 0x108U, 1U, 2U})
    for (const std::string type : {"float", "double"})
      all.push_back({fmt::format("llvm.is.fpclass.f{}", bitsOf(type)), "i1", {type, fmt::format("i32 {}", classes)}, [=](const Bits& v) {
                       const double x = type == "float" ? double{asFloat(v[0])} : asDouble(v[0]);
                       const bool negative = v[0] >> (bitsOf(type) - 1) & 1;
                       const std::uint64_t quiet = type == "float" ? 1ULL << 22 : 1ULL << 51;
                       const double least =
                           type == "float" ? double{std::numeric_limits<float>::min()} : std::numeric_limits<double>::min();
                       const unsigned number = std::isnan(x)          ? (v[0] & quiet ? 1 : 0)
                                               : std::isinf(x)        ? (negative ? 2 : 9)
                                               : x == 0               ? (negative ? 5 : 6)
                                               : std::fabs(x) < least ? (negative ? 4 : 7)
                                                                      : (negative ? 3 : 8);
                       return std::uint64_t{classes >> number & 1};
                     }});
  return all;
}

bool sameFloat(const std::string& type, std::uint64_t a, std::uint64_t b) {
  if (type == "float" && std::isnan(asFloat(a))) return std::isnan(asFloat(b));
  if (type == "double" && std::isnan(asDouble(a))) return std::isnan(asDouble(b));
  return a == b;
}

} // namespace

/// Intrinsics one by one, against plain C++, bit by bit (NaNs: any).
class IntrinsicsTest : public QObject {
  Q_OBJECT
private slots:
  void agreesWithPlainArithmetic_data();
  void agreesWithPlainArithmetic();
  void scopedAtomics();
  void atomicsOnGlobalFloatsFlushSubnormals();
  void specialRegistersDescribeTheLaunch();
  void unsupportedVariableAffectsOnlyItsUsers();
};

void IntrinsicsTest::agreesWithPlainArithmetic_data() {
  QTest::addColumn<int>("list");
  QTest::addColumn<int>("number");
  int list = 0;
  for (const std::vector<Intrinsic>& all : {integers(), conversions()}) {
    for (std::size_t i = 0; i < all.size(); ++i)
      QTest::addRow("%s %d", all[i].name.c_str(), static_cast<int>(i)) << list << static_cast<int>(i);
    ++list;
  }
}

void IntrinsicsTest::agreesWithPlainArithmetic() {
  QFETCH(int, list);
  QFETCH(int, number);
  const Intrinsic intrinsic = (list == 0 ? integers() : conversions())[static_cast<std::size_t>(number)];
  Device device(valueOf(simulatorOfText(kernelText(intrinsic))));
  std::vector<std::vector<std::uint64_t>> inputs;
  std::array<std::uint64_t, 3> places{};
  for (const std::string& operand : intrinsic.operands) {
    if (operand.find(' ') != std::string::npos) continue; // an immediate
    const std::size_t k = inputs.size();
    inputs.push_back(valuesOf(operand, static_cast<unsigned>(k + 1)));
    places[k] = device.upload(inputs.back());
  }
  const std::uint64_t out = device.upload(std::vector<std::uint64_t>(64));
  const LaunchReport report = device.launch("k", {1, 1, 1}, {64, 1, 1}, places[0], places[1], places[2], out);
  QVERIFY2(!report.fault, report.fault ? report.fault->message().c_str() : "");
  const std::vector<std::uint64_t> found = device.download<std::uint64_t>(out, 64);
  for (std::size_t lane = 0; lane < 64; ++lane) {
    Bits operands{};
    for (std::size_t k = 0; k < inputs.size(); ++k) operands[k] = inputs[k][lane];
    const std::uint64_t expected = intrinsic.reference(operands);
    QVERIFY2(sameFloat(intrinsic.result, expected, found[lane]),
             fmt::format("of {:#x}, {:#x}, {:#x}: {:#x} instead of {:#x}", operands[0], operands[1], operands[2], found[lane], expected)
                 .c_str());
  }
}

void IntrinsicsTest::scopedAtomics() {
  Device device(valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr, i32)
declare float @llvm.nvvm.atomic.add.gen.f.sys.f32.p0(ptr, float)
declare i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr, i32)
declare i64 @llvm.nvvm.atomic.cas.gen.i.cta.i64.p0(ptr, i64, i64)
define ptx_kernel void @k(ptr %p, ptr %f, ptr %m, ptr %c, ptr %old) {
  %a = call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr %p, i32 3)
  %b = call float @llvm.nvvm.atomic.add.gen.f.sys.f32.p0(ptr %f, float 5.000000e-01)
  %d = call i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr %m, i32 -4)
  %e = call i64 @llvm.nvvm.atomic.cas.gen.i.cta.i64.p0(ptr %c, i64 7, i64 9)
  store i64 %e, ptr %old, align 8
  ret void
})")));
  const auto p = device.upload(std::vector<int>{1});
  const auto f = device.upload(std::vector<float>{0});
  const auto m = device.upload(std::vector<int>{-9});
  const auto c = device.upload(std::vector<std::int64_t>{7});
  const auto old = device.upload(std::vector<std::int64_t>{0});
  const LaunchReport report = device.launch("k", {1, 1, 1}, {32, 1, 1}, p, f, m, c, old);
  QVERIFY2(!report.fault, report.fault ? report.fault->message().c_str() : "");
  QCOMPARE(device.download<int>(p, 1)[0], 1 + 3 * 32);
  QCOMPARE(device.download<float>(f, 1)[0], 16.0F);
  QCOMPARE(device.download<int>(m, 1)[0], -4);
  QCOMPARE(device.download<std::int64_t>(c, 1)[0], 9);
}

void IntrinsicsTest::atomicsOnGlobalFloatsFlushSubnormals() {
  Device device(valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global float undef, align 4
define ptx_kernel void @k(ptr %p, ptr %out) {
  %start = load float, ptr %p, align 4
  store float %start, ptr addrspace(3) @tile, align 4
  %a = atomicrmw fadd ptr %p, float %start monotonic
  %b = atomicrmw fadd ptr addrspace(3) @tile, float %start monotonic
  %shared = load float, ptr addrspace(3) @tile, align 4
  store float %shared, ptr %out, align 4
  ret void
})")));
  const auto p = device.upload(std::vector<std::uint32_t>{0x00000005});
  const auto out = device.upload(std::vector<std::uint32_t>{0});
  const LaunchReport report = device.launch("k", {1, 1, 1}, {1, 1, 1}, p, out);
  QVERIFY2(!report.fault, report.fault ? report.fault->message().c_str() : "");
  QCOMPARE(device.download<std::uint32_t>(p, 1)[0], 0U);
  QCOMPARE(device.download<std::uint32_t>(out, 1)[0], 10U);
}

void IntrinsicsTest::specialRegistersDescribeTheLaunch() {
  const std::vector<std::string> names{"dynamic_smem_size", "total_smem_size", "clusterid.y", "nclusterid.x", "cluster.nctaid.x",
                                       "cluster.ctarank",   "ntid.w",          "nwarpid",     "nsmid",        "envreg3"};
  std::string text = "target triple = \"nvptx64-nvidia-cuda\"\n@tile = internal addrspace(3) global [10 x i32] undef, align 4\n";
  std::string body = "  store i32 1, ptr addrspace(3) @tile, align 4\n";
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += fmt::format("declare i32 @llvm.nvvm.read.ptx.sreg.{}()\n", names[i]);
    body += fmt::format("  %v{0} = call i32 @llvm.nvvm.read.ptx.sreg.{1}()\n  %p{0} = getelementptr i32, ptr %out, i64 {0}\n"
                        "  store i32 %v{0}, ptr %p{0}, align 4\n",
                        i, names[i]);
  }
  Device device(valueOf(simulatorOfText(text + "define ptx_kernel void @k(ptr %out) {\n" + body + "  ret void\n}\n")));
  device.dynamicShared = 128;
  const auto out = device.upload(std::vector<std::uint32_t>(names.size()));
  const LaunchReport report = device.launch("k", {1, 1, 1}, {1, 1, 1}, out);
  QVERIFY2(!report.fault, report.fault ? report.fault->message().c_str() : "");
  const Model model = *loadModel("sim");
  QCOMPARE(device.download<std::uint32_t>(out, names.size()),
           (std::vector<std::uint32_t>{128, 168, 0, 1, 1, 0, 0, model.warpsPerMultiprocessor, model.multiprocessors, 0}));
}

void IntrinsicsTest::unsupportedVariableAffectsOnlyItsUsers() {
  auto simulator = valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
@table = internal addrspace(1) global i128 1267650600228229401496703205376, align 16
define ptx_kernel void @good(ptr %p) {
  store i32 5, ptr %p, align 4
  ret void
}
define ptx_kernel void @odd(ptr %p) {
  %a = load i64, ptr addrspace(1) @table, align 16
  store i64 %a, ptr %p, align 8
  ret void
})"));
  Device device(std::move(simulator));
  const auto p = device.upload(std::vector<std::uint64_t>{0});
  QVERIFY(!device.launch("good", {1, 1, 1}, {1, 1, 1}, p).fault);
  QCOMPARE(device.download<std::uint64_t>(p, 1)[0], 5U);
  const LaunchReport report = device.launch("odd", {1, 1, 1}, {1, 1, 1}, p);
  QVERIFY(report.fault);
  QVERIFY2(report.fault->message().find("table") != std::string::npos, report.fault->message().c_str());
}

QTEST_GUILESS_MAIN(IntrinsicsTest)
#include "intrinsics_test.moc"
