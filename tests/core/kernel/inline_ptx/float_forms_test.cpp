/// Assembly on floats agrees with plain C++: bit by bit in every rounding mode, approximations within the hardware's error.

#include "forms.h"

#include <cfenv>

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::ir::assembly::testing;

namespace {

using Bits = std::vector<std::uint64_t>;

/// The result of `compute` in this rounding mode. Operands and result are volatile, so that it is computed in that mode.
template <class Function> auto rounded(int mode, Function compute) {
  const int before = std::fegetround();
  std::fesetround(mode);
  const auto result = compute();
  std::fesetround(before);
  return result;
}

float product(float a, float b) {
  volatile float x = a, y = b;
  volatile auto result = x * y;
  return result;
}
float sum(float a, float b) {
  volatile float x = a, y = b;
  volatile auto result = x + y;
  return result;
}
double sum(double a, double b) {
  volatile double x = a, y = b;
  volatile auto result = x + y;
  return result;
}
float quotient(float a, float b) {
  volatile float x = a, y = b;
  volatile auto result = x / y;
  return result;
}
float root(float a) {
  volatile float x = a;
  volatile auto result = std::sqrt(x);
  return result;
}
float narrowed(double a) {
  volatile double x = a;
  volatile auto result = static_cast<float>(x);
  return result;
}
float saturated(float a) { return a > 0 ? std::min(a, 1.0F) : 0.0F; }

/// As the hardware does: to the nearest representable number. NaN gives the highest bit for 64-bit operands or results, else zero.
template <class T, class Number> std::uint64_t whole(Number number) {
  const auto value = static_cast<double>(number);
  if (std::isnan(value)) return sizeof(T) == 8 || sizeof(Number) == 8 ? std::uint64_t{1} << (8 * sizeof(T) - 1) : 0;
  if (value <= static_cast<double>(std::numeric_limits<T>::min()))
    return static_cast<std::make_unsigned_t<T>>(std::numeric_limits<T>::min());
  if (value >= static_cast<double>(std::numeric_limits<T>::max()))
    return static_cast<std::make_unsigned_t<T>>(std::numeric_limits<T>::max());
  return static_cast<std::make_unsigned_t<T>>(static_cast<T>(value));
}

const std::vector<Form>& arithmetic() {
  static const std::vector<Form> forms = {
      {"add.f32 $0, $1, $2;", "=f,f,f", [](Inputs v) { return Bits{bitsOf(sum(f32(v[0]), f32(v[1])))}; }},
      {"sub.rn.f64 $0, $1, $2;", "=d,d,d", [](Inputs v) { return Bits{bitsOf(f64(v[0]) - f64(v[1]))}; }},
      {"add.rz.f32 $0, $1, $2;", "=f,f,f",
       [](Inputs v) { return Bits{bitsOf(rounded(FE_TOWARDZERO, [&] { return sum(f32(v[0]), f32(v[1])); }))}; }},
      {"sub.rm.f32 $0, $1, $2;", "=f,f,f",
       [](Inputs v) { return Bits{bitsOf(rounded(FE_DOWNWARD, [&] { return sum(f32(v[0]), -f32(v[1])); }))}; }},
      {"add.rp.f64 $0, $1, $2;", "=d,d,d",
       [](Inputs v) { return Bits{bitsOf(rounded(FE_UPWARD, [&] { return sum(f64(v[0]), f64(v[1])); }))}; }},
      {"mul.rn.f32 $0, $1, $2;", "=f,f,f", [](Inputs v) { return Bits{bitsOf(product(f32(v[0]), f32(v[1])))}; }},
      {"mul.rp.f32 $0, $1, $2;", "=f,f,f",
       [](Inputs v) { return Bits{bitsOf(rounded(FE_UPWARD, [&] { return product(f32(v[0]), f32(v[1])); }))}; }},
      {"mul.sat.f32 $0, $1, $2;", "=f,f,f", [](Inputs v) { return Bits{bitsOf(saturated(product(f32(v[0]), f32(v[1]))))}; }},
      {"add.sat.f32 $0, $1, $2;", "=f,f,f", [](Inputs v) { return Bits{bitsOf(saturated(sum(f32(v[0]), f32(v[1]))))}; }},
      {"fma.rn.f32 $0, $1, $2, $3;", "=f,f,f,f", [](Inputs v) { return Bits{bitsOf(std::fma(f32(v[0]), f32(v[1]), f32(v[2])))}; }},
      {"mad.rn.f64 $0, $1, $2, $3;", "=d,d,d,d", [](Inputs v) { return Bits{bitsOf(std::fma(f64(v[0]), f64(v[1]), f64(v[2])))}; }},
      {"fma.rz.f32 $0, $1, $2, $3;", "=f,f,f,f",
       [](Inputs v) {
         return Bits{bitsOf(rounded(FE_TOWARDZERO, [&] {
           volatile float a = f32(v[0]), b = f32(v[1]), c = f32(v[2]);
           volatile float result = std::fma(a, b, c);
           return float{result};
         }))};
       }},
      {"div.rn.f32 $0, $1, $2;", "=f,f,f", [](Inputs v) { return Bits{bitsOf(quotient(f32(v[0]), f32(v[1])))}; }},
      {"div.rz.f32 $0, $1, $2;", "=f,f,f",
       [](Inputs v) { return Bits{bitsOf(rounded(FE_TOWARDZERO, [&] { return quotient(f32(v[0]), f32(v[1])); }))}; }},
      {"rcp.rn.f64 $0, $1;", "=d,d", [](Inputs v) { return Bits{bitsOf(1 / f64(v[0]))}; }},
      {"rcp.rm.f32 $0, $1;", "=f,f", [](Inputs v) { return Bits{bitsOf(rounded(FE_DOWNWARD, [&] { return quotient(1, f32(v[0])); }))}; }},
      {"sqrt.rn.f32 $0, $1;", "=f,f", [](Inputs v) { return Bits{bitsOf(std::sqrt(f32(v[0])))}; }},
      {"sqrt.rp.f32 $0, $1;", "=f,f", [](Inputs v) { return Bits{bitsOf(rounded(FE_UPWARD, [&] { return root(f32(v[0])); }))}; }},
      {"abs.f32 $0, $1;", "=f,f", [](Inputs v) { return Bits{v[0] & 0x7fffffff}; }},
      {"neg.f64 $0, $1;", "=d,d", [](Inputs v) { return Bits{v[0] ^ 1ULL << 63}; }},
      {"copysign.f32 $0, $1, $2;", "=f,f,f", [](Inputs v) { return Bits{(v[0] & 0x80000000) | (v[1] & 0x7fffffff)}; }},
      {"min.NaN.f32 $0, $1, $2;", "=f,f,f",
       [](Inputs v) {
         const float a = f32(v[0]), b = f32(v[1]);
         if (std::isnan(a) || std::isnan(b)) return Bits{0x7fffffff};
         return Bits{a == b ? v[0] | v[1] : a < b ? v[0] : v[1]};
       }},
      {"max.xorsign.abs.f32 $0, $1, $2;", "=f,f,f",
       [](Inputs v) {
         const float largest = std::fmax(std::abs(f32(v[0])), std::abs(f32(v[1])));
         return Bits{bitsOf(largest) | ((v[0] ^ v[1]) & 0x80000000)};
       }},
      {"{ .reg .pred p; setp.ltu.f32 p, $1, $2; selp.f32 $0, 0f3F800000, 0fBF800000, p; }", "=f,f,f",
       [](Inputs v) { return Bits{bitsOf(f32(v[0]) >= f32(v[1]) ? -1.0F : 1.0F)}; }},
      {"set.nan.f32.f32 $0, $1, $2;", "=f,f,f",
       [](Inputs v) { return Bits{bitsOf(std::isnan(f32(v[0])) || std::isnan(f32(v[1])) ? 1.0F : 0.0F)}; }},
      {"slct.f32.f32 $0, $1, $2, $3;", "=f,f,f,f", [](Inputs v) { return Bits{f32(v[2]) >= 0 ? v[0] : v[1]}; }},
      {"{ .reg .pred p; testp.subnormal.f32 p, $1; selp.u32 $0, 1, 0, p; }", "=r,r",
       [](Inputs v) { return Bits{std::fpclassify(f32(v[0])) == FP_SUBNORMAL ? 1U : 0U}; }},
      {"{ .reg .pred p; testp.normal.f64 p, $1; selp.u32 $0, 1, 0, p; }", "=r,d",
       [](Inputs v) { return Bits{std::isnormal(f64(v[0])) || f64(v[0]) == 0 ? 1U : 0U}; }},
      {"{ .reg .pred p; testp.notanumber.f32 p, $1; selp.u32 $0, 1, 0, p; }", "=r,f",
       [](Inputs v) { return Bits{std::isnan(f32(v[0])) ? 1U : 0U}; }},
      {"mov.f32 $0, 1.5;", "=f", [](Inputs) { return Bits{bitsOf(1.5F)}; }},
  };
  return forms;
}

const std::vector<Form>& conversions() {
  static const std::vector<Form> forms = {
      {"cvt.rzi.s32.f32 $0, $1;", "=r,f", [](Inputs v) { return Bits{whole<std::int32_t>(std::trunc(f32(v[0])))}; }},
      {"cvt.rni.s32.f32 $0, $1;", "=r,f", [](Inputs v) { return Bits{whole<std::int32_t>(std::nearbyint(f32(v[0])))}; }},
      {"cvt.rmi.u32.f64 $0, $1;", "=r,d", [](Inputs v) { return Bits{whole<std::uint32_t>(std::floor(f64(v[0])))}; }},
      {"cvt.rpi.s64.f64 $0, $1;", "=l,d", [](Inputs v) { return Bits{whole<std::int64_t>(std::ceil(f64(v[0])))}; }},
      {"cvt.rzi.u64.f32 $0, $1;", "=l,f", [](Inputs v) { return Bits{whole<std::uint64_t>(std::trunc(f32(v[0])))}; }},
      {"cvt.rzi.s16.f32 $0, $1;", "=h,f", [](Inputs v) { return Bits{whole<std::int16_t>(std::trunc(f32(v[0])))}; }},
      {"cvt.rzi.u16.f32 $0, $1;", "=h,f", [](Inputs v) { return Bits{whole<std::uint16_t>(std::trunc(f32(v[0])))}; }},
      {"cvt.rn.f32.s32 $0, $1;", "=f,r", [](Inputs v) { return Bits{bitsOf(static_cast<float>(s32(v[0])))}; }},
      {"cvt.rn.f64.u64 $0, $1;", "=d,l", [](Inputs v) { return Bits{bitsOf(static_cast<double>(v[0]))}; }},
      {"cvt.rn.f32.f64 $0, $1;", "=f,d", [](Inputs v) { return Bits{bitsOf(static_cast<float>(f64(v[0])))}; }},
      {"cvt.rz.f32.f64 $0, $1;", "=f,d",
       [](Inputs v) { return Bits{bitsOf(rounded(FE_TOWARDZERO, [&] { return narrowed(f64(v[0])); }))}; }},
      {"cvt.f64.f32 $0, $1;", "=d,f", [](Inputs v) { return Bits{bitsOf(static_cast<double>(f32(v[0])))}; }},
      {"cvt.rmi.f32.f32 $0, $1;", "=f,f", [](Inputs v) { return Bits{bitsOf(std::floor(f32(v[0])))}; }},
      {"cvt.rni.f64.f64 $0, $1;", "=d,d", [](Inputs v) { return Bits{bitsOf(std::nearbyint(f64(v[0])))}; }},
      {"cvt.sat.f32.f32 $0, $1;", "=f,f", [](Inputs v) { return Bits{bitsOf(saturated(f32(v[0])))}; }},
  };
  return forms;
}

const std::vector<Form>& approximations() {
  constexpr double near = 1e-5;
  static const std::vector<Form> forms = {
      {"rcp.approx.ftz.f32 $0,$1;", "=f,f", [](Inputs v) { return Bits{bitsOf(1 / f32(v[0]))}; }, near},
      {"rcp.approx.f32.ftz $0,$1;", "=f,f", [](Inputs v) { return Bits{bitsOf(1 / f32(v[0]))}; }, near},
      {"rcp.approx.f32 $0,$1;", "=f,f", [](Inputs v) { return Bits{bitsOf(1 / f32(v[0]))}; }, near},
      {"rcp.approx.ftz.f64 $0,$1;", "=d,d", [](Inputs v) { return Bits{bitsOf(1 / f64(v[0]))}; }, near},
      {"div.approx.f32 $0,$1,$2;", "=f,f,f", [](Inputs v) { return Bits{bitsOf(f32(v[0]) / f32(v[1]))}; }, near},
      {"div.full.f32 $0,$1,$2;", "=f,f,f", [](Inputs v) { return Bits{bitsOf(f32(v[0]) / f32(v[1]))}; }, near},
      {"sqrt.approx.f32 $0,$1;", "=f,f", [](Inputs v) { return Bits{bitsOf(std::sqrt(f32(v[0])))}; }, near},
      {"rsqrt.approx.f32.ftz $0,$1;", "=f,f", [](Inputs v) { return Bits{bitsOf(1 / std::sqrt(f32(v[0])))}; }, near},
      {"rsqrt.approx.ftz.f64 $0, $1;", "=d,d", [](Inputs v) { return Bits{bitsOf(1 / std::sqrt(f64(v[0])))}; }, near},
      {"{ .reg .f32 r; and.b32 r, $1, 0xbfffffff; ex2.approx.f32 $0, r; }", "=f,f",
       [](Inputs v) { return Bits{bitsOf(std::exp2(f32(v[0] & 0xbfffffff)))}; }, near},
      {"lg2.approx.f32 $0,$1;", "=f,f", [](Inputs v) { return Bits{bitsOf(std::log2(f32(v[0])))}; }, near},
      {"tanh.approx.f32 $0,$1;", "=f,f", [](Inputs v) { return Bits{bitsOf(std::tanh(f32(v[0])))}; }, 1e-3},
  };
  return forms;
}

} // namespace

class FloatFormsTest : public QObject {
  Q_OBJECT

private slots:
  void arithmeticIsBitExact_data() { addRows(arithmetic()); }
  void arithmeticIsBitExact() { runRow(arithmetic()); }
  void conversionsAreBitExact_data() { addRows(conversions()); }
  void conversionsAreBitExact() { runRow(conversions()); }
  void approximationsAreWithinTolerance_data() { addRows(approximations()); }
  void approximationsAreWithinTolerance() { runRow(approximations()); }
};

QTEST_GUILESS_MAIN(FloatFormsTest)
#include "float_forms_test.moc"
