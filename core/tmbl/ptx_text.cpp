#include "core/tmbl/ptx_text.h"

#include "core/tmbl/cases.h"
#include "core/tmbl/step_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace gevo::tmbl {

namespace {

constexpr std::string_view head = R"(.version 6.3
.target sm_60
.address_size 64
)";

constexpr std::string_view parameters = R"((
  .param .u64 inputs, .param .u64 targets, .param .u64 sums, .param .f64 centre, .param .u32 rows, .param .u32 first)
{{
  .shared .align 8 .b8 lanes[{}];
  .reg .pred %p, %here, %more;
  .reg .b32 %t, %row, %end, %lane, %individual, %half, %shared, %other;
  .reg .b64 %inputs, %targets, %sums, %address, %place;
  .reg .f64 %centre, %y, %target, %term, %outputs, %squares, %products;
)";

/// `{0}`: cases of a chunk.
constexpr std::string_view prologue = R"(
  ld.param.u64 %inputs, [inputs];
  cvta.to.global.u64 %inputs, %inputs;
  ld.param.u64 %targets, [targets];
  cvta.to.global.u64 %targets, %targets;
  ld.param.f64 %centre, [centre];
  ld.param.u32 %end, [rows];
  mov.u32 %lane, %tid.x;
  mov.u32 %individual, %ctaid.x;
  mov.u32 %row, %ctaid.y;
  mul.lo.u32 %row, %row, {0};
  sub.u32 %end, %end, %row;
  min.u32 %end, %end, {0};
  add.u32 %end, %end, %row;
  add.u32 %row, %row, %lane;
  mov.f64 %outputs, 0d0000000000000000;
  mov.f64 %squares, 0d0000000000000000;
  mov.f64 %products, 0d0000000000000000;
next:
  setp.ge.u32 %p, %row, %end;
  @%p bra reduce;
)";

/// Adds lanes as ErrorSums says. `{0}`: half of the lanes, `{1}`, `{2}`: bytes to the lanes' second and third sum.
constexpr std::string_view epilogue = R"(
reduce:
  mov.u32 %shared, lanes;
  mad.lo.u32 %shared, %lane, 8, %shared;
  st.shared.f64 [%shared], %outputs;
  st.shared.f64 [%shared+{1}], %squares;
  st.shared.f64 [%shared+{2}], %products;
  mov.u32 %half, {0};
fold:
  bar.sync 0;
  setp.lt.u32 %p, %lane, %half;
  mad.lo.u32 %other, %half, 8, %shared;
  @%p ld.shared.f64 %term, [%other];
  @%p add.rn.f64 %outputs, %outputs, %term;
  @%p st.shared.f64 [%shared], %outputs;
  @%p ld.shared.f64 %term, [%other+{1}];
  @%p add.rn.f64 %squares, %squares, %term;
  @%p st.shared.f64 [%shared+{1}], %squares;
  @%p ld.shared.f64 %term, [%other+{2}];
  @%p add.rn.f64 %products, %products, %term;
  @%p st.shared.f64 [%shared+{2}], %products;
  shr.u32 %half, %half, 1;
  setp.ne.u32 %more, %half, 0;
  @%more bra.uni fold;
  setp.ne.u32 %p, %lane, 0;
  @%p bra done;
  ld.param.u64 %sums, [sums];
  cvta.to.global.u64 %sums, %sums;
  ld.param.u32 %t, [first];
  mov.u32 %individual, %ctaid.x;
  add.u32 %t, %t, %individual;
  mov.u32 %other, %nctaid.y;
  mul.wide.u32 %place, %t, %other;
  mov.u32 %other, %ctaid.y;
  cvt.u64.u32 %address, %other;
  add.u64 %place, %place, %address;
  mad.lo.u64 %sums, %place, 24, %sums;
  st.global.f64 [%sums], %outputs;
  st.global.f64 [%sums+8], %squares;
  st.global.f64 [%sums+16], %products;
done:
  ret;
}}
)";

/// In the order of StepKind.
constexpr std::array<std::string_view, stepKinds> patterns{
    "add.rn.f32 $d, $a, $b;",
    "sub.rn.f32 $d, $a, $b;",
    "mul.rn.f32 $d, $a, $b;",
    "div.rn.f32 %t, $a, $b; setp.eq.f32 %p, $b, 0f00000000; selp.f32 $d, 0f00000000, %t, %p;",
    "setp.lt.f32 %p, $b, $a; selp.f32 $d, $b, $a, %p;",
    "setp.gt.f32 %p, $b, $a; selp.f32 $d, $b, $a, %p;",
    "fma.rn.f32 $d, $a, $b, $c;",
    "abs.f32 %t, $a; sqrt.rn.f32 $d, %t;",
    "setp.gt.f32 %p, $a, 0f00000000; selp.f32 $d, $b, $c, %p;",
    "",
    "",
    "",
    "",
    "and.b32 $d, $a, $b;",
    "xor.b32 $d, $a, $b;",
    "add.u32 $d, $a, $b;",
    "shl.b32 $d, $a, $b;",
    "shr.u32 $d, $a, $b;",
    "cvt.rn.f32.s32 $d, $a;",
};

class Writer {
public:
  Writer(std::string& text, const PtxOptions& options) : text_(text), options_(options) {}

