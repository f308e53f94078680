#include "app/gevo/commands.h"
#include "app/gevo/originals.h"
#include "app/gevo/show_counters.h"
#include "app/gevo/show_heat.h"
#include "app/gevo/show_variant.h"
#include "app/gevo/show_views.h"
#include "core/format/number.h"
#include "core/values/heat.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/ranges.h>

namespace gevo {

namespace {

Result<void> showSummary(const Store& store, const ShowOptions& options) {
  GEVO_TRY_ASSIGN(Project project, store.project());
  GEVO_TRY_ASSIGN(std::vector<RunInfo> runs, store.runs());
  if (options.json) {
    nlohmann::json rows = nlohmann::json::array();
    for (const RunInfo& run : runs)
      rows.push_back({{"run", run.id},
                      {"state", runStateName(run.status.state)},
                      {"device", run.device},
                      {"generations", run.generations},
                      {"original_us", run.originalRuntime},
                      {"settings", nlohmann::json::parse(printRunSettings(run.settings))}});
    nlohmann::json kernels = nlohmann::json::array();
    for (const KernelInfo& kernel : project.kernels)
      kernels.push_back({{"name", kernel.name},
                         {"shown", kernel.shownName},
                         {"instructions", kernel.instructions},
                         {"launched", kernel.launched},
                         {"library", kernel.ofLibrary},
                         {"registers", kernel.registers > 0 ? nlohmann::json(kernel.registers) : nlohmann::json()}});
    nlohmann::json parameters = nlohmann::json::array();
    for (const Parameter& parameter : project.parameters.parameters) parameters.push_back(nlohmann::json::parse(printParameter(parameter)));
    fmt::print("{}\n", jsonText({{"project", project.name},
                                 {"parameters", parameters},
                                 {"requirements", project.parameters.requirements},
                                 {"device", project.build.device},
                                 {"architecture", project.build.architecture},
                                 {"tolerates_undefined", project.build.toleratesUndefined},
                                 {"synthesised", project.build.synthesised},
                                 {"kernels", kernels},
                                 {"tests", project.tests.size()},
                                 {"runs", rows}}));
    return {};
  }
  fmt::print("{}: {}, {}, {}\n", project.name, formatCounted(project.kernels.size(), "kernel"), formatCounted(project.tests.size(), "test"),
             project.compiler);
  fmt::print("compiled for {}, made for {}{}\n\n{}", project.build.architecture, project.build.device,
             project.build.toleratesUndefined ? ", with undefined loads of the original tolerated" : "",
             kernelTable(project.kernels).text());
  if (!project.build.synthesised.empty()) fmt::print("evolved programs may replace: {}\n", fmt::join(project.build.synthesised, ", "));
  if (!project.parameters.empty()) fmt::print("\n{}", parameterTable(project.parameters).text());
  for (const std::string& requirement : project.parameters.requirements) fmt::print("required: {}\n", requirement);
  if (runs.empty()) {
    fmt::print("no run yet; start one with: gevo run {}\n", options.file);
    return {};
  }
  fmt::print("\n");
  GEVO_TRY(showRuns(store, options));
  GEVO_TRY_ASSIGN(RunInfo chosen, chooseRun(store, options.run));
  if (const std::string originals = originalsText(chosen); !options.csv && !originals.empty()) fmt::print("\n{}\n", originals);
  if (!options.csv)
    for (const std::string& note : chosen.report.notes) fmt::print("{}\n", note);
  fmt::print("\nPareto front of run {}:\n", chosen.id);
  if (Result<void> shown = showFront(store, chosen, options); !shown || options.csv) return shown;
  return showReasons(store, chosen);
}

Result<void> show(const ShowOptions& options) {
  const Store::Access access = options.readOnly ? Store::Access::Salvage : Store::Access::Read;
  if (!options.variant.empty()) {
    GEVO_TRY_ASSIGN(ChosenVariant chosen, chooseVariant(options.file, options.run, options.variant, access));
    if (options.counters) return showCounters(chosen, options);
    return options.heat ? showHeat(chosen, options) : showVariant(chosen, options.json);
  }
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(options.file, access));
  if (options.runs) return showRuns(*store, options);
  if (options.coverage) return showCoverage(*store, options);
  const bool isChosen = options.front || options.compare || options.generations || options.evaluations || options.configurations ||
                        options.counterexamples || options.nearMisses;
  if (!isChosen) return showSummary(*store, options);
  GEVO_TRY_ASSIGN(RunInfo run, chooseRun(*store, options.run));
  if (options.compare) return showComparison(*store, run, options);
  if (options.generations) return showGenerations(*store, run, options);
  if (options.configurations) return showConfigurations(*store, run, options);
  if (options.nearMisses) return showNearMisses(*store, run, options);
  if (options.counterexamples) return showCounterexamples(*store, run, options);
  if (options.evaluations) return showEvaluations(*store, run, options);
  return showFront(*store, run, options);
}

} // namespace

