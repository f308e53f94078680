#include "app/gevo/command_run.h"
#include "app/gevo/acceptance_json.h"
#include "app/gevo/interruption.h"
#include "app/gevo/originals.h"
#include "app/gevo/output.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/run_options.h"
#include "app/gevo/run_profile.h"
#include "app/gevo/variant.h"
#include "core/base/elapsed.h"
#include "core/devices/gpu_server_process.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/project/evaluation_cost.h"
#include "core/session/run_session.h"
#include "core/session/seeds.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <ranges>
#include <set>

namespace gevo {

namespace {

std::stop_source& searchCancellation() {
  static std::stop_source source;
  return source;
}

/// Ends the validation that follows.
std::stop_source& cancellation() {
  static std::stop_source source;
  return source;
}

/// How far the run is by its nearest stop condition; below 0 when it has none.
double shareDone(const SearchSettings& search, const EvolutionProgress& progress) {
  double share = -1;
  if (search.seconds > 0) share = std::max(share, progress.seconds / search.seconds);
  if (search.generations > 0) {
    const double within = progress.slotCount == 0 ? 0 : static_cast<double>(progress.slotsDone) / progress.slotCount;
    share = std::max(share, (progress.generation + within) / (search.generations + 1.0));
  }
  if (search.evaluations > 0) share = std::max(share, static_cast<double>(progress.evaluations) / static_cast<double>(search.evaluations));
  return std::min(share, 1.0);
}

class RunDisplay {
public:
  RunDisplay(const RunOptions& options, const RunInfo& info) : options_(options), info_(info), name_(nameOf(info)) {}

  void update(const RunStatus& status) {
    const int interrupted = interruptions();
    if (interrupted > 0) searchCancellation().request_stop();
    // The second one ends the validation of the best variants; once the search is over, the first does.
    if (interrupted > 1 || (interrupted > 0 && status.state == RunState::Validating && !stopping_)) cancellation().request_stop();
    stopping_ = interrupted > 0;
    if (options_.quiet) return;
    const EvolutionProgress& progress = status.progress;
    if (options_.json) return printJson(status);
    if (status.state == RunState::Validating) return bar_.show(-1, name_ + "validating the best on held-out tests");
    const double share = shareDone(info_.settings.search, progress);
    const double rate = progress.seconds > 0 ? static_cast<double>(progress.evaluations) / progress.seconds : 0;
    const char* const stage = progress.stage == SearchStage::Evolve ? "" : "tuning, ";
    std::string text = fmt::format("{}{}generation {}  {}  {} valid  {}", name_, stage, progress.generation,
                                   formatCounted(progress.evaluations, "evaluation"), formatCount(progress.valid), formatRate(rate));
    if (share > 0.02) text += fmt::format("  {} left", formatDuration(progress.seconds * (1 - share) / share));
    if (progress.configurations > 0) text += "  building " + formatCounted(progress.configurations, "configuration");
    if (progress.isTrying) text += "  trying the best on fuzz inputs";
    if (progress.remeasuring) text += "  remeasuring the front";
    if (interruptions() > 0) text += "  stopping";
    bar_.show(share, text);
  }

  void finish() { bar_.clear(); }

private:
  void printJson(const RunStatus& status) {
    const EvolutionProgress& p = status.progress;
    fmt::print("{}\n", nlohmann::json{{"run", info_.id},
                                      {"state", runStateName(status.state)},
                                      {"stage", searchStageName(p.stage)},
                                      {"generation", p.generation},
                                      {"slots_done", p.slotsDone},
                                      {"evaluations", p.evaluations},
                                      {"tries", p.evaluations}, // the old name of "evaluations"
                                      {"valid", p.valid},
                                      {"seconds", p.seconds},
                                      {"workers", p.workersAlive},
                                      {"restarted", p.workersRestarted},
                                      {"acceptance", acceptanceJson(p.acceptance)}}
                           .dump());
    std::fflush(stdout);
  }

  /// Which run of a series; empty for a single run.
  static std::string nameOf(const RunInfo& info) {
    if (info.settings.runs == 1) return {};
    return fmt::format("run {} of {}  ", info.settings.position, info.settings.runs);
  }

