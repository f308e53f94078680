#include "app/gevo/run_options.h"

#include "app/gevo/output.h"
#include "core/devices/model_file.h"
#include "core/ideas/archive_file.h"
#include "core/store/store.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

template <class T> bool readWhole(std::string_view text, T& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size();
}

/// "64" is a number of individuals, "0.25" a share of the population.
Result<void> readElites(const std::string& text, SearchSettings& search) {
  if (text.find('.') == std::string::npos && readWhole(text, search.eliteCount) && search.eliteCount > 0) return {};
  search.eliteCount = 0;
  if (text.find('.') != std::string::npos && readWhole(text, search.eliteShare) && search.eliteShare >= 0 && search.eliteShare <= 1)
    return {};
  return fail("\"{}\" is not a number of elites; give a share of the population such as 0.25, or a count such as 64", text);
}

/// "1.2x" or "1.2"
Result<void> readTarget(std::string text, SearchSettings& search) {
  if (text.ends_with('x')) text.pop_back();
  if (readWhole(text, search.target) && search.target > 1) return {};
  return fail("\"{}\" is not a speedup to reach; give one above 1 such as 1.2x", text);
}

template <class T> Result<void> store(Result<T> read, T& value) {
  GEVO_TRY(read);
  value = *read;
  return {};
}

Result<void> readIslands(const std::vector<std::string>& texts, SearchSettings& search) {
  for (const std::string& text : texts) {
    GEVO_TRY_ASSIGN(IslandSettings island, parseIslandSettings(text));
    search.islandSettings.push_back(std::move(island));
  }
  return {};
}

Result<void> readTexts(RunOptions& options) {
  EvaluationSettings& evaluation = options.settings.evaluation;
  SearchSettings& search = options.settings.search;
  Result<void> read = store(parseMode(options.mode), evaluation.mode);
  if (read) read = store(parseMetric(options.metric), evaluation.metric);
  if (read) read = store(parseRacePolicy(options.races), evaluation.races);
  if (read) read = store(parseAcross(options.across), evaluation.across);
  if (read) read = store(parseTargeting(options.targets), search.targeting);
  if (read) read = store(parseOperators(options.operators), search.operators);
  if (read) read = readIslands(options.islandSettings, search);
  if (read) read = store(parseParameterMode(options.parameters), search.parameters);
  if (read) read = store(parseObjectives(options.objectives), evaluation.objectives);
  if (read) read = readElites(options.elites, search);
  if (read && !options.target.empty()) read = readTarget(options.target, search);
  if (read && !options.time.empty()) read = store(parseDuration(options.time), search.seconds);
  search.dropInactive = !options.keepInactive;
  search.adaptOperators = !options.uniformOperators;
  search.counterexamples = !options.noCounterexamples;
  evaluation.timingError = options.timingError / 100;
  evaluation.screen = !options.noScreen;
  return read;
}

constexpr const char* theUsersArchive = "true"; ///< what CLI11 gives a flag without a value

/// Of other programs than the file's. The run keeps them, so that it is what it was when it is resumed.
Result<void> readIdeas(RunOptions& options) {
  if (options.ideas.empty()) return {};
  GEVO_TRY_ASSIGN(const std::filesystem::path path, ideaArchivePath(options.ideas == theUsersArchive ? "" : options.ideas));
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> file, Store::open(options.file, Store::Access::Read));
  GEVO_TRY_ASSIGN(const Project project, file->project());
  GEVO_TRY_ASSIGN(options.settings.search.ideas, readIdeasFor(programKey(project), path));
  return {};
}

constexpr const char* stopOptions[] = {"--generations", "--time", "--target", "--stagnation", "--evaluations"};

/// An option that a resumed run can't change.
struct Fixed {
  const char* option;
  const char* pointer; ///< to its value in the settings as JSON
};
constexpr Fixed fixedOptions[] = {{"--device", "/evaluation/device"},
                                  {"--device", "/evaluation/model"},
                                  {"--mode", "/evaluation/mode"},
                                  {"--metric", "/evaluation/metric"},
                                  {"--tolerance", "/evaluation/tolerance"},
                                  {"--races", "/evaluation/races"},
                                  {"--objectives", "/evaluation/objectives"},
                                  {"--across", "/evaluation/across"},
                                  {"--timing-error", "/evaluation/timingError"},
                                  {"--no-screen", "/evaluation/screen"},
                                  {"--population", "/search/population"},
                                  {"--islands", "/search/islands"},
                                  {"--migration", "/search/migration"},
                                  {"--island-settings", "/search/islandSettings"},
                                  {"--seed", "/search/seed"},
                                  {"--crossover", "/search/crossoverRate"},
                                  {"--mutation", "/search/mutationRate"},
                                  {"--mutation-attempts", "/search/mutationAttempts"},
                                  {"--crossover-attempts", "/search/crossoverAttempts"},
                                  {"--elites", "/search/eliteShare"},
                                  {"--elites", "/search/eliteCount"},
                                  {"--targets", "/search/targets"},
                                  {"--operators", "/search/operators"},
                                  {"--keep-inactive", "/search/dropInactive"},
                                  {"--uniform-operators", "/search/adaptOperators"},
                                  {"--ideas", "/search/ideas"},
                                  {"--no-counterexamples", "/search/counterexamples"},
                                  {"--random-test", "/search/randomTest"},
                                  {"--parameters", "/search/parameters"},
                                  {"--tunings", "/search/tunings"},
                                  {"--runs", "/series/count"}};

