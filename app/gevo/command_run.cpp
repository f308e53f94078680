#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "core/session/run_session.h"

#include <CLI/CLI.hpp>
#include <csignal>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

struct RunOptions {
  std::string file;
  RunSettings settings;
  std::string time;
  std::string mode = "trade-off";
  std::string metric = "max-rel";
  std::string races = "reject";
  std::string targets = "executed";
  bool resume = false;
  bool quiet = false;
  bool json = false;
};

std::stop_source& interruption() {
  static std::stop_source source;
  return source;
}

volatile std::sig_atomic_t interrupted = 0;
void onInterrupt(int) { interrupted = 1; }

Result<void> readSettings(RunOptions& options) {
  Result<Mode> mode = parseMode(options.mode);
  if (!mode) return std::unexpected(mode.error());
  Result<Metric> metric = parseMetric(options.metric);
  if (!metric) return std::unexpected(metric.error());
  Result<RacePolicy> races = parseRacePolicy(options.races);
  if (!races) return std::unexpected(races.error());
  Result<Targeting> targeting = parseTargeting(options.targets);
  if (!targeting) return std::unexpected(targeting.error());
  options.settings.evaluation.mode = *mode;
  options.settings.evaluation.metric = *metric;
  options.settings.evaluation.races = *races;
  options.settings.search.targeting = *targeting;
  if (options.time.empty()) return {};
  Result<double> seconds = parseDuration(options.time);
  if (!seconds) return std::unexpected(seconds.error());
  options.settings.search.seconds = *seconds;
  return {};
}

/// How far the run is by its nearest stop condition; below 0 when it has none.
double shareDone(const SearchSettings& search, const EvolutionProgress& progress) {
  double share = -1;
  if (search.seconds > 0) share = std::max(share, progress.seconds / search.seconds);
  if (search.generations > 0) {
    const double within = progress.slotCount == 0 ? 0 : static_cast<double>(progress.slotsDone) / progress.slotCount;
    share = std::max(share, (progress.generation + within) / (search.generations + 1.0));
  }
  return std::min(share, 1.0);
}

class RunDisplay {
public:
  RunDisplay(const RunOptions& options, const RunInfo& info) : options_(options), info_(info) {}

  void update(const RunStatus& status) {
    if (interrupted != 0) interruption().request_stop();
    if (options_.quiet) return;
    const EvolutionProgress& progress = status.progress;
    if (options_.json) return printJson(status);
    const double share = shareDone(options_.settings.search, progress);
    const double rate = progress.seconds > 0 ? static_cast<double>(progress.tries) / progress.seconds : 0;
    std::string text = fmt::format("generation {}  {} tries  {} valid  {:.0f}/s", progress.generation, formatCount(progress.tries),
                                   formatCount(progress.valid), rate);
    if (share > 0.02) text += fmt::format("  {} left", formatClock(progress.seconds * (1 - share) / share));
    if (interrupted != 0) text += "  stopping";
    bar_.show(share, text);
  }

  void finish() { bar_.clear(); }

private:
  void printJson(const RunStatus& status) {
    const EvolutionProgress& p = status.progress;
    fmt::print("{}\n", nlohmann::json{{"run", info_.id},
                                      {"state", runStateName(status.state)},
                                      {"generation", p.generation},
                                      {"slots_done", p.slotsDone},
                                      {"tries", p.tries},
                                      {"valid", p.valid},
                                      {"seconds", p.seconds},
                                      {"workers", p.workersAlive},
                                      {"restarted", p.workersRestarted}}
                           .dump());
    std::fflush(stdout);
  }

  const RunOptions& options_;
  const RunInfo& info_;
  ProgressBar bar_;
};

const char* stopWords(StopReason reason) {
  switch (reason) {
  case StopReason::Generations:
    return "all generations done";
  case StopReason::Time:
    return "time is up";
  case StopReason::Target:
    return "target reached";
  case StopReason::Stagnation:
    return "nothing better for long enough";
  case StopReason::Tries:
    return "all tries done";
  case StopReason::Asked:
    return "stopped";
  case StopReason::Failed:
    return "failed";
  }
  return "";
}

