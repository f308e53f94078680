#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/show_variant.h"
#include "core/edit/edit_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

struct ShowOptions {
  std::string file;
  std::int64_t run = 0;
  std::string variant;
  bool front = false;
  bool generations = false;
  bool tries = false;
  bool json = false;
  bool csv = false;
  bool timings = false;
};

/// The same rows as text, CSV or JSON. JSON values are numbers where `numbers` says so.
void printTable(const ShowOptions& options, const Table& table, const nlohmann::json& json) {
  if (options.json)
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    fmt::print("{}", options.csv ? table.csv() : table.text());
}

Result<void> showFront(const Store& store, const RunInfo& run, const ShowOptions& options) {
  Result<std::vector<std::int64_t>> front = store.front(run.id);
  if (!front) return std::unexpected(front.error());
  Result<std::vector<ValidationRow>> validations = store.validations(run.id);
  if (!validations) return std::unexpected(validations.error());
  Table table({">variant", ">runtime", ">speedup", ">error", ">edits", ">generation", "held-out"});
  nlohmann::json rows = nlohmann::json::array();
  for (const std::int64_t id : *front) {
    Result<Individual> point = store.individual(run.id, id);
    if (!point) return std::unexpected(point.error());
    const Fitness& fitness = point->outcome.fitness;
    std::string validation = "not checked";
    for (const ValidationRow& row : *validations)
      if (row.variant == id) validation = row.passed ? "passed" : "failed";
    table.add({id == 0 ? "original" : std::to_string(id), formatMicroseconds(fitness.runtime),
               formatSpeedup(run.originalRuntime, fitness.runtime), formatError(fitness.error, run.settings.evaluation.metric),
               std::to_string(point->edits.size()), std::to_string(point->generation), validation});
    rows.push_back({{"id", id},
                    {"runtime_us", fitness.runtime},
                    {"speedup", run.originalRuntime / fitness.runtime},
                    {"error", fitness.error},
                    {"edits", point->edits.size()},
                    {"generation", point->generation},
                    {"held_out", validation}});
  }
  printTable(options, table, rows);
  return {};
}

Result<void> showGenerations(const Store& store, const RunInfo& run, const ShowOptions& options) {
  Result<std::vector<GenerationRow>> generations = store.generations(run.id);
  if (!generations) return std::unexpected(generations.error());
  Table table({">generation", ">tries", ">valid", ">best", ">its error", ">best exact", ">median", ">edits", "rejected"});
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
               fmt::format("{:.1f}", row.meanEdits), rejected});
    rows.push_back({{"generation", row.generation},
                    {"tries", row.tries},
                    {"valid", row.valid},
                    {"best_us", row.bestRuntime},
                    {"best_error", row.bestError},
                    {"best_exact_us", row.bestExactRuntime > 0 ? nlohmann::json(row.bestExactRuntime) : nlohmann::json()},
                    {"median_us", row.medianRuntime},
                    {"worst_us", row.worstRuntime},
                    {"mean_edits", row.meanEdits},
                    {"rejected", reasons}});
  }
  printTable(options, table, rows);
  return {};
}

