/// Assembly on integers agrees with plain C++: arithmetic, carries, bits, bytes, comparisons, predicates.

#include "forms.h"

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::ir::assembly::testing;

namespace {

__extension__ typedef unsigned __int128 Wide;
using Bits = std::vector<std::uint64_t>;

template <class T> T lane(std::uint64_t word, unsigned i) { return static_cast<T>(word >> (8 * sizeof(T) * i)); }

/// Lanes of type T of two words, each through `function`, packed again.
template <class T, class Function> std::uint64_t lanes(Inputs v, Function function) {
  std::uint64_t packed = 0;
  for (unsigned i = 0; i < 4 / sizeof(T); ++i) {
    const auto result = static_cast<std::make_unsigned_t<T>>(function(int{lane<T>(v[0], i)}, int{lane<T>(v[1], i)}));
    packed |= std::uint64_t{result} << (8 * sizeof(T) * i);
  }
  return packed;
}

template <class T> int clamp(int value) { return std::clamp<int>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()); }
int mean(int a, int b) { return (a + b + (a + b >= 0 ? 1 : 0)) >> 1; }

std::uint32_t field(std::uint32_t value, unsigned position, unsigned length) {
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 32 && i < length; ++i)
    if (position + i < 32 && (value >> (position + i) & 1)) bits |= 1U << i;
  return bits;
}

/// As the manual of PTX writes it, for b32 and b64.
std::uint64_t signedField(std::uint64_t value, std::uint64_t position, std::uint64_t length, unsigned width) {
  const std::uint64_t most = width - 1;
  const bool sign = length != 0 && (value >> std::min(position + length - 1, most) & 1);
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < width; ++i) {
    const bool bit = i < length && position + i <= most ? (value >> (position + i) & 1) : sign;
    if (bit) bits |= 1ULL << i;
  }
  return bits;
}

std::uint64_t insertedField(std::uint64_t from, std::uint64_t into, std::uint64_t position, std::uint64_t length, unsigned width) {
  for (std::uint64_t i = 0; i < length && position + i < width; ++i) {
    const std::uint64_t bit = 1ULL << (position + i);
    into = (from >> i & 1) ? into | bit : into & ~bit;
  }
  return into;
}

