#include "core/kernel/cuda/calibrate/probe_code.h"

#include <fmt/format.h>

namespace gevo::cuda {

namespace {

const char* registerOf(ChainType type) {
  switch (type) {
  case ChainType::Word:
    return "x";
  case ChainType::Wide:
    return "xd";
  case ChainType::Float:
    return "xf";
  default:
    return "xg";
  }
}

std::string_view suffixOf(ChainType type) {
  switch (type) {
  case ChainType::Word:
    return "r";
  case ChainType::Wide:
    return "d";
  case ChainType::Float:
    return "f";
  default:
    return "g";
  }
}

void replaceAll(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
}

std::string link(std::string_view body, ChainType type, unsigned chain, unsigned number) {
  std::string text(body);
  replaceAll(text, "{x}", fmt::format("%{}{}", registerOf(type), chain));
  replaceAll(text, "{a}", fmt::format("%a{}", suffixOf(type)));
  replaceAll(text, "{b}", fmt::format("%b{}", suffixOf(type)));
  replaceAll(text, "{t}", fmt::format("%t{}", chain));
  replaceAll(text, "{w}", fmt::format("%w{}", chain));
  replaceAll(text, "{p}", fmt::format("%p{}", chain));
  replaceAll(text, "{i}", fmt::format("{}", chain));
  replaceAll(text, "{n}", fmt::format("{}", number));
  replaceAll(text, "{m}", "%data");
  replaceAll(text, "{s}", "%shared");
  return text;
}

/// Different in every chain and lane, so that none are merged. Integers are small.
std::string begin(ChainType type, unsigned chain) {
  std::string number = fmt::format("  add.u32 %x{0}, %lane, {1};\n", chain, 3 + 64 * chain);
  const std::string value = fmt::format("%{}{}", registerOf(type), chain);
  switch (type) {
  case ChainType::Word:
    return number;
  case ChainType::Wide:
    return number + fmt::format("  cvt.u64.u32 {}, %x{};\n", value, chain);
  case ChainType::Float:
    return number + fmt::format("  cvt.rn.f32.u32 {}, %x{};\n", value, chain);
  default:
    return number + fmt::format("  cvt.rn.f64.u32 {}, %x{};\n", value, chain);
  }
}

/// Makes the assembler keep the value.
std::string keep(ChainType type, unsigned chain) {
  const std::string_view bits = type == ChainType::Word || type == ChainType::Float ? "b32" : "b64";
  const std::string value = fmt::format("%{}{}", registerOf(type), chain);
  return fmt::format("  @%never st.global.{} [%data], {};\n", bits, value);
}

constexpr const char* head = R"(  .reg .pred %p<8>, %more, %first, %never;
  .reg .b32 %x<8>, %t<8>, %ar, %br, %count, %lane, %warp, %shared, %block, %warps;
  .reg .b64 %xd<8>, %w<8>, %ad, %bd, %clocks, %data, %begin, %end, %place;
  .reg .f32 %xf<8>, %af, %bf;
  .reg .f64 %xg<8>, %ag, %bg;
  ld.param.u64 %clocks, [clocks];
  cvta.to.global.u64 %clocks, %clocks;
  ld.param.u64 %data, [data];
  cvta.to.global.u64 %data, %data;
  ld.param.u32 %count, [count];
  ld.param.u32 %ar, [a];
  ld.param.u32 %br, [b];
  mov.b64 %ad, {%br, %ar};
  mov.b64 %bd, {%ar, %br};
  mov.b32 %af, %ar;
  mov.b32 %bf, %br;
  cvt.f64.f32 %ag, %af;
  cvt.f64.f32 %bg, %bf;
  mov.u32 %lane, %tid.x;
  mov.u32 %shared, gevo_probe_shared;
  setp.eq.u32 %never, %count, -1;
)";

constexpr const char* writeClocks = R"(  mov.u32 %block, %ctaid.x;
  mov.u32 %warps, %ntid.x;
  add.u32 %warps, %warps, 31;
  shr.u32 %warps, %warps, 5;
  shr.u32 %warp, %lane, 5;
  mad.lo.u32 %warp, %block, %warps, %warp;
  mad.wide.u32 %place, %warp, 16, %clocks;
  and.b32 %lane, %lane, 31;
  setp.eq.u32 %first, %lane, 0;
  @%first st.global.u64 [%place], %begin;
  @%first st.global.u64 [%place+8], %end;
)";