std::string jsonText(const nlohmann::json& json) { return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace); }

void printTable(const ShowOptions& options, const Table& table, const nlohmann::json& json) {
  if (options.json)
    fmt::print("{}\n", jsonText(json));
  else
    fmt::print("{}", options.csv ? table.csv() : table.text());
}

void addShow(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("show", "Show what a .gevo file holds");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  const std::vector<CLI::Option*> views{
      command->add_flag("--front", options->front, "The Pareto front"),
      command->add_flag("--runs", options->runs, "The runs of the file"),
      command->add_flag("--compare", options->compare, "The runs on one device side by side, and what their best have in common"),
      command->add_flag("--generations", options->generations,
                        "One line per generation, and how the evaluations of each kind of step ended"),
      command->add_flag("--configurations", options->configurations, "What the run found in each configuration of the parameters"),
      command->add_flag("--counterexamples", options->counterexamples, "Inputs on which the run's best failed, and that became tests"),
      command->add_flag("--near-misses", options->nearMisses,
                        "Rejected edits that would make the best variant faster: what they do wrong, and what could be done"),
      command->add_flag("--coverage", options->coverage,
                        "Lines of the original that no test runs, and the share of branches that the tests take"),
      command->add_flag("--evaluations,--tries", options->evaluations, "Every evaluation in full, as CSV or JSON"),
      command->add_option("--variant", options->variant, "One variant and its edits: an id, original, best, or frugal (the least energy)"),
  };
  for (CLI::Option* view : views) view->group("One of");
  CLI::Option* heat = command->add_flag(
      "--heat", options->heat, "With --variant: where its simulated time goes beside the original's, line by line and kernel by kernel");
  heat->needs(views.back());
  CLI::Option* counters =
      command->add_flag("--counters", options->counters, "With --variant: what a real GPU counts in its kernels, beside the original's");
  counters->needs(views.back())->excludes(heat);
  command->add_option("--device", options->device, "With --counters: the GPU, as cuda:1 (default: the run's, or cuda:0)")->needs(counters);
  std::vector<std::string> metrics;
  for (const HeatMetric metric : allHeatMetrics) metrics.emplace_back(heatMetricName(metric));
  command
      ->add_option("--sort", options->sort,
                   "With --heat: what lines are sorted by: cycles, executions, sectors, conflicts, barriers or divergence")
      ->check(CLI::IsMember(metrics))
      ->needs(heat);
  CLI::Option* json = command->add_flag("--json", options->json, "As JSON");
  command->add_flag("--csv", options->csv, "As CSV")->excludes(json);
  command->add_flag("--timings", options->timings, "Clock times too (with --evaluations)");
  command->add_flag("--read-only", options->readOnly, "Write nothing, not even beside the file, and show what is left of a damaged one");
  command->callback([options, views, &exitCode] {
    if (std::ranges::count_if(views, [](const CLI::Option* view) { return view->count() > 0; }) > 1)
      throw CLI::ValidationError(
          "gevo show",
          "shows one of --front, --runs, --compare, --generations, --configurations, --counterexamples, --near-misses, --coverage, "
          "--evaluations and --variant at a time");
    if (Result<void> done = show(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