/// Every try in full, for comparing runs; no clock time unless --timings asks.
Result<void> showTries(const Store& store, const RunInfo& run, const ShowOptions& options) {
  Result<std::vector<Individual>> tries = store.individuals(run.id);
  if (!tries) return std::unexpected(tries.error());
  std::vector<std::string> headers{"id",     "generation", "slot",  "step", "origin", "parent", "parent2", "stage",
                                   "reason", "runtime_us", "error", "code", "reused", "detail", "edits"};
  if (options.timings) headers.emplace_back("stage_us");
  Table table(headers);
  nlohmann::json rows = nlohmann::json::array();
  for (const Individual& one : *tries) {
    const Outcome& outcome = one.outcome;
    std::vector<std::string> cells{std::to_string(one.id),
                                   std::to_string(one.generation),
                                   std::to_string(one.slot),
                                   std::to_string(one.step),
                                   originName(one.origin),
                                   std::to_string(one.parent),
                                   std::to_string(one.parent2),
                                   stageName(outcome.stage),
                                   reasonName(outcome.reason),
                                   fmt::format("{}", outcome.fitness.runtime),
                                   fmt::format("{}", outcome.fitness.error),
                                   toHex(outcome.code),
                                   outcome.reused ? "yes" : "no",
                                   outcome.detail,
                                   printEdits(one.edits)};
    if (options.timings) cells.push_back(fmt::format("{}", fmt::join(outcome.stageMicroseconds, " ")));
    if (options.json) {
      nlohmann::json row = nlohmann::json::object();
      for (std::size_t i = 0; i < cells.size(); ++i) row[headers[i]] = cells[i];
      rows.push_back(std::move(row));
    } else {
      table.add(std::move(cells));
    }
  }
  if (options.json)
    fmt::print("{}\n", rows.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    fmt::print("{}", table.csv());
  return {};
}

Result<void> showSummary(const Store& store, const ShowOptions& options) {
  Result<Project> project = store.project();
  if (!project) return std::unexpected(project.error());
  Result<std::vector<RunInfo>> runs = store.runs();
  if (!runs) return std::unexpected(runs.error());
  if (options.json) {
    nlohmann::json rows = nlohmann::json::array();
    for (const RunInfo& run : *runs)
      rows.push_back({{"run", run.id},
                      {"state", runStateName(run.status.state)},
                      {"device", run.device},
                      {"generations", run.generations},
                      {"original_us", run.originalRuntime},
                      {"settings", nlohmann::json::parse(printRunSettings(run.settings))}});
    fmt::print("{}\n", nlohmann::json{{"project", project->name}, {"tests", project->tests.size()}, {"runs", rows}}.dump(
                           2, ' ', false, nlohmann::json::error_handler_t::replace));
    return {};
  }
  fmt::print("{}: {}, {}, {}\n", project->name, counted(project->kernels.size(), "kernel"), counted(project->tests.size(), "test"),
             project->compiler);
  if (runs->empty()) {
    fmt::print("no run yet; start one with: gevo run {}\n", options.file);
    return {};
  }
  Table table({">run", "state", "device", "mode", ">seed", ">generations", ">original"});
  for (const RunInfo& run : *runs) {
    const EvaluationSettings& evaluation = run.settings.evaluation;
    const std::string mode = evaluation.mode == Mode::Exact
                                 ? "exact"
                                 : fmt::format("trade-off, error up to {}", formatError(evaluation.tolerance, evaluation.metric));
    table.add({std::to_string(run.id), runStateName(run.status.state), run.device, mode, std::to_string(run.settings.search.seed),
               std::to_string(run.generations), formatMicroseconds(run.originalRuntime)});
  }
  Result<RunInfo> chosen = chooseRun(store, options.run);
  if (!chosen) return std::unexpected(chosen.error());
  fmt::print("\n{}\nPareto front of run {}:\n", table.text(), chosen->id);
  return showFront(store, *chosen, options);
}

Result<void> show(const ShowOptions& options) {
  if (!options.variant.empty()) {
    Result<ChosenVariant> chosen = chooseVariant(options.file, options.run, options.variant, Store::Access::Read);
    if (!chosen) return std::unexpected(chosen.error());
    return showVariant(*chosen, options.json);
  }
  Result<std::unique_ptr<Store>> store = Store::open(options.file, Store::Access::Read);
  if (!store) return std::unexpected(store.error());
  if (!options.front && !options.generations && !options.tries) return showSummary(**store, options);
  Result<RunInfo> run = chooseRun(**store, options.run);
  if (!run) return std::unexpected(run.error());
  if (options.generations) return showGenerations(**store, *run, options);
  if (options.tries) return showTries(**store, *run, options);
  return showFront(**store, *run, options);
}

} // namespace

void addShow(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("show", "Show what a .gevo file holds");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  CLI::Option_group* view = command->add_option_group("view");
  view->add_flag("--front", options->front, "The Pareto front");
  view->add_flag("--generations", options->generations, "One line per generation, with the reasons of rejection");
  view->add_flag("--tries", options->tries, "Every try in full, as CSV or JSON");
  view->add_option("--variant", options->variant, "One variant and its edits: an id, original or best");
  view->require_option(0, 1);
  command->add_flag("--json", options->json, "As JSON");
  command->add_flag("--csv", options->csv, "As CSV");
  command->add_flag("--timings", options->timings, "Clock times too (with --tries)");
  command->callback([options, &exitCode] {
    if (Result<void> done = show(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
