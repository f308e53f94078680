#include "tests/bench/gpu_trial.h"

#include "core/base/wire.h"
#include "core/kernel/cuda/device/jit_link.h"
#include "core/kernel/cuda/replay/gpu_evaluator.h"
#include "core/kernel/simulator/machine/memory.h"

#include <chrono>
#include <cstring>

namespace gevo::bench {

using namespace cuda;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t count = (1U << 20) + 24; // ends within a multiple of 256 bytes
constexpr std::uint64_t page = 2ULL << 20;
constexpr std::uint64_t bytes = count * sizeof(float);
constexpr std::uint64_t rounded = (bytes + 255) / 256 * 256;
constexpr std::uint64_t in = sim::deviceBase + 3 * page - rounded;
constexpr std::uint64_t out = sim::deviceBase + 8 * page - rounded;

/// work(float* out, const float* in, unsigned count): out = 2 in, after `before` and with `after` behind; %rd3 is &out[i], %rd4 &in[i].
std::string code(std::string_view before, std::string_view result, std::string_view after = "") {
  return fmt::format(R"(.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .f32 factor = 0f40000000;
.visible .global .align 4 .u32 arrived = 0;
.visible .entry work(.param .u64 out, .param .u64 in, .param .u32 count)
{{
  .reg .pred %p<4>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<10>;
  .reg .f32 %f<8>;
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd2, [in];
  ld.param.u32 %r1, [count];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra done;
  mul.wide.u32 %rd5, %r5, 4;
  add.u64 %rd3, %rd1, %rd5;
  add.u64 %rd4, %rd2, %rd5;
  ld.global.f32 %f1, [%rd4];
  ld.global.f32 %f2, [factor];
  {}
  {}
  {}
done:
  ret;
}}
)",
                     before, result, after);
}

const char* const twice = "mul.rn.f32 %f3, %f1, %f2; st.global.f32 [%rd3], %f3;";
/// Keeps each thread busy, in the original but not in the faster variant.
const char* const slow = "mov.u32 %r6, 0; again: sin.approx.f32 %f4, %f1; add.u32 %r6, %r6, 1; st.volatile.global.f32 [%rd3], %f4; "
                         "setp.lt.u32 %p2, %r6, 20; @%p2 bra again;";

/// The last thread changes the variable when all have read it. A replay that starts with the changed variable has wrong results.
const char* const changeVariable = "membar.gl; atom.global.add.u32 %r7, [arrived], 1; sub.u32 %r6, %r1, 1; setp.ne.u32 %p3, %r7, %r6; "
                                   "@%p3 bra done; mov.f32 %f5, 0f40400000; st.global.f32 [factor], %f5;";

struct Step {
  const char* name;
  std::string code;
  Reason expected;
};

std::vector<Step> steps() {
  return {{"the original again", code(slow, twice), Reason::None},
          {"a faster variant", code("", twice), Reason::None},
          {"wrong output", code("", "add.f32 %f3, %f1, %f2; st.global.f32 [%rd3], %f3;"), Reason::WrongOutput},
          {"no output", code("", ""), Reason::NotFinite},
          {"a changed input", code("", twice, "st.global.f32 [%rd4], %f3;"), Reason::WrongOutput},
          {"a write after an allocation, within its page",
           code("", twice, fmt::format("add.u64 %rd6, %rd1, {}; st.global.f32 [%rd6], %f3;", bytes)), Reason::OutOfBounds},
          {"a changed variable", code("", twice, changeVariable), Reason::None}};
}

/// Writes into the gap after an allocation.
std::string faultingCode() { return code("", twice, fmt::format("add.u64 %rd6, %rd1, {}; st.global.f32 [%rd6], %f3;", rounded)); }

TestRecipe recipe() {
  program::Trace trace;
  for (const std::uint64_t address : {in, out}) {
    program::Event& made = trace.events.emplace_back();
    made.kind = program::EventKind::Allocate;
    made.address = address;
    made.size = bytes;
  }
  std::vector<float> values(count);
  for (std::uint32_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 1000) + 1;
  program::Event& copied = trace.events.emplace_back();
  copied.kind = program::EventKind::CopyToDevice;
  copied.address = in;
  copied.data.resize(bytes);
  std::memcpy(copied.data.data(), values.data(), bytes);
  program::Event& launched = trace.events.emplace_back();
  launched.kind = program::EventKind::Launch;
  launched.name = "work";
  launched.grid[0] = (count + 255) / 256;
  launched.block[0] = 256;
  launched.data.resize(20);
  std::memcpy(launched.data.data(), &out, 8);
  std::memcpy(launched.data.data() + 8, &in, 8);
  std::memcpy(launched.data.data() + 16, &count, 4);
  program::Event& read = trace.events.emplace_back();
  read.kind = program::EventKind::CopyToHost;
  read.address = out;
  for (float& value : values) value *= 2;
  read.data.resize(bytes);
  std::memcpy(read.data.data(), values.data(), bytes);

  TestRecipe recipe;
  recipe.trace = wire::encode(trace);
  recipe.outputs = {OutputInfo{.name = "out", .type = "f32"}};
  recipe.settings.mode = Mode::Exact;
  recipe.symbols = {{"factor", sim::symbolBase, 4}, {"arrived", sim::symbolBase + 65536, 4}};
  return recipe;
}

