#include "core/kernel/cuda/calibrate/chains.h"

namespace gevo::cuda {

namespace {

constexpr std::uint32_t nearlyOne = 0x3f7ff000; ///< as a float
constexpr std::uint32_t half = 0x3f000000;
constexpr std::uint32_t largest = 0x7ffffffd;
constexpr std::uint32_t mixed = 0x5a5a5a5b;

// A warp's product is added to the sums of the one before, as in a loop over columns. A product is two machine instructions, of which each
// computes half of the sums.
constexpr Chain matrix{
    "matrix", ChainType::Float,
    "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {{x}, %c{i}_0, %c{i}_1, %c{i}_2, %c{i}_3, %c{i}_4, %c{i}_5, %c{i}_6}, "
    "{%ar, %ar, %ar, %ar, %ar, %ar, %ar, %ar}, {%br, %br, %br, %br, %br, %br, %br, %br}, "
    "{{x}, %c{i}_0, %c{i}_1, %c{i}_2, %c{i}_3, %c{i}_4, %c{i}_5, %c{i}_6};",
    ".reg .f32 %c{i}_<7>; mov.f32 %c{i}_0, {x}; mov.f32 %c{i}_1, {x}; mov.f32 %c{i}_2, {x}; mov.f32 %c{i}_3, {x}; "
    "mov.f32 %c{i}_4, {x}; mov.f32 %c{i}_5, {x}; mov.f32 %c{i}_6, {x};",
    "@%never st.global.f32 [%data], %c{i}_0; @%never st.global.f32 [%data], %c{i}_6;"};

} // namespace

const std::vector<ChainProbe>& instructionProbes() {
  using T = ChainType;
  // Additions alternate with another operation, since the assembler would merge two.
  static const std::vector<ChainProbe> probes{
      {{"fma", T::Float, "fma.rn.f32 {x}, {x}, {a}, {b};"}, "arithmetic", 32, 1, 0, nearlyOne, half},
      {{"logic", T::Word, "add.u32 {x}, {x}, {a}; xor.b32 {x}, {x}, {b};"}, "arithmetic", 32, 2, 0, mixed, largest},
      {{"multiply", T::Word, "mad.lo.u32 {x}, {x}, {a}, {b};"}, "multiply", 32, 1, 0, mixed, largest},
      {{"wide_logic", T::Wide, "add.u64 {x}, {x}, {a}; xor.b64 {x}, {x}, {b};"}, "wide_arithmetic", 32, 2, 0, mixed, largest},
      {{"wide_multiply", T::Wide, "mad.lo.u64 {x}, {x}, {a}, {b};"}, "wide_multiply", 32, 1, 0, mixed, largest},
      {{"divide", T::Word, "div.s32 {x}, {a}, {x};"}, "divide", 6, 1, 0, largest, 0},
      {{"remainder", T::Word, "rem.s32 {x}, {a}, {x}; or.b32 {x}, {x}, {b};"}, "remainder", 6, 1, 1, largest, 0x10001},
      {{"wide_divide", T::Wide, "div.s64 {x}, {a}, {x};"}, "wide_divide", 3, 1, 0, largest, mixed},
      {{"wide_remainder", T::Wide, "rem.s64 {x}, {a}, {x}; or.b64 {x}, {x}, {b};"}, "wide_remainder", 3, 1, 2, largest, 0x10001},
      {{"divide_by_constant", T::Word, "div.s32 {x}, {x}, 7; xor.b32 {x}, {x}, {b};"}, "divide_by_constant", 16, 1, 1, 0, mixed},
      {{"double", T::Double, "fma.rn.f64 {x}, {x}, {a}, {b};"}, "double_arithmetic", 32, 1, 0, nearlyOne, half},
      {{"double_divide", T::Double, "div.rn.f64 {x}, {a}, {x};"}, "double_divide", 4, 1, 0, nearlyOne, 0},
      {{"float_divide", T::Float, "div.rn.f32 {x}, {a}, {x};"}, "float_divide", 6, 1, 0, nearlyOne, 0},
      {{"root", T::Float, "sqrt.rn.f32 {x}, {x};"}, "root", 6, 1, 0, 0, 0},
      {{"exponential", T::Float, "ex2.approx.ftz.f32 {x}, {x};"}, "transcendental", 32, 1, 0, 0, 0},
      {{"conversion", T::Float, "cvt.rzi.s32.f32 {t}, {x}; cvt.rn.f32.s32 {x}, {t};"}, "conversion", 16, 2, 0, 0, 0},
      {{"shuffle", T::Word, "shfl.sync.bfly.b32 {x}, {x}, 1, 31, -1;"}, "shuffle", 32, 1, 0, 0, 0},
      {{"vote", T::Word, "setp.ne.u32 {p}, {x}, {a}; vote.sync.ballot.b32 {x}, {p}, -1;"}, "vote", 32, 1, 1, mixed, 0},
      {matrix, "matrix", 16, 1, 0, 0, 0},
      {{"address", T::Wide, "cvt.u32.u64 {t}, {x}; mad.wide.u32 {x}, {t}, 4, {a};"}, "address", 32, 1, 0, mixed, 0}};
  return probes;
}

namespace probes {

const Chain shared{"shared", ChainType::Word, "ld.shared.u32 {x}, [{x}];",
                   "mul.lo.u32 {x}, %lane, {a}; mov.u32 {t}, {i}; mad.lo.u32 {x}, {t}, 1024, {x}; shl.b32 {x}, {x}, 2; "
                   "add.u32 {x}, {x}, {s}; st.shared.u32 [{x}], {x};"};
const Chain cached{"cached", ChainType::Wide, "ld.global.ca.u64 {x}, [{x}];",
                   "mad.wide.u32 {x}, %lane, 8, {m}; mov.u32 {t}, {i}; mad.wide.u32 {x}, {t}, 8192, {x}; st.global.u64 [{x}], {x};"};
// All lanes use the same word, but the assembler must not know, or it would merge the atomics of a warp.
const Chain globalAtomic{"atomic", ChainType::Word, "atom.global.add.u32 {x}, [{w}], {x};", "mad.wide.u32 {w}, %lane, {a}, {m};"};
const Chain sharedAtomic{"shared_atomic", ChainType::Word, "atom.shared.add.u32 {x}, [{t}], {x};", "mad.lo.u32 {t}, %lane, {a}, {s};"};
const Chain barrier{"barrier", ChainType::Word, "bar.sync 0;"};
const Chain divergence{
    "divergence", ChainType::Float,
    "setp.lt.u32 {p}, %lane, %ar; @{p} bra other{n}; "
    "fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; "
    "fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; "
    "fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; "
    "fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; fma.rn.f32 {x}, {x}, {a}, {b}; "
    "bra join{n}; other{n}: "
    "fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; "
    "fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; "
    "fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; "
    "fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; fma.rn.f32 {x}, {x}, {b}, {a}; "
    "join{n}:"};

} // namespace probes

} // namespace gevo::cuda