bool isGiven(const CLI::App& command, const char* option) { return command.count(option) > 0; }

Result<void> adoptLatestRun(const CLI::App& command, RunOptions& options) {
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> file, Store::open(options.file, Store::Access::Read));
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, file->runs());
  if (runs.empty()) return fail("{} has no run to resume; start one", options.file);
  const RunInfo& latest = runs.back();

  if (!options.from.empty()) return fail("--from starts a new run, and --resume continues run {}; give only one of them", latest.id);
  const auto asked = nlohmann::json::parse(printRunSettings(options.settings));
  const auto own = nlohmann::json::parse(printRunSettings(latest.settings));
  for (const Fixed& fixed : fixedOptions) {
    const nlohmann::json::json_pointer pointer(fixed.pointer);
    if (isGiven(command, fixed.option) && asked.at(pointer) != own.at(pointer))
      return fail("run {} was started with another {}, which can't be changed; leave the option out, or start a new run without --resume",
                  latest.id, fixed.option);
  }
  const RunSettings given = options.settings;
  options.settings = latest.settings;
  options.settings.workers = given.workers;
  if (std::ranges::none_of(stopOptions, [&](const char* option) { return isGiven(command, option); })) return {};
  SearchSettings& search = options.settings.search;
  search.generations = given.search.generations;
  search.seconds = given.search.seconds;
  search.target = given.search.target;
  search.stagnation = given.search.stagnation;
  search.evaluations = given.search.evaluations;
  return {};
}

void addStopOptions(CLI::App& command, RunOptions& options) {
  SearchSettings& search = options.settings.search;
  command.add_option("--generations", search.generations, "Stop after this many generations");
  command.add_option("--time", options.time, "Stop after this time of search (60s, 10m, 2h); the current generation is cut short");
  command.add_option("--target", options.target, "Stop when a variant is this much faster than the original (1.2x)");
  command.add_option("--stagnation", search.stagnation, "Stop after this many generations without improvement");
  command.add_option("--evaluations,--tries", search.evaluations, "Stop at the end of the generation that reaches this many evaluations");
}

void addMeasuringOptions(CLI::App& command, RunOptions& options) {
  command
      .add_option("--timing-error", options.timingError,
                  "On a real GPU: measure until the standard error of a runtime is at most this many percent")
      ->capture_default_str();
  command.add_flag("--no-screen", options.noScreen,
                   "On a real GPU: do not screen variants on the simulated GPU first, for kernels that it can't run");
}

void addSearchOptions(CLI::App& command, RunOptions& options) {
  SearchSettings& search = options.settings.search;
  command.add_option("--population", search.population, "Individuals of a generation, or of each island")
      ->capture_default_str()
      ->check(CLI::Range(4, 65536));
  command.add_option("--islands", search.islands, "Populations of that size, which evolve on their own and hand their best on to the next")
      ->capture_default_str()
      ->check(CLI::Range(1, 16384));
  command.add_option("--migration", search.migration, "Generations from one such exchange to the next")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  command
      .add_option(
          "--island-settings", options.islandSettings,
          "What an island does otherwise, given once for each from the first on: \"operators=delete,copy crossover=0.5 mutation=0.8 "
          "uniform-operators\", or some of these")
      ->allow_extra_args(false);
  command.add_option("--targets", options.targets, "Where mutations go: executed (weighted by cycles) or uniform")->capture_default_str();
  command
      .add_option(
          "--operators", options.operators,
          "Which operators mutations draw: gevo (the six of the paper), all, or some, with commas: copy, delete, move, replace, operand, "
          "swap, unroll, specialise, restrict, synchronise, flatten, promote, pipeline, vectorise; on real GPUs cache and registers; and "
          "not with --mode exact approximate, precision, perforate, reassociate, share and, for files made with --synthesise, synthesise")
      ->capture_default_str();
  command.add_flag("--uniform-operators", options.uniformOperators,
                   "Draw all operators equally often, as the paper's six alone always are; else the six and those with more edits in the "
                   "elite are drawn more often");
  command.add_flag(
      "--ideas", options.ideas,
      "Let a fifth of the mutations try an idea that paid in other programs, from your archive (see gevo ideas) or --ideas=FILE");
  command.add_option("--crossover", search.crossoverRate, "Crossover rate")->capture_default_str()->check(CLI::Range(0.0, 1.0));
  command.add_option("--mutation", search.mutationRate, "Mutation rate")->capture_default_str()->check(CLI::Range(0.0, 1.0));
  command.add_option("--mutation-attempts", search.mutationAttempts, "Attempts at one mutation until it is valid")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  command.add_option("--crossover-attempts", search.crossoverAttempts, "Attempts at one crossover until it is valid")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  command.add_option("--elites", options.elites, "Best that survive unchanged: a share (0.25) or a count (64)")->capture_default_str();
  command.add_flag("--keep-inactive", options.keepInactive, "Pass edits that have no effect on to the offspring");
  command.add_flag("--no-counterexamples", options.noCounterexamples,
                   "Do not try variants that lead on fuzz inputs while the run goes on; only the best of its end");
  command.add_flag("--random-test", search.randomTest,
                   "Select by one test for each generation, drawn at random; the front passes all tests");
  command
      .add_option("--parameters", options.parameters,
                  "Of a program with parameters: evolve them with the code, tune them alone, or leave them fixed")
      ->capture_default_str();
  command.add_option("--tunings", search.tunings, "Configurations to try before the code evolves, and half as many after (default: 64)")
      ->check(CLI::Range(0, 100000));
  command.add_option("--seed", search.seed, "Same seed, same run")->capture_default_str();
}

} // namespace