double millisecondsSince(Clock::time_point begin) { return std::chrono::duration<double, std::milli>(Clock::now() - begin).count(); }

Bytes toBytes(const std::string& text) { return Bytes(text.begin(), text.end()); }

std::string describe(const Measurement& m, double milliseconds) {
  const std::string what = m.valid()
                               ? fmt::format("{:.2f} us, {} ratios, error {:.2g} %", m.microseconds, m.ratios.size(), m.relativeError * 100)
                               : fmt::format("{} ({})", reasonName(m.reason), m.message);
  return fmt::format("{}; {:.1f} ms", what, milliseconds);
}

/// Runs machine code from nvJitLink instead of the driver.
Result<void> runCubinOfJitLink(GpuEvaluator& bench, const Hash128& key, const std::function<void(const std::string&)>& print) {
  const Result<JitLink> link = JitLink::open();
  if (!link) {
    print("nvJitLink: " + link.error().message);
    return {};
  }
  if (!link->knows(bench.gpu().architecture())) {
    print("nvJitLink: does not know " + bench.gpu().architecture());
    return {};
  }
  auto began = Clock::now();
  GEVO_TRY_ASSIGN(const Cubin cubin, link->link(code("", twice), bench.gpu().architecture()));
  print(fmt::format("nvJitLink: {} bytes in {:.1f} ms; its log: {}", cubin.code.size(), millisecondsSince(began), cubin.log));
  began = Clock::now();
  const Measurement measured = bench.measure({.test = key, .image = toBytes(cubin.code)});
  print("a cubin from nvJitLink: " + describe(measured, millisecondsSince(began)));
  if (!measured.valid()) return fail("the GPU can't run a cubin from nvJitLink");
  return {};
}

} // namespace

std::vector<std::string> gpuTrialCodes() {
  std::vector<std::string> codes{faultingCode()};
  for (Step& step : steps()) codes.push_back(std::move(step.code));
  return codes;
}

Result<void> runGpuTrial(int gpu, const std::function<void(const std::string&)>& print) {
  auto began = Clock::now();
  GEVO_TRY_ASSIGN(const std::unique_ptr<GpuEvaluator> opened, GpuEvaluator::open(gpu));
  GpuEvaluator& bench = *opened;
  print(fmt::format("{}: opened in {:.0f} ms, addresses from {:#x} are reserved", bench.gpu().name, millisecondsSince(began),
                    sim::deviceBase));

  const Hash128 key{1, 1};
  TestRecipe test = recipe();
  test.original = toBytes(code(slow, twice));
  began = Clock::now();
  GEVO_TRY_ASSIGN(const Oracle oracle, bench.prepare(key, test));
  print(fmt::format("the original: {:.2f} us, prepared in {:.1f} ms, a replay takes {:.2f} ms at most", oracle.microseconds,
                    millisecondsSince(began), oracle.replaySeconds * 1e3));
  for (const std::string& note : oracle.notes) print(note);

  for (const Step& step : steps()) {
    began = Clock::now();
    const Measurement measured = bench.measure({.test = key, .image = toBytes(step.code)});
    print(fmt::format("{}: {}", step.name, describe(measured, millisecondsSince(began))));
    if (measured.reason != step.expected)
      return fail("the result of \"{}\" must be {}; runs on this GPU can't be trusted", step.name, reasonName(step.expected));
    if (measured.lost) return fail("\"{}\" breaks the CUDA context, which it must not", step.name);
  }
  if (const Result<void> linked = runCubinOfJitLink(bench, key, print); !linked) return linked;

  began = Clock::now();
  const Measurement broken = bench.measure({.test = key, .image = toBytes(faultingCode())});
  print(fmt::format("a write into the gap: {}", describe(broken, millisecondsSince(began))));
  if (broken.reason != Reason::OutOfBounds || !broken.lost)
    return fail("a write into the gap after an allocation must break the CUDA context");
  return {};
}

} // namespace gevo::bench
