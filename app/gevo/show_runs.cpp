#include "app/gevo/originals.h"
#include "app/gevo/show_views.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"

#include <cmath>

namespace gevo {

namespace {

std::string modeWords(const EvaluationSettings& evaluation) {
  if (evaluation.mode == Mode::Exact) return "exact";
  return fmt::format("trade-off, error up to {}", formatError(evaluation.tolerance, evaluation.metric));
}

/// The fastest exact variant of the front, the fastest of all, and what needs the least energy; the original where nothing is better.
struct Best {
  std::optional<VariantRow> exact; ///< none where the error is no objective, and so not on the front
  VariantRow any;
  std::optional<VariantRow> frugal;
};

Result<std::optional<Best>> bestOf(const Store& store, std::int64_t run) {
  GEVO_TRY_ASSIGN(std::vector<VariantRow> front, store.frontVariants(run));
  if (front.empty()) return std::nullopt;
  Best best{std::nullopt, front.front(), std::nullopt}; // sorted by runtime
  for (const VariantRow& row : front) {
    if (row.error == 0 && !best.exact) best.exact = row;
    if (!std::isnan(row.energy) && (!best.frugal || row.energy < best.frugal->energy)) best.frugal = row;
  }
  return best;
}

nlohmann::json bestJson(const RunInfo& run, const std::optional<VariantRow>& best) {
  if (!best) return {};
  nlohmann::json json{
      {"id", best->id}, {"runtime_us", best->runtime}, {"speedup", run.fastestOriginal() / best->runtime}, {"error", best->error}};
  if (!std::isnan(best->energy)) json["energy_mj"] = best->energy;
  return json;
}

} // namespace

Result<void> showRuns(const Store& store, const ShowOptions& options) {
  GEVO_TRY_ASSIGN(std::vector<RunInfo> runs, store.runs());
  Table table({">run", "state", "device", "mode", ">seed", ">population", ">generations", ">tries", ">original", ">by nvcc", ">best exact",
               ">best", ">its error"});
  nlohmann::json rows = nlohmann::json::array();
  for (const RunInfo& run : runs) {
    GEVO_TRY_ASSIGN(std::optional<Best> best, bestOf(store, run.id));
    GEVO_TRY_ASSIGN(std::vector<GenerationRow> generations, store.generations(run.id));
    GEVO_TRY_ASSIGN(const nlohmann::json reasons, reasonsJson(store, run));
    std::uint64_t evaluations = 0;
    for (const GenerationRow& row : generations) evaluations += row.evaluations;
    const SearchSettings& search = run.settings.search;
    table.add({std::to_string(run.id), runStateName(run.status.state), run.device, modeWords(run.settings.evaluation),
               std::to_string(search.seed), std::to_string(search.population), std::to_string(run.generations), formatCount(evaluations),
               formatRuntime(run.originalRuntime), formatRuntime(run.nvccRuntime()),
               best && best->exact ? formatSpeedup(run.fastestOriginal() / best->exact->runtime) : unknownFigure,
               best ? formatSpeedup(run.fastestOriginal() / best->any.runtime) : unknownFigure,
               best ? formatError(best->any.error, run.settings.evaluation.metric) : unknownFigure});
    rows.push_back({{"run", run.id},
                    {"state", runStateName(run.status.state)},
                    {"device", run.device},
                    {"seed", search.seed},
                    {"generations", run.generations},
                    {"tries", evaluations},
                    {"best_exact", best ? bestJson(run, best->exact) : nlohmann::json()},
                    {"best", best ? bestJson(run, best->any) : nlohmann::json()},
                    {"objectives", printObjectives(run.settings.evaluation.objectives)},
                    {"reasons", reasons},
                    {"notes", run.report.notes},
                    {"settings", nlohmann::json::parse(printRunSettings(run.settings))}});
    if (measuresEnergy(run.settings.evaluation)) {
      rows.back()["original_mj"] = run.originalEnergy;
      rows.back()["frugal"] = best ? bestJson(run, best->frugal) : nlohmann::json();
    }
    addOriginals(rows.back(), run);
  }
  printTable(options, table, rows);
  return {};
}

} // namespace gevo
