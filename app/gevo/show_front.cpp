#include "app/gevo/show_views.h"

namespace gevo {

namespace {

/// What the last check or validation of the variant said.
std::string validationWords(const std::vector<ValidationRow>& validations, std::int64_t variant) {
  std::string words = "not checked";
  for (const ValidationRow& row : validations)
    if (row.variant == variant) words = row.passed ? "passed" : "failed";
  return words;
}

} // namespace

Result<void> showFront(const Store& store, const RunInfo& run, const ShowOptions& options) {
  Result<std::vector<VariantRow>> front = store.frontVariants(run.id);
  if (!front) return std::unexpected(front.error());
  Result<std::vector<ValidationRow>> validations = store.validations(run.id);
  if (!validations) return std::unexpected(validations.error());
  Table table({">variant", ">runtime", ">speedup", ">error", ">edits", ">generation", "held-out"});
  nlohmann::json rows = nlohmann::json::array();
  for (const VariantRow& point : *front) {
    const std::string validation = validationWords(*validations, point.id);
    table.add({point.id == 0 ? "original" : std::to_string(point.id), formatMicroseconds(point.runtime),
               formatSpeedup(run.originalRuntime, point.runtime), formatError(point.error, run.settings.evaluation.metric),
               std::to_string(point.edits), std::to_string(point.generation), validation});
    rows.push_back({{"id", point.id},
                    {"runtime_us", point.runtime},
                    {"speedup", run.originalRuntime / point.runtime},
                    {"error", point.error},
                    {"edits", point.edits},
                    {"generation", point.generation},
                    {"held_out", validation}});
  }
  printTable(options, table, rows);
  return {};
}

} // namespace gevo