constexpr const char* parameters =
    "(.param .u64 clocks, .param .u64 data, .param .u32 count, .param .u32 a, .param .u32 b)\n.maxntid 1024, 1, 1";

// gevo_probe_nothing: the launch alone.
// gevo_probe_spin: until the clock has advanced by count.
// gevo_probe_loop: an empty loop, which takes as long as its counter and branch; its result keeps the assembler from removing it.
// gevo_probe_blocks: as spin; which multiprocessor each block was on goes to data.
// gevo_probe_chase_*: from address to address, b times 16 unclocked and count times 16 clocked; the first is that of data plus a.
// gevo_probe_read: count times four vectors of 16 bytes for each thread; begins again every a times.
// gevo_probe_copy: the same, once; what is written lies b MiB behind.
// gevo_probe_stride: count words for each thread, which lie a words apart from lane to lane.
// gevo_probe_add: count times an atomic addition of every lane to words that lie a bytes apart; 0: to one word, unknown to the assembler.
constexpr const char* others = R"(
.visible .entry gevo_probe_nothing(PARAMETERS)
{
  ret;
}

.visible .entry gevo_probe_spin(PARAMETERS)
{
HEAD
  cvt.u64.u32 %bd, %count;
  mov.u64 %begin, %clock64;
again:
  mov.u64 %end, %clock64;
  sub.u64 %ad, %end, %begin;
  setp.lt.u64 %more, %ad, %bd;
  @%more bra again;
CLOCKS
  ret;
}

.visible .entry gevo_probe_loop(PARAMETERS)
{
HEAD
  bar.sync 0;
  mov.u32 %x0, %lane;
  mov.u64 %begin, %clock64;
again:
  .pragma "nounroll";
  mad.lo.u32 %x0, %x0, %ar, %br;
  sub.u32 %count, %count, 1;
  setp.ne.u32 %more, %count, 0;
  @%more bra again;
  mov.u64 %end, %clock64;
  @%never st.global.u32 [%data], %x0;
CLOCKS
  ret;
}

.visible .entry gevo_probe_blocks(PARAMETERS)
{
HEAD
  cvt.u64.u32 %bd, %count;
  mov.u64 %begin, %clock64;
again:
  mov.u64 %end, %clock64;
  sub.u64 %ad, %end, %begin;
  setp.lt.u64 %more, %ad, %bd;
  @%more bra again;
CLOCKS
  mov.u32 %t0, %smid;
  mad.wide.u32 %xd0, %block, 4, %data;
  @%first st.global.u32 [%xd0], %t0;
  ret;
}

.visible .entry gevo_probe_chase_near(PARAMETERS)
{
HEAD
  cvt.u64.u32 %ad, %ar;
  add.u64 %xd0, %data, %ad;
  setp.eq.u32 %p0, %br, 0;
  @%p0 bra timed;
warm:
CHASE_NEAR
  sub.u32 %br, %br, 1;
  setp.ne.u32 %p0, %br, 0;
  @%p0 bra warm;
timed:
  mov.u64 %begin, %clock64;
again:
CHASE_NEAR
  sub.u32 %count, %count, 1;
  setp.ne.u32 %more, %count, 0;
  @%more bra again;
  setp.eq.u64 %p1, %xd0, 0;
  @%p1 st.global.u64 [%data], %xd0;
  mov.u64 %end, %clock64;
CLOCKS
  ret;
}

