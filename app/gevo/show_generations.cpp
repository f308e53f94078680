#include "app/gevo/acceptance_json.h"
#include "app/gevo/show_views.h"
#include "core/format/csv.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"

#include <algorithm>
#include <cmath>

namespace gevo {

namespace {

constexpr std::size_t valid = std::size_t(Reason::None);

std::string figure(double value) { return std::isnan(value) ? unknownFigure : fmt::format("{:.1f}", value); }
nlohmann::json number(double value) { return std::isnan(value) ? nlohmann::json() : nlohmann::json(value); }
/// 0: no member of the population is exact.
double exactRuntime(const GenerationRow& row) { return row.bestExactRuntime > 0 ? row.bestExactRuntime : unknown; }

/// "race 3, wrong output 10": the commonest first.
template <class Counts> std::string rejections(const Counts& reasons) {
  std::vector<std::size_t> order;
  for (std::size_t reason = valid + 1; reason < reasonCount; ++reason)
    if (reasons[reason] > 0) order.push_back(reason);
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t reason) { return reasons[reason]; });
  std::string text;
  for (const std::size_t reason : order)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", reasonName(Reason(reason)), reasons[reason]);
  return text;
}

std::string share(std::uint64_t part, std::uint64_t whole) { return formatPercent(double(part) / double(whole)); }

std::string generationsText(const std::vector<GenerationRow>& generations, Metric metric) {
  Table table({">generation", ">evaluations", ">valid", ">best", ">its error", ">best exact", ">median", ">edits", ">most", "rejected"});
  for (const GenerationRow& row : generations)
    table.add({std::to_string(row.generation), std::to_string(row.evaluations), std::to_string(row.valid), formatRuntime(row.bestRuntime),
               formatError(row.bestError, metric), formatRuntime(exactRuntime(row)), formatRuntime(row.medianRuntime),
               figure(row.meanEdits), figure(row.maxEdits), rejections(row.reasons)});
  return table.text();
}

/// How the evaluations of each kind of step ended, over all generations.
std::string acceptanceText(const std::vector<GenerationRow>& generations) {
  Acceptance sum;
  for (const GenerationRow& row : generations) sum += row.acceptance;
  Table table({"step", ">evaluations", ">valid", ">accepted", ">code known", "rejected"});
  const auto add = [&](const std::string& name, const StepCounts& counts) {
    if (counts.evaluations() > 0)
      table.add({name, formatCount(counts.evaluations()), formatCount(counts.valid()), share(counts.valid(), counts.evaluations()),
                 share(counts.reused, counts.evaluations()), rejections(counts.reasons)});
  };
  for (std::size_t kind = 0; kind < stepKindCount; ++kind) add(stepKindName(StepKind(kind)), sum.kinds[kind]);
  add("all", sum.total());
  return sum.total().evaluations() > 0 ? fmt::format("\n{}", table.text()) : std::string();
}

nlohmann::json generationsJson(const std::vector<GenerationRow>& generations) {
  nlohmann::json rows = nlohmann::json::array();
  for (const GenerationRow& row : generations) {
    nlohmann::json reasons = nlohmann::json::object();
    for (std::size_t reason = valid + 1; reason < reasonCount; ++reason)
      if (row.reasons[reason] > 0) reasons[reasonName(Reason(reason))] = row.reasons[reason];
    rows.push_back({{"generation", row.generation},
                    {"evaluations", row.evaluations},
                    {"tries", row.evaluations}, // the old name of "evaluations"
                    {"valid", row.valid},
                    {"best_us", row.bestRuntime},
                    {"best_error", row.bestError},
                    {"best_exact_us", number(exactRuntime(row))},
                    {"median_us", row.medianRuntime},
                    {"worst_us", row.worstRuntime},
                    {"mean_edits", row.meanEdits},
                    {"median_edits", number(row.medianEdits)},
                    {"max_edits", number(row.maxEdits)},
                    {"rejected", reasons},
                    {"steps", acceptanceJson(row.acceptance)}});
  }
  return rows;
}

/// The same columns for every run: unknown figures are empty. "tries" are evaluations; the names of columns stay as they are.
std::string generationsCsv(const std::vector<GenerationRow>& generations) {
  std::vector<std::string> names{"generation", "tries",    "valid",      "best_us",      "best_error", "best_exact_us",
                                 "median_us",  "worst_us", "mean_edits", "median_edits", "max_edits"};
  for (std::size_t reason = valid + 1; reason < reasonCount; ++reason) names.emplace_back(reasonName(Reason(reason)));
  for (std::size_t kind = 0; kind < stepKindCount; ++kind) {
    const std::string step = stepKindName(StepKind(kind));
    names.push_back(fmt::format("{}: valid", step));
    for (std::size_t reason = valid + 1; reason < reasonCount; ++reason)
      names.push_back(fmt::format("{}: {}", step, reasonName(Reason(reason))));
    names.push_back(fmt::format("{}: code known", step));
  }
  Csv csv(names);
  const auto cell = [](double value) { return std::isnan(value) ? std::string() : fmt::format("{}", value); };
  for (const GenerationRow& row : generations) {
    std::vector<std::string> cells{std::to_string(row.generation), std::to_string(row.evaluations), std::to_string(row.valid)};
    for (const double value : {row.bestRuntime, row.bestError, exactRuntime(row), row.medianRuntime, row.worstRuntime, row.meanEdits,
                               row.medianEdits, row.maxEdits})
      cells.push_back(cell(value));
    for (std::size_t reason = valid + 1; reason < reasonCount; ++reason) cells.push_back(std::to_string(row.reasons[reason]));
    for (const StepCounts& counts : row.acceptance.kinds) {
      for (const std::uint64_t count : counts.reasons) cells.push_back(std::to_string(count));
      cells.push_back(std::to_string(counts.reused));
    }
    csv.add(cells);
  }
  return csv.text();
}

} // namespace

Result<void> showGenerations(const Store& store, const RunInfo& run, const ShowOptions& options) {
  GEVO_TRY_ASSIGN(std::vector<GenerationRow> generations, store.generations(run.id));
  if (options.json)
    fmt::print("{}\n", jsonText(generationsJson(generations)));
  else if (options.csv)
    fmt::print("{}", generationsCsv(generations));
  else
    fmt::print("{}{}", generationsText(generations, run.settings.evaluation.metric), acceptanceText(generations));
  return {};
}

} // namespace gevo
