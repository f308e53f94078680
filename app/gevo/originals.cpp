#include "app/gevo/originals.h"

#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace gevo {

std::string originalsText(const RunInfo& run) {
  const OtherOriginal& nvcc = run.report.nvcc;
  if (!nvcc.exists()) return {};
  if (!nvcc.runs())
    return fmt::format("the original as nvcc compiles it does not run here: {}{}{}", reasonName(nvcc.result.reason),
                       nvcc.result.message.empty() ? "" : ", ", nvcc.result.message);
  const double error = nvcc.result.fitness.error;
  const std::string off =
      error == 0 ? std::string() : fmt::format(" (its results are off by {})", formatError(error, run.settings.evaluation.metric));
  return fmt::format("the original takes {} as clang compiles it, {} {} as nvcc does{}; speedups are against {}'s",
                     formatRuntime(run.originalRuntime), formatRuntime(run.nvccRuntime()),
                     formatInterval(halfInterval(nvcc.result.metrics)), off, run.nvccRuntime() < run.originalRuntime ? "nvcc" : "clang");
}

void addOriginals(nlohmann::json& json, const RunInfo& run) {
  json["original_us"] = run.originalRuntime;
  json["nvcc_us"] = std::isnan(run.nvccRuntime()) ? nlohmann::json() : nlohmann::json(run.nvccRuntime());
  json["fastest_original_us"] = run.fastestOriginal();
  const OtherOriginal& nvcc = run.report.nvcc;
  if (!nvcc.exists()) return;
  json["nvcc"] = {{"compiler", nvcc.compiler},
                  {"reason", reasonName(nvcc.result.reason)},
                  {"detail", nvcc.result.message},
                  {"error", nvcc.result.fitness.error},
                  {"repeats", nvcc.result.metrics.repeats},
                  {"relative_error", nvcc.result.metrics.relativeError}};
}

} // namespace gevo