Result<double> parseDuration(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  double factor = 0;
  if (unit.empty() || unit == "s") factor = 1;
  if (unit == "m" || unit == "min") factor = 60;
  if (unit == "h") factor = 3600;
  if (error != std::errc() || factor == 0 || value <= 0) return fail("\"{}\" is not a duration; give one such as 60s, 10m or 2h", text);
  return value * factor;
}

void addRunOptions(CLI::App& command, RunOptions& options) {
  EvaluationSettings& evaluation = options.settings.evaluation;
  command.add_option("file", options.file, "The .gevo file")->required();
  evaluation.device.clear();
  command.add_option("--device", evaluation.device,
                     "sim, sim:MODEL, sim:FILE.toml, cuda, cuda:N for GPU number N, cuda:all for all of them (default: the one that the "
                     "file was made for)");
  command.add_option("--mode", options.mode, "exact, or trade-off of runtime and error")->capture_default_str();
  command.add_option("--metric", options.metric, "max-rel, max-abs, rmse or mismatch")->capture_default_str();
  command.add_option("--tolerance", evaluation.tolerance, "Largest error of a valid variant (trade-off)")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  command.add_option("--races", options.races, "reject, warp or flag")->capture_default_str();
  command
      .add_option("--across", options.across,
                  "Of several tests or workloads: mean of their runtimes, or worst: the one in which a variant gains least")
      ->capture_default_str();
  command
      .add_option("--objectives", options.objectives,
                  "What to minimise: time, optionally with error, edits (how many) and, on a real GPU, energy")
      ->capture_default_str();
  addMeasuringOptions(command, options);
  addStopOptions(command, options);
  addSearchOptions(command, options);
  command.add_option("--runs", options.settings.runs, "Independent runs, one after the other, with consecutive seeds")
      ->check(CLI::Range(1, 10000));
  command.add_option("--name", options.label.name, "What you call the run; shown wherever runs are listed");
  command.add_option("--note", options.label.note, "What you want to remember about it");
  command.add_option("--from", options.from, "Start from the front of another run: its number, or FILE.gevo[:RUN]");
  command.add_option("--workers", options.settings.workers,
                     "Worker processes (default: one per core; 4 for each GPU that host programs run on); never changes the result");
  command.add_flag("--resume", options.resume, "Continue the latest run of the file with its own settings");
  command.add_flag("--trust", options.trust,
                   "Allow the host program of a file from elsewhere to run here; the program is in the current folder");
  command.add_flag("--profile", options.profile, "Print where the time went");
  command.add_flag("--quiet", options.quiet, "Print only errors, and the profile if requested");
  command.add_flag("--json", options.json, "Print progress as one JSON object a line");
}

Result<void> readRunOptions(const CLI::App& command, RunOptions& options) {
  GEVO_TRY(readTexts(options));
  GEVO_TRY(readModelFile(options.settings.evaluation));
  GEVO_TRY(readIdeas(options));
  GEVO_TRY(checkRunSettings(options.settings));
  if (!options.resume && options.settings.runs > 1 && !hasStopCondition(options.settings.search))
    return fail("several runs need an end: give --generations, --time, --target, --stagnation or --evaluations");
  return options.resume ? adoptLatestRun(command, options) : Result<void>();
}

bool hasStopCondition(const SearchSettings& search) {
  return search.generations > 0 || search.seconds > 0 || search.target > 0 || search.stagnation > 0 || search.evaluations > 0;
}

FrontLocation parseFrontLocation(const std::string& from, const std::string& ownFile) {
  std::int64_t run = 0;
  if (readWhole(from, run)) return {ownFile, run};
  const std::size_t colon = from.rfind(':');
  if (colon != std::string::npos && readWhole(std::string_view(from).substr(colon + 1), run)) return {from.substr(0, colon), run};
  return {from, 0};
}

} // namespace gevo
