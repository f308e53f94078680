#include "core/tmbl/regression/front_text.h"

#include "core/tmbl/cuda_text.h"
#include "core/tmbl/dead_code.h"
#include "core/tmbl/formula.h"

#include <cmath>
#include <fmt/format.h>

namespace gevo::tmbl {

namespace {

Code codeOf(const FittedProgram& fitted) { return lower(fitted.program, firstSlot); }

} // namespace

std::string errorText(double error) { return fmt::format("{:.4g}", error); }

std::string explainedText(double share) { return std::isfinite(share) ? fmt::format("{:.6f}", share) : "–"; }

std::string remarkOf(const FittedProgram& fitted, const RegressionData& data) {
  return fmt::format("length {}, training error {}{}\n", fitted.length, errorText(fitted.trainingError),
                     data.test ? ", test error " + errorText(fitted.testError) : "");
}

std::string formulaOf(const FittedProgram& fitted, const RegressionData& data) {
  return formula(codeOf(fitted), {.inputs = data.inputs, .digits = 6});
}

std::string cudaText(std::span<const FittedProgram> programs, const RegressionData& data) {
  std::vector<Code> codes;
  for (const FittedProgram& fitted : programs) codes.push_back(codeOf(fitted));
  const std::vector<std::string> names = inputNames(data.training.inputs());
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) text += fmt::format("// {}: {}\n", names[i], data.inputs[i]);
  text += '\n' + cudaHelpers(codes);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const FittedProgram& fitted = programs[i];
    text += "// " + remarkOf(fitted, data) + cudaFunction(codes[i], fmt::format("length{}", fitted.length), names) + '\n';
  }
  return text;
}

} // namespace gevo::tmbl