std::uint64_t permuted(std::uint64_t a, std::uint64_t b, std::uint64_t selector) {
  const std::uint64_t bytes = b << 32 | low(a);
  std::uint64_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned which = selector >> (4 * i) & 15;
    std::uint64_t byte = bytes >> (8 * (which & 7)) & 255;
    if (which & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}

const std::vector<Form>& arithmetic() {
  static const std::vector<Form> forms = {
      {"add.u32 $0, $1, $2;", "=r,r,r", [](Inputs v) { return Bits{low(v[0] + v[1])}; }},
      {"add.s64 $0, $1, $2;", "=l,l,l", [](Inputs v) { return Bits{v[0] + v[1]}; }},
      {"add.sat.s32 $0, $1, $2;", "=r,r,r",
       [](Inputs v) {
         return Bits{low(static_cast<std::uint64_t>(std::clamp<std::int64_t>(std::int64_t{s32(v[0])} + s32(v[1]), INT32_MIN, INT32_MAX)))};
       }},
      {"sub.sat.s32 $0, $1, $2;", "=r,r,r",
       [](Inputs v) {
         return Bits{low(static_cast<std::uint64_t>(std::clamp<std::int64_t>(std::int64_t{s32(v[0])} - s32(v[1]), INT32_MIN, INT32_MAX)))};
       }},
      {"sub.s16 $0, $1, $2;", "=h,h,h", [](Inputs v) { return Bits{(v[0] - v[1]) & 0xffff}; }},
      {"add.u32 $0, $1, -7;", "=r,r", [](Inputs v) { return Bits{low(v[0] - 7)}; }},
      {"mul.lo.s32 $0, $1, $2;", "=r,r,r", [](Inputs v) { return Bits{low(v[0] * v[1])}; }},
      {"mul.hi.s32 $0, $1, $2;", "=r,r,r",
       [](Inputs v) { return Bits{low(static_cast<std::uint64_t>(std::int64_t{s32(v[0])} * s32(v[1]) >> 32))}; }},
      {"mul.hi.u32 $0, $1, $2;", "=r,r,r", [](Inputs v) { return Bits{v[0] * v[1] >> 32}; }},
      {"mul.hi.u64 $0, $1, $2;", "=l,l,l", [](Inputs v) { return Bits{static_cast<std::uint64_t>(Wide{v[0]} * v[1] >> 64)}; }},
      {"mul.hi.s16 $0, $1, $2;", "=h,h,h",
       [](Inputs v) {
         return Bits{static_cast<std::uint64_t>((int{lane<std::int16_t>(v[0], 0)} * int{lane<std::int16_t>(v[1], 0)}) >> 16) & 0xffff};
       }},
      {"mul.wide.s32 $0, $1, $2;", "=l,r,r",
       [](Inputs v) { return Bits{static_cast<std::uint64_t>(std::int64_t{s32(v[0])} * s32(v[1]))}; }},
      {"mul.wide.u16 $0, $1, $2;", "=r,h,h", [](Inputs v) { return Bits{v[0] * v[1]}; }},
      {"mad.lo.u32 $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{low(v[0] * v[1] + v[2])}; }},
      {"mad.wide.u32 $0, $1, $2, $3;", "=l,r,r,l", [](Inputs v) { return Bits{v[0] * v[1] + v[2]}; }},
      {"mad.hi.u32 $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{low((v[0] * v[1] >> 32) + v[2])}; }},
      {"mul24.lo.u32 $0, $1, $2;", "=r,r,r", [](Inputs v) { return Bits{low((v[0] & 0xffffff) * (v[1] & 0xffffff))}; }},
      {"mul24.hi.s32 $0, $1, $2;", "=r,r,r",
       [](Inputs v) {
         const auto cut = [](std::uint64_t bits) { return std::int64_t{s32(low(bits << 8)) >> 8}; };
         return Bits{low(static_cast<std::uint64_t>(cut(v[0]) * cut(v[1]) >> 16))};
       }},
      {"{ .reg .pred p; setp.ne.u32 p, $2, 0; mov.u32 $0, 9; @p div.u32 $0, $1, $2; }", "=r,r,r",
       [](Inputs v) { return Bits{v[1] ? v[0] / v[1] : 9}; }},
      {"{ .reg .pred p; setp.eq.u64 p, $2, 0; mov.u64 $0, $1; @!p rem.u64 $0, $1, $2; }", "=l,l,l",
       [](Inputs v) { return Bits{v[1] ? v[0] % v[1] : v[0]}; }},
      {"abs.s32 $0, $1;", "=r,r", [](Inputs v) { return Bits{low(s32(v[0]) < 0 ? 0 - v[0] : v[0])}; }},
      {"neg.s64 $0, $1;", "=l,l", [](Inputs v) { return Bits{0 - v[0]}; }},
      {"min.s32 $0, $1, $2;", "=r,r,r", [](Inputs v) { return Bits{low(s32(v[0]) < s32(v[1]) ? v[0] : v[1])}; }},
      {"max.u64 $0, $1, $2;", "=l,l,l", [](Inputs v) { return Bits{std::max(v[0], v[1])}; }},
      {"{max.s32.relu $0, $1, $2;}", "=r,r,r",
       [](Inputs v) {
         return Bits{static_cast<std::uint64_t>(std::max({s32(v[0]), s32(v[1]), 0}))};
       }},
      {"max.s16x2 $0, $1, $2;", "=r,r,r",
       [](Inputs v) { return Bits{lanes<std::int16_t>(v, [](int a, int b) { return std::max(a, b); })}; }},
      {"min.s16x2.relu $0, $1, $2;", "=r,r,r",
       [](Inputs v) { return Bits{lanes<std::int16_t>(v, [](int a, int b) { return std::max(0, std::min(a, b)); })}; }},
      {"add.u16x2 $0, $1, $2;", "=r,r,r", [](Inputs v) { return Bits{lanes<std::uint16_t>(v, [](int a, int b) { return a + b; })}; }},
      {"sad.u32 $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{low((v[0] > v[1] ? v[0] - v[1] : v[1] - v[0]) + v[2])}; }},
      {"sad.s32 $0, $1, $2, $3;", "=r,r,r,r",
       [](Inputs v) { return Bits{low((s32(v[0]) > s32(v[1]) ? v[0] - v[1] : v[1] - v[0]) + v[2])}; }},
      {"dp4a.s32.s32 $0, $1, $2, $3;", "=r,r,r,r",
       [](Inputs v) {
         std::uint64_t sum = v[2];
         for (unsigned i = 0; i < 4; ++i) sum += static_cast<std::uint64_t>(int{lane<std::int8_t>(v[0], i)} * lane<std::int8_t>(v[1], i));
         return Bits{low(sum)};
       }},
      {"dp4a.u32.u32 $0, $1, $2, $3;", "=r,r,r,r",
       [](Inputs v) {
         std::uint64_t sum = v[2];
         for (unsigned i = 0; i < 4; ++i) sum += std::uint64_t{lane<std::uint8_t>(v[0], i)} * lane<std::uint8_t>(v[1], i);
         return Bits{low(sum)};
       }},
      {"dp2a.hi.s32.s32 $0, $1, $2, $3;", "=r,r,r,r",
       [](Inputs v) {
         std::uint64_t sum = v[2];
         for (unsigned i = 0; i < 2; ++i)
           sum += static_cast<std::uint64_t>(int{lane<std::int16_t>(v[0], i)} * lane<std::int8_t>(v[1], i + 2));
         return Bits{low(sum)};
       }},
      {"dp2a.lo.u32.u32 $0, $1, $2, $3;", "=r,r,r,r",
       [](Inputs v) {
         std::uint64_t sum = v[2];
         for (unsigned i = 0; i < 2; ++i) sum += std::uint64_t{lane<std::uint16_t>(v[0], i)} * lane<std::uint8_t>(v[1], i);
         return Bits{low(sum)};
       }},
  };
  return forms;
}

/// 128-bit sums and products in blocks of 32-bit words, as the device library has them.
const std::vector<Form>& carries() {
  static const auto words = [](Wide value) { return Bits{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)}; };
  static const auto joined = [](std::uint64_t lower, std::uint64_t upper) { return Wide{upper} << 64 | lower; };
  static const std::vector<Form> forms = {
      {"{\n\tmad.lo.cc.u32   $0, $2, $3, $4;\n\tmadc.hi.u32     $1, $2, $3,  0;\n\t}", "=r,=r,r,r,r",
       [](Inputs v) {
         return Bits{low(v[0] * v[1] + v[2]), (v[0] * v[1] + v[2]) >> 32};
       }},
      {"{\n\t.reg .u32 r0, r1, r2, r3, a0, a1, a2, a3, b0, b1, b2, b3;\n\tmov.b64 {a0,a1}, $2;\n\tmov.b64 {a2,a3}, $3;\n\t"
       "mov.b64 {b0,b1}, $4;\n\tmov.b64 {b2,b3}, $5;\n\tadd.cc.u32 r0, a0, b0; \n\taddc.cc.u32 r1, a1, b1; \n\t"
       "addc.cc.u32 r2, a2, b2; \n\taddc.u32 r3, a3, b3; \n\tmov.b64 $0, {r0,r1};\n\tmov.b64 $1, {r2,r3};\n\t}",
       "=l,=l,l,l,l,l", [](Inputs v) { return words(joined(v[0], v[1]) + joined(v[2], v[3])); }},
      {"{\n\t.reg .u32 r0, r1, r2, r3, a0, a1, a2, a3, b0, b1, b2, b3;\n\tmov.b64 {a0,a1}, $2;\n\tmov.b64 {a2,a3}, $3;\n\t"
       "mov.b64 {b0,b1}, $4;\n\tmov.b64 {b2,b3}, $5;\n\tsub.cc.u32 r0, a0, b0; \n\tsubc.cc.u32 r1, a1, b1; \n\t"
       "subc.cc.u32 r2, a2, b2; \n\tsubc.u32 r3, a3, b3; \n\tmov.b64 $0, {r0,r1};\n\tmov.b64 $1, {r2,r3};\n\t}",
       "=l,=l,l,l,l,l", [](Inputs v) { return words(joined(v[0], v[1]) - joined(v[2], v[3])); }},
      {"{ .reg .u32 r<4>, alo, ahi, blo, bhi, clo, chi; mov.b64 {alo,ahi}, $2; mov.b64 {blo,bhi}, $3; mov.b64 {clo,chi}, $4;\n"
       "mad.lo.cc.u32 r0, alo, blo, clo; madc.hi.cc.u32 r1, alo, blo, chi; madc.hi.u32 r2, alo, bhi, 0;\n"
       "mad.lo.cc.u32 r1, alo, bhi, r1; madc.hi.cc.u32 r2, ahi, blo, r2; madc.hi.u32 r3, ahi, bhi, 0;\n"
       "mad.lo.cc.u32 r1, ahi, blo, r1; madc.lo.cc.u32 r2, ahi, bhi, r2; addc.u32 r3, r3, 0;\n"
       "mov.b64 $0, {r0,r1}; mov.b64 $1, {r2,r3}; }",
       "=l,=l,l,l,l", [](Inputs v) { return words(Wide{v[0]} * v[1] + v[2]); }},
      {"add.cc.u64 $0, $2, $3; addc.u64 $1, 0, 0;", "=l,=l,l,l", [](Inputs v) { return words(Wide{v[0]} + v[1]); }},
      {"mad.lo.cc.u64 $0, $2, $3, $4; madc.hi.u64 $1, $2, $3, 0;", "=l,=l,l,l,l", [](Inputs v) { return words(Wide{v[0]} * v[1] + v[2]); }},
  };
  return forms;
}

const std::vector<Form>& bits() {
  static const auto shifted = [](auto value, unsigned count) { return count < 8 * sizeof(value) ? value >> count : decltype(value){0}; };
  static const std::vector<Form> forms = {
      {"and.b32 $0, $1, $2;", "=r,r,r", [](Inputs v) { return Bits{v[0] & v[1]}; }},
      {"or.b64 $0, $1, $2;", "=l,l,l", [](Inputs v) { return Bits{v[0] | v[1]}; }},
      {"xor.b16 $0, $1, 0x55;", "=h,h", [](Inputs v) { return Bits{v[0] ^ 0x55}; }},
      {"not.b32 $0, $1;", "=r,r", [](Inputs v) { return Bits{low(~v[0])}; }},
      {"cnot.b32 $0, $1;", "=r,r", [](Inputs v) { return Bits{v[0] == 0 ? 1U : 0U}; }},
      {"shl.b32 $0, $1, $2;", "=r,r,r", [](Inputs v) { return Bits{v[1] < 32 ? low(v[0] << v[1]) : 0}; }},
      {"shl.b64 $0, $1, $2;", "=l,l,r", [](Inputs v) { return Bits{v[1] < 64 ? v[0] << v[1] : 0}; }},
      {"shr.u32 $0, $1, $2;", "=r,r,r", [](Inputs v) { return Bits{v[1] < 32 ? v[0] >> v[1] : 0}; }},
      {"shr.b64 $0, $1, $2;", "=l,l,r", [](Inputs v) { return Bits{shifted(v[0], low(v[1]))}; }},
      {"shr.s32 $0, $1, $2;", "=r,r,r",
       [](Inputs v) { return Bits{static_cast<std::uint32_t>(s32(v[0]) >> std::min(v[1], std::uint64_t{31}))}; }},
      {"shr.s64 $0, $1, $2;", "=l,l,r",
       [](Inputs v) { return Bits{static_cast<std::uint64_t>(s64(v[0]) >> std::min(v[1], std::uint64_t{63}))}; }},
      {"shf.l.wrap.b32 $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{low((v[1] << 32 | v[0]) << (v[2] & 31) >> 32)}; }},
      {"shf.r.wrap.b32 $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{low((v[1] << 32 | v[0]) >> (v[2] & 31))}; }},
      {"shf.l.clamp.b32 $0, $1, $2, $3;", "=r,r,r,r",
       [](Inputs v) { return Bits{v[2] < 32 ? low((v[1] << 32 | v[0]) << v[2] >> 32) : v[0]}; }},
      {"shf.r.clamp.b32 $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{v[2] < 32 ? low((v[1] << 32 | v[0]) >> v[2]) : v[1]}; }},
      {"bfe.u32 $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{field(low(v[0]), v[1] & 255, v[2] & 255)}; }},
      {"bfe.u32 $0, $1, 5, 11;", "=r,r", [](Inputs v) { return Bits{field(low(v[0]), 5, 11)}; }},
      {"bfe.s32 $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{signedField(v[0], v[1] & 255, v[2] & 255, 32)}; }},
      {"bfe.s64 $0, $1, $2, $3;", "=l,l,r,r", [](Inputs v) { return Bits{signedField(v[0], low(v[1]), low(v[2]), 64)}; }},
      {"bfi.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r", [](Inputs v) { return Bits{insertedField(v[0], v[1], v[2] & 255, v[3] & 255, 32)}; }},
      {"bfi.b64 $0, $1, $2, $3, $4;", "=l,l,l,r,r", [](Inputs v) { return Bits{insertedField(v[0], v[1], low(v[2]), low(v[3]), 64)}; }},
      {"bfind.u32 $0, $1;", "=r,r", [](Inputs v) { return Bits{low(31ULL - static_cast<unsigned>(std::countl_zero(low(v[0]))))}; }},
      {"bfind.s32 $0, $1;", "=r,r",
       [](Inputs v) { return Bits{low(31ULL - static_cast<unsigned>(std::countl_zero(low(s32(v[0]) < 0 ? ~v[0] : v[0]))))}; }},
      {"bfind.u64 $0, $1;", "=r,l", [](Inputs v) { return Bits{low(63ULL - static_cast<unsigned>(std::countl_zero(v[0])))}; }},
      {"bfind.shiftamt.u32 $0, $1;", "=r,r",
       [](Inputs v) { return Bits{v[0] ? static_cast<std::uint64_t>(std::countl_zero(low(v[0]))) : 0xffffffff}; }},
      {"clz.b64 $0, $1;", "=r,l", [](Inputs v) { return Bits{static_cast<std::uint64_t>(std::countl_zero(v[0]))}; }},
      {"popc.b32 $0, $1;", "=r,r", [](Inputs v) { return Bits{static_cast<std::uint64_t>(std::popcount(v[0]))}; }},
      {"brev.b32 $0, $1;", "=r,r",
       [](Inputs v) {
         std::uint64_t reversed = 0;
         for (unsigned i = 0; i < 32; ++i) reversed |= (v[0] >> i & 1) << (31 - i);
         return Bits{reversed};
       }},
      {"prmt.b32 $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{permuted(v[0], v[1], v[2])}; }},
      {"prmt.b32.f4e $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{low((v[1] << 32 | v[0]) >> (8 * (v[2] & 3)))}; }},
      {"lop3.b32 $0, $1, $2, $3, 0xe8;", "=r,r,r,r", [](Inputs v) { return Bits{(v[0] & v[1]) | (v[0] & v[2]) | (v[1] & v[2])}; }},
      {"lop3.b32 $0, $1, $2, $3, 0x96;", "=r,r,r,r", [](Inputs v) { return Bits{v[0] ^ v[1] ^ v[2]}; }},
      {"lop3.b32 $0, $1, $2, $3, 0x1b;", "=r,r,r,r",
       [](Inputs v) {
         std::uint64_t result = 0;
         for (unsigned i = 0; i < 32; ++i)
           result |= std::uint64_t{0x1bU >> ((v[0] >> i & 1) << 2 | (v[1] >> i & 1) << 1 | (v[2] >> i & 1)) & 1} << i;
         return Bits{result};
       }},
      {"bmsk.clamp.b32 $0, $1, $2;", "=r,r,r",
       [](Inputs v) {
         std::uint64_t mask = 0;
         for (std::uint64_t i = 0; i < 32; ++i) mask |= std::uint64_t{i >= v[0] && i - v[0] < v[1]} << i;
         return Bits{mask};
       }},
  };
  return forms;
}

const std::vector<Form>& choices() {
  static const std::vector<Form> forms = {
      {"{ .reg .pred p, q; setp.lt.s32 p|q, $1, $2; selp.u32 $0, 1, 2, p; @q add.u32 $0, $0, 10; }", "=r,r,r",
       [](Inputs v) { return Bits{s32(v[0]) < s32(v[1]) ? 1U : 12U}; }},
      {"{ .reg .pred p, q; setp.hs.u32 p, $1, $2; setp.eq.xor.u32 q, $1, 0, p; selp.u32 $0, 1, 0, q; }", "=r,r,r",
       [](Inputs v) { return Bits{(v[0] >= v[1]) != (v[0] == 0) ? 1U : 0U}; }},
      {"{ .reg .pred __$$temp3;\n setp.equ.f64 __$$temp3, $1, $2;\n selp.f64 $0, $3, $4, __$$temp3;}", "=d,d,d,d,d",
       [](Inputs v) { return Bits{!(f64(v[0]) < f64(v[1])) && !(f64(v[0]) > f64(v[1])) ? v[2] : v[3]}; }},
      {"set.lt.u32.u32 $0, $1, $2;", "=r,r,r", [](Inputs v) { return Bits{v[0] < v[1] ? 0xffffffff : 0}; }},
      {"set.ge.f32.s32 $0, $1, $2;", "=f,r,r", [](Inputs v) { return Bits{bitsOf(s32(v[0]) >= s32(v[1]) ? 1.0F : 0.0F)}; }},
      {"slct.u32.s32 $0, $1, $2, $3;", "=r,r,r,r", [](Inputs v) { return Bits{s32(v[2]) >= 0 ? v[0] : v[1]}; }},
      {"{ .reg .pred p; setp.ge.s32 p, $1, 0; @p shl.b32 $0, $1, 1; @!p mov.b32 $0, 3; }", "=r,r",
       [](Inputs v) { return Bits{s32(v[0]) >= 0 ? low(v[0] << 1) : 3}; }},
      {"{ .reg .pred p; .reg .u32 r; { .reg .u32 r; mov.u32 r, 5; } mov.u32 r, $1; mov.u32 $0, r; }", "=r,r",
       [](Inputs v) { return Bits{v[0]}; }},
      {"add.u32 $0, $0, $1;", "=r,r,0", [](Inputs v) { return Bits{low(v[0] + v[1])}; }},
      {"", "=r,0", [](Inputs v) { return Bits{v[0]}; }},
      {"mov.b64 {$0,$1}, $2; // halves", "=r,=r,l",
       [](Inputs v) {
         return Bits{low(v[0]), v[0] >> 32};
       }},
      {"mov.b64 $0, {$1,$2};", "=d,r,r", [](Inputs v) { return Bits{v[1] << 32 | v[0]}; }},
      {"{ .reg .b16 x<4>; mov.b64 {x0,x1,x2,x3}, $1; mov.b64 $0, {x3,x2,x1,x0}; }", "=l,l",
       [](Inputs v) { return Bits{(v[0] >> 48) | (v[0] >> 16 & 0xffff0000) | (v[0] & 0xffff0000) << 16 | v[0] << 48}; }},
      {"{ .reg .pred p; mov.pred p, 1; selp.b32 $0, $1, 0, p; }", "=r,r", [](Inputs v) { return Bits{v[0]}; }},
      {"cvt.u16.u8 $0, $1;", "=h,h", [](Inputs v) { return Bits{v[0] & 255}; }},
      {"cvt.s32.s8 $0, $1;", "=r,r", [](Inputs v) { return Bits{low(static_cast<std::uint64_t>(lane<std::int8_t>(v[0], 0)))}; }},
      {"cvt.s64.s32 $0, $1;", "=l,r", [](Inputs v) { return Bits{static_cast<std::uint64_t>(std::int64_t{s32(v[0])})}; }},
      {"cvt.sat.u8.s32 $0, $1;", "=r,r", [](Inputs v) { return Bits{static_cast<std::uint64_t>(std::clamp(s32(v[0]), 0, 255))}; }},
      {"cvt.sat.s16.s32 $0, $1;", "=h,r",
       [](Inputs v) { return Bits{static_cast<std::uint64_t>(clamp<std::int16_t>(s32(v[0]))) & 0xffff}; }},
      {"cvt.sat.s32.u32 $0, $1;", "=r,r", [](Inputs v) { return Bits{std::min<std::uint64_t>(v[0], 0x7fffffff)}; }},
      {"cvt.sat.u32.s64 $0, $1;", "=r,l",
       [](Inputs v) { return Bits{static_cast<std::uint64_t>(std::clamp<std::int64_t>(s64(v[0]), 0, 0xffffffff))}; }},
  };
  return forms;
}

const std::vector<Form>& bytes() {
  using S8 = std::int8_t;
  using U8 = std::uint8_t;
  using S16 = std::int16_t;
  using U16 = std::uint16_t;
  static const auto sum = [](Inputs v, auto type, auto function) {
    std::uint64_t all = 0;
    for (unsigned i = 0; i < 4 / sizeof(type); ++i)
      all += static_cast<std::uint64_t>(function(int{lane<decltype(type)>(v[0], i)}, int{lane<decltype(type)>(v[1], i)}));
    return low(all + v[2]);
  };
  static const std::vector<Form> forms = {
      {"vadd4.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r", [](Inputs v) { return Bits{lanes<U8>(v, [](int a, int b) { return a + b; })}; }},
      {"vadd2.s32.s32.s32.sat $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<S16>(v, [](int a, int b) { return clamp<S16>(a + b); })}; }},
      {"vadd4.u32.u32.u32.sat $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<U8>(v, [](int a, int b) { return clamp<U8>(a + b); })}; }},
      {"vsub4.s32.s32.s32.sat $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<S8>(v, [](int a, int b) { return clamp<S8>(a - b); })}; }},
      {"vsub2.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r", [](Inputs v) { return Bits{lanes<U16>(v, [](int a, int b) { return a - b; })}; }},
      {"vsub4.u32.u32.u32.sat $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<U8>(v, [](int a, int b) { return clamp<U8>(a - b); })}; }},
      {"vavrg4.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r", [](Inputs v) { return Bits{lanes<U8>(v, mean)}; }},
      {"vavrg2.s32.s32.s32 $0,$1,$2,$3;", "=r,r,r,r", [](Inputs v) { return Bits{lanes<S16>(v, mean)}; }},
      {"vmin4.s32.s32.s32 $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<S8>(v, [](int a, int b) { return std::min(a, b); })}; }},
      {"vmax2.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<U16>(v, [](int a, int b) { return std::max(a, b); })}; }},
      {"vabsdiff4.u32.u32.u32 $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<U8>(v, [](int a, int b) { return std::abs(a - b); })}; }},
      {"vabsdiff2.s32.s32.s32.sat $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<S16>(v, [](int a, int b) { return clamp<S16>(std::abs(a - b)); })}; }},
      {"vabsdiff4.s32.s32.s32.add $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{sum(v, S8{}, [](int a, int b) { return std::abs(a - b); })}; }},
      {"vabsdiff2.u32.u32.u32.add $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{sum(v, U16{}, [](int a, int b) { return std::abs(a - b); })}; }},
      {"vsub4.u32.u32.u32.add $0,$1,$2,$3;", "=r,r,r,r", [](Inputs v) { return Bits{sum(v, U8{}, [](int a, int b) { return a - b; })}; }},
      {"vset4.u32.u32.eq $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<U8>(v, [](int a, int b) { return a == b ? 1 : 0; })}; }},
      {"vset2.s32.s32.lt $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<S16>(v, [](int a, int b) { return a < b ? 1 : 0; })}; }},
      {"vset4.u32.u32.ge $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{lanes<U8>(v, [](int a, int b) { return a >= b ? 1 : 0; })}; }},
      {"vset4.s32.s32.ge.add $0,$1,$2,$3;", "=r,r,r,r",
       [](Inputs v) { return Bits{sum(v, S8{}, [](int a, int b) { return a >= b ? 1 : 0; })}; }},
  };
  return forms;
}

} // namespace

class IntegerFormsTest : public QObject {
  Q_OBJECT

private slots:
  void arithmeticWrapsOrSaturates_data() { addRows(arithmetic()); }
  void arithmeticWrapsOrSaturates() { runRow(arithmetic()); }
  void carriesGoFromWordToWord_data() { addRows(carries()); }
  void carriesGoFromWordToWord() { runRow(carries()); }
  void bitsAndFields_data() { addRows(bits()); }
  void bitsAndFields() { runRow(bits()); }
  void comparisonsPredicatesMovesAndConversions_data() { addRows(choices()); }
  void comparisonsPredicatesMovesAndConversions() { runRow(choices()); }
  void bytesAndHalfWordsOfARegister_data() { addRows(bytes()); }
  void bytesAndHalfWordsOfARegister() { runRow(bytes()); }
};

QTEST_GUILESS_MAIN(IntegerFormsTest)
#include "integer_forms_test.moc"