  /// `population`: those that the kernel chooses from.
  void kernel(std::string_view name, std::span<const Code> population) {
    constexpr std::size_t bytes = lanes * sizeof(double);
    text_ += fmt::format("\n.visible .entry {}", name);
    text_ += fmt::format(parameters, 3 * bytes);
    write("  .reg .b32 %result<{0}>, %safe<{0}>;\n  .reg .pred %valid<{0}>;\n  .reg .b64 %case<{0}>;\n", options_.casesPerThread);
    text_ += fmt::format(prologue, chunkCases);
    findCases();
    dispatch(population.size());
    for (std::size_t i = 0; i < population.size(); ++i) program(i, population[i], i + 1 == population.size());
    accumulate();
    write(epilogue, lanes / 2, bytes, 2 * bytes);
  }

private:
  template <class... Args> void write(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  /// Addresses of the thread's cases. Beyond the end it reads its first case again, and adds nothing.
  void findCases() {
    for (std::uint32_t k = 0; k < options_.casesPerThread; ++k) {
      write("  add.u32 %safe{0}, %row, {1};\n  setp.lt.u32 %valid{0}, %safe{0}, %end;\n  selp.u32 %safe{0}, %safe{0}, %row, %valid{0};\n"
            "  mul.wide.u32 %place, %safe{0}, 4;\n  add.u64 %case{0}, %inputs, %place;\n",
            k, k * lanes);
    }
  }

  void dispatch(std::size_t programs) {
    if (programs == 1) return;
    if (options_.dispatch == Dispatch::Comparisons) {
      for (std::size_t i = 0; i < programs; ++i) write("  setp.eq.u32 %here, %individual, {0};\n  @%here bra.uni program{0};\n", i);
      return;
    }
    text_ += "programs: .branchtargets ";
    for (std::size_t i = 0; i < programs; ++i) write("{}program{}", i == 0 ? "" : ", ", i);
    text_ += ";\n  brx.idx.uni %individual, programs;\n";
  }

  void program(std::size_t number, const Code& code, bool last) {
    const Code steps = expand(code);
    std::vector<std::uint32_t> inputs;
    const auto note = [&](const Value& value) {
      if (value.kind == Value::Kind::Input) inputs.push_back(value.index);
    };
    for (const Step& step : steps.steps)
      for (const Value& value : {step.a, step.b, step.c}) note(value);
    if (!steps.results.empty()) note(steps.results.front());
    std::ranges::sort(inputs);
    inputs.erase(std::ranges::unique(inputs).begin(), inputs.end());

    write("program{}:\n  {{\n", number);
    for (std::uint32_t k = 0; k < options_.casesPerThread; ++k) {
      if (!steps.steps.empty()) write("  .reg .b32 %v{}x<{}>;\n", k, steps.steps.size());
      for (const std::uint32_t input : inputs) write("  .reg .b32 %x{}i{};\n", k, input);
    }
    for (const std::uint32_t input : inputs)
      for (std::uint32_t k = 0; k < options_.casesPerThread; ++k)
        write("  ld.global.nc.f32 %x{0}i{1}, [%case{0}+{2}];\n", k, input, input * options_.stride * sizeof(float));
    // Of the cases in turn, so that one's steps fill the other's waits.
    for (std::size_t i = 0; i < steps.steps.size(); ++i)
      for (std::uint32_t k = 0; k < options_.casesPerThread; ++k) {
        const Step& step = steps.steps[i];
        text_ += "  ";
        text_ += fillPattern(patterns[static_cast<std::size_t>(step.kind)], step, fmt::format("%v{}x{}", k, i),
                             [&](const Value& value) { return nameOf(value, steps, k, takesIntegers(step.kind)); });
        text_ += '\n';
      }
    for (std::uint32_t k = 0; k < options_.casesPerThread; ++k)
      write("  mov.b32 %result{}, {};\n", k, steps.results.empty() ? "0" : nameOf(steps.results.front(), steps, k, true));
    write("  }}\n{}", last ? "" : "  bra.uni add;\n");
  }

  static std::string nameOf(const Value& value, const Code& code, std::uint32_t k, bool integer) {
    if (value.kind == Value::Kind::Input) return fmt::format("%x{}i{}", k, value.index);
    if (value.kind == Value::Kind::Step) return fmt::format("%v{}x{}", k, value.index);
    return integer ? fmt::format("0x{:08x}", code.constants[value.index]) : fmt::format("0f{:08X}", code.constants[value.index]);
  }

  void accumulate() {
    text_ += "add:\n";
    for (std::uint32_t k = 0; k < options_.casesPerThread; ++k) {
      write("  mul.wide.u32 %place, %safe{0}, 4;\n  add.u64 %address, %targets, %place;\n  ld.global.nc.f32 %t, [%address];\n"
            "  cvt.f64.f32 %target, %t;\n  sub.rn.f64 %target, %target, %centre;\n"
            "  cvt.f64.f32 %y, %result{0};\n  sub.rn.f64 %y, %y, %centre;\n"
            "  @%valid{0} add.rn.f64 %outputs, %outputs, %y;\n"
            "  mul.rn.f64 %term, %y, %y;\n  @%valid{0} add.rn.f64 %squares, %squares, %term;\n"
            "  mul.rn.f64 %term, %y, %target;\n  @%valid{0} add.rn.f64 %products, %products, %term;\n",
            k);
    }
    write("  add.u32 %row, %row, {};\n  bra next;\n", options_.casesPerThread * lanes);
  }

  std::string& text_;
  const PtxOptions& options_;
};

} // namespace

std::string kernelName(Dispatch dispatch, std::size_t individual) {
  return dispatch == Dispatch::Entries ? fmt::format("tmbl_{}", individual) : "tmbl";
}

std::string ptxModule(std::span<const Code> population, const PtxOptions& options) {
  std::string text(head);
  Writer writer(text, options);
  if (options.dispatch != Dispatch::Entries) {
    writer.kernel(kernelName(options.dispatch, 0), population);
    return text;
  }
  for (std::size_t i = 0; i < population.size(); ++i) writer.kernel(kernelName(options.dispatch, i), population.subspan(i, 1));
  return text;
}

} // namespace gevo::tmbl