  const RunOptions& options_;
  const RunInfo& info_;
  std::string name_;
  bool stopping_ = false; ///< since before this update
  ProgressBar bar_;
};

const char* stopText(StopReason reason) {
  switch (reason) {
  case StopReason::Generations:
    return "all generations done";
  case StopReason::Time:
    return "time is up";
  case StopReason::Target:
    return "target reached";
  case StopReason::Stagnation:
    return "no improvement for long enough";
  case StopReason::Evaluations:
    return "all evaluations done";
  case StopReason::Tuned:
    return "no better configuration nearby";
  case StopReason::Cancelled:
    return "stopped";
  case StopReason::Failed:
    return "failed";
  }
  return "";
}

/// "1000 600 4 28264, 64 64 4 17 and 3 more"
std::string shortList(const std::vector<std::string>& lines) {
  constexpr std::size_t most = 3;
  const std::string first = fmt::format("{}", fmt::join(lines | std::views::take(most), ", "));
  return lines.size() <= most ? first : fmt::format("{} and {} more", first, lines.size() - most);
}

/// "validated on held-out 1000 600 4 28264: variant 71 passes, 1.110×; 1 candidate validated", or what was found on a fresh input.
void printValidation(const ValidationRow& row, std::size_t candidates) {
  if (!row.passed)
    fmt::print("variant {} failed: {}\n", variantName(row.variant), row.message);
  else if (!std::isfinite(row.runtime)) // passed on a fresh input, but not as exactly as on the others
    fmt::print("variant {}: {}\n", variantName(row.variant), row.message);
  else
    fmt::print("validated on held-out {}: variant {} passes, {}; {} validated\n", shortList(row.arguments), variantName(row.variant),
               formatSpeedup(row.originalRuntime / row.runtime), formatCounted(candidates, "candidate"));
}

void printValidations(const BestReport& best) {
  std::set<std::pair<std::int64_t, std::vector<std::string>>> printed; // the fastest exact one may be the fastest of all
  for (const BestReport::Validation& validation : best.validations)
    for (const ValidationRow& row : validation.validated)
      if (printed.emplace(row.variant, row.arguments).second) printValidation(row, candidatesIn(validation.validated));
  const auto isBest = [&](std::int64_t variant) {
    return std::ranges::any_of(best.validations, [&](const auto& validation) { return validation.validated.back().variant == variant; });
  };
  for (const auto& [variant, report] : best.tried)
    if (isBest(variant) && report.failed.empty() && !report.passed.empty())
      fmt::print("variant {} passes on {} too, of other sizes or data\n", variantName(variant),
                 formatCounted(report.passed.size(), "fresh input"));
  for (const std::string& note : best.notes) fmt::print("{}\n", note);
  if (best.cancelled) fmt::print("the validation was cancelled; gevo check continues it\n");
}

/// "of the front's 47 variants 44 pass on held-out tests, and 2 fail: 12, 30; 1 not validated, which gevo check --front does".
void printFront(const FrontReport& front) {
  if (front.passed() + front.failed() == 0) return;
  std::string text = fmt::format("of the front's {} {} on held-out tests", formatCounted(front.members.size(), "variant"),
                                 formatCounted(front.passed(), "passes", "pass"));
  std::vector<std::string> failed;
  for (const auto& [variant, validation] : front.members)
    if (validation && !validation->passed) failed.push_back(variantName(variant.id));
  if (!failed.empty()) text += fmt::format(", and {}: {}", formatCounted(failed.size(), "fails", "fail"), fmt::join(failed, ", "));
  if (front.open() > 0) text += fmt::format("; {} not validated, which gevo check --front does", front.open());
  fmt::print("{}\n", text);
}

nlohmann::json frontJson(const FrontReport& front) {
  nlohmann::json passed = nlohmann::json::array();
  nlohmann::json failed = nlohmann::json::array();
  for (const auto& [variant, validation] : front.members)
    if (validation) (validation->passed ? passed : failed).push_back(variant.id);
  return {{"passed", passed}, {"failed", failed}, {"not_validated", front.open()}};
}

nlohmann::json validationsJson(const BestReport& best) {
  nlohmann::json validations = nlohmann::json::array();
  for (const BestReport::Validation& validation : best.validations) {
    nlohmann::json candidates = nlohmann::json::array();
    for (const ValidationRow& row : validation.validated)
      candidates.push_back({{"variant", row.variant},
                            {"name", variantName(row.variant)},
                            {"candidate", row.candidate},
                            {"passed", row.passed},
                            {"held_out", row.arguments},
                            {"sentence", row.message},
                            {"runtime_us", row.runtime},
                            {"original_us", row.originalRuntime}});
    validations.push_back(
        {{"largest_error", validation.criterion.error}, {"least", objectiveName(validation.criterion.least)}, {"candidates", candidates}});
  }
  return {{"answers", validations}, {"notes", best.notes}, {"cancelled", best.cancelled}};
}

/// The best of all, the best exact one and the one that needs the least energy, each once; see bestVariant.
Result<std::vector<Individual>> noteworthy(const Store& store, const RunInfo& run) {
  std::vector<BestCriterion> criteria{{std::numeric_limits<double>::infinity()}, {0}};
  if (measuresEnergy(run.settings.evaluation)) criteria.push_back(criteriaOf(run.settings.evaluation).back());
  std::vector<Individual> chosen;
  for (const BestCriterion& criterion : criteria) {
    GEVO_TRY_ASSIGN(std::optional<Individual> best, bestIndividual(store, run, criterion));
    if (best && std::ranges::find(chosen, best->id, &Individual::id) == chosen.end()) chosen.push_back(std::move(*best));
  }
  return chosen;
}

/// Wall clock of a run, beside the search itself.
struct RunTimes {
  double loading = 0;
  double all = 0;
};

/// "; 1:17 in all, with 0:12 of loading and 0:40 of validation"; empty where the search is almost all of it.
std::string timesText(const RunTimes& times, double search) {
  const double validation = times.all - times.loading - search;
  if (times.loading + validation < std::max(2.0, search / 10)) return {};
  return fmt::format("; {} in all, with {} of loading and {} of validation", formatDuration(times.all), formatDuration(times.loading),
                     formatDuration(validation));
}

/// "2 of 16 fuzz inputs became tests, as variants that led failed on them: 17 17 4 3, 64 33 4 9; 12 variants that had passed the tests
/// left".
Result<void> printCounterexamples(const Store& store, std::int64_t run) {
  GEVO_TRY_ASSIGN(const std::vector<CounterexampleRow> found, store.counterexamples(run));
  if (found.empty()) return {};
  GEVO_TRY_ASSIGN(const std::vector<std::string> lines, store.fuzzLines());
  GEVO_TRY_ASSIGN(const std::vector<std::int64_t> rejected, store.rejections(run));
  std::vector<std::string> inputs;
  for (const CounterexampleRow& row : found)
    if (!row.arguments.empty()) inputs.push_back(row.arguments);
  const auto checks = found.size() - inputs.size();
  if (!inputs.empty())
    fmt::print("{} of {} became tests, as variants that led failed on them: {}\n", inputs.size(), formatCounted(lines.size(), "fuzz input"),
               fmt::join(inputs, ", "));
  if (!rejected.empty())
    fmt::print("{} that had passed the tests failed on {}\n", formatCounted(rejected.size(), "variant"),
               checks == 0      ? "them"
               : inputs.empty() ? "the tests with threads in other orders"
                                : "them, or on the tests with threads in other orders");
  return {};
}

/// The closing lines: what the run found.
Result<void> summarise(const std::string& file, const RunInfo& info, StopReason reason, const RunStatus& last, const RunTimes& times) {
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(file, Store::Access::Read));
  GEVO_TRY_ASSIGN(const std::vector<Individual> best, noteworthy(*store, info));
  fmt::print("run {}: {} {} generation {}; {}, {} valid in {}{}\n", info.id, stopText(reason), reason == StopReason::Time ? "in" : "after",
             last.progress.generation, formatCounted(last.progress.evaluations, "evaluation"), formatCount(last.progress.valid),
             formatDuration(last.progress.seconds), timesText(times, last.progress.seconds));
  const bool energy = measuresEnergy(info.settings.evaluation);
  for (const Individual& variant : best) {
    const Fitness& fitness = variant.result.fitness;
    fmt::print("variant {}: {}, error {}, {}{}\n", variantName(variant.id), formatFaster(info.fastestOriginal() / fitness.runtime),
               formatError(fitness.error, info.settings.evaluation.metric),
               energy && fitness.hasEnergy() ? formatPercent(fitness.energy / info.originalEnergy) + " of the energy, " : "",
               formatCounted(activeEditCount(variant), "edit"));
  }
  GEVO_TRY(printCounterexamples(*store, info.id));
  if (best.empty()) fmt::print("no variant is faster than the original{}\n", energy ? ", and none needs less energy" : "");
  return {};
}

/// Before the search begins, since what helps is other tests.
void printCost(const RunSession& session, unsigned workers) {
  const std::vector<double>& seconds = session.original().testSeconds;
  std::string text = describeCost(session.tests(), seconds);
  if (text.empty()) return;
  constexpr double few = 100;
  const double limit = session.info().settings.search.seconds;
  const std::size_t gpus = GpuServerProcess::uses().size(); // which run one replay at a time
  const double atOnce = gpus > 0 ? double(gpus) : double(std::max(1U, workers));
  const double expected = limit * atOnce / secondsPerEvaluation(seconds);
  if (limit > 0 && expected < few)
    text += fmt::format("; there is time for about {}", formatCount(std::max(1ULL, static_cast<unsigned long long>(expected))));
  fmt::print(stderr, "{}\n", text);
}

/// " (3 of 10, seed 7)" of a series.
std::string seriesText(const RunSettings& settings) {
  if (settings.runs == 1) return {};
  return fmt::format(" ({} of {}, seed {})", settings.position, settings.runs, settings.search.seed);
}

/// What is not given stays: a resumed run may have a name already.
Result<void> nameRun(const RunOptions& options, const RunInfo& run) {
  RunLabel label = run.label;
  if (!options.label.name.empty()) label.name = options.label.name;
  if (!options.label.note.empty()) label.note = options.label.note;
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> file, Store::open(options.file, Store::Access::Annotate));
  return file->setRunLabel(run.id, label);
}

