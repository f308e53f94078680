#include "app/gevo/show_views.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/validation/validation.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace gevo {

namespace {

constexpr int energyColumn = 4;

std::string validationText(const ValidationRow* row) { return row == nullptr ? "not checked" : row->passed ? "passed" : "failed"; }

nlohmann::json validationJson(const ValidationRow* row) {
  if (row == nullptr) return {};
  return {{"passed", row->passed},    {"candidate", row->candidate}, {"inputs", row->arguments},
          {"sentence", row->message}, {"runtime_us", row->runtime},  {"original_us", row->originalRuntime}};
}

/// Validated variants that are not on the front: candidates that followed one that failed.
void printOthers(const std::vector<VariantRow>& front, const std::vector<ValidationRow>& validations) {
  for (const ValidationRow& row : validations) {
    if (std::ranges::find(front, row.variant, &VariantRow::id) == front.end() && validationOf(validations, row.variant) == &row)
      fmt::print("variant {}, held-out {}: {}\n", variantName(row.variant), fmt::join(row.arguments, ", "), row.message);
  }
}

} // namespace

Result<void> showFront(const Store& store, const RunInfo& run, const ShowOptions& options) {
  GEVO_TRY_ASSIGN(std::vector<VariantRow> front, store.frontVariants(run.id));
  GEVO_TRY_ASSIGN(std::vector<ValidationRow> validations, store.validations(run.id));
  const bool energy = measuresEnergy(run.settings.evaluation);
  std::vector<std::string> headers{">variant", ">runtime", ">speedup", ">error", ">edits", ">generation", "held-out"};
  if (energy) headers.insert(headers.begin() + energyColumn, {">energy", ">of original's"});
  Table table(headers);
  nlohmann::json rows = nlohmann::json::array();
  for (const VariantRow& point : front) {
    const ValidationRow* row = validationOf(validations, point.id);
    const std::string validation = validationText(row);
    std::vector<std::string> cells{point.id == 0 ? "original" : std::to_string(point.id),
                                   formatRuntime(point.runtime),
                                   formatSpeedup(run.fastestOriginal() / point.runtime),
                                   formatError(point.error, run.settings.evaluation.metric),
                                   std::to_string(point.edits - point.inactive),
                                   std::to_string(point.generation),
                                   point.id == 0 ? unknownFigure : validation};
    if (energy) cells.insert(cells.begin() + energyColumn, {formatEnergy(point.energy), formatPercent(point.energy / run.originalEnergy)});
    table.add(std::move(cells));
    rows.push_back({{"id", point.id},
                    {"runtime_us", point.runtime},
                    {"speedup", run.fastestOriginal() / point.runtime},
                    {"error", point.error},
                    {"edits", point.edits - point.inactive},
                    {"inactive", point.inactive},
                    {"generation", point.generation},
                    {"held_out", validation},
                    {"validation", validationJson(row)}});
    if (energy) rows.back()["energy_mj"] = point.energy;
  }
  printTable(options, table, rows);
  if (options.json || options.csv) return {};
  if (!validations.empty()) fmt::print("{} validated on held-out tests\n", formatCounted(candidatesIn(validations), "candidate"));
  printOthers(front, validations);
  return {};
}

} // namespace gevo