.visible .entry gevo_probe_chase_far(PARAMETERS)
{
HEAD
  cvt.u64.u32 %ad, %ar;
  add.u64 %xd0, %data, %ad;
  setp.eq.u32 %p0, %br, 0;
  @%p0 bra timed;
warm:
CHASE_FAR
  sub.u32 %br, %br, 1;
  setp.ne.u32 %p0, %br, 0;
  @%p0 bra warm;
timed:
  mov.u64 %begin, %clock64;
again:
CHASE_FAR
  sub.u32 %count, %count, 1;
  setp.ne.u32 %more, %count, 0;
  @%more bra again;
  setp.eq.u64 %p1, %xd0, 0;
  @%p1 st.global.u64 [%data], %xd0;
  mov.u64 %end, %clock64;
CLOCKS
  ret;
}

.visible .entry gevo_probe_read(PARAMETERS)
{
HEAD
  .reg .b32 %v<16>;
PLACES
  mov.u32 %t0, 0;
  mov.u32 %t6, 0;
again:
  ld.global.cg.v4.u32 {%v0, %v1, %v2, %v3}, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  ld.global.cg.v4.u32 {%v4, %v5, %v6, %v7}, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  ld.global.cg.v4.u32 {%v8, %v9, %v10, %v11}, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  ld.global.cg.v4.u32 {%v12, %v13, %v14, %v15}, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
SUM
  add.u32 %t6, %t6, 1;
  setp.eq.u32 %p1, %t6, %ar;
  @%p1 mov.u64 %xd1, %xd3;
  @%p1 mov.u32 %t6, 0;
  sub.u32 %count, %count, 1;
  setp.ne.u32 %more, %count, 0;
  @%more bra again;
  setp.eq.u32 %p0, %t0, 1234567;
  @%p0 st.global.u32 [%data], %t0;
  ret;
}

.visible .entry gevo_probe_copy(PARAMETERS)
{
HEAD
  .reg .b32 %v<16>;
PLACES
  mul.wide.u32 %xd4, %br, 1048576;
again:
  add.u64 %xd5, %xd1, %xd4;
  ld.global.v4.u32 {%v0, %v1, %v2, %v3}, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  ld.global.v4.u32 {%v4, %v5, %v6, %v7}, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  ld.global.v4.u32 {%v8, %v9, %v10, %v11}, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  ld.global.v4.u32 {%v12, %v13, %v14, %v15}, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  st.global.v4.u32 [%xd5], {%v0, %v1, %v2, %v3};
  add.u64 %xd5, %xd5, %xd2;
  st.global.v4.u32 [%xd5], {%v4, %v5, %v6, %v7};
  add.u64 %xd5, %xd5, %xd2;
  st.global.v4.u32 [%xd5], {%v8, %v9, %v10, %v11};
  add.u64 %xd5, %xd5, %xd2;
  st.global.v4.u32 [%xd5], {%v12, %v13, %v14, %v15};
  sub.u32 %count, %count, 1;
  setp.ne.u32 %more, %count, 0;
  @%more bra again;
  ret;
}

.visible .entry gevo_probe_stride(PARAMETERS)
{
HEAD
  mov.u32 %t1, %ctaid.x;
  mov.u32 %t2, %ntid.x;
  mov.u32 %t3, %nctaid.x;
  mad.lo.u32 %t4, %t1, %t2, %lane;
  mul.lo.u32 %t5, %t2, %t3;
  mul.wide.u32 %xd1, %t4, %ar;
  shl.b64 %xd1, %xd1, 2;
  add.u64 %xd1, %data, %xd1;
  mul.wide.u32 %xd2, %t5, %ar;
  shl.b64 %xd2, %xd2, 2;
  mov.u32 %t0, 0;
again:
  ld.global.u32 %x0, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  ld.global.u32 %x1, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  ld.global.u32 %x2, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  ld.global.u32 %x3, [%xd1];
  add.u64 %xd1, %xd1, %xd2;
  add.u32 %x0, %x0, %x1;
  add.u32 %x2, %x2, %x3;
  add.u32 %t0, %t0, %x0;
  add.u32 %t0, %t0, %x2;
  sub.u32 %count, %count, 1;
  setp.ne.u32 %more, %count, 0;
  @%more bra again;
  setp.eq.u32 %p0, %t0, 1234567;
  @%p0 st.global.u32 [%data], %t0;
  ret;
}