/// From begin or checkpoint to a stop condition.
Result<StopReason> executeOne(const RunOptions& options, const RunSettings& settings, const std::vector<EditList>& seeds, bool resume,
                              PoolSource* pools) {
  const Usage before = usageSoFar();
  const auto begun = std::chrono::steady_clock::now();
  RunDisplay* display = nullptr;
  RunStatus last;
  RunSession::Options session;
  session.settings = settings;
  session.seeds = seeds;
  session.resume = resume;
  session.pools = pools;
  session.progress = [&](const RunStatus& status) {
    last = status;
    if (display != nullptr) display->update(status);
  };
  ProgressBar bar;
  session.loading = [&](const std::string& step) {
    if (!options.quiet && !options.json) bar.show(-1, step.empty() ? "loading" : "loading: " + step);
    return true;
  };
  Result<std::unique_ptr<RunSession>> loaded = RunSession::open(options.file, std::move(session));
  bar.clear();
  GEVO_TRY_ASSIGN(std::unique_ptr<RunSession> opened, std::move(loaded));

  const double loading = secondsSince(begun);

  const RunInfo info = opened->info();
  if (!options.label.empty()) GEVO_TRY(nameRun(options, info));
  if (!options.quiet && !options.json)
    fmt::print(stderr, "run {}{} on the {}; the original takes {}{}\n", info.id, seriesText(info.settings), info.device,
               formatRuntime(info.originalRuntime),
               std::isnan(info.originalEnergy) ? "" : fmt::format(" and {}", formatEnergy(info.originalEnergy)));
  const bool ends = hasStopCondition(settings.search) || info.settings.search.parameters == ParameterMode::Tune;
  if (!options.quiet && !options.json && !ends)
    fmt::print(stderr, "No --generations, --time, --target, --stagnation or --evaluations: the run goes on until Ctrl-C.\n");
  if (!options.quiet && !options.json)
    for (const std::string& note : info.report.notes) fmt::print(stderr, "{}\n", note);
  if (const std::string originals = originalsText(info); !originals.empty() && !options.quiet && !options.json)
    fmt::print(stderr, "{}\n", originals);
  const auto workers = opened->workers();
  if (!options.quiet && !options.json) printCost(*opened, workers);
  RunDisplay shown(options, info);
  display = &shown;
  countInterruptions();
  Result<StopReason> reason = opened->run(searchCancellation().get_token(), cancellation().get_token());
  const BestReport best = opened->best();
  const FrontReport front = opened->front();
  shown.finish();
  const double storeSeconds = opened->storeSeconds();
  std::map<int, GpuUse> gpus = GpuServerProcess::uses();
  opened.reset();
  GEVO_TRY(reason);
  RunProfile profile = profileOf(last.progress, workers, storeSeconds, before);
  profile.gpus = std::move(gpus);
  if (options.json) {
    fmt::print("{}\n", nlohmann::json{{"run", info.id}, {"validation", validationsJson(best)}, {"front", frontJson(front)}}.dump(
                           -1, ' ', false, nlohmann::json::error_handler_t::replace));
    if (options.profile) fmt::print("{}\n", nlohmann::json{{"run", info.id}, {"profile", profileJson(profile)}}.dump());
    return *reason;
  }
  if (!options.quiet) {
    GEVO_TRY(summarise(options.file, info, *reason, last, {loading, secondsSince(begun)}));
    printValidations(best);
    printFront(front);
    if (options.profile) fmt::print("\n");
  }
  if (options.profile) printProfile(profile);
  return *reason;
}

