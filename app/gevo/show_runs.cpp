#include "app/gevo/originals.h"
#include "app/gevo/show_views.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/format/source_location.h"
#include "core/validation/best_variants.h"

#include <algorithm>
#include <limits>

namespace gevo {

namespace {

std::string modeText(const EvaluationSettings& evaluation) {
  if (evaluation.mode == Mode::Exact) return evaluation.statistical ? "alike" : "exact";
  return fmt::format("trade-off, error up to {}", formatError(evaluation.tolerance, evaluation.metric));
}

/// The best exact variant, the best of all and the one that needs the least energy, see bestVariant; the original where none is better.
/// Unknown where a damaged file has lost what decides.
struct Best {
  std::optional<Individual> exact;
  std::optional<Individual> any;
  std::optional<Individual> frugal; ///< where energy is an objective
};

Result<Individual> bestOr(const Individual& original, const Store& store, const RunInfo& run, const BestCriterion& criterion) {
  GEVO_TRY_ASSIGN(std::optional<Individual> best, bestIndividual(store, run, criterion));
  return std::move(best).value_or(original);
}

Result<Best> bestOf(const Store& store, const RunInfo& run) {
  GEVO_TRY_ASSIGN(const Individual original, store.individual(run.id, 0));
  GEVO_TRY_ASSIGN(Individual exact, bestOr(original, store, run, {0}));
  GEVO_TRY_ASSIGN(Individual any, bestOr(original, store, run, {std::numeric_limits<double>::infinity()}));
  Best best{std::move(exact), std::move(any), std::nullopt};
  if (!measuresEnergy(run.settings.evaluation)) return best;
  GEVO_TRY_ASSIGN(Individual frugal, bestOr(original, store, run, criteriaOf(run.settings.evaluation).back()));
  best.frugal = std::move(frugal);
  return best;
}

nlohmann::json bestJson(const RunInfo& run, const std::optional<Individual>& best) {
  if (!best) return {};
  const Fitness& fitness = best->result.fitness;
  nlohmann::json json{{"id", best->id},
                      {"name", variantName(best->id)},
                      {"runtime_us", fitness.runtime},
                      {"speedup", run.fastestOriginal() / fitness.runtime},
                      {"error", fitness.error}};
  if (fitness.hasEnergy()) json["energy_mj"] = fitness.energy;
  return json;
}

std::string speedupText(const RunInfo& run, const std::optional<Individual>& best) {
  return best ? formatSpeedup(run.fastestOriginal() / best->result.fitness.runtime) : unknownFigure;
}

} // namespace

Result<void> showRuns(const Store& store, const ShowOptions& options) {
  GEVO_TRY_ASSIGN(std::vector<RunInfo> runs, store.runs());
  // The names of CSV columns stay as they are.
  const std::string evaluationsHeader = options.csv ? ">tries" : ">evaluations";
  std::vector<std::string> headers{">run",        "state",        "device",          "mode",      ">seed",
                                   ">population", ">generations", evaluationsHeader, ">original", ">by nvcc",
                                   ">best exact", ">best",        ">its error"};
  const bool named = options.csv || std::ranges::any_of(runs, [](const RunInfo& run) { return !run.label.empty(); });
  if (named) headers.insert(headers.end(), {"name", "note"});
  Table table(headers);
  nlohmann::json rows = nlohmann::json::array();
  for (const RunInfo& run : runs) {
    Result<Best> found = bestOf(store, run);
    if (!found && !options.readOnly) return std::unexpected(found.error());
    const Best best = std::move(found).value_or(Best{});
    GEVO_TRY_ASSIGN(std::vector<GenerationRow> generations, store.generations(run.id));
    GEVO_TRY_ASSIGN(const nlohmann::json reasons, reasonsJson(store, run));
    std::uint64_t evaluations = 0;
    for (const GenerationRow& row : generations) evaluations += row.evaluations;
    const SearchSettings& search = run.settings.search;
    std::vector<std::string> cells{std::to_string(run.id),
                                   runStateName(run.status.state),
                                   run.device,
                                   modeText(run.settings.evaluation),
                                   std::to_string(search.seed),
                                   search.islands > 1 ? fmt::format("{} x {}", search.islands, search.population)
                                                      : std::to_string(search.population),
                                   std::to_string(run.generations),
                                   formatCount(evaluations),
                                   formatRuntime(run.originalRuntime),
                                   formatRuntime(run.nvccRuntime()),
                                   speedupText(run, best.exact),
                                   speedupText(run, best.any),
                                   best.any ? formatError(best.any->result.fitness.error, run.settings.evaluation.metric) : unknownFigure};
    if (named) cells.insert(cells.end(), {oneLine(run.label.name), oneLine(run.label.note)});
    table.add(std::move(cells));
    rows.push_back({{"run", run.id},
                    {"name", run.label.name},
                    {"note", run.label.note},
                    {"state", runStateName(run.status.state)},
                    {"device", run.device},
                    {"seed", search.seed},
                    {"generations", run.generations},
                    {"evaluations", evaluations},
                    {"tries", evaluations}, // the old name of "evaluations"
                    {"best_exact", bestJson(run, best.exact)},
                    {"best", bestJson(run, best.any)},
                    {"objectives", printObjectives(run.settings.evaluation.objectives)},
                    {"reasons", reasons},
                    {"notes", run.report.notes},
                    {"settings", nlohmann::json::parse(printRunSettings(run.settings))}});
    if (measuresEnergy(run.settings.evaluation)) {
      rows.back()["original_mj"] = run.originalEnergy;
      rows.back()["frugal"] = bestJson(run, best.frugal);
    }
    addOriginals(rows.back(), run);
  }
  printTable(options, table, rows);
  return {};
}

} // namespace gevo