.visible .entry gevo_probe_add(PARAMETERS)
{
HEAD
  mad.wide.u32 %xd0, %lane, %ar, %data;
again:
  red.global.add.u32 [%xd0], %lane;
  sub.u32 %count, %count, 1;
  setp.ne.u32 %more, %count, 0;
  @%more bra again;
  ret;
}
)";

// Start address and step of each thread: all threads of the grid side by side.
constexpr const char* addresses = R"(  mov.u32 %t1, %ctaid.x;
  mov.u32 %t2, %ntid.x;
  mov.u32 %t3, %nctaid.x;
  mad.lo.u32 %t4, %t1, %t2, %lane;
  mul.lo.u32 %t5, %t2, %t3;
  mul.wide.u32 %xd3, %t4, 16;
  add.u64 %xd3, %data, %xd3;
  mov.u64 %xd1, %xd3;
  mul.wide.u32 %xd2, %t5, 16;
)";

std::string sum() {
  std::string text;
  for (int i = 0; i < 16; ++i) text += fmt::format("  add.u32 %t0, %t0, %v{};\n", i);
  return text;
}

std::string chase(std::string_view cache) {
  std::string text;
  for (int i = 0; i < 16; ++i) text += fmt::format("  ld.global.{}.u64 %xd0, [%xd0];\n", cache);
  return text;
}

} // namespace

std::string chainKernelName(const Chain& chain, unsigned links, unsigned chains) {
  return fmt::format("gevo_probe_{}_{}x{}", chain.name, links, chains);
}

std::string chainKernel(const Chain& chain, unsigned links, unsigned chains) {
  std::string text = fmt::format("\n.visible .entry {}{}\n{{\n{}", chainKernelName(chain, links, chains), parameters, head);
  unsigned number = 0;
  for (unsigned i = 0; i < chains; ++i) {
    text += begin(chain.type, i);
    if (!chain.setup.empty()) text += fmt::format("  {}\n", link(chain.setup, chain.type, i, number++));
  }
  text += "  bar.sync 0;\n  mov.u64 %begin, %clock64;\nagain:\n  .pragma \"nounroll\";\n";
  for (unsigned turn = 0; turn < links; ++turn)
    for (unsigned i = 0; i < chains; ++i) text += fmt::format("  {}\n", link(chain.body, chain.type, i, number++));
  text += "  sub.u32 %count, %count, 1;\n  setp.ne.u32 %more, %count, 0;\n  @%more bra again;\n  mov.u64 %end, %clock64;\n";
  for (unsigned i = 0; i < chains; ++i) {
    text += keep(chain.type, i);
    if (!chain.kept.empty()) text += fmt::format("  {}\n", link(chain.kept, chain.type, i, number++));
  }
  return text + writeClocks + "  ret;\n}\n";
}

std::string_view otherKernels() {
  static const std::string text = [] {
    std::string kernels = others;
    replaceAll(kernels, "(PARAMETERS)", parameters);
    replaceAll(kernels, "HEAD\n", head);
    replaceAll(kernels, "CLOCKS\n", writeClocks);
    replaceAll(kernels, "PLACES\n", addresses);
    replaceAll(kernels, "SUM\n", sum());
    replaceAll(kernels, "CHASE_NEAR\n", chase("ca"));
    replaceAll(kernels, "CHASE_FAR\n", chase("cg"));
    return kernels;
  }();
  return text;
}

std::string probeModule(const std::vector<std::string>& kernels) {
  std::string text = ".version 7.0\n.target sm_70\n.address_size 64\n.extern .shared .align 16 .b8 gevo_probe_shared[];\n";
  for (const std::string& kernel : kernels) text += kernel;
  return text;
}

} // namespace gevo::cuda