/// The closing lines: what the run found.
Result<void> summarise(const std::string& file, const RunInfo& info, StopReason reason, const RunStatus& last) {
  const std::int64_t run = info.id;
  const Metric metric = info.settings.evaluation.metric;
  Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Read);
  if (!store) return std::unexpected(store.error());
  Result<std::vector<std::int64_t>> front = (*store)->front(run);
  if (!front) return std::unexpected(front.error());
  Result<Individual> original = (*store)->individual(run, 0);
  if (!original) return std::unexpected(original.error());
  fmt::print("run {}: {} after generation {}; {} tries, {} valid in {}\n", run, stopWords(reason), last.progress.generation,
             formatCount(last.progress.tries), formatCount(last.progress.valid), formatClock(last.progress.seconds));
  const double base = original->outcome.fitness.runtime;
  for (const std::int64_t id : *front) {
    Result<Individual> point = (*store)->individual(run, id);
    if (!point) return std::unexpected(point.error());
    if (id == 0) continue;
    if (id != front->front() && id != front->back()) continue;
    const Fitness& fitness = point->outcome.fitness;
    fmt::print("variant {}: {} faster, error {}, {}\n", id, formatSpeedup(base, fitness.runtime), formatError(fitness.error, metric),
               counted(point->edits.size(), "edit"));
  }
  if (front->empty() || (front->size() == 1 && front->front() == 0)) fmt::print("no variant is faster than the original\n");
  return {};
}

Result<void> execute(RunOptions& options) {
  if (Result<void> read = readSettings(options); !read) return read;
  if (options.settings.search.generations == 0 && options.settings.search.seconds == 0 && !options.quiet && !options.json)
    fmt::print(stderr, "No --time or --generations: the run goes on until Ctrl-C.\n");

  RunDisplay* display = nullptr;
  RunStatus last;
  RunSession::Options session;
  session.settings = options.settings;
  session.resume = options.resume;
  session.progress = [&](const RunStatus& status) {
    last = status;
    if (display != nullptr) display->update(status);
  };
  Result<std::unique_ptr<RunSession>> opened = RunSession::open(options.file, std::move(session));
  if (!opened) return std::unexpected(opened.error());

  const RunInfo info = (*opened)->info();
  if (!options.quiet && !options.json)
    fmt::print(stderr, "run {} on the {}; the original takes {}\n", info.id, info.device, formatMicroseconds(info.originalRuntime));
  RunDisplay shown(options, info);
  display = &shown;
  std::signal(SIGINT, onInterrupt);
  std::signal(SIGTERM, onInterrupt);
  Result<StopReason> reason = (*opened)->run(interruption().get_token());
  shown.finish();
  opened->reset();
  if (!reason) return std::unexpected(reason.error());
  if (options.quiet || options.json) return {};
  return summarise(options.file, info, *reason, last);
}

} // namespace

void addRun(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("run", "Evolve the kernels of a .gevo file");
  auto options = std::make_shared<RunOptions>();
  SearchSettings& search = options->settings.search;
  EvaluationSettings& evaluation = options->settings.evaluation;
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--device", evaluation.device, "sim, or sim:MODEL")->capture_default_str();
  command->add_option("--population", search.population, "Individuals of a generation")->capture_default_str()->check(CLI::Range(4, 65536));
  command->add_option("--generations", search.generations, "Stop after this many generations");
  command->add_option("--time", options->time, "Stop at the end of the generation that passes this time (60s, 10m, 2h)");
  command->add_option("--mode", options->mode, "exact, or trade-off of runtime and error")->capture_default_str();
  command->add_option("--metric", options->metric, "max-rel, max-abs, rmse or mismatch")->capture_default_str();
  command->add_option("--tolerance", evaluation.tolerance, "Largest error of a valid variant (trade-off)")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  command->add_option("--races", options->races, "reject, warp or flag")->capture_default_str();
  command->add_option("--targets", options->targets, "Where mutations go: executed (weighted by cycles) or uniform")->capture_default_str();
  command->add_option("--crossover", search.crossoverRate, "Crossover rate")->capture_default_str()->check(CLI::Range(0.0, 1.0));
  command->add_option("--mutation", search.mutationRate, "Mutation rate")->capture_default_str()->check(CLI::Range(0.0, 1.0));
  command->add_option("--seed", search.seed, "Same seed, same run")->capture_default_str();
  command->add_option("--workers", options->settings.workers, "Worker processes (default: one per core); never changes the result");
  command->add_flag("--resume", options->resume, "Go on with the latest run of the file, with its own settings");
  command->add_flag("--quiet", options->quiet, "Print nothing but errors");
  command->add_flag("--json", options->json, "Progress as one JSON object a line");
  command->callback([options, &exitCode] {
    if (Result<void> done = execute(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