/// What the first generation begins with.
Result<std::vector<EditList>> seedsOf(const RunOptions& options) {
  if (options.from.empty() && !options.resume) return {};
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(options.file, Store::Access::Read));
  if (options.resume) {
    GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, store->runs());
    return store->seeds(runs.empty() ? 0 : runs.back().id);
  }
  GEVO_TRY_ASSIGN(const Project project, store->project());
  const FrontLocation from = parseFrontLocation(options.from, options.file);
  return seedsFrom(from.file, from.run, project);
}

/// One run, or the rest of a series, whose runs have consecutive seeds.
Result<void> execute(const CLI::App& command, RunOptions& options, const RunElsewhere& elsewhere) {
  if (elsewhere.help) return elsewhere.help(options.file);
  GEVO_TRY(readRunOptions(command, options));
  if (options.trust) GEVO_TRY(trustFileHere(options.file));
  GEVO_TRY_ASSIGN(const std::vector<EditList> seeds, seedsOf(options));
  std::shared_ptr<PoolSource> pools;
  if (elsewhere.pools) {
    GEVO_TRY_ASSIGN(pools, elsewhere.pools(options.file));
  }
  RunSettings settings = options.settings;
  for (bool resume = options.resume;; resume = false) {
    GEVO_TRY_ASSIGN(const StopReason reason, executeOne(options, settings, seeds, resume, pools.get()));
    const bool stopped = reason == StopReason::Cancelled || searchCancellation().stop_requested();
    if (stopped || settings.position == settings.runs) return {};
    ++settings.position;
    ++settings.search.seed;
  }
}

} // namespace

CLI::App* addRun(CLI::App& app, int& exitCode, RunElsewhere elsewhere) {
  CLI::App* command = app.add_subcommand("run", "Evolve the kernels of a .gevo file");
  auto options = std::make_shared<RunOptions>();
  addRunOptions(*command, *options);
  command->callback([command, options, &exitCode, elsewhere = std::move(elsewhere)] {
    if (Result<void> done = execute(*command, *options, elsewhere); !done) exitCode = reportError(done.error());
  });
  return command;
}

} // namespace gevo
