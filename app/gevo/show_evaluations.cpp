#include "app/gevo/show_views.h"
#include "core/edit/edit_text.h"
#include "core/format/csv.h"

#include <fmt/ranges.h>

namespace gevo {

namespace {

/// Evaluations read at a time: those of a run may not fit in memory.
constexpr std::int64_t pageSize = 2'000;

std::vector<std::string> cellsOf(const Individual& one, bool energy, bool timings) {
  const EvaluationResult& result = one.result;
  std::vector<std::string> cells{std::to_string(one.id),
                                 std::to_string(one.generation),
                                 std::to_string(one.slot),
                                 std::to_string(one.step),
                                 originName(one.origin),
                                 std::to_string(one.parent),
                                 std::to_string(one.parent2),
                                 stageName(result.stage),
                                 reasonName(result.reason),
                                 fmt::format("{}", result.fitness.runtime),
                                 fmt::format("{}", result.fitness.error),
                                 toHex(result.code),
                                 result.reused ? "yes" : "no",
                                 result.message,
                                 printEdits(one.edits)};
  if (energy) cells.push_back(result.fitness.hasEnergy() ? fmt::format("{}", result.fitness.energy) : "");
  if (timings) cells.push_back(fmt::format("{}", fmt::join(result.stageMicroseconds, " ")));
  return cells;
}

/// Prints each row at once, as a run may have more rows than fit in memory.
class Printer {
public:
  Printer(std::vector<std::string> headers, bool json) : headers_(std::move(headers)), json_(json) {
    fmt::print("{}", json_ ? "[" : csvLine(headers_));
  }
  ~Printer() {
    if (json_) fmt::print("{}]\n", any_ ? "\n" : "");
  }
  Printer(const Printer&) = delete;
  Printer& operator=(const Printer&) = delete;

  void add(const std::vector<std::string>& cells) {
    if (!json_) {
      fmt::print("{}", csvLine(cells));
      return;
    }
    nlohmann::json row = nlohmann::json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) row[headers_[i]] = cells[i];
    fmt::print("{}\n{}", any_ ? "," : "", row.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    any_ = true;
  }

private:
  std::vector<std::string> headers_;
  bool json_;
  bool any_ = false;
};

} // namespace

Result<void> showEvaluations(const Store& store, const RunInfo& run, const ShowOptions& options) {
  std::vector<std::string> headers{"id",     "generation", "slot",  "step", "origin", "parent", "parent2", "stage",
                                   "reason", "runtime_us", "error", "code", "reused", "detail", "edits"};
  const bool energy = measuresEnergy(run.settings.evaluation);
  if (energy) headers.emplace_back("energy_mj");
  if (options.timings) headers.emplace_back("stage_us");
  Result<std::vector<Individual>> page = store.individuals(run.id, 0, pageSize);
  GEVO_TRY(page);
  Printer printer(std::move(headers), options.json);
  while (page && !page->empty()) {
    for (const Individual& one : *page) printer.add(cellsOf(one, energy, options.timings));
    page = store.individuals(run.id, page->back().id + 1, pageSize);
  }
  GEVO_TRY(page);
  return {};
}

} // namespace gevo
