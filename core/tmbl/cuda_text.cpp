#include "core/tmbl/cuda_text.h"

#include "core/tmbl/cases.h"
#include "core/tmbl/step_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gevo::tmbl {

namespace {

/// In the order of StepKind.
constexpr std::array<std::string_view, stepKinds> patterns{
    "__fadd_rn($a, $b)",
    "__fsub_rn($a, $b)",
    "__fmul_rn($a, $b)",
    "$b == 0.0f ? 0.0f : __fdiv_rn($a, $b)",
    "$b < $a ? $b : $a",
    "$b > $a ? $b : $a",
    "__fmaf_rn($a, $b, $c)",
    "__fsqrt_rn(fabsf($a))",
    "$a > 0.0f ? $b : $c",
    "tmbl_exp($a)",
    "tmbl_log($a)",
    "tmbl_sin($a)",
    "tmbl_cos($a)",
    "__uint_as_float($a & $b)",
    "__uint_as_float($a ^ $b)",
    "__uint_as_float($a + $b)",
    "__uint_as_float($a << $b)",
    "__uint_as_float($a >> $b)",
    "__int2float_rn(static_cast<int>($a))",
};

constexpr std::array<std::pair<StepKind, std::string_view>, 4> helpers{
    {{StepKind::Exponential, "tmbl_exp"}, {StepKind::Logarithm, "tmbl_log"}, {StepKind::Sine, "tmbl_sin"}, {StepKind::Cosine, "tmbl_cos"}}};

std::string nameOf(const Value& value, const Code& code, std::span<const std::string> inputs, bool integer) {
  if (value.kind == Value::Kind::Constant) {
    const std::uint32_t bits = code.constants[value.index];
    return integer ? fmt::format("0x{:x}u", bits) : cudaConstant(std::bit_cast<float>(bits));
  }
  const std::string name = value.kind == Value::Kind::Input ? inputs[value.index] : fmt::format("v{}", value.index);
  return integer ? fmt::format("__float_as_uint({})", name) : name;
}

} // namespace

std::string cudaConstant(float value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text + 'f';
}

std::vector<std::string> inputNames(std::uint32_t inputs) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < inputs; ++i) names.push_back(fmt::format("input{}", i));
  return names;
}

std::string cudaFunction(const Code& code, std::string_view name, std::span<const std::string> inputs) {
  std::string text = fmt::format("__device__ float {}(", name);
  for (std::size_t i = 0; i < inputs.size(); ++i) text += fmt::format("{}float {}", i == 0 ? "" : ", ", inputs[i]);
  text += ") {\n";
  for (std::size_t i = 0; i < code.steps.size(); ++i) {
    const Step& step = code.steps[i];
    const std::string expression = fillPattern(patterns[static_cast<std::size_t>(step.kind)], step, "",
                                               [&](const Value& value) { return nameOf(value, code, inputs, takesIntegers(step.kind)); });
    text += fmt::format("  const float v{} = {};\n", i, expression);
  }
  return text + fmt::format("  return {};\n}}\n", code.results.empty() ? "0.0f" : nameOf(code.results.front(), code, inputs, false));
}

std::string cudaHelpers(std::span<const Code> codes) {
  std::string text;
  const std::vector<std::string> inputs{"x"};
  for (const auto& [kind, name] : helpers) {
    const bool used = std::ranges::any_of(codes, [kind = kind](const Code& code) {
      return std::ranges::any_of(code.steps, [kind](const Step& step) { return step.kind == kind; });
    });
    if (!used) continue;
    CodeBuilder builder;
    const Value x{Value::Kind::Input, 0};
    text += cudaFunction(expand(builder.finish({builder.step(kind, x)})), name, inputs) + '\n';
  }
  return text;
}

std::string cudaModule(std::span<const Code> population, std::uint32_t inputs, std::size_t stride) {
  const std::vector<std::string> names = inputNames(inputs);
  std::string text = cudaHelpers(population);
  for (std::size_t i = 0; i < population.size(); ++i) text += cudaFunction(population[i], fmt::format("program{}", i), names) + '\n';
  text += fmt::format(R"(extern "C" __global__ void tmbl(const float* __restrict__ inputs, const float* __restrict__ targets, double* sums,
                                double centre, unsigned rows, unsigned first) {{
  __shared__ double lanes[3][{0}];
  double sum[3] = {{0, 0, 0}};
  const unsigned begin = blockIdx.y * {1}u;
  const unsigned end = begin + min(rows - begin, {1}u);
  for (unsigned row = begin + threadIdx.x; row < end; row += {0}u) {{
    float result = 0;
    switch (blockIdx.x) {{
)",
                      lanes, chunkCases);
  std::vector<std::string> arguments;
  for (std::uint32_t i = 0; i < inputs; ++i) arguments.push_back(fmt::format("inputs[row + {}ull]", i * stride));
  for (std::size_t i = 0; i < population.size(); ++i)
    text += fmt::format("    case {0}: result = program{0}({1}); break;\n", i, fmt::join(arguments, ", "));
  text += fmt::format(R"(    }}
    const double y = __dsub_rn(result, centre);
    const double target = __dsub_rn(targets[row], centre);
    sum[0] = __dadd_rn(sum[0], y);
    sum[1] = __dadd_rn(sum[1], __dmul_rn(y, y));
    sum[2] = __dadd_rn(sum[2], __dmul_rn(y, target));
  }}
  for (unsigned k = 0; k < 3; ++k) lanes[k][threadIdx.x] = sum[k];
  for (unsigned half = {0}; half > 0; half /= 2) {{
    __syncthreads();
    if (threadIdx.x < half)
      for (unsigned k = 0; k < 3; ++k) lanes[k][threadIdx.x] = __dadd_rn(lanes[k][threadIdx.x], lanes[k][threadIdx.x + half]);
  }}
  if (threadIdx.x == 0)
    for (unsigned k = 0; k < 3; ++k) sums[((first + blockIdx.x) * size_t(gridDim.y) + blockIdx.y) * 3 + k] = lanes[k][0];
}}
)",
                      lanes / 2);
  return text;
}

} // namespace gevo::tmbl
