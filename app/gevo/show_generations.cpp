#include "app/gevo/show_views.h"

#include <cmath>

namespace gevo {

namespace {

std::string figure(double value) { return std::isnan(value) ? "-" : fmt::format("{:.1f}", value); }
nlohmann::json number(double value) { return std::isnan(value) ? nlohmann::json() : nlohmann::json(value); }

} // namespace

Result<void> showGenerations(const Store& store, const RunInfo& run, const ShowOptions& options) {
  Result<std::vector<GenerationRow>> generations = store.generations(run.id);
  if (!generations) return std::unexpected(generations.error());
  Table table({">generation", ">tries", ">valid", ">best", ">its error", ">best exact", ">median", ">edits", ">most", "rejected"});
  nlohmann::json rows = nlohmann::json::array();
  for (const GenerationRow& row : *generations) {
    std::string rejected;
    nlohmann::json reasons = nlohmann::json::object();
    for (std::size_t reason = 1; reason < reasonCount; ++reason) {
      if (row.reasons[reason] == 0) continue;
      rejected += fmt::format("{}{} {}", rejected.empty() ? "" : ", ", reasonName(static_cast<Reason>(reason)), row.reasons[reason]);
      reasons[reasonName(static_cast<Reason>(reason))] = row.reasons[reason];
    }
    table.add({std::to_string(row.generation), std::to_string(row.tries), std::to_string(row.valid), formatMicroseconds(row.bestRuntime),
               formatError(row.bestError, run.settings.evaluation.metric),
               row.bestExactRuntime > 0 ? formatMicroseconds(row.bestExactRuntime) : "-", formatMicroseconds(row.medianRuntime),
               figure(row.meanEdits), figure(row.maxEdits), rejected});
    rows.push_back({{"generation", row.generation},
                    {"tries", row.tries},
                    {"valid", row.valid},
                    {"best_us", row.bestRuntime},
                    {"best_error", row.bestError},
                    {"best_exact_us", row.bestExactRuntime > 0 ? nlohmann::json(row.bestExactRuntime) : nlohmann::json()},
                    {"median_us", row.medianRuntime},
                    {"worst_us", row.worstRuntime},
                    {"mean_edits", row.meanEdits},
                    {"median_edits", number(row.medianEdits)},
                    {"max_length", number(row.maxEdits)},
                    {"rejected", reasons}});
  }
  printTable(options, table, rows);
  return {};
}

} // namespace gevo
